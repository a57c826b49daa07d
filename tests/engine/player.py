"""A seeded random player: plays any module through the engine as a person with a mouse would."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.engine.driver import Engine
from tests.engine.reports import KeyAnswer, Point, Position

Places = dict[str, Sequence[Point]]
"""Map name to the points pieces are dragged to."""


class RandomPlayer:
    """Makes ``random.Random(seed)``'s choice among everything a player can do.

    ``places`` are the points of each map to drag to; few, so that pieces meet. ``keys`` are key
    strokes to press on pieces (as in KeyAnswer.key), ``dice`` names of dice buttons.
    """

    def __init__(
        self,
        engine: Engine,
        seed: int,
        places: Places,
        keys: Sequence[str],
        dice: Sequence[str] = (),
        turns: bool = True,
    ) -> None:
        self._engine = engine
        self._chance = random.Random(seed)
        self._places = places
        self._keys = keys
        self._dice = dice
        self._turns = turns
        self.deeds: list[str] = []

    def play(self, deeds: int) -> None:
        """So many deeds, one after another."""
        choices: list[tuple[int, Callable[[Position], None]]] = [
            (10, self._move_piece),
            (5, self._move_stack),
            (3, self._press),
            (2, self._undo),
            (1, self._say),
            (1, self._draw),
        ]
        if self._dice:
            choices.append((1, self._roll))
        if self._turns:
            choices.append((1, self._turn))
        weights = [weight for weight, _ in choices]
        for _ in range(deeds):
            (deed,) = self._chance.choices([deed for _, deed in choices], weights)
            deed(self._engine.position())

    def _place(self) -> tuple[str, Point]:
        map_ = self._chance.choice(sorted(self._places))
        return map_, self._chance.choice(self._places[map_])

    def _move_piece(self, position: Position) -> None:
        decks = {deck.id for deck in position.decks}
        loose = [p for p in position.pieces if p.map is not None and p.stack not in decks]
        if loose:
            piece = self._chance.choice(loose)
            map_, place = self._place()
            self.deeds.append(f"move {piece.id} to {map_} {place}")
            self._engine.move(piece.id, map_, place)

    def _move_stack(self, position: Position) -> None:
        decks = {deck.id for deck in position.decks}
        stacks = sorted({p.stack for p in position.pieces if p.stack and p.map} - decks)
        if stacks:
            stack = self._chance.choice(stacks)
            map_, place = self._place()
            self.deeds.append(f"move stack {stack} to {map_} {place}")
            self._engine.move(stack, map_, place)

    def _press(self, position: Position) -> None:
        decks = {deck.id for deck in position.decks}
        pieces = [p for p in position.pieces if p.map and p.stack not in decks]
        if pieces and self._keys:
            piece, key = self._chance.choice(pieces), self._chance.choice(self._keys)
            self.deeds.append(f"press {key} on {piece.id}")
            self._engine.press(piece.id, key)

    def _undo(self, position: Position) -> None:
        self.deeds.append("undo")
        self._engine.undo()

    def _say(self, position: Position) -> None:
        self.deeds.append("say")
        self._engine.say(f"&lt;Tester&gt; - turn {self._chance.randrange(100)} <b>½</b> \\ ; / ok")

    def _roll(self, position: Position) -> None:
        name = self._chance.choice(self._dice)
        self.deeds.append(f"roll {name}")
        self._engine.dice(name, 1)

    def _turn(self, position: Position) -> None:
        self.deeds.append("turn")
        self._engine.turn(1)

    def _draw(self, position: Position) -> None:
        decks = [deck for deck in self._engine.decks() if deck.cards]
        if decks:
            deck = self._chance.choice(decks)
            place = self._chance.choice(self._places.get(deck.map, [(40, 40)]))
            self.deeds.append(f"draw from {deck.name} to {place}")
            self._engine.draw(deck.name, 1, place)


def keys_of(answers: Sequence[KeyAnswer]) -> list[str]:
    """The strokes that pieces answered without asking the player anything."""
    return sorted({a.key for a in answers if a.answered and not a.asked and a.error is None})


def record(engine: Engine, player: RandomPlayer, log: Path, deeds: int) -> None:
    """Play and record a log of it."""
    engine.begin_log(log)
    player.play(deeds)
    engine.end_log()
