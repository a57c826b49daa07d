"""Two series have methods of the same name: a question's map tells which of them answers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules import series as every
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import Registry
from clubroute.rules.asking.question import ask_text
from clubroute.rules.series import Series, SeriesGame, all_series
from clubroute.rules.service.faults import DEFAULT
from clubroute.rules.service.protocol import Request, answer_request
from tests.rules.other_series import Position

OTHER = Series(
    "other",
    "Series for Tests",
    "OTH",
    "example",
    Path("nowhere"),
    (SeriesGame("testland", "Testland", "TST"),),
    "tests.rules.other_series",
    "",
    {"move": ("tests.rules.other_series",)},
)
ASKED = {"map": "testland"}
ANSWER = '{"answered_by":"the other series","map":"testland"}'


@pytest.fixture
def context(monkeypatch: pytest.MonkeyPatch) -> Context:
    both = (*all_series(), OTHER)
    monkeypatch.setattr(every, "all_series", lambda: both)
    return Context(Path("nowhere"), registry=Registry())


def test_the_command_line_asks_the_series_of_the_map(context: Context) -> None:
    assert ask_text(context, "move.check", ASKED, "line") == ANSWER


def test_the_socket_asks_the_series_of_the_map(context: Context) -> None:
    request = Request("move.check", ASKED, 1, False)
    line = answer_request(context, request, DEFAULT, lambda *_: None)
    assert line is not None
    assert ANSWER.encode() in line


def test_the_first_series_still_answers_for_its_own_maps(context: Context) -> None:
    ask_text(context, "move.check", ASKED, "line")
    method = context.registry.find("move.check", {"map": "wed"})
    assert method.answer.__module__.startswith("clubroute.rules.gts.")
    assert context.registry.known("move.check", {"map": "wed"}) is method
    assert context.registry.known("move.check", ASKED) is not method


def test_a_state_is_read_by_the_series_of_its_map(context: Context) -> None:
    def opened(**params: object) -> str:
        handle: str = ask(context, "state.open", params)["state"]
        return handle

    told = {"dice": 3}
    handle = opened(state=told, map="testland")
    assert context.states.position(handle) == Position(3, handle)
    with pytest.raises(InputError, match=r"state\.dice: found an unknown name"):
        opened(state=told, map="wed")
    assert opened(state={}) == opened(state={}, map="tdc")
    with pytest.raises(InputError, match="a position of another series"):
        ask(context, "deploy.emergency", {"map": "wed", "state": handle})


def test_a_series_without_positions_says_so(context: Context) -> None:
    bare = replace(OTHER, position="")
    with pytest.raises(InputError, match="found a map of the Series for Tests"):
        context.states.open({}, bare)
