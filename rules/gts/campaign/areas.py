"""Named sets of hexes: the owner's, else the map's."""

from __future__ import annotations

from clubroute.builder.errors import InputError
from clubroute.rules.context import Context
from clubroute.rules.mapfile import MapFile
from clubroute.rules.owner.tables import owner_rows


def owns_area(context: Context, area: str) -> bool:
    """Whether the owner tells an area."""
    return any(row.text("area") == area for row in owner_rows(context, "areas") or ())


def named_area(context: Context, country: MapFile, area: str) -> frozenset[int] | None:
    """Find the hexes of an area by id, None if neither the owner nor the map has it.

    :raises InputError: a hex of the owner's that is not on the map.
    """
    for row in owner_rows(context, "areas") or ():
        if row.text("area") == area:
            try:
                return frozenset(country.id(number) for number in row.many("hexes"))
            except InputError as error:
                raise row.source.error("hexes", error.found, error.expected) from None
    for found in country.areas:
        if found.id == area:
            return frozenset(found.hexes)
    return None
