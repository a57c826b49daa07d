"""Parameters that many questions of the series have, each declared once.

Each function declares a field of a question's record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from clubroute.builder.errors import InputError, Where, nearest_name, one_of
from clubroute.rules.answer.model import Receipt
from clubroute.rules.asking.kinds import a_map, is_place, placed
from clubroute.rules.book.rulebook import ChosenReadings
from clubroute.rules.ground.bridge_names import meant_by, named_sides
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.ground.maps import country_of
from clubroute.rules.gts.games import MAPS
from clubroute.rules.gts.kinds import DIE, choice
from clubroute.rules.gts.position import NOTHING_SAID, Position
from clubroute.rules.gts.position.bridges import Bridge
from clubroute.rules.gts.position.markers import OFF_MAP
from clubroute.rules.gts.position.position import begin
from clubroute.rules.gts.position.units import UNIT, Unit
from clubroute.rules.gts.roster import known_position, known_unit, roster_of
from clubroute.rules.gts.scenarios.book import find_scenario
from clubroute.rules.gts.scenarios.rests import rests_on
from clubroute.rules.position.asked import a_state, a_unit, opened, said_once
from clubroute.rules.position.names import same_group, same_unit, squeezed
from clubroute.rules.position.record import Kind, list_of, needed, of, said

if TYPE_CHECKING:
    from clubroute.rules.asking.context import Context


# Units by all their names: whether one is among those a table names.
#
# A counter has an id, a printed name and names a scenario's list gives it. A table may use any of
# them, and so may a question.

MOST_NAMES = 1024
"""Names kept with their counters: a service is asked for any names, without end."""


def is_called(unit: Unit, names: Sequence[str], game: str | None = None) -> bool:
    """Whether a Unit is one of those some names mean, by any name of its counter.

    :param game: the game whose counters count; all games' without one.
    """
    own = [name for name in (unit.id, unit.name) if name]
    if any(same_unit(one, name) for one in own for name in names):
        return True
    mine = counters_called(unit, game)
    return bool(mine) and mine <= counters_of(tuple(names), game)


def names_of(unit: Unit, game: str | None = None) -> tuple[str, ...]:
    """All names of a Unit: those that are said, then those of its counter if only one fits."""
    own = [name for name in (unit.id, unit.name) if name]
    mine = counters_called(unit, game)
    if len(mine) == 1:
        counter = roster_of(game).ids[next(iter(mine))]
        own += [counter.id, counter.name, *counter.aliases]
    return tuple(dict.fromkeys(own))


def counters_called(unit: Unit, game: str | None = None) -> frozenset[str]:
    """The ids of the counters a Unit may be: by its id, else by its name."""
    by_id = counters_of((unit.id,), game) if unit.id else frozenset()
    return by_id or (counters_of((unit.name,), game) if unit.name else frozenset())


@lru_cache(MOST_NAMES)
def counters_of(names: tuple[str, ...], game: str | None = None) -> frozenset[str]:
    """The ids of the counters that some names may mean."""
    roster = roster_of(game)
    return frozenset(
        counter.id for name in names for counter in roster.called(Unit(id=name, name=name))
    )


def is_one_of(unit: Unit, names: Sequence[str]) -> bool:
    """Whether a Unit is one of some, also if a name leaves out words at its ends."""
    own = [name for name in (unit.id, unit.name) if name]
    return is_called(unit, names) or any(same_group(one, name) for one in own for name in names)


# The Divisions that a Unit may be of, where neither the question nor a rulebook says which.
#
# The Division of some counters, KG Henke's Leaders and the Rearguards among them, is told by their
# printed colour alone; a Formation may be of either of two Divisions (WED S5.5).


def may_be_of(unit: Unit, window: str) -> tuple[str, ...]:
    """List the Divisions a Unit may be of on a map; none where its own is said or nothing tells."""
    if unit.division is None and not (unit.formation or unit.call):
        return ()
    roster = roster_of(window)
    if unit.division is not None:
        found = [unit.division] if unit.division in roster.nameless else []
    else:
        found = [one.division for one in roster.called(unit)]
        if not found and unit.formation:
            found = sorted(roster.divisions_of(unit.formation))
    named = dict.fromkeys(name for one in found for name in roster.named_by(one, unit.side))
    return tuple(named)


# Bridges and places by their names: in a question, and in what a position says of them.

BRIDGES = ("bridge", "pontoon", "stream_bridge")
"""What stands on a hexside and may be destroyed, improved, stable …"""


def with_hexsides(context: Context, position: Position, told: Mapping[str, Any]) -> Position:
    """Give the bridges that a position names the hexsides they have on the question's map.

    :raises InputError: the map has no such bridge, or the question no map; one is told twice.
    """
    said, part = position.bridges or {}, "state.bridges"
    named = [name for name in said if "/" not in name]
    if not named:
        return position
    country = country_of(context, told)
    if country is None:
        raise InputError(Where("params", part=part), repr(named[0]), "a hexside, as 55.202/56.201")
    bridges: dict[str, Bridge] = {}
    for name, bridge in said.items():
        place = f"{part}.{name}"
        hexside = hexside_of(country, name, BRIDGES, place) if "/" not in name else name
        if any(set(hexside.split("/")) == set(one.split("/")) for one in bridges):
            raise InputError(Where("params", part=place), f"{hexside} again", "each bridge once")
        bridges[hexside] = bridge
    return replace(position, bridges=bridges)


def with_numbers(context: Context, position: Position, told: Mapping[str, Any]) -> Position:
    """Give what a position names, in its markers and its history, the number it has on the map.

    :raises InputError: the map has no such place or bridge; several of that name.
    """

    def number(value: str | None, path: str) -> str | None:
        return placed(context, value, told, path) if value else value

    def side(value: str | None, path: str) -> str | None:
        country = country_of(context, told) if value and "/" not in value else None
        return hexside_of(country, value, BRIDGES, path) if country and value else value

    markers, history = position.markers, position.history
    if markers is not None and any(is_named(one.hex) or is_named(one.to) for one in markers):
        markers = tuple(
            replace(one, hex=number(one.hex, f"{at}.hex"), to=number(one.to, f"{at}.to"))
            for index, one in enumerate(markers)
            for at in (f"state.markers[{index}]",)
        )
    if history is not None and any(is_named(one.hex) or is_named(one.hexside) for one in history):
        history = tuple(
            replace(
                one, hex=number(one.hex, f"{at}.hex"), hexside=side(one.hexside, f"{at}.hexside")
            )
            for index, one in enumerate(history)
            for at in (f"state.history[{index}]",)
        )
    return replace(position, markers=markers, history=history)


def is_named(value: str | None) -> bool:
    """Whether a place is told by its name."""
    return value is not None and is_place(value)


def hexside_of(country: MapFile, name: str, kinds: Sequence[str], part: str) -> str:
    """Find the hexside of a bridge by its name, as the receipts have it.

    :param part: the place in the question.
    :raises InputError: no such bridge, or several.
    """
    found = named_sides(country, kinds)
    # "Veghel Bridge" is no stream bridge, though Veghel has one.
    others = named_sides(country).keys() - found.keys()
    meant = () if any(squeezed(name) == squeezed(one) for one in others) else meant_by(name, found)
    where = Where("params", part=part)
    if not meant:
        near = nearest_name(name, found)
        expected = f"a bridge of {country.window} by name, or its hexside"
        raise InputError(where, repr(name), expected, near)
    sides = [(side, one) for one in meant for side in found[one]]
    if len(sides) > 1:
        raise InputError(where, repr(name), one_of([f"{side} ({one})" for side, one in sides]))
    return sides[0][0]


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

    if told.get("map") != "mg":  # there it leaves one map for the other (MG 6.0)
        refuse_contraries(said)
    said = with_numbers(context, with_hexsides(context, said, told), told)
    said = known_position(context, said, told)
    if said.scenario is None:
        return zoned(said)
    return begun_position(context, said, told.get("map"), zoned)


def refuse_contraries(said: Position) -> None:
    """Refuse a position that says one thing in two ways which differ.

    :raises InputError: the Club Route Marker has left the map, and has a hex.
    """
    route = said.club_route
    if route is not None and route.removed and route.marker not in (None, OFF_MAP):
        found = f"{route.marker}, and removed {route.removed}"
        where = Where("params", part="state.club_route.marker")
        raise InputError(where, found, f"{OFF_MAP}, or no removed")


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
    """What is played by the name the rules have for it, as the question says it or the state.

    :raises InputError: they differ.
    """
    return said_once("scenario", scenario, state.played)


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
    summary: str = "the position and its history (docs/club-route-and-campaign.md); or a handle",
) -> Any:
    """Declare the position; without it nothing is said of it."""
    return said(STATE, summary, name="state", default=NOTHING_SAID)


def the_die(summary: str = "the die, 0 to 9; without it every face's result is listed") -> Any:
    """Declare a die that was thrown."""
    return said(DIE, summary)


def the_options(readings: type[ChosenReadings]) -> Any:
    """Declare the readings a referee may choose between.

    >>> from dataclasses import make_dataclass
    >>> from clubroute.rules.gts.campaign.bulldozer import PlacingReadings
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
