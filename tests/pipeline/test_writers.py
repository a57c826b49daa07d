"""What commands leave that are killed, run into a full disk or a forbidden place, or meet another.

Bench ``tests/bench/fuzz_kills.py`` kills each at forty moments.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import TypeAlias

import pytest

from clubroute.builder.files.atomic import write_bytes
from clubroute.rules.owner.catalogue import table_spec
from clubroute.rules.owner.tables import keep_row
from tests.pipeline.killing import (
    NEVER,
    WHOLE,
    WRITERS,
    Writer,
    files_in,
    hidden,
    kill_at,
    moments_of,
    run,
    spread,
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="processes are killed and held short as on Unix"),
]

SMALL = 100
"""Bytes a file may have on a disk that is nearly full."""


Laid: TypeAlias = Callable[[str], Writer]
Done: TypeAlias = Callable[[str], tuple[int, dict[str, bytes]]]
SMALL_WRITERS = [name for name in WRITERS if name != "build"]
"""All but a build: ``test_kill.py`` kills one at each of its writes, and ``test_command_line.py``
begins two at once."""


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Laid:
    """Lays out what a command writes over, once for all tests of it; they write to copies."""
    return cache(lambda name: WRITERS[name](tmp_path_factory.mktemp("laid")))


@pytest.fixture(scope="module")
def done(laid: Laid, tmp_path_factory: pytest.TempPathFactory) -> Done:
    """How many moments a command has and what it leaves, found out once for all tests of it."""
    return cache(lambda name: moments_of(laid(name), tmp_path_factory.mktemp("done") / "out"))


@pytest.mark.parametrize("name", SMALL_WRITERS)
def test_a_command_that_is_killed_leaves_old_files_or_new_ones_whole(
    laid: Laid, done: Done, name: str, tmp_path: Path
) -> None:
    many, new = done(name)
    # Near its end it gives the files their names.
    chosen = sorted({*spread(many, 3), many - 1})
    assert kill_at(laid(name), tmp_path / "out", chosen, new).killed == len(chosen)


@pytest.mark.parametrize("name", ["new", "site", "league add", "league rule"])
def test_a_command_that_writes_many_files_as_one_is_finished_or_begun_anew(
    name: str, tmp_path: Path
) -> None:
    (tmp_path / "laid").mkdir()
    writer = WHOLE[name](tmp_path / "laid")
    many, new = moments_of(writer, tmp_path / "out")
    # In the middle it stages, near the end it gives names.
    chosen = [many // 2, many - 8]
    assert kill_at(writer, tmp_path / "out", chosen, new).killed == len(chosen)


def outcome(words: list[str], where: Path, most: int | None = None) -> tuple[int, list[str]]:
    """A command's exit code and the lines it says of what is wrong.

    :param most: bytes that a file may have.
    """
    import resource

    def hold() -> None:
        if most is not None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    done = subprocess.run(
        [sys.executable, "-m", "clubroute.rules", *words],
        cwd=where,
        # Python would keep what it compiles, and cut off at that size like all else.
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        preexec_fn=hold,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    said = [line for line in done.stderr.splitlines() if not line.startswith("…")]
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, said


COMMANDS = [name for name in WRITERS if name != "a row that is kept"]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_disk_that_is_full_is_one_line_and_changes_no_file(
    laid: Laid, name: str, tmp_path: Path
) -> None:
    writer, out = laid(name), tmp_path / "out"
    shutil.copytree(writer.old, out)
    words = [word.replace("OUT", str(out)) for word in writer.words]
    before = files_in(out)
    code, said = outcome(words, writer.where, SMALL)
    assert (code, len(said)) == (2, 1), said
    assert said[0].startswith("clubroute: ")
    assert "File too large, expected a place to write" in said[0]
    after = files_in(out)
    changed = {name for name, data in after.items() if data != before.get(name)}
    assert after.keys() == before.keys()
    assert not changed


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("place", ["a file", "nowhere to write"])
def test_a_place_that_cannot_be_written_is_one_line(
    laid: Laid, name: str, place: str, tmp_path: Path
) -> None:
    writer = laid(name)
    # Whoever is root may write to any folder, but not below a file, nor make one in /proc.
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    out = tmp_path / "taken" / "out" if place == "a file" else Path("/proc/clubroute")
    code, said = outcome([word.replace("OUT", str(out)) for word in writer.words], writer.where)
    assert (code, len(said)) == (2, 1), said
    assert "expected a place to write" in said[0]


@pytest.mark.parametrize("name", SMALL_WRITERS)
def test_two_runs_at_once_leave_what_one_leaves(
    laid: Laid, done: Done, name: str, tmp_path: Path
) -> None:
    writer, out = laid(name), tmp_path / "both"
    _, new = done(name)
    shutil.copytree(writer.old, out)
    words = [word.replace("OUT", str(out)) for word in writer.words]
    with ThreadPoolExecutor(2) as pool:
        runs = [pool.submit(run, writer.where, words, out, NEVER) for _ in range(2)]
        ended = [one.result() for one in runs]
    assert {one.returncode for one in ended} <= {0, 1}, [one.stderr for one in ended]
    assert files_in(out) == new


def test_two_threads_may_write_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    texts = [str(number).encode() * 10_000 for number in range(8)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda text: write_bytes(path, text), texts * 20))
    assert path.read_bytes() in texts
    assert [one.name for one in tmp_path.iterdir()] == ["table.csv"]


def test_a_row_is_checked_without_a_file_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Where temporary files go may be full, too.
    monkeypatch.setenv("TMPDIR", str(tmp_path / "nowhere"))
    spec = table_spec("readings")
    path = keep_row(tmp_path, spec, {"reading": "odds_rounding", "choice": "nearest"})
    assert "odds_rounding,nearest" in path.read_text(encoding="utf-8")
    assert not [one for one in tmp_path.iterdir() if hidden(one.relative_to(tmp_path))]


def test_an_output_that_takes_nothing_is_one_line() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no device that is always full")
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "clubroute.rules", "--help"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    said = "clubroute: output: found No space left on device, expected a place to write\n"
    assert (done.returncode, done.stderr) == (2, said)
