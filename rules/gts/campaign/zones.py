"""Airborne zones: their hexes, what they are meant for, and whose they are (WED 3.3, TDC 3.3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.builder.provenance import Provenance
from clubroute.rules.asking.context import Context
from clubroute.rules.book.rulebook import Section
from clubroute.rules.ground.mapfile import MapArea, MapFile
from clubroute.rules.gts.games import book
from clubroute.rules.gts.position import NOTHING_SAID
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.roster import roster_of
from clubroute.rules.gts.situation.condition import Condition
from clubroute.rules.gts.situation.limiting import Limiting, conditions_of
from clubroute.rules.owner.tables import owner_rows
from clubroute.rules.position.names import same_group

KINDS = ("drop_zone", "landing_zone", "supply_drop")


@dataclass(frozen=True, slots=True)
class Zone:
    """An airborne zone. ``kind`` is dz, lz or dz/lz; hexes are as printed."""

    id: str
    name: str
    kind: str
    starred: bool
    hexes: tuple[str, ...]
    provenance: Provenance

    @property
    def suits_gliders(self) -> bool:
        """Whether gliders land there without a penalty."""
        return self.kind != "dz"


def zones_of(context: Context, country: MapFile) -> dict[str, Zone]:
    """List every zone by id: the map's, the owner's in place of the map's."""
    rules = book("drop", "mg")["zones"]
    areas = [area for kind in KINDS for area in country.areas_of(kind)]
    found = {area.id: from_map(country, area, rules) for area in areas}
    for row in owner_rows(context, "zones") or ():
        hexes = row.many("hexes")
        for number in hexes:
            try:
                country.id(number)
            except InputError as error:
                raise row.source.error("hexes", error.found, error.expected) from None
        zone, name, kind = row.text("zone"), row.text("name"), row.text("kind")
        found[zone] = Zone(zone, name, kind, row.yes("starred"), hexes, "rulebook")
    return found


def from_map(country: MapFile, area: MapArea, rules: Section) -> Zone:
    """Make a zone of an area of the map."""
    kind = next((word for word in ("dz", "lz") if area.id in rules.words(word)), "dz/lz")
    hexes = tuple(country.number(place) for place in area.hexes)
    basis = country.bases[area.basis].provenance
    return Zone(area.id, area.name, kind, area.id in rules.words("starred"), hexes, basis)


def zone_at(context: Context, country: MapFile, named: str) -> Zone:
    """Find the zone of an id or name. :raises InputError: there is none."""
    known = zones_of(context, country)
    told, zones = zone_words(named), tuple(known.values())
    found = [zone for zone in zones if told in (zone_words(zone.id), zone_words(zone.name))]
    found = found or [zone for zone in zones if told in zone_calls(zone)]
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(zone.id for zone in found)
        raise InputError(Where("params", part="zone"), repr(named), f"one of {names}")
    near = nearest_name(named, [*known, *(zone.name for zone in known.values())])
    raise InputError(Where("params", part="zone"), repr(named), "an airborne zone of the map", near)


def zone_words(name: str) -> str:
    """A zone's name in small letters without blanks, hyphens and stars."""
    return "".join(sign for sign in name.casefold() if sign not in " -*")


def zone_calls(zone: Zone) -> tuple[str, ...]:
    """What a zone of two purposes, ``DZ/LZ Y``, is called for short: ``dzy`` and ``lzy``."""
    words = zone_words(zone.name)
    letter = words.removeprefix("dz/lz")
    return (f"dz{letter}", f"lz{letter}") if letter != words else ()


def division_zones(context: Context, division: str) -> tuple[str, ...] | None:
    """List the ids of the zones a Division uses, None if the owner has not said."""
    rows = owner_rows(context, "division_zones") or ()
    found = [row.text("zone") for row in rows if same_group(row.text("division"), division)]
    return tuple(found) or None


def others_zone(context: Context, zone: Zone, division: str) -> str | None:
    """Find the other Division to which the owner gives a zone, which is then its alone."""
    rows = owner_rows(context, "division_zones") or ()
    names = (row.text("division") for row in rows if row.text("zone") == zone.id)
    return next((name for name in names if not same_group(name, division)), None)


def scheduled_zones(country: MapFile, zone: Zone, division: str) -> frozenset[str]:
    """List the zones in which a Division's Formations land by the reinforcement schedule, where
    the rulebook of the zone's game has it; none where it has not.
    """
    schedule = book("drop", country.game(country.id(zone.hexes[0])))["historical"]
    if not schedule.holds:
        return frozenset()
    roster = roster_of(country.window)
    return frozenset(
        name
        for row in schedule.value("sticks")
        for name in row["zones"]
        if same_group(roster.division_of(row["formation"]) or "", division)
    )


def kept_out(context: Context, country: MapFile, unit: Unit, zone: Zone) -> Condition | None:
    """Find what keeps a Unit out of every hex of a zone wherever it comes from; None if nothing."""
    hexes = {country.id(number) for number in zone.hexes}
    who = Limiting(context, country, unit, NOTHING_SAID, moves=False)
    return next((one for one in conditions_of(who) if hexes <= one.shut), None)


def supply_zone(context: Context, division: str) -> str | None:
    """Find the id of a Division's supply drop zone, None if the owner has not said."""
    for row in owner_rows(context, "division_zones") or ():
        if row.yes("supply") and same_group(row.text("division"), division):
            return row.text("zone")
    return None


def in_zone(units: Iterable[Unit] | None, zone: Zone, side: str) -> list[Unit]:
    """List the side's Units that are said to be in a zone."""
    return [unit for unit in units or () if unit.side == side and unit.hex in zone.hexes]


def in_zone_unsaid(units: Iterable[Unit] | None, zone: Zone, side: str) -> bool:
    """Whether more of the side's Units may be in a zone than :func:`in_zone` lists."""
    return units is None or any(
        None in (unit.side, unit.hex)
        and unit.side in (None, side)
        and (unit.hex is None or unit.hex in zone.hexes)
        for unit in units
    )
