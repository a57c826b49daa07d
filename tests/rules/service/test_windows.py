"""The words of services and commands with Windows' paths, and without Unix sockets.

Windows is not run here: only what tells the platform and the folder of tokens is as there. The
adviser's own words in VASSAL are in tests/engine/test_adviser_words.py.
"""

from __future__ import annotations

import re
import socket
from pathlib import Path, PureWindowsPath
from types import SimpleNamespace

import pytest

from clubroute.builder.cli import main as build
from clubroute.rules.client import NoServiceError, connect
from clubroute.rules.service import places
from tests.rules.service.test_serving import PROGRAM, refused, served

LOCAL = r"C:\Users\Ann Lee\AppData\Local"

AS_ON_WINDOWS = """
import os, sys
from types import SimpleNamespace
sys.modules["fcntl"] = sys.modules["resource"] = None
from clubroute.rules.service import places
places.sys = SimpleNamespace(platform="win32")
places.DEFAULT_PORT = int(sys.argv.pop(1))
os.environ["LOCALAPPDATA"] = sys.argv.pop(1)
from clubroute.rules.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def local(tmp_path: Path) -> Path:
    """The folder that Windows calls LOCALAPPDATA."""
    return tmp_path / LOCAL


@pytest.fixture
def port() -> int:
    with socket.create_server((places.HOST, 0)) as free:
        return int(free.getsockname()[1])


@pytest.fixture
def windows(local: Path, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process take itself for one on Windows, as far as places go."""
    monkeypatch.setattr(places, "sys", SimpleNamespace(platform="win32"))
    monkeypatch.setattr(places, "DEFAULT_PORT", port)
    monkeypatch.setenv("LOCALAPPDATA", str(local))


@pytest.mark.slow
def test_the_port_s_door_is_told_with_the_path_of_its_token(
    windows: None, local: Path, port: int, tmp_path: Path
) -> None:
    program = ["-c", AS_ON_WINDOWS, str(port), str(local), "serve", *PROGRAM[3:]]
    with served(folder=tmp_path, program=program) as (place, _):
        token = str(place.pop("token_file"))
        assert place == {"listening": "tcp", "host": "127.0.0.1", "port": port}
        within = PureWindowsPath(token[len(str(tmp_path)) + 1 :])
        assert within == PureWindowsPath(LOCAL, "clubroute", f"{port}.token")
        with connect() as client:  # nothing is said of where it is
            assert client.ask("rpc.ping") == "pong"
        again = refused(folder=tmp_path, program=program)
        assert f"127.0.0.1:{port} is in use" in again
        unix = refused("--unix", LOCAL, folder=tmp_path, program=program)
        found = "--unix: found a platform without Unix sockets, expected --port"
        assert unix.strip().endswith(found)


def test_without_a_service_the_path_of_the_token_is_told(windows: None) -> None:
    with pytest.raises(NoServiceError, match=re.escape(LOCAL)) as told:
        connect()
    assert str(told.value).endswith(".token: is the service running?")


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        ("adviser.vmdx", 0, "{path}"),
        ("adviser.zip", 2, "{path}: found a file .zip, expected FILE.vmdx"),
    ],
)
def test_the_extension_is_written_to_a_windows_path(
    name: str,
    code: int,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    path = rf"{LOCAL}\{name}"
    assert build(["adviser", "--out", path]) == code
    told = capsys.readouterr()
    assert (told.out + told.err).strip().endswith(said.format(path=path))
    assert Path(path).is_file() is (code == 0)
