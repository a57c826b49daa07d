"""What a game has beside its map: its counters with their columns, its sides, its states' words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clubroute.builder.errors import InputError, Where, nearest_name, one_of
from clubroute.builder.files.regular import changed
from clubroute.builder.project import MODULE_FILE, below
from clubroute.builder.sources.scenarios import Scenario
from clubroute.builder.sources.tables import read_free_rows
from clubroute.builder.sources.toml_table import read_toml_table
from clubroute.rules.answer.model import Step
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import HEX, MP, NAME, YES, open_map
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.position.asked import (
    SaidUnit,
    a_state,
    a_unit,
    needed_unit,
    opened,
    rests_on_set_up,
)
from clubroute.rules.position.beside import laid_over, set_up_text
from clubroute.rules.position.names import squeezed
from clubroute.rules.position.record import (
    BESIDE,
    derived,
    list_of,
    needed,
    plain,
    record,
    said,
)
from clubroute.rules.scenarios.book import find_scenario
from clubroute.rules.series import series_at

if TYPE_CHECKING:
    from clubroute.rules.scenarios.places import Arriving

# The position a question about a game of one's own is about.

MOST_PIECES = 2000
MOST_STATES = 12
TURN = plain({"type": "integer", "minimum": 1, "maximum": 999})
RATING = plain({"type": "number", "minimum": 0, "maximum": 999})
STEPS = plain({"type": "integer", "minimum": 0, "maximum": 99})


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainUnit(SaidUnit):
    """A unit, as far as it is known. A field that is not said is None; ``move`` is in half-MP."""

    id: str | None = said(NAME, "its counter's id")
    name: str | None = said(NAME, "the name printed on it")
    side: str | None = said(NAME, "whose it is, as the module names its sides")
    hex: str | None = said(HEX, "its hex")
    facing: str | None = said(NAME, "the hexside it faces: N, SE, or northeast")
    kind: str | None = said(NAME, "its kind, as in units.csv")
    back: bool | None = said(YES, "whether its back is up")
    steps: int | None = said(STEPS, "its steps")
    state: tuple[str, ...] | None = said(
        list_of(NAME, MOST_STATES), "what its layers show, in the words of set-ups"
    )
    move: int | None = said(MP, "its movement allowance in MP")
    points: float | None = said(RATING, "its stacking points")
    attack: float | None = said(RATING, "its attack strength")
    defence: float | None = said(RATING, "its defence strength")
    fire: float | None = said(RATING, "its strength of fire")
    range: int | None = said(STEPS, "how far it fires, in hexes")
    traced: Mapping[str, bool] = field(default_factory=dict, compare=False)
    """The states that no marker shows, as its supply was traced."""

    def shows(self, state: str) -> bool | None:
        """Whether it is in a state, None if its states are not said."""
        if state in self.traced:
            return self.traced[state]
        return None if self.state is None else state in self.state


UNIT = record(PlainUnit)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainPosition:
    """A position, as far as it is known. ``units`` being an empty tuple says that there are none;
    None says nothing. ``begun`` tells by field what was taken from the set-up of its scenario."""

    scenario: str | None = said(NAME, "the scenario that is played")
    units: tuple[PlainUnit, ...] | None = said(list_of(UNIT, MOST_PIECES))
    beside_set_up: bool | None = said(YES, BESIDE)
    turn: int | None = said(TURN, "the game turn, from 1")
    weather: str | None = said(NAME, "the weather, as in rules.toml")
    player: str | None = said(NAME, "whose player turn it is")
    phase: str | None = said(NAME, "the phase, as in rules.toml")
    used: int | None = said(STEPS, "how many units of the side have moved in this phase already")
    handle: str = field(default="", compare=False)
    begun: Mapping[str, Step] = field(default_factory=dict, compare=False)

    def of(self, side: str) -> tuple[PlainUnit, ...]:
        """The units of a side."""
        return tuple(one for one in self.units or () if one.side == side)

    def in_hex(self, hexes: Iterable[str]) -> tuple[PlainUnit, ...]:
        """The units in some hexes, printed numbers."""
        where = set(hexes)
        return tuple(one for one in self.units or () if one.hex in where)

    def untold(self) -> list[str]:
        """What is needed of the units of which not all that counts is said."""
        needs: list[Any] = []
        for index, one in enumerate(self.units or ()):
            if one.hex is None:
                needs.append(f"state.units[{index}].hex: where {one.call} is")
            if one.side is None:
                needs.append(f"state.units[{index}].side: whose unit {one.call} is")
        return needs


Position = PlainPosition
"""The class of a state, as :mod:`clubroute.rules.series` finds it."""
NOTHING_SAID = PlainPosition()
"""The position of a question that says nothing of it."""


UNITS, TRAITS = "units.csv", "traits.toml"
NEEDED = ("id", "name", "side", "kind")
"""The columns of ``units.csv`` that every game has."""
BACK = "back_"
"""What the columns of a counter's back begin with."""
BACK_LAYER = "Back"
"""The layer that covers the front of a counter."""


@dataclass(frozen=True, slots=True)
class GameCounter:
    """A counter of ``units.csv``, with its row. ``columns`` are its cells by the names in the
    header."""

    id: str
    name: str
    side: str
    kind: str
    columns: Mapping[str, str]
    row: int = 0

    def column(self, name: str, back: bool | None) -> str | None:
        """A cell of the side that is up, None if it is blank; the front's where the back has
        no column of its own."""
        own = f"{BACK}{name}"
        told = self.columns.get(own if back and own in self.columns else name, "")
        return told.strip() or None


@dataclass(frozen=True, slots=True)
class PlainGame:
    """A game of one's own. ``turns`` are the days and times of its track, in order. ``words`` are
    what set-ups say of units, each with its layer; ``map`` is the map window of its module."""

    id: str
    title: str
    folder: Path
    map: str
    sides: tuple[str, ...]
    turns: tuple[tuple[str, str], ...]
    words: Mapping[str, str]
    counters: Mapping[str, GameCounter]

    @property
    def states(self) -> tuple[str, ...]:
        """The words of states, but for those that say which side of a counter is up."""
        return tuple(word for word, layer in self.words.items() if layer != BACK_LAYER)

    @property
    def turned(self) -> frozenset[str]:
        """The words that say a counter's back is up."""
        return frozenset(word for word, layer in self.words.items() if layer == BACK_LAYER)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of its counters, in order."""
        return tuple(dict.fromkeys(one.kind for one in self.counters.values()))

    def called(self, name: str) -> GameCounter | None:
        """The counter of an id or a name; case and spaces do not count."""
        wanted = squeezed(name)
        same = (one for one in self.counters.values() if squeezed(one.name) == wanted)
        return self.counters.get(name) or next(same, None)


def game_of(window: str) -> PlainGame:
    """The game of a map, read again only when its files have changed.

    :raises InputError: there is none, or one of its files cannot be read.
    """
    folder = below(series_at(window).counters, window)
    stamp = tuple(changed(below(folder, name)) for name in (MODULE_FILE, UNITS, TRAITS))
    return read_plain_game(folder, stamp)


@lru_cache(maxsize=16)
def read_plain_game(folder: Path, stamp: object) -> PlainGame:
    """A game as its files have it. :raises InputError: one cannot be read."""
    module = read_toml_table(folder / MODULE_FILE)
    turns = module.inner("turns") if "turns" in module.table else None
    named = () if turns is None else product(turns.texts("days"), turns.texts("times"))
    return PlainGame(
        folder.name,
        module.optional("name", folder.name),
        folder,
        module.optional("map", "Map"),
        module.texts("sides"),
        tuple(named),
        words_in(folder / TRAITS),
        {one.id: one for one in read_counters(folder / UNITS)},
    )


def words_in(path: Path) -> Mapping[str, str]:
    """The words of ``traits.toml``, each with its layer. :raises InputError: it cannot be read."""
    traits = read_toml_table(path) if path.exists() else None
    if traits is None or "words" not in traits.table:
        return {}
    words = traits.inner("words")
    return {word: words.value(word, str) for word in words.table}


def read_counters(path: Path) -> Iterator[GameCounter]:
    """The counters of ``units.csv``. :raises InputError: it cannot be read."""
    for row in read_free_rows(path, NEEDED) if path.exists() else ():
        if row.optional("id"):
            id_, name, side, kind = (row.cells[one].strip() for one in NEEDED)
            yield GameCounter(id_, name, side, kind, row.cells, row.row)


# The parameters that questions about games of one's own share, completed from their counters.

STATE = "state"


def the_map() -> Any:
    """Declare the map of a game of one's own."""
    return needed(replace(NAME, opens=open_map), "the map: the game's name", name="map")


def window_of(told: Mapping[str, Any]) -> str:
    """The name of a question's map."""
    named = told["map"]
    return named if isinstance(named, str) else named.window


def one_named(value: str, known: tuple[str, ...], part: str) -> str:
    """A word in any case as a game has it. :raises InputError: it has none such."""
    found = next((one for one in known if squeezed(one) == squeezed(value)), None)
    if found is None:
        where = Where("params", part=part)
        raise InputError(where, repr(value), one_of(known), nearest_name(value, known))
    return found


def open_side(context: Context, value: str, told: Mapping[str, Any]) -> str:
    """A side of the question's game. :raises InputError: it has none such."""
    return one_named(value, game_of(window_of(told)).sides, "side")


def open_word(context: Context, value: str, told: Mapping[str, Any]) -> str:
    """A word of a state of the question's game. :raises InputError: it has none such."""
    return one_named(value, game_of(window_of(told)).states, "state")


SIDE = replace(NAME, opens=open_side)
"""A side, as the module names it."""
STATE_WORD = replace(NAME, opens=open_word)
"""A word of a state, as set-ups have it."""


def unit_of(counter: GameCounter) -> PlainUnit:
    """What a counter says of its unit, whichever side is up."""
    return PlainUnit(
        id=counter.id, name=counter.name, side=counter.side or None, kind=counter.kind or None
    )


def completed(game: PlainGame, unit: PlainUnit, part: str) -> PlainUnit:
    """A unit with what its counter tells. :raises InputError: the game has not its side, kind or
    state, or its counter has another."""
    call = unit.id or unit.name
    counter = game.called(call) if call else None
    found = unit if counter is None else unit.over(unit_of(counter))
    if found.side is not None:
        found = replace(found, side=one_named(found.side, game.sides, f"{part}.side"))
    if found.kind is not None:
        found = replace(found, kind=one_named(found.kind, game.kinds, f"{part}.kind"))
    for name in ("side", "kind") if counter is not None else ():
        own, printed = getattr(found, name), getattr(counter, name)
        if printed and own != printed:
            where = Where("params", part=f"{part}.{name}")
            raise InputError(where, repr(own), f"{printed}, as the counter of {call} has it")
    if found.state:
        words = [one_named(one, tuple(game.words), f"{part}.state") for one in found.state]
        turned = not game.turned.isdisjoint(words)
        shown = tuple(one for one in words if one not in game.turned)
        found = replace(found, state=shown, back=True if turned else found.back)
    return found


def open_state(context: Context, value: object, told: Mapping[str, Any]) -> PlainPosition:
    """A position whose units are completed from their counters; a scenario of which no units are
    said, or only some, begins with its set-up, in its first turn.

    :raises InputError: something in it the game has not.
    """
    position = opened(context, value, PlainPosition)
    if position == NOTHING_SAID:
        return position
    game = game_of(window_of(told))
    position = replace(position, units=all_completed(game, position.units))
    some = position.units is None or (position.beside_set_up and position.units)
    if position.scenario is not None and some:
        position = begin(game, position, position.scenario)
    if position.player is not None:
        player = one_named(position.player, game.sides, "state.player")
        position = replace(position, player=player)
    return position


def all_completed(
    game: PlainGame, units: Sequence[PlainUnit] | None
) -> tuple[PlainUnit, ...] | None:
    """Units with what their counters tell. :raises InputError: as :func:`completed`."""
    if units is None:
        return None
    return tuple(completed(game, unit, f"state.units[{at}]") for at, unit in enumerate(units))


def begin(game: PlainGame, position: PlainPosition, scenario: str) -> PlainPosition:
    """A position with the units that a scenario puts on the map and those said beside them, in its
    first turn if neither turn nor weather is said. In a later one that they still stand so is our
    guess.

    :raises InputError: there is no such scenario.
    """
    found = find_scenario(game.id, scenario, part="state.scenario").scenario
    turn = first_turn(game, found)
    later = turn is not None and position.turn not in (None, turn)
    begun = all_completed(game, set_up(game, scenario)) or ()
    left, said = laid_over(begun, position.units or ())
    units = (*(begun[index] for index in left), *said)
    beside = ", beside those said" if said else ""
    text = set_up_text(found.id, len(left), 0, "unit") + beside
    text += ", taken to stand there still" if later else ""
    begins = {"units": Step(text, found.cite, provenance="assumed" if later else "rulebook")}
    if turn is not None and position.turn is None and position.weather is None:
        why = f"the turn is taken to be the first of {found.id}, {found.turns.first}"
        cite = found.turns.cite or found.cite
        begins["turn"] = Step(why, cite, provenance="assumed")
        return replace(position, units=units, turn=turn, begun=begins)
    return replace(position, units=units, begun=begins)


def set_up(game: PlainGame, scenario: str) -> list[PlainUnit]:
    """The units that a scenario puts on the map. :raises InputError: there is no such scenario."""
    rows = find_scenario(game.id, scenario, part="state.scenario").scenario.units
    return [
        PlainUnit(id=row.unit, hex=row.hex, state=tuple(row.state), back=False)
        for row in rows
        if row.hex is not None and row.unit is not None and row.arrival is None
    ]


def first_turn(game: PlainGame, scenario: Scenario) -> int | None:
    """The number of a scenario's first turn, None if it is none of the game's track."""
    return turn_named(game, scenario.turns.first)


def turn_named(game: PlainGame, text: str) -> int | None:
    """The number of a turn as scenarios name it, None if it is none of the game's track."""
    named = [f"{time}, {day}".casefold() for day, time in game.turns]
    return named.index(text.casefold()) + 1 if text.casefold() in named else None


def due_turn(game: PlainGame, listed: Arriving) -> int | None:
    """The turn a reinforcement is due in, None if its list names none."""
    timed = listed.arrival.trigger == "turn"
    return turn_named(game, listed.arrival.when) if timed else None


def not_begun(position: PlainPosition, part: str) -> PlainPosition:
    """A position without its units, or its turn, as set up."""
    less: dict[str, Any] = {part: None, "begun": {}}
    return replace(position, **less)


def unchanged(value: Any, answer: Any, again: Any) -> Any:
    """An answer that says no more of what it rests on."""
    return answer


def known_unit(context: Context, value: object, told: Mapping[str, Any]) -> PlainUnit:
    """The unit of an id or name: as the position has it, completed from its counter.

    :raises InputError: neither the position nor the game has it.
    """
    game, state = game_of(window_of(told)), told.get(STATE)
    units = (state.units if isinstance(state, PlainPosition) else None) or ()
    unit = value if isinstance(value, PlainUnit) else PlainUnit(name=str(value))
    call = unit.id or unit.name
    if call is None:
        return completed(game, unit, "unit")
    counter = game.called(call)
    wanted = {squeezed(call)} | ({squeezed(counter.id)} if counter is not None else set())
    there = [
        one for one in units if {squeezed(name) for name in (one.id, one.name) if name} & wanted
    ]
    if not there and counter is None:
        if isinstance(value, PlainUnit):
            return completed(game, unit, "unit")
        names = [*(one.call for one in units), *(one.name for one in game.counters.values())]
        expected = f"a unit of {game.title} or of the position"
        raise InputError(
            Where("params", part="unit"), repr(call), expected, nearest_name(call, names)
        )
    bare = unit if isinstance(value, PlainUnit) and counter is None else replace(unit, name=None)
    if counter is not None:
        bare = replace(bare, id=None)
    found = bare.over(there[0]) if there else bare.over(unit_of(counter)) if counter else bare
    return completed(game, found, "unit")


ASKED_UNIT = a_unit(UNIT, known_unit, unchanged)
"""A unit, or the id or name of one in the position, or of its counter."""
MOST_TOGETHER = 24
ASKED_UNITS = list_of(ASKED_UNIT, MOST_TOGETHER, least=1)
STATES = a_state(NOTHING_SAID, open_state, rests_on_set_up(not_begun))


the_unit = partial(needed_unit, ASKED_UNIT)
"""Declares the unit a question is about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutOwnMap:
    """The parameter of every question about a map."""

    country: MapFile = the_map()
    game: PlainGame = derived(lambda context, asked: game_of(asked.country.window))


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutOwnState(AboutOwnMap):
    """The parameters of a question about a position on a map."""

    state: PlainPosition = said(
        STATES, "units, turn and weather; or an open state's handle", default=NOTHING_SAID
    )
