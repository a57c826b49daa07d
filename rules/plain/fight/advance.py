"""``combat.advance`` by a game's own tables."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.rules.answer.answers import INTEGER, LEGALITY, answer_of
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import HEX
from clubroute.rules.asking.methods import method
from clubroute.rules.plain.book.tables import RuleTables
from clubroute.rules.plain.cases import in_each_case
from clubroute.rules.plain.fight.after import OwnAfterAsked, trip_after
from clubroute.rules.plain.movement.price import step_price
from clubroute.rules.plain.movement.questions import leave_unjudged, on_this_map, phase_of
from clubroute.rules.plain.position import PlainPosition
from clubroute.rules.position.record import needed


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnAdvanceAsked(OwnAfterAsked):
    """The parameters of ``combat.advance``."""

    to: str = needed(HEX, "the hex that was attacked")


@method("combat.advance", answers=answer_of(*LEGALITY, units=INTEGER))
def own_advance(context: Context, asked: OwnAdvanceAsked) -> Receipt:
    """Whether a unit that attacked may advance into the hex its enemy has left."""
    rules = on_this_map(context, asked)
    to = asked.country.id(asked.to)

    def answer(tables: RuleTables, state: PlainPosition) -> Receipt:
        work, row = Working(), tables.advance
        if row is None:
            return work.lacking(f"[advance] in the rules of {asked.game.title}")
        trip = trip_after(context, asked, tables, state, "advance", work)
        leave_unjudged(tables, work)
        if work.needs:
            return work.receipt()
        country, number = asked.country, asked.country.number(to)
        if country.between(trip.start, to) != 1:
            work.forbid(f"{asked.start} is not next to {number}", row.rule)
            return work.receipt()
        place = country.place(trip.start, to)
        price = step_price(tables, country, trip.start, place, trip.mover.class_)
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

    return in_each_case(rules, asked, phase_of(asked, rules), answer)
