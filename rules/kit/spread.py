"""Ways that are counted in hexes: traces of supply, marches, what lies around a hex."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from typing import TypeVar

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
