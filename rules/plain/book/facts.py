"""What a rules file may name of its game."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.rules.plain.game import PlainGame


@dataclass(frozen=True, slots=True)
class Facts:
    """What a rules file may name: the game's sides, kinds, states, columns of its counters."""

    sides: tuple[str, ...]
    kinds: tuple[str, ...]
    states: tuple[str, ...]
    columns: tuple[str, ...]

    @classmethod
    def of(cls, game: PlainGame) -> Facts:
        """What the files of a game have."""
        columns = {name for one in game.counters.values() for name in one.columns}
        return cls(game.sides, game.kinds, game.states, tuple(sorted(columns)))
