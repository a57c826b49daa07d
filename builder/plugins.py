"""Folders of games that other installed packages bring.

A package names itself in its ``pyproject.toml``; its folder holds ``counters/`` and
``map_sources/`` as a project does::

    [project.entry-points."clubroute.games"]
    island = "island_game"
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

GROUP = "clubroute.games"


@cache
def plugin_folders() -> tuple[Path, ...]:
    """The folders of all packages that bring games, sorted by the names they give themselves.

    The files are read as they lie: :mod:`importlib.metadata` takes longer to import than most
    questions take.
    """
    found = {
        name: folder
        for place in dict.fromkeys(sys.path)
        for path in Path(place).glob("*.dist-info/entry_points.txt")
        for name, folder in named_in(path)
    }
    return tuple(found[name] for name in sorted(found))


def named_in(path: Path) -> list[tuple[str, Path]]:
    """The names and folders of games in a package's ``entry_points.txt`` that are there."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return []
    section, found = "", []
    for line in map(str.strip, lines):
        if line.startswith("["):
            section = line
        elif section == f"[{GROUP}]" and "=" in line:
            name, module = (part.strip() for part in line.split("=", 1))
            found.append((name, path.parent.parent.joinpath(*module.split("."))))
    return [(name, folder) for name, folder in found if folder.is_dir()]
