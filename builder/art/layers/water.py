"""Water, crests and impassable portions: what lies along hexsides."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from clubroute.builder.art.beyond import water_ends
from clubroute.builder.art.canvas import Canvas, Spot
from clubroute.builder.art.courses.noise import drawn
from clubroute.builder.art.courses.waters import WATERS
from clubroute.builder.art.frame import Frame
from clubroute.builder.art.lines import along, box, dashes, mix, offset
from clubroute.builder.grid import Hex, Hexside

DEEP = ("river", "canal")
"""Water with a lighter middle, as if light fell on it."""

MIDDLE = 0.45
"""Share of its width that the lighter middle takes."""

LIGHT = 0.35
"""How much white is in it (0..1)."""

ASIDE: Mapping[str, float] = MappingProxyType({"canal": 7.0, "stream": 4.0})
"""Px from its hexside's middle beyond which dashes tell the hexside that a water counts on."""

DASH = 8.0
"""Px from one dash to the next, on the hexside of a water that is drawn far aside of it."""

DASH_WIDTH = 1.7
"""Px of a dash."""

DASH_SHARE = 0.84
"""Share of the hexside that is dashed: its ends stay clear of the next water's."""

HACHURE = 3.8
HACHURES = (9.0, 16.0)
"""Px between a crest's hachures at their foot, and their least and most length."""


def draw_water(frame: Frame, canvas: Canvas) -> None:
    """All banks first, then all water, so that one water runs into another without a bar."""
    lines = {
        kind: [water.line for water in frame.courses.waters if water.kind == kind]
        for kind in WATERS
        if kind in frame.style.hexsides
    }
    # A water that leaves the map ends on its edge without a cap.
    off = [out for out, _ in water_ends(frame) if out.kind in lines]
    for kind, course in lines.items():
        paint = frame.style.hexsides[kind]
        width = (paint.width + 2 * paint.rim) * frame.unit
        stroke(canvas, course, paint.edge, width)
        for out in off:
            if out.kind == kind:
                canvas.polyline(out.line, paint.edge, width)
    for kind, course in lines.items():
        paint = frame.style.hexsides[kind]
        stroke(canvas, course, paint.fill, paint.width * frame.unit)
        for out in off:
            if out.kind == kind:
                canvas.polyline(out.line, paint.fill, paint.width * frame.unit)
    for kind in DEEP:
        if kind in lines:
            paint = frame.style.hexsides[kind]
            r, g, b = (round(part + (255 - part) * LIGHT) for part in paint.fill)
            stroke(canvas, lines[kind], (r, g, b), paint.width * MIDDLE * frame.unit)
    for water in frame.courses.waters:
        far = ASIDE.get(water.kind)
        middle = frame.middle(water.side)
        if far is not None and math.dist(water.middle, middle) > far * frame.unit:
            ink = frame.style.paper["water_name"]
            start, end = (mix(middle, vertex, DASH_SHARE) for vertex in frame.ends(water.side))
            for dash in dashes(start, end, DASH * frame.unit):
                canvas.polyline(dash, ink, DASH_WIDTH * frame.unit)


def stroke(
    canvas: Canvas, lines: Sequence[Sequence[Spot]], ink: tuple[int, int, int], width: float
) -> None:
    """Draw lines with round ends."""
    for line in lines:
        canvas.polyline(line, ink, width)
        canvas.circle(line[0], width / 2, ink)
        canvas.circle(line[-1], width / 2, ink)


def draw_crests(frame: Frame, canvas: Canvas) -> None:
    """A crest as a line with tapering hachures down to the lower ground (WED 2.13).

    Where the map does not tell which side that is, they stand on both sides.
    """
    paint = frame.style.hexsides["crest"]
    for side in frame.sides:
        for feature in frame.terrain.features(side, "crest"):
            ends = frame.ends(side)
            canvas.polyline(ends, paint.fill, paint.width * frame.unit)
            high = feature.high_hex(frame.view.lattice)
            for n, (at, way) in enumerate(along(ends, HACHURE * frame.unit)):
                half = paint.width / 2 * frame.unit
                foot = (offset(at, way, -half, 0), offset(at, way, half, 0))
                told = (drawn(side.a.line * 131 + side.a.half, n, 61) + 1) / 2
                long = HACHURES[0] + (HACHURES[1] - HACHURES[0]) * told
                for rise in (-long, long):
                    tip = offset(at, way, 0, rise * frame.unit)
                    if high is None or nearer(frame, side, tip) != high:
                        canvas.polygon((*foot, tip), paint.fill)


def nearer(frame: Frame, side: Hexside, spot: Spot) -> Hex:
    """Which of a hexside's two hexes a spot beside it lies in."""
    return min(side, key=lambda h: math.dist(frame.centre(h), spot))


def draw_impassable(frame: Frame, canvas: Canvas) -> None:
    """Impassable hexsides as a grey bar with slanting strokes (WED 2.14)."""
    paint = frame.style.hexsides["impassable"]
    width = paint.width * frame.unit
    for side in frame.sides:
        if frame.terrain.has(side, "impassable"):
            a, b = frame.ends(side)
            stroke(canvas, ((a, b),), paint.edge, width + 2 * paint.rim * frame.unit)
            stroke(canvas, ((a, b),), paint.fill, width)
            for at, (ux, uy) in along((a, b), 7 * frame.unit):
                slant = ((ux - uy) * 0.7071, (uy + ux) * 0.7071)
                canvas.polygon(box(at, slant, width, 1.5 * frame.unit), paint.edge)
