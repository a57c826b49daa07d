"""Clients that misbehave: none takes the service down, and none delays another."""

from __future__ import annotations

import asyncio.constants
import errno
import json
import socket
import threading
import time
from contextlib import ExitStack

import pytest

from clubroute.rules.service.faults import (
    BUSY,
    INTERNAL_ERROR,
    INVALID_REQUEST,
    PARSE_ERROR,
    TIME_UP,
    ServiceLimits,
)
from clubroute.rules.service.server import CHUNK
from tests.rules.service.running import (
    PATIENCE,
    Running,
    Wire,
    error_of,
    running,
)

pytestmark = pytest.mark.slow

SMALL = ServiceLimits(message=64 * 1024, unsent=32 * 1024, batch=8, answer=100_000, depth=8)
QUICK = ServiceLimits(answer_seconds=0.3, message_seconds=0.3, read_seconds=0.3, workers=2, spare=2)
PING = b'{"jsonrpc":"2.0","id":1,"method":"rpc.ping"}\n'
PONG = b'{"jsonrpc":"2.0","id":1,"result":"pong"}\n'


def answered_meanwhile(place: Running) -> None:
    """Another client has its answer while the one before it has not."""
    with place.connect() as other:
        assert other.is_answered()


def drain(wire: Wire) -> None:
    """Read until the end, whatever it is."""
    while not wire.hung_up():
        pass


def stops_reading(wire: Wire, data: bytes) -> bool:
    """Whether the service stops taking what a client sends, before it is 100 MB."""
    try:
        for _ in range(100_000_000 // len(data)):
            wire.send(data)
    except OSError:
        return True
    return False


@pytest.mark.parametrize("kind", ["zero", "recursion", "nan", "object", "memory"])
def test_a_mistake_in_a_method_is_an_internal_error(wire: Wire, kind: str) -> None:
    data = error_of(wire.ask("broken", kind=kind), INTERNAL_ERROR, 1)
    assert "Traceback" not in json.dumps(data)
    assert wire.is_answered()


@pytest.mark.parametrize("size", [64 * 1024 + 1, 64 * 1024 + 2, 200_000, 3_000_000])
def test_a_message_that_is_too_long_is_refused_and_skipped(size: int) -> None:
    with running(SMALL) as place, place.connect() as wire:
        wire.send(b"[" * size + b"\n")
        assert error_of(wire.hear(), INVALID_REQUEST)["where"] == "message"
        assert wire.is_answered()


def test_the_longest_message_is_answered() -> None:
    with running(SMALL) as place, place.connect() as wire:
        question = {"jsonrpc": "2.0", "id": 1, "method": "echo", "params": {"value": ""}}
        room = SMALL.message - len(json.dumps(question))
        question["params"] = {"value": "x" * room}
        wire.say(question)
        assert len(wire.hear()["result"]["value"]) == room
        question["params"] = {"value": "x" * (room + 1)}
        wire.say(question)
        assert error_of(wire.hear(), INVALID_REQUEST)["where"] == "message"
        assert wire.is_answered()


@pytest.mark.parametrize(
    "value",
    [
        "[" * 9 + "]" * 9,
        '{"a":' * 9 + "1" + "}" * 9,
        "[" * 30_000,
        '{"a":[' * 2000,
        "[[[[],[[[[[[]]]]]]]]]",
    ],
    ids=["arrays", "objects", "unclosed", "mixed", "uneven"],
)
def test_deep_nesting_is_refused(value: str) -> None:
    with running(SMALL) as place, place.connect() as wire:
        wire.send(value.encode() + b"\n")
        assert error_of(wire.hear(), INVALID_REQUEST)["where"] == "message"
        assert wire.is_answered()


def test_many_brackets_are_not_deep() -> None:
    with running(SMALL) as place, place.connect() as wire:
        value = ["[[[[[[[[[[[[", [], {}, {"[": [['"[{[{\\']]}] * 20
        assert wire.ask("echo", value=value)["result"] == {"value": value}


def test_a_hundred_thousand_levels_within_the_limit_of_size(wire: Wire) -> None:
    wire.send(b"[" * 1_000_000 + b"\n")
    error_of(wire.hear(), INVALID_REQUEST)
    assert wire.is_answered()


def test_a_batch_that_is_too_long() -> None:
    with running(SMALL) as place, place.connect() as wire:
        wire.say([1] * 9)
        assert error_of(wire.hear(), INVALID_REQUEST)["found"] == "9 requests"
        wire.say([1] * 8)
        assert len(wire.hear()) == 8


def test_answers_that_are_too_long() -> None:
    with running(SMALL) as place, place.connect() as wire:
        assert error_of(wire.ask("big", size=100_000), BUSY, 1)["where"] == "answer"
        ask = {"jsonrpc": "2.0", "id": 1, "method": "big", "params": {"size": 40_000}}
        wire.say([ask, ask, ask, {**ask, "id": 2, "params": {"size": 5}}])
        answers = wire.hear()
        assert [set(answer) - {"id", "jsonrpc"} for answer in answers] == [
            {"result"},
            {"result"},
            {"error"},
            {"result"},
        ]
        assert wire.is_answered()


def test_one_byte_at_a_time(place: Running, wire: Wire) -> None:
    for byte in PING + PING:
        wire.send(bytes([byte]))
        time.sleep(0.0005)
    answered_meanwhile(place)
    assert [wire.line(), wire.line()] == [PONG, PONG]


def test_many_messages_in_one_piece(wire: Wire) -> None:
    sender = threading.Thread(target=wire.send, args=(PING * 20_000,))
    sender.start()
    for _ in range(20_000):
        assert wire.line() == PONG
    sender.join()
    assert wire.is_answered()


@pytest.mark.parametrize("size", [1, 20_000, 33_000, 50_000, 64_000, 66_000, 90_000, 200_000])
def test_a_long_message_begun_while_the_service_is_busy_is_read_to_its_end(size: int) -> None:
    with running(SMALL) as place, place.connect() as wire:
        wire.say({"jsonrpc": "2.0", "id": 1, "method": "sleep", "params": {"seconds": 0.05}})
        sender = threading.Thread(target=wire.send, args=(PING * 500 + b"x" * size + b"\n" + PING,))
        sender.start()
        assert wire.hear()["result"] == "slept"
        assert [wire.line() for _ in range(500)] == [PONG] * 500
        assert wire.hear()["error"]["code"] in (PARSE_ERROR, INVALID_REQUEST)
        assert wire.line() == PONG
        sender.join()


def test_a_last_message_without_newline_is_answered_before_hanging_up(wire: Wire) -> None:
    wire.send(PING + PING[:-1])
    wire.socket.shutdown(socket.SHUT_WR)
    # What answers a side that says no more may begin with blanks, by which the other end is felt.
    assert [wire.line().lstrip(), wire.line().lstrip()] == [PONG, PONG]
    assert wire.hung_up()


def test_who_stops_talking_still_has_the_answers(wire: Wire) -> None:
    wire.say({"jsonrpc": "2.0", "id": 1, "method": "sleep", "params": {"seconds": 0.1}})
    wire.send(PING * 100)
    wire.socket.shutdown(socket.SHUT_WR)
    assert wire.hear()["result"] == "slept"
    assert [wire.line().lstrip() for _ in range(100)] == [PONG] * 100
    assert wire.hung_up()


def test_who_hangs_up_amid_a_message_or_a_question_is_forgotten(place: Running) -> None:
    for data in (b"", b"{", PING[:-1], PING * 1000, b'{"jsonrpc":"2.0","method":"sleep",'):
        for _ in range(20):
            with place.connect() as wire:
                wire.send(data)
    with place.connect() as wire:
        wire.say({"jsonrpc": "2.0", "id": 1, "method": "sleep", "params": {"seconds": 0.2}})
    answered_meanwhile(place)
    until = time.monotonic() + PATIENCE
    while place.service.connections and time.monotonic() < until:
        time.sleep(0.01)
    assert not place.service.connections


def test_a_part_of_a_message_does_not_wait_for_ever() -> None:
    with running(QUICK) as place, place.connect() as idle, place.connect() as wire:
        wire.send(PING[:10])
        error_of(wire.hear(), TIME_UP)
        assert wire.hung_up()
        # Who has begun no message may stay silent as long as it likes.
        assert idle.is_answered()


def test_who_does_not_read_is_hung_up_on_and_delays_nobody() -> None:
    with running(QUICK) as place, place.connect() as wire:
        wire.socket.settimeout(0.2)
        ask = b'{"jsonrpc":"2.0","id":1,"method":"big","params":{"size":100000}}\n'
        assert stops_reading(wire, ask * 100)
        answered_meanwhile(place)
        until = time.monotonic() + PATIENCE
        while place.service.connections and time.monotonic() < until:
            time.sleep(0.01)
        assert not place.service.connections


def test_what_a_client_does_not_read_is_bounded() -> None:
    with running(SMALL) as place, place.connect() as wire:
        wire.socket.settimeout(0.2)
        assert stops_reading(wire, PING * 1000)
        (connection,) = place.service.connections
        assert connection.wire.get_write_buffer_size() <= SMALL.unsent + len(PONG)
        assert len(connection.buffer) <= SMALL.message + CHUNK
        answered_meanwhile(place)


def test_a_client_is_let_in_once_the_system_has_room(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    full, accept = [OSError(errno.EMFILE, "Too many open files")], socket.socket.accept

    def try_to_accept(listener: socket.socket) -> tuple[socket.socket, object]:
        if full:
            raise full.pop()
        return accept(listener)

    monkeypatch.setattr(asyncio.constants, "ACCEPT_RETRY_DELAY", 0.05)
    monkeypatch.setattr(socket.socket, "accept", try_to_accept)
    with running() as place, place.connect() as wire:
        assert wire.is_answered()
    assert caplog.messages == ["no more clients for a moment: Too many open files"]


def test_a_flood_delays_nobody(place: Running) -> None:
    stop = threading.Event()

    def flood() -> None:
        with place.connect() as wire:
            reader = threading.Thread(target=drain, args=(wire,))
            reader.start()
            while not stop.is_set():
                wire.send(PING * 500)
            wire.socket.shutdown(socket.SHUT_RDWR)
            reader.join()

    threads = [threading.Thread(target=flood) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(20):
            answered_meanwhile(place)
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def test_questions_that_take_long_delay_no_quick_one(place: Running) -> None:
    with ExitStack() as stack:
        for name in ("work", "work", "sleep", "sleep", "sleep"):
            wire = stack.enter_context(place.connect())
            wire.say({"jsonrpc": "2.0", "id": 1, "method": name, "params": {"seconds": 3}})
        for _ in range(10):
            answered_meanwhile(place)


def test_a_question_that_takes_too_long_is_given_up() -> None:
    with running(QUICK) as place, place.connect() as wire:
        assert error_of(wire.ask("sleep", seconds=1.5), TIME_UP, 1)["where"] == "answer"
        assert wire.is_answered()
        batch = [{"jsonrpc": "2.0", "id": 1, "method": "sleep", "params": {"seconds": 1.5}}]
        wire.say(batch)
        error_of(wire.hear(), TIME_UP)
        # Nobody is told twice.
        time.sleep(1.6)
        assert wire.is_answered()


def test_so_many_endless_questions_that_no_worker_is_left() -> None:
    with running(QUICK) as place, ExitStack() as stack:
        wires = [stack.enter_context(place.connect()) for _ in range(4)]
        # The first two are given up on and replaced by the spare workers, the next two are not.
        for pair in (wires[:2], wires[2:]):
            for wire in pair:
                wire.say({"jsonrpc": "2.0", "id": 1, "method": "sleep", "params": {"seconds": 3}})
            for wire in pair:
                error_of(wire.hear(), TIME_UP, 1)
        assert place.service.workers.stuck
        error_of(wires[0].ask("sleep", seconds=0), BUSY, 1)
        wires[1].say([{"jsonrpc": "2.0", "id": 1, "method": "rpc.ping"}])
        error_of(wires[1].hear(), BUSY)
        until = time.monotonic() + PATIENCE
        while place.service.workers.stuck and time.monotonic() < until:
            time.sleep(0.05)
        # On a busy machine even nothing may take longer than the quick limits allow.
        while "error" in (answer := wires[0].ask("sleep", seconds=0)) and time.monotonic() < until:
            time.sleep(0.2)
        assert answer["result"] == "slept"


def test_256_at_once(place: Running) -> None:
    with ExitStack() as stack:
        wires = [stack.enter_context(place.connect()) for _ in range(256)]
        for number, wire in enumerate(wires):
            wire.say({"jsonrpc": "2.0", "id": number, "method": "echo", "params": [number]})
        for number, wire in enumerate(wires):
            assert wire.hear() == {"jsonrpc": "2.0", "id": number, "result": {"value": number}}


def test_one_client_too_many() -> None:
    with running(ServiceLimits(clients=3)) as place, ExitStack() as stack:
        wires = [stack.enter_context(place.connect()) for _ in range(3)]
        assert all(wire.is_answered() for wire in wires)
        with place.connect() as wire:
            assert error_of(wire.hear(), BUSY)["where"] == "clients"
            assert wire.hung_up()
        wires[0].close()
        time.sleep(0.1)
        with place.connect() as wire:
            assert wire.is_answered()


def test_stopping_lets_running_questions_end() -> None:
    with running() as place, place.connect() as idle, place.connect() as wire:
        wire.say({"jsonrpc": "2.0", "id": 1, "method": "sleep", "params": {"seconds": 0.3}})
        time.sleep(0.1)
        place.service.stop()
        assert wire.hear()["result"] == "slept"
        assert wire.hung_up()
        assert idle.hung_up()


def test_stopping_does_not_wait_for_ever() -> None:
    with running(ServiceLimits(stop_seconds=0.1)) as place, place.connect() as wire:
        wire.say({"jsonrpc": "2.0", "id": 1, "method": "sleep", "params": {"seconds": 3}})
        time.sleep(0.1)
        place.service.stop()
        # It had "slept" to say, had it been waited for.
        assert error_of(wire.hear(), BUSY, 1)["found"] == "a service that stops"
        assert wire.hung_up()


def test_invalid_utf_8_names_the_byte(wire: Wire) -> None:
    wire.send(b'{"a":"\xc3\x28"}\n')
    data = error_of(wire.hear(), PARSE_ERROR)
    assert (data["where"], data["found"], data["expected"]) == ("byte 7", "0xc3", "UTF-8")
