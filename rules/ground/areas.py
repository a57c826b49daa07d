"""Named sets of hexes: the owner's (``areas.csv``), else the map's."""

from __future__ import annotations

from clubroute.builder.errors import InputError
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.owner.read import OwnerRow
from clubroute.rules.owner.tables import owner_rows
from clubroute.rules.position.names import folded


def owned_area(context: Context, area: str) -> OwnerRow | None:
    """The owner's row of an area, None if he tells none of that name."""
    rows = owner_rows(context, "areas") or ()
    return next((row for row in rows if folded(row.text("area")) == folded(area)), None)


def owned_hexes(country: MapFile, row: OwnerRow) -> tuple[int, ...]:
    """The hexes of an owner's row. :raises InputError: one that is not on the map."""
    try:
        return tuple(country.id(number) for number in row.many("hexes"))
    except InputError as error:
        raise row.source.error("hexes", error.found, error.expected) from None


def named_area(context: Context, country: MapFile, area: str) -> frozenset[int] | None:
    """Find the hexes of an area by id, None if neither the owner nor the map has it.

    :raises InputError: a hex of the owner's that is not on the map.
    """
    row = owned_area(context, area)
    if row is not None:
        return frozenset(owned_hexes(country, row))
    return next((frozenset(one.hexes) for one in country.areas if one.id == area), None)
