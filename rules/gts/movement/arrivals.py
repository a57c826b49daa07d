"""Ways that are known in part, followed on the movement rules' state graph.

A *front* is every node at which a unit may be, with its least cost (half-MP). The steps of a log
move it on: by one hex, where the log shows the way, or to a hex further off, by whatever way was
open. Hexes in ``shut`` (enemy Units, limits) may not be entered.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from clubroute.rules.gts.movement.graph.network import Network
from clubroute.rules.gts.movement.search.cheapest import put, remains

Front = dict[int, int]


@dataclass(frozen=True, slots=True)
class Shut:
    """The hexes a Unit may not enter: ``held`` by enemies, or ``barred`` by a limit."""

    held: frozenset[int]
    barred: Mapping[int, str]

    def without(self, hexes: frozenset[int]) -> Shut:
        """Return the same hexes with some that enemies held opened."""
        return Shut(self.held - hexes, self.barred) if hexes else self

    def __contains__(self, hex_: int) -> bool:
        return hex_ in self.held or hex_ in self.barred


SLACK = 4
"""Half-MP that other nodes of a goal may cost more than the first and still be waited for: what it
costs to get into Column and out of it, mostly."""
WIDE = 24
"""The same before somebody is accused of a way of several drags."""
ANY_COST = 1 << 30
"""More half-MP than any way costs."""


def begin(network: Network, hex_: int, column: bool | None) -> Front:
    """Begin where a unit stands; ``column`` None: its formation is not shown."""
    formations = (False, True) if column is None else (column,)
    return {node: 0 for formed in formations for node in network.starts(hex_, formed)}


def settled(network: Network, front: Front, changes: bool) -> Front:
    """Add every change within the hex to a front: of Road and, if ``changes``, of formation."""
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
        formation, hex_ = node // width, node // per_hex
        for there, price, *_ in network.steps_of(node):
            stays = there // per_hex == hex_ and (changes or there // width == formation)
            if stays and there not in found:
                heapq.heappush(waiting, (cost + price, there))
    return found


def turned(network: Network, front: Front, column: bool) -> Front:
    """Move a front on to where the unit is in Column, or out of it."""
    return {
        node: cost
        for node, cost in settled(network, front, True).items()
        if network.place(node)[1] == column
    }


def stepped(network: Network, front: Front, hex_: int, shut: Shut) -> Front:
    """Move a front one step on, into a hex beside it (or joined by a culvert)."""
    onward: Front = {}
    if hex_ in shut:
        return onward
    per_hex = network.per_hex
    for node, cost in front.items():
        for there, price, *_ in network.steps_of(node):
            if there // per_hex == hex_:
                reached = cost + price
                if there not in onward or reached < onward[there]:
                    onward[there] = reached
    return onward


def spread(network: Network, front: Front, shut: Shut) -> Front:
    """Move a front one step on, into every open hex beside those it is in."""
    onward: Front = {}
    per_hex = network.per_hex
    for node, cost in front.items():
        for there, price, *_ in network.steps_of(node):
            hex_ = there // per_hex
            if hex_ != node // per_hex and hex_ not in shut:
                onward[there] = min(cost + price, onward.get(there, ANY_COST))
    return onward


def leads(network: Network, a: int, b: int) -> bool:
    """Tell whether some step leads from a hex into another, shut or not."""
    return b in [side[a] for side in network.map.beside] or a in entrances(network, b)


def entrances(network: Network, goal: int) -> frozenset[int]:
    """Find the hexes from which some step leads into a hex, and keep them with the graph."""
    hexes = network.entrances.get(goal)
    if hexes is None:
        per_hex, mapfile = network.per_hex, network.map
        near = set(mapfile.around(goal))
        # A viaduct joins hexes that lie two apart.
        near = near.union(*map(mapfile.around, near))
        hexes = network.entrances[goal] = frozenset(
            hex_
            for hex_ in near - {goal}
            if any(
                there // per_hex == goal
                for node in network.nodes_in(hex_)
                for there, *_ in network.steps_of(node)
            )
        )
    return hexes


def enterable(network: Network, goal: int, front: Front, shut: Shut) -> bool:
    """Tell whether some step leads into a hex, from an open one or from where the unit stands.

    This spares a search of the whole map for a hex that cannot be entered.
    """
    per_hex = network.per_hex
    stood = {node // per_hex for node in front}
    return goal in stood or any(
        hex_ in stood or hex_ not in shut for hex_ in entrances(network, goal)
    )


def arrivals(
    network: Network, front: Front, goal: int, shut: Shut, slack: int
) -> Iterator[tuple[int, int]]:
    """Find the nodes of a hex further off with their costs, the cheapest first, on demand.

    All nodes within ``slack`` of the first are found, each with its exact cost, and no others.

    The search is that of :mod:`clubroute.rules.gts.movement.search.cheapest`, from several nodes at
    once that cost something already.
    """
    if goal in shut or not enterable(network, goal, front, shut):
        return
    steps, unfold, per_hex = network.steps, network.steps_of, network.per_hex
    held, barred = shut.held, shut.barred
    width, lines, halves = network.width, network.map.lines, network.map.halves
    goal_line, goal_half = network.map.hex(goal)
    floor = network.floors.to(goal)
    column, foot = floor.column, floor.foot
    cost_of = dict(front)
    buckets: list[list[int]] = []
    for node, cost in front.items():
        put(buckets, cost + remains(network, floor, goal, node), node)
    most, met = ANY_COST, False
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
            for there, price in steps[node] if node in steps else unfold(node):
                reached = cost + price
                if reached > most or (there in cost_of and reached >= cost_of[there]):
                    continue
                hex_ = there // per_hex
                if hex_ != here and (hex_ in held or hex_ in barred):
                    continue
                across, along = abs(lines[hex_] - goal_line), abs(halves[hex_] - goal_half)
                far = across if along <= across else (across + along) >> 1
                at = reached + (column if there // width & 1 else foot)[far]
                if at > most:  # no way through it is cheap enough
                    continue
                cost_of[there] = reached
                if at < len(buckets):
                    buckets[at].append(there)
                else:
                    put(buckets, at, there)


def travelled(
    network: Network,
    front: Front,
    goal: int,
    shut: Shut,
    slack: int = SLACK,
) -> Front:
    """Move a front on into a hex further off, by the cheapest ways there are.

    The least cost is exact, and so is every node's within ``slack`` of it.
    """
    return dict(arrivals(network, front, goal, shut, slack))


def ended(
    network: Network,
    front: Front,
    goal: int,
    shut: Shut,
    column: bool | None,
) -> Front:
    """Move a front as :func:`travelled` does, to the cheapest node in a formation (None: in any).

    If no node is in that formation, the front is in others.
    """
    found: Front = {}
    for node, cost in arrivals(network, front, goal, shut, WIDE):
        if column is None or network.place(node)[1] == column:
            return {node: cost}
        found[node] = cost
    return found
