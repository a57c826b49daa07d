"""Bringing the engine: quick when it is there, one clear line when it cannot be had."""

from __future__ import annotations

import socket
import subprocess
from pathlib import Path

import pytest

from tests.engine.prepare import EngineFiles, prepare
from tests.fetching.cache import NotHereError


@pytest.mark.engine
def test_a_ready_cache_starts_nothing_and_fetches_nothing(
    engine_files: EngineFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(*arguments: object, **more: object) -> None:
        raise AssertionError(f"a program was run: {arguments}")

    monkeypatch.setattr(subprocess, "Popen", run)
    monkeypatch.setattr(socket, "create_connection", run)
    assert prepare() == engine_files


def test_no_java(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NotHereError, match=r"^java is not on PATH: .* version 11.*$"):
        prepare()


@pytest.mark.engine
def test_own_vassal_without_its_jars(
    engine_files: EngineFiles, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("VASSAL_LIB", str(tmp_path))
    with pytest.raises(NotHereError, match=r"^VASSAL_LIB=.* holds no Vengine\.jar$"):
        prepare()


def test_java_too_old_to_compile_is_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("java", "javac"):
        program = tmp_path / "bin" / name
        program.parent.mkdir(exist_ok=True)
        program.write_text("#!/bin/sh\necho 'error: invalid flag: --release' >&2\nexit 2\n")
        program.chmod(0o755)
    (tmp_path / "Vengine.jar").write_bytes(b"")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    monkeypatch.setenv("VASSAL_LIB", str(tmp_path))
    monkeypatch.setenv("CLUBROUTE_CACHE", str(tmp_path / "cache"))
    with pytest.raises(NotHereError, match=r"^compiling the driver: .*--release$"):
        prepare()


def test_cache_folder_that_is_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("java", "javac"):
        program = tmp_path / "bin" / name
        program.parent.mkdir(exist_ok=True)
        program.touch(mode=0o755)
    (tmp_path / "cache").touch()
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    monkeypatch.setenv("CLUBROUTE_CACHE", str(tmp_path / "cache"))
    with pytest.raises(NotHereError, match=r"^the cache folder .*cache/engine: .*$"):
        prepare()
