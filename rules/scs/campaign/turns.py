"""The turn, phase by phase, and reinforcements that wait for a later one (INS 1.1, 3.3, 5.0)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.rules.answer.answers import TEXTS
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import ALLIED, SIDE, SIDES
from clubroute.rules.book.rulebook import Section
from clubroute.rules.position.record import list_of, needed, said, word
from clubroute.rules.scs.asked import AboutMap, AboutState
from clubroute.rules.scs.games import Guess, answers, book
from clubroute.rules.scs.movement.costs import rules
from clubroute.rules.scs.movement.paths import MOVEMENT, far_from_division
from clubroute.rules.scs.position import Unit
from clubroute.rules.scs.situation.situation import Situation, boundary

# What a side has to see to as its Movement Phase comes (INS 1.5, 2.2, 2.3, 3.2).


def duties(context: Context, board: Situation, side: str) -> Iterator[dict[str, Any]]:
    """What is due to a side, each with its hex, rule and a sentence."""
    outside = frozenset[int]()
    if side == ALLIED:
        yield from bridges(board)
        corps = Unit(side=ALLIED, corps=True)
        outside, _ = boundary(context, board.map, corps, ALLIED, Guess())
    for unit in board.state.units or ():
        if unit.side == side and unit.hex is not None and not unit.as_bridge:
            yield from of_armour(board, unit)
            yield from of_corps(board, unit, outside)
    for at, units in sorted(board.placed.items()):
        count, most = sum(one.side == side for one in units), board.most(at, side)
        if count > most:
            number = board.map.number(at)
            why = f"{count} units, {count - most} more than it holds: they are destroyed at the end"
            yield due(
                "stacking", number, f"{number} has {why} of the phase", rules()["stacking"].cite
            )


def due(what: str, hex_: str, why: str, rule: str, **more: Any) -> dict[str, Any]:
    """One thing that is due."""
    return {"what": what, "hex": hex_, "why": why, "rule": rule, **more}


def bridges(board: Situation) -> Iterator[dict[str, Any]]:
    """The Prepared Bridges the German decides on as the Allied Movement Phase begins (3.2)."""
    for span in board.country.spans:
        for at in sorted(span.ends) if span.prepared else ():
            units = [one.call for one in board.placed.get(at, ()) if one.side == ALLIED]
            if units:
                number = board.map.number(at)
                why = f"{', '.join(units)} by the Prepared Bridge {span.name}: the German decides"
                rule = book("bridges")["blow"].cite
                yield due("bridge", number, f"{why} whether to blow it", rule, bridge=span.name)
                break


def of_armour(board: Situation, unit: Unit) -> Iterator[dict[str, Any]]:
    """Where armour assigned to a division has to go (2.3)."""
    if unit.assigned is None or unit.hex is None:
        return
    row, at = rules()["assigned"], board.map.id(unit.hex)
    far = far_from_division(board.map, board.state, unit, at)
    most, where = row.number("hexes"), nearest_text(far, unit)
    if unit.released is False:
        why = f"{unit.call} must move to be with the {unit.assigned}{where}; it neither attacks nor"
        told = f"{why} overruns until one of its units passes a DZ of that division"
        yield due("armour", unit.hex, told, row.cite, **far)
    elif unit.released and far.get("away", 0) > most:
        why = (
            f"{unit.call} must move towards the {unit.assigned}, no unit of which is within {most}"
        )
        yield due("armour", unit.hex, f"{why} hexes{where}", row.cite, **far)


def nearest_text(far: Mapping[str, Any], unit: Unit) -> str:
    """Where a division's nearest airborne unit is, in words."""
    if not far:
        return f", of which no airborne unit of the {unit.assigned} is said to be in a hex"
    return f": {far['nearest']} in {far['towards']} is {so_many(far['away'], 'hex')} away"


def of_corps(board: Situation, unit: Unit, outside: Collection[int]) -> Iterator[dict[str, Any]]:
    """A unit of XXX Corps outside its Boundary has to come back (2.2)."""
    if unit.hex is None or not unit.of_corps or (unit.assigned and unit.released):
        return
    if board.map.id(unit.hex) in outside:
        why = f"{unit.call} is outside the XXX Corps Boundary and must come back inside"
        yield due("boundary", unit.hex, why, rules()["boundary"].cite)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnQuestion(AboutState):
    """The parameters of ``turn.list``."""

    side: str | None = said(SIDE, "one player turn; if absent both")


@answers(
    "turn.list",
    *("decided", "undetermined"),
    phases={"type": "array", "items": {"type": "object"}},
    due={
        "type": "array",
        "items": {"type": "object"},
        "description": "what the position makes due in a Movement Phase, by side",
    },
)
def turn_list(context: Context, asked: TurnQuestion) -> Receipt:
    """The phases of a turn in order, for both sides, with what each has and the method to ask."""
    work, rules, scenario = Working(), book("turns"), asked.state.scenario
    turn = asked.state.now.number if asked.state.now else None
    if scenario is None:
        work.need("state.scenario: which scenario is played")
    if turn is None:
        work.need("state.turn.number: the turn")
    row = rules.rows("scenarios").get(scenario) if scenario else None
    if row is not None:
        turns = f"turns {row.number('first')} to {row.number('last')}"
        work.say(f"scenario {scenario} has {turns}", row.cite)
    if scenario is None or turn is None:
        return work.receipt()
    if row is None:
        return work.lacking(f"the turns of scenario {scenario}, which the rulebook does not give")
    first, last = row.number("first"), row.number("last")
    if not first <= turn <= last:
        return work.lacking(f"a turn of scenario {scenario}: {first} to {last}")
    work.say(f"turn {turn}: {'AM' if turn % 2 == 0 else 'PM'}", row.cite)
    skipped = row.text("skip") if turn == first else ""
    if skipped:
        work.say(f"turn {turn} has no {skipped} player turn", row.cite)
    none = scenario in book("airdrop")["points"].words("none")
    drops = not none and (turn == 1 or turn % 2 == 0)
    phases: list[dict[str, Any]] = []
    for side in [asked.side] if asked.side else SIDES:
        for phase in rules.listed("phases"):
            if phase.text("side") != side or side == skipped:
                continue
            if phase.text("when") == "drop" and not drops:
                when = f"in scenario {scenario}" if none else "on a PM turn after the first"
                work.say(f"no Air Drops {when}", row.cite if none else phase.cite)
                continue
            told = {name: phase.text(name) for name in ("side", "id", "title", "does")}
            phases.append({**told, "rule": phase.cite, "ask": list(phase.words("ask"))})
    board = asked.board
    moving = dict.fromkeys(one["side"] for one in phases if one["id"] == MOVEMENT)
    due = [{"side": side, **one} for side in moving for one in duties(context, board, side)]
    for one in due:
        work.say(one["why"], one["rule"], hex_=one["hex"])
    summary = f"turn {turn}: {so_many(len(phases), 'phase')}"
    return work.receipt("decided", phases=phases, due=due or None, summary=summary)


AREAS = book("arrivals")["shift"].words("areas")
AREA = word(*AREAS)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftQuestion(AboutMap):
    """The parameters of ``arrival.shift``."""

    due: str = needed(AREA, "the Entry Area of the Order of Arrival")
    shifts: tuple[str, ...] | None = said(
        list_of(AREA, len(AREAS)), "the areas the whole group has shifted to, a turn each, in order"
    )
    to: str | None = said(
        AREA, "where it shifts to now; where it stands to enter; if absent every choice is listed"
    )


@answers(
    "arrival.shift",
    *("legal", "illegal", "decided", "undetermined"),
    choices={**TEXTS, "description": "Entry Areas: the first to enter at, others to shift to"},
)
def arrival_shift(context: Context, asked: ShiftQuestion) -> Receipt:
    """Where a German group of reinforcements may enter or shift to: one area a turn of delay."""
    work, rule = Working(), book("arrivals")["shift"]
    if asked.shifts is None and asked.to is not None:
        return shifted_to(work, rule, asked.due, asked.to)
    if asked.shifts is None:
        return work.lacking(
            "shifts: the Entry Areas the group has shifted to, none if it is due now"
        )
    way = [asked.due, *asked.shifts]
    steps = [step(a, b) for a, b in pairwise(way)]
    never, most = rule.text("barred"), rule.number("times")
    facts = {
        "never": never not in way,
        "one_way": None not in steps and len(set(steps)) <= 1,
        "most": len(steps) <= most,
    }
    work.judge(rule, facts, area=never, most=most)
    if work.forbidden:
        return work.receipt()
    choices = [way[-1], *further(way[-1], steps[-1:], len(steps) < most, never)]
    if asked.to is None:
        told = f"enter at {choices[0]}"
        told += f", or shift to {' or '.join(choices[1:])}" if choices[1:] else "; it must enter"
        work.say(told, rule.cite)
        return work.receipt("decided", choices=choices, summary=told)
    does = f"enters at {asked.to}" if asked.to == way[-1] else f"shifts to {asked.to}"
    why_not = f"it cannot come to {asked.to}: only {' or '.join(choices)}"
    work.check(asked.to in choices, f"it {does}", why_not, rule.cite)
    return work.receipt(choices=choices)


def shifted_to(work: Working, rule: Section, due: str, to: str) -> Receipt:
    """Answer for a group that is due now and shifts until it may enter at an area: how late it
    comes, and by way of which areas."""
    never, most = rule.text("barred"), rule.number("times")
    ways = [way_round(due, to, one) for one in (1, -1)]
    open_ = [way for way in ways if never not in (due, *way) and len(way) <= most]
    if not open_:
        limits = f"at most {most} shifts, one way round, never {never}"
        why = f"from {due} it cannot come to {to}: {limits}"
        work.forbid(why, rule.cite)
        return work.receipt()
    way = min(open_, key=len)
    late = f"{so_many(len(way), 'turn')} late" if way else "on its turn"
    by = f", by {' and '.join(way[:-1])}" if way[:-1] else ""
    work.need("shifts: the Entry Areas the group has shifted to, none if it is due now")
    told = f"At {to} {late}{by}, if it has not shifted yet [{rule.cite}]"
    return work.receipt(summary=told, choices=[due, *way])


def way_round(a: str, b: str, way: int) -> list[str]:
    """The areas after one till another, one way round the map."""
    found = list[str]()
    while (found or [a])[-1] != b:
        found.append(AREAS[(AREAS.index((found or [a])[-1]) + way) % len(AREAS)])
    return found


def step(a: str, b: str) -> int | None:
    """Which way round one area lies next to another, 1 or -1; None if it does not."""
    found = (AREAS.index(b) - AREAS.index(a)) % len(AREAS)
    return {1: 1, len(AREAS) - 1: -1}.get(found)


def further(area: str, before: Sequence[int | None], more: bool, never: str) -> list[str]:
    """The areas a group may shift to."""
    ways = [way for way in before if way] or [1, -1]
    beside = [AREAS[(AREAS.index(area) + way) % len(AREAS)] for way in ways]
    return [one for one in beside if more and one != never]
