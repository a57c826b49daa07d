"""What a search over hexes came to: the hexes with their least costs, and the ways to them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from clubroute.rules.kit.search import Onward, Ways
from clubroute.rules.kit.spread import back, spread

if TYPE_CHECKING:
    from clubroute.rules.plain.movement.trip import PlainTrip


@dataclass(frozen=True)
class Reach:
    """The hexes a search came to: by hex the least half-MP. ``begins`` leads on from the start.
    ``before`` has the hex each was come to from, where the number of hexes counts."""

    costs: dict[int, int]
    ways: Ways
    begins: Onward
    trip: PlainTrip
    before: dict[int, list[int]] | None = None

    @property
    def ends(self) -> dict[int, int]:
        """By hex in which the unit may end, the least half-MP."""
        return {id_: cost for id_, cost in self.costs.items() if self.trip.may_end(id_)}

    def path(self, goal: int) -> list[int]:
        """A cheapest way to a hex that was reached, from the start on."""
        if self.before is not None:
            return self.before[goal]
        before, end = spread([goal], self.sources, goals=(self.trip.start,))
        return back(before, self.trip.start if end is None else end)[::-1]

    def sources(self, b: int) -> Iterator[int]:
        """The hexes from which a cheapest way leads into a hex."""
        stops, start = self.trip.stops, self.trip.start
        for a in self.trip.country.around(b):
            if a not in self.costs or (a in stops and a != start):
                continue
            dear = self.costs[b] - self.costs[a]
            onward = self.begins if a == start else self.ways[a]
            if any(price == dear and b in many for price, many in onward):
                yield a


def capped(
    ways: Ways,
    begins: Onward,
    most: int,
    trip: PlainTrip,
    cap: int | None,
    zones: int | None = None,
) -> Reach:
    """The hexes that are reached within some half-MP, some hexes, and so many hexes in zones.

    A dearer way that enters fewer zones may lead on farther, so a place is a hex with their number.
    """
    start = trip.start
    begin = (start, 0)
    costs, paths = {begin: 0}, {begin: [start]}
    edge = {begin: 0}
    for _ in itertools.count() if cap is None else range(cap):
        further: dict[tuple[int, int], tuple[int, list[int]]] = {}
        for (a, entered), cost in edge.items():
            if a in trip.stops and a != start:
                continue
            for price, many in begins if a == start else ways[a]:
                for b in many:
                    to = b, entered + (zones is not None and b in trip.way.zones)
                    total = cost + price
                    known = min(costs.get(to, most + 1), further.get(to, (most + 1,))[0])
                    if zones is not None and to[1] > zones:
                        continue
                    if total <= most and total < known and b not in trip.closed:
                        further[to] = total, [*paths[a, entered], b]
        for to, (total, path) in further.items():
            costs[to], paths[to] = total, path
        edge = {to: total for to, (total, _) in further.items()}
        if not edge:
            break
    least: dict[int, int] = {}
    ways_to: dict[int, list[int]] = {}
    for (b, entered), total in costs.items():
        if total < least.get(b, most + 1):
            least[b], ways_to[b] = total, paths[b, entered]
    return Reach(least, ways, begins, trip, ways_to)
