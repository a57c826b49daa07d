"""The protocol, spoken as a client speaks it: over pipes, line by line, also by a hostile one."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clubroute.rules.asking.context import Context
from clubroute.rules.assistant.protocol import (
    FILE_TOOLS,
    FIXED,
    MOST_BYTES,
    OF_A_GAME,
    VERSIONS,
    Conversation,
    serve,
)
from clubroute.rules.assistant.tools import tool_table
from clubroute.rules.rulings.asking import verify
from clubroute.rules.rulings.ruling import read_rulings
from tests.logs.samples import sample

INITIALIZE = {
    "protocolVersion": VERSIONS[0],
    "capabilities": {},
    "clientInfo": {"name": "a client", "version": "1"},
}


def spoken(session: Conversation, *messages: Any) -> list[Any]:
    """The answers to some messages, each an object, or bytes as they are."""
    lines = [one if isinstance(one, bytes) else json.dumps(one).encode() for one in messages]
    out = io.BytesIO()
    serve(session, io.BytesIO(b"\n".join(lines) + b"\n"), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def request(method: str, id_: Any = 1, **params: Any) -> dict[str, Any]:
    """A request."""
    return {"jsonrpc": "2.0", "id": id_, "method": method, "params": params}


def result(session: Conversation, method: str, **params: Any) -> Any:
    """The result of one request."""
    (answer,) = spoken(session, request(method, **params))
    return answer["result"]


@pytest.fixture
def session(both_maps: Context) -> Conversation:
    return Conversation(both_maps)


def test_a_client_agrees_on_a_version_and_lists_what_there_is(session: Conversation) -> None:
    for version in VERSIONS:
        agreed = result(session, "initialize", **{**INITIALIZE, "protocolVersion": version})
        assert agreed["protocolVersion"] == version
    other = result(session, "initialize", **{**INITIALIZE, "protocolVersion": "1999-01-01"})
    assert other["protocolVersion"] == VERSIONS[0]
    assert other["serverInfo"]["name"] == "clubroute"
    assert "never guesses" in other["instructions"]
    names = [tool["name"] for tool in result(session, "tools/list")["tools"]]
    assert names == [*tool_table().tools, *FILE_TOOLS]
    assert len(result(session, "resources/list")["resources"]) == len(FIXED)
    forms = result(session, "resources/templates/list")["resourceTemplates"]
    assert len(forms) == len(OF_A_GAME) + 2
    for prompt in result(session, "prompts/list")["prompts"]:
        (argument,) = prompt["arguments"]
        given = {argument["name"]: "A {curly} situation"}
        got = result(session, "prompts/get", name=prompt["name"], arguments=given)
        assert "A {curly} situation" in got["messages"][0]["content"]["text"]


def test_a_notification_is_not_answered(session: Conversation) -> None:
    note = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    assert spoken(session, note, request("ping", id_="p")) == [
        {"jsonrpc": "2.0", "id": "p", "result": {}}
    ]


@pytest.mark.parametrize("tool", list(tool_table().tools))
def test_every_tool_is_called(tool: str, session: Conversation) -> None:
    told = {"game": "wed", "question": next(iter(tool_table().tools[tool].asks))}
    got = result(session, "tools/call", name=tool, arguments=told)
    (content,) = got["content"]
    assert content["type"] == "text"
    assert content["text"]
    assert got["isError"] == content["text"].startswith("NOT UNDERSTOOD")


def test_a_receipt_is_had_whole_and_verifies(session: Conversation, both_maps: Context) -> None:
    told = {"game": "wed", "question": "line", "from": "75.129", "to": "78.127"}
    got = result(session, "tools/call", name="sight", arguments=told)
    name = got["content"][0]["text"].rpartition("receipt ")[2]
    whole = result(session, "resources/read", uri=f"clubroute://receipt/{name}")
    (ruling,) = read_rulings(whole["contents"][0]["text"], "receipt")
    assert ruling.method == "los.check"
    assert verify(both_maps, ruling).same


@pytest.mark.parametrize("address", [f"clubroute://{name}" for name in FIXED])
def test_a_list_is_read(address: str, session: Conversation) -> None:
    (content,) = result(session, "resources/read", uri=address)["contents"]
    assert content["uri"] == address
    assert len(content["text"].splitlines()) >= 3


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("clubroute://units/wed", "A/1/501"),
        ("clubroute://bridges/wed", "Son"),
        ("clubroute://areas/ins", "Entry"),
        ("clubroute://method/bridge.blow", "tools: bridge question=blow"),
    ],
)
def test_what_a_game_has_is_read(address: str, says: str, session: Conversation) -> None:
    (content,) = result(session, "resources/read", uri=address)["contents"]
    assert says in content["text"]


@pytest.mark.parametrize(
    "address",
    ["clubroute://receipt/00000000", "clubroute://units/../..", "file:///etc/passwd", "", None, 7,
     "clubroute://units/nowhere", "clubroute://", "clubroute://games/wed"],
)  # fmt: skip
def test_what_is_no_resource_is_refused(address: Any, session: Conversation) -> None:
    (answer,) = spoken(session, request("resources/read", uri=address))
    assert answer["error"]["code"] == -32002


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"x", -32700),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":' + b"[" * 2000, -32700),
        (b"[]", -32600),
        (b'{"id":1}', -32600),
        (b'{"id":{},"method":"ping"}', -32600),
        (b'{"id":1,"method":"ping","params":[]}', -32600),
        (b'{"id":1,"method":"tools/steal"}', -32601),
        (b'{"id":1,"method":"tools/call","params":{"name":"nothing"}}', -32602),
        (b'{"id":1,"method":"tools/call","params":{"name":"move","arguments":[1]}}', -32602),
        (b'{"id":1,"method":"prompts/get","params":{"name":[]}}', -32602),
        (b'{"id":1,"method":"ping","params":{"a":"' + b"x" * MOST_BYTES + b'"}}', -32600),
        (b"\xff\xfe", -32700),
    ],
)
def test_what_cannot_be_answered_is_an_error_and_the_next_is_answered(
    sent: bytes, code: int, session: Conversation
) -> None:
    wrong, right = spoken(session, sent, request("ping", id_=2))
    assert wrong["error"]["code"] == code
    assert "Traceback" not in json.dumps(wrong)
    assert right == {"jsonrpc": "2.0", "id": 2, "result": {}}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that the user named, with a log, and a log outside of it."""
    inside = tmp_path / "games"
    inside.mkdir()
    (inside / "turn3.vlog").write_bytes(sample())
    (tmp_path / "other.vlog").write_bytes(sample())
    (inside / "out.vlog").symlink_to(tmp_path / "other.vlog")
    (inside / "notes.txt").write_text("no log")
    return inside


@pytest.mark.parametrize("name", list(FILE_TOOLS))
def test_only_files_of_named_folders_are_read(name: str, folder: Path, both_maps: Context) -> None:
    session = Conversation(replace(both_maps, files=(folder,)))

    def told(file: Any) -> tuple[str, bool]:
        got = result(session, "tools/call", name=name, arguments={"file": file})
        return got["content"][0]["text"], got["isError"]

    for right in ("turn3.vlog", str(folder / "turn3.vlog")):
        text, _ = told(right)
        assert "expected a save or log under" not in text
    for wrong in ("../other.vlog", str(folder.parent / "other.vlog"), "out.vlog", "notes.txt",
                  "/etc/passwd", "turn4.vlog", "", "\x00", None, 3, "x" * 900):  # fmt: skip
        text, is_error = told(wrong)
        assert is_error, wrong
    assert "did you mean turn3.vlog?" in told("turn4.vlog")[0]
    none = Conversation(both_maps)
    got = result(none, "tools/call", name=name, arguments={"file": "turn3.vlog"})
    assert got["isError"]
    assert "--folder" in got["content"][0]["text"]


@pytest.fixture
def process(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The command, as a client starts it."""
    command = [sys.executable, "-m", "clubroute.rules", "mcp"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
    ) as started:
        yield started
        started.kill()


def test_the_command_ends_quietly_when_its_client_is_gone(
    process: subprocess.Popen[bytes],
) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(request("initialize", **INITIALIZE)).encode() + b"\n")
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["result"]["serverInfo"]["name"] == "clubroute"
    # The client dies: it reads no more, and what it was saying ends in the middle.
    process.stdout.close()
    process.stdin.write(b'{"jsonrpc":"2.0","id":2,"method":"tools/list"}\n{"jsonrpc":')
    process.stdin.close()
    assert process.wait() == 0
    assert process.stderr is not None
    assert process.stderr.read() == b""
