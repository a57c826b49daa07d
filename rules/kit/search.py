"""The cheapest ways over hexes, for every series whose costs are whole numbers.

Movement points are small whole numbers of halves, so hexes wait in one list for each cost instead
of in a heap.
"""

from __future__ import annotations

from collections import deque
from collections.abc import (
    Callable,
    Collection,
    Hashable,
    Iterable,
    Mapping,
    Sequence,
    Set,
)
from typing import TypeAlias, TypeVar

# Ways that are counted in hexes: traces of supply, marches, what lies around a hex.

At = TypeVar("At", bound=Hashable)
"""A hex, or a hex and how it was come to."""


def spread(
    starts: Iterable[At],
    onward: Callable[[At], Iterable[At]],
    shut: Collection[At] = (),
    most: int | None = None,
    goals: Collection[At] = (),
    until: Collection[At] = (),
) -> tuple[dict[At, At | None], At | None]:
    """Go out from some hexes: by hex the one before it, and the first goal that is come to.

    :param until: where all of these are come to, it goes no further.
    """
    before: dict[At, At | None] = dict.fromkeys(starts)
    missing = set(until) - before.keys()
    if until and not missing:
        return before, None
    waiting = deque((one, 0) for one in before)
    while waiting:
        a, hexes = waiting.popleft()
        if a in goals:
            return before, a
        if most is not None and hexes >= most:
            continue
        for b in onward(a):
            if b not in before and b not in shut:
                before[b] = a
                waiting.append((b, hexes + 1))
                missing.discard(b)
        if until and not missing:
            break
    return before, None


def back(before: Mapping[At, At | None], end: At) -> list[At]:
    """The hexes from where a spread began to one it came to."""
    found, at = [end], before[end]
    while at is not None:
        found.append(at)
        at = before[at]
    return found[::-1]


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
