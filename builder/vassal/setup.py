"""A predefined setup: a saved game with pieces already in place, written from scratch.

The order of commands is that of a game VASSAL saves: the wipe, the pieces, each stack after its
children (before them it would lose them without a word), whatever the caller adds, the boards,
the mark that at-start stacks are already placed (without it the module adds its own again), and
the start of the game. After it come lines for the chat, and a stack's own state once more: VASSAL
brings a piece that another player changes into view. Where none stands, an empty one
comes and goes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias
from zipfile import ZIP_DEFLATED

from clubroute.builder.errors import InputError
from clubroute.builder.vassal import commands, obfuscation
from clubroute.builder.vassal.archive import (
    EARLIEST,
    SAVED_GAME,
    Entry,
    ZipDate,
    write_archive,
)
from clubroute.builder.vassal.atoms import (
    BEGIN_SAVE,
    END_SAVE,
    SETUP_STACK,
    AddPiece,
    BoardSetup,
    ChangePiece,
    Chat,
    RemovePiece,
)
from clubroute.builder.vassal.buildfile import IN_MEMORY
from clubroute.builder.vassal.commands import Command
from clubroute.builder.vassal.metadata import MODULE_DATA, SAVE_DATA, Metadata
from clubroute.builder.vassal.pieces import Piece, expand, join_chain
from clubroute.builder.vassal.traits import BasicPiece, Deck, Stack

FIRST_ID = 1
"""Piece ids count from here. VASSAL uses the clock; any text that is not used twice will do."""


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A piece of the setup: centre at ``x``, ``y`` px of the map with that name.

    Pieces on one spot of one map form a stack in the order given, bottom first. ``stacks`` is
    False for pieces that never stack (markers with the Does-not-stack trait).
    """

    piece: Piece
    map: str
    x: int
    y: int
    stacks: bool = True


@dataclass(frozen=True, slots=True)
class PlacedDeck:
    """A draw pile's deck and the pieces in it, bottom first.

    ``type_fields`` are the deck's settings as the engine writes them behind ``deck;``. A setup
    must hold its decks: the module makes its own only in a game without saved start.
    """

    type_fields: str
    map: str
    x: int
    y: int
    face_down: bool
    pieces: tuple[Piece, ...]


Spot: TypeAlias = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class Setup:
    """All of a setup. ``extra`` are further command texts (players' sides, global properties,
    turn trackers…), placed after the pieces. ``focus`` is the spot (map, x, y) the game
    opens at, ``greeting`` what the chat says then."""

    placed: Sequence[PlacedPiece]
    boards: Sequence[BoardSetup]
    decks: Sequence[PlacedDeck] = ()
    extra: Sequence[str] = ()
    prototypes: Mapping[str, Piece] = field(default_factory=dict)
    focus: Spot | None = None
    greeting: Sequence[str] = ()


def setup_command(setup: Setup) -> Command:
    """The commands of the saved game. Time is linear in the number of pieces.

    Piece ids are numbers in the order given, so the same setup gives the same text.

    Raises :class:`InputError` for a prototype that is missing and for text VASSAL cannot read
    back (a name ending in a backslash).
    """
    stacks: dict[Spot, ChangePiece] = {}
    texts = [*_piece_texts(setup, stacks), *setup.extra]
    texts += [board.text() for board in setup.boards]
    texts += [SETUP_STACK, END_SAVE]
    if setup.focus is not None:
        texts += _shown(setup.focus, stacks)
    texts += [Chat(line).text() for line in setup.greeting]
    return Command(BEGIN_SAVE, tuple(map(Command, texts)))


def _shown(spot: Spot, stacks: Mapping[Spot, ChangePiece]) -> list[str]:
    """What brings a spot into view."""
    if spot in stacks:
        return [stacks[spot].text()]
    id_, trait = "0", Stack(*spot, ()).trait()
    return [
        AddPiece(id_, trait.type, trait.state).text(),
        ChangePiece(id_, trait.state, None).text(),
        RemovePiece(id_).text(),
    ]


def setup_archive(setup: Setup, module: Metadata, date: ZipDate = EARLIEST) -> bytes:
    """The bytes of the ``.vsav``: the setup with the metadata of the module it belongs to."""
    return game_archive(setup_command(setup), module, date)


def game_archive(saved: Command, module: Metadata, date: ZipDate = EARLIEST) -> bytes:
    """The bytes of a ``.vsav``; of a ``.vlog``, where steps follow the commands of a setup.

    The same input gives the same bytes; the scrambling key is always 0.
    """
    save = Metadata(module.version, module.vassal_version, module.saved_ms)
    text = obfuscation.write_text(commands.encode(saved))
    return write_archive(
        (
            Entry(SAVED_GAME, text, ZIP_DEFLATED, date),
            Entry(SAVE_DATA, save.write(), date=date),
            Entry(MODULE_DATA, module.write(), date=date),
        )
    )


def _piece_texts(setup: Setup, stacks: dict[Spot, ChangePiece]) -> Iterator[str]:
    """The pieces. ``stacks`` is filled with commands that leave each stack as it is."""
    writer = _PieceWriter(setup.prototypes)
    spots: dict[Spot, list[str]] = {}
    for placed in setup.placed:
        id_, text = writer.add(placed.piece, placed.map, placed.x, placed.y)
        if placed.stacks:
            spots.setdefault((placed.map, placed.x, placed.y), []).append(id_)
        yield text
    for spot, children in spots.items():
        id_ = writer.next_id()
        trait = Stack(*spot, tuple(children)).trait()
        stacks[spot] = ChangePiece(id_, trait.state, None)
        yield AddPiece(id_, trait.type, trait.state).text()
    for deck in setup.decks:
        ids = []
        for piece in deck.pieces:
            id_, text = writer.add(piece, deck.map, deck.x, deck.y)
            ids.append(id_)
            yield text
        pile = Deck(deck.type_fields, deck.map, deck.x, deck.y, deck.face_down, tuple(ids))
        trait = pile.trait()
        yield AddPiece(writer.next_id(), trait.type, trait.state).text()


class _PieceWriter:
    """Writes pieces under fresh ids.

    Copies of a counter share their types, and expanding and joining those is most of the work,
    so both are remembered per definition.
    """

    def __init__(self, prototypes: Mapping[str, Piece]) -> None:
        self._prototypes = prototypes
        self._last_id = FIRST_ID - 1
        self._known: dict[Piece, tuple[str, tuple[str, ...], BasicPiece]] = {}

    def next_id(self) -> str:
        self._last_id += 1
        return str(self._last_id)

    def add(self, piece: Piece, map_: str, x: int, y: int) -> tuple[str, str]:
        """The id and the AddPiece text of one more piece."""
        known = self._known.get(piece)
        if known is None:
            known = self._known[piece] = self._prepare(piece)
        type_, states, basic = known
        here = BasicPiece(basic.name, basic.image, basic.gpid, map_, x, y, basic.properties)
        state = join_chain((*states, here.trait().state))
        id_ = self.next_id()
        return id_, AddPiece(id_, type_, state).text()

    def _prepare(self, piece: Piece) -> tuple[str, tuple[str, ...], BasicPiece]:
        expanded = expand(piece, self._prototypes)
        if expanded.basic.id != BasicPiece.PREFIX:
            raise InputError(IN_MEMORY, f"a piece around {expanded.basic.id}", "a basic piece")
        states = tuple(trait.state for trait in expanded.traits[:-1])
        return expanded.type_text(), states, BasicPiece.read(expanded.basic)
