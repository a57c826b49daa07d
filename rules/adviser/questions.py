"""What a program inside VASSAL asks, and what it is answered: the forms of both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import product
from math import ceil
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import Method, UnknownMethodError
from clubroute.rules.ground.mapfile import NOWHERE, MapFile, hex_id
from clubroute.rules.logs.grids.hexgrid import HexGrid, Pixel
from clubroute.rules.logs.grids.layout import LaidBoard, MapLayout, ZonedGrid
from clubroute.rules.position.record import (
    list_of,
    needed,
    parts_of,
    plain,
    record,
    said,
    word,
)
from clubroute.rules.saves.live import LiveGame, live_game
from clubroute.rules.saves.position import FileCounter
from clubroute.rules.series import series_of

ASKS = ("reach", "cost", "sees", "sight", "command", "route", "turn")
"""The questions of the menu, in its order."""
TEXT = plain({"type": "string", "maxLength": 200})
PIXEL = plain({"type": "integer", "minimum": -1_000_000, "maximum": 1_000_000})


@dataclass(frozen=True, slots=True, kw_only=True)
class MapPlace:
    """A place as VASSAL has it: a map window's name and pixel, or the name of a location."""

    map: str | None = said(TEXT, "the name of the map window")
    x: int | None = said(PIXEL, "pixels of the map at full size, from the left")
    y: int | None = said(PIXEL, "from the top")
    location: str | None = said(TEXT, "VASSAL's name of the place, as Map.locationName gives it")


MENU: Mapping[str, Any] = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {
            "ask": {"type": "string", "description": "for adviser.show"},
            "label": {"type": "string"},
            "to": {"type": "boolean", "description": "it needs another hex, to be picked first"},
        },
    },
}
SHOWN: Mapping[str, Any] = {
    "type": "object",
    "required": ["line", "text", "marks", "ways"],
    "properties": {
        "line": {"type": "string", "description": "the answer in a line"},
        "text": {"type": "array", "items": {"type": "string"}, "description": "its working"},
        "marks": {
            "type": "array",
            "description": "hexes to mark: x, y (px of the map window), text, kind (reach, clear, "
            "unknown, blocking, end)",
            "items": {"type": "object"},
        },
        "ways": {
            "type": "array",
            "description": "lines to draw: kind (way, clear, blocked, unknown, route), points as "
            "[x, y]",
            "items": {"type": "object"},
        },
        "map": {"type": "string", "description": "the map window"},
        "publish": {"type": "string", "description": "the line for the other players"},
    },
}
GAME = "the handle of the live game (state.open, vassal)"
PIECE = "the unit: VASSAL's id of its piece"
YES = plain({"type": "boolean"})
DRAGGED: Mapping[str, Any] = {
    "type": "object",
    "required": ["line", "verdict"],
    "properties": {
        "line": {
            "type": "string",
            "description": "what to show, at most 80 letters; empty where there is nothing to say",
        },
        "verdict": {
            "type": "string",
            "description": "legal, possible, unchecked or illegal, as clubroute check has it of "
            "the whole activation; set-up, or none",
        },
        "from": {"type": "string"},
        "to": {"type": "string"},
        "chit": {"type": "string", "description": "the chit in play"},
        "cost": {"type": "number", "description": "MP of this drag"},
        "spent": {"type": "number", "description": "MP of the activation at least, with it"},
        "allowance": {"type": "number"},
        "rules": {"type": "array", "items": {"type": "string"}},
        "way": {"type": "array", "items": {"type": "string"}, "description": "the cheapest way"},
        "why": {"type": "string"},
        "unknown": {"type": "array", "items": {"type": "string"}},
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class DragQuestion:
    """The parameters of ``adviser.drag``."""

    game: str = needed(TEXT, GAME)
    piece: str | None = said(TEXT, PIECE)
    pieces: tuple[str, ...] = said(
        list_of(TEXT, 100), "in place of piece, all that is dragged: told of its one side's first"
    )
    to: MapPlace | None = said(record(MapPlace), "where it is dragged; if absent, its last drag")


@dataclass(frozen=True, slots=True, kw_only=True)
class GameQuestion:
    """The parameters of ``adviser.room`` and ``adviser.ready``."""

    game: str = needed(TEXT, GAME)


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuQuestion:
    """The parameters of ``adviser.menu``."""

    game: str = needed(TEXT, GAME)
    piece: str | None = said(TEXT, PIECE)
    start: MapPlace | None = said(record(MapPlace), "a hex", name="from")
    to: MapPlace | None = said(record(MapPlace), "another hex")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowQuestion(MenuQuestion):
    """The parameters of ``adviser.show``."""

    ask: str = needed(word(*ASKS), "the question, one of adviser.menu's")
    publish: bool = said(YES, "also a line for all players, with a ruling's id", default=False)


ROOM: Mapping[str, Any] = {
    "type": "object",
    "properties": {"address": {"type": "string", "description": "to be opened in a browser"}},
}
READY: Mapping[str, Any] = {
    "type": "object",
    "properties": {"units": {"type": "integer", "description": "sorts of units asked about"}},
}


# Where VASSAL's own names of places are on the rules' map, and hexes on VASSAL's.


@dataclass(slots=True)
class WindowHexes:
    """The hexes of the rules' map on the window that units move on."""

    country: MapFile
    layout: MapLayout
    _pixels: dict[int, Pixel] = field(default_factory=dict)

    def hex(self, place: MapPlace) -> str | None:
        """The printed number of the hex at a place, None if there is none."""
        number = place.location
        if place.x is not None and place.y is not None:
            if place.map is not None and place.map != self.layout.name:
                return None
            number = self.layout.hex_at(place.x, place.y)
        id_ = hex_id(self.country, number)
        return None if id_ == NOWHERE else self.country.number(id_)

    def pixel(self, number: str) -> Pixel | None:
        """The centre of a hex in the window, None if the window does not show it."""
        if not self._pixels:
            self._pixels = dict(self._centres())
        return self._pixels.get(hex_id(self.country, number))

    def _centres(self) -> Iterator[tuple[int, Pixel]]:
        for board in self.layout.boards:
            for centre in centres(board):
                point = board.on_map(centre)
                number = self.layout.hex_at(*point) if board.holds(point) else None
                if (id_ := hex_id(self.country, number)) != NOWHERE:
                    yield id_, point


def centres(board: LaidBoard) -> Iterator[Pixel]:
    """The centres of the hexes of a board's grids, in px of the board."""
    grid = board.grid
    grids = [grid]
    if isinstance(grid, ZonedGrid):
        grids = [*(zone.grid for zone in grid.zones), grid.background]
    for one in grids:
        if isinstance(one, HexGrid):
            across, down = (board.height, board.width)[:: 1 if one.sideways else -1]
            columns, rows = range(ceil(across / one.dx) + 2), range(ceil(down / one.dy) + 2)
            yield from (one.centre_of(*cell) for cell in product(columns, rows))


# Questions about a live game: its position, its units and places by VASSAL's names.

WINDOWS = "windows of live games"


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A live game, by its handle, at which questions are asked. Its lock is held meanwhile."""

    context: Context
    live: LiveGame
    handle: str

    @property
    def window(self) -> str:
        """The rules' map."""
        return self.live.save.book.window

    @property
    def whereabouts(self) -> WindowHexes:
        """The window that units move on."""
        book = self.live.save.book
        layout = self.live.board.layouts[book.map]
        kept = self.context.kept(WINDOWS)
        key = (self.live.save.found.digest or self.live.save.module.name, id(layout))
        found: WindowHexes | None = kept.get((WINDOWS, key))
        if found is None or found.layout is not layout:
            found = WindowHexes(self.live.save.country, layout)
            kept[WINDOWS, key] = found
        return found

    def unit(self, piece: str | None) -> FileCounter | None:
        """The unit of a piece that lies in a hex, None for anything else."""
        found = self.live.board.counters.get(piece or "")
        return found if found is not None and found.role == "unit" and found.hex else None

    def record(self, unit: FileCounter) -> Mapping[str, Any]:
        """A unit as questions take it: as the position has it."""
        units = self.live.position().state.get("units") or ()
        alike = [one for one in units if one.get("hex") == unit.hex and one.get("id") == unit.id]
        return {name: value for name, value in alike[0].items() if name != "hex"} if alike else {}

    def state(self) -> str:
        """The handle of the position as it is now."""
        state = self.live.position().state
        return self.context.states.open(state, series_of({"map": self.window}))

    def hex(self, place: MapPlace | None) -> str | None:
        """The hex at a place."""
        return None if place is None else self.whereabouts.hex(place)

    def method(self, name: str) -> Method | None:
        """A method of this game's series, None if it has none of the name."""
        try:
            return self.context.registry.find(name, {"map": self.window})
        except UnknownMethodError:
            return None

    def params(self, name: str, told: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters of a question about the game as it is: those of ``told`` it takes."""
        method = self.method(name)
        if method is None:
            where, expected = Where("params", part="ask"), f"a question of {self.window}"
            raise InputError(where, repr(name), expected)
        parts = parts_of(method.asks)
        state = self.live.position().state
        turn = state.get("turn") or {}
        known: dict[str, Any] = {"map": self.window, "scenario": state.get("scenario")}
        known |= {name: turn.get(name) for name in ("date", "time")} | dict(told)
        found = {name: one for name, one in known.items() if name in parts and one is not None}
        if "state" in parts:
            found["state"] = self.state()
            found.pop("scenario", None)  # the position says it
        return found

    def ask(self, name: str, told: Mapping[str, Any]) -> Any:
        """Ask about the game as it is. :raises InputError: the question does not fit it."""
        return ask(self.context, name, self.params(name, told))


@contextmanager
def table_of(context: Context, handle: str) -> Iterator[LiveTable]:
    """A live game, while nobody plays on. :raises GoneError: it is not here."""
    live = live_game(context, handle, "game")
    with live.lock:
        yield LiveTable(context, live, handle)
