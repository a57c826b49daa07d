"""How a unit turns on its way: which hexsides it faces, what turning costs, and steps back."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from clubroute.rules.answer.model import Step
from clubroute.rules.ground.mapfile import NOWHERE, MapFile
from clubroute.rules.plain.book.tables import FacingRow, RuleTables
from clubroute.rules.plain.compass import SIDES, before, facing_of, letters, turns_between
from clubroute.rules.plain.movement.price import step_price
from clubroute.rules.plain.position import PlainUnit

if TYPE_CHECKING:
    from clubroute.rules.plain.movement.trip import PlainTrip

ANY_WAY = frozenset(range(SIDES))


@dataclass(frozen=True, slots=True)
class Turning:
    """The way a unit faces as it begins to move, and the one ``wanted`` at the end, None if any."""

    row: FacingRow
    facing: int
    wanted: int | None = None

    def steps_to(self, direction: int) -> frozenset[int]:
        """The facings in which a unit may step in a direction."""
        return before(direction, self.row.front)

    def cost(self, old: int, new: int, stepped: bool) -> int:
        """What turning costs in half-MP; after a step some hexsides are free."""
        free = self.row.free if stepped else 0
        return self.row.turn * max(0, turns_between(old, new) - free)

    def along(self, directions: Sequence[int], ends: Collection[int]) -> list[int]:
        """The facings of a path that cost least: one for each step, and that at its end."""
        ways = {self.facing: (0, [self.facing])}
        for index, may in enumerate([*map(self.steps_to, directions), frozenset(ends)]):
            further: dict[int, tuple[int, list[int]]] = {}
            for old, (spent, path) in ways.items():
                for new in may:
                    told = spent + self.cost(old, new, index > 0), [*path, new]
                    if new not in further or told[0] < further[new][0]:
                        further[new] = told
            ways = further
        # Of facings that cost the same, the one that turns least.
        spent = min(one for one, _ in ways.values())
        paths = [path for one, path in ways.values() if one == spent]
        return min(paths, key=turned_in_all)[1:]

    def line(self, country: MapFile, old: int, new: int, stepped: bool, hex_: str) -> list[Step]:
        """What a turn costs, in a line; none where the unit does not turn."""
        if old == new:
            return []
        many, cost = turns_between(old, new), self.cost(old, new, stepped)
        plural = "s" if many > 1 else ""
        told = f"turns to {letters(country)[new]}, {many} hexside{plural}" + (
            "" if cost else ", free"
        )
        return [Step(told, self.row.rule_of("move"), cost or None, end=hex_)]


def turned_in_all(path: list[int]) -> int:
    """How many hexsides the facings of a path turn."""
    return sum(itertools.starmap(turns_between, itertools.pairwise(path)))


def unfaced(
    rules: RuleTables, country: MapFile, units: Sequence[PlainUnit] | None, side: str, own: bool
) -> list[str]:
    """What is needed of units with a zone whose facing is not said.

    :param own: whether of those of the side, or of all others.
    """
    if rules.facing is None or rules.zoc is None:
        return []
    return [
        f"state.units[{index}].facing: which hexside {one.call} faces"
        for index, one in enumerate(units or ())
        if (one.side == side) == own and rules.has_zone(one) and facing_of(country, one) is None
    ]


def zone_sides(rules: RuleTables, country: MapFile, unit: PlainUnit) -> frozenset[int]:
    """The directions in which the zone of a unit reaches; none if its facing counts and is not
    known."""
    row = rules.facing
    if row is None:
        return ANY_WAY
    facing = facing_of(country, unit)
    if facing is None:
        return frozenset()
    narrow = row.narrow or rules.is_among(unit, row.faced)
    return frozenset({facing}) if narrow else before(facing, row.front)


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
