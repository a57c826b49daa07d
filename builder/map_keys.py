"""What caches call a lattice's compiled map and what goes with it, and the digest it is kept by."""

from __future__ import annotations

from clubroute.builder.cache import code_digest, digest, files_digest, own_code
from clubroute.builder.project import Project

TERRAIN, WARNINGS, SURVEY = "terrain", "warnings", "survey"
"""What a cache keeps of a lattice: the compiled map, what was odd about it, and its survey."""

OWN, OTHERS = "findings", "beyond"
"""And what the builder's own checks find, and what those from outside do."""


def terrain_key(project: Project, lattice: str) -> str:
    """Digest of all a lattice's compiled map is made from, the libraries that compute it too."""
    return digest(map_files_digest(project, lattice), code_digest())


def sources_key(project: Project, lattice: str) -> str:
    """Digest of a lattice's sources and of this program: the same on every machine."""
    return digest(map_files_digest(project, lattice), own_code())


def map_files_digest(project: Project, lattice: str) -> str:
    """Digest of the files a lattice's compiled map is made from."""
    # Boards and colours do not change the terrain.
    files = [p for p in project.map_files(lattice) if p.name != "style.toml"]
    return files_digest(project.map_sources, files)
