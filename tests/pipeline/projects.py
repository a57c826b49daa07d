"""Copies of the project's sources that a test may damage or edit."""

from __future__ import annotations

import re
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


CORNER = """
[[sheets]]
name = "corner"
columns = [68, 82]
rows = [119, 142]
wrap = 100
provenance = "assumed"
cite = "a test"

[[boards]]
name = "Corner"
window = "corner"
columns = [68, 82]
rows = [119, 142]
place = [0, 0]
"""
"""A sheet and its board, in the country around Veghel."""


def corner_project(target: Path) -> Path:
    """Testland's game, played in a corner of the country of Where Eagles Dare.

    Its country is surveyed and compiled as that of the great modules is, the whole lattice; its
    board is a small one, and its counters and set-up are Testland's.
    """
    root = copy_project(target, "gts", "testland", geography=True)
    lattice = root / "map_sources/gts/lattice.toml"
    with lattice.open("a", encoding="utf-8", newline="\n") as stream:
        stream.write(CORNER)
    edit(lattice, "[windows]\n", '[windows]\ncorner = ["corner"]\n')
    game = root / "counters/testland"
    edit(game / "module.toml", 'lattice = "example" ', 'lattice = "gts"')
    edit(game / "module.toml", 'window = "testland"', 'window = "corner"')
    for path in (game / "scenarios/bridge.csv", game / "scenarios/bridge.toml"):
        moved = re.sub(r"\b([1-6])\.0([4-8])\b", in_corner, path.read_text(encoding="utf-8"))
        path.write_text(moved, encoding="utf-8", newline="\n")
    edit(game / "tutorial.toml", "3.05", "73.125")
    return root


def in_corner(number: re.Match[str]) -> str:
    """The hex of the corner that stands for one of Testland's."""
    return f"{70 + int(number[1])}.{120 + int(number[2])}"
