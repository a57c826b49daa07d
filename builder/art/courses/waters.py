"""Where water runs: along its hexsides as the rules count it, as calmly as they allow.

The chain of hexsides is what counts; the line drawn may leave its hexsides' middles and vertices by
:data:`REACH`. It still crosses every line between the centres of two hexes with water between them,
and no other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from types import MappingProxyType

from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.courses.borders import (
    Leeway,
    Place,
    half_way,
    hermite,
    relaxed,
    wandered,
)
from clubroute.builder.grid import Hexside, Point
from clubroute.builder.terrain.terrain_map import TerrainMap

WATERS = ("stream", "canal", "river")
"""Bottom to top."""

OWN = 9.0, 11.0, 0.001, 1.5, 6.0
"""Of a water of another name: what the tables below say of the others, in their order."""

REACH: Mapping[str, float] = MappingProxyType({"river": 9.0, "canal": 18.0, "stream": 16.0})
"""Px by which a water may leave the middles of its hexsides, at 72 px a hex."""

BENDS: Mapping[str, float] = MappingProxyType({"river": 11.0, "canal": 18.0, "stream": 16.0})
"""Px by which it may leave their vertices, which lie farther from all centres."""

PULL: Mapping[str, float] = MappingProxyType({"river": 0.001, "canal": 0.002, "stream": 0.03})
"""How strongly it is drawn back to them: canals and rivers keep to the straightest way."""

WANDERS: Mapping[str, float] = MappingProxyType({"stream": 4.2, "river": 1.5})
"""Px by which its line wanders besides."""

MEANDERS: Mapping[str, float] = MappingProxyType({"river": 6.0})
"""Px by which broad water bends on its way, where its hexsides would have it straight."""

BEND_CELL = 52.0
"""Px from one such bend to the next, about."""

STEPS = 8
"""Parts of a curve over half a hexside."""


@dataclass(frozen=True, slots=True)
class WaterPiece:
    """A water's line over one hexside, from vertex to vertex; ``middle`` is where it crosses it."""

    side: Hexside
    kind: str
    name: str
    line: tuple[Spot, ...]

    @property
    def middle(self) -> Spot:
        """The spot of the line between the two hexes' centres."""
        return self.line[len(self.line) // 2]


def waters_of(terrain: TerrainMap) -> tuple[str, ...]:
    """The kinds of water of a map, bottom to top; others than :data:`WATERS` lie below rivers."""
    *lesser, river = WATERS
    return (*lesser, *sorted(terrain.water.difference(WATERS)), river)


def water_pieces(terrain: TerrainMap, place: Place) -> tuple[WaterPiece, ...]:
    """All waters of a map, rivers first: where two kinds meet, the lesser runs into the greater."""
    taken: dict[Point, Spot] = {}
    found: list[WaterPiece] = []
    for kind in reversed(waters_of(terrain)):
        sides = [side for side in sorted(terrain.hexsides) if terrain.has(side, kind)]
        found += Chain(terrain, place, kind, sides, taken).pieces()
    return tuple(found)


class Chain:
    """The hexsides of one kind of water, and their nodes: a middle each, and the vertices."""

    def __init__(
        self,
        terrain: TerrainMap,
        place: Place,
        kind: str,
        sides: Iterable[Hexside],
        taken: dict[Point, Spot],
    ) -> None:
        self.kind, self.place, self.taken = kind, place, taken
        self.names = {
            side: next(f.name for f in terrain.features(side, kind)) or "" for side in sides
        }
        self.at: dict[Point, list[Hexside]] = {}
        for side in self.names:
            for vertex in place.lattice.hexside_ends(side):
                self.at.setdefault(vertex, []).append(side)
        self.onward = dict(self.pairs())

    def pairs(self) -> Iterable[tuple[tuple[Point, Hexside], Hexside]]:
        """At each vertex which hexside's water runs on as which: the same name's first."""
        for vertex, sides in sorted(self.at.items()):
            left = sorted(sides)
            pairs = [(a, b) for k, a in enumerate(left) for b in left[k + 1 :]]
            for a, b in sorted(pairs, key=lambda pair: self.names[pair[0]] != self.names[pair[1]]):
                if a in left and b in left:
                    left.remove(a)
                    left.remove(b)
                    yield (vertex, a), b
                    yield (vertex, b), a

    def pieces(self) -> list[WaterPiece]:
        """Relax the nodes and draw the curves through them."""
        number: dict[Hexside | Point, int] = {node: k for k, node in enumerate(self.names)}
        homes = [self.place.middle(side) for side in self.names]
        limits = {k: Leeway(REACH.get(self.kind, OWN[0])) for k in range(len(homes))}
        for vertex in sorted(self.at):
            number[vertex] = len(homes)
            if vertex not in self.taken:
                limits[len(homes)] = Leeway(BENDS.get(self.kind, OWN[1]))
            homes.append(self.taken.get(vertex, self.place.px(vertex)))
        bends = []
        for side in self.names:
            a, b = self.place.lattice.hexside_ends(side)
            bends.append((number[a], number[side], number[b]))
        for (vertex, side), other in self.onward.items():
            if side < other:
                bends.append((number[side], number[vertex], number[other]))
        spots = relaxed(homes, bends, limits, PULL.get(self.kind, OWN[2]))
        where = {node: spots[k] for node, k in number.items()}
        for vertex in self.at:
            self.taken.setdefault(vertex, where[vertex])
        lines = {side: self.line(side, where) for side in self.names}
        rest = OWN[3:] if self.kind not in WATERS else (0.0, 0.0)
        span, bend = WANDERS.get(self.kind, rest[0]), MEANDERS.get(self.kind, rest[1])
        if span:
            spots = list(chain(*lines.values()))
            bent = wandered(spots, [bend] * len(spots), ((BEND_CELL, 1.0),)) if bend else spots
            shaken = iter(wandered(bent, [span] * len(spots)))
            lines = {side: tuple(islice(shaken, len(line))) for side, line in lines.items()}
        return [WaterPiece(side, self.kind, self.names[side], line) for side, line in lines.items()]

    def line(self, side: Hexside, where: Mapping[Hexside | Point, Spot]) -> tuple[Spot, ...]:
        """The curve over one hexside."""
        a, b = self.place.lattice.hexside_ends(side)
        middle, through = where[side], half_way(where[a], where[b])
        first = hermite(where[a], self.leaving(a, side, where), middle, through, STEPS)
        back = (-through[0], -through[1])
        second = hermite(where[b], self.leaving(b, side, where), middle, back, STEPS)
        return (*first, *reversed(second[:-1]))

    def leaving(self, vertex: Point, side: Hexside, where: Mapping[Hexside | Point, Spot]) -> Spot:
        """The direction and speed with which the water of a hexside leaves a vertex."""
        other = self.onward.get((vertex, side))
        if other is not None:
            return half_way(where[other], where[side])
        (vx, vy), (mx, my) = where[vertex], where[side]
        return mx - vx, my - vy
