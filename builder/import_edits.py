"""Reading an edited GeoJSON file back into a project."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from clubroute.builder.append_rows import append_rows, row_lines
from clubroute.builder.compiled import Say, compiled_map, silent
from clubroute.builder.errors import InputError, Where
from clubroute.builder.geojson_edits import changes, map_of, read_edits
from clubroute.builder.laid_roads import lay_roads
from clubroute.builder.project import Project
from clubroute.builder.provenance import Provenance
from clubroute.builder.survey.inputs import read_map_sources
from clubroute.builder.terrain import Basis
from clubroute.builder.whereabouts import whereabouts
from clubroute.builder.windows import lattice_of_window

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
