"""``combat.advance`` by a game's own tables."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.rules.answer.answers import INTEGER, LEGALITY, answer_of
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import HEX
from clubroute.rules.asking.methods import method
from clubroute.rules.plain.book.fight_tables import AdvanceRow
from clubroute.rules.plain.compass import facing_of
from clubroute.rules.plain.fight.after import OwnAfterAsked, answer_after
from clubroute.rules.plain.movement.price import crossed, step_price
from clubroute.rules.plain.movement.trip import PlainTrip
from clubroute.rules.position.record import needed, said


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
    price = step_price(trip.rules, country, a, place, trip.mover.class_)
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
    for one in crossed(trip.rules, country, place):
        if one.name in row.not_over:
            work.forbid(f"no advance over a {one.title}", row.rule, hex_=number)
    why = trip.barred(to) or trip.full(to)
    if why is not None:
        work.forbid(why[0], row.rule if to in trip.way.enemies else why[1], hex_=number)
    if to in trip.way.zones and not row.zoc:
        work.forbid(f"{number} is in the ZOC of {trip.way.zones[to]}", row.rule, hex_=number)
    return not work.forbidden
