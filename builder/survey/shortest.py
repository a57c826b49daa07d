"""Shortest paths, the same on every machine: ties go to the smaller node."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from heapq import heappop, heappush
from typing import Any, TypeVar

N = TypeVar("N", bound=Hashable)


def shortest_path(start: N, goal: N, steps: Callable[[N], Iterable[tuple[N, float]]]) -> list[N]:
    """The cheapest path from ``start`` to ``goal``, both ends included; empty if there is none.

    ``steps`` gives the nodes one step away with the step's cost (> 0). Nodes must be orderable.
    Costs are rounded to nine places as they add up, so equal sums compare equal.
    """
    best: dict[N, float] = {start: 0.0}
    back: dict[N, N] = {}
    heap: list[tuple[float, Any]] = [(0.0, start)]
    done: set[N] = set()
    while heap:
        cost, node = heappop(heap)
        if node == goal:
            path = [goal]
            while path[-1] != start:
                path.append(back[path[-1]])
            return path[::-1]
        if node in done:
            continue
        done.add(node)
        for other, price in steps(node):
            total = round(cost + price, 9)  # sums of floats in another order are equal then
            if total < best.get(other, float("inf")):
                best[other] = total
                back[other] = node
                heappush(heap, (total, other))
    return []
