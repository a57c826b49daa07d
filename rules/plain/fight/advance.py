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
from clubroute.rules.plain.fight.after import OwnAfterAsked, answer_after
from clubroute.rules.plain.movement.price import step_price
from clubroute.rules.plain.movement.trip import PlainTrip
from clubroute.rules.position.record import needed


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnAdvanceAsked(OwnAfterAsked):
    """The parameters of ``combat.advance``."""

    to: str = needed(HEX, "the hex that was attacked")


@method("combat.advance", answers=answer_of(*LEGALITY, units=INTEGER))
def own_advance(context: Context, asked: OwnAdvanceAsked) -> Receipt:
    """Whether a unit that attacked may advance into the hex its enemy has left."""
    return answer_after(context, asked, "advance", lambda tables: tables.advance, advance)


def advance(asked: OwnAdvanceAsked, trip: PlainTrip, row: AdvanceRow, work: Working) -> Receipt:
    """The advance of a unit whose surroundings are known."""
    country, to = asked.country, asked.country.id(asked.to)
    number = country.number(to)
    if country.between(trip.start, to) != 1:
        work.forbid(f"{asked.start} is not next to {number}", row.rule)
        return work.receipt()
    place = country.place(trip.start, to)
    price = step_price(trip.rules, country, trip.start, place, trip.mover.class_)
    if price.half_mp is None:
        work.steps += price.steps
    if row.classes and trip.mover.class_ not in row.classes:
        work.forbid(f"{trip.mover.class_} does not advance", row.rule)
    why = trip.barred(to) or trip.full(to)
    if why is not None:
        work.forbid(why[0], row.rule if to in trip.way.enemies else why[1], hex_=number)
    if to in trip.way.zones and not row.zoc:
        work.forbid(f"{number} is in the ZOC of {trip.way.zones[to]}", row.rule, hex_=number)
    if not work.forbidden:
        work.say(f"it may advance into {number}", row.rule, hex_=number)
        if row.units is not None:
            work.leave(f"that no more than {row.units} advance ({row.rule})")
    return work.receipt(units=row.units)
