"""Bulldozers: placing one at an unstable stream bridge and repairing it (WED 2.11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from clubroute.rules.answer.answers import LEGALITY
from clubroute.rules.answer.chances import by_face
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.book.rulebook import ChosenReadings, Section, reading
from clubroute.rules.gts.asked import the_die, the_options
from clubroute.rules.gts.campaign.demolition import AboutBridge
from clubroute.rules.gts.games import answers
from clubroute.rules.gts.kinds import (
    ALLIED,
    DIE_FACES,
    GERMAN,
    NAME,
    YES,
    choice,
)
from clubroute.rules.gts.position import Position, need_fire_zones
from clubroute.rules.gts.situation.bridges import MapBridge, the_crossing
from clubroute.rules.position.names import same_group
from clubroute.rules.position.record import needed, plain, said

# Where Bailey Bridge Units and Bulldozers go: on Club Route or its Marker (WED 2.11, 2.15.7).


@dataclass(frozen=True, slots=True)
class PlacingReadings(ChosenReadings):
    """Where such a Unit goes."""

    placed_on: str = reading(
        established="it goes on Club Route as established, or to the Marker",
        potential="it goes on potential Club Route, too, north of the Marker",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacingQuestion(AboutBridge):
    """A question about a Unit that is placed on Club Route in a Divisional Activation."""

    activation: str | None = said(NAME, "the Division whose Divisional Activation it is")
    on_club_route: bool | None = said(YES, "whether the southern hex is on Club Route")
    on_potential: bool | None = said(
        YES, "whether the southern hex is on potential Club Route, north of the Marker"
    )
    readings: PlacingReadings = the_options(PlacingReadings)


def of_division(work: Working, division: str, asked: PlacingQuestion, cite: str) -> None:
    """Add the condition that it is a Divisional Activation of a Division."""
    activation = asked.activation
    work.check(
        same_group(activation, division) if activation else None,
        f"it is a Divisional Activation of {division}",
        f"it must be a Divisional Activation of {division}"
        + (f", not of {activation}" if activation else ""),
        cite,
        f"activation: whether it is a Divisional Activation of {division}",
    )


def right_place(work: Working, bridge: MapBridge, asked: PlacingQuestion, cite: str) -> None:
    """Add the conditions on the place: no German Fire Zone on the bridge, and its southern hex is
    on Club Route or holds the Club Route Marker.
    """
    zone = asked.state.in_zone(GERMAN, bridge.ends)
    work.check(
        None if zone is None else not zone,
        "no German Fire Zone lies on either hex",
        "a German Fire Zone lies on one of the hexes",
        cite,
        need_fire_zones(GERMAN),
    )
    southern = bridge.southern
    route = asked.state.club_route
    marker = route is not None and route.marker == southern
    if marker or any(one.hex == southern for one in asked.state.markers_of("club_route")):
        work.say(f"{southern} holds the Club Route Marker", cite)
        return
    wide = asked.readings.placed_on == "potential"
    holds, on_potential = asked.on_club_route, asked.on_potential
    if holds is False and (wide or on_potential):
        work.note(asked.readings.chosen("placed_on"))
    if holds is False and wide:
        work.check(
            on_potential,
            f"{southern} is on potential Club Route",
            f"{southern} is on no Club Route, established or potential",
            cite,
            f"on_potential: whether {southern} is on potential Club Route",
        )
        return
    work.check(
        holds,
        f"{southern} is on Club Route",
        f"{southern} is neither on Club Route nor holds its marker",
        cite,
        f"on_club_route: whether {southern} is on Club Route (clubroute.trace)",
    )


ACTS = ("place", "repair", "entered", "fired_at", "move")


@dataclass(frozen=True, slots=True)
class BulldozerReadings(PlacingReadings):
    """The readings of the rules about Bulldozers."""

    bulldozer_day: str = reading(
        placed="a Bulldozer counts on the one 1900 turn after it was placed",
        stays="a Bulldozer counts on every 1900 turn until its bridge is repaired",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BulldozerQuestion(PlacingQuestion):
    """The parameters of ``bridge.bulldozer``."""

    act: str = needed(
        choice(*ACTS),
        "place it, repair (its die), or what befalls it: entered by an enemy, fired_at, move",
    )
    crossing: MapBridge = the_crossing(kinds=("stream_bridge",))
    die: int | None = the_die()
    modifier: int | None = said(
        plain({"type": "integer", "minimum": -9, "maximum": 9}),
        "what Men at Work markers there add to the die (series rules)",
    )
    readings: BulldozerReadings = the_options(BulldozerReadings)


@answers(
    "bridge.bulldozer",
    *LEGALITY,
    result={"enum": ["stable", "unstable", "eliminated"]},
    outcomes={"type": "array", "items": {"type": "object"}},
    hex={"type": "string"},
)
def bulldozer(context: Context, asked: BulldozerQuestion) -> Receipt:
    """Whether a Bulldozer may be placed at an unstable stream bridge, whether its die repairs the
    bridge, and what befalls it."""
    work = Working()
    bridge = asked.crossing
    rules = bridge.book["bulldozer"]
    if not rules.holds:
        work.forbid("no bridge there can be unstable", "WED 2.11")
        return work.receipt(summary=f"{asked.bridge}: no bridge there can be unstable")
    if rules.text("suspect") not in bridge.note:
        place = asked.country.id(bridge.southern)
        why = "no bridge there can be unstable"
        work.absent(why, rules.cite, asked.country, place, forbids=True)
        return work.receipt(summary=f"{asked.bridge}: no bridge there can be unstable")
    if asked.act not in ("place", "repair"):
        return befallen(work, rules, asked.act)
    broken(work, bridge, rules)
    of_division(work, rules.text("division"), asked, rules.cite)
    if asked.act == "place":
        return placed(work, bridge, rules, asked)
    return repaired(work, bridge, rules, asked)


def broken(work: Working, bridge: MapBridge, rules: Section) -> None:
    """Add the condition that the bridge has been found unstable."""
    known = [word for word in ("unstable", "stable") if bridge.is_(word)]
    name = "/".join(bridge.ends)
    work.check(
        known[0] == "unstable" if known else None,
        "the bridge is unstable",
        "the bridge is stable: nothing to repair",
        rules.cite,
        f"state.bridges.{name}: unstable (else nothing to repair)",
    )


def placed(work: Working, bridge: MapBridge, rules: Section, asked: BulldozerQuestion) -> Receipt:
    """Answer whether a Bulldozer may be placed."""
    cite, where, position = rules.cite, bridge.southern, asked.state
    right_place(work, bridge, asked, cite)
    there = standing(bridge, position)
    work.check(
        None if there is None else not there,
        "no Bulldozer has been placed there",
        "a Bulldozer has been placed there: never a second one",
        cite,
        "state.history: whether a Bulldozer has been placed there (bulldozer_placed)",
    )
    if not work.forbidden:
        work.say(f"it goes to {where}, the southern hex, and never moves", cite, bridge.provenance)
        work.say("its die may be rolled in this Impulse", cite)
        work.say("it counts at the release of XXX Corps", rules.text("modifier_rule"))
        work.note(asked.readings.chosen("bulldozer_day"))
    said = f"Yes: a Bulldozer is placed in {where}" if work.verdict == "legal" else ""
    return work.receipt(summary=said, hex=where)


def standing(bridge: MapBridge, position: Position) -> bool | None:
    """Tell whether a Bulldozer was placed at the bridge, None if that is not told."""
    events = position.events("bulldozer_placed")
    units = position.units_in((bridge.southern,), ALLIED)
    if any(bridge.at(one.hexside) for one in events) or any(u.kind == "bulldozer" for u in units):
        return True
    unsaid = position.history is None or any(one.hexside is None for one in events)
    return None if unsaid else False


def repaired(work: Working, bridge: MapBridge, rules: Section, asked: BulldozerQuestion) -> Receipt:
    """Answer what the die of a repair brings."""
    cite, number, position = rules.cite, rules.number("number"), asked.state
    work.check(
        standing(bridge, position),
        "a Bulldozer stands there",
        "no Bulldozer has been placed there",
        cite,
        "state.units or state.history: whether a Bulldozer stands there",
    )
    men = any(one.hex == bridge.southern for one in position.markers_of("men_at_work"))
    unsaid = any(one.hex is None for one in position.markers_of("men_at_work"))
    unknown = asked.modifier is None and (men or unsaid or position.markers is None)
    if unknown:
        work.need(
            "modifier: what Men at Work markers there add to the die (series rules); none do if "
            "state.markers tells of none"
        )
    modifier = asked.modifier or 0
    outcomes = {
        face: "stable for the rest of the game; the Bulldozer is taken off"
        if face + modifier <= number
        else "still unstable; a Men at Work marker may be placed, the next Guards Divisional "
        "Activation brings another roll"
        for face in DIE_FACES
    }
    if work.forbidden or work.needs:
        if asked.die is None:
            return work.receipt()
        aside = ", Men at Work markers aside" if unknown else ""
        if asked.die + modifier > number:
            return work.receipt(summary=f"{asked.die} is too high{aside}")
        work.then = f"{asked.die} is low enough{aside}"
        return work.receipt()
    work.say(f"an Engineer Action; {number} or less makes the bridge stable", cite)
    if asked.die is None:
        return work.receipt(
            summary=f"stable on {number - modifier} or less", outcomes=by_face(outcomes)
        )
    total = asked.die + modifier
    result = "stable" if total <= number else "unstable"
    work.say(f"{total}: {outcomes[asked.die]}", cite)
    return work.receipt(summary=f"{total} against {number}: {result}", result=result)


FATES: Mapping[str, tuple[bool, str]] = {
    "entered": (True, "an enemy Unit has entered its hex: it is eliminated"),
    "fired_at": (False, "it may not be attacked"),
    "move": (False, "once placed it never moves"),
}
"""By what is asked: whether it happens, and what that means."""


def befallen(work: Working, rules: Section, act: str) -> Receipt:
    """Answer what befalls a Bulldozer."""
    happens, why = FATES[act]
    (work.say if happens else work.forbid)(why, rules.cite)
    return work.receipt(summary=why, result="eliminated" if happens else None)
