"""Taking players' passwords out of commands.

VASSAL uses a player's password as his id and writes it in clear: in ``PLAYER`` and ``PYREMOVE``,
at the end of every ``M/``, in ``UNMASK`` and private notes, and in the state of pieces that
somebody masked, hid or restricted. Each password becomes ``player1``, ``player2``… in the order
of its first appearance, so that who did what can still be told apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from builder.errors import InputError
from builder.vassal.atoms import (
    AddPiece,
    Atom,
    ChangePiece,
    Chat,
    Log,
    MovePiece,
    PlayerEntry,
    PlayerRemoval,
    Unknown,
    read_atom,
)
from builder.vassal.chain import split_chain
from builder.vassal.commands import Command
from builder.vassal.sequence import decode

_OWNED = ("obs;", "hide;", "restrict;")
"""Traits whose state starts with the id of the player who masked, hid or claimed the piece."""
_ID_FIELDS = (
    ("UNMASK\t", "\t", slice(None)),
    ("PNOTE\t", "\t", slice(0, 1)),
    ("SNOTE\t", "\t", slice(1, 2)),
    ("PLAYER\t", "\t", slice(0, 1)),
    ("M/", "/", slice(9, 10)),
)
"""Where the ids stand in commands without a view, or with fields too few or wrong for one:
prefix, delimiter, fields."""
_NOT_IDS = ("", "null", "true", "false")
_EDGE = r"[\s;/,|:\\']"


def redact(command: Command) -> Command:
    """The same tree with every password replaced; chat lines keep their words.

    A changed node is written anew, an unchanged one keeps its text.
    """
    secrets = _secrets(command)
    if not secrets:
        return command
    return _redact(command, _Replacer(secrets))


def passwords(command: Command) -> tuple[str, ...]:
    """The passwords in the tree, in order of appearance. For checking that none is left."""
    return tuple(_secrets(command))


class _Replacer:
    """Replaces whole fields that are a secret, by one scan per text."""

    def __init__(self, secrets: dict[str, str]) -> None:
        self._names = secrets
        # A delimiter in a password carries a backslash for every level it is nested in.
        self._bare = {_bare(secret): name for secret, name in reversed(secrets.items())}
        longest_first = sorted(secrets, key=lambda secret: (-len(secret), secret))
        pattern = "|".join(r"\\*".join(map(re.escape, _bare(s))) for s in longest_first)
        self._pattern = re.compile(rf"(?:(?<={_EDGE})|^)(?:{pattern})(?={_EDGE}|$)")

    def name(self, secret: str) -> str:
        return self._names.get(secret, secret)

    def replace(self, text: str) -> str:
        return self._pattern.sub(lambda match: self._bare[_bare(match.group(0))], text)


def _redact(command: Command, replacer: _Replacer) -> Command:
    text = _redact_text(command.text, replacer)
    children = tuple(_redact(child, replacer) for child in command.children)
    if text == command.text and children == command.children:
        return command
    return Command(text, children)


def _redact_text(text: str, replacer: _Replacer) -> str:
    atom = read_atom(text)
    match atom:
        case Chat():
            return text
        case Log(logged=str() as logged):
            return "LOG\t" + _redact_text(logged, replacer)
        case PlayerEntry():
            return _written(replace(atom, password=replacer.name(atom.password)), text, replacer)
        case PlayerRemoval():
            return _written(replace(atom, password=replacer.name(atom.password)), text, replacer)
        case MovePiece(player=str() as player):
            return _written(replace(atom, player=replacer.name(player)), text, replacer)
        case AddPiece() | ChangePiece() | Unknown():
            return replacer.replace(text)
        case _:
            return text


def _written(atom: PlayerEntry | PlayerRemoval | MovePiece, text: str, replacer: _Replacer) -> str:
    try:
        return atom.text()
    except InputError:
        # A field VASSAL itself could not write back; cover it where it stands.
        return replacer.replace(text)


def _secrets(command: Command) -> dict[str, str]:
    found: dict[str, str] = {}
    for node in command.walk():
        for secret in _ids_in(node.text):
            if _bare(secret) not in _NOT_IDS and secret not in found:
                found[secret] = f"player{len(found) + 1}"
    return found


def _ids_in(text: str) -> Iterator[str]:
    atom: Atom = read_atom(text)
    match atom:
        case Log(logged=str() as logged):
            yield from _ids_in(logged)
        case PlayerEntry(password=password) | PlayerRemoval(password=password):
            yield password
        case MovePiece(player=str() as player):
            yield player
        case AddPiece(type=type_, state=state):
            if any(owned in type_ for owned in _OWNED):
                yield from _owners(type_, state)
        case Unknown():
            for prefix, delimiter, where in _ID_FIELDS:
                if text.startswith(prefix):
                    yield from decode(text[len(prefix) :], delimiter)[where]
        case _:
            return


def _owners(type_: str, state: str) -> Iterator[str]:
    types = split_chain(type_)
    for trait, own in zip(types, split_chain(state, len(types)), strict=False):
        if trait.startswith(_OWNED):
            owner, *allowed = decode(own, ";")
            yield owner
            for options in allowed[:1]:
                yield from decode(options, "|")[2:]


def _bare(secret: str) -> str:
    return secret.replace("\\", "")
