"""Terrain: the ground of every hex, its texture, the grid and the inner borders."""

from __future__ import annotations

from clubroute.builder.art.canvas import Canvas, Spot
from clubroute.builder.art.frame import Frame
from clubroute.builder.art.layers.textures import TEXTURE_DRAWERS
from clubroute.builder.art.lines import mix
from clubroute.builder.grid import Hexside, hexsides

BORDER_INSET = 0.06
BORDER_WIDTH = 3.0


def draw_ground(frame: Frame, canvas: Canvas) -> None:
    """Fill every hex, then draw textures, so that a tree may lean over its hexside."""
    style, terrain = frame.style, frame.terrain
    for h in frame.hexes:
        canvas.polygon(frame.corners(h), style.hex_paint(terrain.hexes[h].terrain).fill)
    for h in frame.hexes:
        paint = style.hex_paint(terrain.hexes[h].terrain)
        TEXTURE_DRAWERS[paint.texture](frame, canvas, paint, h)


def draw_grid(frame: Frame, canvas: Canvas) -> None:
    """Every hexside as a thin line, once; city and fortified hexes get their inner border."""
    style = frame.style
    width = style.size["grid"] * frame.unit
    drawn: set[Hexside] = set()
    for h in frame.hexes:
        for side in hexsides(h):
            if side not in drawn:
                drawn.add(side)
                canvas.polyline(frame.ends(side), style.paper["grid"], width)
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
            rim = paint.border or frame.style.paper["number"]
            canvas.circle(frame.centre(h), radius + frame.unit * (2 if paint.border else 1), rim)
            canvas.circle(frame.centre(h), radius, paint.dot)
