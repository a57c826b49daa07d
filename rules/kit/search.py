"""The cheapest ways over hexes, for every series whose costs are whole numbers.

Movement points are small whole numbers of halves, so hexes wait in one list for each cost instead
of in a heap.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

Ways: TypeAlias = Sequence[Sequence[tuple[int, Sequence[int]]]]
"""By hex id what leads on from it: each price once, the lowest first, with where it leads to."""
NOWHERE: frozenset[int] = frozenset()


def cheapest(
    ways: Ways | Mapping[int, Sequence[tuple[int, Sequence[int]]]],
    start: int,
    most: int,
    stops: Collection[int] = NOWHERE,
    closed: Collection[int] = NOWHERE,
    bound: Collection[int] = NOWHERE,
    goal: int | None = None,
) -> dict[int, int]:
    """Find the least cost of each hex within some half-MP; stop at a goal if one is given.

    :param stops: hexes that end a move. :param closed: those that may not be entered. :param bound:
        those that may not be entered from the start.
    """
    costs = {start: 0}
    # Whole waves wait, the hexes of one price: that is quicker than hex by hex.
    waiting: list[list[Sequence[int]]] = [[] for _ in range(most + 1)]
    for price, onward in ways[start]:
        if price <= most:
            waiting[price].append([b for b in onward if b not in bound])
    for cost, waves in enumerate(waiting):
        rest = most - cost
        for wave in waves:
            for a in wave:
                if a in costs or a in closed:
                    continue
                costs[a] = cost
                if a in stops:
                    continue
                for price, onward in ways[a]:
                    if price > rest:
                        break
                    waiting[cost + price].append(onward)
        if goal in costs:
            break
    return costs
