"""Crossing by Ferry: four units a turn, in the Movement Phase (INS 1.14)."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.rules.answers import INTEGER, answer_of
from clubroute.rules.context import Context
from clubroute.rules.mapfile import MapFile
from clubroute.rules.methods import method
from clubroute.rules.model import Receipt
from clubroute.rules.position.record import needed
from clubroute.rules.scs.asked import the_map, the_state, the_unit
from clubroute.rules.scs.campaign.bridges import CROSSING
from clubroute.rules.scs.games import book
from clubroute.rules.scs.position import Position, Unit
from clubroute.rules.working import Working


@dataclass(frozen=True, slots=True, kw_only=True)
class UseQuestion:
    """The parameters of ``ferry.use``."""

    country: MapFile = the_map()
    unit: Unit = the_unit("the unit that crosses, or its id or name in the state")
    between: str = needed(CROSSING, "the bank it leaves, the water hex if there is one, the other")
    state: Position = the_state()


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
    work.check(
        None if phase is None else phase == rule.text("phase"),
        "it is the Movement Phase",
        "Ferries carry units in the regular Movement Phase only",
        rule.cite,
        need="state.turn.phase: the phase",
    )
    if ferry is None:
        work.need(f"state.ferries: the Ferry between {start} and {end}, and what it has carried")
        return work.receipt()
    if ferry.side is not None:
        work.check(
            None if unit.side is None else unit.side == ferry.side,
            "its own side's engineers made the Ferry",
            "the enemy's engineers made the Ferry",
            book("bridges")["engineer_ferry"].cite,
            need=f"unit.side: whose {unit.call} is",
        )
    most = rule.number("units")
    work.check(
        None if ferry.used is None else ferry.used < most,
        f"the Ferry has carried {ferry.used} of {most} units this turn",
        f"the Ferry has carried {most} units this turn, in both directions together",
        rule.cite,
        need="state.ferries.used: how many units the Ferry has carried this turn",
    )
    work.check(
        None if unit.ferried is None else not unit.ferried,
        f"{unit.call} has not crossed in this phase",
        f"{unit.call} has crossed in this phase and moves no more",
        rule.cite,
        need=f"unit.ferried: whether {unit.call} has used a Ferry this phase",
    )
    check_room(work, state, unit, end)
    work.say("crossing costs no MP and ends the move; any MA may be spent to come here", rule.cite)
    left = None if ferry.used is None else most - ferry.used - 1
    return work.receipt(left=left if work.verdict == "legal" else None)


def check_room(work: Working, state: Position, unit: Unit, bank: str) -> None:
    """Judge whether a unit would be overstacked on the far bank."""
    rules = book("bridges")["stacking"]
    most = rules.number("most")
    if state.units is None or unit.side is None:
        work.need(f"state.units, unit.side: the friendly units in {bank}")
        return
    sure = len(state.units_in((bank,), unit.side))
    maybe = [u for u in state.units if u.side in (unit.side, None) and u.hex in (bank, None)]
    work.check(
        sure < most and (None if len(maybe) >= most else True),
        f"there is room in {bank}",
        f"{bank} would be overstacked: it holds {most} friendly units",
        f"INS 1.14, {rules.cite}",
        need=f"state.units: side and hex of the units that may be in {bank}",
    )
