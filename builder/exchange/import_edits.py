"""Reading an edited GeoJSON file back into a project."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from clubroute.builder.errors import InputError, Where
from clubroute.builder.exchange.geojson import LINK, Whereabouts, whereabouts
from clubroute.builder.exchange.geojson_edits import (
    Edit,
    changes,
    map_of,
    read_edits,
)
from clubroute.builder.files.append_rows import append_rows, row_lines
from clubroute.builder.grid import Hexside, hexside
from clubroute.builder.project import Project
from clubroute.builder.provenance import Provenance
from clubroute.builder.sources.vocabulary import Vocabulary
from clubroute.builder.survey.inputs import read_map_sources
from clubroute.builder.survey.plane import hex_at
from clubroute.builder.survey.snap_roads import RoadBounds, snap_road
from clubroute.builder.terrain.compiled import Say, compiled_map, silent
from clubroute.builder.terrain.terrain_map import Basis, TerrainMap
from clubroute.builder.windows import lattice_of_window

# New Roads drawn as lines in a geographic program, laid over the hexes they run through.

# A line drawn over the hexes is followed; what it crosses is told, not avoided.
OPEN_GROUND = RoadBounds(frozenset(), frozenset(), frozenset(), {})


def lay_roads(
    edits: Iterable[Edit], terrain: TerrainMap, where: Whereabouts, vocabulary: Vocabulary
) -> tuple[list[Edit], list[str]]:
    """The edits with every drawn Road as a link for each hexside it crosses, and remarks.

    A drawn Road is a feature of the layer ``link`` that names no hexside and has a line.

    :raises InputError: a line that runs nowhere from hex to hex of the map.
    """
    found: list[Edit] = []
    remarks: list[str] = []
    for edit in edits:
        if edit.layer != LINK or edit.texts["hexside"] or not edit.lines:
            found.append(edit)
            continue
        sides = sides_along(edit, terrain, where)
        if not sides:
            raise edit.error("road", "a line from hex to hex of the map")
        for side in sides:
            number = terrain.lattice.format_hexside(side)
            found.append(replace(edit, texts={**edit.texts, "hexside": number}))
            wet = [f.kind for f in terrain.features(side) if f.kind in vocabulary.barring]
            if wet and side not in terrain.links:
                remarks.append(
                    f"{number}: {edit.texts['road']} crosses the {wet[0]}; a bridge is a row of"
                    " hexsides.csv"
                )
    return found, remarks


def sides_along(edit: Edit, terrain: TerrainMap, where: Whereabouts) -> list[Hexside]:
    """The hexsides a line crosses between hexes of the map, each once, in its direction."""
    sides: dict[Hexside, None] = {}
    for line in edit.lines:
        spots = [where.spot(*position) for position in line]
        if any(hex_at(terrain.lattice, spot) in terrain.hexes for spot in spots):
            chain = snap_road(terrain.lattice, spots, (), OPEN_GROUND, (), rail=False).hexes
            for a, b in pairwise(chain):
                if a in terrain.hexes and b in terrain.hexes:
                    sides[hexside(a, b)] = None
    return list(sides)


MOST_REMARKS = 40
"""Remarks that are told one by one."""


def folded(remarks: Sequence[str]) -> list[str]:
    """The first remarks, and how many more there are."""
    more = len(remarks) - MOST_REMARKS
    return [*remarks[:MOST_REMARKS], *([f"… and {more} more remarks"] if more > 0 else [])]


def import_file(
    project: Project,
    path: Path,
    cite: str,
    provenance: Provenance,
    *,
    append: bool,
    say: Say = silent,
) -> list[tuple[str, bool]]:
    """The rows an edited file gives, as (line, True), with remarks, as (line, False).

    :param append: write the rows into the map's CSV files as well, which must be the project's.
    :param say: told before the map is compiled, where it must be.
    :raises InputError: a mistake in the file or in the sources, a blank citation.
    """
    own = project.map_sources.parent
    if append and own != project.root:
        expected = "a project with map_sources of its own: copy the folder"
        raise InputError(Where.of(project.root), "only the map_sources of clubroute", expected)
    if not cite.strip():
        raise InputError(Where("--cite"), "a blank text", "a rule, a source or a reason")
    edits = read_edits(path)
    name = lattice_of_window(project, map_of(edits, path))
    if append and project.with_lattice(name) is not project:
        expected = f"{name} among the project's own map_sources: copy its folder"
        raise InputError(Where.of(project.map_sources / name), "no such folder", expected)
    home = project.map_folder(name).parent
    sources = read_map_sources(home.parent, name)
    terrain = compiled_map(project, name, say)
    where = whereabouts(sources.lattice, sources.controls, str(sources.folder / "controls.csv"))
    laid, crossings = lay_roads(edits, terrain, where, sources.vocabulary)
    found = changes(laid, terrain, sources, Basis(provenance, cite.strip()))
    told = [(remark, False) for remark in folded([*crossings, *found.remarks])]
    targets = [(sources.folder / f"{kind}.csv", rows) for kind, rows in found.rows.items() if rows]
    # All rows are made before the first is written: a missing column stops the whole.
    lines = [(target, row_lines(target, rows)) for target, rows in targets]
    for target, many in lines:
        told.append((f"# {target.relative_to(home.parent).as_posix()}", True))
        told += [(line, True) for line in many]
    if append:
        for target, rows in targets:
            append_rows(target, rows)
    count = sum(len(rows) for _, rows in targets)
    told.append((f"{count} rows {'appended' if append else 'to append'}", False))
    return told
