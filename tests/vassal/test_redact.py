"""No password leaves the house."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.errors import InputError
from clubroute.builder.vassal.atoms import (
    AddPiece,
    ChangePiece,
    Log,
    MovePiece,
    PlayerEntry,
)
from clubroute.builder.vassal.commands import Command, decode, encode
from clubroute.builder.vassal.pseudonyms import redact
from tests.properties import examples


def tree(*texts: str) -> Command:
    return Command("begin_save", tuple(map(Command, texts)))


def redacted(*texts: str) -> list[str]:
    return [child.text for child in redact(tree(*texts)).children]


def test_player_lines_and_moves_keep_who_is_who() -> None:
    assert redacted(
        "PLAYER\ts3cret\tAnna\tAllied",
        "PLAYER\thunter2\tBert\tAxis",
        "PLAYER\ts3cret\tAnna\tAllied",
        "M/5/Map/1/2/null/Map/3/4/null/hunter2",
        "LOG\tM/5/Map/1/2/null/Map/3/4/null/s3cret",
        "PYREMOVE\thunter2",
    ) == [
        "PLAYER\tplayer1\tAnna\tAllied",
        "PLAYER\tplayer2\tBert\tAxis",
        "PLAYER\tplayer1\tAnna\tAllied",
        "M/5/Map/1/2/null/Map/3/4/null/player2",
        "LOG\tM/5/Map/1/2/null/Map/3/4/null/player1",
        "PYREMOVE\tplayer2",
    ]


def test_masked_hidden_and_claimed_pieces() -> None:
    types = "obs;77,130;back.png\thide;\\\trestrict;\\\\\tpiece;;;a;A"
    assert redacted(
        f"+/1/{types}/pw1;|1|pw3\tpw2\\\tpw4\\\\\tnull;0;0;;0",
        "D/1/pw1;\tnull/null;\tnull",
    ) == [
        f"+/1/{types}/player1;|1|player2\tplayer3\\\tplayer4\\\\\tnull;0;0;;0",
        "D/1/player1;\tnull/null;\tnull",
    ]


def test_a_password_with_delimiters_is_found_at_every_level() -> None:
    owned = AddPiece("1", "hide;\tpiece;;;a;A", "my/pass;word\tnull;0;0;;0").text()
    changed = ChangePiece("1", "my/pass;word\tx", "null\tx").text()
    lines = redacted("PLAYER\tmy/pass;word\tAnna\tAllied", owned, "LOG\t" + changed)
    assert not any("pass" in line for line in lines)
    assert lines[1].endswith("/player1\tnull;0;0;;0")


@pytest.mark.parametrize(
    "text",
    [
        "UNMASK\ts3cret",
        "PNOTE\ts3cret\tnote",
        "SNOTE\tname\ts3cret\tfalse\ttext\tdate\thandle",
        "PLAYER\ts3cret",
        "M/5/Map/x/2/null/Map/3/4/null/s3cret",
        "LOG\tPYREMOVE\ts3cret",
    ],
)
def test_other_places_and_damaged_lines(text: str) -> None:
    assert redacted(text) == [text.replace("s3cret", "player1")]


@pytest.mark.parametrize("password", ["1", "Allied", "M"])
def test_a_password_that_looks_like_a_state_changes_no_counter(password: str) -> None:
    lines = (
        f"PLAYER\t{password}\tAnna\tAllied",
        "+/7/mark;S\tpiece;;;;N/Allied\tM;1;5;g;0",
        "D/7/1\tM;1;5;g;0/Allied\tM;1;5;g;0",
    )
    assert redacted(*lines) == ["PLAYER\tplayer1\tAnna\tAllied", *lines[1:]]


def test_chat_and_look_alikes_stay() -> None:
    lines = ("PLAYER\tAnna\tAnna\tAllied", "CHAT<Anna> - hello", "+/1/piece;;;a;Annabel/null")
    assert redacted(*lines) == ["PLAYER\tplayer1\tAnna\tAllied", *lines[1:]]


def test_a_tree_without_passwords_is_returned_as_it_is() -> None:
    plain = tree("CHAThello", "UNMASK\tnull", "PLAYER\t\tx\ty")
    assert redact(plain) is plain


secrets = st.text(min_size=6, max_size=12).map(lambda word: "Zq" + word + "qZ")


@examples(100)
@given(secrets)
def test_any_password_goes(secret: str) -> None:
    state = f"{secret}\tnull;0;0;;0"
    moved = MovePiece("1", "Map", 1, 2, None, "Map", 3, 4, None, secret).text()
    game = tree(
        PlayerEntry(secret, "Anna", "Allied").text(),
        moved,
        Log(moved).text(),
        AddPiece("1", "hide;\tpiece;;;a;A", state).text(),
        Log(ChangePiece("1", state, "null\tnull;0;0;;0").text()).text(),
    )
    try:
        game = decode(encode(game))
    except InputError:
        return
    for node in redact(game).walk():
        assert secret.replace("\\", "") not in node.text.replace("\\", "")
