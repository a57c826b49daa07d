"""Fire Zones worked out from a position's definition of them, for every question alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from clubroute.rules.ground.mapfile import NOWHERE, MapFile
from clubroute.rules.ground.maps import country_of
from clubroute.rules.gts.kinds import ALLIED, GERMAN
from clubroute.rules.gts.los.line_rules import CLEAR, UNKNOWN
from clubroute.rules.gts.los.questions import scene_of, sight_of
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.position import FireZoneRule
from clubroute.rules.gts.situation.crossings import hex_of
from clubroute.rules.gts.situation.zones import Sees

if TYPE_CHECKING:
    from clubroute.rules.asking.context import Context


def with_zones(context: Context, position: Position, told: Mapping[str, Any]) -> Position:
    """Complete a position with the Fire Zones its definition gives each side that lists none.

    ``told`` are the question's parameters; without a map nothing can be worked out.
    """
    zones, country = position.fire_zones, country_of(context, told)
    if zones is None or zones.definition is None or country is None:
        return position
    rule = zones.definition
    sees = sees_on(context, country, position) if rule.sight else None
    listed = ((ALLIED, zones.allied), (GERMAN, zones.german))
    allied, german = (
        zones_of(country, position, rule, side, sees) if hexes is None else hexes
        for side, hexes in listed
    )
    ours = frozenset(side for side, hexes in listed if hexes is None)
    found = replace(zones, allied=allied, german=german, worked_out=ours)
    return replace(position, fire_zones=found)


def zones_of(
    country: MapFile, position: Position, rule: FireZoneRule, side: str, sees: Sees | None
) -> tuple[str, ...] | None:
    """Work out the hexes of a side's Fire Zones; None if what is said does not decide them all.

    :raises InputError: a Unit in a hex that is on no map of the game.
    """
    if position.units is None:
        return None
    found: set[str] = set()
    for index, unit in enumerate(position.units):
        projects = rule.holds_for(unit)
        if unit.side not in (None, side) or projects is False:
            continue
        if None in (unit.side, unit.hex) or projects is None:
            return None
        if unit.fire_zones is not None:
            found.update(unit.fire_zones)
            continue
        start = hex_of(country, unit.hex, f"state.units[{index}].hex")
        if start is None:
            continue
        for hex_id in around(country, start, rule.range):
            seen = True if sees is None or hex_id == start else sees(start, hex_id)
            if seen is None:
                return None
            if seen:
                found.add(country.number(hex_id))
    return tuple(sorted(found))


def around(country: MapFile, start: int, hexes: int) -> set[int]:
    """List the hexes of a map that are at most so many hexes from one, itself included."""
    found, edge = {start}, {start}
    for _ in range(hexes):
        edge = {column[one] for one in edge for column in country.beside} - found - {NOWHERE}
        found |= edge
    return found


def sees_on(context: Context, country: MapFile, position: Position) -> Sees:
    """Lines of Sight on a map in a position."""
    # Only Fire Zones by sight need it.

    sight = sight_of(context, scene_of(country, position))

    def sees(a: int, b: int) -> bool | None:
        outcome = sight.look(country.hex(a), country.hex(b))
        return None if outcome == UNKNOWN else outcome == CLEAR

    return sees
