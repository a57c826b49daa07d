"""All the sources a map is compiled from, read once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from clubroute.builder.errors import InputError, Where
from clubroute.builder.grid import Lattice
from clubroute.builder.mistakes import Mistakes
from clubroute.builder.sources.areas import AreaRecord, read_areas
from clubroute.builder.sources.controls import ControlPoint, read_controls
from clubroute.builder.sources.features import Feature, read_geography
from clubroute.builder.sources.hexes import HexRecord, read_hexes
from clubroute.builder.sources.hexsides import HexsideRecord, read_hexsides
from clubroute.builder.sources.junctions import JunctionRecord, read_junctions
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.sources.links import LinkRecord, read_links
from clubroute.builder.sources.regions import RegionRecord, read_regions
from clubroute.builder.sources.vocabulary import Vocabulary, read_vocabulary

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
