"""What a question leaves out of its unit, taken both ways (``tables/unsaid.toml``)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from clubroute.rules.answer.model import Receipt, Step
from clubroute.rules.answer.unsaid import (
    Extent,
    Taking,
    both_ways,
    premised,
)
from clubroute.rules.book.rulebook import Section
from clubroute.rules.scs.games import book
from clubroute.rules.scs.position import Unit


@dataclass(slots=True)
class Guess(Taking):
    """Takes what is not said of units for good or against.

    ``premised`` has the facts that are taken for good because the move ``begins``, as lines.
    """

    begins: bool | None = None
    premised: dict[str, Step] = field(default_factory=dict)

    def of(self, unit: Unit, name: str, told_by: str = "") -> bool:
        """Return a fact of the unit that is asked about.

        :param told_by: the row of the table that says how it is asked for, if not that of its name.
        """
        row = book("unsaid")[told_by or name]
        told, lines = premised(getattr(unit, name), self.begins, row)
        self.premised.update((name, line) for line in lines)
        where, _, need = row.text("need").partition(": ")
        return self(told, where, need, good=row.flag("good"))

    def bars(self, unit: Unit, rules: Section) -> Iterator[tuple[str, str]]:
        """What bars the unit that is asked about, and by which rule.

        :param rules: by fact of a unit in ``bars`` its rule, and what is said if it is against it.
        """
        for name, row in rules.rows("bars").items():
            if self.of(unit, name) is not book("unsaid")[name].flag("good"):
                yield row.text("no"), row.cite


def decided(
    answer: Callable[[Guess], Receipt],
    outcome: Callable[[Receipt], Any],
    begins: bool | None = None,
    extent: Extent | None = None,
    compared: bool = False,
) -> Receipt:
    """Answer both ways. :param outcome: what of an answer must be the same.

    :param compared: nobody reads what the answer would need.
    """
    taken: dict[str, Step] = {}

    def takes(against: Collection[str] | None) -> Guess:
        return Guess(against, begins=begins, premised=taken)

    found = both_ways(takes, answer, outcome, extent, compared)
    # What is illegal even so is illegal whatever came before.
    return found if found.verdict == "illegal" else found.after(tuple(taken.values()))


def as_it_begins(unit: Unit, begins: bool | None, name: str) -> tuple[Unit, tuple[Step, ...]]:
    """A unit with a fact that the premise gives it if it does not say it, and the line for that."""
    fact, lines = premised(getattr(unit, name), begins, book("unsaid")[name])
    told: dict[str, Any] = {name: fact}
    return replace(unit, **told), lines


def phase_begins(holds: bool | None, begins: bool | None) -> tuple[bool | None, tuple[Step, ...]]:
    """Whether it is its side's Movement Phase, which the premise tells where the turn does not."""
    return premised(holds, begins, book("unsaid")["phase"])
