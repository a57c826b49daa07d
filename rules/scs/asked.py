"""Parameters that many questions of the series have, each declared once.

A position has from its scenario's set-up, where it is silent, its Prepared and blown bridges (3.2).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from clubroute.rules.answer.model import Receipt, Step
from clubroute.rules.asking.kinds import a_map
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.owner.tables import owner_table
from clubroute.rules.position.asked import (
    a_state,
    a_unit,
    needed_unit,
    opened,
    rests_on_set_up,
    the_beginning,
)
from clubroute.rules.position.beside import laid_over, set_up_text, still_to_place
from clubroute.rules.position.names import the_one_called
from clubroute.rules.position.record import derived, list_of, plain, said
from clubroute.rules.scenarios.book import find_scenario, named, place_of, scenario_files
from clubroute.rules.scs.games import MAPS, SERIES, book
from clubroute.rules.scs.position import NOTHING_SAID, Position, Unit
from clubroute.rules.scs.position.position import BACKS, BRIDGING, UNIT, Bridge, GameTurn
from clubroute.rules.scs.roster import RATINGS, enlisted
from clubroute.rules.scs.roster import known_unit as counter_named
from clubroute.rules.scs.situation.situation import Situation, situation_of

if TYPE_CHECKING:
    from clubroute.builder.sources.scenario_units import ListedUnits
    from clubroute.rules.asking.context import Context
    from clubroute.rules.scenarios.book import ToldScenario

PREPARED, BLOWN = Bridge(word="prepared"), Bridge(word="blown")
EMPLACED = "emplaced"
"""How a scenario sets an engineer up that may work at once."""


def set_up_of(context: Context, scenario: str) -> ToldScenario | None:
    """A scenario by its id or title, None if there is none."""
    project = context.folder.parent
    files = scenario_files(SERIES.id, project)
    if named(SERIES.id, scenario, files) not in files:
        return None
    return find_scenario(SERIES.id, scenario, project)


def first_turn_of(told: ToldScenario) -> int:
    """The number of a scenario's first turn."""
    from clubroute.rules.scs.scenarios import turn_number  # few questions name a scenario

    return turn_number(told.scenario.turns.first)


def begin(context: Context, position: Position) -> Position:
    """Take the bridges of a scenario's set-up for those of a position that does not tell them.

    All of it holds in the first turn. Later a bridge that was blown is blown still, unless a
    Bridging unit stands there; how the Prepared ones fare is not known, and no other is wired.
    """
    beside = bool(position.beside_set_up and position.units)
    if position.scenario is None or (position.bridges is not None and not beside):
        return position
    told = set_up_of(context, position.scenario)
    if told is None:
        return position
    first = first_turn_of(told)
    later = position.now is not None and position.now.number not in (None, first)
    if later and position.units is None:
        return position
    if beside and not later:
        position = with_units_beside(context, position, told)
    if position.bridges is not None:
        return position
    laid = [
        one for one in told.scenario.laid if one.hex and told.markers[one.marker].kind == "bridge"
    ]
    bridges = {one.hex: BLOWN if "back" in one.state else PREPARED for one in laid if one.hex}
    position = position if later else as_set_up(position, told)
    blown = [hex_ for hex_, bridge in bridges.items() if bridge is BLOWN]
    wired = [hex_ for hex_ in bridges if hex_ not in blown]
    kinds = [("blown bridges in", blown)] + [("Prepared Bridges in", wired)] * (not later)
    texts = [f"{what} {', '.join(sorted(many))}" for what, many in kinds if many]
    if later:
        texts.append(f"{', '.join(sorted(wired)) or 'no bridge'} Prepared then, no other is wired")
    else:
        texts.append("no others" if laid else "no Prepared Bridges")
    texts += [f"{one.call} stands as a bridge by {one.hex}" for one in position.bridging]
    cite = laid[0].cite if laid else told.scenario.cite
    line = Step(f"as set up, {told.scenario.id}: {', '.join(texts)}", cite)
    begun = {**position.begun, "bridges": line}
    if later:
        bridges = dict.fromkeys(blown, BLOWN)
    doubted = tuple(sorted(wired)) if later else ()
    return replace(position, bridges=bridges, begun=begun, later=later, doubted=doubted)


def with_units_beside(context: Context, position: Position, told: ToldScenario) -> Position:
    """A position with the units that a scenario puts on the map beside those that are said; of
    those still to be placed the answer tells."""
    rows = [row for row in told.scenario.units if row.arrival is None and not row.again]
    begun = [(row, unit) for row in rows for unit in units_of(context, told, row)]
    left, said = laid_over([unit for _, unit in begun], position.units or ())
    others = [begun[index] for index in left]
    standing = tuple(unit for _, unit in others if unit.hex is not None)
    waiting = [f"{one.call} ({place_of(told, row)})" for row, one in others if one.hex is None]
    text = set_up_text(told.scenario.id, len(standing), len(waiting), "unit")
    line = Step(f"{text}, beside those said", told.scenario.cite)
    return replace(
        position,
        units=(*standing, *said),
        to_place=(still_to_place(waiting, told.scenario.id, "unit"),) if waiting else (),
        begun={**position.begun, "units": line},
    )


def units_of(context: Context, told: ToldScenario, row: ListedUnits) -> list[Unit]:
    """The units of a row of a set-up; one drawn at random has the name of its pool."""
    if row.unit is None:
        pool = next((one.text for one in told.scenario.pools if one.id == row.pool), None)
        return [Unit(name=pool and f"one of {pool}", hex=row.hex)] * row.count
    back = True if BACKS & set(row.state) else None
    unit = Unit(id=row.unit, name=told.name(row.unit), hex=row.hex, back=back)
    return [enlisted(context, unit, "state.units")] * row.count


def as_set_up(position: Position, told: ToldScenario) -> Position:
    """A position with the Bridging units that a scenario sets up as bridges: its own, where it
    names them in their hex; all, where it tells no units (INS 5.4). An engineer of it that is set
    up emplaced where it stands is so (INS 5.4, 5.7).
    """
    found: dict[str | None, str] = {
        row.unit: row.hex
        for row in told.scenario.units
        if row.unit and row.hex and "back" in row.state and told.units[row.unit].kind == "bridge"
    }
    if position.units is None:
        made = [
            Unit(id=one, name=told.name(one or ""), kind=BRIDGING, back=True, hex=at)
            for one, at in found.items()
        ]
        return replace(position, bridging=tuple(made))
    placed = {row.unit: row.hex for row in told.scenario.units if EMPLACED in row.state}

    def begun(unit: Unit) -> Unit:
        if unit.back is None and unit.hex and found.get(unit.id) == unit.hex:
            return replace(unit, back=True)
        if unit.emplaced is None and unit.hex and placed.get(unit.id) == unit.hex:
            return replace(unit, emplaced=True)
        return unit

    return replace(position, units=tuple(map(begun, position.units)))


def without(position: Position, part: str) -> Position:
    """Return a position without a part of its set-up."""
    if part not in position.kept:
        less: dict[str, Any] = {"bridges": None, "later": False, "doubted": (), "bridging": ()}
        if part == "units":
            less = {"units": None}
        elif part == "fresh":
            units = position.units or ()
            less = {"units": tuple(one.without_guesses(*position.granted) for one in units)}
        position.kept[part] = replace(position, **less, begun={})
    return position.kept[part]


def opened_state(context: Context, value: Position | str, told: Mapping[str, Any]) -> Position:
    """Look up the open position a handle stands for, begun with its scenario's set-up, its units
    completed from their counters.

    :raises InputError: no such handle; a unit is said to be of the other side.
    """
    position = opened(context, value, Position)
    if not position.handle:
        return completed(context, position)
    key, ratings = ("scs state", position.handle), owner_table(context, RATINGS)
    kept = context.loaded.get(key)
    if kept is None or kept[0] is not position or kept[1] is not ratings:
        kept = context.loaded[key] = position, ratings, completed(context, position)
    found: Position = kept[2]
    return found


def completed(context: Context, said: Position) -> Position:
    """Complete a position from its scenario's set-up, and its units from their counters."""
    if said.units is None:
        return as_it_was_set_up(context, begin(context, said))
    units = (enlisted(context, u, f"state.units[{i}]") for i, u in enumerate(said.units))
    return as_it_was_set_up(context, begin(context, replace(said, units=tuple(units))))


def line_granted(cite: str) -> Step:
    """The line that tells what is taken for granted of a scenario's units."""
    return Step(book("unsaid")["as_set_up"].text("why"), cite, provenance="assumed")


def as_it_was_set_up(context: Context, position: Position) -> Position:
    """A position of a scenario in which nothing has happened yet: neither its turn is said, but for
    the first, nor a phase. What everybody takes for granted of its units is so."""
    now = position.now or GameTurn()
    if position.scenario is None or now.phase is not None or now.player is not None:
        return position
    told = set_up_of(context, position.scenario)
    if told is None or now.number not in (None, first_turn_of(told)):
        return position
    row, line = book("unsaid")["as_set_up"], line_granted(told.scenario.cite)
    otherwise: Mapping[str, Sequence[str]] = row.value("open")
    left_open = otherwise.get(told.scenario.id, ())
    names = tuple(name for name in row.words("facts") if name not in left_open)
    units = None
    if position.units is not None:
        units = tuple(unit.granted(names, line) for unit in position.units)
    begun = {**position.begun, **({"fresh": line} if units else {})}
    return replace(position, units=units, begun=begun, granted=names)


STATE = a_state(NOTHING_SAID, opened_state, rests_on_set_up(without))


def known_unit(context: Context, unit: Unit | str, told: Mapping[str, Any]) -> Unit:
    """Complete a unit from the position's unit of its id or name, and from its counter.

    :raises InputError: neither the position nor a counter has the name.
    """
    state = told.get("state")
    units = (state.units if isinstance(state, Position) else None) or ()
    if isinstance(unit, str):
        named = the_one_called(units, unit)
        known = enlisted(context, named or counter_named(unit, "unit"), "unit")
    else:
        found = the_one_called(units, unit.id, unit.name)
        known = enlisted(context, unit if found is None else unit.over(found), "unit")
    if not isinstance(state, Position) or not state.granted:
        return known
    scenario = set_up_of(context, state.scenario or "")
    cite = "" if scenario is None else scenario.scenario.cite
    return known.granted(state.granted, line_granted(cite))


def rests_on_counter(unit: Unit | None, answer: Any, again: Callable[[Unit], Any]) -> Any:
    """Say what of a unit was taken from its counter and the owner's ratings; what is assumed of it
    only if the answer would be another without it.
    """
    return rests_on_counters((unit,) if unit else (), answer, lambda units: again(units[0]))


def rests_on_counters(
    units: tuple[Unit, ...] | None, answer: Any, again: Callable[[tuple[Unit, ...]], Any]
) -> Any:
    """Say the same of several units."""
    lines: tuple[Step, ...] = ()
    if not isinstance(answer, Receipt):
        return answer
    for index, unit in enumerate(units or ()):
        own = unit.sources
        if units and unit.guessed:
            bare = (*units[:index], unit.without_guesses(), *units[index + 1 :])
            if again(bare) == answer:
                own = tuple(line for line in own if line.provenance != "assumed")
        lines += own
    return answer.after(tuple(line for line in dict.fromkeys(lines) if line not in answer.steps))


ASKED_UNIT = a_unit(UNIT, known_unit, rests_on_counter)
"""A unit, or the id or name of one in the position, or of its counter."""
MOST_TOGETHER = 24
ASKED_UNITS = replace(list_of(ASKED_UNIT, MOST_TOGETHER, least=1), rests=rests_on_counters)
"""Several of them."""


WHICH = "the unit, or its id or name: its counter's, or in the state"
the_unit = partial(needed_unit, ASKED_UNIT, summary=WHICH)
"""Declares the unit a question is about."""


def the_state() -> Any:
    """Declare the position; without it nothing is said of it."""
    summary = "units, bridges, ferries and turn; or an open state's handle"
    return said(STATE, summary, name="state", default=NOTHING_SAID)


DIE = plain({"type": "integer", "minimum": 1, "maximum": 6})


def the_die(summary: str = "the die, 1 to 6; without it every result with its chance") -> Any:
    """Declare a die that was thrown."""
    return said(DIE, summary)


def the_dice(
    least: int = 2, summary: str = "the dice; without them every result with its chance"
) -> Any:
    """Declare two dice that were thrown together, or one or two."""
    return said(list_of(DIE, 2, least=least), summary)


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutMap:
    """The parameter of every question about a map."""

    country: MapFile = a_map("the map: ins", MAPS)


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutState(AboutMap):
    """The parameters of a question about a position on a map."""

    state: Position = the_state()
    board: Situation = derived(
        lambda context, asked: situation_of(context, asked.country, asked.state)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutMove(AboutState):
    """The parameters of a question about what a unit does in a position."""

    unit: Unit = the_unit()
    begins: bool | None = the_beginning(
        "whether its move begins here: no Ferry before in the phase, no air drop in the turn"
    )
