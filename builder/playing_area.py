"""The playing area of a scenario, in exact integers.

Boundary markers are corners of a figure (WED Scenario General Comments), or the hexrows and numbers
that are in play are told (INS 5.5 to 5.8).
"""

from __future__ import annotations

from collections.abc import Sequence

from clubroute.builder.grid import NUMBER, Hex, Lattice
from clubroute.builder.sources.scenario_parts import PlayingArea


def plays(lattice: Lattice, window: str | None, area: PlayingArea, here: Hex) -> bool:
    """Whether a hex lies in a playing area."""
    if area.shape == "numbers":
        return in_numbers(lattice, area.corners, here)
    corners = [lattice.parse(corner, window) for corner in area.corners]
    return in_play(here, corners, area.shape == "band")


def in_numbers(lattice: Lattice, corners: Sequence[str], here: Hex) -> bool:
    """Whether a hex lies in the hexrows and between the numbers of the corners, or in those.

    A corner's numbers are counted on its own sheet, whether or not the hex is on that.
    """
    gaps = []
    for corner in corners:
        match = NUMBER.fullmatch(corner)
        prefix, first, second = match.groups() if match else ("", "0", "0")
        sheet = next(one for one in lattice.sheets if one.prefix.upper() == prefix.upper())
        hexrow, number = sheet.numbers_of(here)
        gaps.append((hexrow - int(first), number - int(second)))
    return all(min(found) <= 0 <= max(found) for found in zip(*gaps, strict=True))


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
