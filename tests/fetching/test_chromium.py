"""A browser from PATH, by name or fetched; one clear line when none can be had."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from clubroute.builder.files.atomic import LOCK
from tests.fetching import chromium
from tests.fetching.cache import NotHereError
from tests.fetching.chromium import Chromium, prepare


def program(path: Path, script: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A PATH that holds only a shell, and an empty cache."""
    folder = tmp_path / "bin"
    folder.mkdir()
    shell = shutil.which("sh")
    assert shell is not None
    (folder / "sh").symlink_to(shell)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("CLUBROUTE_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv(chromium.VARIABLE, raising=False)
    return folder


def test_the_named_one_comes_first(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    program(path / "chromium", "echo Chromium 1")
    own = program(path / "own" / "mine", "echo Chrome 2")
    monkeypatch.setenv(chromium.VARIABLE, str(own))
    assert prepare() == Chromium(str(own))


def test_a_named_one_that_does_not_start(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    program(path / "chromium", "echo Chromium 1")
    own = program(path / "own" / "mine", "echo no such luck >&2; exit 3")
    monkeypatch.setenv(chromium.VARIABLE, str(own))
    with pytest.raises(NotHereError, match=r"^CLUBROUTE_CHROMIUM=.*mine: no such luck$"):
        prepare()


def test_one_that_only_tells_how_to_install_it_is_passed_over(path: Path) -> None:
    program(path / "chromium-browser", "echo please install me >&2; exit 1")
    edge = program(path / "msedge", "echo Edge 3")
    assert prepare() == Chromium(str(edge))


@pytest.mark.usefixtures("path")
def test_no_debian() -> None:
    told = r"^apt-get is not here; or put a Chromium.* on PATH, or name one in CLUBROUTE_CHROMIUM$"
    with pytest.raises(NotHereError, match=told):
        prepare()


def test_apt_that_knows_no_such_package_is_one_line(path: Path, tmp_path: Path) -> None:
    for name in ("apt-get", "apt-cache", "dpkg"):
        program(path / name, "echo 'E: No packages found' >&2; exit 100")
    with pytest.raises(NotHereError, match=r"^[^\n]*No packages found; or put [^\n]*$"):
        prepare()
    assert [entry.name for entry in (tmp_path / "cache" / "chromium").iterdir()] == [LOCK]
