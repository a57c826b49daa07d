"""Files are written whole or not at all."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.files.atomic import (
    alone,
    held,
    sweep,
    write_all,
    write_bytes,
)


def test_writing_replaces_at_once_and_makes_the_folder(tmp_path: Path) -> None:
    target = tmp_path / "new folder" / "m.vmod"
    write_bytes(target, b"one")
    write_all({target: b"two"}, tmp_path / "parts")
    assert target.read_bytes() == b"two"
    assert [path.name for path in target.parent.iterdir()] == ["m.vmod"]
    assert not list((tmp_path / "parts").iterdir())


def test_sweep_removes_what_killed_builds_left_and_nothing_else(tmp_path: Path) -> None:
    for name in (".part-1-x", ".part-2-y", "x", "manifest"):
        (tmp_path / name).write_bytes(b"")
    assert sweep(tmp_path) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["manifest", "x"]
    assert sweep(tmp_path / "nowhere") == 0


def test_a_failed_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "m.vmod"
    target.write_bytes(b"old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match="found No space left on device"):
        write_bytes(target, b"new")
    assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["m.vmod"]


def test_a_folder_where_the_file_should_go(tmp_path: Path) -> None:
    (tmp_path / "m.vmod").mkdir()
    with pytest.raises(InputError, match="expected a place to write"):
        write_bytes(tmp_path / "m.vmod", b"x")
    assert [path.name for path in tmp_path.iterdir()] == ["m.vmod"]


def test_a_file_somebody_has_open_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "m.vmod"
    target.write_bytes(b"old")

    def held(part: Path, path: Path) -> None:
        raise PermissionError(13, "Permission denied")  # as Windows does

    monkeypatch.setattr(Path, "replace", held)
    with pytest.raises(InputError, match="expected a file nobody has open: close VASSAL"):
        write_bytes(target, b"new")
    assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["m.vmod"]


def test_files_take_their_names_together_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.write_bytes(b"old")
    real = os.fsync
    calls = []

    def full_at_the_second(descriptor: int) -> None:
        calls.append(descriptor)
        if len(calls) == 2:
            raise OSError(28, "No space left on device")
        real(descriptor)

    monkeypatch.setattr(os, "fsync", full_at_the_second)
    with pytest.raises(InputError, match="second: found No space left on device"):
        write_all({first: b"new", second: b"new"}, tmp_path / "parts")
    assert first.read_bytes() == b"old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["first", "parts"]
    assert not list((tmp_path / "parts").iterdir())


HOLDER = """
import sys
from pathlib import Path
from clubroute.builder.files.atomic import alone
with alone(Path(sys.argv[1]), lambda: None):
    print("in", flush=True)
    sys.stdin.read()
"""


@pytest.mark.parametrize("end", ["done", "killed"])
def test_one_process_at_a_time_works_in_a_folder(tmp_path: Path, end: str) -> None:
    other = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert other.stdin is not None
    assert other.stdout is not None
    assert other.stdout.readline().strip() == b"in"
    waited = []

    def let_go() -> None:
        waited.append(other.poll())
        other.kill() if end == "killed" else other.stdin.close()  # type: ignore[union-attr]

    with alone(tmp_path, let_go):
        assert waited == [None]
    other.wait(timeout=30)
    other.stdout.close()
    with alone(tmp_path, lambda: pytest.fail("nobody is there")):
        pass


def test_what_a_killed_process_left_of_a_file_goes_with_the_next_write(tmp_path: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait(timeout=30)
    at_work, another = f".part-{os.getpid()}-7-a.txt", f".part-{ended.pid}-7-b.txt"
    for name in (f".part-{ended.pid}-7-a.txt", at_work, another, ".part-x-a.txt"):
        (tmp_path / name).write_bytes(b"ha")
    write_bytes(tmp_path / "a.txt", b"whole")
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == sorted([".part-x-a.txt", at_work, another, "a.txt"])


def test_a_lock_that_is_to_go_lets_one_in_at_a_time_and_leaves_no_file(tmp_path: Path) -> None:
    inside: list[int] = []
    most = []

    def work(number: int) -> None:
        with held(tmp_path / "lock", lambda: None, remove=True):
            inside.append(number)
            most.append(len(inside))
            inside.remove(number)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(40)))
    assert most == [1] * 40
    assert list(tmp_path.iterdir()) == []
