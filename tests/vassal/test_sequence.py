"""SequenceEncoder: equal to the Java algorithm, and reversible wherever the format is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.errors import InputError
from clubroute.builder.vassal.buildfile import decode, encode
from tests.properties import examples
from tests.vassal.java_sequence import java_decode, java_encode
from tests.vassal.sequence_cases import DELIMITERS, lossy_cases, sequence_cases

delimiters = st.sampled_from(DELIMITERS)
tricky = st.text(alphabet=st.sampled_from("\\',;/\t|:\x1bab"), max_size=8)
tokens = st.lists(st.one_of(tricky, st.text(max_size=8)), min_size=1, max_size=6)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("", [""]),
        (";", ["", ""]),
        ("a;", ["a", ""]),
        (r"a\;b;c", ["a;b", "c"]),
        (r"a\\;b", ["a\\;b"]),
        ("'a';'", ["a", "'"]),
        ("''", [""]),
        ("'''", ["'"]),
        (r"\;", [";"]),
    ],
)
def test_reads_as_the_engine(written: str, read: list[str]) -> None:
    assert decode(written, ";") == read


@pytest.mark.parametrize(
    ("read", "written"),
    [
        (["a", "b"], "a;b"),
        (["", ""], ";"),
        (["a;b"], r"a\;b"),
        (["\\a", "b"], r"'\a';b"),
        (["'a'"], "''a''"),
        (["'"], "'''"),
        (["'a", "b'"], "'a;b'"),
        (["last\\"], "last\\"),
        ([], ""),
    ],
)
def test_writes_as_the_engine(read: list[str], written: str) -> None:
    assert encode(read, ";") == written


def test_every_case_is_the_java_text_and_comes_back() -> None:
    for delimiter, listed in sequence_cases():
        written = encode(listed, delimiter)
        assert written == java_encode(listed, delimiter)
        assert decode(written, delimiter) == java_decode(written, delimiter) == listed


def test_lossy_cases_are_refused_unless_asked_for() -> None:
    cases = lossy_cases()
    assert len(cases) > 100
    for delimiter, listed in cases:
        with pytest.raises(InputError, match="ending in a backslash"):
            encode(listed, delimiter)
        written = encode(listed, delimiter, lossy_ok=True)
        assert written == java_encode(listed, delimiter)
        assert decode(written, delimiter) == java_decode(written, delimiter) != listed


@examples(300)
@given(tokens, delimiters)
def test_encode_is_the_java_algorithm(listed: list[str], delimiter: str) -> None:
    assert encode(listed, delimiter, lossy_ok=True) == java_encode(listed, delimiter)


@examples(300)
@given(st.one_of(st.text(max_size=40), tricky), delimiters)
def test_decode_is_the_java_algorithm(text: str, delimiter: str) -> None:
    assert decode(text, delimiter) == java_decode(text, delimiter)


@examples(300)
@given(tokens, delimiters)
def test_what_is_written_comes_back(listed: list[str], delimiter: str) -> None:
    try:
        written = encode(listed, delimiter)
    except InputError:
        assert any(token.endswith("\\") for token in listed[:-1])
        return
    assert decode(written, delimiter) == listed


@pytest.mark.parametrize("delimiter", ["", "ab", "\\"])
def test_a_delimiter_is_one_character_and_no_backslash(delimiter: str) -> None:
    with pytest.raises(ValueError, match="delimiter"):
        decode("a", delimiter)
    with pytest.raises(ValueError, match="delimiter"):
        encode(["a"], delimiter)
