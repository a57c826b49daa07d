"""Parameters that many questions of the series have, each declared once.

Each function declares a field of a question's record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from clubroute.rules.answer.model import Receipt
from clubroute.rules.asking.kinds import a_map
from clubroute.rules.book.readings import ChosenReadings
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.games import MAPS
from clubroute.rules.gts.kinds import DIE, choice
from clubroute.rules.gts.place_names import with_hexsides, with_numbers
from clubroute.rules.gts.position import NOTHING_SAID, Position
from clubroute.rules.gts.position.begun import begin
from clubroute.rules.gts.position.units import UNIT, Unit
from clubroute.rules.gts.roster import known_position, known_unit
from clubroute.rules.gts.scenarios.book import find_scenario
from clubroute.rules.gts.scenarios.rests import rests_on
from clubroute.rules.position.asked import a_state, a_unit, opened
from clubroute.rules.position.record import Kind, list_of, needed, of, said

if TYPE_CHECKING:
    from clubroute.rules.asking.context import Context


JOINED = ("wed", "mg")
"""The maps of what only Where Eagles Dare and both games joined have."""


def open_state(context: Context, value: Position | str, told: Mapping[str, Any]) -> Position:
    """Look up the open position a handle stands for; begin it with its scenario's set-up.

    Its Units are known by their counters.

    :raises InputError: no such handle, or scenario; a Unit contradicts its counter.
    """
    position = opened(context, value, Position)
    # All that completes a position: what is known of an open one is kept for the next question.
    kept = context.kept("states")
    key = ("state", (position.handle, told.get("map"), told.get("scenario")))
    found: Position | None = kept.get(key) if position.handle else None
    if found is None:
        found = completed(context, position, told)
        if position.handle:
            kept[key] = found
    return found


def completed(context: Context, said: Position, told: Mapping[str, Any]) -> Position:
    """Complete a position for a question: bridges by name, Units, set-up, Fire Zones."""

    def zoned(position: Position) -> Position:
        if position.fire_zones is None or position.fire_zones.definition is None:
            return position
        from clubroute.rules.gts.fire_zones import with_zones  # few positions say what one is

        return with_zones(context, position, told)

    said = with_numbers(context, with_hexsides(context, said, told), told)
    said = known_position(context, said, told)
    if said.scenario is None:
        return zoned(said)
    return begun_position(context, said, told.get("map"), zoned)


def begun_position(
    context: Context, said: Position, window: Any, complete: Callable[[Position], Position]
) -> Position:
    """Complete a position from the set-up of its scenario. :raises InputError: no such one."""
    from clubroute.rules.gts.scenarios.set_up import set_up_of

    told = find_scenario(said.scenario or "", context.folder.parent, "state.scenario")
    key = ("set_up", (told.scenario.id, window if told.joined else None, context.folder.parent))
    set_up = context.loaded.get(key)
    if set_up is None:
        set_up = set_up_of(told, window)
        context.loaded[key] = set_up
    return begin(replace(said, scenario=told.scenario.id), set_up, complete)


def played_in(scenario: str | None, state: Position) -> str | None:
    """What is played by the name the rules have for it: the question's, else the state's."""
    return state.played if scenario is None else scenario


def rests(position: Position, answer: Any, again: Callable[[Position], Any]) -> Any:
    """Say what of a scenario's set-up an answer rests on."""
    if position.begun is None:
        return answer

    return rests_on(position, answer, again)


STATE = a_state(NOTHING_SAID, open_state, rests)


def rests_on_counter(unit: Unit | None, answer: Any, again: Callable[[Unit], Any]) -> Any:
    """Say what of a Unit was taken from its counter."""
    lines = () if unit is None else unit.sources
    return answer.after(lines) if isinstance(answer, Receipt) else answer


ASKED_UNIT = a_unit(UNIT, known_unit, rests_on_counter)
"""A Unit, or the id or name of its counter."""


def the_map(summary: str = "the map: wed, tdc or mg", maps: tuple[str, ...] = MAPS) -> Any:
    """Declare the compiled map a question is about; ``map`` in JSON."""
    return a_map(summary, maps)


def the_game(maps: tuple[str, ...] = MAPS) -> Any:
    """Declare the map whose game's rules hold, where the ground does not matter; ``map`` in JSON.

    A map has the name of its game.
    """
    listed = f"{', '.join(maps[:-1])} or {maps[-1]}"
    return needed(choice(*maps), f"the map, whose game's rules hold: {listed}", name="map")


def the_unit(summary: str) -> Any:
    """Declare the Unit a question is about: an object, or its counter's id or name alone."""
    return needed(ASKED_UNIT, f"{summary}; or its counter's id or name")


def the_units(summary: str, most: int = 9) -> Any:
    """Declare Units a question is about, as :func:`the_unit` each."""
    many = list_of(ASKED_UNIT, most, least=1)

    def opens(
        context: Context, units: tuple[Unit | str, ...], told: Mapping[str, Any]
    ) -> tuple[Unit, ...]:
        known = [known_unit(context, one, told, f"units[{i}]") for i, one in enumerate(units)]
        return tuple(known)

    return needed(Kind(many.schema, many.read, opens), summary)


def the_state(
    summary: str = "the position and its history (docs/campaign.md); or a handle",
) -> Any:
    """Declare the position; without it nothing is said of it."""
    return said(STATE, summary, name="state", default=NOTHING_SAID)


def the_die(summary: str = "the die, 0 to 9; without it every face's result is listed") -> Any:
    """Declare a die that was thrown."""
    return said(DIE, summary)


def the_options(readings: type[ChosenReadings]) -> Any:
    """Declare the readings a referee may choose between.

    >>> from dataclasses import make_dataclass
    >>> from clubroute.rules.gts.campaign.placing import PlacingReadings
    >>> from clubroute.rules.position.record import read_record
    >>> asked = make_dataclass("Asked", [("options", Any, the_options(PlacingReadings))])
    >>> read_record(asked, {"options": {"placed_on": "potential"}}, "").options
    PlacingReadings(placed_on='potential')
    """

    def read(value: Mapping[str, Any], path: str) -> ChosenReadings:
        return readings(**value)

    kind = of(readings.schema(), read)
    return said(kind, "readings a referee may choose between", name="options", default=readings())


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutMap:
    """A question about a map."""

    country: MapFile = the_map()


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutState(AboutMap):
    """A question about a map and the position on it."""

    state: Position = the_state()
