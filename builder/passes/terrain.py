"""Pass ``terrain``: the survey compiled to a map, or the map compiled last time."""

from __future__ import annotations

import json

from clubroute.builder.cache import Cache
from clubroute.builder.compiled import TERRAIN, WARNINGS, terrain_key
from clubroute.builder.project import Project
from clubroute.builder.terrain_file import encode_terrain


def terrain_pass(
    project: Project, lattice: str, cache: Cache, *others: Cache
) -> tuple[bytes, tuple[str, ...]]:
    """The compiled map's bytes and the survey's warnings, kept in ``cache`` afterwards.

    :param others: caches that may have it, too.
    :raises InputError: any mistake in the sources.
    """
    key = terrain_key(project, lattice)
    for one in (cache, *others):
        data, told = (one.read(f"{lattice}-{kind}", key) for kind in (TERRAIN, WARNINGS))
        if data is not None and told is not None:
            break
    else:
        from clubroute.builder.survey.compile import compile_map

        compiled = compile_map(project.map_sources.parent, lattice)
        data = encode_terrain(compiled.terrain)
        told = json.dumps(compiled.warnings).encode("utf-8")
        one = None
    if one is not cache:
        # The map last: whoever sees it finds its warnings, too.
        cache.write(f"{lattice}-{WARNINGS}", key, told)
        cache.write(f"{lattice}-{TERRAIN}", key, data)
    return data, tuple(json.loads(told))
