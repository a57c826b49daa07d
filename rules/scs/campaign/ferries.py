"""Crossing by Ferry: four units a turn, in the Movement Phase (INS 1.14)."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.rules.answers import INTEGER, answer_of
from clubroute.rules.context import Context
from clubroute.rules.methods import method
from clubroute.rules.model import Receipt
from clubroute.rules.position.record import needed
from clubroute.rules.scs.asked import AboutState, the_unit
from clubroute.rules.scs.campaign.bridges import CROSSING
from clubroute.rules.scs.games import book
from clubroute.rules.scs.position import Position, Unit
from clubroute.rules.working import Working, negated


@dataclass(frozen=True, slots=True, kw_only=True)
class UseQuestion(AboutState):
    """The parameters of ``ferry.use``."""

    unit: Unit = the_unit("the unit that crosses, or its id or name in the state")
    between: str = needed(CROSSING, "the bank it leaves, the water hex if there is one, the other")


@method(
    "ferry.use",
    cites=("INS 1.5", "INS 1.14", "INS 1.15b"),
    answers=answer_of("legal", "illegal", "undetermined", left=INTEGER),
)
def ferry_use(context: Context, asked: UseQuestion) -> Receipt:
    """Whether a unit may cross by a Ferry: phase, capacity, whose it is, room on the far bank."""
    work, rule, state, unit = Working(), book("bridges")["ferry"], asked.state, asked.unit
    start, *_, end = asked.between.split("/")
    ferry, phase = state.ferry(start, asked.between.split("/")[1]), state.now and state.now.phase
    checks, most = book("bridges")["crossing"], rule.number("units")
    facts = {"phase": None if phase is None else phase == rule.text("phase")}
    if ferry is None:
        work.judge(checks, facts)
        work.need(f"state.ferries: the Ferry between {start} and {end}, and what it has carried")
        return work.receipt()
    if ferry.side is not None:
        facts["own"] = None if unit.side is None else unit.side == ferry.side
    facts |= {
        "used": None if ferry.used is None else ferry.used < most,
        "ferried": negated(unit.ferried),
        "room": has_room(state, unit, end),
    }
    work.judge(checks, facts, who=unit.call, bank=end, most=most)
    work.say("crossing costs no MP and ends the move; any MA may be spent to come here", rule.cite)
    left = None if ferry.used is None else most - ferry.used - 1
    return work.receipt(left=left if work.verdict == "legal" else None)


def has_room(state: Position, unit: Unit, bank: str) -> bool | None:
    """Whether a unit may end on a bank without overstacking it; None if that is not known."""
    most = book("bridges")["stacking"].number("most")
    if state.units is None or unit.side is None:
        return None
    sure = len(state.units_in((bank,), unit.side))
    maybe = [u for u in state.units if u.side in (unit.side, None) and u.hex in (bank, None)]
    return False if sure >= most else None if len(maybe) >= most else True
