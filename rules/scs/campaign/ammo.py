"""Artillery Ammo Points: what arrives, and what a barrage costs (INS 1.8b, 5.1–5.8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from clubroute.builder.counting import is_whole, so_many
from clubroute.rules.answer.answers import INTEGER, LEGALITY
from clubroute.rules.answer.chances import OUTCOMES, chances, thrown
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working, negated
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import COUNT, GERMAN, SIDE
from clubroute.rules.position.record import needed, said
from clubroute.rules.scs.asked import AboutState, the_dice, the_unit
from clubroute.rules.scs.games import answers, book
from clubroute.rules.scs.position import Position, Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrivalQuestion(AboutState):
    """The parameters of ``ammo.arrival``."""

    side: str = needed(SIDE, "whose pool: the German one, or that of an Airborne Division")
    landed: int | None = said(COUNT, "yellow coded units of the division that landed this turn")
    dice: tuple[int, ...] | None = the_dice()


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendQuestion(AboutState):
    """The parameters of ``ammo.spend``."""

    unit: Unit = the_unit(summary="the artillery unit that is to fire")
    points: int | None = said(COUNT, "the Ammo Points its pool has")


def table_points(roll: int) -> int:
    """German Ammo Points by the sum of two dice."""
    rows = book("ammo")["table"].values
    steps = sorted((int(most), points) for most, points in rows.items() if is_whole(most))
    return next(int(points) for most, points in steps if roll <= most)


def pool_rules(scenario: str, side: str) -> tuple[Any, str]:
    """What a scenario fixes of a side's ammunition, and its rule; empty for an unknown one."""
    rows = book("ammo").rows("scenarios")
    if scenario not in rows:
        return {}, ""
    name = GERMAN if side == GERMAN else "airborne"
    return rows[scenario].value(name), rows[scenario].cite


SCENARIO = "state.scenario: which scenario is played; it fixes the ammunition"
"""What is asked where nobody says what is played."""


@answers(
    "ammo.arrival",
    *("legal", "decided", "undetermined"),
    points=INTEGER,
    unlimited={"type": "boolean"},
    outcomes=OUTCOMES,
)
def ammo_arrival(context: Context, asked: ArrivalQuestion) -> Receipt:
    """How many Ammo Points a pool gets this turn: the start, the German table, landed guns.

    Drops bring more (``airdrop.ammo``).
    """
    work, rules, state = Working(), book("ammo"), asked.state
    if state.scenario is None:
        if asked.side == GERMAN and asked.dice is not None:
            roll, cite = sum(asked.dice), rules["table"].cite
            told = f"{roll} on the German Artillery Ammunition Table: {table_points(roll)}"
            work.say(f"{told} Ammo Points, where it is rolled on", cite)
            gist = f"{table_points(roll)} Ammo Points, where the scenario rolls for them [{cite}]"
            work.need(SCENARIO)
            return work.receipt(summary=gist)
        return work.lacking(SCENARIO)
    found, cite = pool_rules(state.scenario, asked.side)
    if not cite:
        return work.lacking(
            f"the ammunition of scenario {state.scenario}, which the rulebook does not give"
        )
    if found.get("unlimited"):
        work.say("the Ammo Points are unlimited", cite)
        return work.receipt("decided", unlimited=True)
    turn = state.now.number if state.now else None
    if turn is None:
        return work.lacking("state.turn.number: the turn")
    points = 0
    if turn == book("turns")["scenarios"][state.scenario].number("first"):
        points = int(found["start"])
        work.say(f"{points} to start with", cite)
    if "each" in found:
        if "first" in found and turn >= found["first"]:
            points += found["each"]
            work.say(f"{found['each']} on turn {found['first']} and every turn after it", cite)
        else:
            work.say(f"no ammunition arrives on turn {turn}", cite)
    elif asked.side == GERMAN:
        row, table = rules["table"], {roll: points + table_points(roll) for roll in chances(2)}
        work.say("two dice on the German Artillery Ammunition Table", row.cite)
        faces = {roll: f"{made} Ammo Points" for roll, made in table.items()}
        return thrown(work, faces, asked.dice, row.cite, lambda roll: {"points": table[roll]})
    if asked.side != GERMAN and state.scenario in rules["landing"].words("scenarios"):
        landing = rules["landing"]
        if asked.landed is None:
            return work.lacking(
                "landed: how many yellow coded units of the division landed this turn"
            )
        each = landing.number("points")
        points += asked.landed * each
        work.say(f"{asked.landed} yellow coded units landed, {each} points each", landing.cite)
    return work.receipt("decided", points=points, summary=so_many(points, "Ammo Point"))


@answers("ammo.spend", *LEGALITY, left=INTEGER)
def ammo_spend(context: Context, asked: SpendQuestion) -> Receipt:
    """Whether an artillery unit has the ammunition to fire a barrage, and what is left of it."""
    work = Working()
    cost = ammo_of(work, asked.unit, asked.state, asked.points)
    left = None if cost is None or asked.points is None or work.forbidden else asked.points - cost
    return work.receipt(left=left if work.verdict == "legal" else None)


def ammo_of(work: Working, unit: Unit, state: Position, points: int | None) -> int | None:
    """Judge whether a unit has ammunition, and return what it spends; None if that is unknown."""
    rules = book("ammo")
    if unit.yellow is False:
        work.say(f"{unit.call} is not yellow coded and spends no ammo", rules["spend"].cite)
        return 0
    if unit.yellow is None:
        work.need(f"unit.yellow: whether {unit.call} is yellow coded artillery")
        return None
    if unit.side is None:
        work.need(f"unit.side: whose {unit.call} is")
        return None
    if state.scenario is None:
        work.need("state.scenario: which scenario is played; in some ammo is unlimited")
        return None
    found, cite = pool_rules(state.scenario, unit.side)
    if found.get("unlimited"):
        work.say("the Ammo Points are unlimited", cite)
        return 0
    if unit.side != GERMAN:
        if unit.of_corps is None:
            work.need(f"unit.corps: whether {unit.call} is of XXX Corps, whose ammo is unlimited")
            return None
        linked = unit.of_corps or has_linked(unit, state)
        if linked is None and not unit.division:
            work.need(f"unit.division: the division of {unit.call}, which may have linked up")
            return None
        if linked is None:
            work.need(f"state.linked: whether the division of {unit.call} has linked up")
            return None
        if linked:
            work.judge(rules["checks"], {"supplied": negated(unit.oos)}, who=unit.call)
            return 0
    cost = rules["spend"].number("cost")
    enough = None if points is None else points >= cost
    work.judge(rules["checks"], {"points": enough}, cost=cost, points=points)
    return cost


def has_linked(unit: Unit, state: Position) -> bool | None:
    """Whether an airborne unit traces as XXX Corps does, and so has ammo without limit; None if
    that is not said. Who is Out of Supply does not, nor who has a scenario's own source: it fires
    from its division's pool.
    """
    if unit.oos or state.scenario in book("supply")["scenario"].values:
        return False
    return state.link_up(unit.division) if unit.division else None
