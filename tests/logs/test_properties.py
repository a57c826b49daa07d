"""A piece's properties: only the traits that may have one are asked, and none is missed. What a
stack's state says."""

from __future__ import annotations

from itertools import product

import pytest

from clubroute.builder.vassal.pieces import join_chain
from clubroute.rules.logs.pieces import (
    GamePiece,
    outer_of,
    property_in,
    read_group,
)

LAYER = "emb2;;128;A;Column on;128;;;128;;;;1;false;25;-25;,c.png;,+ (Column);true;Column;;;false"
TRAITS = {
    "mark;Division,Side": ("1st,Allied", "1st", ""),
    "mark;Side": ("German",),
    "PROP;Fuel;;": ("7", ""),
    LAYER: ("2", "-1", "none"),
    "markmoved;moved.png;0;0;Mark Moved": ("true", "false"),
    "rotate;6;128,130;128,130;a;b;;;Turn;;;": ("2", "no number"),
    "hide;72,130;Hide;255,255,255": ("null",),
}
NAMES = (
    *("Division", "Side", "Fuel", "Column_Level", "Column_Active", "Column_Name", "Column_Height"),
    *("Moved", "Turn_Facing", "Turn_Degrees", "_Facing", "Color", "BasicName", "CurrentX", "OldX"),
    "",
)


def piece(types: tuple[str, ...], states: tuple[str, ...]) -> GamePiece:
    chain = join_chain([*types, "piece;;;c.png;a counter/"])
    return GamePiece("1", chain, outer_of(list(states)), "Map", 3, 4, "9", ("OldX", "2"), None)


@pytest.mark.parametrize("name", NAMES)
def test_every_trait_that_has_a_property_is_asked_for_it_outermost_first(name: str) -> None:
    for types in product(TRAITS, repeat=2):
        for states in product(*(TRAITS[type_] for type_ in types)):
            one = piece(types, states)
            assert one.property_value(name) == property_in(one.traits, one, name), one


def test_a_state_with_too_few_traits_has_the_properties_of_those_it_has() -> None:
    types = ("mark;Side", "markmoved;moved.png;0;0;Mark Moved")
    short = piece(types, ("Allied", "true"))._replace(outer="Allied")
    assert (short.property_value("Side"), short.property_value("Moved")) == ("Allied", None)


@pytest.mark.parametrize(
    ("state", "place", "pieces", "layer"),
    [
        ("Map;3;4;1;2;@@-1", ("Map", 3, 4), ("1", "2"), "@@-1"),
        ("null;3;4;1", (None, 3, 4), ("1",), ""),
        ("Map;3;4", ("Map", 3, 4), (), ""),
        ("Map", ("Map", 0, 0), (), ""),
        ("@@Map;3;4", ("@@Map", 3, 4), (), ""),
        ("Map;3;4;a@@;2", ("Map", 3, 4), ("a@@", "2"), ""),
        ("Map;3;4;@@1;1;@@2;2", ("Map", 3, 4), ("1", "2"), "@@2"),
        ("A\\;B;3;x;it's", ("A;B", 3, 0), ("it's",), ""),
    ],
)
def test_a_stack_says_where_it_is_what_it_holds_and_its_layer(
    state: str, place: tuple[str | None, int, int], pieces: tuple[str, ...], layer: str
) -> None:
    group = read_group("s", "stack", state)
    assert ((group.map, group.x, group.y), group.pieces, group.layer) == (place, pieces, layer)
