"""Line of sight as one would write it with shapely: a tree of blockers, asked what a line crosses.

The geometry is in the lattice's integer coordinates, where shapely makes no rounding errors. Lines
along hexsides get the both-sides test; crests and drawn lines met in one of their ends only are
not looked into, which spares it work.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.strtree import STRtree

from clubroute.builder.grid import VERTEX_OFFSETS, Hex, Hexside
from clubroute.rules.gts.los.line_rules import BLOCKS, CLEAR, ORCHARD
from clubroute.rules.gts.los.scene import Features


def centre(h: Hex) -> tuple[int, int]:
    return 3 * h.line, h.half


def corners(h: Hex) -> list[tuple[int, int]]:
    x, y = centre(h)
    return [(x + vx, y + vy) for vx, vy in VERTEX_OFFSETS]


class ShapelySight:
    """The same blockers in an STRtree; the default readings."""

    def __init__(self, features: Features) -> None:
        self.effects = {h: effect for h, effect in sorted(features.effects.items()) if effect}
        self.owners: list[tuple[Hex, ...]] = [(h,) for h in self.effects]
        shapes: list[BaseGeometry] = [Polygon(corners(h)) for h in self.effects]
        for side in sorted(features.crests):
            self.owners.append(side)
            shapes.append(LineString(list({*corners(side.a)} & {*corners(side.b)})))
        for side in sorted(features.lines):
            self.owners.append(Hexside(*side))
            shapes.append(LineString([centre(side.a), centre(side.b)]))
        self.tree = STRtree(shapes)

    def blocked(self, a: Hex, b: Hex) -> bool:
        """Whether the line is blocked."""
        line = LineString([centre(a), centre(b)])
        met = self.tree.query(line, predicate="crosses").tolist()
        return self.judged(a, b, met)

    def fan(self, a: Hex, targets: Sequence[Hex]) -> list[bool]:
        """Whether the line to each target is blocked; all in one query."""
        start = centre(a)
        ends = np.array([[start, centre(b)] for b in targets], dtype=float)
        met: list[list[int]] = [[] for _ in targets]
        which, what = self.tree.query(shapely.linestrings(ends), predicate="crosses").tolist()
        for number, shape in zip(which, what, strict=True):
            met[number].append(shape)
        return [self.judged(a, b, crossed) for b, crossed in zip(targets, met, strict=True)]

    def judged(self, a: Hex, b: Hex, crossed: Iterable[int]) -> bool:
        """Whether what a line crosses blocks it; orchards are counted."""
        orchards = 0
        for number in crossed:
            owner = self.owners[number]
            if a in owner or b in owner:
                continue
            if len(owner) == 2 or self.effects[owner[0]] == BLOCKS:
                return True
            orchards += self.effects[owner[0]] == ORCHARD
        if along_hexsides(a, b):
            flanks = self.flanks(a, b)
            if BLOCKS in flanks:
                return True
            orchards += flanks.count(ORCHARD)
        return orchards > 1

    def flanks(self, a: Hex, b: Hex) -> list[int]:
        """The better effect of the two hexes on either side of each hexside run along."""
        line = LineString([centre(a), centre(b)])
        beside: dict[tuple[int, int], list[int]] = defaultdict(list)
        for number in self.tree.query(line, predicate="touches").tolist():
            owner = self.owners[number]
            if len(owner) == 1:
                middle = nearest_middle(a, b, owner[0])
                beside[middle].append(self.effects[owner[0]])
        return [min(pair) if len(pair) == 2 else CLEAR for pair in beside.values()]


def along_hexsides(a: Hex, b: Hex) -> bool:
    """Whether the line runs along hexsides on its way."""
    lines, halves = abs(b.line - a.line), abs(b.half - a.half)
    return halves in (0, 3 * lines)


def nearest_middle(a: Hex, b: Hex, h: Hex) -> tuple[int, int]:
    """A key that the two hexes on either side of a hexside of the line share."""
    (ax, ay), (bx, by), (x, y) = centre(a), centre(b), centre(h)
    return (bx - ax) * (x - ax) + 3 * (by - ay) * (y - ay), 0
