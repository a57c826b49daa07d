"""Every door of the room keeps to a question's time, and gives up what nobody waits for."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from typing import Any, NoReturn

import pytest

from clubroute.builder.project import Project
from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.cli_options import context_of
from clubroute.rules.room.app import Room
from clubroute.rules.room.tapes import Tapes
from clubroute.rules.service.faults import ServiceLimits
from tests.room.serving import ROOT, Served, serving

MOVE = {"method": "rule.find", "params": {}}
DOORS: dict[str, tuple[str, str, bytes | None]] = {
    "clubroute.rules.room.positions.scenario_list": ("GET", "/start", None),
    "clubroute.rules.room.positions.scenario_tape": ("GET", "/tape?map=wed&scenario=WED-1", None),
    "clubroute.rules.room.tapes.position_text": ("POST", "/clubroute", b'{"map": "wed"}'),
    "take": ("POST", "/tape?name=x.vlog", b"x"),
    "state": ("GET", "/state?digest=x&step=1", None),
    "clubroute.rules.rulings.asking.rule": ("POST", "/ruling", json.dumps(MOVE).encode()),
    "clubroute.rules.words.grammar.parse": ("POST", "/words", b'{"text": "move"}'),
    "clubroute.rules.words.shell.complete": ("POST", "/words", b'{"complete": true}'),
}

TAPE = "clubroute.rules.room.positions.scenario_tape"


class Endless:
    """Work that never ends but by being given up."""

    def __init__(self) -> None:
        self.begun, self.over = threading.Event(), threading.Event()

    def __call__(self, *_: Any) -> NoReturn:
        self.begun.set()
        try:
            while True:
                time.sleep(0.001)
        finally:
            self.over.set()


@pytest.fixture
def quick(gts_map: CompiledMap, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A room that grants a quarter of a second."""
    monkeypatch.setattr(Room, "warm_up", lambda _: None)
    room = Room(context_of(None, None), Project(ROOT), None, ServiceLimits(answer_seconds=0.25))
    with serving(room) as found:
        yield found


def endless(monkeypatch: pytest.MonkeyPatch, door: str) -> Endless:
    work = Endless()
    if door in ("take", "state"):
        monkeypatch.setattr(Tapes, door, work)
    else:
        monkeypatch.setattr(door, work)
    return work


@pytest.mark.parametrize("door", DOORS)
def test_a_door_tells_that_its_time_is_up_and_its_work_ends(
    quick: Served, monkeypatch: pytest.MonkeyPatch, door: str
) -> None:
    work = endless(monkeypatch, door)
    status, _, body = quick.request(*DOORS[door])
    assert (status, json.loads(body)["error"].partition(":")[0]) == (503, "Time is up")
    assert work.over.wait(5)


def test_while_a_door_is_stuck_small_questions_are_answered(
    quick: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = endless(monkeypatch, TAPE)
    ping = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "rpc.ping"}).encode()
    stuck = threading.Thread(target=quick.request, args=DOORS[TAPE])
    stuck.start()
    assert work.begun.wait(5)
    assert "result" in json.loads(quick.request("POST", "/rpc", ping)[2])
    stuck.join(5)


def test_a_long_question_does_not_wait_for_a_file_that_is_being_opened(
    gts_map: CompiledMap, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Room, "warm_up", lambda _: None)
    work = endless(monkeypatch, "take")
    fan = {"map": "wed", "from": "75.129", "range": 32}
    asked = {"jsonrpc": "2.0", "id": 1, "method": "los.fan", "params": fan}
    context = context_of(None, None)
    limits = ServiceLimits(answer_seconds=15, short_seconds=0.001)  # whatever is asked is long
    with serving(Room(context, Project(ROOT), None, limits)) as served:
        opening = threading.Thread(target=served.request, args=DOORS["take"])
        opening.start()
        assert work.begun.wait(5)
        answer = served.request("POST", "/rpc", json.dumps(asked).encode())[2]
        assert json.loads(answer)["result"]["clear"]
        assert opening.is_alive()
    opening.join(5)


@pytest.mark.parametrize("path", ["/clubroute", "/ruling", "/words"])
@pytest.mark.parametrize("body", [b"[]", b"{", b"[" * 99 + b"]" * 99, b"7", b"\xff"])
def test_what_is_no_json_object_is_told_in_one_line(served: Served, path: str, body: bytes) -> None:
    status, _, told = served.request("POST", path, body)
    assert status == 400
    assert json.loads(told)["error"].count("\n") == 0


def test_a_ruling_and_words_are_answered_as_ever(served: Served) -> None:
    words = b'{"map": "wed", "text": "cost leg woods"}'
    status, _, body = served.request("POST", "/words", words)
    assert (status, json.loads(body)["method"]) == (200, "step.cost")
    asked = {"method": "step.cost", "params": {"unit": {"class": "leg"}}}
    status, _, body = served.request("POST", "/ruling", json.dumps(asked).encode())
    assert (status, b"step.cost" in body) == (200, True)


def test_what_no_rule_fits_is_told_to_the_next_line(served: Served) -> None:
    before: dict[str, object] = {"method": "", "spelled": [], "window": ""}
    for text, about, near in (
        ("the other battalion?", "other battalion", True),
        ("railroad closed", "railroad closed", True),
        ("railroad bridge blown", "railroad bridge blown", False),
    ):
        words = {"map": "wed", "text": text, "before": before}
        status, _, body = served.request("POST", "/words", json.dumps(words).encode())
        told = json.loads(body)
        assert (status, told["method"], told["params"]["about"]) == (200, "rule.find", about)
        before = told["before"]
        assert before["near"] is near
