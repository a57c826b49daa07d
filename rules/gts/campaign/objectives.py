"""The scenarios that are decided by places: the Drive, Son, the Best Laid Plans (WED 1 to 3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from clubroute.rules.gts.campaign.ask import ALLIED, GERMAN, units_in
from clubroute.rules.gts.campaign.history import events
from clubroute.rules.gts.campaign.working import Working
from clubroute.rules.rulebook import Section


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who wins: Allied, German, ``draw``, ``undefined``; None while ``needs`` are missing."""

    winner: str | None
    needs: tuple[str, ...] = ()


def drive(
    work: Working, section: Section, state: Mapping[str, Any], destroyed: bool | None
) -> Outcome:
    """Scenario 1: the Unit must reach a hex and come back to another."""
    goal, home, unit = section.text("reaches"), section.text("returns"), section.text("unit")
    if "history" not in state:
        return Outcome(None, (f"state.history: the hexes {unit} entered",))
    there = False
    for event in events(state, "entered"):
        if squeezed(event.unit) != squeezed(unit):
            continue
        if event.hex == goal:
            there = True
        if there and event.hex == home:
            work.say(f"{unit} reached {goal} and returned to {home}", section.cite)
            return Outcome(ALLIED)
    reached = "reached" if there else "did not reach"
    work.say(f"{unit} {reached} {goal}, and is not back in {home}", section.cite)
    return Outcome(GERMAN)


def squeezed(name: str) -> str:
    """A Unit's name without spaces, as ``D(-)/2HHC``."""
    return name.replace(" ", "").casefold()


def son(
    work: Working, section: Section, state: Mapping[str, Any], destroyed: bool | None
) -> Outcome:
    """Scenario 2: the Bailey Bridge, then who is alone in a hex."""
    if destroyed is None:
        return Outcome(None, (f"state.bridges: how the bridge at {section.text('bridge')} stands",))
    if destroyed:
        work.say("the Bailey Bridge has been destroyed", section.cite)
        return Outcome(GERMAN)
    work.say("the Bailey Bridge stands", section.cite)
    hex = section.text("hex")
    if "units" not in state:
        return Outcome(None, (f"state.units: who is in {hex}",))
    if units_in(state, [hex], GERMAN) and not units_in(state, [hex], ALLIED):
        work.say(f"the Germans alone occupy {hex}", section.cite)
        return Outcome("draw")
    work.say(f"the Germans are not alone in {hex}", section.cite)
    return Outcome(ALLIED)


def best(
    work: Working, section: Section, state: Mapping[str, Any], destroyed: bool | None
) -> Outcome:
    """Scenario 3: German Units in both hexes, or the bridge blown."""
    if destroyed:
        work.say("the Best Bridge has been blown", section.cite)
        return Outcome(GERMAN)
    hexes = section.words("hexes")
    if "units" not in state:
        return Outcome(None, (f"state.units: who is in {' and '.join(hexes)}",))
    held = [hex for hex in hexes if units_in(state, [hex], GERMAN)]
    if len(held) == len(hexes):
        work.say(f"German Units are in {' and '.join(hexes)}", section.cite)
        return Outcome(GERMAN)
    if destroyed is None:
        bridge = section.text("bridge")
        return Outcome(None, (f"state.bridges: whether the bridge at {bridge} is destroyed",))
    work.say("not both hexes hold German Units, and the Best Bridge stands", section.cite)
    return Outcome(ALLIED)


OBJECTIVES: Mapping[str, Callable[[Working, Section, Mapping[str, Any], bool | None], Outcome]] = {
    "WED-1": drive,
    "WED-2": son,
    "WED-3": best,
}
"""By scenario."""
