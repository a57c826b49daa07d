"""Fire modifiers of Units at bridges (WED 2.15; TDC 2.15, 2.15.7)."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.gts.asked import AboutState, the_options
from clubroute.rules.gts.fire.ground import (
    FireReadings,
    bridges_at,
    is_assembled,
    ruined,
)
from clubroute.rules.gts.games import answers, book
from clubroute.rules.gts.kinds import HEX, SIDE, YES
from clubroute.rules.position.record import needed, said


@dataclass(frozen=True, slots=True, kw_only=True)
class ModifierQuestion(AboutState):
    """The parameters of ``bridge.modifier``."""

    hex: str = needed(HEX, "its hex")
    column: bool = needed(YES, "whether it is in Column")
    side: str | None = said(SIDE, "its side, which matters at the pontoon bridge")
    readings: FireReadings = the_options(FireReadings)


@answers(
    "bridge.modifier",
    "decided",
    "undetermined",
    modifier={"type": "integer"},
    terrain={"type": "boolean", "description": "whether the hex's own terrain counts"},
)
def bridge_modifier(context: Context, asked: ModifierQuestion) -> Receipt:
    """The modifier of a Unit fired on in a hex with a bridge hexside."""
    work, country = Working(), asked.country
    here = country.id(asked.hex)
    rules = book("bridge", country.game(here))
    plain, pontoon = rules["modifier"], rules["pontoon"]
    cite = plain.cite
    if not asked.column:
        work.say("not in Column: no modifier for a bridge", cite)
        return work.receipt("decided", modifier=0, terrain=True)
    for feature, number in bridges_at(country, here):
        basis = country.bases[feature.basis].provenance
        if feature.kind == "bridge" and at_ruin(work, asked, feature.name, number, cite):
            continue
        if feature.kind == "bridge":
            name = feature.name or "a bridge"
            why = f"in Column in a hex with {name} ({number})"
            work.say(why, cite, basis, country.number(here))
            work.leave("a raised Road in the same hex (fire.modifiers)")
            added = plain.number("column")
            summary = f"{added:+d}, no terrain modifier: in Column at {feature.name or number}"
            return work.receipt("decided", summary, modifier=added, terrain=False)
        assembled = is_assembled(asked.state, number)
        if assembled is False or asked.side not in (None, pontoon.text("side")):
            continue
        value = pontoon.number("column")
        if asked.side is None:
            work.need(f"side: an Allied Unit takes {value:+d} at the assembled pontoon bridge")
        if assembled is None:
            work.need(
                f"state.bridges.{number}: whether the pontoon bridge is assembled; if so "
                f"{value:+d} for an Allied Unit; else 0"
            )
        if not work.needs:
            work.say(f"Allied and in Column at {feature.name} ({number})", pontoon.cite, basis)
            summary = f"{value:+d}: in Column at {feature.name}"
            return work.receipt("decided", summary, modifier=value, terrain=True)
    if work.needs:
        return work.receipt("undetermined")
    work.absent("no bridge hexside: no modifier", cite, country, here)
    return work.receipt("decided", modifier=0, terrain=True)


def at_ruin(work: Working, asked: ModifierQuestion, name: str, number: str, cite: str) -> bool:
    """Whether the bridge at a hexside is destroyed, or may be, and adds nothing then; says so."""
    gone, call = asked.state.bridge_is(number.split("/"), "destroyed"), name or "the bridge"
    if gone is False or asked.readings.ruined_bridge == "counts":
        return False
    if gone is None:
        work.need(f"state.bridges.{number}: whether {call} is destroyed; if so it adds nothing")
        return True
    if not ruined(asked.state, number):
        return False
    work.note(asked.readings.chosen("ruined_bridge"))
    work.say(f"{call} is destroyed ({number})", cite)
    return True
