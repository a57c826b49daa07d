"""Ferries: between which hexes they go, and what bars a crossing (INS 1.14, 1.15b)."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.rules.mapfile import NOWHERE, MapFile
from clubroute.rules.scs.games import book
from clubroute.rules.scs.movement.costs import FERRY
from clubroute.rules.scs.position import Position


@dataclass(frozen=True, slots=True)
class FerryWay:
    """A way over a Ferry: from a hex to a hex, by the hex between them if there is one."""

    start: int
    end: int
    name: str
    used: int | None = None


def ferries_of(country: MapFile, state: Position, side: str) -> tuple[FerryWay, ...]:
    """The ways by Ferry, either way. An engineer's serves its own side only (1.15b)."""
    found = []
    for name, ferry in (state.ferries or {}).items():
        if ferry.side not in (None, side):
            continue
        ids = [country.id(one) for one in name.split("/")]
        if len(ids) == 1:
            # In a whole hex of water: straight across it, from any side (1.15b).
            pairs = [(country.beside[d][ids[0]], country.beside[d + 3][ids[0]]) for d in range(3)]
        else:
            pairs = [(ids[0], ids[-1])]
        for a, b in (ends for pair in pairs if NOWHERE not in pair for ends in (pair, pair[::-1])):
            found.append(FerryWay(a, b, name, ferry.used))
    return tuple(found)


def drawn_ferry(country: MapFile, a: int, b: int) -> bool:
    """Whether our map assumes a Ferry between two hexes."""
    return b in country.around(a) and FERRY in country.features(country.place(a, b))


def crossing_facts(
    phase: str | None, used: int | None, room: bool | None
) -> dict[str, bool | None]:
    """What must hold for a unit to cross, by the names of ``crossing`` in the table of bridges.

    :param used: the units the Ferry has carried this turn.
    :param room: whether the far bank holds one unit more.
    """
    rule = book("bridges")["ferry"]
    return {
        "phase": None if phase is None else phase == rule.text("phase"),
        "used": None if used is None else used < rule.number("units"),
        "room": room,
    }
