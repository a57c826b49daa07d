"""What a step of a log holds besides moves, told once while the log is read.

Undo, dice, turns and what players say are asked for by many, and most steps have none of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from clubroute.builder.vassal.atoms import (
    AddPiece,
    Atom,
    ChangePiece,
    Chat,
    MovePiece,
    TurnState,
    Undo,
)
from clubroute.rules.logs.chat import UNDO_PREFIX, is_roll

SPEAKS = ("&lt;", "<")
"""How a line of chat begins that a player said."""
EQUALS = " = "
"""What a line of chat holds that reports a roll."""


@dataclass(frozen=True, slots=True)
class Signs:
    """Which steps to look into.

    ``undo``: it says that it takes something back. ``dice``: it sets what a dice button shows.
    ``turn``: it moves the turn tracker. ``talk``: a line of its chat may be somebody's words, or
    report a roll.
    """

    undo: bool = False
    dice: bool = False
    turn: bool = False
    talk: bool = False


NOTHING = Signs()
PIECES: frozenset[type] = frozenset({MovePiece, ChangePiece, AddPiece})
"""The commands most steps consist of, which are no sign."""


def signs_of(commands: Iterable[Atom]) -> Signs:
    """The signs of a step's commands."""
    undo = dice = turn = talk = False
    for command in commands:
        if type(command) in PIECES:
            continue
        if isinstance(command, Chat):
            line = command.line
            undo = undo or line.startswith(UNDO_PREFIX)
            talk = talk or line.startswith(SPEAKS) or EQUALS in line
        elif isinstance(command, Undo):
            undo = True
        elif isinstance(command, TurnState):
            turn = True
        else:
            dice = dice or is_roll(command)
    return Signs(undo, dice, turn, talk) if undo or dice or turn or talk else NOTHING
