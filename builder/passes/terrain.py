"""Pass ``terrain``: the survey compiled to a map, or the map compiled last time."""

from __future__ import annotations

import json

from clubroute.builder.cache import Cache, code_digest, digest, files_digest
from clubroute.builder.project import Project
from clubroute.builder.terrain_file import encode_terrain


def terrain_pass(project: Project, lattice: str, cache: Cache) -> tuple[bytes, tuple[str, ...]]:
    """The compiled map's bytes and the survey's warnings."""
    folders = (project.map_sources / "geography", project.map_sources / lattice)
    # Boards and colours do not change the terrain.
    files = [
        p
        for folder in folders
        if folder.is_dir()
        for p in folder.rglob("*")
        if p.is_file() and p.name != "style.toml" and not p.name.startswith((".", "~"))
    ]
    key = digest(files_digest(project.map_sources, files), code_digest())
    kept, told = (cache.read(f"{lattice}-{kind}", key) for kind in ("terrain", "warnings"))
    if kept is not None and told is not None:
        return kept, tuple(json.loads(told))
    from clubroute.builder.survey.compile import compile_map

    compiled = compile_map(project.root, lattice)
    warnings = tuple(compiled.warnings)
    cache.write(f"{lattice}-warnings", key, json.dumps(warnings).encode("utf-8"))
    data = cache.write(f"{lattice}-terrain", key, encode_terrain(compiled.terrain))
    cache.prune(f"{lattice}-")
    return data, warnings
