"""Ferries of a position: between which hexes of a map, and how each is (2.18)."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.builder.errors import InputError, Where
from clubroute.rules.gts.position.markers import Marker
from clubroute.rules.gts.situation.crossings import hex_of
from clubroute.rules.mapfile import MapFile


@dataclass(frozen=True, slots=True)
class FerrySite:
    """A ferry: the hex it is in, the hex it points to, and how it is."""

    start: int
    end: int
    improved: bool = False
    assault: bool = False
    suppressed: bool = False


def ferry_of(map_: MapFile, marker: Marker, part: str) -> FerrySite | None:
    """A ferry marker, if both its hexes are on the map. :raises InputError: not adjacent."""
    start = hex_of(map_, marker.hex, f"{part}.hex")
    end = hex_of(map_, marker.to, f"{part}.to")
    if start is None or end is None:
        return None
    if end not in [column[start] for column in map_.beside]:
        raise InputError(
            Where("params", part=f"{part}.to"), str(marker.to), "a hex next to the ferry's"
        )
    return FerrySite(
        start,
        end,
        improved=marker.ferry == "improved_ferry",
        assault=marker.ferry == "assault_ferry",
        suppressed=marker.suppressed is True,
    )
