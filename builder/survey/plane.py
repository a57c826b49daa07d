"""The plane the survey works in: the lattice's regular hexes, one hex spacing as the unit.

x grows to sheet-right and y to sheet-down. Adjacent centres are 1 apart.
"""

from __future__ import annotations

import math
from collections.abc import (
    Callable,
    Hashable,
    Iterable,
    Iterator,
    Sequence,
)
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

from clubroute.builder.grid import (
    Hex,
    Hexside,
    Lattice,
    Point,
    ring,
    within,
)

# Shortest paths, the same on every machine: ties go to the smaller node.

N = TypeVar("N", bound=Hashable)


def shortest_path(start: N, goal: N, steps: Callable[[N], Iterable[tuple[N, float]]]) -> list[N]:
    """The cheapest path from ``start`` to ``goal``, both ends included; empty if there is none.

    ``steps`` gives the nodes one step away with the step's cost (> 0). Nodes must be orderable.
    Costs are rounded to nine places as they add up, so equal sums compare equal.
    """
    best: dict[N, float] = {start: 0.0}
    back: dict[N, N] = {}
    heap: list[tuple[float, Any]] = [(0.0, start)]
    done: set[N] = set()
    while heap:
        cost, node = heappop(heap)
        if node == goal:
            path = [goal]
            while path[-1] != start:
                path.append(back[path[-1]])
            return path[::-1]
        if node in done:
            continue
        done.add(node)
        for other, price in steps(node):
            total = round(cost + price, 9)  # sums of floats in another order are equal then
            if total < best.get(other, float("inf")):
                best[other] = total
                back[other] = node
                heappush(heap, (total, other))
    return []


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


# The hexes along a polyline, and how far things near it lie from it.

FAR = 16.0
"""Squared distance (hexes²) given to what lies outside the corridor."""
MARGIN = 2
"""Hexes beyond the map's edge within which lines are still followed."""


@dataclass(frozen=True, slots=True)
class Corridor:
    """A polyline sampled every quarter hex, each sample filed under the hexes around it."""

    line: tuple[Spot, ...]
    near: dict[Hex, list[int]] = field(default_factory=dict)

    def square(self, place: Spot, h: Hex) -> float:
        """Squared distance (hexes²) from a spot in hex ``h`` to the line, rounded."""
        found = self.near.get(h)
        if not found:
            return FAR
        x, y = place
        spots = map(self.line.__getitem__, found)
        return round(min([(px - x) ** 2 + (py - y) ** 2 for px, py in spots]), 6)

    def along(self, place: Spot) -> int:
        """The number of the sample nearest to a spot: how far along the line it lies."""
        return min(
            range(len(self.line)),
            key=lambda k: (
                round((self.line[k].x - place.x) ** 2 + (self.line[k].y - place.y) ** 2, 6),
                k,
            ),
        )


def corridor(lattice: Lattice, line: Sequence[Spot], radius: int) -> Corridor:
    """The corridor of all hexes within ``radius`` hexes of a polyline."""
    found = Corridor(tuple(samples(line)))
    spread: dict[Hex, list[int]] = {}
    for k, place in enumerate(found.line):
        spread.setdefault(hex_at(lattice, place), []).append(k)
    for h, many in spread.items():
        for other in within(h, radius):
            found.near.setdefault(other, []).extend(many)
    return found


def on_map_runs(
    lattice: Lattice,
    line: Sequence[Spot],
    shown: frozenset[Hex],
    box: tuple[float, float, float, float],
) -> list[tuple[Spot, ...]]:
    """The stretches of a polyline on the map or within :data:`MARGIN` hexes of it.

    :param box: the map's :func:`map_box`.
    """
    known: dict[Hex, bool] = {}

    def close(h: Hex) -> bool:
        if h not in known:
            known[h] = any(n in shown for n in within(h, MARGIN))
        return known[h]

    runs: list[list[Spot]] = [[]]
    for a, b in pairwise(line):
        if off_box(a, b, box):
            runs.append([])
            continue
        for place in samples((a, b)):
            if not close(hex_at(lattice, place)):
                runs.append([])
            elif not runs[-1] or runs[-1][-1] != place:
                runs[-1].append(place)
    return [tuple(run) for run in runs if len(run) > 1]


def map_box(lattice: Lattice, shown: frozenset[Hex]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a map on the plane, with a margin."""
    margin = MARGIN + 1
    spots = [centre_spot(lattice, h) for h in shown]
    xs, ys = [s.x for s in spots], [s.y for s in spots]
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin


def off_box(a: Spot, b: Spot, box: tuple[float, float, float, float]) -> bool:
    """Whether a straight line is wholly to one side of a box."""
    left, top, right, bottom = box
    return (
        max(a.x, b.x) < left
        or min(a.x, b.x) > right
        or max(a.y, b.y) < top
        or min(a.y, b.y) > bottom
    )


def hexes_around(hexes: Iterable[Hex], radius: int) -> set[Hex]:
    """All hexes within ``radius`` of any of the hexes."""
    return {n for h in hexes for r in range(radius + 1) for n in ring(h, r)}
