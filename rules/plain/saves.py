"""Makes a position of a game of one's own of what a save shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.logs.pieces import GamePiece
from clubroute.rules.plain.game import (
    BACK_LAYER,
    PlainGame,
    PlainPosition,
    game_of,
)
from clubroute.rules.plain.mapping import mapping_of, reader_of
from clubroute.rules.saves.position import (
    FileCounter,
    Lay,
    Seen,
    SourceNote,
    counter_of,
    told_parts,
    turn_note,
    units_note,
)
from clubroute.rules.series import Series


class PlainBook:
    """Knows the counters of a module (:class:`rules.saves.position.CounterBook`)."""

    def __init__(self, game: PlainGame) -> None:
        self.map, self.window, self._game = game.map, game.id, game
        self._reader = reader_of(mapping_of(game))

    def read(self, piece: GamePiece) -> FileCounter | None:
        """Tell what a piece is; None for one that is no counter of the game."""
        known = self._reader.read(piece)
        if known is None:
            return None
        return counter_of(piece, known, back=known.is_(BACK_LAYER), shown=known.shown)

    def state(self, seen: Seen) -> tuple[dict[str, Any], list[SourceNote]]:
        """Make a state: units with what their layers show, and the turn."""
        units = [
            self.unit(one) for one in seen.counters if one.role == "unit" and one.hex is not None
        ]
        turns = [f"{day} {time}" for day, time in self._game.turns]
        turn = turns.index(seen.turn) + 1 if seen.turn in turns else None
        state = {"scenario": seen.scenario, "units": units, "turn": turn}
        return told_parts(state, ()), [units_note(seen), turn_note(seen.turn, turn is not None)]

    def unit(self, one: FileCounter) -> dict[str, Any]:
        """A unit as a state has it; what its counter says, ``units.csv`` knows."""
        shown = [word for word, on in one.shown if on and word in self._game.states]
        told = {"id": one.id, "hex": one.hex, "back": one.back, "state": shown}
        return {name: value for name, value in told.items() if value is not None}


class PlainSaves:
    """The saves of a game of one's own (:class:`rules.saves.position.SaveSeries`)."""

    counters: Mapping[str, tuple[str, tuple[str, ...]]] = {}

    def __init__(self, id_: str) -> None:
        self._id = id_

    @property
    def says(self) -> Mapping[str, frozenset[str]]:
        """The words that say a counter's back is up."""
        return {"back": game_of(self._id).turned}

    @property
    def states(self) -> frozenset[str]:
        """The words of states, which a position has as they stand."""
        return frozenset(game_of(self._id).states)

    def plays(self, module: str) -> bool:
        """Tell whether a module is that of the game."""
        return game_of(self._id).title == module

    def rated(self, context: Context, unit: Mapping[str, Any]) -> Mapping[str, Any]:
        """Tell nothing: the owner has no ratings of a game of his own."""
        return {}

    def lays(self, country: MapFile, position: PlainPosition) -> Iterator[Lay]:
        """Lay down nothing: a position of such a game has units alone."""
        return iter(())

    def turn(self, position: PlainPosition) -> tuple[str, str] | None:
        """The day and the time of a position's turn as the tracker names them."""
        turns = game_of(self._id).turns
        known = position.turn is not None and position.turn <= len(turns)
        return turns[(position.turn or 1) - 1] if known else None

    def book(self, context: Context, module: str, counters: Path | None) -> PlainBook:
        """Open what knows the counters."""
        return PlainBook(game_of(self._id))


def saves_for(series: Series) -> PlainSaves:
    """The saves of a game that is a series by itself."""
    return PlainSaves(series.id)
