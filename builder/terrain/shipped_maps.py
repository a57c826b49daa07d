"""Compiled maps that an installed package brings, so that nobody waits for a first answer.

Each lies beside a note of what it was made from: where the sources or this program differ from
that, a map is compiled as everywhere. :mod:`.ship_maps` makes them when a wheel is built.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from clubroute.builder.files.atomic import digest, files_digest, write_bytes
from clubroute.builder.own_code import COMPILING, code_digest, own_code
from clubroute.builder.project import SHIPPED, Project
from clubroute.builder.terrain.terrain_head import is_whole

if TYPE_CHECKING:
    from clubroute.builder.passes.terrain import Terrain


# What caches call a lattice's compiled map and what goes with it, and the digest it is kept by.

TERRAIN, WARNINGS, SURVEY = "terrain", "warnings", "survey"
"""What a cache keeps of a lattice: the compiled map, what was odd about it, and its survey."""

OWN, LETTERED, OTHERS = "findings", "lettered", "beyond"
"""And what the builder's own checks find, the one that places all names, and those from outside."""


@dataclass(frozen=True, slots=True)
class MapKeys:
    """What a lattice's compiled map is known by: ``kept`` in a cache, where the libraries that
    compute it count, and ``shipped`` with a package, where they do not: it is the same on every
    machine."""

    kept: str
    shipped: str


def map_keys(project: Project, lattice: str) -> MapKeys:
    """Digest all that a lattice's compiled map is made from: its sources and this program."""
    files = map_files_digest(project, lattice)
    return MapKeys(digest(files, code_digest(COMPILING)), digest(files, own_code(COMPILING)))


def terrain_key(project: Project, lattice: str) -> str:
    """What a lattice's compiled map is called in a cache."""
    return map_keys(project, lattice).kept


def map_files_digest(project: Project, lattice: str) -> str:
    """Digest of the files a lattice's compiled map is made from."""
    # Boards and colours do not change the terrain.
    files = [p for p in project.map_files(lattice) if p.name != "style.toml"]
    return files_digest(project.map_sources, files)


FOLDER = SHIPPED / "maps"


def shipped_map(lattice: str, key: str, folder: Path = FOLDER) -> Path | None:
    """The file of a lattice's map as the package brought it; None if it brought none, or one that
    was made from something else than ``key`` tells (:class:`.map_keys.MapKeys`).
    """
    kept = note(lattice, folder)
    if not kept or kept.get("made from") != key:
        return None
    path = folder / f"{lattice}.terrain"
    return path if path.is_file() and is_whole(path.read_bytes()) else None


def shipped_terrain(lattice: str, key: str, folder: Path = FOLDER) -> Terrain | None:
    """The bytes of such a map, and what its survey found odd."""
    path = shipped_map(lattice, key, folder)
    if path is None:
        return None
    return path.read_bytes(), tuple(note(lattice, folder)["warnings"])


def note(lattice: str, folder: Path) -> dict[str, str | list[str]]:
    """What stands beside a map; nothing if there is none, or a damaged one."""
    try:
        told = json.loads((folder / f"{lattice}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return told if isinstance(told, dict) else {}


def write_shipped(folder: Path, lattice: str, key: str, compiled: Terrain) -> None:
    """Write a compiled map and the note beside it, which names what it was made from."""
    data, warnings = compiled
    told = {"made from": key, "warnings": list(warnings)}
    write_bytes(folder / f"{lattice}.terrain", data)
    write_bytes(folder / f"{lattice}.json", json.dumps(told, indent=1).encode("utf-8"))
