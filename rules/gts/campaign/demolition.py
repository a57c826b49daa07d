"""Controlling, wiring, improving and demolishing bridges (WED 2.15.3–2.15.6, TDC 2.15.3–2.15.5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clubroute.rules.context import Context
from clubroute.rules.gts.campaign.ask import ENEMY, in_fire_zone, need_fire_zones
from clubroute.rules.gts.campaign.bridges import Bridge, control
from clubroute.rules.gts.campaign.engineers import engineer_action, passes
from clubroute.rules.gts.campaign.working import DIE_FACES, Working, by_face
from clubroute.rules.readings import ChosenReadings, reading


@dataclass(frozen=True, slots=True)
class Readings(ChosenReadings):
    """Readings about control and demolition."""

    set_up: str = reading(
        counts="a Unit standing in an end hex that nobody is recorded to have entered counts "
        "as the last to enter it",
        **{"not": "only recorded entries count"},
    )
    contest: str = reading(
        contested="the bridge must be contested after the entry, whether or not it was before",
        newly="the bridge must be contested after the entry and not before",
        lost="it is enough that the wiring side does not control the bridge after the entry",
    )


def who_controls(bridge: Bridge, state: Mapping[str, Any], readings: Readings) -> Any:
    """Answer ``bridge.control``."""
    work = Working()
    found = control(work, bridge, state, readings.set_up == "counts")
    if found.set_up:
        work.note(readings.chosen("set_up"))
    if found.side is None:
        return work.record("undetermined", bridge.name, last=list(found.last))
    if not found.side:
        return work.record("contested", f"{bridge.name} is contested", last=list(found.last))
    text = f"{bridge.name} is {found.side} controlled"
    return work.record("controlled", text, side=found.side, last=list(found.last))


def wire(context: Context, bridge: Bridge, params: Mapping[str, Any], readings: Readings) -> Any:
    """Answer ``bridge.wire``."""
    work = Working()
    unit, state = params["unit"], params.get("state") or {}
    rules = bridge.book["wiring"]
    not_barred(work, bridge, params.get("scenario", ""))
    work.check(
        not bridge.is_("destroyed"), "the bridge stands", "the bridge is destroyed", rules.cite
    )
    work.check(not bridge.is_("wired"), "it is not wired", "it is wired already", rules.cite)
    side = unit.get("side", "")
    if side not in ENEMY:
        work.need("unit.side: Allied or German")
    else:
        held = control(work, bridge, state, readings.set_up == "counts")
        if held.set_up:
            work.note(readings.chosen("set_up"))
        if held.side is not None and held.side != side:
            work.forbid(f"the {side} side must control the bridge to wire it", rules.cite)
    engineer_action(work, context, unit, bridge.ends, rules.cite)
    result = None if work.forbidden else passes(work, context, params, unit, rules.cite)
    outcomes = {
        "passed": f"{bridge.name} is wired; only the {side or 'wiring'} side may demolish it",
        "failed": "it is not wired",
    }
    return checked(work, result, outcomes, "wired", "not_wired")


def not_barred(work: Working, bridge: Bridge, scenario: str) -> None:
    """Bridges that no engineer may wire."""
    never, kept = bridge.book["never"], bridge.book["kept"]
    if bridge.never:
        cite = never.cite or bridge.book["wiring"].cite
        work.forbid(f"{bridge.name} may never be wired", cite, bridge.provenance)
    if kept.holds and bridge.name in kept.words("bridges"):
        open_in = kept.words("unless")
        if not scenario:
            work.need(f"scenario: {bridge.name} may be wired only in {', '.join(open_in)}")
        else:
            work.check(
                scenario in open_in,
                f"{bridge.name} may be wired in {scenario}",
                f"{bridge.name} may be wired only in {', '.join(open_in)}",
                kept.cite,
            )


def improve(context: Context, bridge: Bridge, params: Mapping[str, Any]) -> Any:
    """Answer ``bridge.improve``."""
    work = Working()
    rules = bridge.book["improving"]
    cite = rules.cite
    railroad = "railroad" in bridge.note
    work.check(
        railroad,
        f"{bridge.name} is a railroad bridge",
        f"{bridge.name} is no railroad bridge",
        cite,
    )
    if bridge.never:
        never = bridge.book["never"].cite
        work.forbid(f"{bridge.name} may never be improved", never, bridge.provenance)
    work.check(not bridge.is_("improved"), "it is not improved yet", "it is improved already", cite)
    work.check(not bridge.is_("destroyed"), "the bridge stands", "the bridge is destroyed", cite)
    engineer_action(work, context, params["unit"], bridge.ends, cite)
    result = None if work.forbidden else passes(work, context, params, params["unit"], cite)
    outcomes = {
        "passed": f"{bridge.name} is improved: vehicles may cross, transport is not lost",
        "failed": "it is not improved",
    }
    return checked(work, result, outcomes, "improved", "not_improved")


def demolish(bridge: Bridge, params: Mapping[str, Any], readings: Readings) -> Any:
    """Answer ``bridge.demolish``: whether the wiring side may try as a Unit enters, and how."""
    work = Working()
    state, entering = params.get("state") or {}, params["entering"]
    rules = bridge.book["demolition"]
    by = bridge.wired_by or (params.get("side", "") if bridge.is_("wired") else "")
    work.check(
        bridge.is_("wired"), f"{bridge.name} is wired", f"{bridge.name} is not wired", rules.cite
    )
    if bridge.never:
        never = bridge.book["never"].cite
        work.forbid(f"{bridge.name} may not be destroyed", never, bridge.provenance)
    if bridge.is_("wired") and not bridge.wired_by:
        work.need("state.bridges.….wired_by: the side that wired it")
    asked = params.get("side", by)
    if bridge.wired_by and asked != bridge.wired_by:
        work.forbid(f"only the {bridge.wired_by} side, which wired it, may demolish it", rules.cite)
    side, hex = entering["side"], entering["hex"]
    work.check(
        not by or side == ENEMY[by],
        "an enemy Unit enters",
        "only the entry of an enemy Unit allows an attempt",
        rules.cite,
    )
    work.check(
        hex in bridge.ends,
        f"it enters {hex}, one of the two hexes",
        f"it must enter one of the two hexes, {' or '.join(bridge.ends)}",
        rules.cite,
        provenance=bridge.provenance,
    )
    if rules.flag("must_be_contested") and by and not work.forbidden:
        contested(work, bridge, state, readings, by, (side, hex))
    return tried(work, bridge, params.get("die"), by, state)


def contested(
    work: Working,
    bridge: Bridge,
    state: Mapping[str, Any],
    readings: Readings,
    by: str,
    entry: tuple[str, str],
) -> None:
    """The condition that the bridge becomes contested (WED 2.15.6)."""
    cite = bridge.book["demolition"].cite
    counts = readings.set_up == "counts"
    after = control(work, bridge, state, counts, entry)
    if after.set_up:
        work.note(readings.chosen("set_up"))
    work.note(readings.chosen("contest"))
    if readings.contest == "lost":
        # The enemy was last to enter one of the hexes, so the wiring side does not control it.
        work.needs = [need for need in work.needs if need != need_fire_zones(by)]
        work.say(f"after the entry the {by} side does not control the bridge", cite)
        return
    if after.side is None:
        return
    work.check(
        after.side == "",
        "the bridge is contested after the entry",
        f"after the entry the bridge is {after.side} controlled, not contested",
        cite,
    )
    if readings.contest == "newly":
        before = control(Working(), bridge, state, counts)
        if before.side == "":
            work.forbid("it was contested before the entry", cite)
        elif before.side is None:
            work.need(need_fire_zones(ENEMY[by]))


def tried(work: Working, bridge: Bridge, die: int | None, by: str, state: Mapping[str, Any]) -> Any:
    """The roll: the number, and what each face brings."""
    if work.forbidden:
        return work.record()
    rules = bridge.book["demolition"]
    low, high = rules.number("number"), rules.number("number_with_fire_zone")
    zone = in_fire_zone(state, by, bridge.ends) if by else None
    number = None if zone is None else high if zone else low
    if number is not None:
        text = "projects a Fire Zone" if zone else "projects no Fire Zone"
        work.say(f"the {by} side {text} into the two hexes: {number} or less", rules.cite)
    elif die is None or low < die <= high:
        work.need(need_fire_zones(by or "the wiring side"))
    results = {
        face: "demolished" if face <= (low if number is None else number) else "unwired"
        for face in DIE_FACES
        if number is not None or not low < face <= high
    }
    outcomes = by_face(results)
    if die is None or work.needs or die not in results:
        return work.record(number=number, outcomes=outcomes)
    text = f"the die is {die}: " + CONSEQUENCES[results[die]]
    work.say(text, rules.cite)
    return work.record("decided", text, number=number, result=results[die])


CONSEQUENCES: Mapping[str, str] = {
    "demolished": "the bridge is destroyed; the entering Unit does not cross but stays active",
    "unwired": "the bridge stands and is no longer wired; it may be wired again only once the "
    "side controls it again",
}


def checked(
    work: Working, passed: bool | None, outcomes: Mapping[str, str], yes: str, no: str
) -> Any:
    """An answer whose result hangs on a Troop Quality Check."""
    if work.forbidden or work.needs:
        return work.record()
    if passed is None:
        return work.record(outcomes=[{"check": k, "result": v} for k, v in outcomes.items()])
    text = outcomes["passed" if passed else "failed"]
    return work.record("decided", text, result=yes if passed else no)
