"""The cheapest ways over hexes, for every series whose costs are whole numbers.

Movement points are small whole numbers of halves, so hexes wait in one list for each cost instead
of in a heap.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import TypeAlias

Onward: TypeAlias = Sequence[tuple[int, Sequence[int]]]
"""What leads on from a hex: each price once, the lowest first, with where it leads to."""
Ways: TypeAlias = Sequence[Onward]
"""By hex id what leads on from it."""
NOWHERE: frozenset[int] = frozenset()
BARRED = -1


def cheapest(
    ways: Ways | Mapping[int, Onward],
    start: int,
    most: int,
    closed: Set[int] = NOWHERE,
    goal: int | None = None,
    begins: Onward | None = None,
) -> dict[int, int]:
    """Find the least cost of each hex within some half-MP; stop at a goal if one is given.

    Nothing leads on from a hex that ends a move: ``ways`` has none there.

    :param closed: hexes that may not be entered. :param begins: what leads on from the start, if
        not what ``ways`` has.
    """
    # What may not be entered counts as come to, so that each hex is looked up once.
    costs = {**dict.fromkeys(closed, BARRED), start: 0}
    # Whole waves wait, the hexes of one price: that is quicker than hex by hex.
    waiting: list[list[Sequence[int]]] = [[] for _ in range(most + 1)]
    for price, onward in ways[start] if begins is None else begins:
        if price <= most:
            waiting[price].append(onward)
    for cost, waves in enumerate(waiting):
        rest = most - cost
        for wave in waves:
            for a in wave:
                if a not in costs:
                    costs[a] = cost
                    for price, onward in ways[a]:
                        if price > rest:
                            break
                        waiting[cost + price].append(onward)
        if goal is not None and costs.get(goal, BARRED) != BARRED:
            break
    for one in closed:
        if one != start:
            del costs[one]
    return costs
