"""Square grids and irregular grids of named places."""

from __future__ import annotations

import math
from dataclasses import dataclass

from clubroute.rules.logs.grids.hexgrid import Snapping
from clubroute.rules.logs.grids.numbering import Numbering
from clubroute.rules.logs.grids.shapes import Pixel, java_round


@dataclass(frozen=True, slots=True)
class SquareGrid:
    """Rectangles ``dx`` by ``dy`` px; ``x0``, ``y0`` is the centre of the first."""

    dx: float
    dy: float
    x0: int = 24
    y0: int = 24
    snaps: bool = True
    edges: bool = False
    corners: bool = False
    numbering: Numbering | None = None
    size: tuple[int, int] = (0, 0)

    def centre(self, point: Pixel, snapping: Snapping) -> Pixel:
        """The centre of the square a point is in."""
        column = 2 * java_round((point.x - self.x0) / self.dx)
        row = 2 * java_round((point.y - self.y0) / self.dy)
        return self._at(column, row)

    def snap(self, point: Pixel, snapping: Snapping) -> Pixel:
        """Where a piece dropped at a point comes to rest."""
        if not self.snaps:
            return point
        if not (self.edges or self.corners):
            return self.centre(point, snapping)
        x, y = point.x - self.x0, point.y - self.y0
        column, row = java_round(x / (0.5 * self.dx)), java_round(y / (0.5 * self.dy))
        if not self.edges:
            even = row % 2 == 0
            near = x / self.dx
            column = 2 * java_round(near) if even else 1 + 2 * java_round(near - 0.5)
        elif not self.corners and (row % 2 or column % 2 == 0):
            column = 2 * java_round(x / self.dx)
        return self._at(column, row)

    def _at(self, halves_x: int, halves_y: int) -> Pixel:
        x = self.x0 + java_round(halves_x * self.dx / 2)
        return Pixel(x, self.y0 + java_round(halves_y * self.dy / 2))

    def location(self, point: Pixel) -> str | None:
        """The number of the square a point is in."""
        numbering = self.numbering
        if numbering is None:
            return None
        column = math.floor((point.x - self.x0) / self.dx + 0.5)
        # A cast where columns have a floor: above the grid the engine counts one off.
        row = int((point.y - self.y0) / self.dy + 0.5)
        if numbering.descending[0]:
            column = int(self.size[0] / self.dx + 0.5) - column
        if numbering.descending[1]:
            row = int(self.size[1] / self.dy + 0.5) - row
        return numbering.name(column, row)


@dataclass(frozen=True, slots=True)
class RegionGrid:
    """Named points; everything belongs to the nearest."""

    regions: tuple[tuple[str, Pixel], ...]
    snaps: bool = True

    def centre(self, point: Pixel, snapping: Snapping) -> Pixel:
        """The nearest named point; the point itself if there is none."""
        found = self._nearest(point)
        return point if found is None else found[1]

    def snap(self, point: Pixel, snapping: Snapping) -> Pixel:
        """Where a piece dropped at a point comes to rest."""
        return self.centre(point, snapping) if self.snaps else point

    def location(self, point: Pixel) -> str | None:
        """The name of the nearest point."""
        found = self._nearest(point)
        return None if found is None else found[0]

    def _nearest(self, point: Pixel) -> tuple[str, Pixel] | None:
        return min(
            self.regions,
            key=lambda named: (named[1].x - point.x) ** 2 + (named[1].y - point.y) ** 2,
            default=None,
        )
