"""Whether a cheapest way gets cheaper by another reading, told without searching all of it again.

Of the first search the cost of every node is known from which a way so cheap could still lead on.
By a reading that makes no step dearer, a cheaper way takes at least one step that has got cheaper;
what follows from those steps is looked at, as far as it can still lead to the goal for less.
"""

from __future__ import annotations

from collections.abc import Collection

from builder.grid import distance
from rules.gts.movement.reread import Reread
from rules.gts.movement.search import Led, put


def leads_cheaper(other: Reread, near: Collection[int] | None, led: Led) -> bool:
    """Whether another graph, no step of which costs more, leads to the goal for fewer half-MP.

    ``near`` has the hexes from which steps may differ, None for any hex.
    """
    map, per_hex, width = other.map, other.per_hex, other.width
    goal, floors = map.hex(led.goal), other.floors.to(led.goal)
    known, total = led.costs, led.totals[-1]
    better: dict[int, int] = {}
    buckets: list[list[int]] = []

    def least(node: int, cost: int) -> int:
        """What a way through a node costs at least."""
        on_foot = 1 - (node // width & 1)
        return cost + floors[on_foot][distance(map.hex(node // per_hex), goal)]

    def offer(node: int, cost: int) -> None:
        if cost < better.get(node, known.get(node, total)):
            rank = least(node, cost)
            if rank < total:
                better[node] = cost
                put(buckets, rank, node)

    for node, cost in known.items():
        if near is None or node // per_hex in near:
            if least(node, cost) >= total:
                continue
            for there, price in other.changes_at(node)[0]:
                offer(there, cost + price)
    for bucket in buckets:  # grows while it is walked
        while bucket:
            node = bucket.pop()
            if node // per_hex == led.goal and (led.accepts is None or led.accepts(node)):
                return True
            for there, price, *_ in other.steps_of(node):
                offer(there, better[node] + price)
    return False
