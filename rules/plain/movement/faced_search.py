"""The cheapest ways of a unit that turns as it goes: a place is a hex and the way it faces."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from clubroute.rules.ground.mapfile import NOWHERE
from clubroute.rules.plain.compass import SIDES, before
from clubroute.rules.plain.movement.facing import Turning
from clubroute.rules.plain.movement.price import step_price

if TYPE_CHECKING:
    from clubroute.rules.plain.movement.trip import PlainTrip


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
    if (at.id in trip.stops and not first) or (cap is not None and at.hexes >= cap):
        return
    for direction in before(at.facing, turning.row.front):
        b = trip.country.beside[direction][at.id]
        if b == NOWHERE or b in trip.closed:
            continue
        place = at.id * SIDES + direction
        price = step_price(trip.rules, trip.country, at.id, place, trip.mover.class_)
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
