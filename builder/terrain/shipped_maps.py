"""Compiled maps that an installed package brings, so that nobody waits for a first answer.

Each lies beside a note of what it was made from: where the sources or this program differ from
that, a map is compiled as everywhere. :mod:`.ship_maps` makes them when a wheel is built.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from clubroute.builder.files.atomic import write_bytes
from clubroute.builder.project import SHIPPED
from clubroute.builder.terrain.terrain_head import is_whole

if TYPE_CHECKING:
    from clubroute.builder.passes.terrain import Terrain

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
