"""Which readings an answer turns on: those whose other value gives another verdict or cost.

The question is asked again by the other value of every reading that says something of a hex the
answer looked at, for a unit the reading speaks of. All other readings cannot change the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any

from clubroute.rules.gts.movement.graph.network import Network
from clubroute.rules.gts.movement.graph.touched import ANYWHERE, NAMES, ONLY_TO, TouchedByReadings
from clubroute.rules.gts.movement.readings import MovementReadings
from clubroute.rules.gts.situation.surroundings import Surroundings
from clubroute.rules.model import MoveClass, Receipt


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer, and the hexes it looked at.

    Where the answer is that no way leads to a hex, ``shut`` has every node that can be reached:
    by another reading too no way leads there, if none leads out of these.
    """

    receipt: Receipt
    hexes: Collection[int]
    shut: Collection[int] = ()


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
    again: Callable[[MovementReadings, Collection[int]], Receipt],
    *,
    classes: Collection[MoveClass],
    forms: bool = True,
) -> list[str]:
    """The readings an answer turns on, by name.

    ``again`` answers the question by other readings, told the hexes they speak of; ``classes`` are
    those the unit may move as; ``forms`` says whether it might change its formation.
    """
    readings, before = network.rules.readings, said(first.receipt)
    looked = frozenset(first.hexes)

    def concerned(name: str) -> Collection[int]:
        """The hexes the answer looked at of which a reading speaks."""
        if name in ONLY_TO and ONLY_TO[name].isdisjoint(classes):
            return ()
        if name == ANYWHERE:
            return looked if forms else ()
        return looked & (touched.hexes(name) | unchecked_bridges(name, network.position))

    return [
        name
        for name in NAMES
        if (hexes := concerned(name))
        and any(said(again(o, hexes)) != before for o in readings.others(name))
    ]


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
