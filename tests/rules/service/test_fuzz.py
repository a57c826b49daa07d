"""Random lines and random pieces: every answer has the standard's form, and none is missing."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubroute.rules.asking.question import levels
from clubroute.rules.service.faults import DEFAULT, FaultError
from clubroute.rules.service.protocol import answer_value, decode, encode_fault
from tests.properties import examples
from tests.rules.service.frames import check_answer, random_line
from tests.rules.service.running import Running, make_context

pytestmark = pytest.mark.slow

CONTEXT = make_context()
PING = b'{"jsonrpc":"2.0","id":"end","method":"rpc.ping"}\n'


def fail(method: str, error: Exception) -> None:
    """No line may bring a mistake of ours to light."""
    raise AssertionError(f"{method}: {error!r}")


def answer(line: bytes) -> Any:
    """What a line is answered with; None for nothing."""
    try:
        said = answer_value(CONTEXT, decode(line, DEFAULT.depth), DEFAULT, fail)
    except FaultError as fault:
        said = encode_fault(None, fault)
    if said is None:
        return None
    assert said.endswith(b"\n")
    assert said.count(b"\n") == 1
    return json.loads(said)


@examples(600)
@given(st.integers(0, 2**63).map(random.Random))
def test_random_lines_are_answered_in_the_standards_form(chance: random.Random) -> None:
    for _ in range(5):
        said = answer(random_line(chance))
        if said is not None:
            check_answer(said)


@examples(400)
@given(st.binary(max_size=80))
def test_random_bytes_are_answered_in_the_standards_form(line: bytes) -> None:
    said = answer(line.replace(b"\n", b""))
    if said is not None:
        check_answer(said)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


@examples(300)
@given(JSON, st.integers() | st.text() | st.none(), st.booleans())
def test_any_value_comes_back_as_it_was(value: Any, id: Any, ascii: bool) -> None:
    question = {"jsonrpc": "2.0", "id": id, "method": "echo", "params": {"value": value}}
    line = json.dumps(question, ensure_ascii=ascii).encode("utf-8", "surrogatepass")
    said = answer(line)
    if "error" not in said:
        assert said == {"jsonrpc": "2.0", "id": id, "result": {"value": value}}
    else:
        # The only reason may be a lone surrogate, which is no UTF-8.
        assert said["error"]["code"] == -32700
        assert b"\xed" in line


@given(JSON)
def test_levels_are_counted_as_they_are(value: Any) -> None:
    def depth(part: Any) -> int:
        if isinstance(part, dict):
            return 1 + max(map(depth, part.values()), default=0)
        if isinstance(part, list):
            return 1 + max(map(depth, part), default=0)
        return 0

    assert levels(json.dumps(value).encode()) == depth(value)


def test_a_stream_of_random_lines_in_random_pieces(place: Running) -> None:
    """However the bytes are cut, the answers are those to the lines, in order."""
    chance = random.Random(1944)
    lines = [random_line(chance) for _ in range(1500)]
    expected = [said for line in lines if line.strip() and (said := answer(line)) is not None]
    data = b"".join(line + b"\n" for line in lines)
    with place.connect() as wire:
        heard = []
        while data:
            size = chance.choice((1, 2, 10, 100, 1000, 5000))
            wire.send(data[:size])
            data = data[size:]
        wire.send(PING)
        while (said := wire.hear()) != {"jsonrpc": "2.0", "id": "end", "result": "pong"}:
            check_answer(said)
            heard.append(said)
    assert len(heard) == len(expected)
    for said, wanted in zip(heard, expected, strict=True):
        assert without_handles(said) == without_handles(wanted)


def without_handles(said: Any) -> Any:
    """An answer without what depends on the states that are open."""
    if isinstance(said, list):
        return [without_handles(part) for part in said]
    if "error" in said:
        return said["id"], said["error"]["code"], said["error"]["data"]["where"]
    return said
