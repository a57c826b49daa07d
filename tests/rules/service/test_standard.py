"""The examples of the JSON-RPC 2.0 specification, and what it says in words."""

from __future__ import annotations

import json
from typing import Any

import pytest

from clubroute.rules.service.faults import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
)
from tests.cases import each
from tests.rules.service.running import Wire, error_of

PING = {"jsonrpc": "2.0", "id": "p", "method": "rpc.ping"}
PONG = {"jsonrpc": "2.0", "id": "p", "result": "pong"}
NOT_FOUND = {"code": -32601, "message": "Method not found"}
INVALID = {"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": None}

# What is sent, and what comes back (None: nothing), as the specification prints them.
EXAMPLES: list[tuple[str, Any]] = [
    (
        '{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}',
        {"jsonrpc": "2.0", "result": 19, "id": 1},
    ),
    (
        '{"jsonrpc": "2.0", "method": "subtract", "params": [23, 42], "id": 2}',
        {"jsonrpc": "2.0", "result": -19, "id": 2},
    ),
    (
        '{"jsonrpc": "2.0", "method": "subtract",'
        ' "params": {"subtrahend": 23, "minuend": 42}, "id": 3}',
        {"jsonrpc": "2.0", "result": 19, "id": 3},
    ),
    (
        '{"jsonrpc": "2.0", "method": "subtract",'
        ' "params": {"minuend": 42, "subtrahend": 23}, "id": 4}',
        {"jsonrpc": "2.0", "result": 19, "id": 4},
    ),
    ('{"jsonrpc": "2.0", "method": "update", "params": [1,2,3,4,5]}', None),
    ('{"jsonrpc": "2.0", "method": "foobar"}', None),
    (
        '{"jsonrpc": "2.0", "method": "foobar", "id": "1"}',
        {"jsonrpc": "2.0", "error": NOT_FOUND, "id": "1"},
    ),
    (
        '{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]',
        {"jsonrpc": "2.0", "error": {"code": -32700, "message": "Parse error"}, "id": None},
    ),
    ('{"jsonrpc": "2.0", "method": 1, "params": "bar"}', INVALID),
    (
        '[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},'
        ' {"jsonrpc": "2.0", "method"]',
        {"jsonrpc": "2.0", "error": {"code": -32700, "message": "Parse error"}, "id": None},
    ),
    ("[]", INVALID),
    ("[1]", [INVALID]),
    ("[1,2,3]", [INVALID, INVALID, INVALID]),
    (
        '[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},'
        ' {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]},'
        ' {"jsonrpc": "2.0", "method": "subtract", "params": [42,23], "id": "2"},'
        ' {"foo": "boo"},'
        ' {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},'
        ' {"jsonrpc": "2.0", "method": "get_data", "id": "9"}]',
        [
            {"jsonrpc": "2.0", "result": 7, "id": "1"},
            {"jsonrpc": "2.0", "result": 19, "id": "2"},
            INVALID,
            {"jsonrpc": "2.0", "error": NOT_FOUND, "id": "5"},
            {"jsonrpc": "2.0", "result": ["hello", 5], "id": "9"},
        ],
    ),
    (
        '[{"jsonrpc": "2.0", "method": "notify_sum", "params": [1,2,4]},'
        ' {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]}]',
        None,
    ),
]


def without_data(answer: Any) -> Any:
    """An answer as the specification prints it: ours add ``data`` to errors."""
    if isinstance(answer, list):
        return [without_data(part) for part in answer]
    if "error" in answer:
        error = {name: part for name, part in answer["error"].items() if name != "data"}
        return {**answer, "error": error}
    return answer


@pytest.mark.parametrize(("sent", "expected"), EXAMPLES, ids=range(len(EXAMPLES)))
def test_example_of_the_specification(wire: Wire, sent: str, expected: Any) -> None:
    wire.send(sent.encode() + b"\n")
    if expected is not None:
        assert without_data(wire.hear()) == expected
    # Nothing more was said: the next thing heard answers the next question.
    wire.say(PING)
    assert wire.hear() == PONG


@pytest.mark.parametrize(
    "id",
    [0, 1, -7, 10**300, 1.5, "", "ü", "\ud800", '"\\\n', None, 2**53 + 1, "x" * 3000],
    ids=repr,
)
def test_an_id_comes_back_as_it_was(wire: Wire, id: Any) -> None:
    assert wire.ask("echo", id=id, value=1) == {
        "jsonrpc": "2.0",
        "id": id,
        "result": {"value": 1},
    }


@pytest.mark.parametrize("id", [True, False, [], {}, [1]], ids=repr)
def test_what_cannot_be_an_id(wire: Wire, id: Any) -> None:
    assert error_of(wire.ask("rpc.ping", id=id), INVALID_REQUEST)["where"] == "id"


def test_an_id_of_null_is_answered_and_no_id_is_not(wire: Wire) -> None:
    wire.send(b'{"jsonrpc":"2.0","method":"rpc.ping"}\n')
    wire.send(b'{"jsonrpc":"2.0","method":"rpc.ping","id":null}\n')
    assert wire.hear() == {"jsonrpc": "2.0", "id": None, "result": "pong"}
    assert wire.is_answered()


def test_the_same_id_twice_is_answered_twice(wire: Wire) -> None:
    wire.say([{**PING, "id": 5}, {**PING, "id": 5}])
    assert wire.hear() == [{"jsonrpc": "2.0", "id": 5, "result": "pong"}] * 2


@pytest.mark.parametrize("version", ["1.0", "2", 2.0, 2, None, ["2.0"]], ids=repr)
def test_another_version_is_no_request(wire: Wire, version: Any) -> None:
    wire.say({**PING, "jsonrpc": version})
    assert error_of(wire.hear(), INVALID_REQUEST, "p")["where"] == "jsonrpc"


@pytest.mark.parametrize("params", [None, 1, "x", True], ids=repr)
def test_params_are_an_object_or_an_array(wire: Wire, params: Any) -> None:
    wire.say({**PING, "params": params})
    assert error_of(wire.hear(), INVALID_REQUEST, "p")["where"] == "params"


def test_notifications_are_silent_about_every_mistake(wire: Wire) -> None:
    for method, params in (("nothing", {}), ("subtract", {"minuend": "x"}), ("broken", ["zero"])):
        wire.say({"jsonrpc": "2.0", "method": method, "params": params})
    assert wire.is_answered()


def test_an_unknown_method_names_the_nearest(wire: Wire) -> None:
    data = error_of(wire.ask("rpc.pinf"), METHOD_NOT_FOUND, 1)
    assert data == {
        "where": "method",
        "found": "'rpc.pinf'",
        "expected": "a method, see rpc.discover",
        "nearest": "rpc.ping",
    }
    assert error_of(wire.ask("zzzzzzzzz"), METHOD_NOT_FOUND, 1)["nearest"] is None


@pytest.mark.parametrize(
    ("params", "where", "nearest"),
    [
        ({"minuend": 1}, "params:subtrahend", None),
        ({"minuend": 1, "subtrahend": "2"}, "params:subtrahend", None),
        ({"minuend": 1, "subtrahent": 2}, "params:subtrahent", "subtrahend"),
        ([1, 2, 3], "params", None),
        ([1], "params:subtrahend", None),
    ],
)
def test_params_that_do_not_fit(wire: Wire, params: Any, where: str, nearest: str | None) -> None:
    wire.say({"jsonrpc": "2.0", "id": 1, "method": "subtract", "params": params})
    data = error_of(wire.hear(), INVALID_PARAMS, 1)
    assert (data["where"], data["nearest"]) == (where, nearest)


@each(
    "line",
    [
        b'{"jsonrpc":"2.0","id":1,"method":"echo","params":[NaN]}',
        b'{"jsonrpc":"2.0","id":1,"method":"echo","params":[-Infinity]}',
        b'{"jsonrpc":"2.0","id":1,"method":"echo","params":[1e999]}',
        b'{"jsonrpc":"2.0","id":1e999,"method":"rpc.ping"}',
        b'{"jsonrpc":"2.0","id":' + b"9" * 5000 + b',"method":"rpc.ping"}',
        b'{"jsonrpc":"2.0","id":01,"method":"rpc.ping"}',
        b"{'jsonrpc':'2.0','id':1,'method':'rpc.ping'}",
        b'{"jsonrpc":"2.0","id":1,"method":"rpc.ping"} {}',
        b'{"jsonrpc":"2.0","id":1,"method":"rpc.ping"',
        b'{"jsonrpc":"2.0","id":1,"method":"rpc.ping","params":{}}}',
        b'\xef\xbb\xbf\xef\xbb\xbf{"jsonrpc":"2.0","id":1,"method":"rpc.ping"}',
        b'{"jsonrpc":"2.0","id":1,"method":"\xff"}',
        b'{"jsonrpc":"2.0","id":"\xed\xa0\x80","method":"rpc.ping"}',
        b"\x00",
        b"\xfe\xff\x00{",
        json.dumps({"a": 1}).encode("utf-16"),
        b"hello",
        b'"\x01"',
    ],
    ids=lambda line: repr(line[:60]),
)
def test_no_json(wire: Wire, line: bytes) -> None:
    wire.send(line.replace(b"\n", b"") + b"\n")
    error_of(wire.hear(), PARSE_ERROR)
    assert wire.is_answered()


@pytest.mark.parametrize("value", [1, "x", True, None, 1.5, {}, {"method": "rpc.ping"}], ids=repr)
def test_json_but_no_request(wire: Wire, value: Any) -> None:
    wire.say(value)
    error_of(wire.hear(), INVALID_REQUEST)
    assert wire.is_answered()


def test_white_space_and_empty_lines_do_not_matter(wire: Wire) -> None:
    wire.send(b"\n\r\n   \n \t" + json.dumps(PING).encode() + b" \r\n")
    assert wire.hear() == PONG
    assert wire.is_answered()


@pytest.mark.parametrize(
    "value",
    ["Überloon", "\ud83d\ude00", "😀", "\u2028", "\x7f", "a\nb", 2**70, -0.5, [[]], {"": 0}],
)
def test_values_pass_unchanged_on_one_line_of_utf_8(wire: Wire, value: Any) -> None:
    answer = wire.ask("echo", value=value)
    assert answer["result"] == json.loads(json.dumps({"value": value}))
    assert wire.is_answered()


def test_answers_come_in_the_order_of_the_questions(wire: Wire) -> None:
    asked = [("sleep", {"seconds": 0.02}), ("rpc.ping", {}), ("get_data", {}), ("rpc.ping", {})] * 5
    for number, (name, params) in enumerate(asked):
        wire.say({"jsonrpc": "2.0", "id": number, "method": name, "params": params})
    assert [wire.hear()["id"] for _ in asked] == list(range(len(asked)))
