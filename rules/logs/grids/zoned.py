"""Zones: parts of a board with grids of their own."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.rules.logs.grids.hexgrid import HexGrid, Snapping
from clubroute.rules.logs.grids.numbering import GRID_LOCATION, formatted
from clubroute.rules.logs.grids.plain import RegionGrid, SquareGrid
from clubroute.rules.logs.grids.shapes import Pixel, inside

PlainGrid = HexGrid | SquareGrid | RegionGrid


@dataclass(frozen=True, slots=True)
class GridZone:
    """A part of a board inside ``path``, in px of the board. ``grid`` is None where the zone as
    a whole is the place."""

    name: str
    path: tuple[Pixel, ...]
    format: str
    grid: PlainGrid | None


@dataclass(frozen=True, slots=True)
class ZonedGrid:
    """Zones, the first that holds a point counts; ``background`` is the grid of the rest."""

    zones: tuple[GridZone, ...]
    background: PlainGrid | None = None

    def zone_at(self, point: Pixel) -> GridZone | None:
        """The zone a point is in."""
        for zone in self.zones:
            if inside(zone.path, point.x, point.y):
                return zone
        return None

    def centre(self, point: Pixel, snapping: Snapping) -> Pixel:
        """The centre of the cell a point is in; the point itself where there is no grid."""
        grid = self._grid(point)
        return point if grid is None else grid.centre(point, snapping)

    def snap(self, point: Pixel, snapping: Snapping) -> Pixel:
        """Where a piece dropped at a point comes to rest."""
        grid = self._grid(point)
        return point if grid is None else grid.snap(point, snapping)

    def location(self, point: Pixel) -> str | None:
        """The name of the place a point is in."""
        zone = self.zone_at(point)
        if zone is None:
            return None if self.background is None else self.background.location(point)
        place = zone.grid.location(point) if zone.grid is not None else None
        return formatted(zone.format, {"name": zone.name, GRID_LOCATION: place or ""})

    def _grid(self, point: Pixel) -> PlainGrid | None:
        zone = self.zone_at(point)
        return self.background if zone is None else zone.grid


Grid = PlainGrid | ZonedGrid
