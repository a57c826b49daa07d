"""Where games of It Never Snows are played: on our own recorder, or (tests/engine) in VASSAL."""

from __future__ import annotations

from typing import Protocol

from clubroute.builder.errors import Where
from clubroute.builder.module.parts import turn_state
from clubroute.rules.logs.read import log_of
from tests.logs.going_on import save_of
from tests.logs.recorder import Recorder
from tests.logs.scs.scenario import FIRST, TURNS, InsGame

LAYERS = {
    "dg": ("Disorganized on/off", "ctrl G"),
    "oos": ("Out of Supply on/off", "ctrl U"),
    "exploited": ("Exploited on/off", "ctrl X"),
    "fired": ("Fired on/off", "ctrl B"),
    "emplaced": ("Emplaced on/off", "ctrl E"),
    "reduced": ("Step loss / other side", "ctrl F"),
}
"""By state the layer's name in its menu, and its key."""
AWAY = ("Tracks", (600, 1200))
"""A place off the map."""


class Table(Protocol):
    """A game that deeds are done in. Pieces are named by their ids in the set-up."""

    def drag(self, piece: str, map_: str, place: tuple[int, int]) -> None: ...
    def drag_stack(self, piece: str, map_: str, place: tuple[int, int]) -> None: ...
    def turn_over(self, piece: str, state: str, on: bool) -> None: ...
    def remove(self, piece: str) -> None: ...
    def roll(self, button: str) -> None: ...
    def next_turn(self) -> None: ...
    def undo(self) -> None: ...
    def say(self) -> None: ...
    def data(self) -> bytes: ...


class Recorded:
    """Plays on our recorder, which writes what the engine would."""

    def __init__(self, game: InsGame, choose: int = 0, setup: bytes = b"") -> None:
        self.recorder = Recorder(setup or game.told.setup, game.module.maps)
        self._game, self._choose, self._turn = game, choose, FIRST

    def cut(self, at: int) -> tuple[Recorded, Recorded]:
        """The log cut in two before a step: the second begins where the first ends."""
        first = Recorded(self._game)
        for step in self.recorder.steps[:at]:
            first.recorder.step(*step)
        data = log_of(first.data(), Where("(first)")).module
        assert data is not None
        setup = save_of(first.recorder.game, data.write(), "3.6.0-SNAPSHOT")
        second = Recorded(self._game, setup=setup)
        for step in self.recorder.steps[at:]:
            second.recorder.step(*step)
        return first, second

    def drag(self, piece: str, map_: str, place: tuple[int, int]) -> None:
        self.recorder.move(piece, map_, *place)

    def drag_stack(self, piece: str, map_: str, place: tuple[int, int]) -> None:
        stack = self.recorder.game.pieces[piece].group
        assert stack is not None
        self.recorder.move_stack(stack, map_, *place)

    def turn_over(self, piece: str, state: str, on: bool) -> None:
        self.recorder.change(piece, f"emb2;;128;A;{LAYERS[state][0]}", "2" if on else "1")

    def remove(self, piece: str) -> None:
        self.recorder.delete(piece)

    def roll(self, button: str) -> None:
        self._choose += 1
        many = 2 if button == "2d6" else 1
        self.recorder.roll(button, [1 + (self._choose * 5 + n) % 6 for n in range(many)])

    def next_turn(self) -> None:
        self._turn += 1
        self.recorder.turn("* Turn", turn_state(self._game.told.game, *TURNS[self._turn - 1]))

    def undo(self) -> None:
        self.recorder.undo()

    def say(self) -> None:
        self.recorder.say("Anna", "your move")

    def data(self) -> bytes:
        return self.recorder.log_bytes()
