"""Ways a log shows or leaves open, on the movement rules' state graph.

A *front* is every node a unit may be at, with the least it has cost to be there (half-MP). The
steps of a log move it on: by one hex, where the log shows the way, or to a hex further off, by
whatever way was open. Hexes in ``shut`` (enemy Units, limits) may not be entered.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from clubroute.builder.grid import distance
from clubroute.rules.gts.movement.network import Network
from clubroute.rules.gts.movement.search import put
from clubroute.rules.mapfile import NOWHERE

Front = dict[int, int]


@dataclass(frozen=True, slots=True)
class Shut:
    """The hexes a Unit may not enter: ``held`` by enemies, or ``barred`` by a limit."""

    held: frozenset[int]
    barred: Mapping[int, str]

    def __contains__(self, hex: int) -> bool:
        return hex in self.held or hex in self.barred


SLACK = 4
"""Half-MP that other nodes of a goal may cost more than the first and still be waited for: what it
costs to get into Column and out of it, mostly."""
ANY_COST = 1 << 30
WIDE = 24
"""The same where somebody would be accused of a way of several drags."""


def begin(network: Network, hex: int, column: bool | None) -> Front:
    """Where a unit may be at first; ``column`` None: its formation is not shown."""
    formations = (False, True) if column is None else (column,)
    return {node: 0 for formed in formations for node in network.starts(hex, formed)}


def settled(network: Network, front: Front, changes: bool) -> Front:
    """The front with every change within the hex: of Road, and if ``changes`` of formation."""
    width, per_hex = network.width, network.per_hex
    if not changes and not any(network.parts_roads(node // per_hex) for node in front):
        return front
    found: Front = {}
    waiting = sorted((cost, node) for node, cost in front.items())
    while waiting:
        cost, node = heapq.heappop(waiting)
        if node in found:
            continue
        found[node] = cost
        formation, hex = node // width, node // per_hex
        for there, price, *_ in network.steps_of(node):
            stays = there // per_hex == hex and (changes or there // width == formation)
            if stays and there not in found:
                heapq.heappush(waiting, (cost + price, there))
    return found


def turned(network: Network, front: Front, column: bool) -> Front:
    """The front once the unit is in Column, or out of it."""
    return {
        node: cost
        for node, cost in settled(network, front, True).items()
        if network.place(node)[1] == column
    }


def stepped(network: Network, front: Front, hex: int, shut: Shut) -> Front:
    """The front one step on, in a hex beside (or joined by a culvert)."""
    found: Front = {}
    if hex in shut:
        return found
    per_hex = network.per_hex
    for node, cost in front.items():
        for there, price, *_ in network.steps_of(node):
            if there // per_hex == hex:
                reached = cost + price
                if there not in found or reached < found[there]:
                    found[there] = reached
    return found


def leads(network: Network, a: int, b: int) -> bool:
    """Whether some step leads from a hex into another; it may be shut."""
    return b in [side[a] for side in network.map.beside] or a in entrances(network, b)


def entrances(network: Network, goal: int) -> frozenset[int]:
    """The hexes from which some step leads into a hex, whoever stands there. Kept by the graph."""
    found = network.entrances.get(goal)
    if found is None:
        per_hex, map = network.per_hex, network.map
        near = {hex for side in map.beside if (hex := side[goal]) != NOWHERE}
        # A viaduct joins hexes that lie two apart.
        near |= {hex for one in near for side in map.beside if (hex := side[one]) != NOWHERE}
        found = network.entrances[goal] = frozenset(
            hex
            for hex in near - {goal}
            if any(
                there // per_hex == goal
                for node in network.nodes_in(hex)
                for there, *_ in network.steps_of(node)
            )
        )
    return found


def enterable(network: Network, goal: int, front: Front, shut: Shut) -> bool:
    """Whether some step leads into a hex, from one that is open or where the unit stands itself:
    spares a search of the whole map for it."""
    per_hex = network.per_hex
    stood = {node // per_hex for node in front}
    return goal in stood or any(hex in stood or hex not in shut for hex in entrances(network, goal))


def arrivals(
    network: Network, front: Front, goal: int, shut: Shut, slack: int, within: int = ANY_COST
) -> Iterator[tuple[int, int]]:
    """The nodes of a hex further off with what they cost, the cheapest first, found as they are
    asked for; those within ``slack`` of the first are exact and there, and no others. Ways that
    cost more than ``within`` are not looked for.

    The search is that of :func:`rules.gts.movement.search.cheapest`, from several nodes at once
    that cost something already.
    """
    if goal in shut or not enterable(network, goal, front, shut):
        return
    steps, unfold, per_hex = network.steps, network.steps_of, network.per_hex
    held, barred = shut.held, shut.barred
    hexes = network.map
    goal_hex = hexes.hex(goal)
    goal_line, goal_half = goal_hex
    floors = network.floors.to(goal)
    cost_of = dict(front)
    buckets: list[list[int]] = []
    for node, cost in front.items():
        far = distance(hexes.hex(node // per_hex), goal_hex)
        put(buckets, cost + floors[1 - (node // network.width & 1)][far], node)
    size = len(buckets)
    most, met = within, False
    left = 2 + len(network.roads_at(goal))  # nodes of the goal that may still be met
    done: Front = {}
    for rank, bucket in enumerate(buckets):  # grows while it is walked
        if rank > most:
            return
        while bucket:
            node = bucket.pop()  # the last one in is the furthest on
            cost = cost_of[node]
            if done.get(node) == cost:
                continue
            done[node] = cost
            here = node // per_hex
            if here == goal:
                yield node, cost
                left -= 1
                if not left:
                    return
                if not met:
                    most, met = min(most, cost + slack), True
            for there, price, line, half, foot in steps[node] if node in steps else unfold(node):
                reached = cost + price
                if there in cost_of and reached >= cost_of[there]:
                    continue
                hex = there // per_hex
                if hex != here and (hex in held or hex in barred):
                    continue
                if reached > most:
                    continue
                cost_of[there] = reached
                across = line - goal_line if line > goal_line else goal_line - line
                along = half - goal_half if half > goal_half else goal_half - half
                far = across if along <= across else (across + along) >> 1
                onward = reached + floors[foot][far]
                if onward < size:
                    buckets[onward].append(there)
                else:
                    put(buckets, onward, there)
                    size = len(buckets)


def travelled(
    network: Network,
    front: Front,
    goal: int,
    shut: Shut,
    slack: int = SLACK,
    within: int = ANY_COST,
) -> Front:
    """The front in a hex further off, reached by the cheapest ways there are.

    The least cost is exact, and so is every node's within ``slack`` of it.
    """
    return dict(arrivals(network, front, goal, shut, slack, within))


def ended(
    network: Network,
    front: Front,
    goal: int,
    shut: Shut,
    column: bool | None,
    within: int = ANY_COST,
) -> Front:
    """As :func:`travelled`, where the way ends in a formation (None: in any): its cheapest node
    alone. Where none is in that formation, the front in others."""
    found: Front = {}
    for node, cost in arrivals(network, front, goal, shut, WIDE, within):
        if column is None or network.place(node)[1] == column:
            return {node: cost}
        found[node] = cost
    return found


def least(front: Front) -> int | None:
    """The least cost of a front, None of an empty one."""
    return min(front.values(), default=None)
