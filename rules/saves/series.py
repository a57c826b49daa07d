"""Declares what a series of games makes of the counters of a save; and finds the series."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from clubroute.builder.counting import so_many
from clubroute.builder.errors import InputError, Where, nearest_name, one_of
from clubroute.rules.logs.check.series import read_counters
from clubroute.rules.saves.position import SourceNote
from clubroute.rules.series import all_series, own_series_list, series_at

if TYPE_CHECKING:
    from clubroute.rules.asking.context import Context
    from clubroute.rules.ground.mapfile import MapFile
    from clubroute.rules.logs.pieces import GamePiece
    from clubroute.rules.saves.position import FileCounter


@dataclass(frozen=True, slots=True)
class Seen:
    """What everybody sees of a game, for a series to make a state of it.

    ``turn`` is what the module's turn tracker says, ``scenario`` the id of the scenario if it is
    known, ``under_way`` whether it has gone on from its set-up (None: that is not known),
    ``weather`` what a property of the game says of it.
    """

    country: MapFile
    counters: Sequence[FileCounter]
    turn: str
    scenario: str | None
    under_way: bool | None
    weather: str = ""


@dataclass(frozen=True, slots=True)
class Lay:
    """A counter to be laid down: its id in the module, its hex, the states it shows."""

    id: str
    hex: str
    states: tuple[str, ...] = ()


class CounterBook(Protocol):
    """Knows the counters of a module."""

    map: str
    """The name of the map window that units move on."""
    window: str
    """The rules' map."""

    def read(self, piece: GamePiece) -> FileCounter | None:
        """Tell what a piece is, wherever it lies; None for one it does not know."""

    def state(self, seen: Seen) -> tuple[dict[str, Any], list[SourceNote]]:
        """Make a state of a game, and say where its parts come from."""


class SaveSeries(Protocol):
    """A series whose saves can be read. Importing it is cheap."""

    says: Mapping[str, frozenset[str]]
    """What a position says of a unit → the words of a set-up's list that say so; ``back`` too."""
    states: frozenset[str]
    """Words of set-ups that a position has as they stand, in the ``state`` of a unit."""
    counters: Mapping[str, tuple[str, tuple[str, ...]]]
    """Kinds of markers whose counter is called otherwise → its id, and the states it shows."""

    def plays(self, module: str) -> bool:
        """Tell whether a module of ours is a game of this series."""

    def lays(self, country: MapFile, position: Any) -> Iterator[Lay]:
        """Lay down what a position says of bridges and the like, but for units and markers."""

    def turn(self, position: Any) -> tuple[str, str] | None:
        """The day and the time of a position's turn as the module's tracker names them."""

    def rated(self, context: Context, unit: Mapping[str, Any]) -> Mapping[str, Any]:
        """Tell what the owner's ratings say of a unit of a state, as that state would say it.

        :raises InputError: the owner's table is wrong.
        """

    def book(self, context: Context, module: str, counters: Path | None) -> CounterBook:
        """Open what knows the counters of a module, by a mapping file if it is not ours.

        :raises InputError: the file is wrong, or names no map for the module.
        """


class MappedSaves:
    """What the saves of every series share: a mapping file tells what a module's counters are.

    :param plays: whether a module of ours is a game of the series. :param counters: the mapping
        file of our modules. :param mapping_of: reads one.
    :param book: makes what knows the counters of a mapping, on a map, of a module that is none of
        ours ("" for one that is).
    """

    states: frozenset[str] = frozenset()

    def __init__(
        self,
        plays: Callable[[str], bool],
        counters: Path,
        mapping_of: Callable[[Mapping[str, Any], Path], Any],
        book: Callable[[Any, str, str], CounterBook],
    ) -> None:
        self.plays, self._counters = plays, counters
        self._mapping_of, self._book = mapping_of, book

    def book(self, context: Context, module: str, counters: Path | None) -> CounterBook:
        """Open what knows the counters. :raises InputError: the file is wrong, or names no map."""
        path = self._counters if counters is None else counters
        mapping = self._mapping_of(read_counters(path), path)
        window = mapping.map_of(module, Where(str(path), part="windows"))
        return self._book(mapping, window, "" if counters is None else module)


def book_of(context: Context, module: str, counters: Path | None) -> CounterBook:
    """Open what knows the counters of a module. :raises InputError: nothing does."""
    known = {one.id: one.saves for one in all_series() if one.saves}
    if counters is not None:
        name = str(read_counters(counters).get("series", next(iter(known))))
        if name not in known:
            where, near = Where(str(counters), part="series"), nearest_name(name, known)
            raise InputError(where, repr(name), one_of(known), near)
        return series_in(known[name]).book(context, module, counters)
    for one in own_series_list():
        if one.title == module:
            return saves_of(one.id).book(context, module, None)
    for path in known.values():
        if (found := series_in(path)).plays(module):
            return found.book(context, module, None)
    expected = "a module of ours, or a file of its counters (--counters)"
    raise InputError(Where("module"), repr(module), expected)


def told_parts(state: Mapping[str, Any], whole: Sequence[str]) -> dict[str, Any]:
    """The parts of a state that a file tells. What is empty says that there is nothing only for
    the parts it tells ``whole``."""
    empty: tuple[Any, ...] = (None, {}, [])
    return {
        name: value
        for name, value in state.items()
        if name == "units" or value not in empty or (name in whole and value is not None)
    }


def units_note(seen: Seen) -> SourceNote:
    """Say how many units the file has on the map, and off it."""
    places = [one.hex for one in seen.counters if one.role == "unit"]
    off = places.count(None)
    where = f", {off} more lie off the map" if off else ""
    return SourceNote("units", "file", f"{so_many(len(places) - off, 'unit')} on the map{where}")


def turn_note(turn: str, known: bool) -> SourceNote:
    """Say what the turn tracker shows, and whether that is a turn."""
    if known:
        return SourceNote("turn", "file", turn)
    text = "the turn: the turn tracker does not tell it (state.turn)"
    return SourceNote("turn", "unknown", text)


def saves_of(window: str) -> SaveSeries:
    """The series played on a map. :raises InputError: none is."""
    series = series_at(window)
    if series.home is None:
        return series_in(series.saves)
    own: SaveSeries = importlib.import_module(series.saves).saves_for(series)
    return own


def series_in(path: str) -> SaveSeries:
    """The series that a module of Python declares."""
    found: SaveSeries = importlib.import_module(path).SAVES
    return found
