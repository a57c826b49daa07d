"""Arrivals that positions decide: closed SS reinforcement hexes, the emergency call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clubroute.builder.grid import distance
from clubroute.rules.gts.campaign.ask import same_name, state_in
from clubroute.rules.gts.campaign.history import events
from clubroute.rules.gts.campaign.turns import Turn, day_of, slot_of, turn_or_none
from clubroute.rules.gts.campaign.working import DIE_FACES, Working, by_face
from clubroute.rules.gts.games import book
from clubroute.rules.mapfile import MapFile
from clubroute.rules.readings import ChosenReadings, reading
from clubroute.rules.rulebook import Section


@dataclass(frozen=True, slots=True)
class Readings(ChosenReadings):
    """How to read what the rules of arrivals leave open."""

    call: str = reading(
        any_turn="emergency reinforcements may be called in any turn from the first 0700 turn on",
        only_0700="emergency reinforcements may be called in 0700 turns only",
    )


def entry(map: MapFile, params: Mapping[str, Any]) -> Any:
    """Answer ``deploy.entry``: whether SS reinforcements may use a hex (TDC S5.8)."""
    section, work = book("deploy", params["map"])["entry"], Working()
    state = state_in(params)
    hexes = [params["hex"], *params.get("others", ())]
    closed = {hex: closing(map, section, state, hex) for hex in hexes}
    why, for_good = closed[params["hex"]]
    if why:
        work.forbid(why, section.cite, hex=params["hex"])
    else:
        work.say(
            f"no Unit of {' or '.join(section.words('divisions'))} is within "
            f"{section.number('within')} hexes of {params['hex']}",
            section.cite,
        )
    delayed = None
    if params.get("others") is not None and all(found for found, _ in closed.values()):
        work.say("every reinforcement hex is out of play: the entry is delayed", section.cite)
        delayed = True
    return work.record(for_good=True if for_good else None, delayed=delayed)


def closing(map: MapFile, section: Section, state: Mapping[str, Any], hex: str) -> tuple[str, bool]:
    """Why a hex is closed ("" if it is not), and whether for the rest of the game."""
    divisions = section.words("divisions")

    def theirs(division: str) -> bool:
        return any(same_name(division, one) for one in divisions)

    place = map.hex(map.id(hex))
    for event in events(state, "entered"):
        if event.hex == hex and theirs(event.text("division")):
            return f"a Unit of {event.text('division')} has entered {hex}: closed for good", True
    units = [u for u in state.get("units", ()) if theirs(str(u.get("division", "")))]
    away = [distance(place, map.hex(map.id(str(unit["hex"])))) for unit in units]
    if 0 in away:
        return (
            f"a Unit of theirs is in {hex}: closed for good, German Units in it are eliminated",
            True,
        )
    if away and min(away) <= section.number("within"):
        return f"a Unit of theirs is {min(away)} hexes from {hex}: closed this turn", False
    return "", False


def emergency(params: Mapping[str, Any], readings: Readings) -> Any:
    """Answer ``deploy.emergency``: the call for Group Cold (WED S7.3.0, MG 8.0)."""
    section, work = book("deploy", params["game"])["emergency"], Working()
    cite, time = section.cite, section.text("time")
    first = Turn(day_of(section.text("from"), "from"), slot_of({"time": time}, "time"))
    now = turn_or_none(state_in(params).get("turn"), "state.turn")
    work.check(
        None if now is None else now >= first,
        f"from {first} on, in the {section.text('phase')}",
        f"not before {first}",
        cite,
        "state.turn",
    )
    if now is not None and now >= first and now.time != time:
        work.note(readings.chosen("call"))
        if readings.call == "only_0700":
            work.forbid(f"it is the {now.time} turn, not {time}", cite)
    if now is None or work.forbidden:
        return work.record()
    hex, formation = section.text("hex"), section.text("formation")
    faces = {die: str(now.later(die)) for die in DIE_FACES}
    work.say("a die is rolled, secret from the German player: in so many turns they come", cite)
    work.say(f"all Units of {formation} are placed in {hex} in the Reinforcement Phase", cite)
    work.say("they never leave the map again; off Club Route they score nothing", cite)
    points = {name: section.number(name) for name in ("command", "dispatch")}
    work.say(
        f"{points['command']} Command and {points['dispatch']} Dispatch Points are added, the "
        "Guards Division Activation goes into the cup",
        cite,
    )
    if "die" not in params:
        return work.record("legal", outcomes=by_face(faces), hex=hex, points=points)
    arrives = now.later(params["die"])
    work.say(f"the die is {params['die']}: they come on {arrives}", cite)
    return work.record("legal", arrives=arrives.record(), hex=hex, points=points)
