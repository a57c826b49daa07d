"""Whether what a unit reaches changes by another reading, told without searching all of it again.

Of the first search every node's cost is known. Another reading matters only where it makes a step
lead somewhere for less, or takes away one of a cheapest way; where it does, only what follows from
those steps is looked at, and no further than to the first hex that costs something else.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from clubroute.rules.gts.movement.network import Network
from clubroute.rules.gts.movement.reread import Reread


@dataclass(frozen=True, slots=True)
class Searched:
    """A search that is done: where it began, how far (half-MP), and the costs found.

    ``costs`` has half-MP by node, ``hexes`` the least by hex.
    """

    starts: Sequence[int]
    allowance: int
    costs: Mapping[int, int]
    hexes: Mapping[int, int]


def reaches_otherwise(other: Reread, near: Collection[int] | None, first: Searched) -> bool:
    """Whether some hex is reached for other half-MP, or only in one of two graphs.

    ``near`` has the hexes from which steps may differ, None for any hex.
    """
    costs, allowance, per_hex = first.costs, first.allowance, other.per_hex
    better: list[tuple[int, int]] = []
    worse = False
    for node, cost in costs.items():
        if near is not None and node // per_hex not in near:
            continue
        gained, lost = other.changes_at(node)
        for there, price in gained:
            reached = cost + price
            if reached <= allowance and (there not in costs or reached < costs[there]):
                better.append((there, reached))
        for there, price in lost:
            if costs.get(there) == cost + price:
                worse = True
    if worse:
        return searched_otherwise(other, first)
    return spread_otherwise(other, first, better)


def spread_otherwise(other: Network, first: Searched, better: Sequence[tuple[int, int]]) -> bool:
    """Whether a hex is reached for less, when no way costs more: what gets cheaper is followed."""
    costs, hexes, allowance, per_hex = first.costs, first.hexes, first.allowance, other.per_hex
    buckets: list[list[int]] = [[] for _ in range(allowance + 1)]
    for node, cost in better:
        buckets[cost].append(node)
    floor = other.floors.on_foot
    done: set[int] = set()
    for cost, bucket in enumerate(buckets):
        room = allowance - cost
        for node in bucket:  # grows while it is walked when a step is free
            if node in done or costs.get(node, cost + 1) <= cost:
                continue
            done.add(node)
            if hexes.get(node // per_hex, cost + 1) > cost:
                return True
            if room < floor and not node // other.width & 1:
                continue  # on foot it gets no further
            for price, onward in other.waves_of(node):
                if price > room:
                    break
                buckets[cost + price].extend(onward)
    return False


def searched_otherwise(other: Network, first: Searched) -> bool:
    """Whether a hex costs something else, found by searching up to the first that does."""
    hexes, allowance, per_hex = first.hexes, first.allowance, other.per_hex
    waves, unfold = other.waves, other.waves_of
    done: set[int] = set()
    seen: set[int] = set()
    buckets: list[list[Sequence[int]]] = [[] for _ in range(allowance + 1)]
    buckets[0].append(first.starts)
    for cost, bucket in enumerate(buckets):
        room = allowance - cost
        for wave in bucket:  # grows while it is walked when a step is free
            for node in wave:
                if node in done:
                    continue
                done.add(node)
                hex = node // per_hex
                if hex not in seen:
                    if hexes.get(hex) != cost:
                        return True
                    seen.add(hex)
                for price, onward in waves[node] if node in waves else unfold(node):
                    if price > room:
                        break
                    buckets[cost + price].append(onward)
    return len(seen) != len(hexes)
