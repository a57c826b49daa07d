"""Water lines and slopes to chains of hexsides.

A river or a crest runs along hexsides: the chain is the cheapest path over the lattice's vertices,
where a hexside costs ``1 + 40·d²`` (d: hexes from its middle to the warped line). A hexside the
rulebooks put on this water is forced: the path runs to its one end and goes on from its other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from clubroute.builder.grid import Hex, Hexside, Lattice, Point, hexsides
from clubroute.builder.survey.corridor import FAR, Corridor, corridor
from clubroute.builder.survey.plane import Spot, centre_spot, gap, middle_spot, spot
from clubroute.builder.survey.shortest import shortest_path

STRAY = 40.0
"""Cost of a hexside per square hex of distance from the line."""
RADIUS = 2
"""Hexes a chain may stray from the line."""
REACH = 2.5
"""A documented hexside farther than this (hexes) from a line is not of this line."""
SHARED = 15.0
"""Extra cost of a hexside that another water already runs along."""

NOWHERE: frozenset[Point] = frozenset()


@dataclass(frozen=True, slots=True)
class VertexStep:
    """A hexside of a chain, and the hex on the right of one who follows the chain."""

    side: Hexside
    right: Hex


@dataclass(frozen=True, slots=True)
class VertexGraph:
    """The hexsides of a corridor by the vertices they join."""

    edges: dict[Point, list[tuple[Point, float]]]
    sides: dict[tuple[Point, Point], Hexside]

    def steps(self, vertex: Point) -> list[tuple[Point, float]]:
        """Vertices one hexside away, with the hexside's cost."""
        return self.edges.get(vertex, [])


def vertex_graph(
    lattice: Lattice, way: Corridor, dry: frozenset[Hexside], taken: frozenset[Hexside]
) -> VertexGraph:
    """The graph of a corridor; hexsides known to be dry are left out, taken ones cost more."""
    graph = VertexGraph({}, {})
    done: set[Hexside] = set()
    for h in sorted(way.near):
        for side in hexsides(h):
            if side in done or side in dry:
                continue
            done.add(side)
            place = middle_spot(lattice, side)
            square = min(way.square(place, side.a), way.square(place, side.b))
            a, b = lattice.hexside_ends(side)
            cost = round(1 + STRAY * square + (SHARED if side in taken else 0), 6)
            graph.edges.setdefault(a, []).append((b, cost))
            graph.edges.setdefault(b, []).append((a, cost))
            graph.sides[a, b] = graph.sides[b, a] = side
    return graph


def snap_water(
    lattice: Lattice,
    line: Sequence[Spot],
    forced: Sequence[Hexside],
    dry: frozenset[Hexside] = frozenset(),
    taken: frozenset[Hexside] = frozenset(),
    ends: tuple[frozenset[Point], frozenset[Point]] = (NOWHERE, NOWHERE),
) -> list[VertexStep]:
    """The chain of hexsides of one water line, continuous, in the line's direction.

    ``forced`` hexsides within :data:`REACH` of the line are part of it, in their order along the
    line; ``dry`` ones never are; ``taken`` ones, which have another water, are shunned. ``ends``
    are the vertices it may begin and end at, where it joins other water. Empty for a line shorter
    than a hexside.
    """
    way = corridor(lattice, line, RADIUS)
    graph = vertex_graph(lattice, way, dry, taken)

    def place(vertex: Point) -> Spot:
        return spot(lattice, vertex)

    def nearest(target: Spot, among: frozenset[Point]) -> Point:
        return min(
            among & graph.edges.keys() or graph.edges,
            key=lambda v: (round(gap(place(v), target), 6), v),
        )

    wanted = []
    for side in forced:
        middle = middle_spot(lattice, side)
        square = min(way.square(middle, side.a), way.square(middle, side.b))
        if square <= min(REACH**2, FAR - 1):
            wanted.append((way.along(middle), side))
    at = nearest(way.line[0], ends[0])
    vertices = [at]
    for _, side in sorted(wanted):
        a, b = lattice.hexside_ends(side)
        near, far = sorted((a, b), key=lambda v: (way.along(place(v)), v))
        if at == far:
            near, far = far, near
        vertices += shortest_path(at, near, graph.steps)[1:]
        vertices.append(far)
        at = far
    vertices += shortest_path(at, nearest(way.line[-1], ends[1]), graph.steps)[1:]
    path = upto(without_spurs(vertices), ends[1])
    return chain_of(lattice, graph, upto(path[::-1], ends[0])[::-1])


def upto(path: Sequence[Point], water: frozenset[Point]) -> list[Point]:
    """The path without a tail that runs along the water it ends at: it ends where it meets it."""
    kept = list(path)
    while len(kept) > 2 and kept[-1] in water and kept[-2] in water:
        kept.pop()
    return kept


def without_spurs(vertices: Sequence[Point]) -> list[Point]:
    """The path without the places where it turns round and goes back over the same hexside."""
    path: list[Point] = []
    for vertex in vertices:
        if len(path) > 1 and path[-2] == vertex:
            path.pop()
        else:
            path.append(vertex)
    return path


def chain_of(lattice: Lattice, graph: VertexGraph, vertices: Sequence[Point]) -> list[VertexStep]:
    """The hexsides between the vertices of a path, each once."""
    chain: list[VertexStep] = []
    seen: set[Hexside] = set()
    for a, b in pairwise(vertices):
        side = graph.sides[a, b]
        if side not in seen:
            seen.add(side)
            chain.append(VertexStep(side, right_hex(lattice, side, a, b)))
    return chain


def right_hex(lattice: Lattice, side: Hexside, a: Point, b: Point) -> Hex:
    """The hex on the right of one who walks along a hexside from vertex a to vertex b."""
    start, end, centre = spot(lattice, a), spot(lattice, b), centre_spot(lattice, side.a)
    # y grows downwards, so that what lies to the right has a positive cross product.
    cross = (end.x - start.x) * (centre.y - start.y) - (end.y - start.y) * (centre.x - start.x)
    return side.a if cross > 0 else side.b
