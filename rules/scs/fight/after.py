"""After combat: where a unit may retreat to, and who may advance (INS 1.5, 1.6b, 1.9, 1.13, 1.14,
2.2, 3.2).

How a unit retreats and advances stands in the series' rules; the readings tell how it is taken.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.rules.answer.answers import LEGALITY, TEXTS
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import ALLIED, HEX
from clubroute.rules.engine.trip import outcome
from clubroute.rules.position.record import needed, plain
from clubroute.rules.scs.asked import AboutState, the_unit
from clubroute.rules.scs.games import Guess, Readings, answers, book, decided, the_options
from clubroute.rules.scs.movement.paths import decision, leash_of, mover_class
from clubroute.rules.scs.position import Unit
from clubroute.rules.scs.situation.situation import Surroundings, surroundings_of

LENGTH = plain({"type": "integer", "minimum": 1, "maximum": 6})


@dataclass(frozen=True, slots=True, kw_only=True)
class AfterCombat(AboutState):
    """The parameters that both questions share."""

    unit: Unit = the_unit()
    start: str = needed(HEX, "the unit's hex", name="from")


@dataclass(frozen=True, slots=True, kw_only=True)
class RetreatQuestion(AfterCombat):
    """The parameters of ``combat.retreat``."""

    hexes: int = needed(LENGTH, "how many hexes the Combat Table says (combat.resolve)")
    options: Readings = the_options("retreat_zone", "retreat_away", "zoc_water", "zoc_friend")


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvanceQuestion(AfterCombat):
    """The parameters of ``combat.advance``."""

    to: str = needed(HEX, "the hex that was attacked")
    options: Readings = the_options("advance", "zoc_water")


def scene(
    context: Context, asked: RetreatQuestion | AdvanceQuestion, guess: Guess, work: Working
) -> Surroundings:
    """What stands around the unit; what is not looked at is left to the asker."""
    unit, board = asked.unit, asked.board
    if unit.side is None:
        work.need("unit.side: whose unit it is")
    if not board.bridges_told:
        work.leave("state.bridges: bridges that are blown or built")
    side = unit.side or ALLIED
    here = surroundings_of(context, board, unit, side, asked.options, guess)
    for line in here.unchecked:
        (work.need if line.startswith("state.units") else work.leave)(line)
    return here


@answers("combat.retreat", *LEGALITY, hexes=TEXTS, dg=TEXTS, outside=TEXTS)
def combat_retreat(context: Context, asked: RetreatQuestion) -> Receipt:
    """In which hexes a unit may end its retreat, which of them it overstacks, and which lie
    outside the XXX Corps Boundary.
    """
    country, start, rules = asked.country, asked.country.id(asked.start), book("combat")

    def answer(guess: Guess) -> Receipt:
        work = Working()
        here = scene(context, asked, guess, work)
        if not guess.of(asked.unit, "moves"):
            why = f"{asked.unit.call} has an MA of Na: the retreat destroys it"
            work.forbid(why, rules["no_allowance"].cite)
        if work.verdict != "legal":
            return work.receipt()
        ways = here.country.ways(mover_class(asked.unit, asked.options, guess))
        shut = here.enemies.keys() | here.outside
        if asked.options["retreat_zone"] == "never":
            shut |= here.zones
        elif asked.options["retreat_zone"] == "friend":
            shut |= here.zones - here.friends.keys()
        ends = {start}
        for gone in range(1, asked.hexes + 1):
            near = {b for a in ends for _, many in ways[a] for b in many} - shut
            if asked.options["retreat_away"] == "yes":
                near = {b for b in near if country.between(start, b) == gone}
            ends = {b for b in near if not here.shut(b)}
        ends -= here.country.enclosed | {start}
        if not ends:
            why = f"no way of {asked.hexes} hexes leads back: who is forced on is destroyed"
            work.forbid(why, "SCS series", "assumed")
            return work.receipt()
        work.say("no Ferry serves a retreat", rules["retreat"].text("ferry_rule"))
        overstacked = {b for b in ends if here.room(b) <= 0}
        if overstacked:
            why = "a hex that the retreat overstacks is Disorganized"
            work.say(why, rules["retreat"].text("stack_rule"))
        outside = ends & here.barred
        if outside:
            why = "outside the Boundary it must come back as soon as it may move"
            work.say(why, rules["retreat"].text("boundary_rule"))
        told = [sorted(map(country.number, many)) for many in (ends, overstacked, outside)]
        summary = f"it may retreat to {so_many(len(told[0]), 'hex')}"
        return work.receipt(summary=summary, hexes=told[0], dg=told[1], outside=told[2])

    return decided(answer, outcome)


@answers("combat.advance", *LEGALITY)
def combat_advance(context: Context, asked: AdvanceQuestion) -> Receipt:
    """Whether a unit that attacked may advance into the hex its enemy has left."""
    country, rules = asked.country, book("combat")
    start, to = country.id(asked.start), country.id(asked.to)

    def answer(guess: Guess) -> Receipt:
        work = Working()
        here = scene(context, asked, guess, work)
        if work.needs:
            return work.receipt()
        if country.between(start, to) != 1:
            work.forbid(f"{asked.to} is not next to {asked.start}", "SCS series", "assumed")
            return work.receipt()
        mover = mover_class(asked.unit, asked.options, guess)
        barred = here.country.price(country.place(start, to), mover)
        if barred.half_mp is None:
            work.steps.extend(barred.steps)
        shut = here.country.enclosed | here.outside
        facts = {
            "armed": guess.of(asked.unit, "armed"),
            "moves": guess.of(asked.unit, "moves"),
            **({} if barred.half_mp is None else {"open": to not in shut}),
            "space": here.room(to) > 0,
            "within": to not in here.barred,
        }
        words: dict[str, Any] = {"who": asked.unit.call, "hex": asked.to, "start": asked.start}
        work.judge(rules["advance"], facts, **words)
        facts = {"left": to not in here.enemies}
        if asked.options["advance"] == "free":
            facts["free"] = start not in here.zones
        work.judge(rules["advance"], facts, "assumed", **words)
        leash_of(country, asked.state, asked.unit, start, guess, work).judge(work, to)
        if here.side == ALLIED:
            decision(work, here.country, to, set())
        return work.receipt()

    return decided(answer, outcome)
