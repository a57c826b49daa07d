"""A game of It Never Snows in the real engine, as ``tests/logs/scs`` plays it on our recorder."""

from __future__ import annotations

from tests.engine.played import Played
from tests.logs.scs.table import LAYERS


class InsPlayed(Played):
    """A table in the engine. Only what the log holds comes of it."""

    def turn_over(self, piece: str, state: str, on: bool) -> None:
        """Press the key that puts a state on or off."""
        self._engine.press(piece, LAYERS[state][1])

    def roll(self, button: str = "2d6") -> None:
        self._engine.dice(button, 1)

    def next_turn(self) -> None:
        self._engine.turn(1)
