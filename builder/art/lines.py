"""Curves and places along a line, in px."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

from clubroute.builder.art.canvas import Spot


def mix(a: Spot, b: Spot, share: float) -> Spot:
    """The point ``share`` (0..1) of the way from a to b."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def cubic(
    a: Spot, c: Spot, d: Spot, b: Spot, steps: int = 12, end: float = 1.0
) -> tuple[Spot, ...]:
    """A Bézier curve from a by the handles c and d to b, cut off at the parameter ``end``."""
    found = []
    for k in range(steps + 1):
        t = end * k / steps
        s = 1 - t
        w = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        found.append(
            (
                w[0] * a[0] + w[1] * c[0] + w[2] * d[0] + w[3] * b[0],
                w[0] * a[1] + w[1] * c[1] + w[2] * d[1] + w[3] * b[1],
            )
        )
    return tuple(found)


def rounded(a: Spot, corner: Spot, b: Spot, deviation: float) -> tuple[Spot, ...]:
    """From a by a corner to b, straight but for the corner, which is cut by ``deviation`` px.

    The corner is a parabola that touches both legs; its top is ``deviation`` from the corner.
    """
    legs = math.dist(a, corner), math.dist(corner, b)
    if min(legs) == 0:
        return (a, b)
    u = ((a[0] - corner[0]) / legs[0], (a[1] - corner[1]) / legs[0])
    v = ((b[0] - corner[0]) / legs[1], (b[1] - corner[1]) / legs[1])
    # The top of the parabola lies a quarter of |u + v| off for each px of the legs it takes.
    sharp = math.hypot(u[0] + v[0], u[1] + v[1]) / 4
    if sharp < 1e-3:
        return (a, corner, b)
    take = min(deviation / sharp, *legs)
    p = (corner[0] + u[0] * take, corner[1] + u[1] * take)
    q = (corner[0] + v[0] * take, corner[1] + v[1] * take)
    bow = cubic(p, mix(p, corner, 2 / 3), mix(q, corner, 2 / 3), q, steps=6)
    return (a, *bow, b)


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
