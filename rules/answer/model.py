"""Questions and answers in the players' terms: units, verdicts, receipts.

Movement points are counted in halves everywhere inside (``half_mp``), so every cost is a whole
number; they become 0.5 steps only where an answer leaves the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import (
    Any,
    Literal,
    TypeAlias,
    get_args,
)

from clubroute.builder.provenance import Provenance, weakest
from clubroute.rules.answer.first_line import first_line, left_out
from clubroute.rules.answer.needs import need_records

MoveClass: TypeAlias = Literal["leg", "wheeled", "tracked"]
MOVE_CLASSES: tuple[MoveClass, ...] = ("leg", "wheeled", "tracked")

Verdict: TypeAlias = Literal[
    "legal",
    "illegal",
    "clear",
    "blocked",
    "open",
    "closed",
    "controlled",
    "contested",
    "decided",
    "undetermined",
]
"""``decided``: the answer is in its further results, no yes or no."""
VERDICTS: tuple[str, ...] = get_args(Verdict)


REFEREE = "referee: "
"""How a note begins that tells a reading of the rules the answer turns on."""


def mp(half_mp: int) -> float | int:
    """Turn half-MP into movement points as JSON has them.

    >>> mp(3), mp(4)
    (1.5, 2)
    """
    return half_mp // 2 if half_mp % 2 == 0 else half_mp / 2


def amount(half_mp: int) -> str:
    """Write half-MP as players do: 1½."""
    whole, half = divmod(half_mp, 2)
    return f"{whole or ''}½" if half else str(whole)


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a receipt: what was done, what it cost, and the rule it rests on.

    ``cost`` is in half-MP, None where the line has no cost. ``rule`` is a citation such as
    ``WED 2.11``. Hexes are printed numbers.
    """

    why: str
    rule: str
    cost: int | None = None
    start: str = ""
    end: str = ""
    provenance: Provenance = "rulebook"
    verdict: Verdict | None = None

    def record(self) -> dict[str, Any]:
        """Return JSON values, empty fields left out."""
        values: dict[str, Any] = {"from": self.start, "to": self.end}
        values = {name: value for name, value in values.items() if value}
        if self.cost is not None:
            values["cost"] = mp(self.cost)
        values |= {"why": self.why, "rule": self.rule, "provenance": self.provenance}
        if self.verdict:
            values["verdict"] = self.verdict
        return values


@dataclass(frozen=True, slots=True)
class Receipt:
    """A verdict with its working.

    ``total`` is in half-MP. ``needs`` names the data the owner must supply before the question
    can be answered; ``unchecked`` what the answer did not look at; ``notes`` remarks, such as the
    readings it turned on; ``extra`` further results by name, as JSON values. ``summary`` is its
    first line, if the method says one. ``conditions`` has, by need, what must hold for a yes;
    ``then`` what the dice that were thrown bring if it does.
    """

    verdict: Verdict
    steps: tuple[Step, ...] = ()
    total: int | None = None
    needs: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()
    summary: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    conditions: Mapping[str, str] = field(default_factory=dict)
    then: str = ""

    @property
    def provenance(self) -> Provenance:
        """The weakest provenance of any line; a reading on which the answer turns is a referee's
        word."""
        notes = (*self.notes, *self.extra.get("notes", ()))
        rests = weakest(step.provenance for step in self.steps)
        return "assumed" if any(note.startswith(REFEREE) for note in notes) else rests

    @property
    def gist(self) -> str:
        """The first line."""
        return first_line(self)

    def after(self, lines: tuple[Step, ...]) -> Receipt:
        """Put lines before the others: those that complete the question."""
        if not lines:
            return self
        return replace(self, steps=(*lines, *self.steps), summary=self.gist)

    def record(self) -> dict[str, Any]:
        """Return JSON values: the result of a method."""
        values: dict[str, Any] = {"verdict": self.verdict}
        if self.total is not None:
            values["total"] = mp(self.total)
        values["summary"] = self.gist
        values["steps"] = [step.record() for step in self.steps]
        if self.needs:
            values["needs"] = need_records(self.needs)
        if self.unchecked:
            values["unchecked"] = list(self.unchecked)
        values["provenance"] = self.provenance
        values |= {name: one for name, one in self.extra.items() if one is not None}
        if notes := [*self.extra.get("notes", ()), *self.notes, *left_out(self)]:
            values["notes"] = list(dict.fromkeys(notes))
        return values
