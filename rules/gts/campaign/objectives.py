"""The scenarios that are decided by places: the Drive, Son, the Best Laid Plans (WED 1 to 3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from clubroute.rules.answer.working import Working, all_of
from clubroute.rules.book.rulebook import Section
from clubroute.rules.gts.kinds import ALLIED, GERMAN
from clubroute.rules.gts.position import Position
from clubroute.rules.position.names import same_unit


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
