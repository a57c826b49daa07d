"""Where hexes lie in the px of a whole map at 72 px a hex."""

from __future__ import annotations

import math
from dataclasses import dataclass

from clubroute.builder.art.canvas import Spot
from clubroute.builder.grid import Hex, Hexside, Lattice, Point
from clubroute.builder.pixels import Scale, axis_scales


@dataclass(frozen=True)
class Place:
    """A lattice in px."""

    lattice: Lattice

    def px(self, point: Point) -> Spot:
        """Px of an affine point."""
        x, y = axis_scales(self.lattice, Scale())
        return float(point.x * x), float(point.y * y)

    def centre(self, h: Hex) -> Spot:
        """Px of a hex centre."""
        return self.px(self.lattice.centre(h))

    def ends(self, side: Hexside) -> tuple[Spot, Spot]:
        """Px of a hexside's vertices, the left or upper one first."""
        a, b = sorted(map(self.px, self.lattice.hexside_ends(side)))
        return a, b

    def middle(self, side: Hexside) -> Spot:
        """Px of a hexside's middle."""
        (ax, ay), (bx, by) = self.ends(side)
        return (ax + bx) / 2, (ay + by) / 2

    def way(self, side: Hexside) -> Spot:
        """The unit direction of a hexside, to the right or down."""
        a, b = self.ends(side)
        length = math.dist(a, b)
        return (b[0] - a[0]) / length, (b[1] - a[1]) / length
