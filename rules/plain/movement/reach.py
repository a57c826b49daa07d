"""What a search over hexes came to: the hexes with their least costs, and the ways to them."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Hashable, Iterator
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from clubroute.rules.asking.context import Context
from clubroute.rules.engine.ground import step_price
from clubroute.rules.engine.tables import RuleTables
from clubroute.rules.ground.mapfile import NOWHERE, MapFile
from clubroute.rules.kit.search import Onward
from clubroute.rules.plain.movement.zones import SIDES, Turning, before

if TYPE_CHECKING:
    from clubroute.rules.plain.movement.trip import PlainTrip


# The cheapest ways of a unit that turns as it goes: a place is a hex and the way it faces.


class FacedHex(NamedTuple):
    """A hex with the way a unit faces in it, and how many hexes in zones and in all it has
    entered, where those are limited."""

    id: int
    facing: int
    zones: int = 0
    hexes: int = 0


def faced_ways(
    trip: PlainTrip, turning: Turning, most: int, exact: bool
) -> tuple[dict[int, int], dict[int, list[int]]]:
    """The hexes that are reached within some half-MP, with what each costs, facing so that the unit
    may end there, and a cheapest path to each."""
    begins = [
        (turning.cost(turning.facing, new, False), FacedHex(trip.start, new))
        for new in range(SIDES)
    ]
    costs: dict[FacedHex, int] = {}
    came: dict[FacedHex, FacedHex | None] = dict.fromkeys((one for _, one in begins), None)
    waiting = [one for one in begins if one[0] <= most]
    heapq.heapify(waiting)
    known = {one: cost for cost, one in waiting}
    while waiting:
        spent, at = heapq.heappop(waiting)
        if at in costs:
            continue
        costs[at] = spent
        for total, to in onward(trip, turning, at, spent, most, exact):
            if total <= most and to not in costs and total < known.get(to, most + 1):
                known[to], came[to] = total, at
                heapq.heappush(waiting, (total, to))
    least: dict[int, int] = {}
    paths: dict[int, list[int]] = {}
    for at, spent in costs.items():
        if spent < least.get(at.id, most + 1) and at.facing in trip.end_facings(at.id):
            least[at.id], paths[at.id] = spent, path_to(came, at)
    for _, b in trip.country.exits(trip.start):
        if trip.step_back([trip.start, b]) is not None:
            least[b], paths[b] = 0, [trip.start, b]
    return least, paths


def path_to(came: dict[FacedHex, FacedHex | None], at: FacedHex) -> list[int]:
    """The hexes of the way to a place."""
    found, one = [at.id], came[at]
    while one is not None:
        found.append(one.id)
        one = came[one]
    return found[::-1]


def onward(
    trip: PlainTrip, turning: Turning, at: FacedHex, spent: int, most: int, exact: bool
) -> Iterator[tuple[int, FacedHex]]:
    """The places that lead on from one, each with what the way costs there."""
    first = at.id == trip.start
    cap, zones = (trip.most_hexes, trip.most_zones) if exact else (None, None)
    if (at.id in trip.limits.stops and not first) or (cap is not None and at.hexes >= cap):
        return
    for direction in before(at.facing, turning.row.front):
        b = trip.country.beside[direction][at.id]
        if b == NOWHERE or b in trip.limits.closed:
            continue
        place = at.id * SIDES + direction
        price = step_price(trip.rules, trip.ground, place, trip.mover.class_)
        more = trip.zone_cost(at.id, b)[0]
        entered = at.zones + (zones is not None and b in trip.way.zones)
        if price.half_mp is None or more is None or (zones is not None and entered > zones):
            continue
        cost = price.half_mp + more
        alone = price.whole or trip.whole_by_zone(at.id, b)
        if exact and first and not spent and (alone or (trip.least and cost > most)):
            cost, alone = most, True
        elif alone and (spent or not first or trip.changes):
            continue
        hexes = at.hexes + (cap is not None)
        for new in range(SIDES):
            turn = turning.cost(at.facing, new, True)
            yield spent + cost + turn, FacedHex(b, new, entered, hexes)


# What is worked out of a map once for all questions.

Made = TypeVar("Made")


def once_a_map(
    context: Context,
    rules: RuleTables,
    country: MapFile,
    name: Hashable,
    make: Callable[[], Made],
) -> Made:
    """What some tables make of a map, kept under a name of one's own."""
    key = ("plain ways", (country.path, country.digest, id(rules), name))
    kept: tuple[RuleTables, Made] | None = context.loaded.get(key)
    if kept is None:
        # The tables are kept along: while they are, no others have their id.
        kept = context.loaded[key] = rules, make()
    return kept[1]


def capped(
    trip: PlainTrip, begins: Onward, most: int, cap: int | None, zones: int | None
) -> tuple[dict[int, int], dict[int, list[int]]]:
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
            if a in trip.limits.stops and a != start:
                continue
            for price, many in begins if a == start else trip.zoned_ways[a]:
                for b in many:
                    to = b, entered + (zones is not None and b in trip.way.zones)
                    total = cost + price
                    known = min(costs.get(to, most + 1), further.get(to, (most + 1,))[0])
                    if zones is not None and to[1] > zones:
                        continue
                    if total <= most and total < known and b not in trip.limits.closed:
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
    return least, ways_to
