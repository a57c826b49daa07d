"""Where a unit can go: the cheapest ways over the ground, as what surrounds it leaves them.

Whatever limits a move is a term: hexes that are closed, that end a move, that may be passed and
not ended in, and leaps, as by a Ferry. Tables make the terms; where a game's rules are no tables a
series adds terms to them, which are data and never a verdict.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from clubroute.rules.answer.model import Receipt
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.kit.search import NOWHERE, Onward, Ways, back, cheapest, spread


class Leap(NamedTuple):
    """A way that is no step, and ends a move: from a hex to a hex, for some half-MP."""

    start: int
    end: int
    by: Any = None
    half_mp: int = 0


@dataclass(frozen=True, slots=True)
class Term:
    """A limit of a move, with its reason and its rule.

    ``closed`` may not be entered, not by the first step ``first``; ``stops`` end a move; ``bare``
    may be passed and not ended in, but for the hex where the unit begins unless it is ``left``.
    Each is by hex id, and may tell whose it is there: ``why`` has that as ``{who}``, and the hex as
    ``{hex}``. ``name`` is what it is to those who leave it out.
    """

    why: str = ""
    rule: str = ""
    closed: Collection[int] = NOWHERE
    first: Collection[int] = NOWHERE
    stops: Collection[int] = NOWHERE
    bare: Collection[int] = NOWHERE
    left: bool = False
    leaps: Sequence[Leap] = ()
    name: str = ""

    def told(self, country: MapFile, id_: int, of: Collection[int]) -> tuple[str, str]:
        """Why it holds in a hex, and by which rule."""
        who = of[id_] if isinstance(of, Mapping) else ""
        return self.why.format(hex=country.number(id_), who=who), self.rule


@dataclass(frozen=True)
class LimitedTrip:
    """A unit's move from a hex: the ways of its class, and the terms that limit it.

    The walk along a path, the search of what is reached, and the question why a hex is not, read
    the same terms.
    """

    country: MapFile
    ways: Ways
    start: int
    terms: Sequence[Term] = ()

    @cached_property
    def closed(self) -> frozenset[int]:
        """The hexes that may not be entered."""
        return frozenset().union(*(one.closed for one in self.terms))

    @cached_property
    def stops(self) -> frozenset[int]:
        """The hexes that end a move."""
        return frozenset().union(*(one.stops for one in self.terms))

    @cached_property
    def bare(self) -> frozenset[int]:
        """The hexes that a move may not end in."""
        found = (set(one.bare) - (set() if one.left else {self.start}) for one in self.terms)
        return frozenset().union(*found)

    @cached_property
    def first(self) -> Onward:
        """What leads on from the start."""
        shut = frozenset[int]().union(*(one.first for one in self.terms))
        return [
            (price, [b for b in many if b not in shut]) for price, many in self.ways[self.start]
        ]

    @cached_property
    def going(self) -> Ways:
        """By hex what leads on from it; nothing from one that ends a move."""
        if not self.stops:  # the map's own do: a copy of so many takes as long as a short search
            return self.ways
        changed = list[Onward](self.ways)
        for id_ in self.stops:
            changed[id_] = ()
        return changed

    def shut(self, id_: int, first: bool = False, but: str = "") -> Iterator[tuple[str, str]]:
        """Why a hex may not be entered, and by which rules.

        :param first: by the first step. :param but: the name of a term that does not count.
        """
        for term in self.terms:
            if id_ in term.closed and not (but and term.name == but):
                yield term.told(self.country, id_, term.closed)
        for term in self.terms if first else ():
            if id_ in term.first:
                yield term.told(self.country, id_, term.first)

    def stopped(self, id_: int) -> tuple[str, str] | None:
        """Why a move ends in a hex, and by which rule; the last of several. None if it does not."""
        found = (one.told(self.country, id_, one.stops) for one in self.terms if id_ in one.stops)
        return next(iter([*found][::-1]), None)

    def unended(self, id_: int) -> Iterator[tuple[str, str]]:
        """Why a move may not end in a hex, and by which rules."""
        terms = (one for one in self.terms if id_ in one.bare and (one.left or id_ != self.start))
        return (one.told(self.country, id_, one.bare) for one in terms)

    def reached(
        self, most: int, goal: int | None = None, begins: Onward | None = None
    ) -> ReachedHexes:
        """Find the cheapest way to each hex within some half-MP; stop at a goal if one is given.

        :param begins: what leads on from the start, if that is not what the terms leave.
        """
        first = self.first if begins is None else begins
        costs = cheapest(self.going, self.start, most, self.closed, goal, first)
        found = ReachedHexes(self, costs, begins=first)
        for leap in (leap for term in self.terms for leap in term.leaps):
            cost = found.costs.get(leap.start, most + 1) + leap.half_mp
            stopped = leap.start in self.stops and leap.start != self.start
            if stopped or leap.start in self.bare or cost > most:
                continue
            if cost < found.leapt.get(leap.end, (most + 1, leap))[0]:
                found.leapt[leap.end] = cost, leap
        return found


@dataclass(frozen=True, slots=True)
class ReachedHexes:
    """The hexes a search reached, by hex the least half-MP; ``leapt`` those that a leap reaches
    alone or more cheaply, each with the leap. ``paths`` has the way to each, where more than its
    cost counts."""

    trip: LimitedTrip
    costs: dict[int, int]
    paths: dict[int, list[int]] | None = None
    begins: Onward = ()
    leapt: dict[int, tuple[int, Leap]] = field(default_factory=dict)

    @property
    def ends(self) -> dict[int, int]:
        """By hex in which the unit may end, the least half-MP."""
        found = {id_: cost for id_, cost in self.costs.items() if id_ not in self.trip.bare}
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

        before, found = spread([goal], sources, goals=(self.trip.start,))
        way = back(before, self.trip.start if found is None else found)[::-1]
        return (way if last is None else [*way, end]), last

    def leads(self, a: int, b: int) -> bool:
        """Whether a cheapest way to a hex may come from a hex beside it."""
        trip = self.trip
        if a not in self.costs or (a in trip.stops and a != trip.start):
            return False
        dear = self.costs[b] - self.costs[a]
        onward = self.begins if a == trip.start else trip.ways[a]
        return any(price == dear and b in many for price, many in onward)


def at_least(best: Receipt, worst: Receipt) -> Mapping[str, Any]:
    """The hexes that are reached at worst, and those that are at best, or for less."""
    sure, maybe = (told.extra.get("hexes", {}) for told in (worst, best))
    return {
        "hexes": sure or None,
        "perhaps": {one: maybe[one] for one in maybe if maybe[one] != sure.get(one)},
    }


def outcome(answer: Receipt) -> Any:
    """What an answer decides, without its working. What is illegal either way is illegal."""
    if answer.verdict == "illegal":
        return answer.verdict
    return answer.verdict, answer.total, answer.extra
