"""Cheapest ways and reach on the state graph: Dial's buckets on half-MP integers, exact."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from clubroute.builder.grid import distance
from clubroute.rules.gts.movement.graph.floors import Floor
from clubroute.rules.gts.movement.graph.network import Network


def reach(network: Network, starts: Sequence[int], allowance: int) -> dict[int, int]:
    """Return every node within an allowance (half-MP) of the starts, with its cost.

    A bucket holds whole waves (the steps of one cost from one node), at a third of the time of
    single steps.
    """
    waves, unfold = network.waves, network.waves_of
    cost_of: dict[int, int] = {}
    buckets: list[list[Sequence[int]]] = [[] for _ in range(allowance + 1)]
    buckets[0].append(starts)
    for cost, bucket in enumerate(buckets):
        room = allowance - cost
        for wave in bucket:  # grows while it is walked when a step is free
            for node in wave:
                if node in cost_of:
                    continue
                cost_of[node] = cost
                for price, onward in waves[node] if node in waves else unfold(node):
                    if price > room:
                        break
                    buckets[cost + price].append(onward)
    return cost_of


@dataclass(frozen=True, slots=True)
class Found:
    """The end of a search: the nodes of a cheapest way and its cost, or all that was reached."""

    path: tuple[int, ...]
    cost: int | None
    reached: dict[int, int]

    @property
    def totals(self) -> tuple[int, ...]:
        """The cost of the way up to each of its nodes."""
        return tuple(self.reached[node] for node in self.path)


Accepts = Callable[[int], bool]


def cheapest(
    network: Network, starts: Sequence[int], goal: int, accepts: Accepts | None = None
) -> Found:
    """Return a cheapest way to a hex (to a node there that ``accepts``, if given).

    Buckets are by cost so far plus the least that can remain
    (:mod:`clubroute.rules.gts.movement.graph.floors`), so that the most promising nodes come first.
    The way is the same on every run.
    """
    steps, unfold = network.steps, network.steps_of
    width, per_hex, lines, halves = (
        network.width,
        network.per_hex,
        network.map.lines,
        network.map.halves,
    )
    goal_line, goal_half = network.map.hex(goal)
    first, last = goal * per_hex, (goal + 1) * per_hex - 1
    floor = network.floors.to(goal)
    column, foot = floor.column, floor.foot
    cost_of = dict.fromkeys(starts, 0)
    came_from: dict[int, int] = {}
    buckets: list[list[int]] = []
    for node in starts:
        put(buckets, remains(network, floor, goal, node), node)
    size = len(buckets)
    for bucket in buckets:  # grows while it is walked
        while bucket:
            node = bucket.pop()  # the last one in is the furthest on
            cost = cost_of[node]  # a node found again for less is looked at again, to no effect
            if first <= node <= last and (accepts is None or accepts(node)):
                return Found(walked(came_from, node), cost, cost_of)
            for there, price in steps[node] if node in steps else unfold(node):
                reached = cost + price
                if there not in cost_of or reached < cost_of[there]:
                    cost_of[there] = reached
                    came_from[there] = node
                    # as remains(), without calls: this is most of what a search does
                    hex_id = there // per_hex
                    across, along = abs(lines[hex_id] - goal_line), abs(halves[hex_id] - goal_half)
                    far = across if along <= across else (across + along) >> 1
                    rank = reached + (column if there // width & 1 else foot)[far]
                    if rank < size:
                        buckets[rank].append(there)
                    else:
                        put(buckets, rank, there)
                        size = len(buckets)
    return Found((), None, cost_of)


def closed(
    network: Network, nodes: Collection[int], starts: Sequence[int], hexes: Collection[int]
) -> bool:
    """Tell whether no step from some hexes leads out of a set of nodes that has all starts."""
    per_hex = network.per_hex
    here = (node for node in nodes if node // per_hex in hexes)
    return all(node in nodes for node in starts) and all(
        there in nodes for node in here for there, _ in network.steps_of(node)
    )


def remains(network: Network, floor: Floor, goal: int, node: int) -> int:
    """Return the least half-MP that a way from a node to a goal still costs."""
    hexes = network.map
    far = distance(hexes.hex(node // network.per_hex), hexes.hex(goal))
    return (floor.column if node // network.width & 1 else floor.foot)[far]


def put(buckets: list[list[int]], rank: int, node: int) -> None:
    """Put a node in a bucket, making the buckets up to it."""
    while len(buckets) <= rank:
        buckets.append([])
    buckets[rank].append(node)


def walked(came_from: dict[int, int], node: int) -> tuple[int, ...]:
    """Return the nodes up to one, from a start."""
    path = [node]
    while path[-1] in came_from:
        path.append(came_from[path[-1]])
    return tuple(reversed(path))
