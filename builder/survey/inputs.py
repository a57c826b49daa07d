"""All the sources a map is compiled from, read once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from clubroute.builder.errors import InputError, Where
from clubroute.builder.grid import Lattice
from clubroute.builder.sources.checks import ControlPoint, read_controls
from clubroute.builder.sources.features import Feature, read_geography
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.sources.map_rows import (
    AreaRecord,
    HexRecord,
    HexsideRecord,
    JunctionRecord,
    LinkRecord,
    read_areas,
    read_hexes,
    read_hexsides,
    read_junctions,
    read_links,
)
from clubroute.builder.sources.mistakes import Mistakes
from clubroute.builder.sources.regions import RegionRecord, read_regions
from clubroute.builder.sources.vocabulary import Vocabulary, read_vocabulary
from clubroute.builder.survey.fit import fit_controls, make_warp, ties
from clubroute.builder.survey.plane import Spot

# The geography as lines and outlines on a lattice's plane, beyond its hexes as well as on them.

HEATH = "heath"
"""What the geography calls the open ground that is drawn as heath."""

Course = tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class CountryStretch:
    """A line or an outline of the country: its id, the kind boards draw it as, its courses, and its
    name.

    That is a terrain's or a line's name, or :data:`HEATH`.

    The courses of an outline are its rings, those of a line its parts, in hexes of the plane.
    """

    id: str
    kind: str
    outline: bool
    courses: tuple[Course, ...]
    name: str = ""


def country_of(
    folder: Path,
    lattice: Lattice,
    words: Vocabulary,
    features: Sequence[Feature],
    drawn: Mapping[str, str],
) -> tuple[CountryStretch, ...]:
    """The country round a lattice, outlines first; nothing for a lattice without control points.

    :param folder: of the lattice. :param features: of the geography beside it.
    :param drawn: the kinds that boards draw as another kind.
    :raises InputError: a mistake in ``controls.csv``.
    """
    path = folder / "controls.csv"
    if not path.is_file():
        return ()
    points = ties(read_controls(path, lattice), lattice)
    warp = make_warp(fit_controls(points, str(path)).similarity, points)

    def warped(lines: Sequence[Sequence[tuple[float, float]]]) -> tuple[Course, ...]:
        return tuple(tuple(warp.spot(lon, lat) for lon, lat in line) for line in lines)

    outlines, lines = [], []
    for feature in features:
        stands_for = words.line_stands_for(feature.kind)
        told = words.features.get(feature.kind)
        ground = told.terrain if told else feature.kind
        if feature.lines:
            kind = drawn.get(stands_for, stands_for)
            lines.append(CountryStretch(feature.id, kind, False, warped(feature.lines)))
        elif feature.kind == HEATH or (ground and ground != words.default):
            # To the rules heath may be open ground; it looks otherwise.
            kind = HEATH if ground == words.default else ground
            for rings in feature.polygons:
                outlines.append(CountryStretch(feature.id, kind, True, warped(rings), feature.name))
    return (*outlines, *lines)


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class MapSources:
    """A lattice's records. ``controls`` is empty for a map without geography."""

    folder: Path
    lattice: Lattice
    vocabulary: Vocabulary
    controls: tuple[ControlPoint, ...]
    features: tuple[Feature, ...]
    hexes: tuple[HexRecord, ...]
    hexsides: tuple[HexsideRecord, ...]
    links: tuple[LinkRecord, ...]
    areas: tuple[AreaRecord, ...]
    junctions: tuple[JunctionRecord, ...] = ()
    regions: tuple[RegionRecord, ...] = ()


def read_map_sources(project: Path, lattice_name: str) -> MapSources:
    """Read ``map_sources/<lattice_name>/`` and, for a surveyed lattice, the geography.

    ``lattice.toml`` and ``terrain.toml`` must be there. ``hexes.csv``, ``hexsides.csv``,
    ``links.csv``, ``junctions.csv``, ``areas.csv`` and ``regions.csv`` may be absent, as may
    ``controls.csv``; without it no geography is used.

    :raises InputError: every mistake in any of the tables, the first in the other files.
    """
    sources = project / "map_sources"
    folder = sources / lattice_name
    if not folder.is_dir():
        raise InputError(Where.of(folder), "no such folder", "a lattice folder in map_sources")
    source = read_lattice(folder / "lattice.toml")
    lattice = source.lattice
    vocabulary = read_vocabulary(folder / "terrain.toml")
    surveyed = (folder / "controls.csv").exists()
    controls = read_controls(folder / "controls.csv", lattice) if surveyed else ()
    features = read_geography(sources / "geography", vocabulary) if surveyed else ()
    roads = {f.id: f.kind for f in features if f.kind in vocabulary.roads}
    games = tuple(lattice.windows)
    hexes, hexsides, links, areas, junctions, regions = (
        folder / f"{name}.csv"
        for name in ("hexes", "hexsides", "links", "areas", "junctions", "regions")
    )
    mistakes = Mistakes()

    def rows(path: Path, read: Callable[[], tuple[T, ...]]) -> tuple[T, ...]:
        return (mistakes.attempt(read) or ()) if path.exists() else ()

    sides = rows(hexsides, lambda: read_hexsides(hexsides, lattice, vocabulary))
    names = frozenset({f.name for f in features} | {r.name for r in sides}) - {""}
    boards = source.boards
    found = MapSources(
        folder=folder,
        lattice=lattice,
        vocabulary=vocabulary,
        controls=controls,
        features=features,
        hexes=rows(hexes, lambda: read_hexes(hexes, lattice, vocabulary)),
        hexsides=sides,
        links=rows(links, lambda: read_links(links, lattice, vocabulary, roads)),
        areas=rows(areas, lambda: read_areas(areas, lattice, vocabulary, games)),
        junctions=rows(junctions, lambda: read_junctions(junctions, lattice)),
        regions=rows(regions, lambda: read_regions(regions, lattice, vocabulary, boards, names)),
    )
    mistakes.settle()
    return found
