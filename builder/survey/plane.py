"""The plane the survey works in: the lattice's regular hexes, one hex spacing as the unit.

x grows to sheet-right and y to sheet-down. Adjacent centres are 1 apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from clubroute.builder.grid import Hex, Hexside, Lattice, Point

ROOT3 = math.sqrt(3)
"""How far a hex's opposite sides are apart, over the length of one."""

HEX_AREA = ROOT3 / 2
"""Area of a hex whose neighbours' centres are 1 apart."""


class Spot(NamedTuple):
    """A point of the plane, in hexes."""

    x: float
    y: float


def spot(lattice: Lattice, point: Point) -> Spot:
    """The spot of an affine point."""
    if lattice.orientation == "flat":
        return Spot(point.x * ROOT3 / 6, point.y / 2)
    return Spot(point.x / 2, point.y * ROOT3 / 6)


def centre_spot(lattice: Lattice, h: Hex) -> Spot:
    """The spot of a hex centre."""
    return spot(lattice, lattice.centre(h))


def middle_spot(lattice: Lattice, side: Hexside) -> Spot:
    """The spot of a hexside's middle."""
    a, b = centre_spot(lattice, side.a), centre_spot(lattice, side.b)
    return Spot((a.x + b.x) / 2, (a.y + b.y) / 2)


def hex_at(lattice: Lattice, place: Spot) -> Hex:
    """The hex a spot lies in; rounded first, so that no machine's last digit decides."""
    x, y = round(place.x, 6), round(place.y, 6)
    if lattice.orientation == "flat":
        return lattice.nearest(x * 6 / ROOT3, y * 2)
    return lattice.nearest(x * 2, y * 6 / ROOT3)


def gap(a: Spot, b: Spot) -> float:
    """Distance between two spots, hexes."""
    return math.hypot(a.x - b.x, a.y - b.y)


def samples(line: Iterable[Spot], step: float = 0.25) -> Iterator[Spot]:
    """Spots along a polyline at most ``step`` hexes apart, its corners among them."""
    last: Spot | None = None
    for corner in line:
        if last is None:
            yield corner
        else:
            pieces = max(1, math.ceil(gap(last, corner) / step))
            for k in range(1, pieces + 1):
                t = k / pieces
                yield Spot(last.x + (corner.x - last.x) * t, last.y + (corner.y - last.y) * t)
        last = corner
