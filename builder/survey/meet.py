"""Road ends that stop just short of another Road are led on to meet it.

Lines drawn by hand from general knowledge often end a few hundred metres beside the road they
branch from. On the lattice that is one or two hexes, and would make a junction the country has
into a gap no column can pass. Roads are led to Roads, railroads to railroads, never across water.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from clubroute.builder.grid import Hex, hexside, neighbours, ring, within
from clubroute.builder.survey.shortest import shortest_path
from clubroute.builder.survey.snap_roads import RoadBounds

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
