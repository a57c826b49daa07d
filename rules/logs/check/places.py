"""Tells in which hexes of the rules' map the pieces of a log lie."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from clubroute.builder.errors import InputError, Where
from clubroute.rules.ground.mapfile import NOWHERE, MapFile, hex_id
from clubroute.rules.logs.check.finding import LogFinding
from clubroute.rules.logs.grids.layout import MapLayout
from clubroute.rules.logs.pieces import GamePiece

# Counts Units that are moved where nobody can name a hex, so that none is passed over in silence:
# off all boards, on a board without numbers, on one with numbers that are not our map's.

NUMBERS = "a map whose places bear the numbers of ours (docs/mapping.md)"
MOST_STEPS = 20
"""Steps that a finding names."""


class NamedCounter(Protocol):
    """A unit's counter."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


@dataclass(slots=True)
class Unnamed:
    """Moves in one kind of place: the first Unit, the first places, and the steps."""

    counter: NamedCounter
    player: str
    turn: str
    ends: tuple[str, ...]
    steps: list[int] = field(default_factory=list)


@dataclass(slots=True)
class UnplacedMoves:
    """Holds what was moved on the map ``window`` between places that are none of its hexes, and how
    often in windows that the module does not lay out."""

    log: str
    window: str
    moves: dict[str, Unnamed] = field(default_factory=dict)
    strange: dict[str, int] = field(default_factory=dict)

    def moved(
        self,
        step: int,
        old: GamePiece,
        new: GamePiece,
        counter: NamedCounter,
        layouts: Mapping[str, MapLayout],
        player: str,
        turn: str,
    ) -> None:
        """Take note of a Unit that was put elsewhere on a map."""
        if new.map is None or new.map != old.map or (old.x, old.y) == (new.x, new.y):
            return
        layout = layouts.get(new.map)
        if layout is None:
            self.strange[new.map] = self.strange.get(new.map, 0) + 1
        elif layout.name == self.window:
            where, end = place_of(layout, new)
            start = place_of(layout, old)[1]
            ends = tuple(name for name in (start, end) if name)
            found = self.moves.setdefault(where, Unnamed(counter, player, turn, ends))
            found.steps.append(step)

    def findings(self) -> list[LogFinding]:
        """Report each kind of place once, with how often and the first Unit."""
        return [
            LogFinding(
                self.log,
                tuple(dict.fromkeys(one.steps[:MOST_STEPS])),
                "move",
                "unchecked",
                f"moves of Units {where}: not judged, {len(one.steps)} in all",
                turn=one.turn,
                player=one.player,
                unit=one.counter.id,
                name=one.counter.name,
                hexes=one.ends,
                needs=(NUMBERS,),
            )
            for where, one in self.moves.items()
        ]

    def notes(self) -> list[str]:
        """Say which windows the module does not lay out."""
        return [
            f"moves of Units in the window {name!r}, which is no map of the module's build file: "
            f"not judged, {count} in all"
            for name, count in sorted(self.strange.items())
        ]


def place_of(layout: MapLayout, piece: GamePiece) -> tuple[str, str]:
    """Say why a place is no hex, and what the module calls it."""
    board = layout.board_at(piece.x, piece.y)
    if board is None:
        return f"off the boards of {layout.name}", ""
    number = layout.hex_at(piece.x, piece.y)
    if not number:
        return f"on {board.name}, where no grid has numbers", ""
    zone = layout.zone_at(piece.x, piece.y)
    inside = f"{zone} of {board.name}" if zone else board.name
    return f"on {inside}, whose numbers are no hexes of our map", number


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
