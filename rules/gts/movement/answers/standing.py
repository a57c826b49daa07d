"""Answers that stand in other positions, too: of all they looked at, nothing differs there.

What an answer rests on is found by asking again with parts of the position left out; most of those
lie far from everything the question is about.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from clubroute.rules.context import Loaded
from clubroute.rules.gts.situation.surroundings import Surroundings
from clubroute.rules.model import Receipt

MOST = 4
"""Answers kept to one question: the first, and the last ones in other positions."""


@dataclass(frozen=True, slots=True)
class Standing:
    """An answer, the position it was given in, and the hexes whose steps it looked at."""

    asked: object
    position: Surroundings
    looked: frozenset[int]
    receipt: Receipt


def standing(
    kept: Loaded,
    key: Hashable,
    asked: object,
    position: Surroundings,
    from_or_to: Callable[[frozenset[int]], frozenset[int]],
    answer: Callable[[Standing | None], Standing],
) -> Receipt:
    """An answer kept that stands in this position, or a new one, which is kept.

    ``key`` and ``asked`` are the question but for its position; ``from_or_to`` adds to hexes those
    from which a step leads to them; ``answer`` answers anew, and is given the first one kept.
    """
    found: tuple[Standing, ...] = kept.get(("standing", key)) or ()
    known = [one for one in found if one.asked == asked]
    for one in known:
        differs = one.position.differs(position)
        if differs is not None and one.looked.isdisjoint(from_or_to(differs)):
            return one.receipt
    new = answer(known[0] if known else None)
    kept["standing", key] = (*known[:1], new, *known[1 : MOST - 1])
    return new.receipt
