"""Where the hexes and lines of a map lie on a picture, in map px."""

from __future__ import annotations

import math
from collections.abc import (
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.courses import Courses, courses_of
from clubroute.builder.art.outlines import rings, stitched
from clubroute.builder.art.plan import BoardPlan
from clubroute.builder.art.plate import BOLD, width_of
from clubroute.builder.grid import (
    Hex,
    Hexside,
    Point,
    neighbours,
)
from clubroute.builder.pixels import BoardView, axis_scales
from clubroute.builder.sources.style import AreaPaint, BoardStyle
from clubroute.builder.terrain.terrain_map import Area, TerrainMap

if TYPE_CHECKING:
    from shapely import Geometry


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


# The signs of named hex sets: which hex they stand in, what is lettered there, how large.

LETTER_SIZE = 20.0
"""Px, of which a sign's letters take 0.7."""

MARK_PLACES: Mapping[str, tuple[Spot, float, float]] = MappingProxyType(
    {
        "octagon": ((-24.0, 8.0), 11.0, 11.0),
        "dot": ((24.0, -8.0), 7.0, 7.0),
        "runway": ((0.0, 0.0), 26.0, 18.0),
        "arrow_in": ((0.0, 0.0), 30.0, 10.0),
        "arrow_out": ((0.0, 0.0), 30.0, 10.0),
    }
)
"""By mark: px from the hex centre to its middle, half its width and half its height."""


def sign_place(plot: Plot, area: Area) -> Spot:
    """Where a zone's letters stand: under the dot of its middle hex."""
    middle = plot.centre(middle_hex(plot, area.hexes))
    return middle[0], middle[1] + plot.style.size["name_drop"] * plot.unit


def zone_sign(plot: Plot, paint: AreaPaint, area: Area) -> list[tuple[Spot, float, float]]:
    """Where an area's marks stand that lettering keeps off: middle, half width, half height, px."""
    unit = plot.unit
    if paint.mark in ("outline", "border"):
        half = width_of(zone_letters(area), BOLD) * LETTER_SIZE * 0.7 / 2 + 5
        return [(sign_place(plot, area), half * unit, 9 * unit)]
    shift = MARK_PLACES.get(paint.mark)
    if shift is None:
        return []
    (dx, dy), half, high = shift
    found = []
    for h in area.hexes:
        x, y = plot.centre(h)
        found.append(((x + dx * unit, y + dy * unit), half * unit, high * unit))
    return found


def zone_letters(area: Area) -> str:
    """What is lettered on a zone: its name without remarks, else its id."""
    return (area.name.split("(")[0].split(",")[0].strip() or area.id)[:16]


def middle_hex(plot: Plot, hexes: tuple[Hex, ...]) -> Hex:
    """The hex of a set nearest to the mean of its centres."""
    spots = [plot.centre(h) for h in hexes]
    x = sum(s[0] for s in spots) / len(spots)
    y = sum(s[1] for s in spots) / len(spots)
    return min(hexes, key=lambda h: (round(math.dist(plot.centre(h), (x, y)), 3), h))


# The ground of each terrain as it is drawn: hexes joined, their borders softened.


def regions_of(plot: Plot) -> dict[str, Geometry]:
    """The ground of every terrain near a picture, by the terrain's name."""
    of: dict[str, list[Hex]] = {}
    for h in plot.hexes:
        of.setdefault(plot.terrain.hexes[h].terrain, []).append(h)
    return {kind: ground_of(plot, hexes) for kind, hexes in sorted(of.items())}


def ground_of(plot: Plot, hexes: Iterable[Hex]) -> Geometry:
    """The ground of some hexes, with the borders drawn round them."""
    import shapely

    outlines = [drawn_ring(plot, ring) for ring in rings(plot.view.lattice, hexes)]
    lines = [shapely.LinearRing(ring) for ring in outlines]
    if not shapely.is_simple(lines).all():
        # Where a picture cuts the ground off between two hexes, a border may bow over the cut.
        return shapely.build_area(shapely.node(shapely.multilinestrings(lines)))
    return shapely.build_area(shapely.geometrycollections(lines))


def drawn_ring(plot: Plot, ring: Sequence[Point]) -> list[Spot]:
    """A closed outline of hexes, along the borders of terrain where there are any."""
    borders = plot.courses.between
    found: list[Spot] = []
    for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
        border = borders.get((a, b)) or borders.get((b, a))
        if border is None:
            found.append(plot.px(a))
        else:
            line = border.line if border.ends[0] == a else border.line[::-1]
            found.extend(line[:-1])
    return found


def shapes(geometry: Geometry) -> Iterator[list[Spot]]:
    """The polygons of a geometry, each as one outline that encloses its holes not."""
    import shapely

    for part in shapely.get_parts(geometry):
        if part.geom_type == "Polygon" and not part.is_empty:
            rings: Any = shapely.get_rings(part)
            yield stitched([[(x, y) for x, y in coordinates(ring)[:-1]] for ring in rings])


def coordinates(line: Any) -> list[list[float]]:
    """The spots of a line; through shapely's own sequences it takes ten times as long."""
    import shapely

    found: list[list[float]] = shapely.get_coordinates(line).tolist()
    return found


def outlines(rings: Iterable[Sequence[Spot]]) -> Any:
    """An array of polygons, one a ring."""
    import numpy as np
    import shapely

    known = list(rings)
    spots = np.array([spot for ring in known for spot in ring])
    parts = np.repeat(np.arange(len(known)), [len(ring) for ring in known])
    return shapely.polygons(shapely.linearrings(spots, indices=parts))
