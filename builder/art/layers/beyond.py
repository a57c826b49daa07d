"""Around the hexes: the country goes on in flat, faint colours, without hexes and dots."""

from __future__ import annotations

from clubroute.builder.art.beyond import Outlying, road_ends, water_ends
from clubroute.builder.art.canvas import Canvas
from clubroute.builder.art.frame import Frame
from clubroute.builder.sources.style import mixed

THIN = 0.6
"""Share of a line's width there."""

SHADOW = ((15.0, 0.05), (11.0, 0.1), (7.0, 0.17))
"""Widths of the shadow along the sheet's edge, px, and how dark it is (0..1)."""


def draw_beyond(frame: Frame, canvas: Canvas) -> None:
    """Outlines, the shadow of the sheet, then lines, and how Roads and waters run on in them."""
    style, unit = frame.style, frame.unit
    for one in frame.outlying.outlines:
        if one.kind in style.hexes:
            canvas.polygon(one.line, style.faint(style.hexes[one.kind].fill))
    for width, dark in SHADOW:
        ink = mixed(style.paper["off"], style.paper["border"], dark)
        for side in frame.edge:
            a, b = frame.ends(side)
            canvas.polyline((a, b), ink, width * unit)
            for end in (a, b):
                canvas.circle(end, width / 2 * unit, ink)
    lines = (*frame.outlying.lines, *(on for _, on in (*water_ends(frame), *road_ends(frame))))
    for one in lines:
        draw_line(frame, canvas, one)


def draw_line(frame: Frame, canvas: Canvas, one: Outlying) -> None:
    """A water in its colour; a Road with its casing."""
    style, unit = frame.style, frame.unit
    paint = style.hexsides.get(one.kind) or style.roads.get(one.kind)
    if paint is None or one.kind not in (*frame.terrain.water, *style.roads):
        return
    if one.kind in style.roads:
        edge = style.faint(paint.edge)
        canvas.polyline(one.line, edge, (paint.width + 2 * paint.rim) * THIN * unit)
    canvas.polyline(one.line, style.faint(paint.fill), paint.width * THIN * unit)
