"""Who has no home and no name, as a container's user with any number, has answers and no trace."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.terrain import compiled
from clubroute.builder.terrain.compiled import cache_folder
from clubroute.rules.service.places import runtime_folder

pwd = pytest.importorskip("pwd", reason="who has no name is a matter of Unix")

HOMES = ("HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME")
NAMELESS = """
import pwd, sys

def nobody(uid):
    raise KeyError(uid)

pwd.getpwuid = nobody
from clubroute.rules.__main__ import start
sys.exit(start())
"""


@pytest.fixture
def homeless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Somebody without a home; their folder among the temporary files."""

    def nobody(uid: int) -> None:
        raise KeyError(uid)

    for name in HOMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path / f"clubroute-{os.getuid()}"


def test_what_is_kept_lies_in_a_folder_of_theirs(homeless: Path) -> None:
    assert (cache_folder(), runtime_folder()) == (homeless, homeless)


def test_a_folder_that_another_user_has_taken_is_refused_in_one_line(
    homeless: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    homeless.mkdir()
    monkeypatch.setattr(compiled, "somebody_elses", lambda _: True)
    with pytest.raises(InputError, match="HOME: found nothing, expected your home folder"):
        runtime_folder()
    with pytest.raises(InputError, match="cache folder: found none that can be written"):
        cache_folder()


def begun(words: Sequence[str], folder: Path) -> subprocess.Popen[str]:
    """A command as such a user runs it."""
    kept = {name: told for name, told in os.environ.items() if name not in HOMES}
    return subprocess.Popen(
        [sys.executable, "-c", NAMELESS, *words],
        env={**kept, "TMPDIR": str(folder), "PYTHONPATH": os.pathsep.join(sys.path)},
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["where", "2.05", "map=ombrey"], 0),
        (["check", "none.vlog"], 2),
        (["position", "none.vsav"], 2),
        (["owner"], 0),
    ],
)
def test_a_command_answers_them(words: list[str], status: int, tmp_path: Path) -> None:
    command = begun(words, tmp_path)
    out, wrong = command.communicate(timeout=300)
    assert command.returncode == status, wrong
    assert "Traceback" not in wrong
    assert out or wrong.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("words", [["serve"], ["room", "--no-browser", "--port", "0"]])
def test_a_service_and_a_room_stand_open_to_them(words: list[str], tmp_path: Path) -> None:
    service = begun(words, tmp_path)
    assert service.stdout is not None
    first = service.stdout.readline()
    service.send_signal(signal.SIGINT)
    _, wrong = service.communicate(timeout=300)
    assert "Traceback" not in wrong
    if words == ["serve"]:
        assert Path(json.loads(first)["path"]).parent == tmp_path / f"clubroute-{os.getuid()}"
    else:
        assert "http://127.0.0.1:" in first
