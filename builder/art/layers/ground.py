"""Terrain: the ground, what grows and stands on it, the grid and the inner borders."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from clubroute.builder.art.canvas import Canvas, Spot
from clubroute.builder.art.courses.borders import drawn
from clubroute.builder.art.layers.land_cover import (
    draw_city,
    draw_fields,
    draw_strips,
    draw_town,
    draw_village,
    land,
    shown,
)
from clubroute.builder.art.numbers import NUMBER_HALF, Frame
from clubroute.builder.art.parcels import Cut, Use, mix, unit_direction
from clubroute.builder.art.plot import shapes
from clubroute.builder.grid import Hexside, hexsides
from clubroute.builder.sources.style import HexPaint

# Orchards, swamps, dunes: what grows or lies on the ground of a terrain as a whole.
#
# A pattern is fixed on the map and not in its hexes, so that an orchard of two hexes is one
# orchard. It keeps within the ground as it is drawn, off centre dots and off numbers. Light falls
# from the upper left.

ORCHARD = Cut(100.0, (Use((10.2, 10.2), (9.0, 9.0)),), turned=0.3, sway=5.0, seed=131)
"""A tree to each parcel: rows that face the nearest Road or water."""

TREE = 2.7
"""Px of the radius of a tree in an orchard."""

WHOLE = 0.8
"""A tree stands where at least this much of its parcel is there (0..1)."""

GAPS = 0.04
"""Share of the trees of an orchard that are missing."""

REACH = 54.0
"""Px from a hex centre to the farthest spot of its ground, at least."""


def draw_orchard(frame: Frame, canvas: Canvas, paint: HexPaint, kind: str) -> None:
    """Small trees in rows, each with its shadow."""
    unit, full = frame.unit, ORCHARD.uses[0].wide[0] * ORCHARD.uses[0].long[0]
    spots = []
    for parcel, shape in land(frame, ORCHARD, kind, exact=False):
        if len(shape) == 4 and parcel.chance >= GAPS and area_of(shape) >= WHOLE * full * unit**2:
            spots.append((sum(x for x, _ in shape) / 4, sum(y for _, y in shape) / 4))
    for x, y in clear_of(frame, kind, spots, 4.0, 2.4):
        canvas.circle((x + 0.8 * unit, y + 0.9 * unit), (TREE + 0.4) * unit, paint.second)
        canvas.circle((x, y), TREE * unit, paint.ink)


def draw_swamp(frame: Frame, canvas: Canvas, paint: HexPaint, kind: str) -> None:
    """Tufts of reed, each on a line of water."""
    unit = frame.unit
    for x, y in clear_of(frame, kind, scattered(frame, kind, (21.0, 18.0), 4.0, 141), 9.0, 5.0):
        canvas.polyline(((x - 7 * unit, y), (x + 7 * unit, y)), paint.second, 1.6 * unit)
        for lean in (-3, 0, 3):
            tip = (x + lean * unit, y - 7 * unit + abs(lean) * unit / 2)
            canvas.polyline(((x + lean * unit / 3, y), tip), paint.ink, 1.5 * unit)


def draw_dunes(frame: Frame, canvas: Canvas, paint: HexPaint, kind: str) -> None:
    """Crescents the wind has blown, and grains between them."""
    unit = frame.unit
    for spot in clear_of(frame, kind, scattered(frame, kind, (10.5, 10.5), 2.5, 151), 3.0, 1.5):
        canvas.circle(spot, 1.1 * unit, paint.ink)
    for x, y in clear_of(frame, kind, scattered(frame, kind, (34.0, 31.0), 5.0, 161), 10.0, 5.0):
        bow = [
            (x + 9 * across * unit, y + 5.5 * down * unit)
            for across, down in (unit_direction(math.pi * (1 + k / 8)) for k in range(9))
        ]
        canvas.polyline(bow, paint.second, 2.2 * unit)


def area_of(shape: Sequence[Spot]) -> float:
    """The area of a polygon, px²."""
    pairs = zip(shape, [*shape[1:], shape[0]], strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) / 2


def scattered(frame: Frame, kind: str, pitch: Spot, span: float, seed: int) -> list[Spot]:
    """Places on a lattice over the hexes of a terrain, each moved by up to ``span`` px; map px."""
    unit = frame.unit
    cells: dict[tuple[int, int], None] = {}
    for h in shown(frame):
        if frame.terrain.hexes[h].terrain == kind:
            x, y = (at / unit for at in frame.centre(h))
            columns = range(int((x - REACH) // pitch[0]), int((x + REACH) // pitch[0]) + 1)
            rows = range(int((y - REACH) // pitch[1]), int((y + REACH) // pitch[1]) + 1)
            cells.update(dict.fromkeys((row, column) for row in rows for column in columns))
    return [
        (
            ((column + (row % 2) / 2) * pitch[0] + span * drawn(column, row, seed)) * unit,
            (row * pitch[1] + span * drawn(column, row, seed + 1)) * unit,
        )
        for row, column in sorted(cells)
    ]


def clear_of(
    frame: Frame, kind: str, spots: Sequence[Spot], margin: float, clear: float
) -> Iterator[Spot]:
    """The spots on a terrain's ground, ``margin`` px inside its edge, ``clear`` px from dots and
    numbers."""
    import shapely

    if not spots:
        return
    unit, style = frame.unit, frame.style
    ground = shapely.buffer(frame.regions[kind], -margin * unit)
    shapely.prepare(ground)
    inside = shapely.contains_xy(ground, [x for x, _ in spots], [y for _, y in spots])
    dot = style.size["dot"] + 1 + clear
    for (x, y), held in zip(spots, inside, strict=True):
        if not held:
            continue
        here = frame.hex_at((x, y))
        cx, cy = frame.centre(here)
        dx, dy = (x - cx) / unit, (y - cy) / unit
        there = frame.terrain.hexes.get(here)
        dotted = there is not None and style.hex_paint(there.terrain).dot is not None
        if dotted and dx * dx + dy * dy < dot * dot:
            continue
        nx, ny = frame.numbers.get(here, (0.0, 0.0))
        if abs(dx - nx) >= NUMBER_HALF[0] + clear or abs(dy - ny) >= NUMBER_HALF[1] + clear:
            yield x, y


# Woods: one canopy over many hexes, quiet enough that counters and dots stand out from it.

PITCH = 6.2
"""Px between crowns."""

RADIUS = (2.9, 4.4)
"""Px of the smallest and the largest crown of a tree."""

HEX = 54.0
"""Px from a hex centre to the farthest crown of its wood, at least."""

INSIDE = 3.0
"""Px that a crown's middle keeps from the edge of the wood."""

CLEAR = 1.5
"""Px it keeps from the rim of the dot, and from the number."""


def draw_woods(frame: Frame, canvas: Canvas, paint: HexPaint, kind: str) -> None:
    """Crowns on a shaken lattice, each with its shadow and its light, row upon row."""
    import numpy as np
    import shapely

    unit, style = frame.unit, frame.style
    centres = [frame.centre(h) for h in shown(frame) if frame.terrain.hexes[h].terrain == kind]
    if not centres:
        return
    left, right = (pick(x for x, _ in centres) / unit for pick in (min, max))
    top, bottom = (pick(y for _, y in centres) / unit for pick in (min, max))
    rows = range(int((top - HEX) // PITCH), int((bottom + HEX) // PITCH) + 1)
    columns = range(int((left - HEX) // PITCH), int((right + HEX) // PITCH) + 1)
    ground = shapely.buffer(frame.regions[kind], -INSIDE * unit)
    shapely.prepare(ground)
    dot = style.size["dot"] + CLEAR
    high, wide = NUMBER_HALF[1] - 1, NUMBER_HALF[0] - 1
    for row in rows:
        spots = [
            (
                (column + (row % 2) / 2 + 0.42 * drawn(column, row, 51)) * PITCH * unit,
                (row + 0.42 * drawn(column, row, 52)) * PITCH * unit,
            )
            for column in columns
        ]
        xs, ys = np.array([x for x, _ in spots]), np.array([y for _, y in spots])
        for column, (x, y), inside in zip(
            columns, spots, shapely.contains_xy(ground, xs, ys), strict=True
        ):
            if not inside:
                continue
            here = frame.hex_at((x, y))
            cx, cy = frame.centre(here)
            nx, ny = frame.numbers.get(here, (0.0, 0.0))
            dx, dy = (x - cx) / unit, (y - cy) / unit
            if dx * dx + dy * dy < dot * dot:
                continue
            if abs(dx - nx) < wide and abs(dy - ny) < high:
                continue
            told = (drawn(column, row, 53) + 1) / 2
            radius = RADIUS[0] + (RADIUS[1] - RADIUS[0]) * told
            canvas.circle((x + 0.9 * unit, y + 1.1 * unit), radius * unit, paint.ink)
            tint = paint.tints[int(told * 7919) % len(paint.tints)]
            canvas.circle((x, y), radius * unit, tint)
            light = (x - 0.9 * unit, y - 1.0 * unit)
            canvas.circle(light, 0.45 * radius * unit, paint.second)


# Terrain textures: what grows and stands on the ground of a terrain, the same at every drawing.
#
# A texture is drawn over the ground of a terrain as a whole, so that a wood of many hexes is one
# wood and not many tufts of trees. It keeps off centre dots and numbers.

GroundDrawer = Callable[[Frame, Canvas, HexPaint, str], None]


def draw_hatched(frame: Frame, canvas: Canvas, paint: HexPaint, kind: str) -> None:
    """Impassable ground: slanting strokes, as its hexsides have."""
    import shapely

    region, step = frame.regions[kind], HATCH * frame.unit
    if shapely.is_empty(region):
        return
    left, top, right, bottom = shapely.bounds(region)
    for k in range(math.ceil((left + top) / step), math.floor((right + bottom) / step) + 1):
        line = shapely.LineString(((k * step - top, top), (k * step - bottom, bottom)))
        for part in shapely.get_parts(shapely.intersection(region, line)):
            if shapely.length(part) > 0:
                canvas.polyline(shapely.get_coordinates(part).tolist(), paint.ink, 2.2 * frame.unit)


HATCH = 13.0
"""Px between the strokes of a hatching, along the map's edge."""

GROUND_DRAWERS: Mapping[str, GroundDrawer] = MappingProxyType(
    {
        "fields": draw_fields,
        "strips": draw_strips,
        "trees": draw_woods,
        "houses": draw_village,
        "blocks": draw_town,
        "dense": draw_city,
        "hatched": draw_hatched,
        "rows": draw_orchard,
        "tufts": draw_swamp,
        "stipple": draw_dunes,
    }
)
"""How each texture is drawn; one that is not named is plain."""


BORDER_INSET = 0.06
"""How far inside its hexsides a hex's own line runs, as a share of the way to its centre."""

BORDER_WIDTH = 3.0
"""Px of that line."""


def draw_ground(frame: Frame, canvas: Canvas) -> None:
    """Open country under all, then each terrain's ground with its texture, in the style's order."""
    style, hexes = frame.style, frame.terrain.hexes
    open_ground = next(iter(style.hexes))
    for h in frame.hexes:
        canvas.polygon(frame.corners(h), style.hexes[open_ground].fill)
    order = {kind: k for k, kind in enumerate(style.hexes)}
    paints = {hexes[h].terrain: style.hex_paint(hexes[h].terrain) for h in frame.hexes}
    for kind, paint in sorted(paints.items(), key=lambda item: order[item[0]]):
        if kind != open_ground:
            for shape in shapes(frame.regions[kind]):
                canvas.polygon(shape, paint.fill)
        if paint.texture in GROUND_DRAWERS:
            GROUND_DRAWERS[paint.texture](frame, canvas, paint, kind)
        if paint.edge is not None:
            for shape in shapes(frame.regions[kind]):
                canvas.polyline([*shape, shape[0]], paint.edge, paint.line * frame.unit)


def draw_grid(frame: Frame, canvas: Canvas) -> None:
    """Every hexside as a thin line, once; city and fortified hexes get their inner border."""
    style, hexes = frame.style, frame.terrain.hexes
    width = style.size["grid"] * frame.unit
    built = {kind for kind, paint in style.hexes.items() if paint.texture == "dense"}
    drawn: set[Hexside] = set()
    for h in frame.hexes:
        for side in hexsides(h):
            if side not in drawn:
                drawn.add(side)
                dense = all(h in hexes and hexes[h].terrain in built for h in side)
                canvas.polyline(frame.ends(side), style.paper["street" if dense else "grid"], width)
    for h in frame.hexes:
        border = style.hex_paint(frame.terrain.hexes[h].terrain).border
        if border is not None:
            centre = frame.centre(h)
            ring: list[Spot] = [mix(c, centre, BORDER_INSET) for c in frame.corners(h)]
            canvas.polyline([*ring, ring[0], ring[1]], border, BORDER_WIDTH * frame.unit)


def draw_edge(frame: Frame, canvas: Canvas) -> None:
    """The border line around the map."""
    for side in frame.edge:
        a, b = frame.ends(side)
        width = frame.style.size["border"] * frame.unit
        canvas.polyline((a, b), frame.style.paper["border"], width)
        for end in (a, b):
            canvas.circle(end, width / 2, frame.style.paper["border"])


def draw_dots(frame: Frame, canvas: Canvas) -> None:
    """The centre dot that tells the terrain (WED 2.0), over everything but lettering."""
    radius = frame.style.size["dot"] * frame.unit
    for h in frame.hexes:
        paint = frame.style.hex_paint(frame.terrain.hexes[h].terrain)
        if paint.dot is not None:
            rim = paint.rim or frame.style.paper["number"]
            canvas.circle(frame.centre(h), radius + frame.unit * (2 if paint.rim else 1), rim)
            canvas.circle(frame.centre(h), radius, paint.dot)
