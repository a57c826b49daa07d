"""What is in a folder and no file is refused unopened by every command: it might never end."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

from clubroute.builder.authoring.new_game import new_game
from clubroute.builder.errors import InputError
from clubroute.builder.files.regular import read_file
from clubroute.builder.sources.features import feature_items
from clubroute.rules.cli import main
from clubroute.rules.owner.catalogue import TABLES
from tests.pipeline.damage import check

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")

SECONDS = 60
"""A pipe that is opened is waited for without end."""


@contextmanager
def no_waiting() -> Iterator[None]:
    """Interrupt what waits for the other end of a pipe."""

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise AssertionError("it waits for the other end of a pipe")

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def pipe(path: Path) -> Path:
    """Put a named pipe in a file's place."""
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    return path


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Path]]:
    """A small game of one's own, and its files."""
    folder = tmp_path_factory.mktemp("small")
    return folder, [path.relative_to(folder) for path in new_game(folder, "small")]


@pytest.mark.slow
@pytest.mark.parametrize("command", ["lint", "build"])
def test_a_pipe_in_the_place_of_any_source_is_one_line(
    command: str,
    small: tuple[Path, list[Path]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder, files = small
    assert len(files) > 15
    more = [] if command == "lint" else ["--out", str(tmp_path / "out"), "--quiet"]
    refused = set()
    for file in files:
        project = tmp_path / "-".join(file.parts)
        shutil.copytree(folder, project)
        pipe(project / file)
        with no_waiting():
            code = main([command, "small", "--project", str(project), *more])
        told = capsys.readouterr()
        lines = [line for line in told.err.splitlines() if not line.startswith("…")]
        assert len(lines) == 1, (file, lines)
        if code:
            assert code == 2, (file, lines)
            # A folder whose module.toml is no file is no game.
            kind = "no such file" if file.name == "module.toml" else "a named pipe"
            assert f"found {kind}" in lines[0], lines
            refused.add(file)
        shutil.rmtree(project)
    # What only a module has, its charts and pages, is not linted.
    lists = {file for file in files if file.suffix == ".csv" and "charts" not in file.parts}
    maps = {file for file in files if "map_sources" in file.parts}
    assert refused >= (maps | lists if command == "lint" else set(files))


@pytest.mark.parametrize(
    "words",
    [
        ["check", "PIPE"],
        ["position", "PIPE"],
        ["position", "PIPE:3"],
        ["dump", "PIPE"],
        ["verify", "PIPE"],
        ["verify", "RULING", "--log", "PIPE"],
        ["import", "PIPE", "--cite", "x"],
        ["check", "LOG", "--module", "PIPE"],
        ["check", "LOG", "--module", "MODULE", "--counters", "PIPE"],
        ["audit", "PIPE", "--jobs", "1", "--quiet", "--json"],
        ["audit", "LOG", "--jobs", "1", "--quiet", "--json", "--counters", "PIPE"],
        ["los", "75.129", "78.127", "--at", "PIPE"],
        ["ask", "los.check", "75.129", "78.127", "--at", "PIPE"],
    ],
    ids=" ".join,
)
def test_a_pipe_for_a_file_is_one_line(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from tests.logs.samples import sample, small_archive
    from tests.vassal.test_archive import write_archive

    log, module, ruling = (tmp_path / name for name in ("game.vlog", "small.vmod", "r.txt"))
    log.write_bytes(sample())
    module.write_bytes(write_archive(small_archive().entries))
    ruling.write_text("=== clubroute ruling 1 ===", encoding="utf-8")
    places = {"PIPE": pipe(tmp_path / "pipe"), "LOG": log, "MODULE": module, "RULING": ruling}
    for name, path in places.items():
        words = [word.replace(name, str(path)) for word in words]
    with no_waiting():
        check(words, "found a named pipe", capsys, main)


@pytest.mark.slow
def test_a_pipe_for_a_table_of_the_owner_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for table in TABLES:
        pipe(tmp_path / table.file)
    with no_waiting():
        assert main(["owner", "--owner", str(tmp_path)]) == 0
        told = capsys.readouterr().out
        assert told.count("found a named pipe") == len(TABLES)
        question = ["ask", "weather.day", "1944-09-19", "6", "map=wed", "--owner", str(tmp_path)]
        check(question, "found a named pipe", capsys, main)


@pytest.mark.parametrize("name", ["a.geojson", "a.gpkg"])
def test_a_pipe_for_geography_is_refused(name: str, tmp_path: Path) -> None:
    with no_waiting(), pytest.raises(InputError, match="found a named pipe"):
        feature_items(pipe(tmp_path / name))


def test_a_file_that_grows_while_it_is_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from clubroute.builder.errors import Where
    from clubroute.builder.files import regular as door

    path = tmp_path / "growing"
    path.write_bytes(b"12345678")
    small = os.stat_result((0o100644, *([0] * 5), 2, 0, 0, 0))
    monkeypatch.setattr(door, "regular", lambda *_: small)
    assert read_file(path, Where.of(path), "a file", 8) == b"12345678"
    with pytest.raises(InputError, match="found 8 bytes, expected at most 7 bytes"):
        read_file(path, Where.of(path), "a file", 7)
