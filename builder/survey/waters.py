"""All the waters of the geography to hexsides, each joined to the water it is drawn to.

A line that ends on another water's line flows into it (or branches off from it), so on the lattice
it ends at a hexside end of that water; it is snapped after it. Waters that run close together keep
to hexsides of their own where they can: a hexside that another water has costs extra. Where two
cross they share a hexside, since only three meet in a point.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from clubroute.builder.grid import (
    Hex,
    Hexside,
    Lattice,
    Point,
    hexsides,
)
from clubroute.builder.sources.features import Feature
from clubroute.builder.sources.vocabulary import DRY
from clubroute.builder.survey.inputs import MapSources
from clubroute.builder.survey.plane import (
    FAR,
    Corridor,
    Spot,
    centre_spot,
    corridor,
    gap,
    middle_spot,
    shortest_path,
    spot,
)

# Water lines and slopes to chains of hexsides.
#
# A river or a crest runs along hexsides: the chain is the cheapest path over the lattice's
# vertices, where a hexside costs ``1 + 40·d²`` (d: hexes from its middle to the warped line). A
# hexside the rulebooks put on this water is forced: the path runs to its one end and goes on from
# its other.

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


JOIN = 0.25
"""Hexes (about 100 m): a line that ends this close to another water's line is drawn to join it."""

Lines = Mapping[str, Sequence[Sequence[Spot]]]


@dataclass(frozen=True, slots=True)
class WaterLine:
    """A stretch of a water, and the waters (ids) its first and its last spot lie on."""

    feature: Feature
    line: Sequence[Spot]
    first: tuple[str, ...]
    last: tuple[str, ...]


def survey_water(
    sources: MapSources, lines: Lines, shown: frozenset[Hex]
) -> dict[tuple[Hexside, str], Feature]:
    """Each surveyed water hexside with its kind, and the feature it is part of.

    :param lines: warped lines by feature id, in hexes of the plane.
    :param shown: the hexes of the map; a hexside of the map has both its hexes there.
    """
    lattice = sources.lattice
    features = [f for f in sources.features if f.kind in sources.vocabulary.water]
    dry = frozenset(r.side for r in sources.hexsides if r.kind == DRY)
    chains: dict[str, list[Hexside]] = {}
    found: dict[tuple[Hexside, str], Feature] = {}
    for stretch in in_order(water_lines(features, lines)):
        feature = stretch.feature
        forced = [
            r.side for r in sources.hexsides if r.kind == feature.kind and r.name == feature.name
        ]
        taken = frozenset(side for (side, _), f in found.items() if f.name != feature.name)
        ends = (points(lattice, stretch.first, chains), points(lattice, stretch.last, chains))
        steps = snap_water(lattice, stretch.line, forced, dry, taken, ends)
        chain = [step.side for step in steps]
        chains.setdefault(feature.id, []).extend(chain)
        for side in chain:
            found.setdefault((side, feature.kind), feature)
    return {key: f for key, f in found.items() if key[0].a in shown and key[0].b in shown}


def points(
    lattice: Lattice, waters: Sequence[str], chains: Mapping[str, Sequence[Hexside]]
) -> frozenset[Point]:
    """The hexside ends of the waters already snapped."""
    sides = [side for water in waters for side in chains.get(water, ())]
    return frozenset(end for side in sides for end in lattice.hexside_ends(side))


def water_lines(features: Sequence[Feature], lines: Lines) -> list[WaterLine]:
    """Every stretch of every water with the waters its ends lie on."""
    from shapely.geometry import LineString, Point

    drawn = {
        f.id: [LineString(run) for run in lines.get(f.id, ()) if len(run) > 1] for f in features
    }

    def under(spot: Spot, own: str) -> tuple[str, ...]:
        place = Point(spot)
        return tuple(
            water
            for water, runs in drawn.items()
            if water != own and any(round(run.distance(place), 6) <= JOIN for run in runs)
        )

    return [
        WaterLine(f, line, under(line[0], f.id), under(line[-1], f.id))
        for f in features
        for line in lines.get(f.id, ())
    ]


def in_order(stretches: Sequence[WaterLine]) -> list[WaterLine]:
    """The stretches, each after the waters it joins; where they join in a ring, as they come.

    Two waters that go on into one another, end to end, are such a ring.
    """
    left = list(stretches)
    found: list[WaterLine] = []
    while left:
        waiting = {s.feature.id for s in left}
        ready = [s for s in left if not joined(s) & (waiting - {s.feature.id})]
        ready = ready or [next(s for s in left if in_ring(s, left))]
        found += ready
        left = [s for s in left if s not in ready]
    return found


def in_ring(stretch: WaterLine, among: Sequence[WaterLine]) -> bool:
    """Whether a stretch's water is joined to itself by way of other waters."""
    joins: dict[str, set[str]] = {}
    for other in among:
        joins.setdefault(other.feature.id, set()).update(joined(other))
    reached: set[str] = set()
    found = joined(stretch) & joins.keys()
    while found - reached:
        reached |= found
        found = {water for one in found for water in joins[one]} & joins.keys()
    return stretch.feature.id in reached


def joined(stretch: WaterLine) -> set[str]:
    """The waters a stretch joins."""
    return {*stretch.first, *stretch.last}
