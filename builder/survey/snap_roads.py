"""Roads and railroads to chains of hexes, snapped jointly with the water.

The chain is the cheapest path over hexes, where entering a hex costs ``1 + 6·d²`` (d: hexes from
its centre to the warped line). Hexes the rulebooks put on the Road are forced. A hexside of river
or canal is crossed only where a bridge is documented, or near a place where the surveyed lines
cross and no bridge of the right sort is documented nearby.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from clubroute.builder.grid import Hex, Hexside, Lattice, adjacent, hexside, neighbours
from clubroute.builder.survey.corridor import Corridor, corridor, hexes_around
from clubroute.builder.survey.plane import Spot, centre_spot, gap, hex_at, middle_spot
from clubroute.builder.survey.shortest import shortest_path

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
