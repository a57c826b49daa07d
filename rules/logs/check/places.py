"""Tells in which hexes of the rules' map the pieces of a log lie."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from clubroute.rules.logs.grids.layout import MapLayout
from clubroute.rules.logs.pieces import GamePiece
from clubroute.rules.mapfile import NOWHERE, MapFile, hex_id


class Places(ABC):
    """Knows the hexes of the main map as a module lays it out."""

    def __init__(self, mapfile: MapFile, layout: MapLayout) -> None:
        self.map = mapfile
        self._layout = layout
        self._hexes: dict[tuple[int, int], int] = {}

    def lay_out(self, layout: MapLayout | None, pieces: Iterable[tuple[str, GamePiece]]) -> None:
        """Lay the map out anew, with the pieces on it."""
        if layout is not None:
            self._layout = layout
            self._hexes.clear()
            self.put(pieces)

    def hex_of(self, piece: GamePiece | None) -> int:
        """Find the hex a piece is in; NOWHERE if it is off the main map or in no hex."""
        if piece is None or piece.map != self._layout.name:
            return NOWHERE
        place = (piece.x, piece.y)
        found = self._hexes.get(place)
        return self._hex_at(place) if found is None else found

    def hexes(self, piece: GamePiece, places: Iterable[tuple[int, int]]) -> list[int]:
        """Find the hexes at places (map px) a piece left on its map; none if a place has no hex."""
        if piece.map != self._layout.name:
            return []
        found = [self._hex_at(place) for place in places]
        return [] if NOWHERE in found else found

    def _hex_at(self, place: tuple[int, int]) -> int:
        found = self._hexes.get(place)
        if found is None:
            found = self._hexes[place] = hex_id(self.map, self._layout.hex_at(*place))
        return found

    @abstractmethod
    def put(self, pieces: Iterable[tuple[str, GamePiece | None]]) -> None:
        """Take over what a step changed: each piece as it is now, None for a removed one."""
