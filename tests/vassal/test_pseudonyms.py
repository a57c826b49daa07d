"""Passwords leave no trace, and nothing else is touched."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.vassal.atoms import (
    AddPiece,
    Atom,
    ChangePiece,
    Chat,
    GlobalProperty,
    MovePiece,
    MutableProperty,
    PlayerEntry,
    PlayerRemoval,
    Unknown,
)
from clubroute.builder.vassal.pieces import join_chain, split_chain
from clubroute.builder.vassal.pseudonyms import Pseudonyms
from tests.properties import examples


def covered(*atoms: Atom) -> list[Atom]:
    names = Pseudonyms()
    found = [names.cover(atom) for atom in atoms]
    names.cover_rest(found)
    return found


def move(player: str) -> MovePiece:
    return MovePiece("1", "M", 1, 1, None, "M", 0, 0, None, player)


def test_players_get_names_in_order() -> None:
    joined, moved, left, other = covered(
        PlayerEntry("secret", "Ann", "A"), move("secret"), PlayerRemoval("secret"), move("more")
    )
    assert joined == PlayerEntry("player1", "Ann", "A")
    assert moved == move("player1")
    assert left == PlayerRemoval("player1")
    assert other == move("player2")


@pytest.mark.parametrize("password", ["1", "true", "Allied", "5", "M"])
def test_a_password_that_looks_like_a_state_changes_no_state(password: str) -> None:
    piece = AddPiece("1", "mark;S\tpiece;;;;N", "Allied\tM;1;5;g;0")
    change = ChangePiece("1", "Allied\tM;5;5;g;0", "1\tM;1;5;g;0")
    atoms = covered(PlayerEntry(password, "Ann", "A"), piece, change)
    assert atoms[1:] == [piece, change]


@pytest.mark.parametrize("prefix", ["hide;", "restrict;"])
def test_who_hid_or_claimed_a_piece(prefix: str) -> None:
    """The engine writes the bare id, delimiters and all (Hideable, Restricted.myGetState)."""
    piece = AddPiece("1", f"{prefix};x\tpiece;;;;N", "a;secret\tM;1;5;g;0")
    change = ChangePiece("1", "null\tM;1;5;g;0", "a;secret\tM;1;5;g;0")
    added, changed = covered(piece, change)
    assert isinstance(added, AddPiece)
    assert added.state == "player1\tM;1;5;g;0"
    assert changed == ChangePiece("1", "null\tM;1;5;g;0", "player1\tM;1;5;g;0")


def test_who_masked_a_piece_and_who_may_look() -> None:
    piece = AddPiece("1", "obs;;x\tpiece;;;;N", "secret;player:|x|secret|other\tM;1;5;g;0")
    change = ChangePiece("1", "null;\tM;1;5;g;0", "secret;\tM;1;5;g;0")
    added, changed = covered(piece, change)
    assert isinstance(added, AddPiece)
    assert added.state == "player1;player:|x|player1|player2\tM;1;5;g;0"
    assert changed == ChangePiece("1", "null;\tM;1;5;g;0", "player1;\tM;1;5;g;0")


@pytest.mark.parametrize("type_", ["hide;k;Hide;;side:;0.3", "obs;k;b.png;Mask;I;?;sides:Allied"])
def test_a_side_is_no_player(type_: str) -> None:
    piece = AddPiece("1", f"{type_}\tpiece;;;;N", "Allied;\tM;1;5;g;0")
    value = GlobalProperty("who", "Allied", "Module")
    assert covered(piece, value, move("secret")) == [piece, value, move("player1")]


words = st.sampled_from(
    ["1", "Allied", "5", "g", "M", "0", "true1", "pw;1", "a/b", "s3cret", "x|y"]
)


@examples(60)
@given(words, words, st.booleans())
def test_no_id_field_keeps_a_password_and_no_counter_changes(
    secret: str, other: str, restricted: bool
) -> None:
    """Whatever a player has chosen as his password."""
    free = AddPiece("1", "mark;S\temb2;;\tpiece;;;;N", f"{secret}\t1\tM;1;5;g;0")
    turned = ChangePiece("1", "5\t2\tM;5;5;g;0", f"{secret}\t1\tM;1;5;g;0")
    prefix = "restrict;" if restricted else "hide;"
    held = AddPiece(
        "2",
        join_chain(["mark;S", prefix, "piece;;;;N"]),
        join_chain(["Allied", secret, "M;1;5;g;0"]),
    )
    atoms = covered(free, turned, held, PlayerEntry(other, "Ann", "Allied"), move(secret))
    assert atoms[:2] == [free, turned]
    owned, joined, moved = atoms[2:]
    assert isinstance(owned, AddPiece)
    assert isinstance(joined, PlayerEntry)
    assert isinstance(moved, MovePiece)
    first, second = "player1", "player1" if other == secret else "player2"
    assert split_chain(owned.state) == ["Allied", first, "M;1;5;g;0"]
    assert (joined.password, joined.name, joined.side) == (second, "Ann", "Allied")
    assert moved == move(first)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("UNMASK\tsecret\tnull", "UNMASK\tplayer1\tnull"),
        ("PNOTE\tsecret\twords", "PNOTE\tplayer1\twords"),
        ("SNOTE\tname\tsecret\t1", "SNOTE\tname\tplayer1\t1"),
        ("OWN\tx;secret/2", "OWN\tx;player1/2"),
        ("OWN\tsecretive", "OWN\tsecretive"),
    ],
)
def test_commands_of_other_kinds(text: str, shown: str) -> None:
    assert covered(PlayerEntry("secret", "Ann", "A"), Unknown(text))[1] == Unknown(shown)
    # The password may be learnt only later in the file.
    assert covered(Unknown(text), PlayerEntry("secret", "Ann", "A"))[0] == Unknown(shown)


def test_a_state_of_an_unknown_piece_is_covered() -> None:
    change = ChangePiece("9", "a;secret\tb", "secret\tb")
    assert covered(change, move("secret"))[0] == ChangePiece("9", "a;player1\tb", "player1\tb")


def test_properties_that_hold_a_password() -> None:
    atoms = covered(
        MutableProperty("who", "", "secret", "Module"),
        GlobalProperty("who", "secret", "Module"),
        GlobalProperty("n", "123", "Module"),
        move("secret"),
        move("123"),
    )
    assert atoms[0] == MutableProperty("who", "", "player1", "Module")
    assert atoms[1] == GlobalProperty("who", "player1", "Module")
    assert atoms[2] == GlobalProperty("n", "123", "Module")


def test_chat_keeps_its_words() -> None:
    assert covered(move("secret"), Chat("my secret"))[1] == Chat("my secret")
