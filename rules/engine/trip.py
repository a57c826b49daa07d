"""Where a unit can go: the cheapest ways over the ground, as what surrounds it leaves them.

Whatever limits a move is a term: hexes that are closed, that end a move, that may be passed and
not ended in, and leaps, as by a Ferry. Tables make the terms, and what a series adds to them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.kit.search import Onward, Ways, back, cheapest, spread


class Leap(NamedTuple):
    """A way that is no step, and ends a move: from a hex to a hex, for some half-MP."""

    start: int
    end: int
    by: Any = None
    half_mp: int = 0


class Terms(NamedTuple):
    """What a search heeds, by hex id.

    ``closed`` may not be entered, ``stops`` end a move, ``bare`` may be passed and not ended in.
    ``begins`` is what leads on from the start, if not what ``ways`` has.
    """

    ways: Ways
    start: int
    closed: Set[int] = frozenset()
    stops: Collection[int] = frozenset()
    bare: Set[int] = frozenset()
    begins: Onward | None = None
    leaps: Sequence[Leap] = ()

    @property
    def first(self) -> Onward:
        """What leads on from the start."""
        return self.ways[self.start] if self.begins is None else self.begins


@dataclass(frozen=True, slots=True)
class Reached:
    """The hexes a search reached, by hex the least half-MP; ``leapt`` those that a leap reaches
    alone or more cheaply, each with the leap. ``paths`` has the way to each, where more than its
    cost counts."""

    terms: Terms
    costs: dict[int, int]
    paths: dict[int, list[int]] | None = None
    leapt: dict[int, tuple[int, Leap]] = field(default_factory=dict)

    @property
    def ends(self) -> dict[int, int]:
        """By hex in which the unit may end, the least half-MP."""
        found = {id_: cost for id_, cost in self.costs.items() if id_ not in self.terms.bare}
        for end, (cost, _) in self.leapt.items():
            if cost < found.get(end, cost + 1):
                found[end] = cost
        return found

    def path(self, country: MapFile, end: int) -> tuple[list[int], Leap | None]:
        """A cheapest way to a hex, from the start on; with the leap that is taken last."""
        by = self.leapt.get(end)
        last = by[1] if by and by[0] < self.costs.get(end, by[0] + 1) else None
        goal = end if last is None else last.start
        if self.paths is not None:
            return self.paths[goal], last

        def sources(b: int) -> Iterator[int]:
            return (a for a in country.around(b) if self.leads(a, b))

        before, found = spread([goal], sources, goals=(self.terms.start,))
        way = back(before, self.terms.start if found is None else found)[::-1]
        return (way if last is None else [*way, end]), last

    def leads(self, a: int, b: int) -> bool:
        """Whether a cheapest way to a hex may come from a hex beside it."""
        terms = self.terms
        if a not in self.costs or (a in terms.stops and a != terms.start):
            return False
        dear = self.costs[b] - self.costs[a]
        onward = terms.first if a == terms.start else terms.ways[a]
        return any(price == dear and b in many for price, many in onward)


def search(terms: Terms, most: int, goal: int | None = None) -> Reached:
    """Find the cheapest way to each hex within some half-MP; stop at a goal if one is given."""
    going: Ways = terms.ways
    if terms.stops:  # else the map's own do: a copy of so many takes as long as a short search
        changed = list[Onward](terms.ways)
        for id_ in terms.stops:
            changed[id_] = ()
        going = changed
    found = Reached(terms, cheapest(going, terms.start, most, terms.closed, goal, terms.first))
    for leap in terms.leaps:
        cost = found.costs.get(leap.start, most + 1) + leap.half_mp
        stopped = leap.start in terms.stops and leap.start != terms.start
        if stopped or leap.start in terms.bare or cost > most:
            continue
        if cost < found.leapt.get(leap.end, (most + 1, leap))[0]:
            found.leapt[leap.end] = cost, leap
    return found


def without(onward: Onward, shut: Collection[int]) -> Onward:
    """What leads on from a hex, without what leads into some."""
    return [(price, [b for b in many if b not in shut]) for price, many in onward]
