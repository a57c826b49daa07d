"""Views of single commands, on lines as VASSAL 3.6 to 3.8 write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.errors import InputError
from clubroute.builder.vassal.atoms import (
    AddPiece,
    Atom,
    BoardSetup,
    ChangePiece,
    Chat,
    GlobalProperty,
    Log,
    MovePiece,
    MutableProperty,
    PlacedBoard,
    PlayerEntry,
    PlayerRemoval,
    RemovePiece,
    SaveMark,
    SetupStack,
    TurnState,
    Undo,
    Unknown,
    read_atom,
)
from tests.cases import each
from tests.properties import examples

KNOWN = [
    ("begin_save", SaveMark(True)),
    ("end_save", SaveMark(False)),
    ("SETUP_STACK\t", SetupStack()),
    ("+/17/stack/Main Map;166;128;9;@@-1", AddPiece("17", "stack", "Main Map;166;128;9;@@-1")),
    ("+/null/piece;;;a\\/b;/null;0;0;;0", AddPiece(None, "piece;;;a/b;", "null;0;0;;0")),
    ("-/1700000000001", RemovePiece("1700000000001")),
    ("D/5/2\tx/1\tx", ChangePiece("5", "2\tx", "1\tx")),
    ("D/5/2\tx", ChangePiece("5", "2\tx", None)),
    (
        "M/5/Main Map/166/128/null/Main Map/55/-8/7/pw",
        MovePiece("5", "Main Map", 166, 128, None, "Main Map", 55, -8, "7", "pw"),
    ),
    (
        "M/5/null/0/0/null/Main Map/55/8/null",
        MovePiece("5", None, 0, 0, None, "Main Map", 55, 8, None, None),
    ),
    ("CHAT* Red 1 moves 0202 -> 0402", Chat("* Red 1 moves 0202 -> 0402")),
    ("LOG\tCHAThello", Log("CHAThello")),
    ("LOG\tnull", Log(None)),
    ("UNDO\ttrue", Undo(True)),
    ("UNDO\tfalse", Undo(False)),
    ("PLAYER\tpw\tAnna\tAllied", PlayerEntry("pw", "Anna", "Allied")),
    ("PYREMOVE\tpw", PlayerRemoval("pw")),
    ("MutableProperty\tSupply\t3\t7\tModule", MutableProperty("Supply", "3", "7", "Module")),
    ("GlobalProperty\t;Supply;3;Module", GlobalProperty("Supply", "3", "Module")),
    (
        "TURNTurnTracker0\t0|1;0;false;-1;0\\;0\\;0\\;true,true",
        TurnState("TurnTracker0", "0", "1;0;false;-1;0\\;0\\;0\\;true,true"),
    ),
    (
        "Main MapBoardPicker\tNorth\t0\t0\tSouth/rev\t0\t1",
        BoardSetup("Main Map", (PlacedBoard("North", 0, 0), PlacedBoard("South", 0, 1, True))),
    ),
]


@each(("text", "atom"), KNOWN)
def test_known_commands_read_and_write(text: str, atom: Atom) -> None:
    assert read_atom(text) == atom
    assert atom.text() == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "NOTES\t",
        "EXT\tPack\t1.0",
        "+/1/type-without-state",
        "M/1/Map/x/0/null/Map/0/0/null",
        "M/1/Map",
        "D/1",
        "PLAYER\tonly",
        "TURNx",
        "TURNx\tno bar",
        "MapBoardPicker\tboard\t0",
        "MapBoardPicker\tboard\tx\t0",
        "begin_save ",
        "null",
    ],
)
def test_what_does_not_fit_is_kept(text: str) -> None:
    assert read_atom(text) == Unknown(text)
    assert read_atom(text).text() == text


words = st.text(alphabet=st.sampled_from("a1/\\;\t'| "), min_size=1, max_size=6)


@examples(200)
@given(words, words, words)
def test_fields_with_delimiters_come_back(one: str, two: str, three: str) -> None:
    for atom in (
        AddPiece(one, two, three),
        ChangePiece(one, two, three),
        MovePiece(one, two, 1, 2, None, three, 3, -4, one, two),
        PlayerEntry(one, two, three),
        MutableProperty(one, two, three, one),
        GlobalProperty(one, two, three),
        BoardSetup("Map", (PlacedBoard(one, 0, 1), PlacedBoard(two, 1, 1, True))),
    ):
        try:
            text = atom.text()
        except InputError:
            assert any(word.endswith("\\") for word in (one, two, three))
            continue
        assert read_atom(text) == atom


@examples(300)
@given(
    st.sampled_from(
        ["", "+/", "D/", "M/", "-/", "PLAYER\t", "TURN", "GlobalProperty\t;", "xBoardPicker"]
    ),
    st.text(alphabet=st.sampled_from("a1/\\;\t'| -null"), max_size=20),
)
def test_reading_never_fails(prefix: str, rest: str) -> None:
    assert read_atom(prefix + rest) is not None
