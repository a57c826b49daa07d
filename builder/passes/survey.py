"""Pass ``survey``: the geography brought onto a lattice, or the survey made last time.

A survey looks at the geography, the control points, the documented hexsides, Roads and areas; at no
hex, junction or region. Who edits one of those waits for no survey.
"""

from __future__ import annotations

from clubroute.builder.files.atomic import Cache, digest, files_digest
from clubroute.builder.own_code import SURVEYING, code_digest
from clubroute.builder.project import Project
from clubroute.builder.survey.inputs import MapSources
from clubroute.builder.survey.survey import (
    Survey,
    decode_survey,
    encode_survey,
    survey_map,
)
from clubroute.builder.terrain.shipped_maps import SURVEY

UNSEEN = ("style.toml", "hexes.csv", "junctions.csv", "regions.csv")
"""The sources of a lattice that its survey does not look at."""


def survey_key(project: Project, lattice: str) -> str:
    """Digest of all a lattice's survey is made from."""
    files = [path for path in project.map_files(lattice) if path.name not in UNSEEN]
    return digest(files_digest(project.map_sources, files), code_digest(SURVEYING))


def survey_pass(
    project: Project, sources: MapSources, lattice: str, cache: Cache, *others: Cache
) -> Survey:
    """The survey of a lattice, kept in ``cache`` afterwards.

    :param sources: read from its files. :param others: caches that may have it, too.
    :raises InputError: control points that fit no country.
    """
    if not sources.controls:
        return survey_map(sources)
    kind, key = f"{lattice}-{SURVEY}", survey_key(project, lattice)
    for one in (cache, *others):
        data = one.read(kind, key)
        if data is not None:
            kept = data if one is cache else cache.write(kind, key, data)
            return decode_survey(kept, sources.features)
    survey = survey_map(sources)
    cache.write(kind, key, encode_survey(survey))
    return survey
