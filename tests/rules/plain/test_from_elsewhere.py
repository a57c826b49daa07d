"""A game of one's own asked from another folder: ``--project`` names where it lies."""

from __future__ import annotations

import asyncio
import io
import sys
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from pathlib import Path

import pytest

from clubroute.builder.authoring.new_game import new_game
from clubroute.builder.project import project_here, project_named
from clubroute.rules.cli import main
from clubroute.rules.service.faults import ServiceLimits
from clubroute.rules.service.workers import Workers


@pytest.fixture(scope="module")
def hill(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the game ``hill``, whose moves are judged."""
    folder = tmp_path_factory.mktemp("games")
    new_game(folder, "hill", rules=True)
    return folder


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["distance", "1.01", "1.05", "--map", "hill"], "1.01 to 1.05: 4 hexes"),
        (["how", "far", "from", "Bridgend", "to", "1.05", "--map", "hill"], "4.05 to 1.05: "),
        (["where", "Bridgend", "--map", "hill"], "4.05 Bridgend"),
        (["ask", "hex.distance", "1.01", "1.05", "map=hill"], "1.01 to 1.05: 4 hexes"),
        (["hex", "Bridgend", "--map", "hill"], "4.05"),
    ],
    ids=lambda told: told if isinstance(told, str) else told[0],
)
def test_a_command_looks_into_the_project_it_names(
    hill: Path,
    words: list[str],
    line: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*words, "--project", str(hill)]) == 0
    assert line in capsys.readouterr().out
    # It looks there for this command alone.
    assert main([*words]) == 2
    assert "hill" in capsys.readouterr().err


def test_the_shell_looks_into_the_project_it_names(
    hill: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    typed = b"distance 1.01 1.05 map=hill\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed)))
    assert main(["shell", "--project", str(hill)]) == 0
    assert "1.01 to 1.05: 4 hexes" in capsys.readouterr().out


async def worked_in() -> bytes:
    """The folder that a thread of a service or room looks into."""
    loop = asyncio.get_running_loop()
    workers, found = Workers(loop, ServiceLimits()), loop.create_future()
    try:
        workers.submit(lambda: bytes(project_here().root), found.set_result)
        answer: bytes = await found
        return answer
    finally:
        workers.stop()


def test_the_threads_of_a_service_look_into_the_project_it_names(
    hill: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with project_named(hill), ThreadPoolExecutor(1) as pool:
        # In a thread of its own: a browser of other tests may have left a loop in this one.
        assert pool.submit(copy_context().run, asyncio.run, worked_in()).result() == bytes(hill)
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(asyncio.run, worked_in()).result() != bytes(hill)
