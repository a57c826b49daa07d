"""Zones of Control: which units have one, and which hexes it reaches (INS 1.6b–1.9, SCS series)."""

from __future__ import annotations

from clubroute.rules.mapfile import MapFile
from clubroute.rules.scs.fight.ground import side_kind
from clubroute.rules.scs.position import Position, Unit
from clubroute.rules.scs.position.units import NA
from clubroute.rules.scs.readings import Readings

WET = ("sea_line", "ferry")


def exerts(unit: Unit) -> bool | None:
    """Whether a unit has a ZOC; None if something that would take it away is not said.

    Artillery, Disorganized units, units Out of Supply and those with an MA of Na or zero have none.
    """
    without = (unit.artillery, unit.dg, unit.oos, None if unit.ma is None else unit.ma in (NA, 0))
    return False if any(without) else None if None in without else True


def in_zone(
    country: MapFile, state: Position, hex_: str, side: str, options: Readings
) -> bool | None:
    """Whether a hex is in the ZOC of a side's units; None where the position does not say."""
    if state.units is None:
        return None
    id_ = country.id(hex_)
    beside = set(map(country.number, country.around(id_)))
    found: bool | None = False
    for unit in state.units:
        if unit.side not in (side, None) or unit.hex not in {*beside, None}:
            continue
        kind = None if unit.hex is None else side_kind(country, unit.hex, hex_, state)
        dry = None if kind is None else kind not in WET or options["zoc_water"] == "yes"
        has = exerts(unit)
        if has and dry and unit.side:
            return True
        if has is not False and dry is not False:
            found = None
    return found
