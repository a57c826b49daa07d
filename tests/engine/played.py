"""A game played in the real engine, as ``tests/logs/check`` plays it on our own recorder."""

from __future__ import annotations

from pathlib import Path

from tests.engine.driver import Engine
from tests.logs.check.tables import DRAWN_AT, MUG, MUG_MAP

COLUMN_KEY = "ctrl K"
MOVED_KEY = "ctrl M"
DELETE_KEY = "ctrl D"


class Played:
    """A table in the engine. Only what the log holds comes of it.

    The log begins at once, or when :meth:`begin` is called if ``later``. ``seed`` says what is
    drawn and rolled.
    """

    def __init__(
        self, engine: Engine, setup: Path, log: Path, *, seed: int = 0, later: bool = False
    ) -> None:
        self._engine, self._log = engine, log
        engine.load(setup, seed=seed)
        if not later:
            self.begin()
        self._mug = engine.cards()

    def begin(self) -> None:
        """Begin the log."""
        self._engine.begin_log(self._log)

    def drag(self, piece: str, map_: str, place: tuple[int, int]) -> None:
        self._engine.move(piece, map_, place)

    def drag_stack(self, piece: str, map_: str, place: tuple[int, int]) -> None:
        stack = next(p.stack for p in self._engine.position().pieces if p.id == piece)
        assert stack is not None
        self._engine.move(stack, map_, place)

    def column(self, piece: str) -> None:
        self._engine.press(piece, COLUMN_KEY)

    def unmark(self, piece: str) -> None:
        """Take off the flag that a piece has moved, or put it on."""
        self._engine.press(piece, MOVED_KEY)

    def remove(self, piece: str) -> None:
        """Take a piece out of the game."""
        self._engine.press(piece, DELETE_KEY)

    def draw(self) -> str:
        self._engine.draw(MUG, 1, DRAWN_AT)
        left = self._engine.cards()
        (drawn,) = self._mug - left
        self._mug = left
        return drawn

    def roll(self) -> None:
        self._engine.dice("d10", 1)

    def turn(self) -> None:
        self._engine.turn(1)

    def undo(self, marked: bool = False) -> None:
        """Undo, in the form of this engine; ``marked`` is for forms that are written."""
        self._engine.undo()
        self._mug = self._engine.cards()

    def put_back(self, card: str) -> None:
        """Drag a chit back into the mug."""
        (deck,) = (deck for deck in self._engine.decks() if deck.name == MUG)
        self._engine.move(card, MUG_MAP, (deck.x, deck.y))
        self._mug.add(card)

    def note(self, piece: str, text: str) -> None:
        """Say it: the engine asks for a label in a dialog."""
        self._engine.say(f"&lt;Anna&gt; - {text}")

    def say(self) -> None:
        self._engine.say("&lt;Anna&gt; - your move")

    def data(self) -> bytes:
        """The log, ended."""
        self._engine.end_log()
        return self._log.read_bytes()
