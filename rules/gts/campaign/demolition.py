"""Controlling, wiring, improving and demolishing bridges (WED 2.15.3–2.15.6, TDC 2.15.3–2.15.5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from clubroute.rules.answer.answers import TEXTS
from clubroute.rules.answer.chances import OUTCOMES, by_face
from clubroute.rules.answer.first_line import begun, fitting
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.needs import listed
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.book.rulebook import ChosenReadings, Section, reading
from clubroute.rules.gts.asked import (
    AboutState,
    played_in,
    the_die,
    the_options,
    the_unit,
)
from clubroute.rules.gts.campaign.engineers import (
    ACTION,
    ACTION_VERDICTS,
    attempted,
    the_check,
)
from clubroute.rules.gts.games import answers, book
from clubroute.rules.gts.kinds import (
    DIE_FACES,
    ENEMY,
    HEX,
    NAME,
    SIDE,
    SIDES,
    YES,
    one_scenario,
)
from clubroute.rules.gts.position import need_fire_zones
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.situation.bridges import MapBridge, control, the_crossing
from clubroute.rules.position.record import needed, record, said

ITS_HEXSIDE = "its name, or its hexside, as 74.129/75.129"
ITS_UNIT = "the Unit: name, side, hex, column, engineer, tq …"


@dataclass(frozen=True, slots=True)
class ControlReadings(ChosenReadings):
    """Readings about control and demolition."""

    only: ClassVar[Mapping[str, tuple[str, ...]]] = {"contest": ("wed", "mg")}
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


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutBridge(AboutState):
    """A question about a bridge."""

    bridge: str = needed(NAME, ITS_HEXSIDE)
    crossing: MapBridge = the_crossing()


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlQuestion(AboutBridge):
    """The parameters of ``bridge.control``."""

    readings: ControlReadings = the_options(ControlReadings)


@dataclass(frozen=True, slots=True, kw_only=True)
class BridgeAction(AboutBridge):
    """A question about an Engineer Action at a bridge."""

    unit: Unit = the_unit(ITS_UNIT)
    check: str | None = the_check()
    die: int | None = the_die()


@dataclass(frozen=True, slots=True, kw_only=True)
class WireQuestion(BridgeAction):
    """The parameters of ``bridge.wire``."""

    scenario: str | None = said(one_scenario(), "the scenario, as Campaign Game 2")
    readings: ControlReadings = the_options(ControlReadings)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entering:
    """A Unit that enters a hex."""

    side: str | None = said(SIDE)
    hex: str | None = said(HEX)
    id: str | None = said(NAME)


@dataclass(frozen=True, slots=True, kw_only=True)
class DemolishQuestion(AboutState):
    """The parameters of ``bridge.demolish``."""

    bridge: str | None = said(NAME, f"{ITS_HEXSIDE}; left out, any bridge that is wired")
    entering: Entering = said(
        record(Entering), "the Unit that enters: side and hex", default=Entering()
    )
    side: str | None = said(SIDE, "the side that wants to try; the one that wired it if absent")
    in_fire_zones: bool | None = said(
        YES,
        "whether that side projects a Fire Zone into one of the two hexes, if the state does not "
        "tell",
    )
    die: int | None = the_die()
    crossing: MapBridge | None = the_crossing()
    readings: ControlReadings = the_options(ControlReadings)

    def zone_of(self, by: str | None) -> bool | None:
        """Whether a side projects a Fire Zone into one of the two hexes; None if unknown."""
        if self.crossing is None:
            return self.in_fire_zones
        told = {self.state.in_zone(one, self.crossing.ends) for one in ([by] if by else SIDES)}
        known = told.pop() if len(told) == 1 else None
        return self.in_fire_zones if known is None else known


@answers(
    "bridge.control", *("controlled", "contested", "undetermined"), side=SIDE.schema(), last=TEXTS
)
def who_controls(context: Context, asked: ControlQuestion) -> Receipt:
    """Who controls a bridge: the side last to enter both its hexes, if no enemy Fire Zone lies on
    either; else it is contested.
    """
    work, bridge = Working(), asked.crossing
    found = control(work, bridge, asked.state, asked.readings.set_up == "counts")
    if found.set_up:
        work.note(asked.readings.chosen("set_up"))
    if found.side is None:
        text = f"who controls {bridge.call} is not known"
        return work.receipt("undetermined", text, last=list(found.last))
    if not found.side:
        return work.receipt("contested", f"{bridge.call} is contested", last=list(found.last))
    text = f"{bridge.call} is {found.side} controlled"
    return work.receipt("controlled", text, side=found.side, last=list(found.last))


@answers("bridge.wire", *ACTION_VERDICTS, **ACTION)
def wire(context: Context, asked: WireQuestion) -> Receipt:
    """Whether an engineer may wire a bridge for demolition, and what its Troop Quality Check
    brings.
    """
    work, bridge = Working(), asked.crossing
    rules = bridge.book["wiring"]
    not_barred(work, bridge, played_in(asked.scenario, asked.state) or "")
    it_stands(work, bridge, rules.cite)
    wired = bridge.said.wired
    work.check(
        None if wired is None else not wired,
        "it is not wired",
        "it is wired already",
        rules.cite,
        f"{bridge.part}: whether it is wired already (wired or not_wired)",
    )
    side = asked.unit.side
    if side is None:
        work.need("unit.side: Allied or German")
    else:
        held = control(work, bridge, asked.state, asked.readings.set_up == "counts")
        if held.set_up:
            work.note(asked.readings.chosen("set_up"))
        if held.side is not None and held.side != side:
            work.forbid(f"the {side} side must control the bridge to wire it", rules.cite)
    outcomes = {
        "passed": f"{bridge.call} is wired; only the {side or 'wiring'} side may demolish it",
        "failed": "it is not wired",
    }
    passed = attempted(work, context, asked, bridge.ends, rules.cite)
    return checked(work, passed, outcomes, "wired", "not_wired")


def it_stands(work: Working, bridge: MapBridge, cite: str) -> None:
    """Add the condition that a bridge is not destroyed."""
    work.check(
        bridge.stands,
        "the bridge stands",
        "the bridge is destroyed",
        cite,
        f"{bridge.part}: whether the bridge stands (intact) or is destroyed",
    )


def not_barred(work: Working, bridge: MapBridge, scenario: str) -> None:
    """Forbid wiring the bridges that no engineer may wire."""
    never, kept = bridge.book["never"], bridge.book["kept"]
    if bridge.never:
        cite = never.cite or bridge.book["wiring"].cite
        work.forbid(f"{bridge.call} may never be wired", cite, bridge.provenance)
    if kept.holds and bridge.name in kept.words("bridges"):
        open_in = kept.words("unless")
        unnumbered = any(one.casefold().startswith(f"{scenario} ") for one in open_in)
        if not scenario or unnumbered:  # "campaign" names none of the four Campaign Games
            only = f"{bridge.call} may be wired only in {', '.join(open_in)}"
            work.need(f"state.scenario: which scenario is played; {only}")
        else:
            work.check(
                scenario in open_in,
                f"{bridge.call} may be wired in {scenario}",
                f"{bridge.call} may be wired only in {', '.join(open_in)}",
                kept.cite,
            )


@answers("bridge.improve", *ACTION_VERDICTS, **ACTION)
def improve(context: Context, asked: BridgeAction) -> Receipt:
    """Whether an engineer may improve a railroad bridge for vehicles."""
    work, bridge = Working(), asked.crossing
    cite = bridge.book["improving"].cite
    southern = asked.country.id(bridge.southern)
    work.shown(
        "railroad" in bridge.note,
        f"{bridge.call} is a railroad bridge",
        f"{bridge.call} is no railroad bridge",
        cite,
        asked.country,
        southern,
        bridge.provenance,
    )
    if bridge.never:
        never = bridge.book["never"].cite
        work.forbid(f"{bridge.call} may never be improved", never, bridge.provenance)
    improved = bridge.is_("improved")
    work.check(
        None if improved is None else not improved,
        "it is not improved yet",
        "it is improved already",
        cite,
        f"{bridge.part}: whether it is improved already",
    )
    it_stands(work, bridge, cite)
    outcomes = {
        "passed": f"{bridge.call} is improved: vehicles may cross, transport is not lost",
        "failed": "it is not improved",
    }
    passed = attempted(work, context, asked, bridge.ends, cite)
    return checked(work, passed, outcomes, "improved", "not_improved")


@answers(
    "bridge.demolish",
    *("legal", "illegal", "undetermined", "decided"),
    number={"type": "integer", "description": "the die or less"},
    result={"enum": ["demolished", "unwired"]},
    outcomes=OUTCOMES,
)
def demolish(context: Context, asked: DemolishQuestion) -> Receipt:
    """Whether the side that wired a bridge may try to demolish it as a Unit enters one of its
    hexes, the number needed, and what each die brings.

    Without a bridge, of any that is wired as an enemy Unit enters.
    """
    work, bridge = Working(), asked.crossing
    if bridge is None:
        rules = book("bridge", asked.country.window)["demolition"]
        work.say("of a bridge that is wired, as a Unit of the other side enters", rules.cite)
        if rules.flag("must_be_contested"):
            work.say("if the bridge is contested after that entry", rules.cite)
        return tried(work, rules, asked, asked.side)
    rules, entering = bridge.book["demolition"], asked.entering
    wired_by = bridge.said.wired_by
    wired = bridge.said.wired
    by = wired_by or (asked.side if wired else None)
    work.check(
        wired,
        f"{bridge.call} is wired",
        f"{bridge.call} is not wired",
        rules.cite,
        f"{bridge.part}: whether it is wired, and by whom: if by the enemy of who enters, a die of "
        f"{rules.number('number')} or less demolishes it, "
        f"{rules.number('number_with_fire_zone')} with a Fire Zone of theirs on one of the two "
        "hexes",
    )
    if bridge.never:
        never = bridge.book["never"].cite
        work.forbid(f"{bridge.call} may not be destroyed", never, bridge.provenance)
    if wired and wired_by is None:
        whose = f"{bridge.part}.wired_by: the side that wired it, which alone may demolish it"
        work.need(whose)
        if entering.side is not None:
            work.conditions[whose] = f"the {ENEMY[entering.side]} side wired it"
    if wired_by is not None and asked.side not in (None, wired_by):
        work.forbid(f"only the {wired_by} side, which wired it, may demolish it", rules.cite)
    work.check(
        None if entering.side is None else by is None or entering.side == ENEMY[by],
        "an enemy Unit enters",
        "only the entry of an enemy Unit allows an attempt",
        rules.cite,
        "entering.side: whose the Unit is that enters",
    )
    work.check(
        None if entering.hex is None else entering.hex in bridge.ends,
        f"it enters {entering.hex}, one of the two hexes",
        f"it must enter one of the two hexes, {' or '.join(bridge.ends)}",
        rules.cite,
        f"entering.hex: which of the two hexes it enters, {' or '.join(bridge.ends)}",
        provenance=bridge.provenance,
    )
    if rules.flag("must_be_contested") and by is not None and not work.forbidden:
        contested(work, bridge, asked, by)
    return tried(work, rules, asked, by)


def contested(work: Working, bridge: MapBridge, asked: DemolishQuestion, by: str) -> None:
    """Add the condition that the bridge becomes contested (WED 2.15.6)."""
    readings, cite = asked.readings, bridge.book["demolition"].cite
    counts = readings.set_up == "counts"
    if asked.entering.side is None or asked.entering.hex is None:
        return
    entry = (asked.entering.side, asked.entering.hex)
    before_it = len(work.needs)
    after = control(work, bridge, asked.state, counts, entry)
    if after.side is None:
        becomes = "it becomes contested"
        work.conditions |= dict.fromkeys(work.needs[before_it:], becomes)
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
        before = control(Working(), bridge, asked.state, counts)
        if before.side == "":
            work.forbid("it was contested before the entry", cite)
        elif before.side is None:
            work.need(need_fire_zones(ENEMY[by]))


def tried(work: Working, rules: Section, asked: DemolishQuestion, by: str | None) -> Receipt:
    """Answer with the number to roll, and what each face brings."""
    if work.forbidden:
        return work.receipt()
    die = asked.die
    low, high = rules.number("number"), rules.number("number_with_fire_zone")
    # Only the enemy of who enters may have wired it for this attempt.
    by = by or ENEMY.get(asked.entering.side or "")
    zone = asked.zone_of(by)
    number = None if zone is None else high if zone else low
    if number is not None:
        text = "projects a Fire Zone" if zone else "projects no Fire Zone"
        work.say(
            f"the {by or 'wiring'} side {text} into the two hexes: {number} or less", rules.cite
        )
    elif die is None or low < die <= high:
        work.need(
            need_fire_zones(by, "the side that wired it")
            if asked.bridge
            else "in_fire_zones: whether the side that wired it projects a Fire Zone into one of "
            f"the two hexes; if so blown on {high} or less; else on {low} or less"
        )
    results = {
        face: "demolished" if face <= (low if number is None else number) else "unwired"
        for face in DIE_FACES
        if number is not None or not low < face <= high
    }
    outcomes = by_face(
        results | {face: "as a Fire Zone decides" for face in DIE_FACES if face not in results}
    )
    if die is None or work.needs or die not in results:
        falls = "blown" if die is not None and results.get(die) == "demolished" else "charge lost"
        told = f"rolled {die}, {falls}" if die in results else ""
        summary = chance(work, number, (low, high), rules.cite, told)
        return work.receipt(summary=summary, number=number, outcomes=outcomes)
    text = f"the die is {die}: " + CONSEQUENCES[results[die]]
    if results[die] == "demolished" and rules.flag("stays_active"):
        text += " but stays active"
    work.say(text, rules.cite)
    return work.receipt("decided", text, number=number, result=results[die])


def chance(
    work: Working, number: int | None, lowest: tuple[int, int], cite: str, rolled: str = ""
) -> str:
    """Say on which faces a bridge is blown, or what was ``rolled``, and under which conditions."""
    low, high = lowest
    top = f"0–{low}, on {high} too with a Fire Zone there" if number is None else f"0–{number}"
    if number is not None and not work.needs and not rolled:
        last = DIE_FACES[-1]
        return f"Yes: blown on {top}, charge lost on {number + 1}–{last} [{cite}]"
    unknown = dict.fromkeys(work.conditions[one] for one in work.needs if one in work.conditions)
    head = f"If {listed([*unknown])}: " if unknown else ""
    if rolled and work.needs and not head:
        head = "If all holds: "
    falls = rolled or f"blown on {top}"
    return fitting(begun(f"{one}{falls}") for one in (head, "If all holds: "))


CONSEQUENCES: Mapping[str, str] = {
    "demolished": "the bridge is destroyed; the entering Unit does not cross",
    "unwired": "the bridge stands and is no longer wired; it may be wired again only once the "
    "side controls it again",
}


def checked(
    work: Working,
    passed: bool | None,
    outcomes: Mapping[str, str],
    yes: str,
    no: str,
    changes: bool = False,
) -> Receipt:
    """Answer a question whose result hangs on a Troop Quality Check.

    :param changes: whether a failed check changes something: else all is as it was, of which
        nobody may have said how it was.
    """
    text = "" if passed is None else outcomes["passed" if passed else "failed"]
    if work.forbidden or (work.needs and (passed or changes)):
        work.then = text
        return work.receipt()
    if work.needs:
        return work.receipt(summary="" if passed is None else "With a failed check nothing changes")
    if passed is None:
        return work.receipt(outcomes=[{"check": k, "result": v} for k, v in outcomes.items()])
    return work.receipt("decided", text, result=yes if passed else no)
