"""Where a unit can go: the cheapest ways over a map's ground, as a position leaves it.

A unit stops in a hex it enters in an enemy Zone of Control; it may not end in an
Enclosed hex; a Ferry takes no MP and ends its move (INS 1.13, 1.14, SCS series).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.kit.search import Onward, cheapest
from clubroute.rules.scs.readings import Readings
from clubroute.rules.scs.situation.crossings import FerryWay, crossing_facts
from clubroute.rules.scs.situation.ground import Ways
from clubroute.rules.scs.situation.situation import Surroundings


class SearchTerms(NamedTuple):
    """What a search heeds, by hex id.

    ``closed`` may not be entered, ``stops`` end a move, ``bare`` may be passed and not ended in.
    ``from_zone``: the start is in a zone that may not be left for another. ``ferries`` are those
    that may be used.
    """

    ways: Ways
    closed: frozenset[int]
    stops: frozenset[int]
    bare: frozenset[int] = frozenset()
    from_zone: bool = False
    ferries: Sequence[FerryWay] = ()


def terms_of(situation: Surroundings, ways: Ways, start: int, readings: Readings) -> SearchTerms:
    """The terms of a unit's search from a hex."""
    zones = situation.zones
    stops = zones if zones and readings["zoc_stops"] == "stop" else frozenset[int]()
    bound = start in zones and readings["zoc_to_zoc"] == "may_not"
    shut = [id_ for id_ in situation.friends if situation.shut(id_)]
    open_ = [one for one in situation.ferries if may_cross(situation, one)]
    closed = frozenset((*situation.enemies, *shut, *situation.bounds(start), *situation.outside))
    return SearchTerms(ways, closed, stops, situation.country.enclosed, bound, open_)


def may_cross(situation: Surroundings, ferry: FerryWay) -> bool:
    """Whether a Ferry has a crossing left this turn, and room for a unit on the far bank."""
    facts = crossing_facts(None, ferry.used, situation.room(ferry.end) > 0)
    return ferry.end not in situation.enemies and False not in facts.values()


@dataclass(slots=True)
class Reached:
    """The hexes a search reached: by hex the least half-MP.

    ``ferried`` has the hexes that are reached by Ferry alone or more cheaply, with the way.
    """

    terms: SearchTerms
    start: int
    costs: dict[int, int]
    ferried: dict[int, tuple[int, FerryWay]] = field(default_factory=dict)

    @property
    def ends(self) -> dict[int, int]:
        """By hex in which the unit may end, the least half-MP."""
        bare = self.terms.bare - {self.start}
        found = {id_: cost for id_, cost in self.costs.items() if id_ not in bare}
        for end, (cost, _) in self.ferried.items():
            if cost < found.get(end, cost + 1):
                found[end] = cost
        return found

    def path(self, country: MapFile, end: int) -> tuple[list[int], FerryWay | None]:
        """The cheapest way to a hex, from the start on; with the Ferry that is taken last."""
        by = self.ferried.get(end)
        last = by[1] if by and by[0] < self.costs.get(end, by[0] + 1) else None
        found = [end] if last is None else [end, last.start]
        while found[-1] != self.start:
            near = (column[found[-1]] for column in country.beside)
            found.append(next(a for a in near if self.leads(a, found[-1])))
        return found[::-1], last

    def leads(self, a: int, b: int) -> bool:
        """Whether a cheapest way to a hex may come from a hex beside it."""
        if a not in self.costs or (a in self.terms.stops and a != self.start):
            return False
        if a == self.start and self.terms.from_zone and b in self.terms.stops:
            return False
        dear = self.costs[b] - self.costs[a]
        return any(price == dear and b in many for price, many in self.terms.ways[a])


def search(terms: SearchTerms, start: int, most: int, goal: int | None = None) -> Reached:
    """Find the cheapest way to each hex within some half-MP; stop at a goal if one is given."""
    ways, stops, closed = terms.ways, terms.stops, terms.closed
    begins: Onward = ways[start]
    if terms.from_zone:
        begins = [(price, [b for b in many if b not in stops]) for price, many in begins]
    going: Sequence[Onward] = ways
    if stops:  # else the map's own ways do: a copy of so many hexes takes as long as a short search
        changed = list[Onward](ways)
        for id_ in stops:
            changed[id_] = ()
        going = changed
    costs = cheapest(going, start, most, closed, goal, begins)
    found = Reached(terms, start, costs)
    for ferry in terms.ferries:
        cost = costs.get(ferry.start, most + 1)
        stopped = ferry.start in stops and ferry.start != start
        if stopped or ferry.start in terms.bare - {start}:
            continue
        if cost < found.ferried.get(ferry.end, (most + 1, ferry))[0]:
            found.ferried[ferry.end] = cost, ferry
    return found
