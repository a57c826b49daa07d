"""Which readings an answer turns on: those whose other value gives another verdict or cost.

That is looked for by the other value of every reading that says something of a hex the answer
looked at, for a unit the reading speaks of. All other readings cannot change the answer. An answer
may say itself how it is compared by all of them at once; else the question is asked again by each.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from clubroute.rules.answer.model import MoveClass, Receipt
from clubroute.rules.gts.movement.graph.network import Network
from clubroute.rules.gts.movement.graph.touched import ANYWHERE, NAMES, ONLY_TO, TouchedByReadings
from clubroute.rules.gts.movement.readings import MovementReadings
from clubroute.rules.gts.situation.surroundings import Surroundings

DECISIVE = ("assumed_barriers",)
"""The readings that may leave a refusal open; all others are only told of."""

if TYPE_CHECKING:
    from clubroute.rules.gts.movement.answers.trips import Trip


@dataclass(frozen=True, slots=True)
class Other:
    """Readings of which one is not that of an answer, and the hexes it looked at they speak of.

    ``leaving``: only of leaving Column there.
    """

    readings: MovementReadings
    hexes: Collection[int]
    leaving: bool = False


Compares = Callable[[Sequence["Trip"], Sequence[Other]], Sequence[bool]]
"""Tells whether an answer is another one for each of the same trips by other readings."""


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer, and the hexes it looked at.

    Where the answer is that no way leads to a hex, ``shut`` has every node that can be reached:
    by another reading too no way leads there, if none leads out of these. ``compares`` is given
    where one pass tells all readings that bring another answer.
    """

    receipt: Receipt
    hexes: Collection[int]
    shut: Collection[int] = ()
    compares: Compares | None = None


def said(receipt: Receipt) -> tuple[Any, ...]:
    """Return the part of an answer a reading may change: verdict, cost, hexes with their costs."""
    extra = receipt.extra
    return receipt.verdict, receipt.total, extra.get("hexes"), extra.get("exits")


def surely_other(before: Receipt, now: Receipt) -> bool:
    """Whether an answer will not be the one before, as that for the first formation shows."""
    if before.verdict not in ("legal", "illegal"):
        return False
    return now.verdict != before.verdict or (now.verdict == "legal" and said(now) != said(before))


def turns_on(
    network: Network,
    touched: TouchedByReadings,
    first: Answered,
    differ: Callable[[Sequence[Other]], Sequence[bool]],
    *,
    classes: Collection[MoveClass],
    forms: bool = True,
    shown: bool = True,
) -> list[str]:
    """The readings an answer turns on, by name.

    ``differ`` tells by which of other readings the answer is another one; ``classes`` are those
    the unit may move as; ``forms`` says whether it might change its formation. Of an answer that
    is not ``shown``, only compared, the readings that decide its verdict are looked for.
    """
    readings = network.rules.readings
    looked = frozenset(first.hexes)
    decisive = DECISIVE if first.receipt.verdict == "illegal" else ()
    names = NAMES if shown else decisive

    def concerned(name: str) -> Collection[int]:
        """The hexes the answer looked at of which a reading speaks."""
        if name in ONLY_TO and ONLY_TO[name].isdisjoint(classes):
            return ()
        if name == ANYWHERE:
            return looked if forms else ()
        return looked & (touched.hexes(name) | unchecked_bridges(name, network.position))

    asked = [
        (name, Other(other, hexes, name == ANYWHERE))
        for name in names
        if (hexes := concerned(name))
        for other in readings.others(name)
    ]
    another = differ([other for _, other in asked]) if asked else ()
    turned = {name for (name, _), differs in zip(asked, another, strict=True) if differs}
    return [name for name in names if name in turned]


def unchecked_bridges(name: str, position: Surroundings) -> frozenset[int]:
    """The hexes beside bridges a state says nobody has checked."""
    if name != "unchecked_bridge":
        return frozenset()
    return frozenset(
        p // 6 for p, crossing in position.crossings.items() if crossing == "unchecked"
    )


def with_notes(receipt: Receipt, readings: MovementReadings, names: Iterable[str]) -> Receipt:
    """The receipt with the readings it turns on among its notes, in the order of their names."""
    notes = {*receipt.extra.get("notes", ()), *(readings.chosen(name) for name in names)}
    if not notes:
        return receipt
    ordered = sorted(notes, key=lambda note: str(note).rsplit("(", 1)[-1])
    return replace(receipt, extra={**receipt.extra, "notes": ordered})
