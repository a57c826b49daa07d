"""What is not said, both ways: an answer is decided only if it is the same either way.

A question is answered with everything that is not said taken for the asker's good, and again with
all of it taken against him. If the two answers differ, the verdict is ``undetermined``: the answer
tells both, and names the facts that alone would turn it with what they would decide.

What came before in the turn a player never says who asks of a unit that begins its move: by that
premise (``begins``) it is taken for good, and the answer says so. Each series has such facts in its
``tables/unsaid.toml``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeVar

from clubroute.rules.answer.model import Receipt, Step
from clubroute.rules.book.rulebook import Section

MOST_TRIED = 24
"""Facts tried one by one; with more of them all are named."""
MOST_NAMED = 12


class UnsaidFact(NamedTuple):
    """A fact that is not said: the field it stands in, and how a player would tell it.

    Facts of several units that are told alike have ``who`` in braces in ``need``.
    """

    name: str
    need: str
    who: str = ""

    def __str__(self) -> str:
        return f"{self.name}: {self.need.format(who=self.who) if self.who else self.need}"


@dataclass(slots=True)
class Taking:
    """Takes what is not said for good, or against where ``against`` names it (all if None).

    ``asked`` collects the facts that were looked for and not said, by the field they stand in.
    """

    against: Collection[str] | None = ()
    asked: dict[str, UnsaidFact] = field(default_factory=dict)

    def __call__(
        self, value: bool | None, name: str, need: str, *, good: bool, who: str = ""
    ) -> bool:
        """Return a fact, or what it is taken for.

        :param good: which of yes and no is good for the asker.
        :param who: whose fact it is, where ``need`` has that in braces.
        """
        if value is not None:
            return value
        self.asked[name] = UnsaidFact(name, need, who)
        hard = self.against is None or name in self.against
        return not good if hard else good

    @property
    def needs(self) -> tuple[str, ...]:
        """The facts that were looked for and not said, as an answer's needs."""
        return tuple(map(str, self.asked.values()))


def premised(
    told: bool | None, begins: bool | None, row: Section
) -> tuple[bool | None, tuple[Step, ...]]:
    """A fact, taken for good by the premise where it is not said, and the line that tells so."""
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
    """Answer both ways. :param outcome: what of an answer must be the same.

    :param compared: only the outcome is asked for, not what each fact alone would turn.
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
    ends = [receipt.summary or receipt.gist for receipt in (best, worst)]
    if best.verdict == worst.verdict:
        ends = [one.removeprefix(f"{best.verdict}: ") for one in ends]
    at_worst = "" if worst.verdict == "undetermined" else f", at worst {ends[1]}"
    first = needed[0].partition("; else ")[0]
    return replace(told, summary=f"undetermined: at best {ends[0]}{at_worst}; needs {first}")


def told_together(facts: Iterable[tuple[UnsaidFact, str]]) -> Iterator[str]:
    """Facts as needs, those of several units that turn an answer alike as one.

    :param facts: each with what the answer would be by another value of it.
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
            first = UnsaidFact(name, first.need, f"{names} or {last}")
        yield f"{first}{other}"


def otherwise(best: Receipt, told: Receipt) -> str:
    """Say what an answer would be by another value of a fact."""
    if told.verdict == "undetermined":
        return ""
    if told.verdict != best.verdict:
        why = next((step.why for step in told.steps if step.verdict == told.verdict), "")
        return f"; else {told.verdict}: {why}" if why else f"; else {told.verdict}"
    return f"; else {told.summary}" if told.summary and told.summary != best.summary else ""
