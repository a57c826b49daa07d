"""Marks of named hex sets: zones, Stop hexes, entries, exits, boundaries, airfields."""

from __future__ import annotations

import math
from collections.abc import (
    Callable,
    Iterator,
    Mapping,
    Set,
)
from types import MappingProxyType

from clubroute.builder.art.canvas import Canvas, Spot
from clubroute.builder.art.numbers import Frame
from clubroute.builder.art.parcels import (
    box,
    dashes,
    mix,
    offset,
    unit_direction,
)
from clubroute.builder.art.plate import BOLD, width_of
from clubroute.builder.art.plot import (
    LETTER_SIZE,
    MARK_PLACES,
    sign_place,
    zone_letters,
)
from clubroute.builder.grid import Hex, hexsides, neighbours
from clubroute.builder.sources.style import AreaPaint, Colour
from clubroute.builder.terrain.terrain_map import Area

ZONE_INSET = 0.09
"""How far inside its hexsides a zone's line runs, as a share of the way to the centre: what runs
on a hexside is still seen."""

ZONE_STEP = 0.09
"""How much further in each kind of zone is drawn than the one before, so that both show."""

ZONE_WIDTH = 3.0
"""Px of a zone's line, and of the marks in a hex."""

BORDER_BAND = 8.0
"""Px of the pale band under a country's border: its dashes show on any ground."""


def draw_areas(frame: Frame, canvas: Canvas) -> None:
    """Every area whose kind the style marks, in the style's order of kinds."""
    for kind, paint in frame.style.areas.items():
        draw = AREA_DRAWERS.get(paint.mark)
        if draw is not None:
            for area in frame.terrain.areas_of(kind):
                if any(frame.near(h) for h in area.hexes):
                    draw(frame, canvas, paint, area)


def zone(frame: Frame, canvas: Canvas, paint: AreaPaint, area: Area) -> None:
    """A dashed line inside the set's outer hexsides on the map, letters in its middle hex."""
    zones = [kind for kind, other in frame.style.areas.items() if other.mark == paint.mark]
    inset = ZONE_INSET + ZONE_STEP * zones.index(area.kind)
    inside = set(area.hexes)
    for h, k in outer_sides(frame, area):
        a, b = (drawn_in(frame, inside, h, corner, inset) for corner in (k - 1, k))
        for dash in dashes(a, b, 14 * frame.unit, 0.65):
            canvas.polyline(dash, paint.ink, ZONE_WIDTH * frame.unit)
    sign(frame, canvas, paint, sign_place(frame, area), zone_letters(area))


def outer_sides(frame: Frame, area: Area) -> Iterator[tuple[Hex, int]]:
    """The hexsides between a set and the map around it: the hex inside, and which of its sides.

    All those of a single hex, as the legend's samples are.
    """
    inside, shown = set(area.hexes), frame.terrain.hexes
    for h in sorted(inside):
        if frame.near(h):
            for k, n in enumerate(neighbours(h)):
                if n not in inside and (n in shown or len(inside) == 1):
                    yield h, k


def drawn_in(frame: Frame, inside: Set[Hex], h: Hex, corner: int, inset: float) -> Spot:
    """A corner of a hex as a line just inside a set passes it, so that the line never breaks.

    Where another hex of the set meets the corner, it is passed between the two.
    """
    around = neighbours(h)
    middles = [frame.centre(h)]
    middles += [frame.centre(n) for n in (around[corner], around[(corner + 1) % 6]) if n in inside]
    x, y = (sum(ways) / len(middles) for ways in zip(*middles, strict=True))
    # The middle of two hexes is half as far off as that of one.
    return mix(frame.corners(h)[corner], (x, y), inset * len(middles))


def border(frame: Frame, canvas: Canvas, paint: AreaPaint, area: Area) -> None:
    """A country's border on its hexsides, dash and dot on a pale band, and its name."""
    lines = [frame.ends(hexsides(h)[k]) for h, k in outer_sides(frame, area)]
    for line in lines:
        canvas.polyline(line, paint.fill, BORDER_BAND * frame.unit)
    for a, b in lines:
        canvas.polyline((mix(a, b, 0.08), mix(a, b, 0.66)), paint.ink, ZONE_WIDTH * frame.unit)
        canvas.circle(mix(a, b, 0.87), 0.6 * ZONE_WIDTH * frame.unit, paint.ink)
    sign(frame, canvas, paint, sign_place(frame, area), zone_letters(area))


def sign(frame: Frame, canvas: Canvas, paint: AreaPaint, at: Spot, text: str) -> None:
    """Letters on a plate."""
    size = LETTER_SIZE * 0.7 * frame.unit
    wide = width_of(text, BOLD) * size + 8 * frame.unit
    canvas.polygon(box(at, (1.0, 0.0), wide + 2 * frame.unit, size * 1.15), paint.ink)
    canvas.polygon(box(at, (1.0, 0.0), wide - frame.unit, size * 1.15 - 3 * frame.unit), paint.fill)
    canvas.text(at, text, BOLD, size, paint.ink, paint.fill, 0)


def octagons(frame: Frame, canvas: Canvas, paint: AreaPaint, area: Area) -> None:
    """Stop hexes: a heavy line inside the hex and the road sign's eight corners on its left."""
    for h in area.hexes:
        if frame.near(h):
            hex_ring(frame, canvas, h, paint.ink)
            at = mark_place(frame, h, paint.mark)
            for radius, ink in ((10.0, paint.ink), (8.0, paint.fill), (6.5, paint.ink)):
                canvas.polygon(regular(at, radius * frame.unit, 8), ink)
            canvas.polygon(box(at, (1.0, 0.0), 8 * frame.unit, 2.5 * frame.unit), paint.fill)


def mark_place(frame: Frame, h: Hex, mark: str) -> Spot:
    """Where a mark stands in a hex."""
    (dx, dy), _, _ = MARK_PLACES[mark]
    x, y = frame.centre(h)
    return x + dx * frame.unit, y + dy * frame.unit


def hex_ring(frame: Frame, canvas: Canvas, h: Hex, ink: Colour) -> None:
    """A line just inside a hex."""
    ring = [mix(c, frame.centre(h), ZONE_INSET) for c in frame.corners(h)]
    canvas.polyline([*ring, ring[0], ring[1]], ink, ZONE_WIDTH * frame.unit)


def regular(at: Spot, radius: float, corners: int) -> list[Spot]:
    """A regular polygon standing on a side."""
    directions = (unit_direction(math.pi * (2 * k + 1) / corners) for k in range(corners))
    return [(at[0] + radius * across, at[1] + radius * down) for across, down in directions]


def arrows_in(frame: Frame, canvas: Canvas, paint: AreaPaint, area: Area) -> None:
    """Entry hexes: an arrow coming into the hex."""
    arrows(frame, canvas, paint, area, 1)


def arrows_out(frame: Frame, canvas: Canvas, paint: AreaPaint, area: Area) -> None:
    """Exit hexes: an arrow leading out of the hex."""
    arrows(frame, canvas, paint, area, -1)


def arrows(frame: Frame, canvas: Canvas, paint: AreaPaint, area: Area, sense: int) -> None:
    """An arrow in each hex, from or to the edge of the map where the hex lies on it."""
    for h in area.hexes:
        if not frame.near(h):
            continue
        x, y = frame.centre(h)
        outside = [n for n in neighbours(h) if n not in frame.terrain.hexes]
        way = (1.0, 0.0)
        if outside:
            ox = sum(frame.centre(n)[0] - x for n in outside)
            oy = sum(frame.centre(n)[1] - y for n in outside)
            if math.hypot(ox, oy) > 1:
                way = (-ox / math.hypot(ox, oy), -oy / math.hypot(ox, oy))
        at = offset((x, y), way, -22 * frame.unit, 0)
        way = (way[0] * sense, way[1] * sense)
        for grow, ink in ((2.0, paint.ink), (0.0, paint.fill)):
            canvas.polygon(arrow(at, way, frame.unit, grow), ink)


def arrow(at: Spot, way: Spot, unit: float, grow: float) -> list[Spot]:
    """An arrow about a point, ``grow`` px larger all round."""
    g = grow
    outline = (
        (-13 - g, -3.5 - g), (1 - g, -3.5 - g), (1 - g, -9 - 1.6 * g), (13 + 1.8 * g, 0),
        (1 - g, 9 + 1.6 * g), (1 - g, 3.5 + g), (-13 - g, 3.5 + g),
    )  # fmt: skip
    return [offset(at, way, forward * unit, aside * unit) for forward, aside in outline]


def hex_corners(frame: Frame, canvas: Canvas, paint: AreaPaint, area: Area) -> None:
    """Scenario boundary hexes: a tick at every corner of the hex."""
    for h in area.hexes:
        if frame.near(h):
            centre = frame.centre(h)
            corners = frame.corners(h)
            for k, corner in enumerate(corners):
                spot = mix(corner, centre, ZONE_INSET)
                for other in (corners[k - 1], corners[(k + 1) % 6]):
                    arm = mix(spot, mix(other, centre, ZONE_INSET), 0.25)
                    canvas.polyline((spot, arm), paint.ink, ZONE_WIDTH * frame.unit)


def discs(frame: Frame, canvas: Canvas, paint: AreaPaint, area: Area) -> None:
    """A small star-like disc at the right of each hex."""
    for h in area.hexes:
        if frame.near(h):
            at = mark_place(frame, h, paint.mark)
            canvas.circle(at, 6.5 * frame.unit, paint.ink)
            canvas.circle(at, 4.5 * frame.unit, paint.fill)
            canvas.circle(at, 2.0 * frame.unit, paint.ink)


def runways(frame: Frame, canvas: Canvas, paint: AreaPaint, area: Area) -> None:
    """Airfields: two crossing strips in each hex."""
    for h in area.hexes:
        if frame.near(h):
            at = frame.centre(h)
            for way in ((0.8, 0.6), (0.8, -0.6)):
                canvas.polygon(box(at, way, 52 * frame.unit, 9 * frame.unit), paint.ink)
            for way in ((0.8, 0.6), (0.8, -0.6)):
                canvas.polygon(box(at, way, 49 * frame.unit, 6 * frame.unit), paint.fill)


AREA_DRAWERS: Mapping[str, Callable[[Frame, Canvas, AreaPaint, Area], None]] = MappingProxyType(
    {
        "outline": zone,
        "octagon": octagons,
        "arrow_in": arrows_in,
        "arrow_out": arrows_out,
        "corner": hex_corners,
        "dot": discs,
        "runway": runways,
        "border": border,
    }
)
