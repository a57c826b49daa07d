"""Repairing bridges and the pontoon bridge (WED 2.15.7; TDC 2.15.6, 2.15.7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from clubroute.rules.answer.answers import LEGALITY
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.gts.asked import (
    AboutMap,
    is_one_of,
    the_options,
    the_unit,
)
from clubroute.rules.gts.campaign.bulldozer import PlacingQuestion, of_division, right_place
from clubroute.rules.gts.campaign.declaring import RepairReadings, after_demolition, available
from clubroute.rules.gts.campaign.demolition import (
    ITS_HEXSIDE,
    ITS_UNIT,
    BridgeAction,
    checked,
)
from clubroute.rules.gts.campaign.engineers import ACTION, ACTION_VERDICTS, attempted
from clubroute.rules.gts.games import answers, book
from clubroute.rules.gts.kinds import (
    COUNT,
    HEX,
    NAME,
    YES,
)
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.bridges import UNSAID
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.situation.bridges import MapBridge, the_crossing
from clubroute.rules.position.asked import the_beginning
from clubroute.rules.position.record import needed, said

CONDITIONS: Mapping[str, str] = {
    "suppressed": "it is Suppressed",
    "cohesion_hit": "it has a Cohesion Hit",
    "step_loss": "it has lost a Step",
    "eliminated": "it is eliminated",
}
"""The events that may befall a Unit that is the bridge."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BaileyQuestion(PlacingQuestion):
    """The parameters of ``bridge.bailey``."""

    unit: Unit = the_unit(ITS_UNIT)
    declared: bool | None = said(YES, "whether it was declared at the start of the turn")
    placed_this_impulse: int | None = said(COUNT, "Bailey Bridge Units brought in this Impulse")
    begins: bool | None = the_beginning("whether its Impulse begins here: none was brought in it")
    readings: RepairReadings = the_options(RepairReadings)


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairQuestion(BridgeAction):
    """The parameters of ``bridge.repair``."""

    begins: bool | None = the_beginning(
        "whether its activation begins here: it came before, and began the turn where it is"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class WorksQuestion(AboutMap):
    """The parameters of ``bridge.works``."""

    bridge: str = needed(NAME, ITS_HEXSIDE)
    crossing: MapBridge = the_crossing(position=lambda _: Position())
    suppressed: bool | None = said(YES, CONDITIONS["suppressed"])
    cohesion_hit: bool | None = said(YES, CONDITIONS["cohesion_hit"])
    step_loss: bool | None = said(YES, CONDITIONS["step_loss"])
    eliminated: bool | None = said(YES, CONDITIONS["eliminated"])

    @property
    def befell(self) -> tuple[str, ...]:
        """The names of what has befallen the Unit."""
        return tuple(name for name in CONDITIONS if getattr(self, name) is True)


@answers("bridge.bailey", *LEGALITY, hex=HEX.schema())
def place_bailey(context: Context, asked: BaileyQuestion) -> Receipt:
    """Whether a Bailey Bridge Unit may be placed at a destroyed bridge in this Impulse (Where
    Eagles Dare).
    """
    work, position = Working(), asked.state
    bridge = asked.crossing
    rules = bridge.book["bailey"]
    if not rules.holds:
        cite = bridge.book["repair"].cite
        work.forbid("Bridge Units are declared and arrive as reinforcements here", cite)
        return work.receipt()
    cite, rows = rules.cite, rules["units"]
    it_is_gone(work, bridge, cite)
    mine = (d for d in rows.values if is_one_of(asked.unit, rows[d].words("units")))
    division = next(mine, None)
    if division is None:
        names = "; ".join(name for d in rows.values for name in rows[d].words("units"))
        work.check(
            False if asked.unit.call else None,
            "",
            f"it is no Bailey Bridge Unit: they are {names}",
            cite,
            "unit.name: which Unit it is",
        )
        return work.receipt()
    free, why = available(rows[division], division, position)
    released = f"a Formation of {division} has been released"
    met = why if free else released
    work.check(free, met, why, cite, f"state.history: whether {released}")
    of_division(work, division, asked, cite)
    after_demolition(work, position, position.turn, cite, asked.readings)
    if asked.readings.bailey_time == "start_of_turn":
        work.check(
            asked.declared,
            "it was declared at the start of the turn",
            "it was not declared at the start of the turn",
            cite,
            "declared: whether it was declared at the start of the turn",
        )
    work.note(asked.readings.chosen("bailey_time"))
    right_place(work, bridge, asked, cite)
    placed = asked.placed_this_impulse
    full = None if placed is None else placed >= rules.number("most_an_impulse")
    work.before(book("unsaid", bridge.game)["placed_this_impulse"], full, asked.begins)
    if not work.forbidden:
        where = bridge.southern
        work.say(
            f"it is placed in {where}, the southern hex, truck side up", cite, bridge.provenance
        )
        work.say("this is its Movement Action; it may repair in a later activation", cite)
    return work.receipt(hex=bridge.southern)


def it_is_gone(work: Working, bridge: MapBridge, cite: str) -> None:
    """Add the condition that a bridge is destroyed."""
    work.check(
        bridge.is_("destroyed"),
        "the bridge is destroyed",
        "the bridge stands",
        cite,
        f"{bridge.part}: whether the bridge is destroyed",
    )


@answers("bridge.repair", *ACTION_VERDICTS, **ACTION)
def repair(context: Context, asked: RepairQuestion) -> Receipt:
    """Whether a Bridge Unit may repair a destroyed bridge, and what its Troop Quality Check
    brings.
    """
    work, unit = Working(), asked.unit
    bridge = asked.crossing
    rules = bridge.book["repair"]
    cite, side = rules.cite, rules.text("side")
    work.check(
        None if unit.side is None else unit.side == side,
        f"the {side} side repairs",
        f"only the {side} side may",
        cite,
        "unit.side: Allied or German",
    )
    it_is_gone(work, bridge, cite)
    hexes = bridge.ends if rules.text("where") == "either_hex" else (bridge.southern,)
    unsaid = book("unsaid", bridge.game)
    for fact in ("began_turn_dismounted", "placed_now"):
        if unsaid[fact].holds:
            work.before(unsaid[fact], getattr(unit, fact), asked.begins)
    passed = attempted(work, context, asked, hexes, cite, engineer=False)
    ferry = ""
    if rules.flag("ends_ferry"):
        ferry = f"; a ferry there is removed ({rules.text('ferry_rule')})"
    outcomes = {
        "passed": "the destroyed marker is removed, the Unit is the bridge and may be fired at"
        + ferry,
        "failed": "the bridge stays destroyed",
    }
    return checked(work, passed, outcomes, "repaired", "destroyed")


@answers(
    "bridge.works",
    *("open", "closed", "undetermined"),
    result={"enum": ["bridge", "stopped", "destroyed"]},
)
def works(context: Context, asked: WorksQuestion) -> Receipt:
    """Whether a Bridge Unit that is the bridge acts as one after what has befallen it."""
    work = Working()
    rules = asked.crossing.book["repair"]
    cite = rules.cite
    lost = [name for name in asked.befell if name in rules.words("removed_by")]
    if lost:
        text = f"{CONDITIONS[lost[0]]}: it is removed and the destroyed marker returns"
        work.say(text, cite)
        return work.receipt("closed", result="destroyed")
    unsaid = [name for name in CONDITIONS if getattr(asked, name) is None]
    for name in unsaid:
        if name in rules.words("removed_by"):
            work.need(f"{name}: whether {CONDITIONS[name]}; if so the bridge is destroyed again")
    stopped = [name for name in asked.befell if name in rules.words("stopped_by")]
    if stopped:
        work.say(f"{CONDITIONS[stopped[0]]}: it is no bridge until it Rallies", cite)
        return work.receipt("closed", result=None if work.needs else "stopped")
    for name in unsaid:
        if name in rules.words("stopped_by"):
            work.need(f"{name}: whether {CONDITIONS[name]}; if so it is no bridge until it Rallies")
    if work.needs:
        return work.receipt()
    for name in asked.befell:
        work.say(f"{CONDITIONS[name]}: said of nothing that stops the bridge here", cite)
    work.say("the Unit acts as the bridge", cite)
    return work.receipt("open", result="bridge")


@answers("bridge.pontoon", *ACTION_VERDICTS, **ACTION)
def pontoon(context: Context, asked: BridgeAction) -> Receipt:
    """Whether an engineer may assemble the Arnhem Pontoon Bridge, and what its Troop Quality Check
    brings.
    """
    work, unit = Working(), asked.unit
    bridge = asked.crossing
    rules = bridge.book["pontoon"]
    cite = rules.cite or rules.text("none_rule")
    work.check(
        bridge.kind == "pontoon", f"{bridge.call}", f"{bridge.call} is no pontoon bridge", cite
    )
    work.check(
        unit.side == rules.text("side") if unit.side else None,
        "the Allied side assembles it",
        "the German side may not assemble it",
        cite,
        "unit.side: Allied or German",
    )
    assembled, tried = bridge.is_("assembled"), asked.state.history
    work.check(
        None if assembled is None else not assembled,
        "it is not assembled",
        "it is assembled already",
        cite,
        f"{bridge.part}: whether it is assembled already",
    )
    untold = asked.state.bridge(bridge.ends) == UNSAID
    failed = bool(asked.state.events("pontoon_failed")) or bool(bridge.is_("destroyed"))
    work.check(
        False if failed else None if tried is None and untold else True,
        "no attempt has failed",
        "an attempt has failed: no more are made",
        cite,
        "state.history: whether an attempt has failed before (pontoon_failed)",
    )
    outcomes = {
        "passed": "the pontoon bridge is assembled",
        "failed": "the marker is replaced by a destroyed marker; no other attempt may be made",
    }
    passed = attempted(work, context, asked, bridge.ends, cite, again=False)
    return checked(work, passed, outcomes, "assembled", "destroyed", changes=True)
