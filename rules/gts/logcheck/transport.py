"""Tells what rides on what: Divisional Trucks and Jeeps, Infantry on vehicles."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from clubroute.rules.gts.logcheck.board import Snapshot, Standing
from clubroute.rules.gts.logcheck.counter import Counter
from clubroute.rules.position.names import same_group

VEHICLES = ("wheeled", "tracked")
CARRIER = "transport"


def carries(counter: Counter) -> bool:
    """Tell whether others may ride on a Unit."""
    return counter.move_class in VEHICLES or counter.kind == CARRIER


def mounted(board: Snapshot, hex_: int, unit: Counter) -> bool:
    """Tell whether transport of a Unit's Division lies in its hex: it may be mounted on it."""
    return unit.kind != CARRIER and any(
        one.hex == hex_
        and one.counter.kind == CARRIER
        and one.counter.side == unit.side
        and same_group(one.counter.division, unit.division)
        for one in board.units.values()
    )


def riders(units: Iterable[Standing], vehicles: Collection[str] = VEHICLES) -> int:
    """Count the Units of a hex that may ride piggyback on another of their Formation: each vehicle
    carries one (WED S4.0, S4.3; TDC S5.11)."""
    here: dict[str, list[int]] = {}
    for one in units:
        counter = one.counter
        pair = here.setdefault(counter.formation, [0, 0])
        pair[0] += counter.move_class in vehicles
        pair[1] += counter.move_class == "leg"
    return sum(min(pair) for name, pair in here.items() if name)
