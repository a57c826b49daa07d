"""Trait chains: the one-pass reading equals the engine's level-by-level one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.errors import InputError
from clubroute.builder.vassal.pieces import join_chain, split_chain
from tests.properties import examples
from tests.vassal.java_sequence import java_decode, java_encode

parts = st.lists(st.text(alphabet=st.sampled_from("\t\\'ab;"), max_size=5), min_size=1, max_size=7)


def engine_split(text: str, depth: int | None) -> list[str]:
    """Decorator.setState hands the last part on unread; createPiece reads that too."""
    found: list[str] = []
    rest = text
    while depth is None or len(found) < depth - 1:
        tokens = java_decode(rest, "\t")
        found.append(tokens[0])
        if len(tokens) < 2:
            return found
        rest = tokens[1]
    return [*found, rest]


def test_levels_carry_one_backslash_more_each() -> None:
    chain = join_chain(["a", "b", "c", "d"])
    assert chain == "a\tb\\\tc\\\\\td"
    assert split_chain(chain) == ["a", "b", "c", "d"]


def test_a_part_may_hold_tabs_and_quotes() -> None:
    listed = ["label\tx", "'q'", "\\b", "state"]
    assert split_chain(join_chain(listed), 4) == listed


def test_the_innermost_state_is_not_read_when_the_depth_is_known() -> None:
    assert split_chain("1\tmap\\\tname", 2) == ["1", "map\tname"]


@examples(400)
@given(parts)
def test_join_and_split(listed: list[str]) -> None:
    text = listed[-1]
    for part in reversed(listed[:-1]):
        text = java_encode([part, text], "\t")
    try:
        assert join_chain(listed) == text
    except InputError:
        assert any(part.endswith("\\") for part in listed[:-1])
    else:
        assert split_chain(text, len(listed)) == listed


@examples(500)
@given(
    st.text(alphabet=st.sampled_from("\t\t\\\\'a"), max_size=30),
    st.one_of(st.none(), st.integers(1, 6)),
)
def test_any_text_splits_as_the_engine_does(text: str, depth: int | None) -> None:
    assert split_chain(text, depth) == engine_split(text, depth)


@examples(300)
@given(parts, st.one_of(st.none(), st.integers(1, 8)))
def test_any_chain_splits_as_the_engine_does(listed: list[str], depth: int | None) -> None:
    text = listed[-1]
    for part in reversed(listed[:-1]):
        text = java_encode([part, text], "\t")
    assert split_chain(text, depth) == engine_split(text, depth)
