"""Outlines of sets of hexes as one closed polygon each, holes and islands included."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from clubroute.builder.grid import (
    Hex,
    Lattice,
    Point,
    neighbours,
)

P = TypeVar("P")


def rings(lattice: Lattice, hexes: Iterable[Hex]) -> list[list[Point]]:
    """The closed outlines of a set of hexes, affine points, the set always on the same hand.

    Each begins at its lowest vertex. Hexes share sides or nothing, so outlines never touch.
    """
    inside = set(hexes)
    onward: dict[Point, Point] = {}
    for h in inside:
        corners = lattice.vertices(h)
        for k, n in enumerate(neighbours(h)):
            if n not in inside:
                onward[corners[k - 1]] = corners[k]
    found = []
    for start in sorted(onward):
        if start in onward:
            ring = [start]
            after = onward.pop(start)
            while after != start:
                ring.append(after)
                after = onward.pop(after)
            found.append(ring)
    return found


def stitched(outlines: Sequence[Sequence[P]]) -> list[P]:
    """Closed outlines as one polygon: out to each and back the same way, which encloses nothing.

    Filled by the even-odd rule, as a VASSAL zone is, it covers what the outlines cover.
    """
    if not outlines:
        return []
    home = outlines[0][0]
    found: list[P] = []
    for ring in outlines:
        found += [*ring, ring[0], home]
    return found
