"""Questions about a live game: its position, its units and places by VASSAL's names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.rules.adviser.places import WindowHexes
from clubroute.rules.adviser.questions import MapPlace
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import Method, UnknownMethodError
from clubroute.rules.position.record import parts_of
from clubroute.rules.saves.live import LiveGame, live_game
from clubroute.rules.saves.position import FileCounter
from clubroute.rules.series import series_of

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
