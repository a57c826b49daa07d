"""Woods: one canopy over many hexes, quiet enough that counters and dots stand out from it."""

from __future__ import annotations

from clubroute.builder.art.canvas import Canvas
from clubroute.builder.art.courses.noise import drawn
from clubroute.builder.art.frame import Frame
from clubroute.builder.art.layers.fields import shown
from clubroute.builder.art.numbers import NUMBER_HALF
from clubroute.builder.sources.style import HexPaint

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
