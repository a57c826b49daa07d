"""Questions and answers in the players' terms: units, verdicts, receipts.

Movement points are counted in halves everywhere inside (``half_mp``), so every cost is a whole
number; they become 0.5 steps only where an answer leaves the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from clubroute.builder.provenance import Provenance, weakest

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


def mp(half_mp: int) -> float | int:
    """Movement points as players write them: 3 halves are 1.5, 4 halves are 2."""
    return half_mp // 2 if half_mp % 2 == 0 else half_mp / 2


@dataclass(frozen=True, slots=True)
class Unit:
    """What of a unit matters to the rules.

    ``ma`` is its movement allowance in half-MP, None if the owner has not supplied it.
    ``organic`` is the class of its Organic Transport while mounted, else None.
    """

    move_class: MoveClass
    column: bool = False
    ma: int | None = None
    kind: str = ""
    id: str = ""
    side: str = ""
    organic: MoveClass | None = None


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
        """As JSON values, empty fields left out."""
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
    can be answered; ``unchecked`` what the answer did not look at; ``extra`` further results by
    name, as JSON values.
    """

    verdict: Verdict
    steps: tuple[Step, ...] = ()
    total: int | None = None
    needs: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()
    summary: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def provenance(self) -> Provenance:
        """The weakest provenance any line rests on."""
        return weakest(step.provenance for step in self.steps)

    def record(self) -> dict[str, Any]:
        """As JSON values: the result of a method."""
        values: dict[str, Any] = {"verdict": self.verdict}
        if self.total is not None:
            values["total"] = mp(self.total)
        if self.summary:
            values["summary"] = self.summary
        values["steps"] = [step.record() for step in self.steps]
        if self.needs:
            values["needs"] = list(self.needs)
        if self.unchecked:
            values["unchecked"] = list(self.unchecked)
        values["provenance"] = self.provenance
        return {**values, **self.extra}
