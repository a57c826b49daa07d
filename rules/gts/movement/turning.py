"""Which readings an answer turns on: those whose other value gives another verdict or cost.

An answer is asked again by the other value of every reading that could touch it: one that says
something of a hex the answer looked at. What a reading does not touch is shared with the first
graph, and the other graph is kept with it, so that asking again costs little. What is reached is
not even searched again where nothing can have changed (:mod:`rules.gts.movement.reach_again`), nor
is a cheapest way that nothing can make cheaper (:mod:`clubroute.rules.gts.movement.best_again`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from clubroute.rules.gts.movement.best_again import leads_cheaper
from clubroute.rules.gts.movement.network import Network
from clubroute.rules.gts.movement.position import Position
from clubroute.rules.gts.movement.reach_again import Searched, reaches_otherwise
from clubroute.rules.gts.movement.readings import Readings
from clubroute.rules.gts.movement.reread import Reread
from clubroute.rules.gts.movement.search import Led
from clubroute.rules.gts.movement.step import Rules
from clubroute.rules.gts.movement.touched import ANYWHERE, ONLY_TO, Touched
from clubroute.rules.model import MoveClass, Receipt

HARDER: Mapping[str, str] = {
    "raised_ends": "closed",
    "stream_on_foot": "pays",
    "leave_column": "mp",
    "leave_raised": "mp",
    "swamp_column": "kept",
    "missing_terrain": "closed",
    "unchecked_bridge": "avoid",
}
"""The value of a reading by which no step costs less than by the other: who has a cheapest way
already can lose it by that value, but gain nothing."""

NAMES = tuple(field.name for field in fields(Readings))


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer, the hexes it looked at, and those its ways lead through (None: all of them).

    ``searched`` is given where nothing of the answer turns on a reading but what is reached,
    ``led`` where nothing of it does but the way that is told of.
    """

    receipt: Receipt
    hexes: Collection[int]
    ways: Collection[int] | None = None
    searched: Searched | None = None
    led: Led | None = None


def said(receipt: Receipt) -> tuple[Any, ...]:
    """What of an answer a reading may change: verdict, cost, and what is reached for how much."""
    extra = receipt.extra
    return receipt.verdict, receipt.total, extra.get("hexes"), extra.get("exits")


def turns_on(
    network: Network,
    touched: Touched,
    first: Answered,
    again: Callable[[Callable[[Network], Network]], Receipt],
    *,
    classes: Collection[MoveClass],
    forms: bool = True,
) -> list[str]:
    """The readings an answer turns on, by name.

    ``again`` answers with every graph replaced as it is told; ``classes`` are those the unit may
    move as; ``forms`` says whether it might change its formation.
    """
    rules, position = network.rules, network.position
    ways = first.hexes if first.ways is None else first.ways
    found = []
    for name in NAMES:
        if name in ONLY_TO and ONLY_TO[name].isdisjoint(classes):
            continue
        near = None if name == ANYWHERE else touched.by(name) | unchecked_bridges(name, position)
        if near is None and not forms:
            continue
        for readings in rules.readings.others(name):
            harder = HARDER.get(name) == getattr(readings, name)
            easier = name in HARDER and not harder
            looked = ways if harder else first.hexes
            if not looked or (near is not None and near.isdisjoint(looked)):
                continue
            other = replace(rules, readings=readings)

            def reread(
                base: Network, other: Rules = other, near: frozenset[int] | None = near
            ) -> Reread:
                return Reread.of(base, other, near)

            if first.searched is not None:
                turns = reaches_otherwise(reread(network), near, first.searched)
            elif first.led is not None and stands(
                first.led, reread(network), near, harder=harder, easier=easier
            ):
                turns = False
            else:
                turns = said(again(reread)) != said(first.receipt)
            if turns:
                found.append(name)
                break
    return found


def stands(
    led: Led, other: Reread, near: frozenset[int] | None, *, harder: bool, easier: bool
) -> bool:
    """Whether a cheapest way is one by another reading too: it costs the same, and none is cheaper.

    ``harder``: the reading makes no step cheaper, ``easier``: none dearer.
    """
    same = easier or led.costs_as_much(other)
    if same and (harder or not leads_cheaper(other, near, led)):
        return True
    return not easier and led.is_led_by(other)


def unchecked_bridges(name: str, position: Position) -> frozenset[int]:
    """The hexes beside bridges a state says nobody has checked."""
    if name != "unchecked_bridge":
        return frozenset()
    return frozenset(
        p // 6 for p, crossing in position.crossings.items() if crossing == "unchecked"
    )


def with_notes(receipt: Receipt, readings: Readings, names: Iterable[str]) -> Receipt:
    """The receipt with the readings it turns on among its notes, in the order of their names."""
    notes = {*receipt.extra.get("notes", ()), *(readings.chosen(name) for name in names)}
    if not notes:
        return receipt
    ordered = sorted(notes, key=lambda note: str(note).rsplit("(", 1)[-1])
    return replace(receipt, extra={**receipt.extra, "notes": ordered})
