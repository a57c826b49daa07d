"""Parcels: land cut into strips and plots, as fields, polders and blocks of houses are.

The land falls into parishes, each with a direction of its own: that of the nearest Road or water.
A parish is cut into rows and each row into parcels. All is fixed by its place on the map.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import (
    Callable,
    Iterable,
    Iterator,
    Sequence,
)
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.courses.borders import drawn

# Curves and places along a line, in px.


def unit_direction(angle: float) -> Spot:
    """The unit direction of an angle (radians), to twelve places: those behind them are another C
    library's own."""
    return round(math.cos(angle), 12), round(math.sin(angle), 12)


def mix(a: Spot, b: Spot, share: float) -> Spot:
    """The point ``share`` (0..1) of the way from a to b."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def along(line: Sequence[Spot], step: float) -> Iterator[tuple[Spot, Spot]]:
    """Points every ``step`` px, half a step from both ends, each with its unit direction."""
    total = sum(math.dist(a, b) for a, b in itertools.pairwise(line))
    count = max(1, round(total / step))
    wanted = [(k + 0.5) * total / count for k in range(count)]
    done = 0.0
    position = 0
    for a, b in itertools.pairwise(line):
        length = math.dist(a, b)
        while length and position < count and wanted[position] <= done + length:
            yield (
                mix(a, b, (wanted[position] - done) / length),
                ((b[0] - a[0]) / length, (b[1] - a[1]) / length),
            )
            position += 1
        done += length


def dashes(a: Spot, b: Spot, step: float, share: float = 0.6) -> Iterator[tuple[Spot, Spot]]:
    """A straight line as dashes, ``share`` of every ``step`` px drawn."""
    count = max(1, round(math.dist(a, b) / step))
    gap = (1 - share) / 2
    for k in range(count):
        yield mix(a, b, (k + gap) / count), mix(a, b, (k + 1 - gap) / count)


def box(at: Spot, direction: Spot, length: float, width: float) -> tuple[Spot, ...]:
    """A rectangle about a point, its long side along a unit direction."""
    ux, uy = direction[0] * length / 2, direction[1] * length / 2
    vx, vy = -direction[1] * width / 2, direction[0] * width / 2
    x, y = at
    return (
        (x - ux - vx, y - uy - vy),
        (x + ux - vx, y + uy - vy),
        (x + ux + vx, y + uy + vy),
        (x - ux + vx, y - uy + vy),
    )


def offset(at: Spot, direction: Spot, forward: float, aside: float) -> Spot:
    """A point moved along a unit direction and to its right (y grows downwards)."""
    return (
        at[0] + direction[0] * forward - direction[1] * aside,
        at[1] + direction[1] * forward + direction[0] * aside,
    )


def crossing(line: Sequence[Spot], other: Sequence[Spot]) -> tuple[Spot, Spot] | None:
    """Where a line first crosses another, and its unit direction there; None if it does not."""
    for a, b in itertools.pairwise(line):
        way = (b[0] - a[0], b[1] - a[1])
        for c, d in itertools.pairwise(other):
            span = (d[0] - c[0], d[1] - c[1])
            turn = way[0] * span[1] - way[1] * span[0]
            if turn == 0:
                continue
            gap = (c[0] - a[0], c[1] - a[1])
            share = (gap[0] * span[1] - gap[1] * span[0]) / turn
            beyond = (gap[0] * way[1] - gap[1] * way[0]) / turn
            if 0 <= share <= 1 and 0 <= beyond <= 1:
                length = math.hypot(*way)
                return mix(a, b, share), (way[0] / length, way[1] / length)
    return None


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


Bound = tuple[float, float, float]
"""The half plane x·a + y·b <= c."""

Facing = Callable[[Spot], float | None]
"""The direction (radians) of what lies near a spot; None where nothing does."""


@dataclass(frozen=True, slots=True)
class Use:
    """What parishes are cut into: least and most width and length of a parcel, px."""

    wide: Spot
    long: Spot


@dataclass(frozen=True, slots=True)
class Cut:
    """How land is cut: px between parishes, what they are used for, each use as often.

    ``turned`` is the share of parishes that lie across what they face, ``sway`` the degrees by
    which one may lie otherwise; ``seed`` tells one kind of land from another.
    """

    pitch: float
    uses: tuple[Use, ...]
    turned: float
    sway: float
    seed: int


@dataclass(frozen=True, slots=True)
class Parcel:
    """A convex piece of land, its use by number, and a number (0..1) that tells it from others."""

    corners: tuple[Spot, ...]
    use: int
    chance: float


GROUND = 54.0
"""Px from a hex centre to the farthest spot that its terrain is drawn on, at least."""


def parcels(cut: Cut, spots: Iterable[Spot], facing: Facing) -> Iterator[Parcel]:
    """The parcels of every parish that may reach over the hexes round some centres (px at 72 px a
    hex)."""
    squares: dict[tuple[int, int], list[Spot]] = {}
    for x, y in spots:
        squares.setdefault((math.floor(x / cut.pitch), math.floor(y / cut.pitch)), []).append(
            (x, y)
        )
    around = {(c + i, r + j) for c, r in squares for i in (-1, 0, 1) for j in (-1, 0, 1)}
    for column, row in sorted(around):
        (x, y), way = site(cut, column, row), lie(cut, column, row, facing)
        land, _ = own_land(cut, column, row, way)
        reach = max(math.hypot(u, v) for u, v in land) + GROUND
        near = (
            spot
            for i in (-1, 0, 1)
            for j in (-1, 0, 1)
            for spot in squares.get((column + i, row + j), ())
        )
        if any(math.hypot(a - x, b - y) < reach for a, b in near):
            yield from parish(cut, column, row, way)


def chance(a: int, b: int, seed: int) -> float:
    """A number from 0 to 1, fixed by two numbers and a seed."""
    return (drawn(a, b, seed) + 1) / 2


def site(cut: Cut, column: int, row: int) -> Spot:
    """The site of a parish, somewhere in its square."""
    x = column + 0.5 + 0.38 * drawn(column, row, cut.seed)
    y = row + 0.5 + 0.38 * drawn(column, row, cut.seed + 1)
    return x * cut.pitch, y * cut.pitch


@lru_cache(maxsize=1000)
def parish(cut: Cut, column: int, row: int, way: Spot) -> tuple[Parcel, ...]:
    """The parcels of one parish worked in a direction, clipped to the land that is nearer to it
    than to any other."""
    (x, y), found = site(cut, column, row), []
    land, bounds = own_land(cut, column, row, way)
    left, right = min(u for u, _ in land), max(u for u, _ in land)
    top, bottom = min(v for _, v in land), max(v for _, v in land)
    number = int(chance(column, row, cut.seed + 5) * len(cut.uses)) % len(cut.uses)
    use, key = cut.uses[number], column * 641 + row
    for k, (low, high) in enumerate(pairwise(steps(use.wide, top, bottom, key, cut.seed + 6))):
        ends = steps(use.long, left, right, key * 31 + k, cut.seed + 7)
        for n, (start, end) in enumerate(pairwise(ends)):
            corners: list[Spot] = [(start, low), (end, low), (end, high), (start, high)]
            for a, b, c in bounds:
                # Most bounds are far from most parcels: look at the nearest and farthest corner.
                far = a * (end if a > 0 else start) + b * (high if b > 0 else low)
                if far > c:
                    corners = clipped(corners, (a, b, c))
                    if not corners:
                        break
            if corners:
                shape = tuple(
                    (x + way[0] * u - way[1] * v, y + way[1] * u + way[0] * v) for u, v in corners
                )
                found.append(Parcel(shape, number, chance(key + 7 * k, n, cut.seed + 8)))
    return tuple(found)


def lie(cut: Cut, column: int, row: int, facing: Facing) -> Spot:
    """The unit direction a parish is worked in."""
    faced = facing(site(cut, column, row))
    angle = faced if faced is not None else drawn(column, row, cut.seed + 2) * math.pi / 2
    if chance(column, row, cut.seed + 3) < cut.turned:
        angle += math.pi / 2
    angle += math.radians(cut.sway) * drawn(column, row, cut.seed + 4)
    return unit_direction(angle)


@lru_cache(maxsize=4000)
def own_land(
    cut: Cut, column: int, row: int, way: Spot
) -> tuple[tuple[Spot, ...], tuple[Bound, ...]]:
    """The outline of a parish, and the half planes that bound it; px from its site, along its way
    and to the right of it."""
    x, y = site(cut, column, row)
    far, bounds = cut.pitch * 1.5, []
    land = [(-far, -far), (far, -far), (far, far), (-far, far)]
    for i, j in ((i, j) for i in range(-2, 3) for j in range(-2, 3) if i or j):
        ox, oy = site(cut, column + i, row + j)
        dx, dy = ox - x, oy - y
        bound = (
            dx * way[0] + dy * way[1],
            dy * way[0] - dx * way[1],
            (dx * dx + dy * dy) / 2,
        )
        less = clipped(land, bound)
        if less != land:
            bounds.append(bound)
            land = less
    return tuple(land), tuple(bounds)


def steps(span: Spot, low: float, high: float, key: int, seed: int) -> list[float]:
    """Where parcels begin and end between two distances from a site."""
    found = [low]
    while found[-1] < high:
        found.append(found[-1] + span[0] + (span[1] - span[0]) * chance(key, len(found), seed))
    return found


def clipped(corners: Sequence[Spot], bound: Bound) -> list[Spot]:
    """The part of a convex polygon in a half plane."""
    a, b, c = bound
    depths = [x * a + y * b - c for x, y in corners]
    if max(depths) <= 0:
        return list(corners)
    if min(depths) >= 0:
        return []
    found: list[Spot] = []
    for k, (spot, depth) in enumerate(zip(corners, depths, strict=True)):
        before, behind = corners[k - 1], depths[k - 1]
        if (depth <= 0) != (behind <= 0):
            share = behind / (behind - depth)
            found.append(
                (
                    before[0] + (spot[0] - before[0]) * share,
                    before[1] + (spot[1] - before[1]) * share,
                )
            )
        if depth <= 0:
            found.append(spot)
    return found
