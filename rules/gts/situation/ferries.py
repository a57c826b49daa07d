"""Ferries of a position: between which hexes of a map, and how each is (2.18)."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.builder.errors import InputError, Where
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.ferries import FerryKind, ferry_kind
from clubroute.rules.gts.position.markers import Marker
from clubroute.rules.gts.situation.crossings import hex_of


@dataclass(frozen=True, slots=True)
class FerrySite:
    """A ferry: the hex it is in, the hex it points to, and how it is.

    ``kind`` is that of its marker, ``rules`` what holds of such; ``suppressed``, ``hit`` (a
    Cohesion Hit) and ``side`` are None where that is not said.
    """

    start: int
    end: int
    kind: str
    rules: FerryKind
    suppressed: bool | None = None
    hit: bool | None = None
    side: str | None = None

    @property
    def improved(self) -> bool:
        """Whether it is an improved ferry."""
        return self.kind == "improved_ferry"

    @property
    def assault(self) -> bool:
        """Whether it is the assault ferry."""
        return self.kind == "assault_ferry"


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
        marker.ferry,
        ferry_kind(map_.game(start), marker.ferry),
        marker.suppressed,
        marker.cohesion_hit,
        marker.side,
    )
