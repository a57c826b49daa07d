"""Pieces: chains of traits, prototypes expanded, and the commands that place them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.errors import InputError
from clubroute.builder.vassal.buildfile import key
from clubroute.builder.vassal.pieces import (
    Piece,
    add_piece,
    expand,
    piece,
    piece_definition,
    prototype_definition,
    read_definition,
    read_piece,
    stack,
)
from clubroute.builder.vassal.traits import (
    BasicPiece,
    Clone,
    Delete,
    DynamicProperty,
    Layer,
    Marks,
    Trait,
    UsePrototype,
)
from tests.properties import examples

COMMON = piece(BasicPiece(""), [Delete("Delete", key("D")), Clone("Clone", key("C"))])
COUNTER = piece(
    BasicPiece("Easy/506 PIR", "easy.png", "12"),
    [
        UsePrototype("Common"),
        Layer("Step", ("full.png", "half.png")),
        DynamicProperty("MP", "5"),
        Marks((("Side", "Allied"),)),
    ],
)


def test_a_definition_is_what_the_palette_holds() -> None:
    simple = piece(BasicPiece("Easy/506", "e.png", "12"), [Marks((("Side", "Allied"),))])
    text = piece_definition(simple)
    assert text == "+/null/mark;Side\tpiece;;;e.png;Easy\\/506/Allied\tnull;0;0;12;0"
    assert read_definition(text) == simple


def test_a_prototype_has_an_empty_basic_piece() -> None:
    assert prototype_definition([Delete("Delete", key("D"))]) == (
        "+/null/delete;Delete;68,130;\tpiece;;;;/\tnull;0;0;;0"
    )


def test_expanding_puts_the_prototype_in_its_place() -> None:
    outer = piece(BasicPiece(""), [UsePrototype("Common"), Marks((("Kind", "leg"),))])
    user = piece(BasicPiece("A"), [Trait("x;1", "s"), UsePrototype("Outer"), Trait("cmt;note")])
    expanded = expand(user, {"Common": COMMON, "Outer": outer})
    assert [trait.id for trait in expanded.traits] == ["x;", "delete;", "clone;", "mark;", "piece;"]
    assert expanded.basic == user.basic


@pytest.mark.parametrize(
    ("prototypes", "message"),
    [
        ({}, "found prototype Common, expected a prototype of the module"),
        ({"Comon": COMMON}, "did you mean Comon?"),
        (
            {"Common": piece(BasicPiece(""), [UsePrototype("Common")])},
            "contains itself: Common > Common",
        ),
        (
            {
                "Common": piece(BasicPiece(""), [UsePrototype("B")]),
                "B": piece(BasicPiece(""), [UsePrototype("Common")]),
            },
            "contains itself: Common > B > Common",
        ),
    ],
)
def test_prototypes_that_cannot_be_expanded(prototypes: dict[str, Piece], message: str) -> None:
    with pytest.raises(InputError) as caught:
        expand(COUNTER, prototypes)
    assert message in str(caught.value)


def test_parameters_are_refused_not_ignored() -> None:
    user = piece(BasicPiece("A"), [UsePrototype("Common", (("side", "Axis"),))])
    with pytest.raises(InputError, match="with parameters"):
        expand(user, {"Common": COMMON})


def test_placing_changes_the_place_only() -> None:
    moved = COUNTER.placed("Main Map", 221, -5)
    assert BasicPiece.read(moved.basic) == BasicPiece(
        "Easy/506 PIR", "easy.png", "12", "Main Map", 221, -5
    )
    assert moved.traits[:-1] == COUNTER.traits[:-1]


def test_stack_lines() -> None:
    assert stack("201", "Main Map", 55, 128, ["101", "102"]) == (
        "+/201/stack/Main Map;55;128;101;102;@@-1"
    )


def test_states_missing() -> None:
    with pytest.raises(InputError, match="2 traits and 1 states"):
        read_piece("delete;\tpiece;;;;", "only one")


@pytest.mark.parametrize("text", ["", "-/5", "+/null/piece;;;;", "words"])
def test_what_is_no_definition(text: str) -> None:
    with pytest.raises(InputError, match="a piece definition"):
        read_definition(text)


def test_text_vassal_cannot_read_back_is_refused() -> None:
    with pytest.raises(InputError, match="ending in a backslash"):
        piece_definition(piece(BasicPiece("A"), [Trait("x;1", "odd\\")]))
    with pytest.raises(InputError, match="ending in a backslash"):
        piece(BasicPiece("A", image="odd\\"))


traits = st.builds(
    Trait,
    st.text(alphabet=st.sampled_from("ab;\t'/,é"), min_size=1, max_size=8),
    st.text(alphabet=st.sampled_from("ab;\t'/,é"), max_size=8),
)
basics = st.builds(
    BasicPiece,
    st.text(alphabet=st.sampled_from("ab;\t'/,é"), max_size=8),
    properties=st.just((("Unique;ID", "1\t2"),)),
)


@examples(200)
@given(st.lists(traits, max_size=6), basics)
def test_any_piece_comes_back(listed: list[Trait], basic: BasicPiece) -> None:
    whole = piece(basic, listed)
    if "\t" in basic.name:
        with pytest.raises(InputError, match="without tabs"):
            add_piece(None, whole)
        return
    read = read_definition(add_piece(None, whole))
    assert read.state_text() == whole.state_text()
    assert read.type_text() == whole.type_text()


def test_a_prototype_that_there_is_not_is_left_out_and_told_of() -> None:
    known = piece(BasicPiece(""), [Delete("Delete", ""), UsePrototype("gone")])
    one = piece(BasicPiece("A"), [UsePrototype("missing"), UsePrototype("known")])
    lost: list[str] = []
    whole = expand(one, {"known": known}, missing=lost.append)
    assert [trait.id for trait in whole.traits] == ["delete;", "piece;"]
    assert lost == ["missing", "gone"]
    with pytest.raises(InputError, match="prototype missing"):
        expand(one, {"known": known})
