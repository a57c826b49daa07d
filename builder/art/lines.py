"""Curves and places along a line, in px."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

from clubroute.builder.art.canvas import Spot


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
