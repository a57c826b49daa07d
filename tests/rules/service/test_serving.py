"""``clubroute serve`` as its users run it: a process, a place, a signal."""

from __future__ import annotations

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder import __version__
from clubroute.builder.errors import InputError
from clubroute.rules.client import ParamsError, RefusedError, connect
from clubroute.rules.service import places
from clubroute.rules.service.sockets import (
    InUseError,
    listen_tcp,
    listen_unix,
    write_token,
)
from tests.rules.service.running import PATIENCE

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
unix_only = pytest.mark.skipif(
    not places.has_unix_sockets(), reason="there are no Unix sockets here"
)


# A folder without maps is named, so that no service compiles one before it starts.
PROGRAM = ("-m", "clubroute.rules", "serve", "--map", str(Path(__file__).parent))


def start(*arguments: str, folder: Path, program: Sequence[str] = PROGRAM) -> subprocess.Popen[str]:
    """Start a service; its default places are in ``folder``."""
    home = {name: str(folder) for name in ("XDG_RUNTIME_DIR", "HOME", "LOCALAPPDATA")}
    return subprocess.Popen(
        [sys.executable, *program, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        cwd=ROOT,
        env={**os.environ, **home},
    )


@contextmanager
def served(
    *arguments: str, folder: Path, program: Sequence[str] = PROGRAM
) -> Iterator[tuple[dict[str, Any], subprocess.Popen[str]]]:
    """A running service: where it says it is, and its process."""
    process = start(*arguments, folder=folder, program=program)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line, process.communicate()[1]
        yield json.loads(line), process
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


def refused(*arguments: str, folder: Path, program: Sequence[str] = PROGRAM) -> str:
    """What a service says on stderr that cannot start; it must exit with 2."""
    process = start(*arguments, folder=folder, program=program)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (2, "")
    assert "Traceback" not in err
    return err


@unix_only
def test_a_unix_socket_for_this_user_only(tmp_path: Path) -> None:
    with served(folder=tmp_path) as (place, process):
        path = tmp_path / "clubroute" / "service.sock"
        if sys.platform == "darwin":
            path = tmp_path / "Library" / "Caches" / "clubroute" / "service.sock"
        assert (place["listening"], place["path"]) == ("both", str(path))
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        with connect(path) as client:
            assert client.ask("rpc.ping") == "pong"
            assert "is in use" in refused(folder=tmp_path)
            assert client.ask("rpc.ping") == "pong"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, out) == (0, "")
        assert "ready: " in err
        assert "stopped" in err
        assert "Traceback" not in err
        assert list(path.parent.iterdir()) == []


@unix_only
def test_a_port_is_there_too_for_programs_without_unix_sockets(tmp_path: Path) -> None:
    """Java before 16 knows none: it finds the port, and who serves there, by the token's name."""
    with served(folder=tmp_path) as (place, process):
        token = Path(place["token_file"])
        assert token.name == f"{place['port']}.token"
        told = json.loads(token.with_suffix(".json").read_text(encoding="ascii"))
        assert (told["pid"], told["version"]) == (process.pid, __version__)
        assert abs(told["started"] - time.time()) < 600
        with connect(port=place["port"], token_file=token) as client:
            assert client.ask("rpc.ping") == "pong"


def test_what_dead_services_left_is_cleared_away(tmp_path: Path) -> None:
    with served("--port", "0", folder=tmp_path) as (dead, process):
        process.kill()
        process.wait()
        old = Path(dead["token_file"])
        assert old.exists()
        with served("--port", "0", folder=tmp_path) as (live, _):
            live_token = Path(live["token_file"])
            (live_token.parent / "notes.token").write_text("mine", encoding="ascii")
            with served("--port", "0", folder=tmp_path):
                assert live_token.exists()
                assert live_token.with_suffix(".json").exists()
            if old != live_token:
                assert not old.exists()
                assert not old.with_suffix(".json").exists()
            assert (live_token.parent / "notes.token").exists()


@unix_only
def test_a_stale_socket_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "s"
    with served("--unix", str(path), folder=tmp_path) as (_, process):
        process.kill()
        process.wait()
        assert path.exists()
        with served("--unix", str(path), folder=tmp_path), connect(path) as client:
            assert client.ask("rpc.ping") == "pong"


@unix_only
def test_of_two_started_at_once_one_serves(tmp_path: Path) -> None:
    stale = listen_unix(tmp_path / "s")
    stale.close()
    processes = [start("--unix", str(tmp_path / "s"), folder=tmp_path) for _ in range(4)]
    until = time.monotonic() + PATIENCE
    while sum(p.poll() is None for p in processes) > 1 and time.monotonic() < until:
        time.sleep(0.05)
    try:
        assert sorted(p.poll() or 0 for p in processes) == [0, 2, 2, 2]
        with connect(tmp_path / "s") as client:
            assert client.ask("rpc.ping") == "pong"
    finally:
        for process in processes:
            process.terminate()
            process.communicate(timeout=PATIENCE)


@unix_only
@pytest.mark.parametrize("kind", ["file", "folder", "long", "in a file"])
def test_no_place_for_a_socket(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "x"
    if kind == "folder":
        path.mkdir()
    elif kind == "long":
        path = tmp_path / ("x" * 200)
    else:
        path.write_text("mine", encoding="utf-8")
    place = path / "s" if kind == "in a file" else path
    with pytest.raises(InputError):
        listen_unix(place)
    if kind in ("file", "in a file"):
        assert path.read_text(encoding="utf-8") == "mine"


def test_a_port_with_a_token_that_is_new_every_time(tmp_path: Path) -> None:
    tokens = []
    for _ in range(2):
        file = tmp_path / "private" / "token"
        arguments = ("--port", "0", "--token-file", str(file))
        with served(*arguments, folder=tmp_path) as (place, process):
            assert (place["listening"], place["host"]) == ("tcp", "127.0.0.1")
            assert place["token_file"] == str(file)
            tokens.append(file.read_text(encoding="ascii"))
            if sys.platform != "win32":
                assert stat.S_IMODE(file.stat().st_mode) == 0o600
            with connect(port=place["port"], token_file=file) as client:
                assert client.ask("rpc.ping") == "pong"
            if len(tokens) == 2:
                old = tmp_path / "old"
                old.write_text(tokens[0], encoding="ascii")
                with pytest.raises(RefusedError):
                    connect(port=place["port"], token_file=old)
            if sys.platform != "win32":
                process.terminate()
                process.communicate(timeout=PATIENCE)
                assert process.returncode == 0
                assert not file.exists()
    assert tokens[0] != tokens[1]
    assert all(len(token.strip()) >= 43 for token in tokens)


def test_a_port_in_use(tmp_path: Path) -> None:
    with served("--port", "0", folder=tmp_path) as (place, _):
        port = str(place["port"])
        assert Path(place["token_file"]).name == f"{port}.token"
        assert "is in use" in refused("--port", port, folder=tmp_path)
        with connect(port=int(port), token_file=Path(place["token_file"])) as client:
            assert client.ask("rpc.ping") == "pong"


def test_a_listening_port_is_taken_once() -> None:
    with listen_tcp(0) as listener:
        assert listener.getsockname()[0] == "127.0.0.1"
        with pytest.raises(InUseError):
            listen_tcp(listener.getsockname()[1])


def test_what_is_written_to_a_port_goes_out_at_once() -> None:
    # asyncio keeps back small parts (Nagle, some 40 ms) unless the socket names its protocol.
    with listen_tcp(0) as listener:
        assert listener.proto == socket.IPPROTO_TCP


def test_a_token_replaces_a_file_or_link_and_does_not_follow_it(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("mine", encoding="utf-8")
    place = tmp_path / "token"
    try:
        place.symlink_to(other)
    except OSError:
        place.write_text("old", encoding="utf-8")
    write_token(place, "new")
    assert place.read_text(encoding="ascii") == "new\n"
    assert other.read_text(encoding="utf-8") == "mine"
    with pytest.raises(InputError):
        write_token(other / "token", "new")


WITHOUT_UNIX = """
import asyncio, sys
sys.modules["fcntl"] = sys.modules["resource"] = None
from clubroute.rules.service import places
places.has_unix_sockets = lambda: False
places.DEFAULT_PORT = int(sys.argv.pop(1))
from clubroute.rules.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_platforms_without_unix_sockets_use_the_port(tmp_path: Path) -> None:
    """The way of a platform without them and without their modules; here on any."""
    with listen_tcp(0) as free:
        port = str(free.getsockname()[1])
    line = ["-c", WITHOUT_UNIX, port, "serve", *PROGRAM[3:]]
    with served(folder=tmp_path, program=line) as (place, _):
        assert (place["listening"], place["port"]) == ("tcp", int(port))
        with connect(port=int(port), token_file=Path(place["token_file"])) as client:
            assert client.ask("rpc.ping") == "pong"
        assert "is in use" in refused(folder=tmp_path, program=line)
    err = refused("--unix", "s", folder=tmp_path, program=line)
    assert "found a platform without Unix sockets, expected --port" in err


@unix_only
def test_a_socket_and_a_port_at_once(tmp_path: Path) -> None:
    path = tmp_path / "s"
    with served("--unix", str(path), "--port", "0", folder=tmp_path) as (place, process):
        assert place["listening"] == "both"
        assert place["path"] == str(path)
        assert place["port"] > 0
        with connect(path) as private:
            handle = private.ask("state.open", state={"units": []})["state"]
            told = Path(place["token_file"])
            with connect(port=place["port"], token_file=told) as client:
                # One service: what one door opened the other closes.
                assert client.ask("state.close", state=handle) == {"closed": True}
            other = tmp_path / "other.token"
            other.write_text("another", encoding="ascii")
            with pytest.raises(RefusedError):
                connect(port=place["port"], token_file=other)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        assert not path.exists()
        assert not Path(place["token_file"]).exists()


def test_a_service_reads_files_of_named_folders_only(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    for folder in (tmp_path, tmp_path / "games"):
        (folder / "x.json").write_text("{}", encoding="utf-8")
    options = ("--port", "0", "--files", str(tmp_path / "games"))
    with (
        served(*options, folder=tmp_path) as (place, _),
        connect(port=place["port"], token_file=Path(place["token_file"])) as client,
    ):
        asked = {"map": "wed", "time": "0900"}
        inside = client.ask("turn.list", at=str(tmp_path / "games" / "x.json"), **asked)
        assert inside == client.ask("turn.list", **asked)
        with pytest.raises(ParamsError, match="a file in"):
            client.ask("turn.list", at=str(tmp_path / "x.json"), **asked)
