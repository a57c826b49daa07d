"""Terrain: the ground, what grows and stands on it, the grid and the inner borders."""

from __future__ import annotations

from clubroute.builder.art.canvas import Canvas, Spot
from clubroute.builder.art.frame import Frame
from clubroute.builder.art.layers.textures import GROUND_DRAWERS
from clubroute.builder.art.lines import mix
from clubroute.builder.art.regions import shapes
from clubroute.builder.grid import Hexside, hexsides

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
