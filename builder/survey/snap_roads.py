"""Roads and railroads to chains of hexes, snapped jointly with the water.

The chain is the cheapest path over hexes, where entering a hex costs ``1 + 6·d²`` (d: hexes from
its centre to the warped line). Hexes the rulebooks put on the Road are forced. A hexside of river
or canal is crossed only where a bridge is documented, or near a place where the surveyed lines
cross and no bridge of the right sort is documented nearby.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import (
    Collection,
    Iterable,
    Mapping,
    Sequence,
)
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.builder.grid import (
    Hex,
    Hexside,
    Lattice,
    adjacent,
    hexside,
    neighbours,
    ring,
    within,
)
from clubroute.builder.sources.map_rows import JunctionRecord
from clubroute.builder.survey.plane import (
    Corridor,
    Spot,
    centre_spot,
    corridor,
    gap,
    hex_at,
    hexes_around,
    middle_spot,
    shortest_path,
)
from clubroute.builder.terrain.terrain_map import Basis, Link, Road

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry


# Which Roads that share a hex do not meet in it (rule 2.5).
#
# Two surveyed Roads meet in a hex they share if their warped lines cross or touch in it, if a
# crossing of the lines near it has no nearer hex that they share, or if one of them ends there.
# Two of one sort (both for trains or both not, both raised or both not) that come to lie on the
# same hexsides are one road there: they meet all along. Otherwise they run side by side and are
# apart. Roads laid down by hand have no line: they meet what they share a hex with. A row of
# ``junctions.csv`` has the last word.

INSIDE = 0.6
"""Hexes from a hex's centre within which lines meet in that hex (a vertex is 0.58 away)."""
NEAR = 3.0
"""Hexes within which a crossing of the lines belongs to the nearest hex the chains share."""

Lines = Mapping[str, Sequence[Sequence[Spot]]]
Apart = dict[tuple[Hex, str, str], Basis]


def roads_apart(
    lattice: Lattice,
    roads: Mapping[str, Road],
    links: Mapping[Hexside, tuple[Link, ...]],
    lines: Lines,
    records: Iterable[JunctionRecord],
    sorts: Mapping[str, object],
) -> Apart:
    """The pairs of Roads that share a hex without meeting, by (hex, lower id, higher id).

    :param lines: the surveyed Roads' warped lines by id, in hexes.
    :param sorts: of which sort each kind of Road is; Roads of one sort may be one road.
    :raises InputError: a row about a Road that is not in its hex.
    """
    degrees = link_counts(links)
    together = common_hexes(links)
    shared: dict[tuple[str, str], list[Hex]] = {}
    for h in sorted(degrees):
        for a, b in combinations(sorted(degrees[h]), 2):
            shared.setdefault((a, b), []).append(h)
    shapes = {road: shape_of(runs) for road, runs in lines.items()}
    found: Apart = {}
    for (a, b), hexes in sorted(shared.items()):
        if a not in lines or b not in lines:
            continue
        meeting = {h for h in hexes if 1 in (degrees[h][a], degrees[h][b])}
        meeting |= meeting_hexes(lattice, shapes[a], shapes[b], hexes)
        if sorts[roads[a].kind] == sorts[roads[b].kind]:
            meeting |= together[a, b]
        cite = f"{roads[a].name or a} and {roads[b].name or b} run side by side"
        for h in hexes:
            if h not in meeting:
                found[h, a, b] = Basis("survey", cite)
    for record in records:
        override(found, record, lattice, degrees)
    return {key: found[key] for key in sorted(found)}


def link_counts(links: Mapping[Hexside, tuple[Link, ...]]) -> dict[Hex, dict[str, int]]:
    """By hex: how many hexsides of it each Road passes."""
    found: dict[Hex, dict[str, int]] = {}
    for side, many in links.items():
        for link in many:
            for h in side:
                here = found.setdefault(h, {})
                here[link.road] = here.get(link.road, 0) + 1
    return found


def common_hexes(links: Mapping[Hexside, tuple[Link, ...]]) -> dict[tuple[str, str], set[Hex]]:
    """The hexes on both sides of each hexside that two Roads pass together."""
    found: dict[tuple[str, str], set[Hex]] = defaultdict(set)
    for side, many in links.items():
        for a, b in combinations(sorted(link.road for link in many), 2):
            found[a, b] |= set(side)
    return found


def shape_of(runs: Sequence[Sequence[Spot]]) -> BaseGeometry:
    """A Road's line as one shape."""
    from shapely.geometry import MultiLineString

    return MultiLineString([list(run) for run in runs if len(run) > 1])


def meeting_hexes(
    lattice: Lattice, one: BaseGeometry, other: BaseGeometry, hexes: Sequence[Hex]
) -> set[Hex]:
    """Those of the hexes two Roads share in which their lines meet."""
    from shapely import get_parts
    from shapely.geometry import Point

    common = one.intersection(other)
    if common.is_empty:
        return set()
    centres = {h: Point(centre_spot(lattice, h)) for h in hexes}
    found = {h for h in hexes if round(common.distance(centres[h]), 6) <= INSIDE}
    for part in get_parts(common):
        distance, h = min((round(part.distance(centres[h]), 6), h) for h in hexes)
        if distance <= NEAR:
            found.add(h)
    return found


def override(
    found: Apart,
    record: JunctionRecord,
    lattice: Lattice,
    degrees: Mapping[Hex, Mapping[str, int]],
) -> None:
    """Let a hand-written row decide. :raises InputError: a Road that is not in the hex."""
    here = degrees.get(record.hex, {})
    for road in record.roads:
        if road not in here:
            raise InputError(
                Where(record.path, record.row, "roads"),
                f"Road {road!r}, which does not pass {lattice.format(record.hex)}",
                "the id of a Road in the hex: " + (", ".join(sorted(here)) or "(none)"),
                nearest_name(road, here),
            )
    for a, b in combinations(record.roads, 2):
        if record.meet:
            found.pop((record.hex, a, b), None)
        else:
            found[record.hex, a, b] = record.basis


STRAY = 6.0
"""Cost of a hex per square hex of its centre's distance from the line."""
RADIUS = 3
"""Hexes a chain may stray from the line."""
BRIDGE_REACH = 2.5
"""A documented bridge within this many hexes of a surveyed crossing is that crossing."""
CROSSING_REACH = 1.6
"""Hexes from a surveyed crossing within which an undocumented one may be."""
UNDOCUMENTED = 3.0
"""Extra cost of a crossing no rulebook names."""
STRAY_STREAM = 4.0
"""Extra cost of crossing a stream where the surveyed lines do not cross."""
AGAINST_ALL = 60.0
"""Extra cost of barred water as the last resort, which is reported."""


@dataclass(frozen=True, slots=True)
class RoadBounds:
    """What the Roads have to respect: snapped water, documented crossings, impassable hexsides.

    ``bridges`` says for each documented crossing whether it is for trains.
    """

    barred: frozenset[Hexside]
    streams: frozenset[Hexside]
    impassable: frozenset[Hexside]
    bridges: Mapping[Hexside, bool]


@dataclass(frozen=True, slots=True)
class RoadChain:
    """The hexes of a snapped Road in order; ``against`` holds water it had no right to cross."""

    hexes: tuple[Hex, ...]
    against: tuple[Hexside, ...] = ()


def snap_road(
    lattice: Lattice,
    line: Sequence[Spot],
    via: Sequence[Hex],
    ground: RoadBounds,
    crossings: Sequence[Spot],
    *,
    rail: bool,
) -> RoadChain:
    """The chain of hexes of one Road line, in the line's direction.

    :param via: hexes it must pass, in the line's direction.
    :param crossings: spots where the surveyed line crosses surveyed water.
    :param rail: a railroad, which uses railroad bridges only; other Roads use the others only.
    """
    way = corridor(lattice, line, RADIUS)
    allowed = hexes_around(via, RADIUS) | set(way.near)
    bridges = {side for side, train in ground.bridges.items() if train == rail}
    spots = {side: middle_spot(lattice, side) for side in bridges}
    open_crossings = [
        c for c in crossings if all(gap(c, place) > BRIDGE_REACH for place in spots.values())
    ]
    entry = {h: round(1 + STRAY * way.square(centre_spot(lattice, h), h), 6) for h in allowed}

    def steps(h: Hex, last_resort: bool) -> list[tuple[Hex, float]]:
        found = []
        for n in neighbours(h):
            if n not in entry:
                continue
            side = hexside(h, n)
            extra = crossing_cost(side, last_resort)
            if extra is not None:
                found.append((n, entry[n] + extra))
        return found

    def crossing_cost(side: Hexside, last_resort: bool) -> float | None:
        if side in ground.impassable:
            return None
        if side in ground.bridges:
            return 0.0 if side in bridges else None
        if side in ground.barred:
            place = middle_spot(lattice, side)
            if any(gap(place, c) <= CROSSING_REACH for c in open_crossings):
                return UNDOCUMENTED
            return AGAINST_ALL if last_resort else None
        if side in ground.streams:
            place = middle_spot(lattice, side)
            near = any(gap(place, c) <= CROSSING_REACH for c in crossings)
            return 0.5 if near else STRAY_STREAM
        return 0.0

    stations = [hex_at(lattice, way.line[0]), *via, hex_at(lattice, way.line[-1])]
    if via:
        stations = trimmed(lattice, way, stations)
    chain = [stations[0]]
    against: list[Hexside] = []
    for a, b in pairwise(stations):
        if a == b:
            continue
        path = shortest_path(a, b, lambda h: steps(h, False))
        if not path:
            path = shortest_path(a, b, lambda h: steps(h, True))
            against += [
                side
                for side in (hexside(p, q) for p, q in pairwise(path))
                if crossing_cost(side, False) is None
            ]
        chain += path[1:]
    return RoadChain(tuple(without_spurs(chain, frozenset(via))), tuple(against))


def trimmed(lattice: Lattice, way: Corridor, stations: list[Hex]) -> list[Hex]:
    """Drop an end that a documented hex beside it stands for (the Road ends there instead)."""
    if len(stations) > 2 and near_end(lattice, way, stations[1], 0):
        stations = stations[1:]
    if len(stations) > 2 and near_end(lattice, way, stations[-2], -1):
        stations = stations[:-1]
    return stations


def near_end(lattice: Lattice, way: Corridor, h: Hex, end: int) -> bool:
    """Whether a hex is at most one hex from the line's end."""
    there = hex_at(lattice, way.line[end])
    return h == there or adjacent(h, there)


def without_spurs(chain: Sequence[Hex], kept: frozenset[Hex]) -> list[Hex]:
    """The chain without steps out and straight back, unless to a hex that must be passed."""
    path: list[Hex] = []
    for h in chain:
        if len(path) > 1 and path[-2] == h and path[-1] not in kept:
            path.pop()
        elif not path or path[-1] != h:
            path.append(h)
    return path


# Road ends that stop just short of another Road are led on to meet it.
#
# Lines drawn by hand from general knowledge often end a few hundred metres beside the road they
# branch from. On the lattice that is one or two hexes, and would make a junction the country has
# into a gap no column can pass. Roads are led to Roads, railroads to railroads, never across
# water.

REACH = 2
"""Hexes within which an end is led to another Road."""

Chain = tuple[Hex, ...]


def meet(
    chains: Mapping[str, tuple[Chain, ...]],
    fixed: Mapping[str, Collection[Hex]],
    rail: Mapping[str, bool],
    ground: RoadBounds,
    shown: frozenset[Hex],
) -> dict[str, tuple[Chain, ...]]:
    """The Roads with their short ends led on.

    :param chains: surveyed Roads by id.
    :param fixed: hexes of hand-written Roads by id.
    :param rail: for every id, whether it is a railroad.
    """
    taken: dict[bool, dict[Hex, set[str]]] = {False: {}, True: {}}
    for road, many in chains.items():
        for chain in many:
            for h in chain:
                taken[rail[road]].setdefault(h, set()).add(road)
    for road, hexes in fixed.items():
        for h in hexes:
            taken[rail[road]].setdefault(h, set()).add(road)
    found = {}
    for road, many in chains.items():
        led: list[Chain] = []
        for chain in many:
            for _ in range(2):
                extra = lead_on(chain, road, taken[rail[road]], ground, shown)
                chain = (*chain, *extra)[::-1]
                for h in extra:
                    taken[rail[road]].setdefault(h, set()).add(road)
            led.append(chain)
        found[road] = tuple(led)
    return found


def lead_on(
    chain: Chain,
    road: str,
    taken: Mapping[Hex, set[str]],
    ground: RoadBounds,
    shown: frozenset[Hex],
) -> Chain:
    """The hexes that lead a chain's last hex to the nearest other Road; none if it need not be."""
    end = chain[-1]
    if taken[end] - {road} or any(n not in shown for n in neighbours(end)):
        return ()
    area = {h for h in within(end, REACH) if h in shown and (h == end or h not in chain)}
    closed = ground.barred | ground.streams | ground.impassable

    def steps(h: Hex) -> list[tuple[Hex, float]]:
        return [(n, 1.0) for n in neighbours(h) if n in area and hexside(h, n) not in closed]

    for radius in range(1, REACH + 1):
        for goal in sorted(ring(end, radius)):
            if goal in area and taken.get(goal, set()) - {road}:
                path = shortest_path(end, goal, steps)
                if path and len(path) <= REACH + 1:
                    return tuple(path[1:])
    return ()
