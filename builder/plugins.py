"""Folders of games and series of games that other installed packages bring.

A package names itself in its ``pyproject.toml``; its folder holds ``counters/`` and
``map_sources/`` as a project does::

    [project.entry-points."clubroute.games"]
    island = "island_game"

A package that brings a series has a ``series.toml`` in the folder it names (docs/authoring.md)::

    [project.entry-points."clubroute.series"]
    island = "island_rules"
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

GROUP = "clubroute.games"
SERIES_GROUP = "clubroute.series"


@cache
def plugin_folders() -> tuple[Path, ...]:
    """The folders of all packages that bring games, sorted by the names they give themselves."""
    return tuple(folder for _, _, folder in packages_in(GROUP))


def packages_in(group: str) -> tuple[tuple[str, str, Path], ...]:
    """What packages name in a group of entry points: names, modules and their folders, sorted by
    the names they give themselves.

    The files are read as they lie: :mod:`importlib.metadata` takes longer to import than most
    questions take.
    """
    found = {
        name: (name, module, folder)
        for path in entry_points()
        for name, module, folder in named_in(path, group)
    }
    return tuple(found[name] for name in sorted(found))


def entry_points() -> tuple[Path, ...]:
    """The files of all installed packages that name entry points."""
    places = map(Path, dict.fromkeys(sys.path))
    return tuple(path for place in places for path in place.glob("*.dist-info/entry_points.txt"))


def named_in(path: Path, group: str) -> list[tuple[str, str, Path]]:
    """The names, modules and folders that a package's ``entry_points.txt`` has in a group."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return []
    section, found = "", []
    for line in map(str.strip, lines):
        if line.startswith("["):
            section = line
        elif section == f"[{group}]" and "=" in line:
            name, module = (part.strip() for part in line.split("=", 1))
            folder = path.parent.parent.joinpath(*module.split("."))
            found.append((name, module, folder))
    return [row for row in found if row[2].is_dir()]
