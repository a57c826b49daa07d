"""Orchards, swamps, dunes: what grows or lies on the ground of a terrain as a whole.

A pattern is fixed on the map and not in its hexes, so that an orchard of two hexes is one orchard.
It keeps within the ground as it is drawn, off centre dots and off numbers. Light falls from the
upper left.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from clubroute.builder.art.canvas import Canvas, Spot
from clubroute.builder.art.courses.noise import drawn
from clubroute.builder.art.frame import Frame
from clubroute.builder.art.layers.fields import land, shown
from clubroute.builder.art.lines import unit_direction
from clubroute.builder.art.numbers import NUMBER_HALF
from clubroute.builder.art.parcels import Cut, Use
from clubroute.builder.sources.style import HexPaint

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
