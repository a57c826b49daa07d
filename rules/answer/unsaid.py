"""Facts that are left out, taken both ways: an answer is decided only if it is the same either way.

A question is answered with every fact that is left out taken for the asker's good, and again with
all of them against him. If the two answers differ, the verdict is ``undetermined``: the answer
gives both, and names the facts that alone would change it.

A player who asks about a unit that begins its move never says what came before in the turn. By that
premise (``begins``) such facts are taken for good, and the answer says so. Each series lists them
in its ``tables/unsaid.toml``.
"""

from __future__ import annotations

import re
from collections.abc import (
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeVar

from clubroute.rules.answer.first_line import fitting
from clubroute.rules.answer.model import Receipt, Step
from clubroute.rules.answer.needs import listed
from clubroute.rules.book.rulebook import Section

MOST_TRIED = 24
"""Facts tried one by one; with more of them all are named."""
MOST_NAMED = 12
"""Needs in an answer; a longer list is not read."""


class UnsaidFact(NamedTuple):
    """A fact that is left out: its field, and the words that ask a player for it.

    Facts that are alike for several units have ``who`` in braces in ``need``. ``good``: whether yes
    is good for the asker.
    """

    name: str
    need: str
    who: str = ""
    good: bool = True

    def __str__(self) -> str:
        return f"{self.name}: {self.need.format(who=self.who) if self.who else self.need}"


@dataclass(slots=True)
class Taking:
    """Takes facts that are left out for good, or against if ``against`` names them (all if None).

    ``asked`` collects the facts that were read and left out, by their field.
    """

    against: Collection[str] | None = ()
    asked: dict[str, UnsaidFact] = field(default_factory=dict)

    def __call__(
        self, value: bool | None, name: str, need: str, *, good: bool, who: str = ""
    ) -> bool:
        """Return a fact, or the value it is taken for.

        :param good: which of yes and no is good for the asker.
        :param who: the unit, if ``need`` has it in braces.
        """
        if value is not None:
            return value
        self.asked[name] = UnsaidFact(name, need, who, good)
        hard = self.against is None or name in self.against
        return not good if hard else good

    @property
    def needs(self) -> tuple[str, ...]:
        """The facts that were read and left out, as an answer's needs."""
        return tuple(map(str, self.asked.values()))


def premised(
    told: bool | None, begins: bool | None, row: Section
) -> tuple[bool | None, tuple[Step, ...]]:
    """Return a fact, taken for good by the premise if it is left out, and the line that says so."""
    if told is not None or not begins or not row.text("begins"):
        return told, ()
    return row.flag("good"), (Step(row.text("begins"), row.cite, provenance="assumed"),)


T = TypeVar("T", bound=Taking)
Extent = Callable[[Receipt, Receipt], Mapping[str, Any]]
"""What an undetermined answer tells of the answers at best and at worst."""


def both_ways(
    takes: Callable[[Collection[str] | None], T],
    answer: Callable[[T], Receipt],
    outcome: Callable[[Receipt], Any],
    extent: Extent | None = None,
    compared: bool = False,
) -> Receipt:
    """Answer both ways.

    :param outcome: the part of an answer that must be the same.
    :param compared: only the outcome is wanted, not what each fact alone would change.
    """
    kind = takes(())
    best = answer(kind)
    if not kind.asked:
        return best
    hard = takes(None)
    worst = answer(hard)
    if outcome(best) == outcome(worst):
        return best
    asked = {**kind.asked, **hard.asked}
    asked = {one: fact for one, fact in asked.items() if str(fact) not in best.needs}
    if best.verdict == "undetermined":
        # What other units are matters once the question can be answered at all.
        asked = {one: fact for one, fact in asked.items() if not fact.who}
    turning: dict[str, Receipt] = {}
    if len(asked) <= MOST_TRIED and not compared:
        # What alone would turn the good answer; or, where it takes two, what alone would mend the
        # bad one.
        trials = {one: answer(takes((one,))) for one in asked}
        turning = {one: told for one, told in trials.items() if outcome(told) != outcome(best)}
        if not turning:
            without = {
                one: answer(takes([other for other in asked if other != one])) for one in asked
            }
            mends = [one for one, told in without.items() if outcome(told) != outcome(worst)]
            turning = dict.fromkeys(mends, worst)
    turning = turning or dict.fromkeys(asked, worst)
    needs = [*told_together((asked[one], otherwise(best, told)) for one, told in turning.items())]
    if len(needs) > MOST_NAMED:
        needs[MOST_NAMED:] = [f"state: {len(needs) - MOST_NAMED} more facts of its units"]
    needed = (*best.needs, *needs)
    told = replace(best, verdict="undetermined", needs=needed, extra={}, total=None)
    if best.verdict == "undetermined":
        return replace(told, summary="")
    told = replace(told, extra={} if extent is None else extent(best, worst))
    facts = {asked[name]: told for name, told in turning.items()}
    return replace(told, summary=by_case(best, worst, facts))


def by_case(best: Receipt, worst: Receipt, facts: Mapping[UnsaidFact, Receipt]) -> str:
    """Say the best answer, and which facts change it to which other."""
    other: dict[str, list[UnsaidFact]] = {}
    for fact, told in facts.items():
        other.setdefault(bare(told) if told.verdict == best.verdict else "", []).append(fact)
    head, against = bare(best), other.pop("", [])
    if against and "illegal" in (worst.verdict, *(told.verdict for told in facts.values())):
        return fitting(
            f"{head}{unless(against[:many], len(against) - many)}"
            for many in range(len(against), 0, -1)
        )
    cases = [f"{shortened(told, head)} {conditions(those)}" for told, those in other.items()]
    end = bare(worst)
    last = [] if worst.verdict == "undetermined" or end in (*other, head) else [f"at worst {end}"]
    if against:
        cases.append(f"not known {conditions(against, 'without')}")
    last = [shortened(outcome_, head) for outcome_ in last]
    ends = [[*cases[:many], *more] for many in range(len(cases), -1, -1) for more in (last, [])]
    return fitting("; ".join([head, *one]) for one in ends if one)


def shortened(text: str, like: str) -> str:
    """Return an outcome without the words with which it ends like another: ``65 hexes within
    3``."""
    words, others = text.split(), like.split()
    while len(words) > 1 and others and words[-1] == others[-1]:
        del words[-1], others[-1]
    return " ".join(words)


def bare(answer: Receipt) -> str:
    """Return an answer's first line without its rules; a bare yes if it only says why."""
    if answer.verdict == "legal" and not answer.summary:
        return "Yes"
    return re.sub(r" \[[^]]*\]", "", answer.gist)


WHETHER = re.compile(r"(?:the )?(?:whether|that) (.+)")


def condition(fact: UnsaidFact) -> str:
    """Return a fact in words after *if*; a fact with other values than yes and no as it is."""
    need = fact.need.format(who=fact.who) if fact.who else fact.need
    found = WHETHER.match(need.partition("; ")[0])
    return found[1] if found else ""


def conditions(facts: Sequence[UnsaidFact], lacking: str = "depending on") -> str:
    """Return the facts that alone change an answer: ``if it is Disorganized or Out of Supply``;
    one that is no yes or no by what it is, ``lacking`` which: ``depending on its movement
    allowance``."""
    told = [
        f"{'unless' if fact.good else 'if'} {text}" if text else f"{lacking} {what(fact)}"
        for fact in facts
        for text in (condition(fact),)
    ]
    return either(told)


def what(fact: UnsaidFact) -> str:
    """Return what a fact that is no yes or no is, without how it is told."""
    need = fact.need.format(who=fact.who) if fact.who else fact.need
    return re.split(r"[,;(]", need)[0].strip()


def either(told: Sequence[str]) -> str:
    """Join facts that begin alike: ``if it is Disorganized or marked Out of Supply``."""
    first = told[0].split() if told else []
    rest = []
    for one in told[1:]:
        words = one.split()
        same = 0
        while same < min(len(words), len(first)) - 1 and words[same] == first[same]:
            same += 1
        rest.append(" ".join(words[same:]))
    return listed([*told[:1], *rest], "or")


def unless(facts: Sequence[UnsaidFact], more: int) -> str:
    """Return the facts with which an answer stands or falls."""
    if_so = [condition(fact) for fact in facts if fact.good and condition(fact)]
    if_not = [condition(fact) for fact in facts if not fact.good and condition(fact)]
    more += sum(not condition(fact) for fact in facts)
    told = [f", if {listed(if_so)}"] if if_so else []
    told += [f", unless {either(if_not)}"] if if_not else []
    told += (
        [f" ({more} more below)" if told else "; it depends on what is named below"] if more else []
    )
    return "".join(told)


def told_together(facts: Iterable[tuple[UnsaidFact, str]]) -> Iterator[str]:
    """Yield facts as needs, joining those of several units that change an answer alike.

    :param facts: each with the answer by another value.
    """
    alike: dict[tuple[str, str], list[UnsaidFact]] = {}
    for fact, other in facts:
        alike.setdefault((fact.need if fact.who else str(fact), other), []).append(fact)
    for (_, other), many in alike.items():
        first, who = many[0], [fact.who for fact in many]
        if len(many) > 1:
            last = who[-1] if len(many) <= MOST_NAMED else f"{len(many) - MOST_NAMED + 1} more"
            names = ", ".join(who[: min(len(many), MOST_NAMED) - 1])
            name = f"{first.name} and {len(many) - 1} more"
            first = first._replace(name=name, who=f"{names} or {last}")
        yield f"{first}{other}"


def otherwise(best: Receipt, told: Receipt) -> str:
    """Say the answer by another value of a fact."""
    if told.verdict == "undetermined":
        return ""
    if told.verdict != best.verdict:
        return ""
    return f"; else {told.summary}" if told.summary and told.summary != best.summary else ""
