"""Tells in which hexes of the rules' map the pieces of a log lie."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable

from clubroute.builder.errors import InputError, Where
from clubroute.rules.ground.mapfile import NOWHERE, MapFile, hex_id
from clubroute.rules.logs.grids.layout import MapLayout
from clubroute.rules.logs.pieces import GamePiece


class Places(ABC):
    """Knows the hexes of the main map as a module lays it out. What lies in a hex of ``piles``,
    where players pile eliminated units, is off the map.

    :raises InputError: a pile is no hex of the map.
    """

    def __init__(self, mapfile: MapFile, layout: MapLayout, piles: Collection[str] = ()) -> None:
        self.map = mapfile
        self._layout = layout
        self._piles = frozenset(pile_on(mapfile, number) for number in piles)
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
            found = hex_id(self.map, self._layout.hex_at(*place))
            found = NOWHERE if found in self._piles else found
            self._hexes[place] = found
        return found

    @abstractmethod
    def put(self, pieces: Iterable[tuple[str, GamePiece | None]]) -> None:
        """Take over what a step changed: each piece as it is now, None for a removed one."""


def pile_on(mapfile: MapFile, number: str) -> int:
    """Look up a hex where units are piled. :raises InputError: the map has no such hex."""
    found = hex_id(mapfile, number)
    if found == NOWHERE:
        raise InputError(Where("params", part="piles"), repr(number), f"a hex of {mapfile.window}")
    return found
