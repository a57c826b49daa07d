"""Victory: the points and the winner of every scenario and every day (WED, campaign; MG 11.0)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.rules.answer.answers import INTEGER
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working, all_of
from clubroute.rules.asking.context import Context
from clubroute.rules.book.rulebook import Section
from clubroute.rules.gts.asked import the_options, the_state
from clubroute.rules.gts.campaign.tally import COUNTERS, Tally, VictoryReadings, counted
from clubroute.rules.gts.games import MAPS, answers, book
from clubroute.rules.gts.kinds import (
    ALLIED,
    COUNT,
    DATE,
    GERMAN,
    YES,
    choice,
    day,
    day_text,
    one_scenario,
)
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.turns import NIGHT, TIMES, Turn, read_turn
from clubroute.rules.position.names import same_unit
from clubroute.rules.position.record import needed, plain, said

# The scenarios that are decided by places: the Drive, Son, the Best Laid Plans (WED 1 to 3).


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who wins: Allied, German, ``draw``, ``undefined``; None while ``needs`` are missing."""

    winner: str | None
    needs: tuple[str, ...] = ()


def drive(work: Working, section: Section, position: Position, destroyed: bool | None) -> Outcome:
    """Scenario 1: the Unit must reach a hex and come back to another."""
    goal, home, unit = section.text("reaches"), section.text("returns"), section.text("unit")
    entries = [one for one in position.events("entered") if None in (one.unit, one.hex)]
    if position.history is None or entries:
        return Outcome(None, (f"state.history: the hexes {unit} entered, each with unit and hex",))
    there = False
    for event in position.events("entered"):
        if not same_unit(event.unit, unit):
            continue
        if event.hex == goal:
            there = True
        if there and event.hex == home:
            work.say(f"{unit} reached {goal} and returned to {home}", section.cite)
            return Outcome(ALLIED)
    reached = "reached" if there else "did not reach"
    work.say(f"{unit} {reached} {goal}, and is not back in {home}", section.cite)
    return Outcome(GERMAN)


def son(work: Working, section: Section, position: Position, destroyed: bool | None) -> Outcome:
    """Scenario 2: the Bailey Bridge, then who is alone in a hex."""
    if destroyed is None:
        return Outcome(None, (f"state.bridges: how the bridge at {section.text('bridge')} stands",))
    if destroyed:
        work.say("the Bailey Bridge has been destroyed", section.cite)
        return Outcome(GERMAN)
    work.say("the Bailey Bridge stands", section.cite)
    place = section.text("hex")
    german, allied = (position.held(side, [place]) for side in (GERMAN, ALLIED))
    alone = all_of((german, None if allied is None else not allied))
    if alone is None:
        return Outcome(None, (f"state.units: who is in {place}: a draw if only Germans are",))
    if alone:
        work.say(f"the Germans alone occupy {place}", section.cite)
        return Outcome("draw")
    work.say(f"the Germans are not alone in {place}", section.cite)
    return Outcome(ALLIED)


def best(work: Working, section: Section, position: Position, destroyed: bool | None) -> Outcome:
    """Scenario 3: German Units in both hexes, or the bridge blown."""
    if destroyed:
        work.say("the Best Bridge has been blown", section.cite)
        return Outcome(GERMAN)
    hexes = section.words("hexes")
    held = all_of(position.held(GERMAN, [place]) for place in hexes)
    if held is None:
        where = " and ".join(hexes)
        return Outcome(None, (f"state.units: who is in {where}: the Germans win in both",))
    if held:
        work.say(f"German Units are in {' and '.join(hexes)}", section.cite)
        return Outcome(GERMAN)
    if destroyed is None:
        bridge = section.text("bridge")
        return Outcome(None, (f"state.bridges: whether the bridge at {bridge} is destroyed",))
    work.say("not both hexes hold German Units, and the Best Bridge stands", section.cite)
    return Outcome(ALLIED)


OBJECTIVES: Mapping[str, Callable[[Working, Section, Position, bool | None], Outcome]] = {
    "WED-1": drive,
    "WED-2": son,
    "WED-3": best,
}
"""By scenario."""


UNDEFINED = "undefined"
NIGHT_SLOT = TIMES.index(NIGHT)
SCENARIOS = ("WED-1", "WED-2", "WED-3", "WED-4", "campaign", "combined", "tdc")
COUNTED = tuple(dict.fromkeys(name for table in COUNTERS.values() for name in table))
COUNTS = plain(
    {
        "type": "object",
        "additionalProperties": False,
        "properties": {name: COUNT.schema() for name in COUNTED},
    }
)
IN_ALL = ("campaign", "combined")
"""What is decided by the points of both sides, so that they may be said in all."""
BY_SIDE: Mapping[str, Any] = {"type": "object", "additionalProperties": INTEGER}


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreQuestion:
    """The parameters of ``victory.score``."""

    scenario: str = needed(one_scenario(*SCENARIOS), "what is played")
    day: int | None = said(
        DATE, "campaign: the day whose Night turn has ended; else state.turn", name="date"
    )
    game: str = said(
        choice(*MAPS), "campaign: mg in the two games joined", name="map", default="wed"
    )
    state: Position = the_state()
    counts: Mapping[str, int] = said(
        COUNTS, "counts of lines, which come before what the state tells", default={}
    )
    allied: int | None = said(COUNT, "campaign: the points of the Allies in all")
    german: int | None = said(COUNT, "campaign: the points of the Germans in all")
    bridge_destroyed: bool | None = said(YES, "scenarios 2 and 3: whether the bridge is destroyed")
    level: str | None = said(
        choice("major", "minor", "draw", "german"),
        "combined: how The Devil's Cauldron ended for the Allies",
        name="tdc",
    )
    readings: VictoryReadings = the_options(VictoryReadings)


@answers(
    "victory.score",
    "decided",
    "undetermined",
    winner={"enum": [ALLIED, GERMAN, "draw", UNDEFINED]},
    score=INTEGER,
    allied=INTEGER,
    german=INTEGER,
    at_least_known=INTEGER,
    margin=BY_SIDE,
    totals=BY_SIDE,
    immediate=YES.schema(),
    lines={"type": "object", "description": "by line: side, count, points"},
    wed={"type": "object", "description": "combined: the answer for Where Eagles Dare"},
)
def score(context: Context, asked: ScoreQuestion) -> Receipt:
    """Victory Points line by line, and who wins at the end of a scenario or of a day."""
    name = asked.scenario
    if asked.game == "tdc" and name != "tdc":
        raise InputError(Where("params", part="scenario"), repr(name), "tdc on map tdc")
    in_all = {"allied": asked.allied, "german": asked.german}
    said_ = next((part for part, points in in_all.items() if points is not None), None)
    if said_ and (name not in IN_ALL or asked.counts):
        expected = "them in the campaign, without counts of lines"
        raise InputError(Where("params", part=said_), "points in all", expected)
    whose = {"combined": "mg", "tdc": "tdc", "campaign": asked.game}.get(name, "wed")
    rules = book("victory", whose)
    section = rules["scenarios"][name]
    ways = {"objective": objective, "points": by_points, "both": combined, "none": no_text}
    return ways[section.text("by")](context, asked, rules, section)


def no_text(context: Context, asked: ScoreQuestion, rules: Section, section: Section) -> Receipt:
    """The Devil's Cauldron alone: its rulebook holds no scenarios and no victory conditions."""
    work = Working()
    work.need("the victory conditions of The Devil's Cauldron: they are not in its rulebook")
    return work.receipt("undetermined", winner=UNDEFINED)


def objective(context: Context, asked: ScoreQuestion, rules: Section, section: Section) -> Receipt:
    """A scenario decided by its own conditions."""
    work = Working()
    bridge, destroyed = section.text("bridge"), asked.bridge_destroyed
    if bridge and asked.state.bridges is not None and destroyed is None:
        destroyed = asked.state.bridge(bridge.split("/")).is_("destroyed")
    return decided(work, OBJECTIVES[asked.scenario](work, section, asked.state, destroyed))


def decided(work: Working, outcome: Outcome, **extra: Any) -> Receipt:
    """The answer with a winner, or what is needed to tell."""
    if outcome.winner is None:
        for what in outcome.needs:
            work.need(what)
        return work.receipt("undetermined", **extra)
    work.needs.clear()
    summary = {UNDEFINED: "the text does not say who wins", "draw": "a draw"}.get(
        outcome.winner, f"the {outcome.winner} player wins"
    )
    return work.receipt("decided", summary, winner=outcome.winner, **extra)


# ---------------------------------------------------------------- points


def by_points(context: Context, asked: ScoreQuestion, rules: Section, section: Section) -> Receipt:
    """A scenario decided by Victory Points.

    :raises InputError: a turn before the scenario's first.
    """
    first, until = read_turn(section.value("first"), "first"), scored_turn(asked, section)
    if until < first:
        raise InputError(Where("params", part="date"), str(until), f"a turn not before {first}")
    tally = Tally(
        context, asked.game, rules, first, until, asked.state, asked.counts, asked.readings
    )
    work = Working()
    if section.text("lines") == "campaign":
        return campaign(tally, work, section, {ALLIED: asked.allied, GERMAN: asked.german})
    return hells_highway(tally, work, section)


def scored_turn(asked: ScoreQuestion, section: Section) -> Turn:
    """The turn at whose end points are counted: the Night turn of the day, or the state's turn.

    :raises InputError: neither a date nor a turn.
    """
    if asked.day is not None:
        return Turn(asked.day, NIGHT_SLOT)
    if section.value("last") is not None:
        return read_turn(section.value("last"), "last")
    if asked.state.turn is None:
        raise InputError(Where("params", part="date"), "nothing", "the day that has ended")
    return asked.state.turn


def lines_of(
    tally: Tally, work: Working, lines: str, sides: Collection[str] = (ALLIED, GERMAN)
) -> dict[str, dict[str, Any]]:
    """Every line of some sides with its count and its points, in the order of the table.

    A line whose count is not known has no points; what is missing is needed.
    """
    found: dict[str, dict[str, Any]] = {}
    for name, section in tally.rules.rows(lines).items():
        side = section.text("side")
        if side not in sides:
            continue
        if name not in COUNTERS[lines]:
            points = marker_points(tally, work, section)
            found[name] = line(side, None, points)
            continue
        count = counted(tally, lines, name, work)
        if count is None:
            found[name] = line(side, None, None)
            continue
        most = section.value("most")
        times = count if most is None else min(count, most)
        each = section.number("points")
        why = f"{side}: {section.text('why')}: {times} × {each} = {times * each}"
        work.say(why, section.cite)
        found[name] = line(side, count, times * each)
    return found


def line(side: str, count: int | None, points: int | None) -> dict[str, Any]:
    """A line as JSON; what is not known is left out."""
    told = {"side": side, "count": count, "points": points}
    return {name: value for name, value in told.items() if value is not None}


def marker_points(tally: Tally, work: Working, section: Section) -> int | None:
    """Points for the day the Marker left the map."""
    left, by_day = tally.off_map_day, section.value("by_day")
    if left is None:
        work.need("state.club_route: its marker, and the day it was removed if it has left")
        return None
    if left == 0 or left > tally.until.day:
        work.say("the Club Route Marker has not left the map: 0", section.cite)
        return 0
    date = day_text(left)
    if date in by_day:
        points = int(by_day[date])
        work.say(f"Allied: {section.text('why')} on {date}: {points}", section.cite)
        return points
    work.say(f"{section.text('why')} on {date}: the text gives no points for it", section.cite)
    if date < min(by_day):
        work.note(f"undefined: points for a Marker that leaves the map on {date}")
    return 0


def sums(lines: Mapping[str, Mapping[str, Any]]) -> dict[str, int]:
    """The known points of each side."""
    return {
        side: sum(one.get("points", 0) for one in lines.values() if one["side"] == side)
        for side in (ALLIED, GERMAN)
    }


def campaign(
    tally: Tally, work: Working, section: Section, in_all: Mapping[str, int | None]
) -> Receipt:
    """The campaign at the end of a day.

    :param in_all: the points of a side in all, where they are said: its lines are not counted.
    """
    open_sides = {side for side, points in in_all.items() if points is None}
    lines = lines_of(tally, work, "campaign", open_sides)
    counted_up = sums(lines)
    found = {side: counted_up[side] if given is None else given for side, given in in_all.items()}
    total = found[ALLIED] - found[GERMAN]
    extra: dict[str, Any] = {"lines": lines, "allied": found[ALLIED], "german": found[GERMAN]}
    known = ", of what is known" if work.needs else ""
    work.say(f"{found[ALLIED]} Allied less {found[GERMAN]} German: {total}{known}", section.cite)
    immediate = still_on_the_map(tally, work, section)
    if immediate:
        return decided(work, Outcome(GERMAN), score=total, immediate=True, **extra)
    if work.needs:
        return decided(work, Outcome(None), at_least_known=total, **extra)
    extra["score"] = total
    cite = tally.rules["totals"].cite
    row = next(
        (r for r in tally.rules["totals"].value("days") if r["date"] == tally.until.date), None
    )
    if row is None:
        work.say(f"{tally.until.date}: the text has no totals for this day", cite)
        work.note(f"undefined: who is winning at the end of {tally.until.date}")
        return decided(work, Outcome(UNDEFINED), **extra)
    allied, german = row["allied"], row["german"]
    winner = ALLIED if total >= allied else GERMAN if total <= german else "draw"
    work.say(
        f"{row['date']}: the Allies win with {allied} or more, the Germans with {german} or less",
        cite,
    )
    extra["totals"] = {ALLIED: allied, GERMAN: german}
    extra["margin"] = margin(total, allied, german)
    if tally.until.slot != NIGHT_SLOT:
        work.note(f"as if the day had ended: victory is judged after its Night turn ({cite})")
    return decided(work, Outcome(winner), **extra)


def margin(total: int, allied: int, german: int) -> dict[str, int]:
    """By how much a side wins (0 or more), or how far it is from winning (below 0)."""
    return {ALLIED: total - allied, GERMAN: german - total}


def still_on_the_map(tally: Tally, work: Working, section: Section) -> bool:
    """Whether the Germans have won because the Marker was not off the map in time."""
    last = day(section.text("off_by"), "off_by")
    left = tally.off_map_day
    over = tally.until.day > last or (tally.until.day == last and tally.until.slot == NIGHT_SLOT)
    if not over or left is None or 0 < left <= last:
        return False
    work.say(
        f"the Club Route Marker was still on the map after {section.text('off_by')}: "
        "the Germans win at once",
        section.cite,
    )
    return True


def hells_highway(tally: Tally, work: Working, section: Section) -> Receipt:
    """Scenario 4: the German player's points."""
    sudden, position = section.words("sudden"), tally.position
    records = position.events("entered")
    entered: list[str | None] = [
        one.hex for one in records if one.side == GERMAN and one.hex in sudden
    ]
    entered += [sudden[0]] if position.held(GERMAN, sudden) else []
    if entered:
        work.say(f"German Units entered {entered[0]}: the scenario ends at once", section.cite)
        return decided(work, Outcome(GERMAN), immediate=True)
    if position.history is None and position.held(GERMAN, sudden) is not False:
        work.need(
            f"state.history, or state.units: whether German Units have entered {sudden[0]}; if so "
            "the scenario ends at once, a German victory"
        )
    lines = lines_of(tally, work, "hells_highway")
    total = sums(lines)[GERMAN]
    extra: dict[str, Any] = {"lines": lines, "german": total}
    if work.needs:
        return decided(work, Outcome(None), **extra)
    over, at_most = section.number("over"), section.number("at_most")
    work.say(
        f"{total}: over {over} the German player wins, with {at_most} or fewer the Allied player",
        section.cite,
    )
    winner = GERMAN if total > over else ALLIED if total <= at_most else UNDEFINED
    if winner == UNDEFINED:
        work.note(f"undefined: a total of exactly {total}")
    return decided(
        work, Outcome(winner), score=total, margin=margin(-total, -at_most, -over - 1), **extra
    )


# ---------------------------------------------------------------- the two games joined


def combined(context: Context, asked: ScoreQuestion, rules: Section, section: Section) -> Receipt:
    """Both games' own victory conditions compared (MG 11.0)."""
    work = Working()
    inner = score(context, replace(asked, scenario="campaign", game="mg"))
    wed = inner.record()
    winner, level = inner.extra.get("winner"), asked.level
    work.say(f"Where Eagles Dare: {wed['summary']}", section.cite)
    enough = section.words("enough")
    if level is None:
        work.need(
            "tdc: the level of victory in The Devil's Cauldron (its rulebook has no conditions)"
        )
    else:
        work.say(f"The Devil's Cauldron: {level}", section.cite)
    lost = (winner is not None and winner not in (ALLIED, UNDEFINED)) or (
        level is not None and level not in enough
    )
    for note in inner.notes:
        work.note(note)
    if lost:
        work.say("the Allies need both: the Germans win", section.cite)
        return decided(work, Outcome(GERMAN), wed=wed)
    if winner == UNDEFINED:
        return decided(work, Outcome(UNDEFINED), wed=wed)
    if winner is None or level is None:
        return decided(work, Outcome(None, inner.needs), wed=wed)
    work.say("an Allied victory in both: the Allies win", section.cite)
    return decided(work, Outcome(ALLIED), wed=wed)
