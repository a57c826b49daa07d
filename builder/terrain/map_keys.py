"""What caches call a lattice's compiled map and what goes with it, and the digest it is kept by."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.builder.files.atomic import digest, files_digest
from clubroute.builder.own_code import COMPILING, code_digest, own_code
from clubroute.builder.project import Project

TERRAIN, WARNINGS, SURVEY = "terrain", "warnings", "survey"
"""What a cache keeps of a lattice: the compiled map, what was odd about it, and its survey."""

OWN, OTHERS = "findings", "beyond"
"""And what the builder's own checks find, and what those from outside do."""


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
