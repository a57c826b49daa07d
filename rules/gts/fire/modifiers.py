"""``fire.modifiers``: what terrain and the target's move add to a Fire Rating."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from clubroute.builder.errors import (
    InputError,
    Where,
    nearest_name,
    one_of,
)
from clubroute.rules.answer.answers import INTEGER
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.book.rulebook import Section
from clubroute.rules.gts.asked import ASKED_UNIT, AboutState, the_options
from clubroute.rules.gts.fire.ground import (
    Added,
    FireReadings,
    bridges_at,
    column_by,
    ground,
    ignored_by,
    is_assembled,
    raised_road,
    unattacked,
)
from clubroute.rules.gts.games import answers, book
from clubroute.rules.gts.kinds import ENEMY, HEX
from clubroute.rules.gts.position.bridges import Bridge
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.position.record import (
    list_of,
    needed,
    said,
    word,
)

MOVES = ("between_fire_zones", "culvert", "viaduct", "ferry", "assault_ferry")
OPTIONAL = ("covered", "boresighted", "assault_engineers")
WEAPONS = ("mortar", "indirect_he", "direct_he", "other")
MOVING = "what Opportunity Fire at a moving Unit adds (moves)"
SERIES_OWN = "range, defense rating, mass and Company Bonus (series rules and counters)"


def the_moves() -> Any:
    """Declare what a Unit does that draws Opportunity Fire."""
    return said(
        list_of(word(*MOVES), 5),
        "of Opportunity Fire, what the Unit does: between_fire_zones (from one to another), "
        "culvert, viaduct, ferry, assault_ferry; [] none of these; left out, it stands still",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FireQuestion(AboutState):
    """The parameters of ``fire.modifiers``."""

    hex: str = needed(HEX, "the hex fired into; of Opportunity Fire the hex it is resolved in")
    unit: Unit = said(ASKED_UNIT, "the Unit fired on: column, side, class …", default=Unit())
    weapon: str | None = said(word(*WEAPONS), "the Weapon Class of who fires")
    moves: tuple[str, ...] | None = the_moves()
    optional: tuple[str, ...] = said(
        list_of(word(*OPTIONAL), 3), "optional rules that are agreed and apply", default=()
    )
    readings: FireReadings = the_options(FireReadings)


@answers(
    "fire.modifiers",
    "decided",
    "illegal",
    "undetermined",
    modifier=INTEGER,
    modifiers={
        "type": "array",
        "items": {
            "type": "object",
            "properties": {"what": {"type": "string"}, "modifier": INTEGER},
        },
    },
)
def fire_modifiers(context: Context, asked: FireQuestion) -> Receipt:
    """What is added to the Fire Rating of who fires at a Unit: terrain, Column, raised Road,
    bridge, and the move that draws the fire.

    The series' own modifiers come on top.
    """
    work, country = Working(), asked.country
    here = country.id(asked.hex)
    if spared := unattacked(country.game(here), asked.unit):
        return spared
    asked = settled(asked, here, work)
    for need in unsaid(asked, here):
        work.need(need)
    added, number = total_of(asked, here, work), country.number(here)
    for one in added:
        place = "" if one.provenance == "rulebook" else number
        work.say(f"{one.what}: {signed(one.modifier)}", one.rule, one.provenance, place)
        for name in one.readings:
            work.note(asked.readings.chosen(name))
    if on_foot_only(asked.unit) and raised_road(country, here) is not None:
        work.note(NEVER.format(book("fire", country.game(here))["raised"].cite))
    work.leave(SERIES_OWN)
    worth = sum(one.modifier for one in added)
    if work.needs:
        formed, loose = by_column(asked, here) if asked.unit.column is None else ("", "")
        # Two facts, of which the second matters only by the first.
        summary = f"{loose}; in Column {formed}" if ", or " in formed else ""
        return work.receipt(summary=summary)
    how = " as it moves" if asked.moves is not None else ""
    formed = "in Column" if asked.unit.column else "not in Column"
    return work.receipt(
        "decided",
        summary=f"{signed(worth)} at a unit {formed} in {number}{how}",
        modifier=worth,
        modifiers=[{"what": one.what, "modifier": one.modifier} for one in added],
    )


NEVER = "a Vehicle that is not in Column is never on a raised Road ({})"


def on_foot_only(unit: Unit) -> bool:
    """Whether a Unit is a Vehicle that is said not to be in Column."""
    return unit.move_class in ("wheeled", "tracked") and unit.column is False


def settled(asked: FireQuestion, here: int, work: Working) -> FireQuestion:
    """Complete a question with what the move itself tells of the Unit and of the bridge."""
    country = asked.country
    must = column_by(
        country.game(here),
        country.terrain_of(here),
        raised_road(country, here) is not None,
        asked.unit,
    )
    if must is not None:
        place = country.number(here)
        work.say(*must, country.provenance_of(here), place)
        asked = replace(asked, unit=replace(asked.unit, column=True))
    spans = [number for one, number in bridges_at(country, here) if one.kind == "bridge"]
    for _, row in moves_of(country.game(here), asked.moves):
        if row.text("column") and asked.unit.column is None:
            work.say(row.text("column"), row.text("column_rule"))
            asked = replace(asked, unit=replace(asked.unit, column=True))
        # Whatever else tells of the bridge: with a history of nothing it would stand.
        if row.text("fallen") and len(spans) == 1:
            work.say(row.text("fallen"), row.text("fallen_rule"))
            gone = {spans[0]: Bridge(words=("destroyed",))}
            asked = replace(
                asked, state=replace(asked.state, bridges={**(asked.state.bridges or {}), **gone})
            )
    return asked


COLUMN = "unit.column: whether it is in Column; if so {}; else {}"


def unsaid(asked: FireQuestion, here: int) -> Iterator[str]:
    """Name what is not said and would change the answer, with what each answer would give."""
    country, unit = asked.country, asked.unit
    if unit.column is None:
        yield COLUMN.format(*by_column(asked, here))
        return
    if asked.weapon is None and ignored_by(country.game(here), country.terrain_of(here)):
        each = [total(replace(asked, weapon=one), here) for one in ("mortar", "other")]
        if each[0] != each[1]:
            yield (
                f"weapon: mortar, indirect_he or direct_he {signed(each[0])}, "
                f"another Weapon Class {signed(each[1])}"
            )
    if unit.column:
        yield from pontoon_unsaid(asked, here)
        for name, number, fallen, stands in bridges_unsaid(asked, here):
            yield (
                f"state.bridges.{number}: whether {name} is destroyed; if so {signed(fallen)}; "
                f"else {signed(stands)}"
            )


def by_column(asked: FireQuestion, here: int) -> tuple[str, str]:
    """Say the sum in Column, with what it is if a bridge is destroyed, and the sum out of it."""
    formed, loose = (replace(asked, unit=replace(asked.unit, column=one)) for one in (True, False))
    fallen = [
        f"or {signed(gone)} if {name} is destroyed"
        for name, _, gone, _ in bridges_unsaid(formed, here)
    ]
    return ", ".join([signed(total(formed, here)), *fallen]), signed(total(loose, here))


def pontoon_unsaid(asked: FireQuestion, here: int) -> Iterator[str]:
    """Name what is not said of a pontoon bridge at the hex and the Unit's side."""
    rules = book("bridge", asked.country.game(here))["pontoon"]
    if not rules.holds or asked.unit.side not in (None, rules.text("side")):
        return
    for feature, number in bridges_at(asked.country, here):
        if feature.kind != "pontoon":
            continue
        there = is_assembled(asked.state, number)
        worth = f"{rules.number('column'):+d} for an {rules.text('side')} Unit if it is assembled"
        if there is None:
            yield f"state.bridges.{number}: assembled or not ({worth})"
        elif there and asked.unit.side is None:
            yield f"unit.side: only the {rules.text('side')} side takes {worth}"


def bridges_unsaid(asked: FireQuestion, here: int) -> Iterator[tuple[str, str, int, int]]:
    """Name the bridges at the hex that may be destroyed, if that changes the sum: with their
    hexside, and the sum if they are and if they stand.
    """
    for feature, number in bridges_at(asked.country, here):
        ends = number.split("/")
        if feature.kind != "bridge" or feature.is_never("destroyed"):
            continue
        if asked.state.bridge_is(ends, "destroyed") is not None:
            continue
        gone = {number: Bridge(words=("destroyed",))}
        fallen = total(replace(asked, state=replace(asked.state, bridges=gone)), here)
        stands = total(replace(asked, state=replace(asked.state, bridges={})), here)
        if fallen != stands:
            yield feature.name or "the bridge", number, fallen, stands


def signed(modifier: int) -> str:
    """A modifier as players write it: +2, 0, -1."""
    return f"{modifier:+d}" if modifier else "0"


def total(asked: FireQuestion, here: int) -> int:
    """Add up the modifiers, quietly."""
    return sum(one.modifier for one in total_of(asked, here, Working()))


def total_of(asked: FireQuestion, here: int, work: Working) -> list[Added]:
    """List every modifier: the ground's, the move's, those of optional rules."""
    country, unit = asked.country, asked.unit
    rules = book("fire", country.game(here))
    found = ground(
        country, here, bool(unit.column), asked.readings, asked.state, unit.side, asked.weapon
    )
    rubble = rules["terrain"].get(country.terrain_of(here)).value("rubble")
    if rubble is not None and asked.state.markers is None:
        work.leave("rubble in the hex (state.markers)")
    if asked.moves is None:
        work.leave(MOVING)
    for name, row in moves_of(country.game(here), asked.moves):
        if not suspended(asked, here, name, work):
            found.append(Added(row.text("words"), row.number("modifier"), row.cite))
        fired_on(work, row)
    for name in asked.optional:
        row = rules["optional"].get(name)
        if not row.holds:
            raise unknown("optional", name, list(rules.rows("optional")))
        if row.flag("on_the_move") and asked.moves is None:
            work.leave(f"{row.text('words')}: it counts for Opportunity Fire (moves)")
            continue
        if row.words("terrain") and country.terrain_of(here) not in row.words("terrain"):
            work.say("neither a city nor a fortified hex: nothing for engineers", row.cite)
            continue
        found.append(Added(row.text("words"), row.number("modifier"), row.cite))
    return found


def moves_of(game: str, moves: Sequence[str] | None) -> Iterator[tuple[str, Section]]:
    """The moves that draw fire, each with its row. :raises InputError: the game has no such."""
    rules = book("fire", game)
    for name in moves or ():
        row = rules["moves"].get(name)
        if not row.holds:
            raise unknown("moves", name, list(rules.rows("moves")))
        yield name, row


def fired_on(work: Working, row: Section) -> None:
    """Say in which hex fire at a move is resolved, where a rule tells."""
    if row.text("fired_on"):
        work.say(f"such fire is resolved {row.text('fired_on')}", row.cite)


def unknown(name: str, found: str, options: list[str]) -> InputError:
    """Make the error for a modifier the game does not have."""
    expected = one_of(options)
    return InputError(
        Where("params", part=name), repr(found), expected, nearest_name(found, options)
    )


def suspended(asked: FireQuestion, here: int, move: str, work: Working) -> bool:
    """Tell whether the scenario suspends a modifier; it is needed whether that is over."""
    scenario = asked.state.scenario
    if scenario is None:
        return False
    row = book("fire", asked.country.game(here))["suspended"].get(scenario)
    if not row.holds or row.text("moves") != move:
        return False
    side, place = row.text("side"), row.text("until")
    if asked.unit.side == side:
        return False
    if asked.state.history is None:
        work.need(f"state.history: whether {row.text('unit')} has entered {place}")
        return False
    over = any(event.hex == place for event in asked.state.events("entered"))
    if over:
        return False
    fire = f"{side} fire" if asked.unit.side == ENEMY[side] else f"fire, if it is {side},"
    work.say(f"{fire} does not gain from Fire Zone to Fire Zone before {place}", row.cite)
    return True
