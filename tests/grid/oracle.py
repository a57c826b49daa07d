"""Brute-force answers about hexes, by another road than builder.grid: floats and fractions."""

from __future__ import annotations

import math
from fractions import Fraction

from clubroute.builder.grid import Hex, Lattice


def paper(lattice: Lattice, h: Hex) -> tuple[float, float]:
    """Centre of a regular hex of spacing 1 on paper (x right, y down)."""
    if lattice.orientation == "flat":
        return h.line * lattice.line_sign * math.sqrt(3) / 2, h.half * lattice.half_sign / 2
    return h.half * lattice.half_sign / 2, h.line * lattice.line_sign * math.sqrt(3) / 2


def cube_distance(a: Hex, b: Hex) -> int:
    """Distance by cube coordinates."""

    def cube(h: Hex) -> tuple[int, int, int]:
        r = (h.half - h.line - 1) // 2
        return h.line, r, -h.line - r

    return max(abs(x - y) for x, y in zip(cube(a), cube(b), strict=True))


def passes_inside(lattice: Lattice, a: Hex, b: Hex, h: Hex) -> bool:
    """Whether the segment between centres a and b has a piece of positive length inside h."""
    ax, ay = lattice.centre(a)
    bx, by = lattice.centre(b)
    low, high = Fraction(0), Fraction(1)
    corners = lattice.vertices(h)
    cx, cy = lattice.centre(h)
    for p, q in zip(corners, corners[1:] + corners[:1], strict=True):
        # half-plane of the edge p-q that holds the centre: n·(point - p) > 0
        nx, ny = -(q.y - p.y), q.x - p.x
        if nx * (cx - p.x) + ny * (cy - p.y) < 0:
            nx, ny = -nx, -ny
        start = nx * (ax - p.x) + ny * (ay - p.y)
        slope = nx * (bx - ax) + ny * (by - ay)
        if slope == 0:
            if start <= 0:
                return False
            continue
        crossing = Fraction(-start, slope)
        if slope > 0:
            low = max(low, crossing)
        else:
            high = min(high, crossing)
    return low < high


def runs_along_side_of(lattice: Lattice, a: Hex, b: Hex, h: Hex) -> bool:
    """Whether the segment a-b covers a whole hexside of h."""
    ax, ay = lattice.centre(a)
    bx, by = lattice.centre(b)
    corners = lattice.vertices(h)
    for p, q in zip(corners, corners[1:] + corners[:1], strict=True):
        on = all((bx - ax) * (v.y - ay) == (by - ay) * (v.x - ax) for v in (p, q))
        between = all(
            0 < (v.x - ax) * (bx - ax) + (v.y - ay) * (by - ay) < (bx - ax) ** 2 + (by - ay) ** 2
            for v in (p, q)
        )
        if on and between:
            return True
    return False
