"""The room's answers are the same without its server, and what is wrong is told in one line."""

from __future__ import annotations

import json
import logging
import random
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.room.addresses import packed
from clubroute.rules.room.app import Room
from tests.room.serving import Served, bare_room, serving
from tests.room.strays import Sender, stray

PING = b'{"jsonrpc":"2.0","id":1,"method":"rpc.ping"}'
WHOLE = {"map": "wed", "state": {"units": [{"hex": "75.129"}]}, "title": "ours", "done": ["a"]}
ASKED: tuple[tuple[str, str, bytes], ...] = (
    ("GET", "/start", b""),
    ("GET", "/maps/wed", b""),
    ("GET", "/tape?map=wed&scenario=WED-2", b""),
    ("GET", "/tape?map=wed&scenario=WED-99", b""),
    ("GET", "/tape?file=none.vsav", b""),
    ("GET", "/state?digest=x&step=1", b""),
    ("GET", "/ratings?map=wed&unit=101-easy-2-506", b""),
    ("GET", "/methods/step.cost?map=wed", b""),
    ("GET", "/nowhere", b""),
    ("GET", "/rpc", b""),
    ("POST", "/start", b""),
    ("POST", "/rpc", PING),
    ("POST", "/rpc", b"[" + PING + b",7]"),
    ("POST", "/rpc", b"{"),
    ("POST", "/tape?name=x.vlog", b"x"),
    ("POST", "/words", b'{"map": "wed", "text": "cost leg woods"}'),
    ("POST", "/ruling", b'{"method": "step.cost", "params": {"unit": {"class": "leg"}}}'),
    ("POST", "/clubroute", json.dumps(WHOLE).encode()),
    ("POST", "/vsav", json.dumps({**WHOLE, "notes": "ours"}).encode()),
)
WRONG: tuple[tuple[str, str, bytes | None, int], ...] = (
    ("GET", "/page/a%00b", None, 404),
    ("GET", f"/page/{'a' * 5000}", None, 404),
    ("GET", "/fonts/%00", None, 404),
    ("GET", "/maps/nope", None, 400),
    ("GET", "/maps/%00", None, 400),
    ("GET", "/maps/nope/progress", None, 400),
    ("GET", f"/state?digest=x&step={'9' * 5000}", None, 400),
    ("GET", "/start?a=1", None, 400),
    ("GET", f"/start?{'a=1&' * 50}", None, 400),
    ("POST", "/vsav", b'{"source":{"kind":"log","digest":[1]},"step":"x"}', 400),
    ("POST", "/clubroute", b'{"done":5,"source":"x"}', 400),
    (
        "POST",
        "/clubroute",
        b'{"source":{"kind":"log","name":5},"map":7,"state":[1],"done":{"a":1}}',
        400,
    ),
    ("POST", "/clubroute", b'{"map":"wed","title":"\\ud800"}', 400),
    ("POST", "/ratings", b'{"map":"wed","cells":{"unit":"a\\u2028","face":"front"}}', 400),
    ("POST", "/words", b'{"text":7}', 400),
    ("POST", "/words", json.dumps({"text": "m" * 300}).encode(), 400),
    ("POST", "/words", json.dumps({"text": "cost leg woods", "map": "m" * 300}).encode(), 400),
    ("POST", "/linked", json.dumps({"link": packed("m" * 300, {"u": []})}).encode(), 400),
    ("GET", f"/tape?map={'m' * 300}&scenario=x", None, 400),
    ("GET", f"/maps/{'m' * 300}", None, 400),
)


@pytest.mark.parametrize(("method", "path", "body"), ASKED, ids=lambda one: str(one)[:30])
def test_the_answers_are_the_same_without_the_server(
    served: Served, method: str, path: str, body: bytes
) -> None:
    place, _, query = path.partition("?")
    found = served.room.answers.answer(method, place, query, body)
    status, headers, told = served.request(method, path, body or None)
    assert (status, headers["content-type"], told) == (found.status, found.type, found.data)


ALONE = """
import sys, threading
from pathlib import Path
from clubroute.builder.project import shipped_project
from clubroute.rules.asking.context import Context
from clubroute.rules.room.answers import Answers
from clubroute.rules.room.asking import Watch

answers = Answers(Context(Path("none")), shipped_project(), Watch(None), print)
assert answers.answer("GET", "/start").status == 200
assert answers.answer("GET", "/tape", "map=wed&scenario=WED-2").status == 200
assert not {"starlette", "uvicorn", "h11"} & set(sys.modules)
assert threading.active_count() == 1
"""


def test_answering_needs_no_server_and_no_thread() -> None:
    subprocess.run([sys.executable, "-c", ALONE], check=True, timeout=120)


@pytest.mark.parametrize(("method", "path", "body", "wanted"), WRONG, ids=lambda one: str(one)[:40])
def test_what_is_wrong_is_told_in_one_line(
    served: Served,
    caplog: pytest.LogCaptureFixture,
    method: str,
    path: str,
    body: bytes | None,
    wanted: int,
) -> None:
    status, _, told = served.request(method, path, body)
    assert (status, told.count(b"\n"), caplog.records) == (wanted, 0, [])
    assert told


@pytest.mark.parametrize("in_batch", [False, True])
def test_a_question_about_a_mistyped_map_is_answered_as_one_of_json_rpc(
    served: Served, in_batch: bool
) -> None:
    params = {"map": "WDE", "from": "75.129", "to": "78.127"}
    asked = {"jsonrpc": "2.0", "id": 7, "method": "los.check", "params": params}
    body = json.dumps([asked] if in_batch else asked).encode()
    for _ in range(2):
        status, _, told = served.request("POST", "/rpc", body)
        answer = json.loads(told)[0] if in_batch else json.loads(told)
        error = answer["error"]
        assert (status, answer["id"], error["code"]) == (200, 7, -32602)
        assert (error["data"]["where"], error["data"]["nearest"]) == ("params:map", "wed")


def test_a_mistake_of_ours_while_a_question_is_taken_is_an_internal_error(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("a secret")

    monkeypatch.setattr("clubroute.rules.service.quick.QuickMethods.find", broken)
    status, _, told = served.request("POST", "/rpc", PING)
    answer = json.loads(told)
    assert (status, answer["id"], answer["error"]["code"]) == (200, 1, -32603)
    assert served.request("POST", "/rpc", PING.replace(b'"id":1,', b""))[2] == b""


def test_a_mistake_of_ours_is_told_in_one_line(
    served: Served, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise KeyError("a secret")

    monkeypatch.setattr("clubroute.rules.room.positions.scenario_list", broken)
    status, _, told = served.request("GET", "/start")
    assert (status, json.loads(told)["error"]) == (
        500,
        "the room failed on this (KeyError); please report it",
    )
    lines = [one for one in caplog.records if one.levelno > logging.DEBUG]
    assert [one.exc_info for one in lines] == [None]
    assert lines[0].message.startswith("/start: KeyError in test_answers.py:")


def test_who_hangs_up_amid_a_body_leaves_no_trace(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    sender, chance = Sender(served.port), random.Random(19)
    for _ in range(20):
        sender.hang_up(chance)
    assert json.loads(served.request("POST", "/rpc", PING)[2])["result"] == "pong"
    assert caplog.records == []


def test_random_requests_leave_no_trace_and_no_thread(
    gts_map: CompiledMap,
    ins_map: CompiledMap,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Room, "warm_up", lambda _: None)
    chance = random.Random(1944)
    with serving(bare_room(tmp_path, tmp_path)) as served:
        sender, statuses, most = Sender(served.port), set(), 0
        before = threading.active_count()
        for _ in range(400):
            statuses.add(sender.send(stray(chance)))
            most = max(most, threading.active_count())
    # One may be drawing.
    assert most <= before + 1
    assert {200, 400, 403, 404, 405} <= statuses
    told = {one.message for one in caplog.records if one.levelno > logging.INFO}
    assert told <= {"Invalid HTTP request received."}
