"""Villages, towns and cities: houses along streets.

A town's streets are one net over all its hexes, turned a little against the hexes so that it does
not look like one of them. Houses keep off Roads, railways and water, and line them.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clubroute.builder.art.canvas import Canvas, Spot
from clubroute.builder.art.frame import Frame
from clubroute.builder.art.layers.room import jitter, room_of
from clubroute.builder.art.lines import box, offset
from clubroute.builder.grid import Hex, hexsides
from clubroute.builder.sources.style import HexPaint

TURN = (math.cos(math.radians(-13.0)), math.sin(math.radians(-13.0)))
"""The direction of a town's long streets."""

ROAD_CLEAR = 4.5
"""Px from the middle of a Road to the middle of the nearest house, beside half its depth."""

WATER_CLEAR = {"river": 13.0, "canal": 9.0, "stream": 5.0}


@dataclass(frozen=True, slots=True)
class Streets:
    """A net of streets: px from street to street along and across, and the width of a street."""

    along: float
    across: float
    street: float


CITY = Streets(18.0, 14.0, 3.0)
TOWN = Streets(19.0, 11.5, 4.0)
VILLAGE = Streets(12.5, 11.5, 5.0)


@dataclass(frozen=True, slots=True)
class Plot:
    """A block between streets: its number in the net, its middle in map px."""

    column: int
    row: int
    at: Spot


def plots(frame: Frame, h: Hex, net: Streets, margin: float) -> Iterator[Plot]:
    """The blocks of a hex that nothing stands on."""
    room = room_of(frame, h)
    unit = frame.unit
    x, y = frame.centre(h)
    keep_off = obstacles(frame, h)
    px, py = x / unit, y / unit
    u, v = px * TURN[0] + py * TURN[1], -px * TURN[1] + py * TURN[0]
    reach = 44.0
    clear = net.across / 2 - 2.0
    for row in range(math.ceil((v - reach) / net.across), math.floor((v + reach) / net.across) + 1):
        push = (row % 2) * net.along / 2
        first = math.ceil((u - reach - push) / net.along)
        last = math.floor((u + reach - push) / net.along)
        for column in range(first, last + 1):
            a, b = column * net.along + push, row * net.across
            at = (a * TURN[0] - b * TURN[1] - px, a * TURN[1] + b * TURN[0] - py)
            if not owned(frame, h, at) or not room.free(at, margin, clear):
                continue
            spot = (x + at[0] * unit, y + at[1] * unit)
            if all(gap(spot, line) > (far + clear) * unit for line, far in keep_off):
                yield Plot(column, row, spot)


def owned(frame: Frame, h: Hex, at: Spot) -> bool:
    """Whether a place (px from the centre) lies in the hex itself."""
    x, y = frame.centre(h)
    unit = frame.unit
    return frame.hex_at((x + at[0] * unit, y + at[1] * unit)) == h


def obstacles(frame: Frame, h: Hex) -> list[tuple[Sequence[Spot], float]]:
    """Lines that houses keep off, each with its distance in px."""
    found: list[tuple[Sequence[Spot], float]] = [
        (piece.line, ROAD_CLEAR) for piece in frame.courses.in_hex.get(h, ())
    ]
    for side in hexsides(h):
        for water in frame.courses.water_on.get(side, ()):
            found.append((water.line, WATER_CLEAR[water.kind]))
    return found


def gap(spot: Spot, line: Sequence[Spot]) -> float:
    """Px from a spot to a polyline."""
    best = math.inf
    for (ax, ay), (bx, by) in itertools.pairwise(line):
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy
        share = ((spot[0] - ax) * dx + (spot[1] - ay) * dy) / length if length else 0.0
        share = min(1.0, max(0.0, share))
        best = min(best, math.hypot(ax + dx * share - spot[0], ay + dy * share - spot[1]))
    return best


def house(
    frame: Frame, canvas: Canvas, paint: HexPaint, at: Spot, long: float, deep: float, flat: bool
) -> None:
    """One house: its shadow, its walls, its roof; ``long`` and ``deep`` px."""
    unit = frame.unit
    way = TURN if flat else (-TURN[1], TURN[0])
    shadow = (at[0] + 1.1 * unit, at[1] + 1.3 * unit)
    canvas.polygon(box(shadow, way, long * unit, deep * unit), paint.ink)
    canvas.polygon(box(at, way, long * unit, deep * unit), paint.ink)
    canvas.polygon(box(at, way, (long - 1.8) * unit, (deep - 1.8) * unit), paint.second)


def draw_city(frame: Frame, canvas: Canvas, paint: HexPaint, h: Hex) -> None:
    """Closed blocks, some around a yard."""
    unit = frame.unit
    for plot in plots(frame, h, CITY, 4.0):
        long, deep = CITY.along - CITY.street, CITY.across - CITY.street
        seed = plot.column * 31 + plot.row
        house(frame, canvas, paint, plot.at, long, deep, True)
        if jitter(h, seed, 1.0) > -0.2:
            yard = box(plot.at, TURN, (long - 7.5) * unit, (deep - 6.5) * unit)
            canvas.polygon(yard, paint.ink)
            canvas.polygon(box(plot.at, TURN, (long - 9) * unit, (deep - 8) * unit), paint.fill)


def draw_town(frame: Frame, canvas: Canvas, paint: HexPaint, h: Hex) -> None:
    """Terraces of two or three houses."""
    unit = frame.unit
    for plot in plots(frame, h, TOWN, 3.0):
        seed = plot.column * 31 + plot.row
        if jitter(h, seed, 1.0) > 0.86:
            continue
        long, deep = TOWN.along - TOWN.street, TOWN.across - TOWN.street
        split = long * (0.5 + jitter(h, seed + 1, 0.16))
        for start, length in ((0.0, split), (split, long - split)):
            forward = (start + length / 2 - long / 2) * unit
            at = offset(plot.at, TURN, forward, jitter(h, seed + 7 + round(start), 1.0) * unit)
            house(frame, canvas, paint, at, length - 1.2, deep - 1.0, True)


def draw_village(frame: Frame, canvas: Canvas, paint: HexPaint, h: Hex) -> None:
    """Houses by themselves, thinner towards the edge of the hex."""
    x, y = frame.centre(h)
    for plot in plots(frame, h, VILLAGE, 6.0):
        seed = plot.column * 31 + plot.row
        far = math.dist(plot.at, (x, y)) / (40 * frame.unit)
        if jitter(h, seed, 0.5) + 0.5 < 0.1 + far * 0.7:
            continue
        long = 8.5 + jitter(h, seed + 3, 1.5)
        house(frame, canvas, paint, plot.at, long, 6.5, jitter(h, seed + 5, 1.0) > -0.3)
