"""Villages, towns and cities: houses and blocks along streets, through the hexsides between them.

Houses keep off Roads, railways and water, off dots and numbers, and within the ground of their
terrain.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from clubroute.builder.art.canvas import Canvas
from clubroute.builder.art.frame import Frame
from clubroute.builder.art.layers.fields import land, pick
from clubroute.builder.art.numbers import NUMBER_HALF
from clubroute.builder.art.parcels import Cut, Use
from clubroute.builder.art.regions import outlines, shapes
from clubroute.builder.sources.style import HexPaint


@dataclass(frozen=True, slots=True)
class Building:
    """How a terrain is built over; lengths in px.

    ``street`` is half the way between blocks; ``road`` what they keep from the middle of a Road and
    ``edge`` from the edge of their ground; ``wall`` shows round each roof; blocks with more than
    ``yard`` px to spare have one inside. ``gardens`` is the share of plots without a house.
    ``along`` is how far from a Road the last house stands, 0 where the ground is full of them.
    """

    cut: Cut
    street: float
    road: float
    edge: float
    wall: float
    yard: float
    gardens: float
    along: float = 0.0


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
    street=1.2, road=6.2, edge=3.0, wall=1.1, yard=9.0, gardens=0.25, along=19.0,
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
    """Houses along the Roads, or round the middle of a hex without one."""
    draw_built(frame, canvas, paint, kind, VILLAGE)


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
    if building.along:
        reach = building.along * unit
        middles = [h for h in own if not frame.courses.in_hex.get(h)]
        spots = [shapely.Point(frame.centre(h)).buffer(1.2 * reach) for h in middles]
        ground = ground.intersection(shapely.union_all([r.buffer(reach) for r in roads] + spots))
    return ground.difference(shapely.union_all(shut))
