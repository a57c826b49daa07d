"""``victory.tally`` by a game's own tables: what each side has points for, and who wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubroute.rules.answer.answers import INTEGER, answer_of
from clubroute.rules.answer.cases import Case, in_every_case
from clubroute.rules.answer.facts import GameFact
from clubroute.rules.answer.model import Receipt
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import NAME
from clubroute.rules.asking.methods import method
from clubroute.rules.engine.keys import OTHERS
from clubroute.rules.engine.tables import RuleTables, VictoryRow
from clubroute.rules.ground.mapfile import MapFile, hex_id
from clubroute.rules.plain.book import AboutOwnRules, in_each_case
from clubroute.rules.plain.game import ASKED_UNIT, PlainPosition, PlainUnit, one_named
from clubroute.rules.plain.movement.mover import leave_unjudged
from clubroute.rules.position.record import by_name, list_of, said

NOBODY, DRAW = "nobody", "draw"
MOST_PLACES, MOST_LOST = 200, 200
POINTS = {"type": "object", "additionalProperties": INTEGER}
TEXT = {"type": "string"}
OUTCOME: Mapping[str, Any] = {"winner": TEXT, "level": TEXT, "points": POINTS}


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnVictoryAsked(AboutOwnRules):
    """The parameters of ``victory.tally``."""

    holds: Mapping[str, str] | None = said(
        by_name(NAME, MOST_PLACES),
        "by place where nobody stands, who was there last (nobody, if none); all others are held "
        "as the game began",
    )
    lost: tuple[PlainUnit, ...] | None = said(
        list_of(ASKED_UNIT, MOST_LOST), "the units that are lost; [] if none is"
    )


@method("victory.tally", answers=answer_of("decided", "undetermined", **OUTCOME))
def own_victory(context: Context, asked: OwnVictoryAsked) -> Receipt:
    """What each side has points for, and who wins by them."""

    def answer(now: OwnVictoryAsked, tables: RuleTables, state: PlainPosition) -> Receipt:
        return in_every_case(lambda case: tallied(case, now, tables, state))

    return in_each_case(asked, answer)


def tallied(
    case: Case, asked: OwnVictoryAsked, tables: RuleTables, state: PlainPosition
) -> Receipt:
    """Add up the points of both sides, and tell who wins."""
    row, sides = tables.victory, asked.game.sides
    if row is None:
        return case.lacking(f"[victory] in the rules of {asked.game.title}")
    points = dict.fromkeys(sides, 0)
    case.needs += state.untold()
    leave_unjudged(tables, case, "victory")
    if state.units is None:
        case.need("state.units: the units on the map")
    if row.lost and asked.lost is None:
        case.need("lost: the units that are lost; [] if none is")
    for unit in state.units or () if row.unsupplied and not case.needs else ():
        verdict = asked.trace(tables, state, unit).verdict
        if verdict == "undetermined":
            case.need(f"whether {unit.call} is in supply")
        elif verdict == "closed":
            count(case, points, unit, row.unsupplied, "is out of supply", row.rule_of("unsupplied"))
    if case.needs:
        return case.receipt("undetermined")
    for unit in asked.lost or ():
        worth = row.lost.get(unit.kind or "", row.lost.get(OTHERS, 0))
        count(case, points, unit, worth, "is lost", row.rule_of("lost"))
    for place, by in row.points.items():
        holder, there = held_by(case, asked, row, state, place)
        if worth := by.get(holder, 0):
            points[holder] += worth
            how, effect = ("holds", "points") if there else ("was last in", "held")
            case.say(f"{holder} {how} {place}: {worth}", row.rule_of(effect))
    return decided_by(case, row, points, state.turn)


def count(
    case: Case, points: dict[str, int], unit: PlainUnit, worth: int, why: str, rule: str
) -> None:
    """Give the other sides points for a unit."""
    for side in points if worth else ():
        if side != unit.side:
            points[side] += worth
            case.say(f"{unit.call} {why}: {worth} for {side}", rule)


def held_by(
    case: Case, asked: OwnVictoryAsked, row: VictoryRow, state: PlainPosition, place: str
) -> tuple[str, bool]:
    """The side that holds a place, and whether it stands there: the one that alone has units there,
    else the last one that had."""
    sides, hexes = asked.game.sides, hexes_of(asked.country, place)
    there = {one.side for one in state.units or () if hex_id(asked.country, one.hex) in hexes}
    if there:
        return (str(there.pop()) if len(there) == 1 else NOBODY), True
    known = None
    if asked.holds is not None:
        places, said_ = tuple(row.points), asked.holds.items()
        told = {one_named(name, places, "holds"): who for name, who in said_}
        first = row.begin.get(place, NOBODY)
        known = one_named(told.get(place, first), (*sides, NOBODY), f"holds.{place}")
    need = f"holds.{place}: who was there last ({row.rule_of('held')})"
    return case(GameFact(f"holds.{place}", known, (*sides, NOBODY), need)), False


def hexes_of(country: MapFile, place: str) -> frozenset[int]:
    """The hexes of a place: an area, or one hex."""
    area = next((one for one in country.areas if one.id == place), None)
    return frozenset((hex_id(country, place),)) if area is None else frozenset(area.hexes)


def decided_by(case: Case, row: VictoryRow, points: Mapping[str, int], turn: int | None) -> Receipt:
    """Tell who wins by some points."""
    told = ", ".join(f"{side} {many}" for side, many in points.items())
    if row.turn is not None and turn is not None and turn < row.turn:
        case.say(f"it is counted as turn {row.turn} ends, and this is turn {turn}", row.rule)
        summary = f"Nobody has won yet: {told}"
        return case.receipt("decided", summary, winner=NOBODY, points=dict(points))
    if row.turn is not None and turn is None:
        case.leave(f"state.turn: that turn {row.turn} has ended ({row.rule})")
    winner, level, why = outcome_of(row, points)
    case.say(f"{told}: {why}", row.rule_of("levels"))
    called = f" ({level.replace('_', ' ')})" if level else ""
    summary = f"{'A draw' if winner == DRAW else f'{winner} wins{called}'}: {told}"
    extra: dict[str, Any] = {"winner": winner, "level": level or None, "points": dict(points)}
    return case.receipt("decided", summary, **extra)


def outcome_of(row: VictoryRow, points: Mapping[str, int]) -> tuple[str, str, str]:
    """Who wins by some points, on which level, and why."""
    ranked: Sequence[str] = sorted(points, key=lambda side: -points[side])
    if row.of:
        many = points[row.of]
        level = next((name for name, least in row.levels if many >= least), "")
        other = next(side for side in points if side != row.of)
        winner = level if level in (*points, DRAW) else row.of if level else other
        return winner, "" if level == winner else level, f"{row.of} has {many}"
    ahead = points[ranked[0]] - points[ranked[1]]
    level = next((name for name, least in row.levels if ahead >= least), "")
    leads = bool(level) if row.levels else ahead > 0
    return ranked[0] if leads else DRAW, level, f"{ahead} more" if ahead else "as many"
