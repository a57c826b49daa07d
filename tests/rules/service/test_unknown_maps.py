"""A question about no map of ours, or one whose taking fails, is answered; nobody is hung up on."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import FRAME, Registry
from clubroute.rules.series import all_series
from clubroute.rules.service.faults import INTERNAL_ERROR, INVALID_PARAMS
from clubroute.rules.service.quick import QuickMethods
from tests.rules.service.running import (
    Running,
    Wire,
    error_of,
    running,
)

OF_A_MAP = [
    method.name
    for method in Registry(series=all_series()).all()
    if method.name.partition(".")[0] not in FRAME
    and any(param.name == "map" for param in method.params)
]
"""Every method of a series that is asked about a map."""


@pytest.fixture(scope="module")
def place() -> Iterator[Running]:
    """A service that has no compiled map."""
    with running(context=Context(Path("nowhere"))) as found:
        yield found


def request(map_: Any, method: str = "los.check") -> dict[str, Any]:
    """A request about a map."""
    params = {"map": map_, "from": "75.129", "to": "78.127"}
    return {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}


@pytest.mark.parametrize(
    ("typed", "nearest"), [("MG", "mg"), ("wde", "wed"), ("m" * 300, None), ("", None)]
)
@pytest.mark.parametrize("in_batch", [False, True])
def test_a_mistyped_map_is_answered_with_the_nearest(
    wire: Wire, typed: str, nearest: str | None, in_batch: bool
) -> None:
    for _ in range(2):  # the second comes when the method has been looked for
        wire.say([request(typed)] if in_batch else request(typed))
        answer = wire.hear()
        data = error_of(answer[0] if in_batch else answer, INVALID_PARAMS, 7)
        assert (data["where"], data["nearest"]) == ("params:map", nearest)


def test_every_method_of_a_map_answers_a_mistyped_one(wire: Wire) -> None:
    assert len(OF_A_MAP) > 50
    for name in OF_A_MAP:
        params = {"map": "wde"}
        wire.say({"jsonrpc": "2.0", "id": 7, "method": name, "params": params})
        assert error_of(wire.hear(), INVALID_PARAMS, 7)["where"] == "params:map", name


@pytest.mark.parametrize("strange", [None, 7, ["wed"], {"wed": 1}, True])
def test_a_map_that_is_no_text_is_answered(wire: Wire, strange: Any) -> None:
    wire.say(request(strange))
    assert error_of(wire.hear(), INVALID_PARAMS, 7)["where"] == "params:map"
    assert wire.is_answered()


def failing(*_: Any) -> Any:
    """Fail as nobody foresaw."""
    raise ZeroDivisionError("a secret")


@pytest.mark.parametrize("mistaken", ["find", "answered"])
@pytest.mark.parametrize("logged", [logging.ERROR])
def test_a_mistake_of_ours_while_a_request_is_taken_is_an_internal_error(
    wire: Wire,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    mistaken: str,
    logged: int,
) -> None:
    monkeypatch.setattr(QuickMethods, mistaken, failing)
    data = error_of(wire.ask("hex.describe", map="wed"), INTERNAL_ERROR, 1)
    assert data["found"] == "ZeroDivisionError"
    assert "a secret" not in str(data)
    assert [one.levelno for one in caplog.records] == [logged]
    monkeypatch.undo()
    assert wire.is_answered()


@pytest.mark.parametrize("undo", [False, True])
def test_a_notification_whose_taking_fails_has_no_answer(
    wire: Wire, monkeypatch: pytest.MonkeyPatch, undo: bool
) -> None:
    silent: Callable[..., None] = wire.say
    with monkeypatch.context() as patched:
        patched.setattr(QuickMethods, "answered" if undo else "find", failing)
        silent({"jsonrpc": "2.0", "method": "hex.describe", "params": {"map": "wed"}})
        data = error_of(wire.ask("hex.describe", id="x", map="wed"), INTERNAL_ERROR, "x")
        assert data["found"] == "ZeroDivisionError"
    assert wire.is_answered()


def test_no_worker_ends_with_a_mistake_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    with running(context=Context(Path("nowhere"))) as place, place.connect() as wire:
        with monkeypatch.context() as patched:
            patched.setattr(QuickMethods, "answered", failing)
            for _ in range(3 * place.service.limits.workers):
                error_of(wire.ask("hex.describe", map="wed"), INTERNAL_ERROR, 1)
        assert error_of(wire.ask("hex.describe", map="wde"), INVALID_PARAMS, 1)
