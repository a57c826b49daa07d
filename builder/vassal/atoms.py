"""What single commands say: typed views of the command texts VASSAL itself writes.

:func:`read_atom` gives a view, or :class:`Unknown` for every text it does not know or whose
fields do not fit; ``text()`` of a view writes the command. A view is for reading and building;
files are copied through :mod:`.commands`, which keeps every text as it is. Coordinates are map
pixels. The field lists are those of the engine's CommandEncoders (3.6 to 3.8).

The three views that a log has by the hundred (pieces added, changed and moved) are named tuples,
which are made several times faster than frozen dataclasses; most of all as they are read, without
the detour through the class's own constructor. Tuples of other kinds with the same fields equal
them: tell views apart by their class.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from clubroute.builder.vassal.buildfile import decode, encode

BEGIN_SAVE = "begin_save"
END_SAVE = "end_save"
SETUP_STACK = "SETUP_STACK\t"
ADD, CHANGE, MOVE, CHAT = "+/", "D/", "M/", "CHAT"
NULL = "null"
BOARD_PICKER = "BoardPicker"


@dataclass(frozen=True, slots=True)
class Unknown:
    """A command kept as it is: a module's own, or one with fields we cannot place."""

    verbatim: str

    def text(self) -> str:
        return self.verbatim


class AddPiece(NamedTuple):
    """``+/``: a piece comes into being. ``id`` is None in module definitions."""

    id: str | None
    type: str
    state: str

    def text(self) -> str:
        return "+/" + encode((_or_null(self.id), self.type, self.state), "/")


@dataclass(frozen=True, slots=True)
class RemovePiece:
    """``-/``: a piece is gone."""

    id: str

    def text(self) -> str:
        return "-/" + self.id


class ChangePiece(NamedTuple):
    """``D/``: new state and, if known, the old one; only traits that differ are set."""

    id: str
    new_state: str
    old_state: str | None

    def text(self) -> str:
        old = () if self.old_state is None else (self.old_state,)
        return "D/" + encode((self.id, self.new_state, *old), "/")


class MovePiece(NamedTuple):
    """``M/``: a piece or stack moves. ``under`` is the piece just below it in the stack.

    ``player`` is the mover's *password* in clear; None in files older than that field.
    """

    id: str | None
    to_map: str | None
    to_x: int
    to_y: int
    to_under: str | None
    from_map: str | None
    from_x: int
    from_y: int
    from_under: str | None
    player: str | None

    def text(self) -> str:
        places = (
            _or_null(self.id),
            _or_null(self.to_map),
            str(self.to_x),
            str(self.to_y),
            _or_null(self.to_under),
            _or_null(self.from_map),
            str(self.from_x),
            str(self.from_y),
            _or_null(self.from_under),
        )
        player = () if self.player is None else (self.player,)
        return "M/" + encode((*places, *player), "/")


class Chat(NamedTuple):
    """``CHAT``: a line in the chat window."""

    line: str

    def text(self) -> str:
        return "CHAT" + self.line


@dataclass(frozen=True, slots=True)
class Log:
    """``LOG``: a step of a log. ``logged`` is the text of the command to replay.

    None stands for a command nobody encodes (``LOG null``), which only its children matter of.
    """

    logged: str | None

    def text(self) -> str:
        return "LOG\t" + _or_null(self.logged)


@dataclass(frozen=True, slots=True)
class Undo:
    """``UNDO``: an undo starts (True) or ends (False); VASSAL 3.6.7 and later."""

    in_progress: bool

    def text(self) -> str:
        return f"UNDO\t{str(self.in_progress).lower()}"


@dataclass(frozen=True, slots=True)
class PlayerEntry:
    """``PLAYER``: who plays which side. ``password`` is the player's id, in clear."""

    password: str
    name: str
    side: str

    def text(self) -> str:
        return "PLAYER\t" + encode((self.password, self.name, self.side), "\t")


@dataclass(frozen=True, slots=True)
class PlayerRemoval:
    """``PYREMOVE``: a player leaves. ``password`` is the player's id, in clear."""

    password: str

    def text(self) -> str:
        return "PYREMOVE\t" + encode((self.password,), "\t")


@dataclass(frozen=True, slots=True)
class MutableProperty:
    """``MutableProperty``: a global property changes, in a log. ``container`` is ``Module``,
    a map's name or ``map:zone``."""

    name: str
    old: str
    new: str
    container: str

    def text(self) -> str:
        fields = (self.name, self.old, self.new, self.container)
        return "MutableProperty\t" + encode(fields, "\t")


@dataclass(frozen=True, slots=True)
class GlobalProperty:
    """``GlobalProperty``: the value of a global property, in a saved game."""

    name: str
    value: str
    container: str

    def text(self) -> str:
        return encode(("GlobalProperty\t", self.name, self.value, self.container), ";")


@dataclass(frozen=True, slots=True)
class TurnState:
    """``TURN``: where a turn tracker stands. ``level`` and ``levels`` are as the tracker
    writes them: the active level's index, and the nested states."""

    tracker: str
    level: str
    levels: str

    def text(self) -> str:
        return f"TURN{self.tracker}\t{self.level}|{self.levels}"


@dataclass(frozen=True, slots=True)
class PlacedBoard:
    """A board in a map's grid of boards: column and row count from 0."""

    name: str
    column: int
    row: int
    reversed: bool = False


@dataclass(frozen=True, slots=True)
class BoardSetup:
    """``<map>BoardPicker``: which boards a map shows."""

    map: str
    boards: tuple[PlacedBoard, ...]

    def text(self) -> str:
        fields = [self.map + BOARD_PICKER]
        for board in self.boards:
            name = (board.name, "rev") if board.reversed else (board.name,)
            fields += [encode(name, "/"), str(board.column), str(board.row)]
        return encode(fields, "\t")


@dataclass(frozen=True, slots=True)
class SetupStack:
    """``SETUP_STACK``: the at-start stacks are already placed. A saved game without it gets
    them a second time."""

    def text(self) -> str:
        return SETUP_STACK


@dataclass(frozen=True, slots=True)
class SaveMark:
    """``begin_save`` wipes the game, ``end_save`` starts it."""

    begin: bool

    def text(self) -> str:
        return BEGIN_SAVE if self.begin else END_SAVE


Atom = (
    Unknown
    | AddPiece
    | RemovePiece
    | ChangePiece
    | MovePiece
    | Chat
    | Log
    | Undo
    | PlayerEntry
    | PlayerRemoval
    | MutableProperty
    | GlobalProperty
    | TurnState
    | BoardSetup
    | SetupStack
    | SaveMark
)


def read_atom(text: str, player: Callable[[str], str] = str) -> Atom:
    """The view of one command text. Never fails: what does not fit is :class:`Unknown`.

    ``player`` gives what stands for the id of who moves a piece, in place of his password.
    """
    try:
        if text.startswith(MOVE):
            return read_move(text, player)
        if text.startswith(CHANGE):
            return read_change(text)
        if text.startswith(ADD):
            return read_add(text)
        known = _READERS.get(text[:HEAD])
        if known is not None:
            prefix, read = known
            if text.startswith(prefix):
                return read(text[len(prefix) :])
        if BOARD_PICKER in text.split("\t", 1)[0]:
            return _read_boards(text)
    except ValueError:
        return Unknown(text)
    if text in (BEGIN_SAVE, END_SAVE):
        return SaveMark(text == BEGIN_SAVE)
    return SetupStack() if text == SETUP_STACK else Unknown(text)


def read_add(text: str) -> AddPiece:
    """The view of a ``+/`` command. Raises :class:`ValueError` if fields are missing."""
    fields = text.split("/")
    if len(fields) != 4 or "'" in text or fields[1].endswith("\\") or fields[2].endswith("\\"):
        fields = decode(text, "/")[:4]
    _, id_, type_, state = fields
    return tuple.__new__(AddPiece, (None if id_ == NULL else id_, type_, state))


def read_change(text: str) -> ChangePiece:
    """The view of a ``D/`` command. Raises :class:`ValueError` if fields are missing."""
    fields = text.split("/")
    if len(fields) != 4 or "'" in text or fields[1].endswith("\\") or fields[2].endswith("\\"):
        _, id_, new, *old = decode(text, "/")
        return ChangePiece(id_, new, old[0] if old else None)
    return tuple.__new__(ChangePiece, fields[1:])


def read_move(text: str, player: Callable[[str], str] = str) -> MovePiece:
    """The view of a ``M/`` command; ``player`` as in :func:`read_atom`.

    Raises :class:`ValueError` if fields are missing or no numbers.
    """
    fields = text.split("/") if "\\" not in text and "'" not in text else decode(text, "/")
    _, id_, to_map, to_x, to_y, to_under, from_map, from_x, from_y, from_under = fields[:10]
    made = (
        None if id_ == NULL else id_,
        None if to_map == NULL else to_map,
        int(to_x),
        int(to_y),
        None if to_under == NULL else to_under,
        None if from_map == NULL else from_map,
        int(from_x),
        int(from_y),
        None if from_under == NULL else from_under,
        player(fields[10]) if len(fields) > 10 else None,
    )
    return tuple.__new__(MovePiece, made)


def _read_player(rest: str) -> Atom:
    password, name, side = decode(rest, "\t")[:3]
    return PlayerEntry(password, name, side)


def _read_mutable(rest: str) -> Atom:
    name, old, new, *container = decode(rest, "\t")
    return MutableProperty(name, old, new, container[0] if container else "")


def _read_global(rest: str) -> Atom:
    name, value, *container = decode(rest, ";")
    return GlobalProperty(name, value, container[0] if container else "")


def _read_turn(rest: str) -> Atom:
    tracker, state = rest.split("\t", 1)
    level, levels = state.split("|", 1)
    return TurnState(tracker, level, levels)


def _read_boards(text: str) -> Atom:
    head, *fields = decode(text, "\t")
    if not head.endswith(BOARD_PICKER) or len(fields) % 3:
        return Unknown(text)
    boards = []
    for name, column, row in zip(fields[::3], fields[1::3], fields[2::3], strict=True):
        board, *flags = decode(name, "/")
        boards.append(PlacedBoard(board, int(column), int(row), flags[:1] == ["rev"]))
    return BoardSetup(head.removesuffix(BOARD_PICKER), tuple(boards))


HEAD = 2
"""Characters that tell the commands with a view apart."""
_READERS: Mapping[str, tuple[str, Callable[[str], Atom]]] = {
    prefix[:HEAD]: (prefix, read)
    for prefix, read in (
        ("-/", RemovePiece),
        (CHAT, Chat),
        ("LOG\t", lambda rest: Log(_not_null(rest))),
        ("UNDO\t", lambda rest: Undo(rest == "true")),
        ("PLAYER\t", _read_player),
        ("PYREMOVE\t", lambda rest: PlayerRemoval(decode(rest, "\t")[0])),
        ("MutableProperty\t", _read_mutable),
        ("GlobalProperty\t;", _read_global),
        ("TURN", _read_turn),
    )
}
"""Prefix and reader of each other kind of command, by the first characters."""


def _not_null(text: str) -> str | None:
    return None if text == NULL else text


def _or_null(text: str | None) -> str:
    return NULL if text is None else text
