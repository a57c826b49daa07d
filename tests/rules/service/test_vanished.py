"""Clients that ask and hang up: what nobody waits for is not begun."""

from __future__ import annotations

import socket

import pytest

from tests.rules.service.running import (
    METHODS,
    Running,
    make_context,
    method,
    running,
)

MANY = 300


class Begun:
    """A method that counts how often it is begun."""

    def __init__(self) -> None:
        self.times = 0
        self.context = make_context([*METHODS, method("count", self.count)])

    def count(self, *_: object) -> int:
        """Count one more."""
        self.times += 1
        return self.times


def vanish(place: Running) -> None:
    """Ask and hang up, many times."""
    for number in range(MANY):
        with place.connect() as wire:
            wire.say({"jsonrpc": "2.0", "id": number, "method": "count"})


def test_no_question_is_begun_whose_asker_has_hung_up_before() -> None:
    begun = Begun()
    with running(context=begun.context, early=vanish) as place, place.connect() as wire:
        assert wire.ask("count")["result"] == 1
    assert begun.times == 1


def test_over_tcp_it_is_found_out_by_a_blank() -> None:
    begun = Begun()
    with running(context=begun.context, tcp=True, early=vanish) as place, place.connect() as wire:
        assert "result" in wire.ask("count")
    # The system of a busy machine may take its time to tell.
    assert begun.times <= MANY / 10


@pytest.mark.parametrize("tcp", [False, True])
@pytest.mark.parametrize("more", [b"", b"x" * 70_000])
def test_who_asks_and_only_listens_on_has_the_answer(tcp: bool, more: bytes) -> None:
    begun, wires = Begun(), []

    def ask_and_listen(place: Running) -> None:
        for _ in range(20):
            wire = place.connect()
            wire.say({"jsonrpc": "2.0", "id": 1, "method": "count"})
            wire.send(more)
            wire.socket.shutdown(socket.SHUT_WR)
            wires.append(wire)

    with running(context=begun.context, tcp=tcp, early=ask_and_listen):
        for wire in wires:
            assert "result" in wire.hear()
            wire.close()
    assert begun.times == 20
