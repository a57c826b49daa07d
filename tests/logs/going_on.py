"""Logs that go on where another ended."""

from __future__ import annotations

from collections.abc import Iterator

from clubroute.builder.vassal import commands, obfuscation
from clubroute.builder.vassal.archive import SAVED_GAME, write_archive
from clubroute.builder.vassal.archive import Entry as ArchiveEntry
from clubroute.builder.vassal.atoms import (
    AddPiece,
    Atom,
    GlobalProperty,
    SaveMark,
)
from clubroute.builder.vassal.commands import Command
from clubroute.builder.vassal.metadata import MODULE_DATA, SAVE_DATA, Metadata
from clubroute.rules.logs.game import Game


def save_of(game: Game, module: bytes, version: str) -> bytes:
    """The .vsav of a game. ``module`` is the moduledata, ``version`` VASSAL's."""
    texts = [Command(atom.text()) for atom in restoring(game)]
    tree = Command(texts[0].text, tuple(texts[1:]))
    return write_archive(
        [
            ArchiveEntry(SAVED_GAME, obfuscation.write_text(commands.encode(tree), 0x2F)),
            ArchiveEntry(SAVE_DATA, Metadata("1.0", version, 0).write()),
            ArchiveEntry(MODULE_DATA, module),
        ]
    )


def restoring(game: Game) -> Iterator[Atom]:
    """The commands that restore a game."""
    yield SaveMark(True)
    yield from game.boards.values()
    for piece in game.pieces.values():
        yield AddPiece(piece.id, piece.type, piece.state_text())
    for group in game.groups.values():
        yield AddPiece(group.id, group.type, group.state_text())
    for (container, name), value in game.saved_properties():
        yield GlobalProperty(name, value, container)
    yield from game.turns.values()
    yield SaveMark(False)
