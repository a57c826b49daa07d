"""Water, crests and impassable portions: what lies along hexsides."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from clubroute.builder.art.beyond import water_ends
from clubroute.builder.art.canvas import Canvas, Spot
from clubroute.builder.art.courses.borders import drawn
from clubroute.builder.art.courses.waters import WATERS, waters_of
from clubroute.builder.art.numbers import Frame
from clubroute.builder.art.parcels import along, box, dashes, mix, offset
from clubroute.builder.grid import Hex, Hexside, hexsides
from clubroute.builder.sources.style import CROSSINGS

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

LINES = ("crest", "impassable")
"""Lines along hexsides with a drawing of their own."""

CREST_HALO = 1.3
"""Px of the pale line round a crest and its hachures."""

CREST_CORNER, OWN_CORNER = 0.32, 0.5
"""Share of its hexside on which the corner of a crest is rounded, which stays within 4 px of it,
and that of a line of a game's own: it runs on from middle to middle without a straight."""

ROUNDS = 5
"""Parts of half a rounded corner."""


def draw_water(frame: Frame, canvas: Canvas) -> None:
    """All banks first, then all water, so that one water runs into another without a bar."""
    lines = {
        kind: [water.line for water in frame.courses.waters if water.kind == kind]
        for kind in waters_of(frame.terrain)
        if kind in frame.style.hexsides
    }
    # A water that leaves the map ends on its edge without a cap.
    off = [out for out, _ in water_ends(frame) if out.kind in lines]
    pools = pools_of(frame)
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
        for pool in pools.get(kind, ()):
            canvas.polygon(pool, paint.fill)
        for out in off:
            if out.kind == kind:
                canvas.polyline(out.line, paint.fill, paint.width * frame.unit)
    for kind in lines:
        if kind in DEEP or kind not in WATERS:
            paint = frame.style.hexsides[kind]
            r, g, b = (round(part + (255 - part) * LIGHT) for part in paint.fill)
            stroke(canvas, lines[kind], (r, g, b), paint.width * MIDDLE * frame.unit)
            for pool in pools.get(kind, ()):
                canvas.polygon(pool, (r, g, b))
    for water in frame.courses.waters:
        far = ASIDE.get(water.kind)
        middle = frame.middle(water.side)
        if far is not None and math.dist(water.middle, middle) > far * frame.unit:
            ink = frame.style.paper["water_name"]
            start, end = (mix(middle, vertex, DASH_SHARE) for vertex in frame.ends(water.side))
            for dash in dashes(start, end, DASH * frame.unit):
                canvas.polyline(dash, ink, DASH_WIDTH * frame.unit)


def pools_of(frame: Frame) -> dict[str, list[list[Spot]]]:
    """The rings of water round hexes that are water themselves, by the water's kind."""
    found: dict[str, list[list[Spot]]] = {}
    for h in frame.hexes:
        ring = ring_round(frame, h) if full_of_water(frame, h) else None
        if ring is not None:
            found.setdefault(ring[0], []).append(ring[1])
    return found


def full_of_water(frame: Frame, h: Hex) -> bool:
    """Whether a hex is drawn as water from side to side."""
    there = frame.terrain.hexes.get(h)
    return there is not None and frame.style.hex_paint(there.terrain).texture == "water"


def ring_round(frame: Frame, h: Hex) -> tuple[str, list[Spot]] | None:
    """The kind of the water on all sides of a hex, and its line round it; None if it has gaps."""
    waters = [frame.courses.water_on.get(side, ()) for side in hexsides(h)]
    for kind in (*DEEP, *sorted(frame.terrain.water.difference(WATERS))):
        lines = [[w.line for w in many if w.kind == kind][:1] for many in waters]
        if all(lines):
            ring: list[Spot] = []
            for (line,), (after,) in zip(lines, [*lines[1:], lines[0]], strict=True):
                ring += (line if line[-1] in (after[0], after[-1]) else line[::-1])[:-1]
            return kind, ring
    return None


def stroke(
    canvas: Canvas, lines: Sequence[Sequence[Spot]], ink: tuple[int, int, int], width: float
) -> None:
    """Draw lines with round ends."""
    for line in lines:
        canvas.polyline(line, ink, width)
        canvas.circle(line[0], width / 2, ink)
        canvas.circle(line[-1], width / 2, ink)


def draw_lines(frame: Frame, canvas: Canvas) -> None:
    """Hexside kinds of a game's own: a line along each hexside, its corners rounded."""
    own = [*waters_of(frame.terrain), *CROSSINGS, *LINES]
    for kind, paint in frame.style.hexsides.items():
        if kind not in own and paint.width:
            sides = [side for side in frame.sides if frame.terrain.has(side, kind)]
            lines = [run_line(frame, side, kind, OWN_CORNER) for side in sides]
            stroke(canvas, lines, paint.edge, (paint.width + 2 * paint.rim) * frame.unit)
            stroke(canvas, lines, paint.fill, paint.width * frame.unit)


def draw_crests(frame: Frame, canvas: Canvas) -> None:
    """A crest as a line with tapering hachures down to the lower ground (WED 2.13).

    Where the map does not tell which side that is, they stand on both sides. Crests that run on
    from hexside to hexside are one line, its corners rounded; a pale line round it keeps it apart
    from woods and roofs.
    """
    paint, unit = frame.style.hexsides["crest"], frame.unit
    halo = frame.style.paper["halo"]
    teeth: list[tuple[Spot, ...]] = []
    lines: list[list[Spot]] = []
    for side in frame.sides:
        for feature in frame.terrain.features(side, "crest"):
            line = run_line(frame, side, "crest", CREST_CORNER)
            lines.append(line)
            high = feature.high_hex(frame.view.lattice)
            for n, (at, way) in enumerate(along(line, HACHURE * unit)):
                half = 0.5 * HACHURE * unit
                foot = (offset(at, way, -half, 0), offset(at, way, half, 0))
                told = (drawn(side.a.line * 131 + side.a.half, n, 61) + 1) / 2
                long = HACHURES[0] + (HACHURES[1] - HACHURES[0]) * told
                for rise in (-long, long):
                    tip = offset(at, way, 0, rise * unit)
                    if high is None or nearer(frame, side, tip) != high:
                        teeth.append((*foot, tip))
    for tooth in teeth:
        canvas.polygon([widened(tooth, spot, CREST_HALO * unit) for spot in tooth], halo)
    for line in lines:
        canvas.polyline(line, halo, (paint.width + 2 * CREST_HALO) * unit)
        for end in (line[0], line[-1]):
            canvas.circle(end, (paint.width / 2 + CREST_HALO) * unit, halo)
    for tooth in teeth:
        canvas.polygon(tooth, paint.fill)
    for line in lines:
        stroke(canvas, [line], paint.fill, paint.width * unit)


def widened(tooth: Sequence[Spot], spot: Spot, by: float) -> Spot:
    """A corner of a tooth moved away from its middle."""
    x, y = (sum(part) / len(tooth) for part in zip(*tooth, strict=True))
    far = math.dist((x, y), spot) or 1.0
    return spot[0] + (spot[0] - x) / far * by, spot[1] + (spot[1] - y) / far * by


def run_line(frame: Frame, side: Hexside, kind: str, corner: float) -> list[Spot]:
    """A hexside with a feature of a kind, its corner rounded where just one other goes on from it.

    :param corner: on which share of the hexside.
    """
    lattice = frame.view.lattice
    ends = lattice.hexside_ends(side)
    found: list[Spot] = []
    for here, there in (ends, ends[::-1]):
        a, b = frame.px(here), frame.px(there)
        onward = [
            other
            for h in side
            for other in hexsides(h)
            if other != side
            and here in lattice.hexside_ends(other)
            and frame.terrain.has(other, kind)
        ]
        half: list[Spot]
        if len(onward) == 1:
            beyond = next(v for v in lattice.hexside_ends(onward[0]) if v != here)
            begin, after = mix(a, b, corner), mix(a, frame.px(beyond), corner)
            apex = mix(mix(begin, after, 0.5), a, 0.5)
            turn = mix(begin, a, 0.5)
            half = [apex]
            for k in range(1, ROUNDS):
                t = 1 - k / ROUNDS
                half.append(mix(mix(begin, turn, t), mix(turn, apex, t), t))
            half.append(begin)
        else:
            half = [a]
        found = [*found, *(half if not found else half[::-1])]
    return found


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
