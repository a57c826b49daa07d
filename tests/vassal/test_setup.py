"""Predefined setups: the commands in the order VASSAL saves them, and the same bytes always."""

from __future__ import annotations

import pytest

from clubroute.builder.errors import InputError, Where
from clubroute.builder.vassal.archive import SaveArchive, entries_of
from clubroute.builder.vassal.atoms import (
    AddPiece,
    BoardSetup,
    GlobalProperty,
    PlacedBoard,
    read_atom,
)
from clubroute.builder.vassal.buildfile import key
from clubroute.builder.vassal.metadata import Metadata
from clubroute.builder.vassal.pieces import Piece, piece, read_piece
from clubroute.builder.vassal.setup import (
    PlacedDeck,
    PlacedPiece,
    Setup,
    setup_archive,
    setup_command,
)
from clubroute.builder.vassal.traits import (
    BasicPiece,
    Deck,
    Delete,
    Marks,
    Stack,
    Trait,
    UsePrototype,
)

HERE = Where("setup.vsav")
MODULE = Metadata("0.1", "3.6.0", 315532800000, "", "Eagles")
PROTOTYPES = {"Common": piece(BasicPiece(""), [Delete("Delete", key("D"))])}
BOARDS = (BoardSetup("Main Map", (PlacedBoard("North", 0, 0), PlacedBoard("South", 0, 1))),)


def unit(name: str, gpid: str) -> Piece:
    return piece(
        BasicPiece(name, f"{gpid}.png", gpid),
        [UsePrototype("Common"), Marks((("Side", "Allied"),))],
    )


SETUP = Setup(
    [
        PlacedPiece(unit("A", "1"), "Main Map", 55, 128),
        PlacedPiece(unit("B", "2"), "Main Map", 221, 160),
        PlacedPiece(unit("C/;\\t", "3"), "Main Map", 55, 128),
        PlacedPiece(unit("Alone", "4"), "Main Map", 9, 9, stacks=False),
    ],
    BOARDS,
    [PlacedDeck("true;0,0,0;40;40", "Mug", 5, 6, True, (unit("Chit", "5"), unit("Chit", "5")))],
    [GlobalProperty("Day", "1", "Module").text()],
    PROTOTYPES,
)


def test_the_order_of_a_real_save() -> None:
    command = setup_command(SETUP)
    assert command.text == "begin_save"
    assert [child.text.split("\t")[0].split(";")[0] for child in command.children] == [
        "+/1/delete",
        "+/2/delete",
        "+/3/delete",
        "+/4/delete",
        "+/5/stack/Main Map",
        "+/6/stack/Main Map",
        "+/7/delete",
        "+/8/delete",
        "+/9/deck",
        "GlobalProperty",
        "Main MapBoardPicker",
        "SETUP_STACK",
        "end_save",
    ]


def test_pieces_are_expanded_placed_and_stacked() -> None:
    atoms = [read_atom(child.text) for child in setup_command(SETUP).children]
    added = [atom for atom in atoms if isinstance(atom, AddPiece)]
    third = read_piece(added[2].type, added[2].state)
    assert third.traits == (
        Trait("delete;Delete;68,130;", ""),
        Trait("mark;Side", "Allied"),
        BasicPiece("C/;\\t", "3.png", "3", "Main Map", 55, 128).trait(),
    )
    assert [Stack.read(Trait(atom.type, atom.state)) for atom in added[4:6]] == [
        Stack("Main Map", 55, 128, ("1", "3")),
        Stack("Main Map", 221, 160, ("2",)),
    ]
    assert Deck.read(Trait(added[8].type, added[8].state)) == Deck(
        "true;0,0,0;40;40", "Mug", 5, 6, True, ("7", "8")
    )


def test_the_file_reads_back_and_is_the_same_every_time() -> None:
    data = setup_archive(SETUP, MODULE)
    assert data == setup_archive(SETUP, MODULE)
    save = SaveArchive(entries_of(data, HERE), HERE)
    assert [entry.name for entry in save.entries] == ["savedGame", "savedata", "moduledata"]
    assert save.command() == setup_command(SETUP)
    assert save.module_metadata() == MODULE
    assert save.metadata() == Metadata("0.1", "3.6.0", 315532800000)


def test_a_missing_prototype_is_named() -> None:
    with pytest.raises(InputError, match="found prototype Common"):
        setup_archive(Setup([PlacedPiece(unit("A", "1"), "Main Map", 1, 2)], BOARDS), MODULE)


def test_a_name_that_would_break_the_save_is_refused() -> None:
    bad = Setup([PlacedPiece(unit("Easy\\", "1"), "Main Map", 1, 2)], BOARDS, (), (), PROTOTYPES)
    with pytest.raises(InputError, match="ending in a backslash"):
        setup_archive(bad, MODULE)


def test_only_counters_can_be_placed() -> None:
    loose = Piece((Trait("stack", "null;0;0"),))
    with pytest.raises(InputError, match="found a piece around stack"):
        setup_archive(Setup([PlacedPiece(loose, "Main Map", 1, 2)], BOARDS), MODULE)


def test_an_empty_setup_is_a_started_game() -> None:
    command = setup_command(Setup((), BOARDS))
    assert [child.text for child in command.children] == [
        "Main MapBoardPicker\tNorth\t0\t0\tSouth\t0\t1",
        "SETUP_STACK\t",
        "end_save",
    ]
