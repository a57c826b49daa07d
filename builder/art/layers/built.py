"""Villages, towns and cities: houses and blocks along streets, through the hexsides between them.

Houses keep off Roads, railways and water, off dots and numbers, and within the ground of their
terrain.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from clubroute.builder.art.canvas import Canvas, Spot
from clubroute.builder.art.courses.borders import drawn
from clubroute.builder.art.layers.fields import land, pick
from clubroute.builder.art.numbers import NUMBER_HALF, Frame
from clubroute.builder.art.parcels import (
    Cut,
    Use,
    along,
    box,
    mix,
    offset,
    unit_direction,
)
from clubroute.builder.art.plot import outlines, shapes
from clubroute.builder.grid import Hex, neighbours
from clubroute.builder.sources.style import HexPaint


@dataclass(frozen=True, slots=True)
class Building:
    """How a terrain is built over; lengths in px.

    ``street`` is half the way between blocks; ``road`` what they keep from the middle of a Road and
    ``edge`` from the edge of their ground; ``wall`` shows round each roof; blocks with more than
    ``yard`` px to spare have one inside. ``gardens`` is the share of plots without a house.
    """

    cut: Cut
    street: float
    road: float
    edge: float
    wall: float
    yard: float
    gardens: float


CITY = Building(
    Cut(96.0, (Use((11.0, 14.5), (18.0, 31.0)), Use((13.0, 19.0), (14.0, 22.0))), 0.4, 12.0, 71),
    street=1.35, road=6.2, edge=2.0, wall=1.5, yard=3.6, gardens=0.035,
)  # fmt: skip
TOWN = Building(
    Cut(110.0, (Use((6.6, 8.2), (8.0, 14.0)),), 0.4, 12.0, 91),
    street=1.0, road=6.0, edge=2.0, wall=1.1, yard=9.0, gardens=0.2,
)  # fmt: skip
VILLAGE = Building(
    Cut(90.0, (Use((8.0, 9.0), (9.0, 13.0)),), 0.0, 6.0, 111),
    street=1.2, road=5.2, edge=2.0, wall=1.1, yard=9.0, gardens=0.12,
)  # fmt: skip

WATER_CLEAR: Mapping[str, float] = MappingProxyType({"river": 15.0, "canal": 10.0, "stream": 5.0})
"""Px from the middle of a water to the nearest house, by kind of water."""

DOT_CLEAR = 3.0
"""Px between a centre dot and the nearest house."""

SMALLEST = 14.0
"""Px² below which what is left of a plot stays a garden."""


def draw_city(frame: Frame, canvas: Canvas, paint: HexPaint, kind: str) -> None:
    """Closed blocks, the larger round a yard."""
    draw_built(frame, canvas, paint, kind, CITY)


def draw_town(frame: Frame, canvas: Canvas, paint: HexPaint, kind: str) -> None:
    """Terraces of houses with gardens between."""
    draw_built(frame, canvas, paint, kind, TOWN)


def draw_village(frame: Frame, canvas: Canvas, paint: HexPaint, kind: str) -> None:
    """Houses in rows along the Roads, or along a lane in a hex without one."""
    import shapely

    unit = frame.unit
    ground = building_land(frame, kind, VILLAGE)
    shapely.prepare(ground)
    for h in frame.hexes:
        if frame.terrain.hexes[h].terrain == kind:
            houses = list(house_plots(frame, h, ground))
            for house in houses:
                canvas.polygon(house.outline(unit, away=(0.9, 1.1)), paint.ink)
                canvas.polygon(house.outline(unit), paint.ink)
            for house in houses:
                canvas.polygon(house.outline(unit, VILLAGE.wall), pick(paint.tints, house.told))


@dataclass(frozen=True, slots=True)
class HousePlot:
    """A house: its middle (map px), the direction it stands in, its length and depth (px), and a
    number (0..1) that tells it from others."""

    at: Spot
    way: Spot
    long: float
    deep: float
    told: float

    def outline(self, unit: float, less: float = 0.0, away: Spot = (0.0, 0.0)) -> Sequence[Spot]:
        """Its corners (map px), ``less`` px smaller, moved ``away`` by px."""
        at = (self.at[0] + away[0] * unit, self.at[1] + away[1] * unit)
        return box(at, self.way, (self.long - less) * unit, (self.deep - less) * unit)


ROWS = (9.6, 18.0, 26.4)
"""Px from the middle of a Road or lane to the rows of houses."""

EMPTY = (0.08, 0.25, 0.4)
"""Share of each row's places that no house stands on."""

FRONT = 4.6
"""Px from one place of a row that is tried to the next."""

ALONE = 36.0
"""Px from the middle of a hex to the end of a lane that leads nowhere."""

HOUSE = ((6.4, 9.0), (5.4, 6.8))
"""Least and most length and depth of a house, px."""

APART = 8.6
"""Px between the middles of two houses, at least."""

BUILT = ("village", "town", "city")
"""Terrains to whose hexes the lane of a village leads, where no Road does."""


def house_plots(frame: Frame, h: Hex, ground: Any) -> Iterator[HousePlot]:
    """The houses of a village in a hex, none on another, all on its ground."""
    import shapely

    unit = frame.unit
    lines = [piece.line for piece in frame.courses.in_hex.get(h, ())]
    if not lines:
        lines = [lane_of(frame, h)]
    tried: list[tuple[bool, HousePlot]] = []
    for row, empty in zip(ROWS, EMPTY, strict=True):
        for line in lines:
            for at, way in along(line, FRONT * unit):
                for hand in (-1, 1):
                    told = (drawn(h.line * 977 + len(tried), h.half, 113) + 1) / 2
                    long, deep = (a + (b - a) * (told * 37 % 1) for a, b in HOUSE)
                    spot = offset(at, way, 0, hand * row * unit)
                    tried.append((told >= empty, HousePlot(spot, way, long, deep, told)))
    fits = shapely.covers(ground, outlines(plot.outline(unit) for _, plot in tried)).tolist()
    placed: list[Spot] = []
    for (wanted, plot), free in zip(tried, fits, strict=True):
        apart = (math.dist(plot.at, other) >= APART * unit for other in placed)
        if free and frame.hex_at(plot.at) == h and all(apart):
            placed.append(plot.at)
            if wanted:
                yield plot


def lane_of(frame: Frame, h: Hex) -> tuple[Spot, ...]:
    """The lane of a village that no Road reaches, side to side through its middle (map px): to the
    built-up hexes beside it, else to those with a Road, else in a direction of its own."""
    beside = [one for one in neighbours(h) if one in frame.terrain.hexes]
    built = [one for one in beside if frame.terrain.hexes[one].terrain in BUILT]
    near = built or [one for one in beside if frame.all_courses.in_hex.get(one)]
    middle = frame.centre(h)
    if near:
        ends = [mix(middle, frame.centre(one), 0.5) for one in near[:2]]
    else:
        u, v = unit_direction(math.pi * (1 + drawn(h.line * 977, h.half, 113)))
        ends = [(middle[0] + ALONE * frame.unit * u, middle[1] + ALONE * frame.unit * v)]
    across = (2 * middle[0] - ends[0][0], 2 * middle[1] - ends[0][1])
    return (ends[0], middle, *(ends[1:] or [across]))


def draw_built(
    frame: Frame, canvas: Canvas, paint: HexPaint, kind: str, building: Building
) -> None:
    """The houses of a terrain: walls, then roofs, lit from the upper left."""
    import shapely

    unit = frame.unit
    ground = building_land(frame, kind, building)
    shapely.prepare(ground)
    chosen = [
        (parcel.chance, plot)
        for parcel, plot in land(frame, building.cut, kind, exact=False)
        if parcel.chance >= building.gardens
    ]
    if not chosen:
        return

    def inside(areas: Any, far: float) -> Any:
        return shapely.buffer(areas, -far * unit, join_style="mitre")

    houses = inside(outlines(plot for _, plot in chosen), building.street)
    cut_off = ~shapely.covers(ground, houses)
    houses[cut_off] = shapely.intersection(houses[cut_off], ground)
    parts, of = shapely.get_parts(houses, return_index=True)
    large = shapely.area(parts) >= SMALLEST * unit * unit
    parts, of = parts[large], of[large]
    roofs, yards = inside(parts, building.wall / 2), inside(parts, building.yard)
    for part, roof, yard, k in zip(parts, roofs, yards, of, strict=True):
        for shape in shapes(part):
            canvas.polygon([(x + 0.9 * unit, y + 1.1 * unit) for x, y in shape], paint.ink)
            canvas.polygon(shape, paint.ink)
        for shape in shapes(roof):
            canvas.polygon(shape, pick(paint.tints, chosen[k][0]))
        for shape in shapes(yard):
            canvas.polygon(shape, paint.second)


def building_land(frame: Frame, kind: str, building: Building) -> Any:
    """Where houses may stand: a terrain's ground without Roads, water, dots and numbers."""
    import shapely

    unit, style = frame.unit, frame.style
    region: Any = frame.regions[kind]
    own = [h for h in frame.hexes if frame.terrain.hexes[h].terrain == kind]
    near = frame.courses.near(own)
    roads = [shapely.LineString(piece.line) for piece in near.roads]
    shut = [road.buffer(building.road * unit) for road in roads]
    shut += [
        shapely.LineString(water.line).buffer(WATER_CLEAR.get(water.kind, 0.0) * unit)
        for water in near.waters
    ]
    half, high = NUMBER_HALF[0] * unit, NUMBER_HALF[1] * unit
    for h in own:
        x, y = frame.centre(h)
        shut.append(shapely.Point(x, y).buffer((style.size["dot"] + DOT_CLEAR) * unit))
        x, y = x + frame.numbers[h][0] * unit, y + frame.numbers[h][1] * unit
        shut.append(shapely.box(x - half, y - high, x + half, y + high))
    ground = region.buffer(-building.edge * unit)
    return ground.difference(shapely.union_all(shut))
