"""Cheapest ways and reach on the state graph: Dial's buckets on half-MP integers, exact."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rules.gts.movement.network import Network

FAR = 1 << 30


def reach(network: Network, starts: Sequence[int], allowance: int) -> dict[int, int]:
    """Every node within an allowance (half-MP) of the starts, with its cost."""
    steps, unfold = network.steps, network.steps_of
    cost_of = dict.fromkeys(starts, 0)
    buckets: list[list[int]] = [[] for _ in range(allowance + 1)]
    buckets[0] = list(starts)
    for cost, bucket in enumerate(buckets):
        room = allowance - cost
        for node in bucket:  # grows while it is walked when a step is free
            if cost_of[node] != cost:
                continue
            try:
                ways = steps[node]
            except KeyError:
                ways = unfold(node)
            for there, price in ways:
                if price <= room:
                    reached = cost + price
                    if there not in cost_of or reached < cost_of[there]:
                        cost_of[there] = reached
                        buckets[reached].append(there)
    return cost_of


@dataclass(frozen=True, slots=True)
class Found:
    """The end of a search: the nodes of a cheapest way and its cost, or all that was reached."""

    path: tuple[int, ...]
    cost: int | None
    reached: dict[int, int]


def cheapest(
    network: Network,
    starts: Sequence[int],
    goal: int,
    accepts: Callable[[int], bool] | None = None,
) -> Found:
    """A cheapest way to a hex (to a node there that ``accepts``, if given).

    Buckets are by cost so far plus the least that can remain: half a point, the Road's cost, for
    every hex of distance. The way is the same on every run.
    """
    steps, unfold, per_hex = network.steps, network.steps_of, network.per_hex
    lines, halves = network.map.lines, network.map.halves
    goal_line, goal_half = lines[goal], halves[goal]
    cost_of = dict.fromkeys(starts, 0)
    came_from: dict[int, int] = {}
    least: dict[int, int] = {}
    buckets: list[list[int]] = [[]]
    done: set[int] = set()

    def remaining(hex: int) -> int:
        across = abs(lines[hex] - goal_line)
        along = abs(halves[hex] - goal_half)
        hexes = across + (along - across) // 2 if along > across else across
        least[hex] = hexes
        return hexes

    for node in starts:
        rank = remaining(node // per_hex)
        while len(buckets) <= rank:
            buckets.append([])
        buckets[rank].append(node)
    rank = 0
    while rank < len(buckets):
        for node in buckets[rank]:
            if node in done:
                continue
            done.add(node)
            cost = cost_of[node]
            if node // per_hex == goal and (accepts is None or accepts(node)):
                return Found(walked(came_from, node), cost, cost_of)
            try:
                ways = steps[node]
            except KeyError:
                ways = unfold(node)
            for there, price in ways:
                reached = cost + price
                if there not in cost_of or reached < cost_of[there]:
                    cost_of[there] = reached
                    came_from[there] = node
                    hex = there // per_hex
                    left = least.get(hex)
                    if left is None:
                        left = remaining(hex)
                    try:
                        buckets[reached + left].append(there)
                    except IndexError:
                        buckets += [[] for _ in range(reached + left + 1 - len(buckets))]
                        buckets[reached + left].append(there)
        buckets[rank] = []
        rank += 1
    return Found((), None, cost_of)


def walked(came_from: dict[int, int], node: int) -> tuple[int, ...]:
    """The nodes up to one, from a start."""
    path = [node]
    while path[-1] in came_from:
        path.append(came_from[path[-1]])
    return tuple(reversed(path))
