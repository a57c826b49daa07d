"""Files are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from clubroute.builder.atomic import sweep, write_bytes
from clubroute.builder.errors import InputError


def test_writing_replaces_at_once_and_makes_the_folder(tmp_path: Path) -> None:
    target = tmp_path / "new folder" / "m.vmod"
    write_bytes(target, b"one")
    write_bytes(target, b"two", parts=tmp_path / "parts")
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
