"""The command stream: the tree, and the same text again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.errors import InputError
from clubroute.builder.vassal import buildfile
from clubroute.builder.vassal.commands import (
    ESC,
    MAX_DEPTH,
    Command,
    decode,
    encode,
    top_level,
)
from tests.properties import examples

leaves = st.text(alphabet=st.sampled_from("ab\\'+/\tLOG"), max_size=6)
trees = st.recursive(
    leaves.map(Command),
    lambda inner: st.builds(Command, leaves, st.lists(inner, max_size=3).map(tuple)),
    max_leaves=12,
)


def test_a_saved_game_is_one_command_with_children() -> None:
    text = ESC.join(["begin_save", "", "+/1/stack/null", "end_save"])
    tree = decode(text)
    assert tree.text == "begin_save"
    assert [child.text for child in tree.children] == ["", "+/1/stack/null", "end_save"]
    assert tree.verbatim is None


def test_deeper_levels_carry_backslashes() -> None:
    tree = Command("a", (Command("b", (Command("c", (Command("d"),)),)), Command("e")))
    text = f"a{ESC}b\\{ESC}c\\\\{ESC}d{ESC}e"
    assert encode(tree) == text
    assert decode(text) == tree
    assert [node.text for node in tree.walk()] == ["a", "b", "c", "d", "e"]


@pytest.mark.parametrize(
    "text",
    [
        f"a\\{ESC}b",
        f"a\\{ESC}b{ESC}c",
        f"'a'{ESC}b",
        f"a{ESC}'b'",
        f"'a{ESC}b'",
        f"a{ESC}'b\\{ESC}c'",
        f"ab\\\\{ESC}c",
        "'a'",
    ],
)
def test_odd_writing_survives(text: str) -> None:
    assert encode(decode(text)) == text


@examples(300)
@given(st.text(alphabet=st.sampled_from("ab\\'\x1b\x1b"), max_size=30))
def test_any_text_survives(text: str) -> None:
    assert encode(decode(text)) == text


@examples(100)
@given(st.text())
def test_any_unicode_survives(text: str) -> None:
    assert encode(decode(text)) == text


@examples(200)
@given(trees)
def test_any_tree_survives(tree: Command) -> None:
    try:
        text = encode(tree)
    except InputError:
        assert any(node.text.endswith("\\") for node in tree.walk())
        return
    assert encode(decode(text)) == text


def nested(depth: int) -> str:
    tree = Command("x")
    for _ in range(depth):
        tree = Command("x", (tree,))
    return encode(tree)


def test_the_depth_allowed_reads_and_one_more_is_refused() -> None:
    assert encode(decode(nested(MAX_DEPTH))) == nested(MAX_DEPTH)
    with pytest.raises(InputError, match=f"nested more than {MAX_DEPTH} deep"):
        decode(nested(MAX_DEPTH + 2))


@given(st.text(alphabet=st.sampled_from(f"ab\\'{ESC}"), max_size=24))
@examples(500)
def test_the_top_level_is_what_decoding_twice_gives(text: str) -> None:
    tokens = buildfile.decode(text, ESC)
    assert top_level(text) == [
        buildfile.decode(token, ESC) if ESC in token else [token] for token in tokens
    ]
