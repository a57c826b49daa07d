"""Goes back from the end of a replay to the positions before its steps."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import TypeVar

from clubroute.builder.vassal.atoms import TurnState
from clubroute.rules.logs.game import Change, Game, PropertyKey
from clubroute.rules.logs.pieces import GamePiece, PieceGroup
from clubroute.rules.logs.position import position_of

K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game as it stood some steps ago."""

    pieces: dict[str, GamePiece]
    groups: dict[str, PieceGroup]
    turns: dict[str, TurnState]
    properties: dict[PropertyKey, str]

    def saved_properties(self) -> Sequence[tuple[PropertyKey, str]]:
        """List the global properties that a saved game holds."""
        return list(self.properties.items())

    def undo(self, change: Change) -> None:
        """Go back before a change."""
        put_back(self.pieces, change.pieces)
        put_back(self.groups, change.groups)
        put_back(self.turns, change.turns)
        saved = {key: pair for key, pair in change.properties.items() if key in self.properties}
        put_back(self.properties, saved)


def put_back(values: dict[K, V], changed: Mapping[K, tuple[V | None, V | None]]) -> None:
    """Give the keys that changed the values they had."""
    for key, (before, _) in changed.items():
        if before is None:
            values.pop(key, None)
        else:
            values[key] = before


@dataclass(slots=True)
class Rewind:
    """Holds what the steps of a replay changed. The game may not change after the last step."""

    _game: Game | None = None
    _changes: list[tuple[int, Change]] = field(default_factory=list)

    def begin(self, game: Game) -> None:
        """Take over the game as the log restores it."""
        self._game = game

    def see(self, step: int, change: Change) -> None:
        """Take a step, by its index."""
        self._changes.append((step, change))

    @property
    def changes(self) -> Sequence[tuple[int, Change]]:
        """What each step changed, by its index, in order."""
        return self._changes

    def pieces_in(self, step: int) -> Mapping[str, tuple[GamePiece | None, GamePiece | None]]:
        """The pieces that a step changed, before and after it."""
        at = bisect_left(self._changes, step, key=itemgetter(0))
        found = self._changes[at : at + 1]
        return found[0][1].pieces if found and found[0][0] == step else {}

    def pieces(self) -> Iterator[tuple[str, GamePiece]]:
        """Every piece there was, by id, as it was at some time; some more than once."""
        for _, change in self._changes:
            yield from ((id_, old) for id_, (old, _) in change.pieces.items() if old is not None)
        if self._game is not None:
            yield from self._game.pieces.items()

    def last(self, id_: str) -> GamePiece | None:
        """A piece as it is after the last step; None if there is none."""
        return None if self._game is None else self._game.pieces.get(id_)

    def positions(self, steps: Collection[int]) -> dict[int, str]:
        """Digest the position before each of some steps."""
        found: dict[int, str] = {}
        game = self._game
        if game is None or not steps:
            return found
        saved = dict(game.saved_properties())
        past = PastGame(dict(game.pieces), dict(game.groups), dict(game.turns), saved)
        first = min(steps)
        for index, change in reversed(self._changes):
            if index < first:
                break
            past.undo(change)
            if index in steps:
                found[index] = position_of(past).digest
        return found
