"""Short questions beside long ones, and questions that nobody waits for any more."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from clubroute.rules.service.faults import BUSY, TIME_UP, ServiceLimits
from tests.rules.service.running import (
    PATIENCE,
    Running,
    Wire,
    error_of,
    running,
)

LONG = 4 * PATIENCE
"""Seconds of a question that takes longer than any test waits."""


@contextmanager
def long_askers(place: Running, count: int) -> Iterator[list[Wire]]:
    """Clients who each ask a long question."""
    with ExitStack() as stack:
        wires = [stack.enter_context(place.connect()) for _ in range(count)]
        for wire in wires:
            wire.say({"jsonrpc": "2.0", "id": 1, "method": "work", "params": {"seconds": LONG}})
        yield wires


def test_short_questions_do_not_wait_for_eight_long_ones(place: Running, wire: Wire) -> None:
    with long_askers(place, 8) as askers:
        time.sleep(1)
        for _ in range(20):
            assert wire.ask("sum", a=1, b=2, c=3)["result"] == 6
        # All of them were answered while every long question was still open.
        assert not [asker for asker in askers if asker.has_word()]


def test_a_long_question_has_its_answer_from_the_other_lane(wire: Wire) -> None:
    assert wire.ask("work", seconds=0.5)["result"] == "worked"


@pytest.mark.slow
def test_300_who_ask_and_vanish_leave_the_long_lane_free(place: Running, wire: Wire) -> None:
    for _ in range(3):
        with long_askers(place, 100):
            pass
    # Were a single one of them still worked on, this would not be answered in time.
    assert wire.ask("work", seconds=0.3)["result"] == "worked"


def test_a_question_whose_time_is_up_is_broken_off() -> None:
    with running(ServiceLimits(answer_seconds=0.5, spare=0)) as place, place.connect() as wire:
        error_of(wire.ask("work", seconds=LONG), TIME_UP, 1)
        until = time.monotonic() + PATIENCE
        while place.service.workers.stuck and time.monotonic() < until:
            time.sleep(0.01)
        assert not place.service.workers.stuck


def test_a_question_that_swallows_an_interruption_is_interrupted_again() -> None:
    limits = ServiceLimits(answer_seconds=0.2, workers=1, spare=0)
    with running(limits) as place, place.connect() as wire:
        error_of(wire.ask("deaf", seconds=LONG), TIME_UP, 1)
        until = time.monotonic() + PATIENCE
        while place.service.workers.stuck and time.monotonic() < until:
            time.sleep(0.01)
        assert not place.service.workers.stuck


TRACED = """
import sys
from tests.rules.service.running import running

with running() as place, place.connect() as wire:
    assert wire.ask("sum", a=1, b=2, c=3)["result"] == 6
    # Interrupted once, in the short lane.
    assert wire.ask("work", seconds=0.5)["result"] == "worked"
steps = []
sys.setprofile(lambda *_: steps.append(1))
max(range(3), key=lambda one: -one)
sys.setprofile(None)
assert steps
"""


def test_no_interruption_stays_on_its_way() -> None:
    """CPython 3.11 holds up a traced step for ever while one does, and slows all others."""
    subprocess.run([sys.executable, "-c", TRACED], check=True, timeout=60)


def test_all_who_come_at_the_same_instant_with_the_token_are_let_in() -> None:
    """They are more than may stay without it: each is heard before it is turned away."""
    many, said = 256, {"jsonrpc": "2.0", "id": 1, "method": "hello", "params": {"token": "secret"}}
    with running(token="secret") as place, ExitStack() as stack:
        clients = [stack.enter_context(place.connect()) for _ in range(many)]
        for client in clients:
            client.say(said)
        assert ["result" in client.hear() for client in clients] == [True] * many


def test_of_many_who_say_nothing_the_oldest_are_turned_away() -> None:
    limits = ServiceLimits(clients=8, strangers=4)
    with running(limits, token="secret") as place, ExitStack() as stack:
        silent = [stack.enter_context(place.connect()) for _ in range(12)]
        for client in silent[:8]:
            assert error_of(client.hear(), BUSY)["where"] == "clients"
            assert client.hung_up()
        assert "result" in silent[8].ask("hello", token="secret")


def test_strangers_keep_out_nobody_who_has_the_token() -> None:
    limits = ServiceLimits(clients=2, strangers=2)
    with running(limits, token="secret") as place, ExitStack() as stack:
        strangers = [stack.enter_context(place.connect()) for _ in range(3)]
        assert error_of(strangers[0].hear(), BUSY)["where"] == "clients"
        friends = [stack.enter_context(place.connect()) for _ in range(3)]
        assert "result" in friends[1].ask("hello", token="secret")
        assert "result" in friends[2].ask("hello", token="secret")
        late = stack.enter_context(place.connect())
        assert error_of(late.ask("hello", token="secret"), BUSY, 1)["where"] == "clients"
