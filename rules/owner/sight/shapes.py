"""The thread's geometry: hexes as polygons of whole px, Java's 32-bit numbers, what meets what.

The thread intersects shapes of Java's ``Area``; all of them here are convex, so that two meet when
no line separates them. Coordinates are taken times 2**20, which makes every one a whole number.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from ctypes import c_float
from typing import TypeAlias

from clubroute.rules.logs.grids.hexgrid import HexGrid, Pixel, java_round

Spot: TypeAlias = tuple[float, float]
"""A point in parts of px."""
Polygon: TypeAlias = Sequence[Spot]
SCALE = 1 << 20
FAT = 5
"""Px by which a shape is larger for lines that run along hexsides."""
SLIVER = 0.1
"""Px by which a line is moved up and left to have a shape at all."""


def single(value: float) -> float:
    """A number as Java's ``float`` keeps it."""
    return c_float(value).value


def hex_outline(grid: HexGrid, centre: Pixel, fat: int = 0) -> list[Spot]:
    """The corners of a hex around a point of its board, ``fat`` px larger on each side."""
    x, y = (centre.y, centre.x) if grid.sideways else (centre.x, centre.y)
    dx, dy = single(grid.dx), single(grid.dy)
    r = single(single(2 * dx) / 3)
    left, right = java_round(single(x - r)), java_round(single(x + r)) + 1
    inner = java_round(single(x - single(0.5 * r))), java_round(single(x + single(0.5 * r))) + 1
    half = single(0.5 * dy)
    top, bottom = java_round(single(y - half)) - fat, java_round(single(y + half)) + 1 + fat
    corners: list[Spot] = [
        (left - fat, y),
        (inner[0] - fat, top),
        (inner[1] + fat, top),
        (right + fat, y),
        (inner[1] + fat, bottom),
        (inner[0] - fat, bottom),
    ]
    return [(b, a) for a, b in corners] if grid.sideways else corners


def whole_centre(grid: HexGrid, column: int, row: int) -> Pixel:
    """The centre the thread draws a hex around: each part of it cut to whole px by itself."""
    dx, dy = grid.dx, grid.dy
    if grid.sideways:
        low = 0 if row % 2 == 0 else int(dy / 2)
        return Pixel(grid.y0 + int(dy * column) + low, grid.x0 + int(dx * row))
    low = int(dy / 2) if column % 2 == 0 else int(dy)
    return Pixel(grid.x0 + int(dx * column), grid.y0 - int(dy * 0.5) + int(dy * row) + low)


def exact_centre(grid: HexGrid, column: int, row: int) -> Spot:
    """The centre of a hex in parts of px of its board."""
    dx, dy = grid.dx, grid.dy
    if grid.sideways:
        low = 0.0 if row % 2 == 0 else dy / 2
        return single(grid.y0 + dy * column + low), single(grid.x0 + dx * row)
    low = dy / 2 if column % 2 == 0 else dy
    return single(grid.x0 + dx * column), single(grid.y0 - dy * 0.5 + dy * row + low)


def hexside_line(grid: HexGrid, a: Spot, b: Spot) -> tuple[Spot, Spot, Spot]:
    """The middle and both ends of the hexside between two centres."""
    x, y = (java_round(single(single(p + q) / 2)) for p, q in zip(a, b, strict=True))
    middle = grid.side(Pixel(x, y))
    near = (5, 2) if grid.sideways else (2, 5)
    first = vertex(grid, (single(middle.x + near[0]), single(middle.y + near[1])))
    second = vertex(grid, (single(middle.x - near[0]), single(middle.y - near[1])))
    return (middle.x, middle.y), first, second


def vertex(grid: HexGrid, spot: Spot) -> Spot:
    """The corner of a hex next to a point of its board."""
    x, y = spot[::-1] if grid.sideways else spot
    dx, dy, x0, y0 = grid.dx, grid.dy, grid.x0, grid.y0
    row = math.floor((single(y - y0) + dy / 4) * 2 / dy)
    if row % 2 == 0:
        along = single(x - x0) + dx / 3
        across = single(2 * dx / 3 * int(math.floor(along) * 3 / (2 * dx)) + x0)
        if along < 0:
            across = single(across - single(single(2 * single(dx)) / 3))
    else:
        along = single(x - x0) + dx / 3 + dx / 3
        across = single(2 * dx / 3 * int(math.floor(along) * 3 / (2 * dx)) - int(dx / 3) + x0)
    down = single(dy / 2 * row + y0)
    return (down, across) if grid.sideways else (across, down)


def moved(polygon: Polygon, x: int, y: int) -> list[Spot]:
    """A polygon of a board on the map, where the board's corner is at a point."""
    return [(single(a + x), single(b + y)) for a, b in polygon]


def sliver(start: Pixel, end: Pixel) -> list[Spot]:
    """The shape of a line: 0.1 px wide, up and to the left of it."""
    off = single(SLIVER)
    return [
        (start.x, start.y),
        (single(start.x - off), single(start.y - off)),
        (single(end.x - off), single(end.y - off)),
        (end.x, end.y),
    ]


def fat_hexside(first: Spot, second: Spot) -> list[Spot]:
    """The shape of a hexside for lines that run along hexsides."""
    return [
        (first[0], single(first[1] - FAT)),
        (second[0], single(second[1] - FAT)),
        (second[0], single(second[1] + FAT)),
        (first[0], single(first[1] + FAT)),
    ]


def overlap(one: Polygon, other: Polygon) -> bool:
    """Whether two convex shapes have an area in common; a shape without any has none."""
    a, b = scaled(one), scaled(other)
    if not area(a) or not area(b):
        return False
    return not any(separated(a, b, edges) for edges in (a, b))


def scaled(polygon: Polygon) -> list[tuple[int, int]]:
    """A polygon in whole numbers."""
    return [(int(x * SCALE), int(y * SCALE)) for x, y in polygon]


def area(polygon: Sequence[tuple[int, int]]) -> int:
    """Twice the area of a polygon."""
    following = (*polygon[1:], polygon[0])
    return sum(x * v - u * y for (x, y), (u, v) in zip(polygon, following, strict=True))


def separated(
    one: Sequence[tuple[int, int]],
    other: Sequence[tuple[int, int]],
    edges: Sequence[tuple[int, int]],
) -> bool:
    """Whether a line along one of some edges has the two shapes on its two sides."""
    for (x, y), (u, v) in zip(edges, (*edges[1:], edges[0]), strict=True):
        normal = y - v, u - x
        if normal == (0, 0):
            continue
        here = [normal[0] * p + normal[1] * q for p, q in one]
        there = [normal[0] * p + normal[1] * q for p, q in other]
        if max(here) <= min(there) or max(there) <= min(here):
            return True
    return False


def lines_meet(a: Spot, b: Spot, c: Spot, d: Spot) -> bool:
    """Whether two straight lines have a point in common, ends included (``linesIntersect``)."""
    return turn(a, b, c) * turn(a, b, d) <= 0 and turn(c, d, a) * turn(c, d, b) <= 0


def turn(a: Spot, b: Spot, point: Spot) -> int:
    """On which hand of a line a point is: 0 on it, ±1 beyond an end of it (``relativeCCW``)."""
    (ax, ay), (bx, by), (px, py) = scaled((a, b, point))
    bx, by, px, py = bx - ax, by - ay, px - ax, py - ay
    side = px * by - py * bx
    if side == 0:
        side = px * bx + py * by
        if side > 0:
            side = max(0, (px - bx) * bx + (py - by) * by)
    return (side > 0) - (side < 0)
