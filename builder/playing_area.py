"""The area between scenario boundary markers (WED Scenario General Comments), in exact integers."""

from __future__ import annotations

from collections.abc import Sequence

from clubroute.builder.grid import Hex


def in_play(here: Hex, corners: Sequence[Hex], band: bool) -> bool:
    """Whether a hex lies inside the boundary, or is touched by it.

    :param corners: of a rectangle in any order; of a band the ends of its northern, then of its
        southern line.
    """
    if band:
        north, south = sorted(corners[:2]), sorted(corners[2:])
        return right_of(north[0], north[1], here) and right_of(south[1], south[0], here)
    ring = around(corners)
    return all(right_of(a, b, here) for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))


def around(corners: Sequence[Hex]) -> list[Hex]:
    """Four corners in order around the figure, its inside to the right (rows grow southward)."""
    first = corners[0]
    opposite = next(
        c for c in corners[1:] if turn(first, c, *(o for o in corners[1:] if o != c)) < 0
    )
    one, other = (c for c in corners[1:] if c != opposite)
    if cross(first, one, opposite) < 0:
        one, other = other, one
    return [first, one, opposite, other]


def turn(a: Hex, b: Hex, one: Hex, other: Hex) -> int:
    """Negative if two hexes lie on different sides of the line a-b."""
    return cross(a, b, one) * cross(a, b, other)


def cross(a: Hex, b: Hex, c: Hex) -> int:
    """Twice the area of a triangle in lattice units, positive if c lies right of a-b."""
    return (b.line - a.line) * (c.half - a.half) - (b.half - a.half) * (c.line - a.line)


def right_of(a: Hex, b: Hex, here: Hex) -> bool:
    """Whether a hex lies right of the line a-b, or its centre at most half a hex left of it."""
    side = cross(a, b, here)
    along, across = b.line - a.line, b.half - a.half
    # The distance is side·√3/2 over √(3·along² + across²) hexes; half a hex is the limit.
    return side >= 0 or 3 * side * side <= 3 * along * along + across * across
