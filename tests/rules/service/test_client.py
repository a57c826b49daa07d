"""The Python client against a real service, and the other language's example."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from clubroute.rules import client
from clubroute.rules.client import Client, ServiceError, connect
from clubroute.rules.service import places
from clubroute.rules.service.faults import ServiceLimits
from tests.rules.service.running import Running, running

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "client.js"


@pytest.fixture
def asked(place: Running) -> Iterator[Client]:
    """A client of the service."""
    with Client(place.connect().socket) as found:
        yield found


def test_answers(asked: Client) -> None:
    assert asked.ask("rpc.ping") == "pong"
    assert asked.ask("echo", value={"a": [1, 2.5, None, "Überloon"]}) == {
        "value": {"a": [1, 2.5, None, "Überloon"]}
    }


def test_a_state_is_opened_once_and_referred_to(asked: Client) -> None:
    state = {"units": [{"id": "a", "hex": "75.129"}]}
    opened = asked.ask("state.open", state=state)
    assert opened == asked.ask("state.open", state=state)
    handle = opened["state"]
    assert asked.ask("state.close", state=handle) == {"closed": False}
    assert asked.ask("state.close", state=handle) == {"closed": True}
    with pytest.raises(client.ParamsError) as caught:
        asked.ask("state.close", state=handle)
    assert caught.value.where == "params:state"


def test_errors_have_kinds(asked: Client) -> None:
    with pytest.raises(client.NoMethodError) as unknown:
        asked.ask("rpc.pong")
    assert unknown.value.nearest == "rpc.ping"
    assert str(unknown.value).endswith("(did you mean rpc.ping?)")
    with pytest.raises(client.ParamsError) as wrong:
        asked.ask("subtract", minuend="x", subtrahend=1)
    assert wrong.value.where == "params:minuend"
    with pytest.raises(ServiceError) as internal:
        asked.ask("broken", kind="zero")
    assert internal.value.code == -32603
    assert asked.ask("rpc.ping") == "pong"


def test_a_batch_keeps_its_order_and_holds_its_errors(asked: Client) -> None:
    answers = asked.ask_all([("rpc.ping", {}), ("nothing", {}), ("get_data", {})])
    assert answers[0] == "pong"
    assert isinstance(answers[1], client.NoMethodError)
    assert answers[2] == ["hello", 5]
    assert asked.ask_all([]) == []
    with pytest.raises(ServiceError, match="257 requests"):
        asked.ask_all([("rpc.ping", {})] * 257)
    asked.notify("rpc.ping")
    assert asked.ask("rpc.ping") == "pong"


def test_a_service_that_goes_away() -> None:
    with running() as place:
        left = Client(place.connect().socket)
        assert left.ask("rpc.ping") == "pong"
    with left, pytest.raises(client.NoServiceError):
        left.ask("rpc.ping")


def test_a_service_that_does_not_answer(place: Running) -> None:
    wire = place.connect()
    wire.socket.settimeout(0.1)
    with Client(wire.socket) as asked, pytest.raises(client.NoServiceError, match="not answer"):
        asked.ask("sleep", seconds=0.5)


def test_connecting_over_tcp_with_the_token_file(tmp_path: Path) -> None:
    token = tmp_path / "token"
    token.write_text("open sesame\n", encoding="ascii")
    with running(token="open sesame") as place:
        port = place.address[1]
        with connect(port=port, token_file=token) as asked:
            assert asked.ask("rpc.ping") == "pong"
        token.write_text("open barley\n", encoding="ascii")
        with pytest.raises(client.RefusedError):
            connect(port=port, token_file=token)
        with pytest.raises(client.NoServiceError, match="no token"):
            connect(port=port, token_file=tmp_path / "nothing")
    with pytest.raises(client.NoServiceError, match="no service"):
        connect(port=port, token_file=token)


@pytest.mark.skipif(not places.has_unix_sockets(), reason="there are no Unix sockets here")
def test_connecting_over_a_unix_socket(place: Running, tmp_path: Path) -> None:
    with connect(Path(place.address)) as asked:
        assert asked.ask("rpc.ping") == "pong"
    with pytest.raises(client.NoServiceError, match="no service"):
        connect(tmp_path / "nothing")


def test_a_client_among_too_many() -> None:
    with running(ServiceLimits(clients=1)) as place, place.connect() as wire:
        assert wire.is_answered()
        with Client(place.connect().socket) as asked, pytest.raises(client.BusyError):
            asked.ask("rpc.ping")


def test_clients_in_many_threads(place: Running) -> None:
    wrong: list[object] = []

    def ask() -> None:
        with Client(place.connect().socket) as asked:
            for number in range(200):
                answer = asked.ask("echo", value=number)
                if answer != {"value": number}:
                    wrong.append(answer)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def node(*arguments: str) -> subprocess.CompletedProcess[str]:
    """A run of the example."""
    program = shutil.which("node")
    if program is None:
        assert not os.environ.get("CI"), "CI needs node to run docs/examples/client.js"
        pytest.skip("node is not installed: docs/examples/client.js is NOT tested")
    line = [program, str(EXAMPLE), *arguments]
    return subprocess.run(line, capture_output=True, encoding="utf-8", timeout=60, check=False)


def test_the_example_in_javascript(tmp_path: Path) -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 48
    token = tmp_path / "token"
    token.write_text("open sesame\n", encoding="ascii")
    with running(token="open sesame") as place:
        over_tcp = ("tcp", str(place.address[1]), str(token))
        done = node(*over_tcp, "echo", '{"value": "Überloon"}')
        assert (done.returncode, json.loads(done.stdout)) == (0, {"value": "Überloon"})
        done = node(*over_tcp, "rpc.pong")
        assert done.returncode == 1
        assert "Method not found" in done.stderr
        assert "rpc.ping" in done.stderr
        token.write_text("wrong\n", encoding="ascii")
        assert "Refused" in node(*over_tcp, "rpc.ping").stderr


@pytest.mark.skipif(not places.has_unix_sockets(), reason="there are no Unix sockets here")
def test_the_example_in_javascript_over_a_unix_socket(place: Running) -> None:
    done = node("unix", str(place.address), "big", '{"size": 300000}')
    assert json.loads(done.stdout) == "x" * 300_000
