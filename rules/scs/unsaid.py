"""What a question leaves out of its unit, taken both ways (``tables/unsaid.toml``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from clubroute.rules.model import Receipt
from clubroute.rules.rulebook import Section
from clubroute.rules.scs.games import book
from clubroute.rules.scs.position import Unit
from clubroute.rules.unsaid import Taking, both_ways


@dataclass(slots=True)
class Guess(Taking):
    """Takes what is not said of units for good or against."""

    def of(self, unit: Unit, name: str) -> bool:
        """Return a fact of the unit that is asked about."""
        row = book("unsaid")[name]
        field, _, need = row.text("need").partition(": ")
        return self(getattr(unit, name), field, need, good=row.flag("good"))

    def bars(self, unit: Unit, rules: Section) -> Iterator[tuple[str, str]]:
        """What bars the unit that is asked about, and by which rule.

        :param rules: by fact of a unit in ``bars`` its rule, and what is said if it is against it.
        """
        for name, row in rules.rows("bars").items():
            if self.of(unit, name) is not book("unsaid")[name].flag("good"):
                yield row.text("no"), row.cite


def decided(answer: Callable[[Guess], Receipt], outcome: Callable[[Receipt], Any]) -> Receipt:
    """Answer both ways. :param outcome: what of an answer must be the same."""
    return both_ways(Guess, answer, outcome)
