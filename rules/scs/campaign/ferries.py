"""Ferries: making them, taking them down, crossing by them (INS 1.14, 1.15b)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import ALLIED, ENEMY
from clubroute.rules.position.record import needed
from clubroute.rules.scs.asked import the_unit
from clubroute.rules.scs.campaign.bridges import (
    BETWEEN,
    WORKS,
    WorkQuestion,
    check_emplaced,
    check_kind,
    check_phase,
    crowded,
    ends_of,
    no_bank,
)
from clubroute.rules.scs.games import answers, book
from clubroute.rules.scs.movement.questions import Asking, trip_of
from clubroute.rules.scs.position import Unit
from clubroute.rules.scs.readings import outcome
from clubroute.rules.scs.situation.situation import Situation, boundary
from clubroute.rules.scs.unsaid import Guess, decided, phase_begins


@answers("ferry.create", "legal", "illegal", "decided", "undetermined", **WORKS)
def ferry_create(context: Context, asked: WorkQuestion) -> Receipt:
    """Whether an engineer may make a Ferry, for its own side, over a Sea Line or a water hex."""
    work, rule = Working(), book("bridges")["engineer_ferry"]
    board = asked.board
    ends = ends_of(board, work, asked.between)
    check_emplaced(work, asked, ends, rule)
    if asked.between.count("/") > 1:
        work.say(f"the engineer is placed in {asked.between.split('/')[1]}", rule.cite)
    return work.receipt()


@answers("ferry.remove", "legal", "illegal", "decided", "undetermined", **WORKS)
def ferry_remove(context: Context, asked: WorkQuestion) -> Receipt:
    """Whether an engineer's Ferry may be taken down; the engineer moves no further in the phase."""
    work = Working()
    board = asked.board
    ends = ends_of(board, work, asked.between)
    check_kind(work, asked.unit, book("bridges")["engineer_ferry"])
    ferry = board.ferry(*map(asked.country.id, ends))
    side = asked.unit.side
    told = None if ferry is None or side is None else ferry.side == side
    holds = None if asked.state.ferries is None else bool(told) if ferry is None else told
    work.judge(book("bridges")["checks"], {"ferry": holds})
    check_phase(work, asked, side)
    banks = free_banks(context, board, asked.unit, ends)
    if not banks:
        no_bank(work, ends)
    if asked.state.units is None:
        work.leave("state.units: whether enemy units are on a bank")
    crowded(work, board, asked.unit, banks)
    return work.receipt(banks=banks if work.verdict == "legal" else None)


def free_banks(context: Context, board: Situation, unit: Unit, ends: Sequence[str]) -> list[str]:
    """The banks that an engineer may be put down on: none the enemy holds, that is not in play, or
    that its Boundary shuts.
    """
    side = unit.side or ALLIED
    barred, _ = boundary(context, board.map, unit, side, Guess())
    shut = board.outside | barred
    held = {at for at, units in board.placed.items() if any(u.side == ENEMY[side] for u in units)}
    return [one for one in ends if board.map.id(one) not in shut | held]


@dataclass(frozen=True, slots=True, kw_only=True)
class FerryQuestion(Asking):
    """The parameters of ``ferry.use``."""

    unit: Unit = the_unit("who crosses, or its id or name")
    between: str = needed(
        BETWEEN,
        "the hexes the Ferry joins, the unit's first: A44.10/A44.11, or with one between",
    )


@answers("ferry.use", "legal", "illegal", "decided", "undetermined", **WORKS)
def ferry_use(context: Context, asked: FerryQuestion) -> Receipt:
    """Whether a unit may cross by a Ferry: all that ``move.check`` judges of such a step."""
    country, rule = asked.country, book("bridges")["ferry"]
    start, *_, end = map(country.id, asked.between.split("/"))
    if asked.unit.hex is not None and country.id(asked.unit.hex) == end:
        start, end = end, start
    near = frozenset((start, end, *country.around(start), *country.around(end)))
    said = asked.phase or (asked.state.now.phase if asked.state.now else None)

    def answer(guess: Guess) -> Receipt:
        walk = trip_of(context, asked, start, guess, near)
        work = walk.work
        if said is None:
            holds, premise = phase_begins(None, asked.begins)
            work.steps += premise
            work.judge(book("bridges")["crossing"], {"phase": holds})
        if not work.forbidden:
            walk.cross(end)
        if work.forbidden:
            return work.receipt()
        walk.stop()
        why = "crossing costs no MP and ends the move; any MA may be spent to come here"
        work.say(why, rule.cite)
        ferry = walk.situation.board.ferry(start, end)
        if ferry is None or ferry.used is None or work.needs:
            return work.receipt()
        return work.receipt(left=rule.number("units") - ferry.used - 1)

    return decided(answer, outcome, asked.begins, compared=asked.readings.compared)
