"""Plays a log step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from clubroute.builder.vassal.atoms import Atom, MovePiece
from clubroute.rules.logs.chat import ChatLine, Roll, chat_lines, rolls
from clubroute.rules.logs.clock import Clock
from clubroute.rules.logs.entries import LogStep
from clubroute.rules.logs.game import Change, Game, start
from clubroute.rules.logs.read import GameLog
from clubroute.rules.logs.stacking import PLAIN_STACKING, Stacking
from clubroute.rules.logs.undo import undone_steps


@dataclass(frozen=True, slots=True)
class Moment:
    """One step of a log (by its ``index``), played.

    ``game`` is the game after the step; it is one object that goes on changing with the next
    moment. ``change`` says what the step changed, with values before and after. ``takes_back``
    is the index of the step this one undoes, ``taken_back`` the index of the one that undoes
    this later in the log.
    """

    index: int
    step: LogStep
    game: Game
    change: Change
    undo: bool
    takes_back: int | None
    taken_back: int | None

    @property
    def chat(self) -> tuple[ChatLine, ...]:
        return chat_lines(self.step.commands)

    @property
    def rolls(self) -> tuple[Roll, ...]:
        return rolls(self.step.commands)

    @property
    def mover(self) -> str | None:
        """Who moved pieces in the step (``player1``), None if nothing moved or nobody is named."""
        return mover_of(self.step.commands)


def mover_of(commands: Iterable[Atom]) -> str | None:
    """Who moved pieces by commands (``player1``), None if nothing moved or nobody is named."""
    for command in commands:
        if isinstance(command, MovePiece) and command.player:
            return command.player
    return None


def replay(
    log: GameLog,
    stacking: Stacking = PLAIN_STACKING,
    game: Game | None = None,
    begin: int = 0,
) -> Iterator[Moment]:
    """Play a log step by step.

    ``game`` is the game to play it on; without it the one the log restores. On it the steps before
    ``begin`` have been played. What a step names and
    the game has not is in ``change.unmatched``.

    :raises InputError: it takes longer than any game, with what is done between the steps.
    """
    playing = start(log, stacking) if game is None else game
    undoes = undone_steps(log.steps)
    undone = {taken: by for by, taken in undoes.items() if taken is not None}
    clock = Clock(log.where)
    for step in log.steps[begin:]:
        clock.check(f"{step.index} of {len(log.steps)} steps played")
        change = playing.apply(step.commands)
        index = step.index
        undo = index in undoes
        yield Moment(index, step, playing, change, undo, undoes.get(index), undone.get(index))


def final(log: GameLog, stacking: Stacking = PLAIN_STACKING) -> Game:
    """The game at the end of a log. :raises InputError: it takes longer than any game."""
    game, clock = start(log, stacking), Clock(log.where)
    for step in log.steps:
        clock.check(f"{step.index} of {len(log.steps)} steps played")
        game.apply(step.commands)
    return game
