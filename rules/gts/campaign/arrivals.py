"""Arrivals that positions decide: closed SS reinforcement hexes, the emergency call."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.builder.counting import so_many
from clubroute.builder.grid import distance
from clubroute.rules.answer.answers import LEGALITY
from clubroute.rules.answer.chances import OUTCOMES, by_face
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working, any_of
from clubroute.rules.asking.context import Context
from clubroute.rules.book.rulebook import ChosenReadings, Section, reading
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.asked import (
    JOINED,
    the_die,
    the_game,
    the_map,
    the_options,
    the_state,
)
from clubroute.rules.gts.games import answers, book
from clubroute.rules.gts.kinds import (
    DIE_FACES,
    GERMAN,
    HEX,
    YES,
)
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.turns import TURN, read_turn
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.position.names import may_be, same_group
from clubroute.rules.position.record import list_of, needed, said


@dataclass(frozen=True, slots=True)
class ArrivalReadings(ChosenReadings):
    """Readings where the rules of arrivals leave something open."""

    call: str = reading(
        any_turn="emergency reinforcements may be called in any turn from the first 0700 turn on",
        only_0700="emergency reinforcements may be called in 0700 turns only",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryQuestion:
    """The parameters of ``deploy.entry``."""

    country: MapFile = the_map("the map: tdc or mg", ("tdc", "mg"))
    hex: str = needed(HEX, "the reinforcement hex")
    others: tuple[str, ...] | None = said(
        list_of(HEX, 400, least=1), "every other hex they could arrive at"
    )
    state: Position = the_state()


@dataclass(frozen=True, slots=True, kw_only=True)
class EmergencyQuestion:
    """The parameters of ``deploy.emergency``."""

    game: str = the_game(JOINED)
    die: int | None = the_die()
    state: Position = the_state()
    readings: ArrivalReadings = the_options(ArrivalReadings)


@answers("deploy.entry", *LEGALITY, for_good=YES.schema(), delayed=YES.schema())
def entry(context: Context, asked: EntryQuestion) -> Receipt:
    """Whether SS reinforcements may arrive at a hex, with Guards or 43rd Units near."""
    section, work = book("deploy", asked.country.window)["entry"], Working()
    others = asked.others
    hexes = [asked.hex, *(others or ())]
    closed = {number: closing(asked.country, section, asked.state, number) for number in hexes}
    why, for_good = closed[asked.hex]
    if why:
        work.forbid(why, section.cite, hex_=asked.hex)
    elif unsaid := entry_unsaid(asked, section):
        for need in unsaid:
            work.need(need)
    else:
        work.say(
            f"no Unit of {' or '.join(section.words('divisions'))} is within "
            f"{section.number('within')} hexes of {asked.hex}",
            section.cite,
        )
    delayed = None
    if others is not None and all(found for found, _ in closed.values()):
        work.say("every reinforcement hex is out of play: the entry is delayed", section.cite)
        delayed = True
    return work.receipt(for_good=True if for_good else None, delayed=delayed)


def entry_unsaid(asked: EntryQuestion, section: Section) -> list[str]:
    """Say what must be known before a hex is open that nothing known closes."""
    who, within = " or ".join(section.words("divisions")), section.number("within")
    needs = []
    units = asked.state.units

    def may_matter(unit: Unit) -> bool:
        theirs = any_of(may_be(unit.division, one) for one in section.words("divisions"))
        near = unit.hex is None or away(asked.country, unit.hex, asked.hex) <= within
        return theirs is not False and near and unit.side != GERMAN

    if units is None or any(may_matter(unit) for unit in units):
        needs.append(
            f"state.units, with division and hex: whether a Unit of {who} is within {within} "
            f"hexes of {asked.hex}; if so it is closed this turn"
        )
    history = asked.state.history
    entered = asked.state.events("entered")
    if history is None or any(one.hex in (None, asked.hex) and not one.division for one in entered):
        needs.append(
            f"state.history: whether a Unit of {who} has entered {asked.hex}; if so it is closed "
            "for good"
        )
    return needs


def away(country: MapFile, start: str, end: str) -> int:
    """Measure the distance of two hexes."""
    return distance(country.hex(country.id(start)), country.hex(country.id(end)))


def closing(
    country: MapFile, section: Section, position: Position, number: str
) -> tuple[str, bool]:
    """Tell why a hex is closed ("" if it is not), and whether for the rest of the game."""
    divisions = section.words("divisions")

    def theirs(division: str | None) -> bool:
        return any(same_group(division or "", one) for one in divisions)

    for event in position.events("entered"):
        if event.hex == number and theirs(event.division):
            return f"a Unit of {event.division} has entered {number}: closed for good", True
    near = [
        away(country, unit.hex, number)
        for unit in position.units or ()
        if unit.hex and theirs(unit.division)
    ]
    if 0 in near:
        return (
            f"a Unit of theirs is in {number}: closed for good, German Units in it are eliminated",
            True,
        )
    if near and min(near) <= section.number("within"):
        return (
            f"a Unit of theirs is {so_many(min(near), 'hex')} from {number}: closed this turn",
            False,
        )
    return "", False


@answers(
    "deploy.emergency",
    *LEGALITY,
    outcomes=OUTCOMES,
    arrives=TURN.schema(),
    hex=HEX.schema(),
    points={"type": "object"},
)
def emergency(context: Context, asked: EmergencyQuestion) -> Receipt:
    """Whether the Allies may call for emergency reinforcements, and when they come."""
    section, work = book("deploy", asked.game)["emergency"], Working()
    cite, time = section.cite, section.text("time")
    first = read_turn({"date": section.text("from"), "time": time}, "from")
    now = asked.state.turn
    work.check(
        None if now is None else now >= first,
        f"from {first} on, in the {section.text('phase')}",
        f"not before {first}",
        cite,
        "state.turn: the present turn",
    )
    if now is not None and now >= first and now.time != time:
        work.note(asked.readings.chosen("call"))
        if asked.readings.call == "only_0700":
            work.forbid(f"it is the {now.time} turn, not {time}", cite)
    if now is None or work.forbidden:
        return work.receipt()
    place, formation = section.text("hex"), section.text("formation")
    faces = {die: str(now.later(die)) for die in DIE_FACES}
    work.say("a die is rolled, secret from the German player: in so many turns they come", cite)
    work.say(f"all Units of {formation} are placed in {place} in the Reinforcement Phase", cite)
    work.say("they never leave the map again; off Club Route they score nothing", cite)
    points = {name: section.number(name) for name in ("command", "dispatch")}
    work.say(
        f"{points['command']} Command and {points['dispatch']} Dispatch Points are added, the "
        "Guards Division Activation goes into the cup",
        cite,
    )
    if asked.die is None:
        return work.receipt("legal", outcomes=by_face(faces), hex=place, points=points)
    arrives = now.later(asked.die)
    work.say(f"the die is {asked.die}: they come on {arrives}", cite)
    return work.receipt("legal", arrives=arrives.record(), hex=place, points=points)
