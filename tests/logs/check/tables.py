"""Where scripts are played: on our own recorder, or (tests/engine) in the real VASSAL."""

from __future__ import annotations

from typing import Protocol

from clubroute.builder.vassal.atoms import MovePiece
from clubroute.rules.logs.grids.maps import ModuleMaps
from tests.logs.check.scenario import Scenario
from tests.logs.recorder import Recorder

MUG, MUG_MAP = "Activation Mug", "Activation"
DRAWN_AT = (208, 158)
"""The first box for chits drawn, px of the Activation window."""
ROUTE_MAP = "Club Route"
COLUMN = "emb2;;128;A;Column on/off"
"""How the Column layer of a Unit's piece begins."""


class Table(Protocol):
    """A game that deeds are done in. Pieces are named by their ids in the set-up."""

    def drag(self, piece: str, map_: str, place: tuple[int, int]) -> None: ...
    def drag_stack(self, piece: str, map_: str, place: tuple[int, int]) -> None: ...
    def column(self, piece: str) -> None: ...
    def draw(self) -> str: ...
    def roll(self) -> None: ...
    def turn(self) -> None: ...
    def undo(self, marked: bool = False) -> None: ...
    def put_back(self, card: str) -> None: ...
    def note(self, piece: str, text: str) -> None: ...
    def say(self) -> None: ...
    def data(self) -> bytes: ...


class Recorded:
    """Plays on our recorder, which writes what the engine would."""

    def __init__(self, scenario: Scenario, maps: ModuleMaps, choose: int) -> None:
        self.recorder = Recorder(scenario.setup, maps)
        self.maps = maps
        self._scenario = scenario
        self._choose = choose
        self._turns = list(scenario.game.times)
        self._turn = self._turns.index(scenario.stage.time)

    def drag(self, piece: str, map_: str, place: tuple[int, int]) -> None:
        self.recorder.move(piece, map_, *place)

    def drag_stack(self, piece: str, map_: str, place: tuple[int, int]) -> None:
        stack = self.recorder.game.pieces[piece].group
        assert stack is not None
        self.recorder.move_stack(stack, map_, *place)

    def column(self, piece: str) -> None:
        shown = self.recorder.game.pieces[piece].property_value("Column_Level")
        self.recorder.change(piece, COLUMN, "1" if shown == "2" else "2")

    def draw(self) -> str:
        (deck,) = (g for g in self.recorder.game.groups.values() if g.deck_name == MUG)
        self._choose += 1
        card = sorted(deck.pieces)[self._choose % len(deck.pieces)]
        self.recorder.draw(card, MUG_MAP, *DRAWN_AT)
        return card

    def roll(self) -> None:
        self.recorder.roll("d10", [self._choose % 10])

    @property
    def time(self) -> str:
        """The time of day that the turn tracker shows."""
        return self._turns[self._turn]

    def turn(self) -> None:
        self._turn += 1
        self.recorder.turn("* Turn", self._scenario.turn(self._turns[self._turn]))

    def undo(self, marked: bool = False) -> None:
        self.recorder.undo(marked=marked)

    def put_back(self, card: str) -> None:
        (deck,) = (g for g in self.recorder.game.groups.values() if g.deck_name == MUG)
        lies, top = self.recorder.game.pieces[card], deck.pieces[-1] if deck.pieces else None
        place = (MUG_MAP, deck.x, deck.y)
        step = MovePiece(card, *place, top, lies.map, lies.x, lies.y, None, "player1")
        self.recorder.step(step)

    def note(self, piece: str, text: str) -> None:
        self.recorder.change(piece, "label;", text)

    def say(self) -> None:
        self.recorder.say("Anna", "your move")

    def data(self) -> bytes:
        return self.recorder.log_bytes()
