"""The hexes along a polyline, and how far things near it lie from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from builder.grid import Hex, Lattice, ring, within
from builder.survey.plane import Spot, hex_at, samples

FAR = 16.0
"""Squared distance (hexes²) given to what lies outside the corridor."""


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
        line = self.line
        x, y = place
        return round(min((line[k].x - x) ** 2 + (line[k].y - y) ** 2 for k in found), 6)

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
    lattice: Lattice, line: Sequence[Spot], shown: frozenset[Hex], margin: int = 2
) -> list[tuple[Spot, ...]]:
    """The stretches of a polyline that lie on the map or within ``margin`` hexes of it."""
    known: dict[Hex, bool] = {}

    def close(h: Hex) -> bool:
        if h not in known:
            known[h] = any(n in shown for n in within(h, margin))
        return known[h]

    runs: list[list[Spot]] = [[]]
    for place in samples(line):
        if close(hex_at(lattice, place)):
            runs[-1].append(place)
        elif runs[-1]:
            runs.append([])
    return [tuple(run) for run in runs if len(run) > 1]


def hexes_around(hexes: Iterable[Hex], radius: int) -> set[Hex]:
    """All hexes within ``radius`` of any of the hexes."""
    return {n for h in hexes for r in range(radius + 1) for n in ring(h, r)}
