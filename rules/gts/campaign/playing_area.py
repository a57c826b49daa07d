"""The area between scenario boundary markers (WED General Comments, scenario 4)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, hypot, sqrt

from clubroute.builder.grid import Hex

Point = tuple[float, float]
TOUCHED = 0.5
"""A hex whose centre is no farther from a line, in hexes, is touched by it."""


def place(hex: Hex) -> Point:
    """A hex's centre, in hexes: neighbours are 1 apart, y grows southward."""
    return hex.line * sqrt(3) / 2, hex.half / 2


def in_play(hex: Hex, corners: Sequence[Hex], strip: bool) -> bool:
    """Whether a hex lies in the area.

    :param corners: four hexes; for a strip the ends of its northern line, then of its southern.
    """
    here, points = place(hex), [place(corner) for corner in corners]
    if strip:
        north, south = points[:2], points[2:]
        return below(north, here) >= -TOUCHED and below(south, here) <= TOUCHED
    middle = sum(p[0] for p in points) / 4, sum(p[1] for p in points) / 4
    ring = sorted(points, key=lambda p: atan2(p[1] - middle[1], p[0] - middle[0]))
    edges = pairwise([*ring, ring[0]])
    return all(aside(a, b, here) >= -TOUCHED for a, b in edges)


def below(line: Sequence[Point], point: Point) -> float:
    """Measure, in hexes, how far a point lies south of a line that runs on beyond its ends."""
    west, east = sorted(line)
    return aside(west, east, point)


def aside(a: Point, b: Point, point: Point) -> float:
    """The distance of a point from the line a-b, in hexes; on its right (y southward) positive."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return (dx * (point[1] - a[1]) - dy * (point[0] - a[0])) / hypot(dx, dy)
