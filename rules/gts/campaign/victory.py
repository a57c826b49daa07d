"""Victory: the points and the winner of every scenario and every day (WED, campaign; MG 11.0)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.rules.context import Context
from clubroute.rules.gts.campaign.ask import ALLIED, GERMAN, same_name, state_in, units_in
from clubroute.rules.gts.campaign.bridges import bridge_at
from clubroute.rules.gts.campaign.history import events
from clubroute.rules.gts.campaign.marker import marker_gone
from clubroute.rules.gts.campaign.objectives import OBJECTIVES, Outcome
from clubroute.rules.gts.campaign.tally import (
    COUNTERS,
    Readings,
    Tally,
    counted,
    span_of,
    tally_of,
)
from clubroute.rules.gts.campaign.turns import TIMES, Turn, day_of, turn_of, turn_or_none
from clubroute.rules.gts.campaign.working import Working
from clubroute.rules.gts.games import book
from clubroute.rules.gts.maps import map_of
from clubroute.rules.gts.position.position import read_position
from clubroute.rules.rulebook import Section

UNDEFINED = "undefined"
NIGHT = len(TIMES) - 1


def score(context: Context, params: Mapping[str, Any], readings: Readings) -> Any:
    """Answer ``victory.score``."""
    name = params["scenario"]
    rules = book("victory", "mg" if name == "combined" else "tdc" if name == "tdc" else "wed")
    if name == "campaign" and params.get("game") == "mg":
        rules = book("victory", "mg")
    section = rules["scenarios"][name]
    answers = {"objective": objective, "points": by_points, "both": combined, "none": no_text}
    return answers[section.text("by")](context, params, rules, section, readings)


def no_text(
    context: Context,
    params: Mapping[str, Any],
    rules: Section,
    section: Section,
    readings: Readings,
) -> Any:
    """The Devil's Cauldron alone: its rulebook holds no scenarios and no victory conditions."""
    work = Working()
    work.need("the victory conditions of The Devil's Cauldron: they are not in its rulebook")
    return work.record("undetermined", winner=UNDEFINED)


def objective(
    context: Context,
    params: Mapping[str, Any],
    rules: Section,
    section: Section,
    readings: Readings,
) -> Any:
    """A scenario decided by its own conditions."""
    work = Working()
    state = state_in(params)
    bridge = section.text("bridge")
    destroyed: bool | None = None
    if bridge and "bridges" in state:
        destroyed = bridge_at(map_of(context, "wed"), bridge, read_position(state)).is_("destroyed")
    if "bridge_destroyed" in params:
        destroyed = params["bridge_destroyed"]
    found = OBJECTIVES[params["scenario"]](work, section, state, destroyed)
    return decided(work, found)


def decided(work: Working, outcome: Outcome, **extra: Any) -> Any:
    """The answer with a winner, or what is needed to tell."""
    if outcome.winner is None:
        for what in outcome.needs:
            work.need(what)
        return work.record("undetermined", **extra)
    work.needs.clear()
    summary = {UNDEFINED: "the text does not say who wins", "draw": "a draw"}.get(
        outcome.winner, f"the {outcome.winner} player wins"
    )
    return work.record("decided", summary, winner=outcome.winner, **extra)


# ---------------------------------------------------------------- points


def by_points(
    context: Context,
    params: Mapping[str, Any],
    rules: Section,
    section: Section,
    readings: Readings,
) -> Any:
    """A scenario decided by Victory Points."""
    until = scored_turn(params, section)
    span = span_of(section.value("first"), until)
    tally = tally_of(context, params.get("game", "wed"), params, rules, span, readings)
    work = Working()
    if section.text("lines") == "campaign":
        return campaign(tally, work, section)
    return hells_highway(tally, work, section)


def scored_turn(params: Mapping[str, Any], section: Section) -> Turn:
    """The turn at whose end points are counted: the Night turn of the day, or the state's turn.

    :raises InputError: neither a date nor a turn.
    """
    if section.value("last") is not None and "date" not in params:
        return turn_of(section.value("last"), "last")
    now = turn_or_none(state_in(params).get("turn"), "state.turn")
    if "date" in params:
        return Turn(day_of(params["date"], "date"), NIGHT)
    if now is None:
        raise InputError(Where("params", part="date"), "nothing", "the day that has ended")
    return now


def lines_of(tally: Tally, work: Working, lines: str) -> dict[str, dict[str, Any]]:
    """Every line with its count and its points, in the order of the table.

    A line whose count is not known has no points; what is missing is needed.
    """
    found: dict[str, dict[str, Any]] = {}
    for name, section in tally.rules.rows(lines).items():
        side = section.text("side")
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
    day, by_day = tally.off_map_day, section.value("by_day")
    if day is None:
        work.need("state.club_route: its marker, and the day it was removed if it has left")
        return None
    if day == 0 or day > tally.until.day:
        work.say("the Club Route Marker has not left the map: 0", section.cite)
        return 0
    date = Turn(day, 0).date
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


def campaign(tally: Tally, work: Working, section: Section) -> Any:
    """The campaign at the end of a day."""
    lines = lines_of(tally, work, "campaign")
    found = sums(lines)
    total = found[ALLIED] - found[GERMAN]
    extra: dict[str, Any] = {"lines": lines, "allied": found[ALLIED], "german": found[GERMAN]}
    work.say(f"{found[ALLIED]} Allied less {found[GERMAN]} German: {total}", section.cite)
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
    if tally.until.slot != NIGHT:
        work.note(f"as if the day had ended: victory is judged after its Night turn ({cite})")
    return decided(work, Outcome(winner), **extra)


def margin(total: int, allied: int, german: int) -> dict[str, int]:
    """By how much a side wins (0 or more), or how far it is from winning (below 0)."""
    return {ALLIED: total - allied, GERMAN: german - total}


def still_on_the_map(tally: Tally, work: Working, section: Section) -> bool:
    """Whether the Germans have won because the Marker was not off the map in time."""
    last = day_of(section.text("off_by"), "off_by")
    day = tally.off_map_day
    over = tally.until.day > last or (tally.until.day == last and tally.until.slot == NIGHT)
    if not over or day is None or 0 < day <= last:
        return False
    work.say(
        f"the Club Route Marker was still on the map after {section.text('off_by')}: "
        "the Germans win at once",
        section.cite,
    )
    return True


def hells_highway(tally: Tally, work: Working, section: Section) -> Any:
    """Scenario 4: the German player's points."""
    sudden = section.words("sudden")
    state = tally.state
    entered = [e.hex for e in events(state, "entered") if e.side == GERMAN and e.hex in sudden]
    entered += [str(unit["hex"]) for unit in units_in(state, sudden, GERMAN)]
    if entered:
        work.say(f"German Units entered {entered[0]}: the scenario ends at once", section.cite)
        return decided(work, Outcome(GERMAN), immediate=True)
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


def combined(
    context: Context,
    params: Mapping[str, Any],
    rules: Section,
    section: Section,
    readings: Readings,
) -> Any:
    """Both games' own victory conditions compared (MG 11.0)."""
    work = Working()
    inner = {**params, "scenario": "campaign", "game": "mg"}
    wed = score(context, inner, readings)
    winner, level = wed.get("winner"), params.get("tdc")
    work.say(f"Where Eagles Dare: {wed.get('summary', 'not known')}", section.cite)
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
    for note in wed.get("notes", ()):
        work.note(note)
    if lost:
        work.say("the Allies need both: the Germans win", section.cite)
        return decided(work, Outcome(GERMAN), wed=wed)
    if winner == UNDEFINED:
        return decided(work, Outcome(UNDEFINED), wed=wed)
    if winner is None or level is None:
        return decided(work, Outcome(None, tuple(wed.get("needs", ()))), wed=wed)
    work.say("an Allied victory in both: the Allies win", section.cite)
    return decided(work, Outcome(ALLIED), wed=wed)


# ---------------------------------------------------------------- Steps at an activation


def activation(context: Context, params: Mapping[str, Any], readings: Readings) -> Any:
    """Answer ``victory.activation``: what the Guards Division Activation scores."""
    game, state = params["map"], state_in(params)
    rules = book("victory", game)
    section = rules["activation"]
    work = Working()
    route = state.get("club_route", {})
    off_map = marker_gone(context, game, state)
    called = bool(events(state, "emergency_call"))
    guards = [unit for unit in state.get("units", ()) if counts_at_all(section, unit)]
    if off_map:
        if called:
            work.say("emergency reinforcements were called: nothing is counted", section.cite)
            guards = []
        counts = dict.fromkeys(["steps_on_map"], guards)
    else:
        answer = context.registry.ask(context, "clubroute.trace", {"map": game, "state": state})
        on = set(answer.get("route", ())) | set(answer.get("potential", ()))
        marker = route.get("marker")
        if any(unit["hex"] == marker and marker not in on for unit in guards):
            work.note(readings.chosen("marker_hex"))
            on |= {marker} if readings.marker_hex == "potential" else set()
        counts = {"steps_off": [unit for unit in guards if unit["hex"] not in on]}
    ((name, units),) = counts.items()
    total = 0
    for unit in units:
        steps = unit.get("steps")
        label = str(unit.get("id") or unit.get("name") or unit["hex"])
        if not isinstance(steps, int) or isinstance(steps, bool) or steps < 0:
            work.need(f"steps of {label}")
            continue
        total += steps
        work.say(f"{label}: {steps}", section.cite, hex=str(unit["hex"]))
    work.say(f"German: {total} Victory Points", section.cite)
    if work.needs:
        return work.record("undetermined")
    scored: dict[str, Any] = {name: total}
    return work.record("decided", **scored)


def counts_at_all(section: Section, unit: Mapping[str, Any]) -> bool:
    """Whether a Unit's Steps can count: Guards, but not HHC, 231st or emergency Units."""
    if unit.get("emergency") or not same_name(
        str(unit.get("division", "")), section.text("division")
    ):
        return False
    formation = str(unit.get("formation", ""))
    if any(same_name(formation, one) for one in section.words("not_formations") if formation):
        return False
    words = f"{unit.get('id', '')} {unit.get('name', '')}".upper()
    return not any(word in words for word in section.words("not_in_name"))
