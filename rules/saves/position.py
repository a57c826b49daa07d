"""What a file says of a position: its counters, the state that questions take, and its sources."""

from __future__ import annotations

import importlib
from collections.abc import (
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    Protocol,
    TypeAlias,
)

from clubroute.builder.counting import so_many
from clubroute.builder.errors import (
    InputError,
    Where,
    nearest_name,
    one_of,
)
from clubroute.rules.ground.mapfile import NOWHERE, MapFile, hex_id
from clubroute.rules.logs.check.module import Module
from clubroute.rules.logs.check.series import read_counters
from clubroute.rules.logs.game import Game
from clubroute.rules.logs.grids.layout import MapLayout
from clubroute.rules.logs.pieces import GamePiece
from clubroute.rules.logs.replay import faces
from clubroute.rules.series import all_series, own_series_list, series_at

if TYPE_CHECKING:
    from clubroute.rules.asking.context import Context


Source: TypeAlias = Literal["file", "scenario set-up", "unknown"]
"""Where something that is said of a position comes from."""


FLAGS = ("column", "mounted", "back", "suppressed", "dg", "oos", "emplaced")
"""What a state may say of a unit that its owner sees on the map."""


class KnownCounter(Protocol):
    """What a mapping file tells of a piece, whatever the series."""

    @property
    def role(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def id(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def division(self) -> str: ...
    @property
    def formation(self) -> str: ...
    @property
    def kind(self) -> str: ...


@dataclass(frozen=True, slots=True)
class SourceNote:
    """Where a part of a position comes from, or what nobody has said, in a player's words."""

    part: str
    source: Source
    text: str

    def record(self) -> dict[str, str]:
        """JSON values."""
        return {"part": self.part, "source": self.source, "text": self.text}


@dataclass(frozen=True, slots=True)
class FileCounter:
    """A counter that everybody sees, as it lies in a file.

    ``piece`` is the file's own id, ``id`` that of the counter if the module tells it. ``hex`` is
    the printed number, None off the main map; ``place`` is then the name of where it lies.
    ``x`` and ``y`` are px of the ``map`` window. ``pictures`` lie one over the other, files of
    the module's ``images/``; ``words`` is what its layers add to its name, ``shown`` the
    states a mapping knows, with whether they are on. A value is None where the module does not show
    it.
    """

    piece: str
    role: str
    name: str
    id: str = ""
    side: str = ""
    division: str = ""
    formation: str = ""
    kind: str = ""
    move_class: str | None = None
    hex: str | None = None
    place: str = ""
    map: str = ""
    x: int = 0
    y: int = 0
    column: bool | None = None
    back: bool | None = None
    mounted: bool | None = None
    organic: str | None = None
    ma: float | None = None
    shown: tuple[tuple[str, bool], ...] = ()
    words: str = ""
    pictures: tuple[str, ...] = ()

    def record(self) -> dict[str, Any]:
        """JSON values, those left out that are not known."""
        told = {name: getattr(self, name) for name in self.__slots__ if name != "move_class"}
        told |= {"class": self.move_class, "pictures": list(self.pictures)}
        told |= {"shown": dict(self.shown)}
        return {name: value for name, value in told.items() if value not in (None, "", [], {})}


def counter_of(piece: GamePiece, known: KnownCounter, **more: Any) -> FileCounter:
    """Make the counter of a piece of what a mapping file tells, and ``more`` of its fields."""
    return FileCounter(
        piece.id,
        known.role,
        known.name,
        known.id,
        known.side,
        known.division,
        known.formation,
        known.kind,
        **more,
    )


@dataclass(frozen=True, slots=True)
class FilePosition:
    """A position as a file has it.

    ``map`` is the rules' map, ``state`` what their questions take. ``step`` says how many of the
    ``steps`` of the log are played. ``digest`` is that of the file's bytes, ``file`` its name.
    """

    file: str
    digest: str
    map: str
    module: str
    scenario: str | None
    step: int
    steps: int
    turn: str
    state: Mapping[str, Any]
    counters: tuple[FileCounter, ...] = field(repr=False)
    notes: tuple[SourceNote, ...] = ()

    @property
    def units(self) -> tuple[FileCounter, ...]:
        """The units, those off the map too."""
        return tuple(one for one in self.counters if one.role == "unit")

    @property
    def markers(self) -> tuple[FileCounter, ...]:
        """The markers, those off the map too."""
        return tuple(one for one in self.counters if one.role == "marker")


# Declares what a series of games makes of the counters of a save; and finds the series.


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


# Keeps the counters of a game as players see them, step by step.


class SeenCounters:
    """The counters of a game that everybody sees. ``hidden`` counts the others, ``unknown`` the
    names of pieces on the main map that the book does not know."""

    def __init__(
        self, module: Module, book: CounterBook, country: MapFile, game: Game, version: str
    ) -> None:
        self._module, self._book, self.country = module, book, country
        self._game, self._version = game, version
        self.counters: dict[str, FileCounter] = {}
        self.hidden: set[str] = set()
        self.unknown: dict[str, str] = {}
        self.layouts: Mapping[str, MapLayout] = {}
        self.lay_out()

    def lay_out(self) -> None:
        """Lay the maps out anew, with all pieces on them."""
        self.layouts = self._module.maps.laid_out(self._game.boards, self._version)
        self.put(self._game.pieces.items())

    @property
    def maps(self) -> tuple[str, ...]:
        """The names of the module's map windows."""
        return tuple(self.layouts)

    def put(self, pieces: Iterable[tuple[str, GamePiece | None]]) -> dict[str, FileCounter | None]:
        """Take over what a step changed; returns the counters that differ, None for one gone."""
        changed: dict[str, FileCounter | None] = {}
        for id_, piece in pieces:
            now = None if piece is None else self._read(piece)
            before = self.counters.get(id_)
            if now == before:
                continue
            changed[id_] = now
            if now is None:
                del self.counters[id_]
            else:
                self.counters[id_] = now
        return changed

    def _read(self, piece: GamePiece) -> FileCounter | None:
        self.hidden.discard(piece.id)
        self.unknown.pop(piece.id, None)
        group = self._game.stack_of(piece)
        if piece.map is None or (group is not None and group.is_deck):
            return None
        if piece.hidden_by is not None or piece.masked_by is not None:
            self.hidden.add(piece.id)
            return None
        known = self._book.read(piece)
        if known is None:
            if piece.map == self._book.map:
                self.unknown[piece.id] = piece.name
            return None
        number, place = self._place(piece)
        pictures, words = faces(piece)
        return replace(
            known,
            hex=number,
            place=place,
            map=piece.map,
            x=piece.x,
            y=piece.y,
            words=words,
            pictures=pictures,
        )

    def _place(self, piece: GamePiece) -> tuple[str | None, str]:
        """The printed number of a piece's hex; or the name of where it lies."""
        layout = self.layouts.get(piece.map or "")
        if layout is None:
            return None, piece.map or ""
        if piece.map == self._book.map:
            id_ = hex_id(self.country, layout.hex_at(piece.x, piece.y))
            if id_ != NOWHERE:
                return self.country.number(id_), ""
            return None, f"{piece.map}, in no hex"
        zone = layout.zone_at(piece.x, piece.y)
        return None, f"{piece.map}: {zone}" if zone else piece.map or ""
