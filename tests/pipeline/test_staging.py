"""Several files and whole folders written as one, whatever becomes of the command."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.files import staging as module
from clubroute.builder.files.atomic import not_staged
from clubroute.builder.files.staging import (
    PLAN,
    Content,
    Staging,
    content_of,
    staging,
)

FILES: Mapping[str, Content] = {
    "a/game": {"module.toml": b"new", "pictures/x.svg": b"x"},
    "b/game": {"lattice.toml": b"new"},
    "b/note.txt": b"new",
}


def targets(root: Path) -> dict[Path, Content]:
    return {root / name: content for name, content in FILES.items()}


def shown(root: Path) -> list[str]:
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())


class StoppedError(Exception):
    """A command that ends here, with no time to clear up."""


def stopped_after(monkeypatch: pytest.MonkeyPatch, root: Path, moves: int) -> None:
    """Write the files and be stopped after so many have got their names."""
    real = Path.replace
    done = []

    def replace(part: Path, target: Path) -> Path:
        if Path(target).name != PLAN:
            if len(done) == moves:
                raise StoppedError
            done.append(part)
        return real(part, target)

    with monkeypatch.context() as patch:
        patch.setattr(module, "exchanged", lambda *_: False)
        patch.setattr(Path, "replace", replace)
        patch.setattr(Staging, "take_back", lambda *_: None)
        patch.setattr(Staging, "clear", lambda *_: None)
        with pytest.raises(StoppedError), staging(root, "game") as place:
            place.put(targets(root))


def test_files_and_folders_are_written_and_nothing_else_is_left(tmp_path: Path) -> None:
    with staging(tmp_path, "game") as place:
        assert not place.holds(targets(tmp_path))
        place.put(targets(tmp_path))
        assert place.holds(targets(tmp_path))
    names = ["a/game/module.toml", "a/game/pictures/x.svg", "b/game/lattice.toml", "b/note.txt"]
    assert shown(tmp_path) == names


@pytest.mark.parametrize("moves", [0, 1, 2])
def test_the_next_command_finishes_one_that_was_stopped_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moves: int
) -> None:
    (tmp_path / "a" / "game").mkdir(parents=True)
    (tmp_path / "a" / "game" / "stale.txt").write_bytes(b"old")
    stopped_after(monkeypatch, tmp_path, moves)
    said: list[str] = []
    with staging(tmp_path, "game", said.append) as place:
        assert place.finished
        assert place.holds(targets(tmp_path))
    (line,) = said
    assert line.endswith("stopped amid its work: finished what it had begun")
    assert [name for name in shown(tmp_path) if ".part-" in name] == []


def test_what_was_stopped_before_its_plan_is_swept(tmp_path: Path) -> None:
    left = tmp_path / ".part-game" / "0"
    left.mkdir(parents=True)
    (left / "module.toml").write_bytes(b"ha")
    said: list[str] = []
    with staging(tmp_path, "game", said.append) as place:
        assert not place.finished
    assert said[0].endswith("stopped amid its work: begun anew")
    assert shown(tmp_path) == []


@pytest.mark.parametrize("failing", [0, 1, 2])
def test_a_place_that_cannot_be_written_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: int
) -> None:
    for name in ("a/game", "b/game"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "own.txt").write_bytes(b"old")
    (tmp_path / "b" / "note.txt").write_bytes(b"old")
    before = {name: (tmp_path / name).read_bytes() for name in shown(tmp_path)}
    real = Path.replace

    def replace(part: Path, target: Path) -> Path:
        if part.name == str(failing):
            raise OSError(28, "No space left on device")
        return real(part, target)

    monkeypatch.setattr(Path, "replace", replace)
    monkeypatch.setattr(module, "exchanged", lambda *_: False)
    with (
        pytest.raises(InputError, match="No space left on device, expected a place to write"),
        staging(tmp_path, "game") as place,
    ):
        place.put(targets(tmp_path))
    assert {name: (tmp_path / name).read_bytes() for name in shown(tmp_path)} == before


@pytest.mark.parametrize(
    "plan",
    [
        *('[["../outside.txt", 1]]', '[["/outside.txt", 1]]', '[[".", 1]]'),
        *("[3]", "{", '"x"', "[" * 9999, '[["a", "b"]]', "[[1, 2, 3]]"),
    ],
)
def test_a_plan_that_leads_out_of_the_folder_is_swept(tmp_path: Path, plan: str) -> None:
    root = tmp_path / "league"
    (root / ".part-game").mkdir(parents=True)
    (root / ".part-game" / "0").write_bytes(b"a stranger's")
    (root / ".part-game" / PLAN).write_text(plan, encoding="utf-8")
    with staging(root, "game") as place:
        assert not place.finished
    assert shown(tmp_path) == []


@pytest.mark.skipif(os.name != "posix", reason="links need no rights there")
def test_a_plan_that_leads_out_by_a_link_is_swept(tmp_path: Path) -> None:
    root, outside = tmp_path / "league", tmp_path / "outside"
    (root / ".part-game").mkdir(parents=True)
    outside.mkdir()
    (root / "rounds").symlink_to(outside)
    part = root / ".part-game" / "0"
    part.write_bytes(b"a stranger's")
    plan = json.dumps([["rounds/x", part.stat().st_ino]])
    (root / ".part-game" / PLAN).write_text(plan, encoding="utf-8")
    with staging(root, "game"):
        pass
    assert list(outside.iterdir()) == []


def test_what_is_staged_is_left_out_by_who_reads_a_folder(tmp_path: Path) -> None:
    for name in ("a.vlog", ".part-1-b.vlog", ".part-game/0/c.vlog"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    assert list(not_staged(tmp_path.rglob("*.vlog"), tmp_path)) == [tmp_path / "a.vlog"]


def test_the_content_of_a_place_is_what_was_written_there(tmp_path: Path) -> None:
    with staging(tmp_path, "game") as place:
        place.put(targets(tmp_path))
    assert {name: content_of(tmp_path / name) for name in FILES} == FILES
    shutil.rmtree(tmp_path / "a")
    assert content_of(tmp_path / "a") is None


@pytest.mark.parametrize("at_once", [True, False])
def test_a_folder_that_is_replaced_is_the_new_one_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: bool
) -> None:
    if not at_once:
        # As on Windows, where two folders cannot change places in one step.
        monkeypatch.setattr(module, "exchanged", lambda *_: False)
    for content in ({"old.txt": b"old"}, {"new.txt": b"new"}):
        with staging(tmp_path, "site") as place:
            place.put({tmp_path / "site": content})
    assert content_of(tmp_path) == {"site/new.txt": b"new"}


def test_a_command_stopped_once_two_folders_had_changed_places_is_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with staging(tmp_path, "site") as place:
        place.put({tmp_path / "site": {"old.txt": b"old"}})
    real = module.exchanged

    def stopping(first: Path, second: Path) -> bool:
        assert real(first, second)
        raise StoppedError

    with monkeypatch.context() as patch:
        patch.setattr(module, "exchanged", stopping)
        patch.setattr(Staging, "take_back", lambda *_: None)
        patch.setattr(Staging, "clear", lambda *_: None)
        with pytest.raises(StoppedError), staging(tmp_path, "site") as place:
            place.put({tmp_path / "site": {"new.txt": b"new"}})
    with staging(tmp_path, "site") as place:
        assert place.finished
    assert content_of(tmp_path) == {"site/new.txt": b"new"}
