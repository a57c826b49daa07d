"""Where the hexes and lines of a map lie on a picture, in map px."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.courses import Courses, courses_of
from clubroute.builder.art.plan import BoardPlan
from clubroute.builder.grid import Hex, Hexside, Point, neighbours
from clubroute.builder.pixels import BoardView, axis_scales
from clubroute.builder.sources.style import BoardStyle
from clubroute.builder.terrain import TerrainMap

REACH = 3
"""Hexes beyond a picture's edge that can still show on it: curves, symbols, names."""


@dataclass(frozen=True)
class Plot:
    """A view of a map with its style; lengths in style are px at 72 px a hex.

    ``plan`` holds what lies where for the map as a whole: courses, lettering, a sheet's furniture.
    """

    terrain: TerrainMap
    view: BoardView
    style: BoardStyle
    plan: BoardPlan | None = None

    @cached_property
    def unit(self) -> float:
        """Px for one px of the style: 1 at the default scale."""
        return self.view.scale.half / 36

    @cached_property
    def courses(self) -> Courses:
        """The lines of Roads and waters that can show on the picture."""
        return self.all_courses.shown(self.near, self.unit)

    @cached_property
    def all_courses(self) -> Courses:
        """The lines of the whole map, or as much as the plan holds of it, at 72 px a hex."""
        planned = self.plan.courses if self.plan is not None else None
        return planned or courses_of(self.terrain, self.style)

    @cached_property
    def scales(self) -> tuple[int, int]:
        """Px per affine unit of x and of y."""
        return axis_scales(self.view.lattice, self.view.scale)

    def px(self, point: Point) -> Spot:
        """Map px of an affine point."""
        return point.x * self.scales[0], point.y * self.scales[1]

    def centre(self, h: Hex) -> Spot:
        """Map px of a hex centre."""
        return self.px(self.view.lattice.centre(h))

    def corners(self, h: Hex) -> tuple[Spot, ...]:
        """Map px of the six vertices of a hex."""
        return tuple(self.px(v) for v in self.view.lattice.vertices(h))

    def ends(self, side: Hexside) -> tuple[Spot, Spot]:
        """Map px of the two vertices of a hexside."""
        a, b = self.view.lattice.hexside_ends(side)
        return self.px(a), self.px(b)

    def middle(self, side: Hexside) -> Spot:
        """Map px of the middle of a hexside."""
        (ax, ay), (bx, by) = self.ends(side)
        return (ax + bx) / 2, (ay + by) / 2

    def across(self, side: Hexside) -> Spot:
        """Unit direction at right angles to a hexside, from its first hex to its second."""
        (ax, ay), (bx, by) = self.ends(side)
        length = math.dist((ax, ay), (bx, by))
        nx, ny = (by - ay) / length, (ax - bx) / length
        (px, py), (qx, qy) = self.centre(side.a), self.centre(side.b)
        return (nx, ny) if nx * (qx - px) + ny * (qy - py) > 0 else (-nx, -ny)

    def hex_at(self, spot: Spot) -> Hex:
        """The hex a spot (map px) lies in."""
        return self.view.lattice.nearest(spot[0] / self.scales[0], spot[1] / self.scales[1])

    def near(self, h: Hex) -> bool:
        """Whether anything standing in a hex can show on the picture."""
        x, y = self.view.centre(h)
        far = REACH * self.view.scale.hex_pitch
        return -far <= x < self.view.width + far and -far <= y < self.view.height + far

    @cached_property
    def hexes(self) -> tuple[Hex, ...]:
        """The map's hexes that can show on the picture, sorted."""
        return tuple(h for h in sorted(self.terrain.hexes) if self.near(h))

    @cached_property
    def sides(self) -> tuple[Hexside, ...]:
        """The hexsides with a feature that can show on the picture, sorted."""
        return tuple(s for s in sorted(self.terrain.hexsides) if self.near(s.a))

    @cached_property
    def edge(self) -> tuple[Hexside, ...]:
        """The hexsides between a hex of the map and one that is not, sorted."""
        found = set()
        for h in self.hexes:
            for n in neighbours(h):
                if n not in self.terrain.hexes:
                    found.add(Hexside(h, n) if h < n else Hexside(n, h))
        return tuple(sorted(found))
