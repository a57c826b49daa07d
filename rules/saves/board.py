"""Keeps the counters of a game as players see them, step by step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from clubroute.rules.ground.mapfile import NOWHERE, MapFile, hex_id
from clubroute.rules.logs.check.module import Module
from clubroute.rules.logs.faces import faces
from clubroute.rules.logs.game import Game
from clubroute.rules.logs.grids.layout import MapLayout
from clubroute.rules.logs.pieces import GamePiece
from clubroute.rules.saves.position import FileCounter
from clubroute.rules.saves.series import CounterBook


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
