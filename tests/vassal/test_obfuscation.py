"""Saved game bytes: every scheme by its magic, and damage named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.errors import ClubrouteError, InputError, Where
from clubroute.builder.vassal.obfuscation import (
    obfuscate,
    read_text,
    reveal,
    scheme_of,
    write_text,
)
from tests.properties import examples

HERE = Where("a.vsav", part="savedGame")


def test_the_bytes_the_engine_writes() -> None:
    assert obfuscate(b"begin", 0x2F) == b"!VCSK2f4d4a484641"
    assert reveal(b"!VCSK2F4D4a484641") == b"begin"


def test_plain_text_is_read_as_it_is() -> None:
    assert read_text("begin_save † 日".encode()) == "begin_save † 日"


@examples(100)
@given(st.text(), st.integers(0, 255))
def test_text_comes_back(text: str, key: int) -> None:
    assert read_text(write_text(text, key)) == text


@examples(100)
@given(st.binary(), st.integers(0, 255))
def test_bytes_come_back(data: bytes, key: int) -> None:
    assert reveal(obfuscate(data, key)) == data


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"!VCSK", "found nothing after !VCSK, expected two hex digits of key"),
        (b"!VCSK2", "found 1 hex digits after !VCSK, expected an even number"),
        (b"!VCSK2f4", "found 3 hex digits after !VCSK, expected an even number"),
        (b"!VCSK2f4g", "found 'g' at offset 8, expected hex digits only"),
        (b"!VCSK2f4\n", "found '\\\\n' at offset 8, expected hex digits only"),
        (b"!VCSK00ff", "found byte 0xff at offset 0, expected UTF-8 text"),
        (b"\xff", "found byte 0xff at offset 0, expected UTF-8 text"),
        (b"VOBSxyz", "found a saved game written with VOBS, expected !VCSK or plain text"),
        (b"!VOXZ123", "found a saved game written with VOXZ, expected !VCSK or plain text"),
    ],
)
def test_damage_is_named(data: bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_text(data, HERE)
    assert str(caught.value).startswith("a.vsav:savedGame: ")
    assert message in str(caught.value).replace("\\n", "\\\\n")


def test_half_a_surrogate_pair_cannot_be_saved() -> None:
    with pytest.raises(InputError, match="half a surrogate pair at character 2"):
        write_text("ab\ud800")


def test_a_key_is_one_byte() -> None:
    with pytest.raises(ValueError, match="256"):
        obfuscate(b"", 256)


@examples(200)
@given(st.binary(max_size=40), st.sampled_from([b"", b"!VCSK", b"VOBS", b"!VOXZ", b"!VCSK00"]))
def test_any_bytes_read_or_are_refused(data: bytes, magic: bytes) -> None:
    try:
        text = read_text(magic + data)
    except ClubrouteError:
        return
    assert scheme_of(magic + data).name in ("!VCSK", "plain text")
    assert isinstance(text, str)
