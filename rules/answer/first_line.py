"""The first line of an answer, within a hundred characters.

A method may give it whole (``summary``). Else it is made of the answer: of a refusal, the line that
forbids; of a table, its results; of an undetermined answer, the facts on which it turns, or the
question that must be answered first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from clubroute.rules.answer.needs import AFTER, Need, listed, need_of

if TYPE_CHECKING:
    from clubroute.rules.answer.model import Receipt, Step

WIDEST = 100
"""Characters of a first line."""
HEADS = frozenset(("No", "Yes", "No, by our map"))
"""What says nothing without what stands behind it."""
REFUSING = ("illegal", "blocked", "closed")
"""Verdicts whose lines of the same verdict say why."""
PREMISE = re.compile(r"asked (?:as|before) [^,]+, (?P<holds>.+); else say (?P<say>.+)")
"""A line on what is taken for granted, because the question is asked as something begins."""
CARD = " (its counter"
"""What the line on a unit, of whom a question tells no more than the name, has in it."""


def first_line(answer: Receipt) -> str:
    """Return the first line of an answer."""
    if answer.summary:
        return begun(fitting((answer.summary, answer.summary.partition("; ")[0])))
    if answer.verdict in REFUSING and (why := refusing(answer)):
        return why
    if answer.verdict == "undetermined":
        return open_line(answer)
    table = answer.extra.get("outcomes")
    cite = cited(step.rule for step in answer.steps[-1:])
    if table:
        return fitting((f"{each(table)}{cite}", each(table), *in_short(table)))
    why = next((step.why for step in reversed(answer.steps) if tells(step)), "")
    head = "Yes" if answer.verdict == "legal" else ""
    text = ": ".join(filter(None, (head, why))) or answer.verdict
    return begun(fitting((f"{text}{cite}", text)))


def left_out(answer: Receipt) -> list[str]:
    """Return what the first line had no room for: a summary, or all that the dice bring."""
    lost = answer.then if answer.then.casefold() not in first_line(answer).casefold() else ""
    long = answer.summary if len(answer.summary) > WIDEST else ""
    return [begun(one) for one in (lost, long) if one]


def refusing(answer: Receipt) -> str:
    """Say no, and why; nothing if no line of the answer forbids."""
    for step in answer.steps:
        if step.verdict == answer.verdict:
            if answer.verdict == "closed" and step.start + step.end:
                return fitting(
                    f"Closed at {step.end or step.start}: {step.why}{cite}"
                    for cite in (cited((step.rule,)), "")
                )
            ours = step.provenance not in ("rulebook", "owner") and (step.start or step.end)
            head = "No, by our map: " if ours else "No: "
            cite, short = cited((step.rule,)), step.why.partition("; ")[0]
            return fitting(f"{head}{text}" for text in (f"{step.why}{cite}", step.why, short))
    return ""


def open_line(answer: Receipt) -> str:
    """Say on what an undetermined answer turns, or ask what must be known first."""
    if answer.needs and answer.needs[0] in answer.conditions:
        more = len(answer.needs) - len(answer.conditions)
        return begun(only_if(list(answer.conditions.values()), more, answer.then))
    return asked_first(answer.needs) if answer.needs else "It depends"


NOT = "not: "
"""How a condition begins that holds if the rest of it does not."""


def only_if(conditions: Sequence[str], more: int, then: str = "") -> str:
    """Say yes under conditions, as many as a line holds; ``more`` facts are no yes or no.

    :param then: what the dice bring under them; nothing where none were thrown.
    """
    heads = dict.fromkeys((then, *(then.partition(mark)[0] for mark in ("; ", ": ", ", "))))
    told = [(conditions[:n], len(conditions) - n + more) for n in range(len(conditions), 0, -1)]
    lines = [
        under(these, [f"{rest} more below"] if rest else [], head)
        for head in heads
        for these, rest in told
    ]
    return fitting((*lines, f"{[*heads][-1]}, if what is asked below is so") if then else lines)


def under(conditions: Sequence[str], more: Sequence[str], then: str) -> str:
    """Say yes, or what comes then, if conditions hold, ``more`` with them, unless what must not
    hold does."""
    good = [one for one in conditions if not one.startswith(NOT)]
    bad = [one.removeprefix(NOT) for one in conditions if one.startswith(NOT)]
    head = then or "Yes"
    if good or more:
        head = f"{f'{then}, if' if then else 'Only if'} {listed([*good, *more])}"
    mark = "," if good or more else ""
    return f"{head}{mark} unless {listed(bad, 'or')}" if bad else head


DEPENDS = "it depends on "
"""How an outcome begins that is open itself."""
WHETHER = "whether "
"""How a need begins that yes or no tells."""
SHORT, SHORT_NEED = 25, 60
"""Characters of a case that stands first, and of a need that is told whole."""


def asked_first(needs: Sequence[str]) -> str:
    """Return the first need as the answer each way, if it alone is needed and gives that; else as
    what is to be told first."""
    need = need_of(needs[0])
    if len(needs) == 1 and need.ask.startswith(WHETHER) and need.if_so and need.otherwise:
        told = (need.ask.removeprefix(WHETHER), need.if_so, need.otherwise)
        fact, yes, no = map(as_answer, told)
        if yes.startswith("no: "):
            lines = (f"{no}; if {fact} {yes}", f"{no} unless {fact}")
            open_ = (f"no if {fact}; else {no}", f"no if {fact}; else it depends")
            return begun(fitting(open_ if no.startswith(DEPENDS) else lines))
        short = len(no) <= SHORT
        return begun(
            fitting(
                (
                    *(
                        f"{no}, or {yes} if {it}" if short else f"{yes} if {it}; else {no}"
                        for it in (fact, fact.partition(", ")[0])
                    ),
                    f"{yes} if {fact}",
                    f"it depends: is it so that {fact}?",
                )
            )
        )
    if len(needs) == 1 and len(need.cases) > 1:
        for line in by_value(need):
            if len(line) <= WIDEST:
                return line
    first = AFTER.split(need.text, maxsplit=1)[0]
    if need.file and "." not in need.path:
        asked = AFTER.split(need.ask, maxsplit=1)[0]
        fill = f"Fill in {need.file}"
        return fitting((f"{fill}: {asked}", f"{fill}: {asked.partition(' (')[0]}", fill))
    return f"Tell me {need.text if len(need.text) <= SHORT_NEED else first}"


TERMS: Mapping[str, str] = {"club_route": "Club Route"}
"""What is called otherwise than its parameter."""


def by_value(need: Need) -> Iterator[str]:
    """Yield the answer for each value of a need, first with what explains it: ``−2 if the weather
    is mud; 0 if the weather is clear``."""
    last = need.path.rpartition(".")[2]
    what = TERMS.get(last, f"the {last.replace('_', ' ')}" if last else "")
    outcomes = {value.removeprefix("of kind "): as_answer(it) for value, it in need.cases.items()}
    for short in (False, True):
        values: dict[str, list[str]] = {}
        for value, outcome in outcomes.items():
            text = EXPLAINED.split(outcome, maxsplit=1)[0] if short else outcome
            values.setdefault(text, []).append(value)
        head = f"{what} is " if what else ""
        told = (f"{text} if {head}{listed(those, 'or')}" for text, those in values.items())
        yield begun("; ".join(told))


def as_answer(text: str) -> str:
    """Return an outcome in words: ``no: …`` if it is illegal, and a true minus sign."""
    text = re.sub(r"^illegal: ", "no: ", re.sub(r"^legal$", "yes", text))
    return re.sub(r"^-(?=[0-9])", "−", re.sub(r" \([^()]*\)$", "", text))


def tells(step: Step) -> bool:
    """Tell whether a line is part of the answer: neither a unit's card nor a premise."""
    return CARD not in step.why and not PREMISE.fullmatch(step.why)


def each(table: Sequence[Mapping[str, Any]]) -> str:
    """Return the results of a table, each with the faces that bring it: ``demolished on 0–5``."""
    return begun("; ".join(f"{row['result']} {on(row)}".strip() for row in table))


def in_short(table: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the results of a table by their first clauses; of many only the first and the last."""
    told = [(CLAUSE.split(row["result"], maxsplit=1)[0], on(row)) for row in table]
    (first, cause), *others = told
    if all("check" in row for row in table):
        yield begun(f"{first} {cause}; else {listed([result for result, _ in others], 'or')}")
        yield begun(f"{first} {cause}")
    if len({result for result, _ in told}) == len(told):
        yield begun("; ".join(f"{result} {brings}".strip() for result, brings in told))
    yield from_to(table)
    yield begun(f"{first} {cause}; all others below")


def from_to(table: Sequence[Mapping[str, Any]]) -> str:
    """Return the first and the last result of a table, without what explains them."""
    first, last = (f"{row['result'].partition(':')[0]} {on(row)}" for row in (table[0], table[-1]))
    return f"From {first} to {last}"


CLAUSE = re.compile(r"[;:,] | \(")
"""What ends the first clause of a result."""


def on(row: Mapping[str, Any]) -> str:
    """Return the cause of a result: faces of a die, sums of dice, a check."""
    for name in ("die", "roll"):
        if "result" in row and isinstance(row.get(name), list):
            return f"on {runs(row[name])}"
    if "check" in row and "result" in row:
        return f"if the check is {row['check']}"
    return f"with a chance of {row['chance']}" if {"chance", "result"} <= row.keys() else ""


def runs(faces: Sequence[int]) -> str:
    """Write numbers with each run as its ends: ``0–5, 7``."""
    found: list[list[int]] = []
    for face in faces:
        if found and face == found[-1][-1] + 1:
            found[-1].append(face)
        else:
            found.append([face])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in found)


def cited(rules: Iterable[str]) -> str:
    """Write rules in brackets behind a line; nothing if there are none."""
    told: dict[str, None] = {}
    game = ""
    for rule in dict.fromkeys(filter(None, rules)):
        book, _, number = rule.rpartition(" ")
        told[number if book and book == game else rule] = None
        game = book
    return f" [{', '.join(told)}]" if told else ""


EXPLAINED = re.compile(r"; |(?<!\bnot): | \((?=[^()]*\)$)")
"""What begins an explanation, without which a line still holds."""
CONDITIONAL = re.compile(r"\b(?:if|unless|only|else|otherwise|depends|except)\b")
"""Words without which what is left would be more than the line says."""


def fitting(lines: Iterable[str]) -> str:
    """Return the first line that fits; if none fits, the shortest, cut at a word."""
    tried = list(lines)
    for line in tried:
        if len(line) <= WIDEST:
            return line
    shortest = min(tried, key=len)
    for end in reversed([found.start() for found in EXPLAINED.finditer(shortest)]):
        if end <= WIDEST and shortest[:end] not in HEADS and not CONDITIONAL.search(shortest[end:]):
            return shortest[:end]
    return f"{shortest[: WIDEST - 2].rpartition(' ')[0].rstrip(',;:')} …"


def begun(text: str) -> str:
    """Return a line with a capital, unless a name of several capitals or figures begins it."""
    return text[:1].upper() + text[1:]


# Whose the ground of an answer is: our map's, or that of a module the owner has.

WHOSE: Mapping[str, str] = {"rulebook": "", "owner": "your module's"}
"""By provenance, whose the ground is; "" where it need not be said. Of all others it is ours."""


def ground_named(provenance: str) -> str:
    """Return what shows a fact of the ground: ``our map``, or ``your module's ground``."""
    return "your module's ground" if provenance == "owner" else "our map"


def whose_ground(provenance: str) -> str:
    """Say whose ground an answer rests on, by its weakest provenance: ``our map's``."""
    return WHOSE.get(provenance, "our map's")
