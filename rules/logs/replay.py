"""Stepping through a log, as an iterator and for visitors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from clubroute.builder.vassal.atoms import (
    AddPiece,
    Atom,
    BoardSetup,
    ChangePiece,
    Chat,
    GlobalProperty,
    MovePiece,
    MutableProperty,
    PlayerEntry,
    PlayerRemoval,
    RemovePiece,
    TurnState,
    Unknown,
)
from clubroute.rules.logs.chat import ChatLine, Roll, chat_lines, rolls
from clubroute.rules.logs.entries import Step
from clubroute.rules.logs.game import Change, Game, start
from clubroute.rules.logs.read import Log
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
    step: Step
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
        for command in self.step.commands:
            if isinstance(command, MovePiece) and command.player:
                return command.player
        return None


def replay(
    log: Log, stacking: Stacking = PLAIN_STACKING, game: Game | None = None
) -> Iterator[Moment]:
    """Play a log step by step.

    ``game`` is the game to play it on; without it the one the log restores. Never raises: what
    a step names and the game has not is in ``change.unmatched``.
    """
    playing = start(log, stacking) if game is None else game
    undoes = undone_steps(log.steps)
    undone = {taken: by for by, taken in undoes.items() if taken is not None}
    for step in log.steps:
        change = playing.apply(step.commands)
        index = step.index
        undo = index in undoes
        yield Moment(index, step, playing, change, undo, undoes.get(index), undone.get(index))


def final(log: Log, stacking: Stacking = PLAIN_STACKING) -> Game:
    """The game at the end of a log."""
    game = start(log, stacking)
    for step in log.steps:
        game.apply(step.commands)
    return game


class Visitor:
    """Base of visitors: override what you want to hear of; the rest does nothing.

    :func:`walk` calls :meth:`begin`, then :meth:`command` and the method of its type for every
    command that restores the game (``moment`` is None) and of every step, each step framed by
    :meth:`begin_step` and :meth:`end_step`. Within a step the game is already past it; the values
    before are in ``moment.change``.
    """

    def begin(self, log: Log, game: Game) -> None: ...

    def begin_step(self, moment: Moment) -> bool:
        """Called before the commands of a step; False leaves them out."""
        return True

    def command(self, moment: Moment | None, command: Atom) -> None: ...
    def add(self, moment: Moment | None, command: AddPiece) -> None: ...
    def remove(self, moment: Moment | None, command: RemovePiece) -> None: ...
    def change(self, moment: Moment | None, command: ChangePiece) -> None: ...
    def move(self, moment: Moment | None, command: MovePiece) -> None: ...
    def chat(self, moment: Moment | None, command: Chat) -> None: ...
    def global_property(
        self, moment: Moment | None, command: MutableProperty | GlobalProperty
    ) -> None: ...
    def turn(self, moment: Moment | None, command: TurnState) -> None: ...
    def player(self, moment: Moment | None, command: PlayerEntry | PlayerRemoval) -> None: ...
    def boards(self, moment: Moment | None, command: BoardSetup) -> None: ...
    def unknown(self, moment: Moment | None, command: Unknown) -> None: ...
    def end_step(self, moment: Moment) -> None: ...
    def end(self, game: Game) -> None: ...


def walk(log: Log, visitor: Visitor, stacking: Stacking = PLAIN_STACKING) -> Game:
    """Play a log and tell a visitor; the game at its end."""
    game = start(log, stacking)
    tell = _methods(visitor)
    visitor.begin(log, game)
    _tell(None, log.setup, visitor, tell)
    for moment in replay(log, game=game):
        if visitor.begin_step(moment):
            _tell(moment, moment.step.commands, visitor, tell)
        visitor.end_step(moment)
    visitor.end(game)
    return game


def _methods(visitor: Visitor) -> Mapping[type, Callable[..., None]]:
    return {
        AddPiece: visitor.add,
        RemovePiece: visitor.remove,
        ChangePiece: visitor.change,
        MovePiece: visitor.move,
        Chat: visitor.chat,
        MutableProperty: visitor.global_property,
        GlobalProperty: visitor.global_property,
        TurnState: visitor.turn,
        PlayerEntry: visitor.player,
        PlayerRemoval: visitor.player,
        BoardSetup: visitor.boards,
        Unknown: visitor.unknown,
    }


def _tell(
    moment: Moment | None,
    commands: Sequence[Atom],
    visitor: Visitor,
    methods: Mapping[type, Callable[..., None]],
) -> None:
    for command in commands:
        visitor.command(moment, command)
        method = methods.get(type(command))
        if method is not None:
            method(moment, command)
