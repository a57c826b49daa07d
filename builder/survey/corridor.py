"""The hexes along a polyline, and how far things near it lie from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from clubroute.builder.grid import Hex, Lattice, ring, within
from clubroute.builder.survey.plane import Spot, centre_spot, hex_at, samples

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
