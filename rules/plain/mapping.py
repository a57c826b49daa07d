"""What the counters of a module of one's own are: known by the marks that every module has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from clubroute.rules.kit.log_frame import LogCounter
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
from clubroute.rules.plain.game import BACK_LAYER, PlainGame

TEXTS = {"unit": ("id", "side", "kind"), "marker": ("id", "kind")}


@dataclass(frozen=True, slots=True)
class PlainCounter(LogCounter):
    """A piece as the rules see it; ``shown`` has the words of its states, with whether they are
    on. ``hidden``: some player hid it or turned it face down."""

    shown: tuple[tuple[str, bool], ...] = ()
    hidden: bool = False

    def is_(self, state: str) -> bool | None:
        """Tell whether it shows a state, None if the module does not show it."""
        return dict(self.shown).get(state)


def counter_of(piece: GamePiece, row: CounterRow, told: Told, shown: Shown) -> PlainCounter:
    """Make the counter of a piece that a row fits."""
    unit = row.role == "unit"
    hidden = piece.hidden_by is not None or piece.masked_by is not None
    texts = {name: told.get(name, "") for name in ("id", "side", "kind")}
    base = PlainCounter(row.role, "", texts["id"], piece.name, hidden=unit and hidden)
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


def mapping_of(game: PlainGame) -> PieceMap:
    """The mapping of a game's counters."""
    form = MappingForm(
        maps=(game.id,),
        tables={"units": "unit", "markers": "marker"},
        texts=TEXTS,
        words={"unit": {}, "marker": {}},
        shown=(*game.words, BACK_LAYER),
    )
    return PieceMap(**read_mapping(counters_of(game), game.folder / "traits.toml", form))


def reader_of(mapping: PieceMap) -> PieceReader[PlainCounter]:
    """Open what reads the pieces of a log."""
    return PieceReader(mapping, counter_of)
