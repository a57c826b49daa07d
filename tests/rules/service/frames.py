"""Random lines: from noise, over broken JSON, to questions that are almost right."""

from __future__ import annotations

import json
import random
from typing import Any

METHODS = (
    "rpc.ping",
    "rpc.ping",
    "hello",
    "echo",
    "subtract",
    "state.open",
    "state.close",
    "rpc.discove",
    "get_data",
)
WORDS = ("2.0", "", "hex", "jsonrpc", "id", "method", "params", "\ud800", "Überloon", "x" * 300)
NUMBERS = (0, -1, 1.5, 2**70, -0.0, 1e308, True, False, None)
TOKENS = (
    *(b"{", b"}", b"[", b"]", b":", b",", b'"', b"\\", b" ", b"null", b"NaN", b"1e999", b"-"),
    *(b'"jsonrpc":"2.0"', b'"id":1', b'"method":"rpc.ping"', b'"params":', b"\x00", b"\xff"),
    *(b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\r", b"\t", b"9" * 20, b"[" * 40, b'"\\u'),
)


def random_line(chance: random.Random) -> bytes:
    """A line without its newline."""
    kind = chance.randrange(6)
    if kind == 0:
        return chance.randbytes(chance.randrange(60)).replace(b"\n", b"")
    if kind == 1:
        return b"".join(chance.choices(TOKENS, k=chance.randrange(12)))
    value = random_question(chance) if kind != 2 else random_value(chance, 4)
    if kind == 5:
        value = [random_question(chance) for _ in range(chance.randrange(5))]
    line = json.dumps(value, ensure_ascii=chance.random() < 0.7).encode("utf-8", "surrogatepass")
    return mutated(chance, line) if kind == 3 else line


def random_question(chance: random.Random) -> Any:
    """A request, most of the time."""
    question = {
        "jsonrpc": "2.0",
        "id": chance.choice((1, "a", None, 2**60, 1.5)),
        "method": chance.choice(METHODS),
        "params": chance.choice(
            (
                {},
                {},
                {},
                [],
                {"value": random_value(chance, 3)},
                [4, 2],
                {"state": random_value(chance, 3)},
            )
        ),
    }
    for name in tuple(question):
        if chance.random() < 0.06:
            del question[name]
        elif chance.random() < 0.06:
            question[name] = random_value(chance, 2)
    return question


def random_value(chance: random.Random, depth: int) -> Any:
    """A JSON value."""
    kind = chance.randrange(4 if depth else 2)
    if kind == 0:
        return chance.choice(NUMBERS)
    if kind == 1:
        return chance.choice(WORDS)
    size = chance.randrange(4)
    if kind == 2:
        return [random_value(chance, depth - 1) for _ in range(size)]
    return {chance.choice(WORDS): random_value(chance, depth - 1) for _ in range(size)}


def mutated(chance: random.Random, line: bytes) -> bytes:
    """A line with a few bytes changed, cut out or doubled."""
    data = bytearray(line)
    for _ in range(chance.randrange(1, 4)):
        place = chance.randrange(len(data) + 1)
        action = chance.randrange(3)
        if action == 0:
            data[place:place] = chance.choice(TOKENS)
        elif action == 1:
            del data[place : place + chance.randrange(1, 5)]
        else:
            data[place : place + 1] = chance.randbytes(1)
    return bytes(data).replace(b"\n", b" ")


def check_answer(value: Any) -> None:
    """Whether an answer has the standard's form. :raises AssertionError:"""
    if isinstance(value, list):
        assert value, "an empty batch was answered"
        for part in value:
            assert isinstance(part, dict), "a batch in a batch"
            check_answer(part)
        return
    assert value["jsonrpc"] == "2.0"
    assert set(value) in ({"jsonrpc", "id", "result"}, {"jsonrpc", "id", "error"})
    assert isinstance(value["id"], (str, int, float, type(None)))
    assert not isinstance(value["id"], bool)
    if "error" in value:
        error = value["error"]
        assert set(error) == {"code", "message", "data"}
        assert error["code"] in (-32700, -32600, -32601, -32602), f"unexpected: {value}"
        assert set(error["data"]) == {"where", "found", "expected", "nearest"}
        assert error["data"]["where"]
        assert error["data"]["expected"]
