"""Where a unit can go: the cheapest ways over a map's ground, as a position leaves it.

Movement points are small whole numbers of halves, so hexes wait in one list for each cost instead
of in a heap. A unit stops in a hex it enters in an enemy Zone of Control; it may not end in an
Enclosed hex; a Ferry takes no MP and ends its move (INS 1.13, 1.14, SCS series).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from clubroute.rules.scs.movement.costs import rules
from clubroute.rules.scs.movement.ground import Ways
from clubroute.rules.scs.movement.situation import FerryWay, Situation
from clubroute.rules.scs.readings import Readings


class Terms(NamedTuple):
    """What a search heeds, by hex id.

    ``closed`` may not be entered, ``stops`` end a move, ``bare`` may be passed and not ended in.
    ``from_zone``: the start is in a zone that may not be left for another. ``ferries`` are those
    that may be used.
    """

    ways: Ways
    closed: Collection[int]
    stops: frozenset[int]
    bare: frozenset[int] = frozenset()
    from_zone: bool = False
    ferries: Sequence[FerryWay] = ()


def terms_of(situation: Situation, ways: Ways, start: int, readings: Readings) -> Terms:
    """The terms of a unit's search from a hex."""
    stops = situation.zones if readings["zoc_stops"] == "stop" else frozenset[int]()
    bound = readings["zoc_to_zoc"] == "may_not" and start in situation.zones
    shut = [id_ for id_ in situation.friends if situation.shut(id_)]
    open_ = [one for one in situation.ferries if may_cross(situation, one)]
    closed = frozenset((*situation.enemies, *shut, *situation.barred))
    return Terms(ways, closed, stops, situation.country.enclosed, bound, open_)


def may_cross(situation: Situation, ferry: FerryWay) -> bool:
    """Whether a Ferry has a crossing left this turn, and room for a unit on the far bank."""
    full = ferry.used is not None and ferry.used >= rules()["ferry"].number("most")
    end = ferry.end
    return not full and end not in situation.enemies and situation.room(end) > 0


@dataclass(slots=True)
class Reached:
    """The hexes a search reached: by hex the least half-MP, and the hex before it.

    ``ferried`` has the hexes that are reached by Ferry alone or more cheaply, with the way.
    """

    costs: dict[int, int]
    before: dict[int, int]
    ferried: dict[int, tuple[int, FerryWay]] = field(default_factory=dict)
    bare: frozenset[int] = frozenset()

    @property
    def ends(self) -> dict[int, int]:
        """By hex in which the unit may end, the least half-MP."""
        found = {id_: cost for id_, cost in self.costs.items() if id_ not in self.bare}
        for end, (cost, _) in self.ferried.items():
            if cost < found.get(end, cost + 1):
                found[end] = cost
        return found

    def path(self, end: int) -> tuple[list[int], FerryWay | None]:
        """The cheapest way to a hex, from the start on; with the Ferry that is taken last."""
        by = self.ferried.get(end)
        last = by[1] if by and by[0] < self.costs.get(end, by[0] + 1) else None
        found = [end] if last is None else [end, last.start]
        while found[-1] in self.before:
            found.append(self.before[found[-1]])
        return found[::-1], last


def search(terms: Terms, start: int, most: int, goal: int | None = None) -> Reached:
    """Find the cheapest way to each hex within some half-MP; stop at a goal if one is given."""
    ways, stops = terms.ways, terms.stops
    costs: dict[int, int] = dict.fromkeys(terms.closed, -1)
    costs[start] = 0
    before: dict[int, int] = {}
    waiting: list[list[int]] = [[] for _ in range(most + 1)]
    waiting[0].append(start)
    for cost, here in enumerate(waiting):
        for a in here:
            if costs[a] != cost or (a in stops and a != start):
                continue
            for b, price in ways[a]:
                total = cost + price
                if total <= most and total < costs.get(b, total + 1):
                    if a == start and terms.from_zone and b in stops:
                        continue
                    costs[b] = total
                    before[b] = a
                    waiting[total].append(b)
        if goal is not None and costs.get(goal, most + 1) == cost:
            break
    for id_ in terms.closed:
        if id_ != start:
            del costs[id_]
    found = Reached(costs, before, bare=terms.bare - {start})
    for ferry in terms.ferries:
        cost = costs.get(ferry.start, most + 1)
        stopped = ferry.start in stops and ferry.start != start
        if stopped or ferry.start in found.bare:
            continue
        if cost < found.ferried.get(ferry.end, (most + 1, ferry))[0]:
            found.ferried[ferry.end] = cost, ferry
    return found
