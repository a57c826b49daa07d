"""Ways to damage the files of a project, and what must be said of each."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from clubroute.builder.cli import main
from tests.pipeline.projects import edit

Damage = Callable[[Path], object]


def replaced(file: str, old: str, new: str) -> Damage:
    """Damage: one text of a file for another."""
    return lambda root: edit(root / file, old, new)


def written(file: str, data: bytes) -> Damage:
    """Damage: a file with these bytes."""
    return lambda root: (root / file).write_bytes(data) and None


def appended(file: str, line: str) -> Damage:
    """Damage: one more line at the end of a file."""

    def damage(root: Path) -> None:
        with (root / file).open("a", encoding="utf-8", newline="\n") as stream:
            stream.write(line + "\n")

    return damage


def recoded(file: str, encoding: str) -> Damage:
    """Damage: a file in another encoding."""

    def damage(root: Path) -> None:
        text = (root / file).read_text(encoding="utf-8")
        (root / file).write_bytes(text.encode(encoding))

    return damage


def removed(file: str) -> Damage:
    """Damage: a file that is not there."""
    return lambda root: (root / file).unlink()


def folder(file: str) -> Damage:
    """Damage: a folder where a file should be."""

    def damage(root: Path) -> None:
        (root / file).unlink()
        (root / file).mkdir()

    return damage


def check(
    arguments: list[str],
    expected: str,
    capsys: pytest.CaptureFixture[str],
    command: Callable[[list[str]], int] = main,
) -> None:
    """The command, by default one of the builder's, fails with exit code 2 and one line that
    matches."""
    capsys.readouterr()
    code = command(arguments)
    told = capsys.readouterr()
    lines = [line for line in told.err.splitlines() if not line.startswith("…")]
    assert code == 2, told.err
    # A mistake in every row of a file is told so often, and then counted.
    assert len(lines) == 1 or lines[-1].endswith(" mistakes more"), told.err
    assert all(line.startswith("clubroute: ") for line in lines)
    assert "Traceback" not in told.err + told.out
    assert re.search(expected, lines[0]), lines[0]
