"""A log that is made to take without end is left, in one line."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest

from clubroute.builder.errors import InputError, Where
from clubroute.builder.vassal.archive import SAVED_GAME
from clubroute.rules.logs import game
from clubroute.rules.logs.game import (
    AT_ONCE,
    MOST_SECONDS,
    Clock,
    start,
)
from clubroute.rules.logs.read import GameLog, log_of
from clubroute.rules.logs.replay import final, replay
from tests.logs.samples import sample, with_entry

HERE = Where("game.vlog")


@pytest.fixture
def dear(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every look at the clock finds that a third of the time is over."""
    times = count(0.0, MOST_SECONDS / 3)
    monkeypatch.setattr(game, "thread_time", lambda: next(times))


def long(steps: int, pieces: int) -> GameLog:
    parts = ["begin_save", *(f"+/{n}/piece;;;a;N/Main;1;{n};{n};0" for n in range(pieces))]
    parts += ["end_save", *(f"LOG\tCHATstep {n}" for n in range(steps))]
    return log_of(with_entry(sample(), SAVED_GAME, "\x1b".join(parts).encode()), HERE)


@pytest.mark.usefixtures("dear")
@pytest.mark.parametrize("play", [lambda log: list(replay(log)), final])
def test_steps_are_played_until_the_time_is_over(play: Callable[[GameLog], object]) -> None:
    play(long(2, 1))
    with pytest.raises(InputError, match=r"^game.vlog: found 300 seconds of work, \d of 9 steps"):
        play(long(9, 1))


@pytest.mark.usefixtures("dear")
def test_a_set_up_is_laid_out_until_the_time_is_over() -> None:
    with pytest.raises(InputError, match=r"300 seconds of work, \d+ of \d+ commands set up"):
        start(long(0, 5 * AT_ONCE))


def test_a_set_up_in_parts_is_the_same_game() -> None:
    log = long(3, 2 * AT_ONCE + 1)
    assert len(start(log).pieces) == 2 * AT_ONCE + 1
    assert start(log).digest() == final(log).digest()


def test_what_others_take_of_the_machine_does_not_count() -> None:
    watch = Clock(HERE, most=0.1)
    watch.check("nothing done")
    end = game.thread_time() + 0.11
    while game.thread_time() < end:
        pass
    with pytest.raises(InputError, match="found 0 seconds of work, something done"):
        watch.check("something done")
