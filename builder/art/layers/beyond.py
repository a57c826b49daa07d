"""Around the hexes: the country goes on in flat, faint colours, without hexes and dots."""

from __future__ import annotations

import math

from clubroute.builder.art.beyond import NAME, road_ends, water_ends
from clubroute.builder.art.canvas import Canvas, Spot
from clubroute.builder.art.courses.borders import drawn
from clubroute.builder.art.numbers import Frame
from clubroute.builder.art.plan import Outlying
from clubroute.builder.art.plate import MEDIUM
from clubroute.builder.sources.style import mixed

THIN = 0.6
"""Share of a line's width there."""

PARISH = 190.0
"""Px across a parish, about: open country in flat tints, that it may not look left out."""

FAR_OFF, SEED = 0.45, 41
"""How much of the sheet's own open ground is in its lightest tint (0..1); what its corners and
tints are drawn from."""

PLACES = ("houses", "blocks", "dense")
"""Textures of places, which have names."""

FAINT_NAME = 0.6
"""How dark those are (0..1)."""

SHADOW = ((15.0, 0.05), (11.0, 0.1), (7.0, 0.17))
"""Widths of the shadow along the sheet's edge, px, and how dark it is (0..1)."""


def draw_beyond(frame: Frame, canvas: Canvas) -> None:
    """Outlines, the shadow of the sheet, then lines, and how Roads and waters run on in them."""
    style, unit = frame.style, frame.unit
    if not frame.hexes or frame.edge:
        draw_parishes(frame, canvas)
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
    places = {kind for kind, paint in style.hexes.items() if paint.texture in PLACES}
    for one in frame.outlying.outlines:
        if one.name and one.kind in places:
            draw_name(frame, canvas, one)


def draw_parishes(frame: Frame, canvas: Canvas) -> None:
    """Four-sided parishes in three tints between the paper's and open ground's."""
    style, view = frame.style, frame.view
    clear = style.hexes[next(iter(style.hexes))].fill
    tints = [mixed(style.paper["off"], clear, FAR_OFF * k / 2) for k in range(3)]
    pitch = PARISH * frame.unit

    def cells(start: int, length: int) -> range:
        return range(math.floor(start / pitch) - 1, math.ceil((start + length) / pitch) + 1)

    def corner(column: int, row: int) -> Spot:
        x, y = (0.28 * drawn(column, row, SEED + k) for k in (0, 1))
        return (column + x) * pitch, (row + y) * pitch

    for column in cells(view.left, view.width):
        for row in cells(view.top, view.height):
            around = ((column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1))
            tint = tints[min(2, int((drawn(column, row, SEED + 2) + 1) * 1.5))]
            canvas.polygon([corner(*at) for at in around], tint)


def draw_name(frame: Frame, canvas: Canvas, one: Outlying) -> None:
    """The name of a place whose middle lies off the map."""
    if frame.hex_at(one.middle) not in frame.terrain.hexes:
        off = frame.style.paper["off"]
        ink = mixed(off, frame.style.paper["name"], FAINT_NAME)
        canvas.text(one.middle, one.name, MEDIUM, NAME * frame.unit, ink, off, 0)


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
