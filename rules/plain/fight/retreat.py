"""``combat.retreat`` by a game's own tables."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from clubroute.rules.answer.answers import INTEGER, LEGALITY, TEXTS, answer_of
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import HEX, NAME
from clubroute.rules.asking.methods import method
from clubroute.rules.engine.fight_tables import AdvanceRow, RetreatRow
from clubroute.rules.engine.ground import crossed, step_price
from clubroute.rules.engine.tables import RuleTables
from clubroute.rules.plain.book import AboutOwnRules, in_each_case
from clubroute.rules.plain.game import ASKED_UNITS, PlainPosition, PlainUnit, the_unit
from clubroute.rules.plain.movement.mover import PlainMover, know_units, leave_unjudged
from clubroute.rules.plain.movement.trip import PlainTrip
from clubroute.rules.plain.movement.zones import facing_of, in_the_way, unfaced
from clubroute.rules.plain.supply.trace import sources
from clubroute.rules.position.record import needed, plain, said

# What stands around a unit after combat: shared by retreats and advances.


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnAfterAsked(AboutOwnRules):
    """The parameters that both questions share."""

    unit: PlainUnit = the_unit()
    start: str = needed(HEX, "the unit's hex", name="from")
    phase: str | None = said(NAME, "the phase; the state's if left out")


AskedAfter = TypeVar("AskedAfter", bound=OwnAfterAsked)
Row = TypeVar("Row")


def answer_after(
    context: Context,
    asked: AskedAfter,
    use: str,
    row_of: Callable[[RuleTables], Row | None],
    answer: Callable[[AskedAfter, PlainTrip, Row, Working], Receipt],
) -> Receipt:
    """Answer by the table of a retreat or an advance, in each case that the position leaves open.

    :param use: what zones are asked for, and the table's name; :param answer: what its row says of
        a unit whose surroundings are known.
    """

    def in_case(now: AskedAfter, tables: RuleTables, state: PlainPosition) -> Receipt:
        work, row = Working(), row_of(tables)
        if row is None:
            return work.lacking(f"[{use}] in the rules of {asked.game.title}")
        trip = trip_after(context, now, tables, state, use, work)
        leave_unjudged(tables, work, "combat")
        return work.receipt() if work.needs else answer(now, trip, row, work)

    return in_each_case(asked, in_case, use)


def trip_after(
    context: Context,
    asked: OwnAfterAsked,
    tables: RuleTables,
    state: PlainPosition,
    use: str,
    work: Working,
) -> PlainTrip:
    """What stands around a unit after combat. Its movement allowance does not count."""
    unit = asked.unit
    class_ = tables.class_of(unit)
    if tables.classes and class_ is None:
        work.need("unit.kind: its kind, by which it moves")
    if state.units is None:
        work.need("state.units: the units on the map, and their Zones of Control")
    elif unit.side is None:
        work.need("unit.side: whose unit it is")
    else:
        know_units(tables, asked.game, state, unit.side, work)
        work.needs += unfaced(tables, asked.country, state.units, unit.side, own=False)
    way = in_the_way(tables, asked.country, state, unit, use)
    start = asked.country.id(asked.start)
    homes: frozenset[int] = frozenset()
    if use == "retreat" and tables.retreat is not None and tables.retreat.source != "any":
        homes = homes_of(asked, tables, state, work)
    mover = PlainMover(unit, class_, None)
    return PlainTrip(context, tables, asked.country, mover, way, start, homes)


def homes_of(
    asked: OwnAfterAsked, tables: RuleTables, state: PlainPosition, work: Working
) -> frozenset[int]:
    """The sources of supply a unit may have to retreat towards."""
    supply = tables.supply
    if supply is None or asked.unit.side is None:
        return frozenset()
    found = sources(supply, asked.country, state, asked.unit)
    if not found:
        work.need(f"state.units: a source of supply of {asked.unit.side}")
    return found


# ``combat.advance`` by a game's own tables.


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnAdvanceAsked(OwnAfterAsked):
    """The parameters of ``combat.advance``."""

    to: str = needed(HEX, "the hex that was attacked")
    on: str | None = said(HEX, "a hex farther on, if the unit goes there from it")


@method("combat.advance", answers=answer_of(*LEGALITY, units=INTEGER))
def own_advance(context: Context, asked: OwnAdvanceAsked) -> Receipt:
    """Whether a unit that attacked may advance into the hex its enemy has left."""
    return answer_after(context, asked, "advance", lambda tables: tables.advance, advance)


def advance(asked: OwnAdvanceAsked, trip: PlainTrip, row: AdvanceRow, work: Working) -> Receipt:
    """The advance of a unit whose surroundings are known."""
    number = asked.country.number(asked.country.id(asked.to))
    if advanced(trip, asked.start, asked.to, row, work) and asked.on is None:
        work.say(f"it may advance into {number}", row.rule, hex_=number)
    elif asked.on is not None and not work.forbidden:
        if row.further is None:
            work.forbid(f"an advance ends in {number}", row.rule)
        elif row.further.straight and not straight_on(asked, trip, row.further, work):
            pass
        elif advanced(trip, asked.to, asked.on, row.further, work):
            work.say(f"it may go on to {asked.on}", row.further.rule, hex_=asked.on)
    if not work.forbidden and row.units is not None:
        work.leave(f"that no more than {row.units} advance ({row.rule})")
    return work.receipt(units=row.units)


def straight_on(asked: OwnAdvanceAsked, trip: PlainTrip, row: AdvanceRow, work: Working) -> bool:
    """Whether a unit goes on into the hex it faces, or straight on where facing does not count."""
    country = trip.country
    a, b = country.id(asked.to), country.id(asked.on or asked.to)
    if trip.rules.facing is not None:
        facing = facing_of(country, trip.mover.unit)
        if facing is None:
            work.need("unit.facing: which hexside it faces")
            return False
    else:
        facing = country.place(trip.start, a) % 6
    if country.beside[facing][a] != b:
        work.forbid(f"{asked.on} is not straight on", row.rule, hex_=asked.on or "")
        return False
    return True


def advanced(trip: PlainTrip, start: str, end: str, row: AdvanceRow, work: Working) -> bool:
    """Whether a step of an advance may be made; if not, why."""
    country = trip.country
    a, to = country.id(start), country.id(end)
    number = country.number(to)
    if country.between(a, to) != 1:
        work.forbid(f"{start} is not next to {number}", row.rule)
        return False
    place = country.place(a, to)
    price = step_price(trip.rules, trip.ground, place, trip.mover.class_)
    if price.half_mp is None:
        work.steps += price.steps
    if row.classes and trip.mover.class_ not in row.classes:
        far = "" if a == trip.start else " so far"
        work.forbid(f"{trip.mover.class_} does not advance{far}", row.rule)
    if row.none:
        among = trip.rules.is_among(trip.mover.unit, row.none)
        if among is None:
            work.need(f"unit.kind, unit.state: whether it is {' or '.join(row.none)}")
        elif among:
            far = "" if a == trip.start else " so far"
            told = " or ".join(row.none).replace("_", " ")
            work.forbid(f"a unit that is {told} does not advance{far}", row.rule)
    for one in crossed(trip.rules, trip.ground, place):
        if one.name in row.not_over:
            work.forbid(f"no advance over a {one.title}", row.rule, hex_=number)
    why = trip.barred(to) or trip.unended(to)
    if why is not None:
        work.forbid(why[0], row.rule if to in trip.way.enemies else why[1], hex_=number)
    if to in trip.way.zones and not row.zoc:
        work.forbid(f"{number} is in the ZOC of {trip.way.zones[to]}", row.rule, hex_=number)
    return not work.forbidden


LENGTH = plain({"type": "integer", "minimum": 1, "maximum": 6})
LOSS: dict[str, Any] = {"type": "object", "additionalProperties": {"type": "integer"}}


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnRetreatAsked(OwnAfterAsked):
    """The parameters of ``combat.retreat``."""

    hexes: int | None = said(LENGTH, "how many hexes; as [retreat] has it if left out")
    attackers: tuple[PlainUnit, ...] | None = said(
        ASKED_UNITS, "the units that attacked it, each with its hex, where that counts"
    )


@method("combat.retreat", answers=answer_of(*LEGALITY, hexes=TEXTS, steps_lost=LOSS))
def own_retreat(context: Context, asked: OwnRetreatAsked) -> Receipt:
    """In which hexes a unit may end its retreat, or what comes of it if it cannot."""
    return answer_after(context, asked, "retreat", lambda tables: tables.retreat, retreat)


def retreat(asked: OwnRetreatAsked, trip: PlainTrip, row: RetreatRow, work: Working) -> Receipt:
    """The retreat of a unit whose surroundings are known."""
    usual = row.hexes.of(trip.mover.class_)
    if not usual:
        work.forbid(f"it does not retreat: {row.pays}", row.rule, hex_=asked.start)
        return work.receipt()
    many = asked.hexes or usual
    near: set[int] = set()
    if row.beside and asked.attackers is None:
        work.need(f"attackers: the units that attacked it ({row.beside})")
    for one in asked.attackers or () if row.beside else ():
        if one.hex is None:
            work.need(f"attackers.hex: where {one.call} is")
        else:
            near.update(trip.country.around(trip.country.id(one.hex)))
    if work.needs:
        return work.receipt()
    if all(b in near for b, _ in steps_back(trip, row, trip.start)):
        near = set()  # there is no other hex
    elif near:
        work.say("the first hex lies beside no unit that attacked", row.beside)
    ends = retreats(trip, row, many, near)
    plural = "es" if many != 1 else ""
    if not ends:
        why = f"no way of {many} hex{plural} leads back: {row.pays}"
        work.forbid(why, row.rule, hex_=asked.start)
        return work.receipt()
    told = ", each farther" if row.away else ""
    nearer = "nearer to" if row.source == "nearer" else "no farther from"
    told += f", each {nearer} its source" if row.source != "any" else ""
    work.say(f"{many} hex{plural} back{told}", row.rule)
    if trip.rules.zoc is not None and trip.way.zones:
        into = {"no": "not into a ZOC", "free": "ZOC does not count"}
        work.say(into.get(row.zoc, "a step for each hex in a ZOC"), row.rule)
    hexes = {trip.country.number(id_): lost for id_, lost in ends.items()}
    summary = f"it may retreat to {len(hexes)} hex{'es' if len(hexes) != 1 else ''}"
    lost = dict(sorted((name, many) for name, many in hexes.items() if many))
    return work.receipt(summary=summary, hexes=sorted(hexes), steps_lost=lost or None)


def retreats(
    trip: PlainTrip, row: RetreatRow, many: int, near: Collection[int] = ()
) -> dict[int, int]:
    """The hexes in which a retreat of so many hexes may end, each with the steps it costs; no way
    enters a hex twice.

    :param near: hexes that it may not enter first.
    """
    ends: dict[int, int] = {}
    ways: list[tuple[tuple[int, ...], int]] = [((trip.start,), 0)]
    onward: dict[int, list[tuple[int, int]]] = {}
    while ways:
        path, lost = ways.pop()
        a = path[-1]
        if len(path) > many:
            if trip.unended(a) is None:
                ends[a] = min(ends.get(a, lost), lost)
            continue
        if a not in onward:
            onward[a] = list(steps_back(trip, row, a))
        for b, cost in onward[a]:
            farther = trip.country.between(trip.start, b) == len(path)
            if len(path) == 1 and b in near:
                continue
            if b not in path and (farther or not row.away):
                ways.append(((*path, b), lost + cost))
    return ends


def steps_back(trip: PlainTrip, row: RetreatRow, a: int) -> Iterator[tuple[int, int]]:
    """Where a retreat goes on to from a hex, with the steps that costs."""
    for place, b in trip.country.exits(a):
        price = step_price(trip.rules, trip.ground, place, trip.mover.class_)
        zone = b in trip.way.zones
        over = {one.name for one in crossed(trip.rules, trip.ground, place)}
        if over.intersection(row.not_over) or away_from_home(trip, row, a, b):
            continue
        if price.half_mp is None or trip.barred(b) is not None or (zone and row.zoc == "no"):
            continue
        yield b, 1 if zone and row.zoc == "lose" else 0


def away_from_home(trip: PlainTrip, row: RetreatRow, a: int, b: int) -> bool:
    """Whether a step leads away from the nearest source of supply, where none may."""
    if row.source == "any":
        return False
    old, new = (min(trip.country.between(one, home) for home in trip.homes) for one in (a, b))
    return new > old or (row.source == "nearer" and new == old)
