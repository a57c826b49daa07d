"""What covers the ground: houses and streets of places, pasture, plough land, hedges, polders.

Houses keep off Roads, railways and water, off dots and numbers, and within the ground of their
terrain.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from clubroute.builder.art.canvas import Canvas, Colour, Spot
from clubroute.builder.art.courses.borders import drawn
from clubroute.builder.art.numbers import NUMBER_HALF, Frame
from clubroute.builder.art.parcels import (
    Cut,
    Parcel,
    Use,
    along,
    box,
    mix,
    offset,
    parcels,
    unit_direction,
)
from clubroute.builder.art.plot import outlines, shapes
from clubroute.builder.grid import Hex, neighbours
from clubroute.builder.sources.style import HexPaint, mixed

# Open country: pasture, plough land and hedges; polders with their ditches.

PASTURE, PLOUGH = 0, 1
"""The uses of a field, by their place in what a :class:`Cut` cuts it into."""

FIELDS = Cut(
    170.0,
    (Use((34.0, 58.0), (44.0, 110.0)), Use((15.0, 26.0), (40.0, 90.0))),
    turned=0.4,
    sway=7.0,
    seed=11,
)
STRIPS = Cut(220.0, (Use((11.0, 15.0), (90.0, 190.0)),), turned=0.3, sway=4.0, seed=31)

HEDGED = 0.2
"""Share of pastures with a hedge along one side."""

BUSH = (1.0, 1.7)
"""Least and most radius of a bush in it, px."""

HAIRLINE = 0.7
"""Px of the line round a field."""

MEADOW = 17.0
"""Px of grass along a stream, both banks together."""

WET = 0.6
"""How much of the colour of meadows is in it (0..1)."""

WILD = 0.38
"""How much of the colour of heath is in it (0..1)."""

HIGH = 0.2
"""How much of the tint of high ground is in its fields (0..1)."""


def draw_fields(frame: Frame, canvas: Canvas, paint: HexPaint, kind: str) -> None:
    """Clear ground: parishes of pasture and plough land, in tints too near to be told as terrain.

    Half the tints are pasture's, half plough land's.
    """
    unit, half, hills = frame.unit, len(paint.tints) // 2, heights(frame)
    found = list(land(frame, FIELDS, kind, exact=False))
    for (parcel, shape), wild in zip(found, on_heath(frame, found), strict=True):
        tints = paint.tints[:half] if parcel.use == PASTURE else paint.tints[half:]
        colour = pick(tints, parcel.chance)
        hill = hills.get(frame.hex_at(shape[0])) if hills else None
        colour = mixed(colour, hill, HIGH) if hill else colour
        if wild:
            canvas.polygon(shape, mixed(colour, frame.style.paper["heath"], WILD))
            continue
        canvas.polygon(shape, colour)
        canvas.polyline([*shape, shape[0]], paint.ink, HAIRLINE * unit)
        if parcel.use == PASTURE and parcel.chance < HEDGED:
            for n, (at, _) in enumerate(along(shape[:2], 4.2 * unit)):
                low, high = BUSH
                radius = low + (high - low) * (parcel.chance * 137 * (n + 1) % 1)
                canvas.circle(at, radius * unit, paint.second)
    draw_meadows(frame, canvas, mixed(paint.fill, frame.style.paper["meadow"], WET))


def draw_meadows(frame: Frame, canvas: Canvas, colour: Colour) -> None:
    """Grass along the streams of open country; other terrain is drawn over it."""
    for water in frame.courses.waters:
        if water.kind == "stream":
            canvas.polyline(water.line, colour, MEADOW * frame.unit)
            for end in (water.line[0], water.line[-1]):
                canvas.circle(end, MEADOW / 2 * frame.unit, colour)


def on_heath(frame: Frame, found: Sequence[tuple[Parcel, list[Spot]]]) -> Sequence[bool]:
    """Whether the middle of each parcel lies on heath, where nobody ploughs or plants."""
    import numpy as np
    import shapely

    if not found or shapely.is_empty(frame.heath):
        return [False] * len(found)
    middles = np.array([np.mean(shape, axis=0) for _, shape in found])
    inside: Sequence[bool] = shapely.contains_xy(frame.heath, middles).tolist()
    return inside


def draw_strips(frame: Frame, canvas: Canvas, paint: HexPaint, kind: str) -> None:
    """Polder: long narrow strips with a ditch round each."""
    for parcel, shape in land(frame, STRIPS, kind, exact=True):
        canvas.polygon(shape, pick(paint.tints, parcel.chance))
        canvas.polyline([*shape, shape[0]], paint.ink, HAIRLINE * frame.unit)


def heights(frame: Frame) -> dict[Hex, Colour]:
    """The hexes of high ground near a picture, with the colour of its tint."""
    return {
        h: paint.fill
        for kind, paint in frame.style.areas.items()
        if paint.mark == "tint"
        for area in frame.terrain.areas_of(kind)
        for h in area.hexes
    }


def pick(tints: Sequence[Colour], chance: float) -> Colour:
    """One of some colours, by a number from 0 to 1."""
    return tints[int(chance * 97 % 1 * len(tints)) % len(tints)]


def land(frame: Frame, cut: Cut, kind: str, *, exact: bool) -> Iterator[tuple[Parcel, list[Spot]]]:
    """The parcels of a terrain's ground near a picture, with their shapes in map px.

    :param exact: cut them off where the ground ends; else only where the map does, and what lies
        over other terrain is drawn over by it.
    """
    import shapely

    unit, hexes = frame.unit, frame.terrain.hexes
    own = [frame.centre(h) for h in shown(frame) if hexes[h].terrain == kind]
    found = [
        (parcel, [(x * unit, y * unit) for x, y in parcel.corners])
        for parcel in parcels(cut, [(x / unit, y / unit) for x, y in own], frame.all_courses.facing)
    ]
    if not found:
        return
    plots = outlines(shape for _, shape in found)
    ground = frame.regions[kind]
    shapely.prepare(ground)
    near = shapely.intersects(ground, plots)
    if not exact:
        ground = frame.country
    whole = shapely.covers(ground, plots)
    for (parcel, shape), outline, wanted, inside in zip(found, plots, near, whole, strict=True):
        if wanted and inside:
            yield parcel, shape
        elif wanted:
            yield from ((parcel, part) for part in shapes(outline.intersection(ground)))


def shown(frame: Frame) -> Iterator[Hex]:
    """The hexes that lie on a picture or lean into it."""
    view, far = frame.view, frame.view.scale.hex_pitch
    for h in frame.hexes:
        x, y = view.centre(h)
        if -far <= x < view.width + far and -far <= y < view.height + far:
            yield h


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
