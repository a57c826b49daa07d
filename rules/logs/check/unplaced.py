"""Counts Units that are moved where nobody can name a hex, so that none is passed over in silence:
off all boards, on a board without numbers, on one with numbers that are not our map's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from clubroute.rules.logs.check.finding import LogFinding
from clubroute.rules.logs.grids.layout import MapLayout
from clubroute.rules.logs.pieces import GamePiece

NUMBERS = "a map whose places bear the numbers of ours (docs/check.md)"
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
