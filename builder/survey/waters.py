"""All the waters of the geography to hexsides, each joined to the water it is drawn to.

A line that ends on another water's line flows into it (or branches off from it), so on the lattice
it ends at a hexside end of that water; it is snapped after it. Waters that run close together keep
to hexsides of their own where they can: a hexside that another water has costs extra. Where two
cross they share a hexside, since only three meet in a point.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clubroute.builder.grid import Hex, Hexside, Lattice, Point
from clubroute.builder.sources.features import Feature
from clubroute.builder.sources.vocabulary import DRY
from clubroute.builder.survey.inputs import MapSources
from clubroute.builder.survey.plane import Spot
from clubroute.builder.survey.snap_water import snap_water

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
