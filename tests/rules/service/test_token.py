"""Over TCP nobody is answered who has not shown the token."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from clubroute.rules.service.faults import (
    INVALID_REQUEST,
    PARSE_ERROR,
    REFUSED,
    TIME_UP,
    ServiceLimits,
)
from tests.rules.service.running import Running, error_of, running

TOKEN = "correct-horse"
LIMITS = ServiceLimits(hello_seconds=0.4, greeting=512)


@pytest.fixture(scope="module")
def guarded() -> Iterator[Running]:
    """A service that wants a token."""
    with running(LIMITS, TOKEN) as found:
        yield found


def hello(**params: Any) -> bytes:
    """A greeting."""
    question = {"jsonrpc": "2.0", "id": 7, "method": "hello", "params": params}
    return json.dumps(question).encode() + b"\n"


def test_the_right_token_opens_the_door(guarded: Running) -> None:
    with guarded.connect() as wire:
        wire.send(hello(token=TOKEN))
        answer = wire.hear()
        assert answer["id"] == 7
        assert answer["result"]["service"] == "clubroute"
        assert wire.is_answered()
        wire.send(hello())  # a second greeting is but a question
        assert wire.hear()["result"] == answer["result"]


def test_a_greeting_without_id_opens_the_door_silently(guarded: Running) -> None:
    with guarded.connect() as wire:
        wire.send(hello(token=TOKEN).replace(b'"id": 7, ', b""))
        assert wire.is_answered()


@pytest.mark.parametrize(
    "params",
    [{}, {"token": ""}, {"token": TOKEN[:-1]}, {"token": TOKEN + "x"}, {"token": "\ud800"}]
    + [{"token": value} for value in (None, 1, True, [TOKEN], {"token": TOKEN})],
    ids=repr,
)
def test_a_wrong_token_is_refused_and_hung_up_on(guarded: Running, params: Any) -> None:
    with guarded.connect() as wire:
        wire.send(hello(**params) + b'{"jsonrpc":"2.0","id":1,"method":"rpc.ping"}\n')
        data = error_of(wire.hear(), REFUSED, 7)
        assert TOKEN not in json.dumps(data)
        assert wire.hung_up()


@pytest.mark.parametrize(
    ("line", "code", "id"),
    [
        (b'{"jsonrpc":"2.0","id":1,"method":"rpc.ping"}', REFUSED, 1),
        (b'{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}', REFUSED, 1),
        (b'[{"jsonrpc":"2.0","id":1,"method":"hello","params":{"token":"x"}}]', INVALID_REQUEST, 0),
        (b"GET / HTTP/1.1\r", PARSE_ERROR, 0),
        (b"\xff", PARSE_ERROR, 0),
        (b"", PARSE_ERROR, 0),
        (b"[" * 600, INVALID_REQUEST, 0),
        (b'{"jsonrpc":"2.0","id":1,"method":1}', INVALID_REQUEST, 1),
    ],
)
def test_nothing_else_comes_first(guarded: Running, line: bytes, code: int, id: int) -> None:
    with guarded.connect() as wire:
        wire.send(line + b"\n")
        error_of(wire.hear(), code, id or None)
        assert wire.hung_up()


def test_a_long_greeting_is_cut_short(guarded: Running) -> None:
    with guarded.connect() as wire:
        wire.send(b"x" * 600)
        error_of(wire.hear(), INVALID_REQUEST)
        assert wire.hung_up()


def test_who_says_nothing_is_hung_up_on(guarded: Running) -> None:
    with guarded.connect() as wire:
        error_of(wire.hear(), TIME_UP)
        assert wire.hung_up()
