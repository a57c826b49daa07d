"""Tells what rides on what: Divisional Trucks and Jeeps, Infantry on vehicles."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal, TypeAlias

from clubroute.rules.answer.model import MoveClass
from clubroute.rules.gts.logcheck.board import Snapshot, Standing
from clubroute.rules.gts.logcheck.counter import Counter
from clubroute.rules.position.names import same_group

VEHICLES: tuple[MoveClass, ...] = ("wheeled", "tracked")
CARRIER = "transport"
INDEPENDENT = "Independent"
Carried: TypeAlias = Literal["", "vehicle", "shared", "transport"]
"""What may have carried a Unit: nothing, a Unit that is a vehicle, one of fewer vehicles than there
are Units to ride on them, Divisional Trucks or Jeeps."""
CARRIED = "whether it rode on the vehicle that went the same way (WED S4.1, TDC S5.11)"
SHARED = "which of them rode: a vehicle carries one at a time (WED S4.3, TDC S5.11.3)"
MOUNTED = "whether it had mounted before: then it is of the Independent Formation (WED S5.3, S6.3)"
WALKED = "where it dismounted: it does nothing more in the activation (WED S4.2, TDC S5.11.2)"


def carries(counter: Counter) -> bool:
    """Tell whether others may ride on a Unit."""
    return counter.move_class in VEHICLES or counter.kind == CARRIER


def may_carry(carrier: Counter, rider: Counter) -> Carried:
    """Tell as what a Unit may carry another: Trucks and Jeeps those of their Division (WED S5.3,
    S6.3), a vehicle Infantry of its Formation (WED S4.0, TDC S5.11). What stands alone in its
    Division may be attached: the rulebook's own set-ups mount Infantry on such vehicles."""
    if carrier.side != rider.side or carries(rider) or not carries(carrier):
        return ""
    if carrier.division and rider.division and not same_group(carrier.division, rider.division):
        return ""
    if carrier.kind == CARRIER:
        return "transport"
    known = [name for name in (carrier.formation, rider.formation) if name]
    alone = any(same_group(name, INDEPENDENT) for name in known)
    return "vehicle" if len(known) < 2 or alone or same_group(*known) else ""


def carried_by(others: Collection[Counter], rider: Counter) -> Carried:
    """Tell what of some Units may have carried another: a vehicle rather than transport."""
    if not others:
        return ""
    many = {one.piece: one for one in (*others, rider)}.values()
    found = {may_carry(one, rider) for one in many}
    if "vehicle" not in found:
        return "transport" if "transport" in found else ""
    vehicles = [one for one in many if one.move_class in VEHICLES]
    riders = sum(any(may_carry(one, other) for one in vehicles) for other in many)
    return "vehicle" if riders <= len(vehicles) else "shared"


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
