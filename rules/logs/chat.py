"""What was said and reported in the chat window, and the dice of a step."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeGuard

from clubroute.builder.vassal.atoms import (
    AddPiece,
    Atom,
    ChangePiece,
    Chat,
    MovePiece,
    MutableProperty,
    TurnState,
    Undo,
)

UNDO_PREFIX = "* UNDO: "
RESULT = "_result"

_SAID = re.compile(r"(?:&lt;|<)(?P<who>.*?)(?:&gt;|>) - (?P<words>.*)", re.DOTALL)
_TAG = re.compile(r"<[^<>]*>")


class ChatKind(Enum):
    """Who speaks: a player, the module's reports, or an undo of either."""

    SAID = "said"
    REPORT = "report"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line of chat. ``who`` is the player's name, "" for reports. ``text`` is plain text: tags
    taken out and references resolved; it is not safe as HTML until escaped again. A player's
    report can be forged by saying something like it: only commands prove anything."""

    kind: ChatKind
    who: str
    text: str


@dataclass(frozen=True, slots=True)
class Roll:
    """One roll of a dice button: its name, and each die or the total, as the button says.

    ``report`` is the line of chat before it.
    """

    button: str
    results: tuple[str, ...]
    report: str = ""

    @property
    def who(self) -> str:
        """The player the report ends with, in angle brackets, "" if it names none."""
        match = _THROWER.search(self.report)
        return match[1] if match else ""

    @property
    def numbers(self) -> tuple[int, ...]:
        """The results that are whole numbers."""
        return tuple(int(r) for r in self.results if _WHOLE.fullmatch(r))


_THROWER = re.compile(r"<([^<>]{1,80})>\s*$")
_WHOLE = re.compile(r"-?[0-9]{1,9}")


def read_chat(line: str) -> ChatLine:
    """The parts of one chat line, in the form of any VASSAL since 3.2."""
    if line.startswith(UNDO_PREFIX):
        return ChatLine(ChatKind.UNDO, "", plain(line[len(UNDO_PREFIX) :]))
    said = _SAID.fullmatch(line)
    if said is not None:
        return ChatLine(ChatKind.SAID, plain(said["who"]), plain(said["words"]))
    return ChatLine(ChatKind.REPORT, "", plain(line))


def plain(text: str) -> str:
    """Chat text without tags, references resolved, on one line."""
    bare = html.unescape(_TAG.sub("", text))
    if not bare.isprintable():
        bare = "".join(c if c.isprintable() else " " for c in bare)
    return bare.strip()


def chat_lines(commands: Sequence[Atom]) -> tuple[ChatLine, ...]:
    """Everything a step wrote into the chat."""
    return tuple(read_chat(c.line) for c in commands if isinstance(c, Chat))


def is_roll(command: Atom) -> TypeGuard[MutableProperty]:
    """Whether a command says what a dice button shows."""
    return isinstance(command, MutableProperty) and command.name.endswith(RESULT)


def rolls(commands: Sequence[Atom]) -> tuple[Roll, ...]:
    """The dice a step rolled: its ``<button>_result`` properties, not its chat.

    A roll in an undone step, or in the undo itself, is one too: nobody can unsee dice.
    """
    found: list[Roll] = []
    report = ""
    for command in commands:
        if isinstance(command, Chat):
            report = command.line
        elif is_roll(command):
            results = tuple(token.strip() for token in command.new.split(","))
            found.append(Roll(command.name.removesuffix(RESULT), results, plain(report)))
    return tuple(found)


# What a step of a log holds besides moves, told once while the log is read.
#
# Undo, dice, turns and what players say are asked for by many, and most steps have none of them.

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
