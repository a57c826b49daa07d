"""Repairing bridges and the pontoon bridge (WED 2.15.7; TDC 2.15.6, 2.15.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubroute.rules.context import Context
from clubroute.rules.gts.campaign.ask import GERMAN, in_fire_zone, need_fire_zones, same_name
from clubroute.rules.gts.campaign.bridges import Bridge
from clubroute.rules.gts.campaign.demolition import checked
from clubroute.rules.gts.campaign.engineers import engineer_action, is_of, passes
from clubroute.rules.gts.campaign.history import Event, events
from clubroute.rules.gts.campaign.turns import Turn, turn_of, turn_or_none
from clubroute.rules.gts.campaign.working import Working
from clubroute.rules.gts.games import book
from clubroute.rules.readings import ChosenReadings, reading
from clubroute.rules.rulebook import Section


@dataclass(frozen=True, slots=True)
class Readings(ChosenReadings):
    """Readings about repair."""

    following: str = reading(
        any_later="a Bridge Unit may be declared at the start of any turn after a demolition",
        next_turn="it may be declared only at the start of the turn next after a demolition",
    )
    bailey_time: str = reading(
        either="a Bailey Bridge Unit may be declared at the start of a turn or, as in the "
        "example, during the Division's Impulse",
        start_of_turn="a Bailey Bridge Unit must have been declared at the start of the turn",
    )
    combined_bailey: str = reading(
        by_name="in the combined game Bailey Bridge Units are used by name (WED 2.15.7)",
        declared="in the combined game Bridge Units are declared and arrive later (TDC 2.15.6)",
    )


def demolitions(state: Mapping[str, Any]) -> tuple[Event, ...]:
    """Bridges the German side has demolished."""
    return tuple(e for e in events(state, "demolished") if e.side in ("", GERMAN))


def after_demolition(
    work: Working, state: Mapping[str, Any], now: Turn, cite: str, readings: Readings
) -> None:
    """The condition that a bridge was demolished in an earlier turn."""
    turns = [event.turn for event in demolitions(state)]
    if not turns:
        work.leave(f"that a bridge was demolished by the German side in an earlier turn ({cite})")
        return
    earlier = [turn for turn in turns if turn is not None and turn < now]
    if readings.following == "next_turn":
        earlier = [turn for turn in earlier if turn.later(1) == now]
    if not earlier and None in turns:
        work.need("state.history: the turn of the demolition")
        return
    work.check(
        bool(earlier),
        f"a bridge was demolished on {earlier[-1]}" if earlier else "",
        "no bridge was demolished by the German side in a turn before this one",
        cite,
    )
    work.note(readings.chosen("following"))


def declare(game: str, params: Mapping[str, Any], readings: Readings) -> Any:
    """Answer ``bridge.declare``."""
    rules = book("bridge", game)
    now = turn_of(params["turn"], "turn")
    by_name, by_turn = rules["bailey"].holds, rules["declared"].holds
    work = Working()
    if by_name and by_turn:
        # Where both games' rules are in play nothing says which of them holds.
        work.note(readings.chosen("combined_bailey"))
    if by_name and not (by_turn and readings.combined_bailey == "declared"):
        return eligible(work, rules, params, now, readings)
    return declared(work, rules["declared"], params, now, readings)


def eligible(
    work: Working, rules: Section, params: Mapping[str, Any], now: Turn, readings: Readings
) -> Any:
    """Which Bailey Bridge Units the Allies may use (WED 2.15.7)."""
    state = params.get("state") or {}
    after_demolition(work, state, now, rules["bailey"].cite, readings)
    units: list[dict[str, str]] = []
    for division, row in rules["bailey"].rows("units").items():
        free, why = available(row, division, state)
        work.say(why, row.cite)
        if free:
            units += [{"unit": name, "division": division} for name in row.words("units")]
    asked = params.get("unit")
    if asked is not None and not any(same_name(asked, one["unit"]) for one in units):
        work.forbid(f"{asked} is not among them", rules["bailey"].cite)
    work.note(readings.chosen("bailey_time"))
    return work.record(units=units)


def available(row: Section, division: str, state: Mapping[str, Any]) -> tuple[bool, str]:
    """Whether a Division's Bailey Bridge Units may be used, and why."""
    names = " and ".join(row.words("units"))
    if not row.flag("after_release"):
        return True, f"{names} may be used at any time"
    released = [e for e in events(state, "released") if same_name(e.text("division"), division)]
    if released:
        return True, f"{names} may be used: a Formation of {division} has been released"
    return False, f"{names} may not be used before a Formation of {division} has been released"


def declared(
    work: Working, rules: Section, params: Mapping[str, Any], now: Turn, readings: Readings
) -> Any:
    """A Bridge Unit declared in The Devil's Cauldron: when it comes, and what that delays."""
    state, cite = params.get("state") or {}, rules.cite
    earliest = turn_of(rules.value("earliest"), "earliest")
    work.check(
        now >= earliest,
        f"it is {earliest} or later",
        f"no Bridge Unit may be declared before {earliest}",
        cite,
    )
    after_demolition(work, state, now, cite, readings)
    before = events(state, "declared_bridge")
    number = len(before) + 1
    first = number == 1
    most = rules.number("most")
    unit = rules.text("first") if first else rules.text("further")
    turns = rules.number("first_turns" if first else "further_turns")
    delay = rules.number("first_delay" if first else "further_delay")
    work.check(
        number <= most, f"{unit}: number {number} of {most}", f"all {most} have been declared", cite
    )
    if not first:
        further(work, rules, state, now, before)
    arrival = now.later(turns)
    work.say(f"{unit} arrives at {rules.text('at')} on {arrival}, {turns} turns later", cite)
    who = " and ".join(rules.words("delays"))
    work.say(f"all further reinforcements of {who} come {delay} turns later, from {now}", cite)
    if work.forbidden:
        return work.record()
    rows = params.get("schedule")
    later = None if rows is None else [shifted(r, now, delay, i) for i, r in enumerate(rows)]
    return work.record(unit=unit, arrives=arrival.record(), delay=delay, schedule=later)


def further(
    work: Working, rules: Section, state: Mapping[str, Any], now: Turn, before: Sequence[Event]
) -> None:
    """The conditions of a second and third Bridge Unit."""
    cite = rules.cite
    gone = demolitions(state)
    if gone:
        work.check(
            len(gone) > len(before),
            f"{len(gone)} bridges have been demolished",
            f"{len(gone)} bridges have been demolished: no more Bridge Units than that",
            cite,
        )
    latest = before[-1].turn
    if latest is None:
        work.need("state.history: the turn of the last declaration")
        return
    due = latest.later(rules.number("first_turns" if len(before) == 1 else "further_turns"))
    work.check(
        now >= due,
        f"the one before arrived on {due}",
        f"the one before does not arrive until {due}",
        cite,
    )


def shifted(row: Mapping[str, Any], now: Turn, delay: int, index: int) -> dict[str, Any]:
    """A reinforcement with its new turn, if it is due now or later."""
    due = turn_of(row.get("turn"), f"schedule[{index}].turn")
    return {**row, "turn": (due.later(delay) if due >= now else due).record()}


def place_bailey(bridge: Bridge, params: Mapping[str, Any], readings: Readings) -> Any:
    """Answer ``bridge.bailey``: bringing a Bailey Bridge Unit to a destroyed bridge (WED)."""
    work, state, unit = Working(), params.get("state") or {}, params["unit"]
    rules = bridge.book["bailey"]
    if not rules.holds:
        cite = bridge.book["repair"].cite
        work.forbid("Bridge Units are declared and arrive as reinforcements here", cite)
        return work.record()
    cite = rules.cite
    work.check(bridge.is_("destroyed"), "the bridge is destroyed", "the bridge stands", cite)
    units = bridge.book["bailey"]["units"]
    found = [name for name in units.values if is_of(unit, units[name].words("units"))]
    if not found:
        work.forbid("it is no Bailey Bridge Unit", cite)
        return work.record()
    division = found[0]
    free, why = available(units[division], division, state)
    work.check(free, why, why, cite)
    activation = params.get("activation", "")
    work.check(
        same_name(activation, division) if activation else None,
        f"it is a Divisional Activation of {division}",
        f"it must be a Divisional Activation of {division}, not of {activation}",
        cite,
        "activation: whose Divisional Activation it is",
    )
    if (now := turn_or_none(state.get("turn"), "state.turn")) is not None:
        after_demolition(work, state, now, cite, readings)
    else:
        work.leave("that the demolition was in an earlier turn (no turn given)")
    if readings.bailey_time == "start_of_turn":
        work.check(
            params.get("declared"),
            "it was declared at the start of the turn",
            "it was not declared at the start of the turn",
            cite,
            "declared: whether it was declared at the start of the turn",
        )
    work.note(readings.chosen("bailey_time"))
    zone = in_fire_zone(state, GERMAN, bridge.ends)
    work.check(
        None if zone is None else not zone,
        "no German Fire Zone lies on either hex",
        "a German Fire Zone lies on one of the hexes",
        cite,
        need_fire_zones(GERMAN),
    )
    on_route(work, bridge, params, cite)
    work.check(
        params.get("placed_this_impulse", 0) < rules.number("most_an_impulse"),
        "no other Bailey Bridge Unit was brought in this Impulse",
        "only one Bailey Bridge Unit may be brought in an Impulse",
        cite,
    )
    if not work.forbidden:
        where = bridge.southern
        work.say(
            f"it is placed in {where}, the southern hex, truck side up", cite, bridge.provenance
        )
        work.say("this is its Movement Action; it may repair in a later activation", cite)
    return work.record(hex=bridge.southern)


def on_route(work: Working, bridge: Bridge, params: Mapping[str, Any], cite: str) -> None:
    """The condition that the southern hex is on Club Route or holds the Club Route Marker."""
    state = params.get("state") or {}
    markers = [m for m in state.get("markers", ()) if "club" in str(m.get("kind", "")).lower()]
    at_marker = any(m.get("hex") == bridge.southern for m in markers)
    work.check(
        True if at_marker else params.get("on_club_route"),
        f"{bridge.southern} holds the Club Route Marker"
        if at_marker
        else (f"{bridge.southern} is on Club Route"),
        f"{bridge.southern} is neither on Club Route nor holds its marker",
        cite,
        f"on_club_route: whether {bridge.southern} is on Club Route (clubroute.trace)",
    )


def repair(context: Context, bridge: Bridge, params: Mapping[str, Any]) -> Any:
    """Answer ``bridge.repair``."""
    work, unit = Working(), params["unit"]
    rules = bridge.book["repair"]
    cite = rules.cite
    side = rules.text("side")
    work.check(
        unit.get("side", side) == side,
        f"the {side} side repairs",
        f"only the {side} side may",
        cite,
    )
    work.check(bridge.is_("destroyed"), "the bridge is destroyed", "the bridge stands", cite)
    hexes = bridge.ends if rules.text("where") == "either_hex" else (bridge.southern,)
    if rules.flag("began_turn"):
        work.check(
            unit.get("began_turn_dismounted"),
            "it began a turn there, dismounted",
            "it must first begin a turn there, dismounted",
            cite,
            "unit.began_turn_dismounted: whether it has begun a turn there, dismounted",
        )
    work.check(
        not unit.get("placed_now", False),
        "it came in an earlier activation",
        "it may not repair in the activation in which it came",
        cite,
    )
    engineer_action(work, context, unit, hexes, cite, engineer=False)
    result = None if work.forbidden else passes(work, context, params, unit, cite)
    ferry = ""
    if rules.flag("ends_ferry"):
        ferry = f"; a ferry there is removed ({rules.text('ferry_rule')})"
    outcomes = {
        "passed": "the destroyed marker is removed, the Unit is the bridge and may be fired at"
        + ferry,
        "failed": "the bridge stays destroyed",
    }
    return checked(work, result, outcomes, "repaired", "destroyed")


def works(bridge: Bridge, params: Mapping[str, Any]) -> Any:
    """Answer ``bridge.works``: whether a Unit that is the bridge acts as one."""
    work, rules = Working(), bridge.book["repair"]
    cite = rules.cite
    had = [name for name in CONDITIONS if params.get(name)]
    lost = [name for name in had if name in rules.words("removed_by")]
    if lost:
        text = f"{CONDITIONS[lost[0]]}: it is removed and the destroyed marker returns"
        work.say(text, cite)
        return work.record("closed", result="destroyed")
    stopped = [name for name in had if name in rules.words("stopped_by")]
    if stopped:
        work.say(f"{CONDITIONS[stopped[0]]}: it is no bridge until it Rallies", cite)
        return work.record("closed", result="stopped")
    for name in had:
        work.say(f"{CONDITIONS[name]}: said of nothing that stops the bridge here", cite)
    work.say("the Unit acts as the bridge", cite)
    return work.record("open", result="bridge")


CONDITIONS: Mapping[str, str] = {
    "suppressed": "it is Suppressed",
    "cohesion_hit": "it has a Cohesion Hit",
    "step_lost": "it has lost a Step",
    "eliminated": "it is eliminated",
}


def pontoon(context: Context, bridge: Bridge, params: Mapping[str, Any]) -> Any:
    """Answer ``bridge.pontoon``: assembling the Arnhem pontoon bridge."""
    work, unit, state = Working(), params["unit"], params.get("state") or {}
    rules = bridge.book["pontoon"]
    cite = rules.cite or rules.text("none_rule")
    work.check(
        bridge.kind == "pontoon", f"{bridge.name}", f"{bridge.name} is no pontoon bridge", cite
    )
    work.check(
        unit.get("side") == rules.text("side") if unit.get("side") else None,
        "the Allied side assembles it",
        "the German side may not assemble it",
        cite,
        "unit.side: Allied or German",
    )
    work.check(not bridge.is_("assembled"), "it is not assembled", "it is assembled already", cite)
    failed = bool(events(state, "pontoon_failed")) or bridge.is_("destroyed")
    work.check(not failed, "no attempt has failed", "an attempt has failed: no more are made", cite)
    engineer_action(work, context, unit, bridge.ends, cite)
    result = None if work.forbidden else passes(work, context, params, unit, cite)
    outcomes = {
        "passed": "the pontoon bridge is assembled",
        "failed": "the marker is replaced by a destroyed marker; no other attempt may be made",
    }
    return checked(work, result, outcomes, "assembled", "destroyed")
