"""Pass ``terrain``: the survey compiled to a map, or the map compiled last time."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from clubroute.builder.files.atomic import Cache
from clubroute.builder.project import Project
from clubroute.builder.terrain.shipped_maps import TERRAIN, WARNINGS, map_keys, shipped_terrain
from clubroute.builder.terrain.terrain_file import encode_terrain
from clubroute.builder.terrain.terrain_head import is_whole

if TYPE_CHECKING:
    from clubroute.builder.survey.compile import CompiledMap

Terrain = tuple[bytes, tuple[str, ...]]
"""A compiled map's bytes, and what the survey found odd."""


def terrain_pass(project: Project, lattice: str, cache: Cache, *others: Cache) -> Terrain:
    """The compiled map's bytes and the survey's warnings, kept in ``cache`` afterwards.

    :param others: caches that may have it, too.
    :raises InputError: any mistake in the sources.
    """
    keys = map_keys(project, lattice)
    key = keys.kept
    for one in (cache, *others):
        data, told = (
            one.read_file(f"{lattice}-{TERRAIN}", key),
            one.read(f"{lattice}-{WARNINGS}", key),
        )
        if data is not None and told is not None and is_whole(data):
            warnings = tuple(json.loads(told))
            return (data, warnings) if one is cache else keep(cache, lattice, key, data, warnings)
    shipped = shipped_terrain(lattice, keys.shipped)
    if shipped is not None:
        return keep(cache, lattice, key, *shipped)
    from clubroute.builder.passes.survey import survey_pass
    from clubroute.builder.survey.compile import combine
    from clubroute.builder.survey.inputs import read_map_sources

    sources = read_map_sources(project.map_sources.parent, lattice)
    compiled = combine(sources, survey_pass(project, sources, lattice, cache, *others))
    return keep_compiled(cache, lattice, key, compiled)


def keep_compiled(cache: Cache, lattice: str, key: str, compiled: CompiledMap) -> Terrain:
    """Keep a compiled map in a cache; what is kept."""
    return keep(cache, lattice, key, encode_terrain(compiled.terrain), compiled.warnings)


def keep(cache: Cache, lattice: str, key: str, data: bytes, warnings: tuple[str, ...]) -> Terrain:
    """Keep a map's bytes and warnings; returns them."""
    # The map last: whoever sees it finds its warnings, too.
    cache.write(f"{lattice}-{WARNINGS}", key, json.dumps(warnings).encode("utf-8"))
    return cache.write_file(f"{lattice}-{TERRAIN}", key, data), warnings
