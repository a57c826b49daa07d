"""Copies of the project's sources that a test may damage or edit."""

from __future__ import annotations

import shutil
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]


def copy_project(target: Path, lattice: str, game: str, *, geography: bool) -> Path:
    """A project with one lattice and one game, copied from the repository."""
    folders = [f"map_sources/{lattice}", f"counters/{game}"]
    if geography:
        folders.append("map_sources/geography")
    for folder in folders:
        shutil.copytree(REPOSITORY / folder, target / folder)
    return target


def edit(path: Path, old: str, new: str) -> None:
    """Replace the first ``old`` in a file. The text must be there: a test that edits nothing
    proves nothing."""
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{old!r} is not in {path.name}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8", newline="\n")


def results(out: Path) -> dict[str, bytes]:
    """Every file a build left in its output folder, but for its hidden folder."""
    if not out.exists():
        return {}
    return {
        p.relative_to(out).as_posix(): p.read_bytes()
        for p in sorted(out.rglob("*"))
        if p.is_file() and ".cache" not in p.relative_to(out).parts
    }
