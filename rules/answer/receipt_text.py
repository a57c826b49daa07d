"""Answers as lines for people: receipts with aligned steps and a running total."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from clubroute.builder.provenance import weakest
from clubroute.rules.answer.first_line import CARD, PREMISE, asked_first, on
from clubroute.rules.answer.needs import need_of, need_texts

MOST = 12
"""Lines of one list; what is longer is cut, and says so."""


def answer_lines(value: Any, whole: bool = True) -> list[str]:
    """Return an answer as lines: a receipt if it has a verdict, else its values, indented.

    :param whole: whether long lists are printed to their end, and all that is known of a unit.
    """
    if isinstance(value, dict) and isinstance(value.get("verdict"), str):
        return receipt_lines(value, whole)
    if isinstance(value, dict) and isinstance(value.get("summary"), str):
        rest = {name: part for name, part in value.items() if name != "summary"}
        first = value["summary"]
        return [first, *value_lines(rest if whole else beyond(rest, [first]))]
    return value_lines(value)


def receipt_lines(receipt: Mapping[str, Any], whole: bool = True) -> list[str]:
    """Return the first line; a line a step; what is taken for granted; what to say; what is left
    out.

    A step's line is: from → to, cost, running total, reason, [rule]. Steps that follow each other
    for the same reason are one line: ``61.141 → 61.142 … 63.174``.
    """
    steps = receipt.get("steps", ())
    lines = [str(receipt.get("summary") or receipt["verdict"])]
    first = "; ".join((lines[0], *map(str, receipt.get("notes", ()))))
    told = steps if whole else [step for step in steps if not is_aside(step, first)]
    lines += cut(step_lines(folded(told)), whole)
    lines += [*granted(() if whole else steps), *compare(receipt)]
    needs = list(need_texts(receipt))
    first = asked_first(needs) if needs else ""
    asked = [wanted(need) for need in needs]
    # A table of which the first line has no room to say what it is wanted for is named again.
    told = first == lines[0] and not (asked[0].startswith(FILL_IN) and asked[0] != first)
    lines += asked[told:]
    unchecked = dict.fromkeys(
        text if whole else IN_BRACKETS.sub("", text) for text in receipt.get("unchecked", ())
    )
    lines += [f"Not included: {'; '.join(unchecked)}"] if unchecked else []
    lines += [str(note) for note in receipt.get("notes", ())]
    rest = {name: part for name, part in receipt.items() if name not in SHOWN and part is not None}
    rest = {name: part for name, part in rest.items() if part not in ([], {}, "")}
    if not whole and receipt.get("summary"):
        rest = beyond(rest, [*lines, *(str(step["why"]) for step in steps)])
    return lines + (cut(value_lines(rest), whole) if rest else [])


def beyond(values: Mapping[str, Any], lines: Sequence[str]) -> dict[str, Any]:
    """Keep of an answer's values what its lines do not tell.

    Of a yes or no its name is looked for, of rows that a scenario's list cites the names in them,
    of what a die decides its faces, of which the first line may leave one result to the rest.
    """
    told = set(WORD.findall(" ".join(lines).casefold()))

    def stands(text: str) -> bool:
        return told.issuperset(WORD.findall(text.casefold()))

    def is_told(name: str, part: Any) -> bool:
        if part == 0 and not isinstance(part, bool):
            return True  # of what there is none nothing needs to be said
        if isinstance(part, bool):
            return stands(name.replace("_", " "))
        if not isinstance(part, (dict, list)):
            return stands(scalar_text(part))
        rows = [isinstance(row, dict) and "cite" in row for row in part]
        if rows and all(rows):
            return all(map(stands, names_in(part)))
        causes = [on(row) if isinstance(row, dict) else "" for row in part]
        open_ = [cause for cause in causes if not cause or cause not in lines[0]]
        return len(open_) <= 1 < len(causes) and "" not in causes

    return {name: part for name, part in values.items() if not is_told(name, part)}


def names_in(value: Any) -> Iterator[str]:
    """Yield the names of the units and other things that a list tells of."""
    for part in value.values() if isinstance(value, dict) else value:
        if isinstance(part, (dict, list)):
            yield from names_in(part)
    if isinstance(value, dict) and isinstance(value.get("name"), str):
        yield value["name"]


WORD = re.compile(r"[\w½.]+")


def wanted(need: str) -> str:
    """Return a need as a line: a fact to say, or a table to fill in."""
    read = need_of(need)
    table = read.file and "." not in read.path
    return f"{FILL_IN}{read.file}: {read.ask}" if table else f"Say also: {need}"


FILL_IN = "Fill in "
"""How a line begins that asks for a table of the owner's."""


def cut(lines: Sequence[str], whole: bool, most: int = MOST) -> list[str]:
    """Cut the lines of a list to what a player reads, unless the whole is wanted."""
    if whole or len(lines) <= most + 1:
        return list(lines)
    return [*lines[:most], f"… {len(lines) - most} more: --all"]


IN_BRACKETS = re.compile(r" \([^()]*\)$")
"""Why something is not included, or how it is said, which ``--all`` prints."""


def is_aside(step: Mapping[str, Any], first: str) -> bool:
    """Tell whether a line is no step of the proof: a unit's card, a premise, or what the first line
    or a note says."""
    known = "cost" not in step and not step.get("to") and str(step["why"]) in first
    return known or CARD in step["why"] or PREMISE.fullmatch(step["why"]) is not None


def granted(steps: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return on one line what an answer takes for granted: that the move begins, and facts of a
    unit that its counter does not show."""
    begun = [found for step in steps if (found := PREMISE.fullmatch(step["why"]))]
    lines = []
    if begun:
        told = "; ".join(premise["holds"] for premise in begun)
        lines.append(f"Taken for granted: {told} (else say: {', '.join(o['say'] for o in begun)})")
    for step in steps:
        card, mark, _ = step["why"].partition(CARD)
        if mark and step.get("provenance") == "assumed":
            lines.append(f"Assumed by its name: {card}")
    return lines


LOOKS = 3
"""Hexes named to look at."""


def compare(receipt: Mapping[str, Any]) -> list[str]:
    """Return the hexes to compare on the printed map; nothing if no hex of our map decides."""
    steps = receipt.get("steps", ())
    # On the ground of the owner's module, what is assumed is a reading of the rules.
    if "owner" in (receipt.get("ground"), receipt.get("provenance")):
        return ["The ground is your module's"]
    found: list[str] = []
    for weak in ("assumed", "survey"):
        ours = [step for step in steps if step.get("provenance") == weak]
        found += filter(None, dict.fromkeys(step.get("to") or step.get("from") for step in ours))
    hexes = list(dict.fromkeys(found))
    if not hexes:
        return []
    more = ", …" if len(hexes) > LOOKS else ""
    return [f"Compare on your board: {', '.join(hexes[:LOOKS])}{more} (our map)"]


def folded(steps: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Join steps that follow each other for the same reason, and places of which the same is said.

    The joined step has the cost of the whole run, and its weakest provenance.
    """
    found: list[Mapping[str, Any]] = []
    for step in steps:
        last = found[-1] if found else {}
        same = all(step.get(name) == last.get(name) for name in ("why", "rule", "verdict"))
        # Two steps with the same reason are a run only if the second starts where the first ended.
        goes_on = step.get("from") and step["from"] == last.get("to")
        if same and is_place(step) and is_place(last):
            places = (*last.get("places", (last["from"],)), step["from"])
            weak = weakest(one.get("provenance", "rulebook") for one in (last, step))
            found[-1] = {**last, "places": places, "provenance": weak}
            continue
        if not (same and goes_on and ("cost" in step) == ("cost" in last)):
            found.append(step)
            continue
        run = {**last, "to": step.get("to", ""), "first": last.get("first", last.get("to", ""))}
        run["provenance"] = weakest(one.get("provenance", "rulebook") for one in (last, step))
        if "cost" in step:
            run["cost"] = last["cost"] + step["cost"]
        found[-1] = run
    return found


def is_place(step: Mapping[str, Any]) -> bool:
    """Tell whether a line says something of a hex, and nothing of a step out of it."""
    return bool(step.get("from")) and not step.get("to") and "cost" not in step


FEW = 4
"""Places named of which the same is said."""


SHOWN = frozenset(
    (
        *("verdict", "total", "summary", "steps", "provenance", "needs", "unchecked", "notes"),
        # Told by the first line.
        *("counts", "allowance", "ground"),
        # Already told by the steps, hex by hex.
        *("path", "route", "spoiled", "doubtful", "potential", "club_route", "modifiers"),
    )
)


def step_lines(steps: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return a line for each step, columns aligned, empty columns left out."""
    rows, total = [], 0.0
    for step in steps:
        cost = step.get("cost")
        total += cost or 0
        ends = [str(step[name]) for name in ("from", "to") if step.get(name)]
        if step.get("first"):
            ends[1] = f"{step['first']} … {ends[1]}"
        if places := step.get("places"):
            more = f" and {len(places) - FEW} more" if len(places) > FEW + 1 else ""
            ends = [", ".join(places[:FEW] if more else places) + more]
        rows.append(
            (
                " → ".join(ends),
                "" if cost is None else number_text(cost),
                "" if cost is None else number_text(total),
                reason(step),
            )
        )
    columns = [number for number in range(3) if any(row[number] for row in rows)]
    widths = {number: max(len(row[number]) for row in rows) for number in columns}
    lines = []
    for number, row in enumerate(rows):
        if not any(any(before[:3]) for before in rows[: number + 1]):
            lines.append(f"  {row[3]}")
            continue
        cells = [
            f"{row[number]:<{widths[number]}}"
            if number == 0
            else f"{row[number]:>{widths[number]}}"
            for number in columns
        ]
        lines.append("  " + "  ".join((*cells, row[3])).rstrip())
    return lines


def reason(step: Mapping[str, Any]) -> str:
    """Return the reason of a step: why, the rule, and what is weak or wrong about it."""
    bits = [str(step.get("why", ""))]
    if step.get("rule"):
        bits.append(f"[{step['rule']}]")
    if step.get("verdict"):
        bits.append(f"— {VERDICT_WORDS.get(step['verdict'], step['verdict'])}")
    return " ".join(bit for bit in bits if bit)


VERDICT_WORDS: Mapping[str, str] = {"illegal": "no", "undetermined": "not known"}
"""What a line of a verdict is called."""


def number_text(value: float) -> str:
    """Return a number as players write it: 3, 3½."""
    whole, rest = divmod(value, 1)
    return f"{int(whole) or ''}½" if rest == 0.5 and value > 0 else f"{value:g}"


def value_lines(value: Any, indent: str = "") -> list[str]:
    """Return a JSON value as lines: one for each name, nested values indented, short lists on one
    line."""
    if isinstance(value, dict) and is_tally(value):
        by_value: dict[Any, list[str]] = {}
        for name, part in value.items():
            by_value.setdefault(part, []).append(str(name))
        return [f"{indent}{number_text(n)}: {', '.join(by_value[n])}" for n in sorted(by_value)]
    if isinstance(value, dict):
        lines = []
        for name, part in value.items():
            part = list(need_texts(value)) if name == "needs" else part
            if isinstance(part, dict) or (isinstance(part, list) and not is_short(part)):
                lines += [f"{indent}{name}:", *value_lines(part, indent + "  ")]
            else:
                lines.append(f"{indent}{name}: {scalar_text(part)}")
        return lines
    if isinstance(value, list) and not is_short(value):
        lines = []
        for part in value:
            if isinstance(part, dict) and (brings := on(part)):
                lines.append(f"{indent}- {brings}: {scalar_text(part.get('result'))}")
                continue
            if isinstance(part, dict) and is_short(tuple(part.values())):
                told = ", ".join(f"{name}: {scalar_text(one)}" for name, one in part.items())
                lines.append(f"{indent}- {told}")
                continue
            inner = value_lines(part, indent + "  ") or [f"{indent}  (nothing)"]
            lines += [f"{indent}- {inner[0].lstrip()}", *inner[1:]]
        return lines
    return [indent + scalar_text(value)]


MANY = 8
"""Numbers by name, from so many on, are told by number: hexes by what they cost."""


def is_tally(value: Mapping[str, Any]) -> bool:
    """Tell whether a value is a table of numbers by name."""
    return len(value) >= MANY and all(type(part) in (int, float) for part in value.values())


def is_short(values: Sequence[Any]) -> bool:
    """Tell whether a list holds no lists or objects."""
    return not any(isinstance(value, (dict, list)) for value in values)


def scalar_text(value: Any) -> str:
    """Return a value on one line."""
    if isinstance(value, list):
        return ", ".join(scalar_text(part) for part in value) or "(none)"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    return "(none)" if value in (None, "", {}) else str(value)
