"""Makes a position of a game of one's own of what a save shows; its counters are known by the marks
that every module has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.kit.log_frame import SeenCounter
from clubroute.rules.logs.mapping import (
    CounterRow,
    MappingForm,
    PieceMap,
    PieceReader,
    Shown,
    Told,
    read_mapping,
)
from clubroute.rules.logs.pieces import GamePiece
from clubroute.rules.plain.game import BACK_LAYER, PlainGame, PlainPosition, game_of
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

TEXTS = {"unit": ("id", "side", "kind"), "marker": ("id", "kind")}


def plain_counter(piece: GamePiece, row: CounterRow, told: Told, shown: Shown) -> SeenCounter:
    """Make the counter of a piece that a row fits."""
    unit = row.role == "unit"
    hidden = piece.hidden_by is not None or piece.masked_by is not None
    texts = {name: told.get(name, "") for name in ("id", "side", "kind")}
    base = SeenCounter(row.role, "", texts["id"], piece.name, hidden=unit and hidden)
    lit = tuple(sorted(shown.items())) if unit else ()
    return replace(base, side=texts["side"], kind=texts["kind"], shown=lit)


def counters_of(game: PlainGame) -> Mapping[str, Any]:
    """The file of a game's counters, as one would be written (docs/mapping.md)."""
    layers = {word: {f"{layer}_Level": "2"} for word, layer in game.words.items()}
    unit = {"match": {"UnitId": ".+"}, "id": "$UnitId", "side": "$Side", "kind": "$Kind"}
    marker = {"match": {"MarkerId": ".+"}, "id": "$MarkerId", "kind": "$MarkerKind"}
    return {
        "series": game.id,
        "map": game.map,
        "windows": {game.title: game.id},
        "units": [{**unit, **layers, BACK_LAYER: {f"{BACK_LAYER}_Level": "2"}}],
        "markers": [marker],
    }


def counter_mapping(game: PlainGame) -> PieceMap:
    """The mapping of a game's counters."""
    form = MappingForm(
        maps=(game.id,),
        tables={"units": "unit", "markers": "marker"},
        texts=TEXTS,
        words={"unit": {}, "marker": {}},
        shown=(*game.words, BACK_LAYER),
    )
    return PieceMap(**read_mapping(counters_of(game), game.folder / "traits.toml", form))


class PlainBook:
    """Knows the counters of a module (:class:`rules.saves.position.CounterBook`)."""

    def __init__(self, game: PlainGame) -> None:
        self.map, self.window, self._game = game.map, game.id, game
        self._reader = PieceReader(counter_mapping(game), plain_counter)

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
