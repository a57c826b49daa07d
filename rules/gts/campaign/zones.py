"""Airborne zones: their hexes, what they are meant for, and whose they are (WED 3.3, TDC 3.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.builder.provenance import Provenance
from clubroute.rules.context import Context
from clubroute.rules.gts.campaign.ask import same_name
from clubroute.rules.gts.games import book
from clubroute.rules.mapfile import MapArea, MapFile
from clubroute.rules.owner.tables import owner_rows
from clubroute.rules.rulebook import Section

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


def zones_of(context: Context, map: MapFile) -> dict[str, Zone]:
    """Every zone by id: the map's, the owner's in place of the map's."""
    rules = book("drop", "mg")["zones"]
    found = {area.id: from_map(map, area, rules) for kind in KINDS for area in map.areas_of(kind)}
    for row in owner_rows(context, "zones") or ():
        for hex in row.many("hexes"):
            try:
                map.id(hex)
            except InputError as error:
                raise row.source.error("hexes", error.found, error.expected) from None
        id = row.text("zone")
        kind, hexes = row.text("kind"), row.many("hexes")
        found[id] = Zone(id, row.text("name"), kind, row.yes("starred"), hexes, "rulebook")
    return found


def from_map(map: MapFile, area: MapArea, rules: Section) -> Zone:
    """A zone of the map."""
    kind = next((word for word in ("dz", "lz") if area.id in rules.words(word)), "dz/lz")
    hexes = tuple(map.number(hex) for hex in area.hexes)
    basis = map.bases[area.basis].provenance
    return Zone(area.id, area.name, kind, area.id in rules.words("starred"), hexes, basis)


def zone_at(context: Context, map: MapFile, id: str) -> Zone:
    """The zone of that id or name. :raises InputError: there is none."""
    known = zones_of(context, map)
    for zone in known.values():
        if id in (zone.id, zone.name):
            return zone
    near = nearest_name(id, [*known, *(zone.name for zone in known.values())])
    raise InputError(Where("params", part="zone"), repr(id), "an airborne zone of the map", near)


def division_zones(context: Context, division: str) -> tuple[str, ...] | None:
    """The ids of the zones a Division uses, None if the owner has not said."""
    rows = owner_rows(context, "division_zones") or ()
    found = [row.text("zone") for row in rows if same_name(row.text("division"), division)]
    return tuple(found) or None


def supply_zone(context: Context, division: str) -> str | None:
    """The id of a Division's supply drop zone, None if the owner has not said."""
    for row in owner_rows(context, "division_zones") or ():
        if row.yes("supply") and same_name(row.text("division"), division):
            return row.text("zone")
    return None


def in_zone(units: Iterable[Mapping[str, Any]], zone: Zone, side: str) -> list[Mapping[str, Any]]:
    """The side's Units in a zone."""
    return [unit for unit in units if unit.get("side") == side and unit.get("hex") in zone.hexes]
