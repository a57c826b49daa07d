"""The program as a site ships it: all its code and numbers, without what draws from geography."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from zipfile import ZIP_DEFLATED

from clubroute.builder.project import SHIPPED, Project, files_in, shipped_project
from clubroute.builder.vassal.archive import Entry, write_archive
from clubroute.rules.series import series_at

CODE = ("builder", "rules")
"""Folders of code. All of it goes along: a ruling record names the digest of it."""
DATA = (".csv", ".toml", ".json", ".txt", ".html")
LEFT_OUT = ("page", "fonts", "licences", "__pycache__")
"""Folders that no answer is made from."""
SOURCES = ("geography", "checks")
"""Folders of ``map_sources`` that maps are compiled from: a site has compiled ones."""


def engine_zip(project: Project, games: Sequence[str]) -> bytes:
    """The zip of a package ``clubroute`` with what answers about some games are made from.

    :raises InputError: something among the sources is neither a file nor a folder.
    """
    found = dict(engine_files(project, games))
    entries = [Entry("clubroute/__init__.py", b"")] if "clubroute/__init__.py" not in found else []
    entries += [
        Entry(name, path.read_bytes(), method=ZIP_DEFLATED) for name, path in sorted(found.items())
    ]
    return write_archive(entries)


def engine_files(project: Project, games: Sequence[str]) -> Iterator[tuple[str, Path]]:
    """The files of the package by their names in it.

    All games that come with clubroute are in it: questions may name any. Of a game of one's own it
    has the counters and the map, placed as if they came with clubroute.
    """
    for folder in CODE:
        for path in files_in(SHIPPED / folder):
            inside = path.relative_to(SHIPPED)
            kept = path.suffix == ".py" or path.suffix in DATA
            if kept and not set(LEFT_OUT) & set(inside.parts[:-1]):
                yield f"clubroute/{inside.as_posix()}", path
    ours = shipped_project()
    found = source_files(ours.map_sources, "") | source_files(ours.counters, "")
    for game in games:
        lattice = series_at(game).lattice
        for top, folder in (
            (project.with_game(game).counters, game),
            (project.with_lattice(lattice).map_sources, lattice),
        ):
            replaced = f"clubroute/{top.name}/{folder}/"
            others = {name: path for name, path in found.items() if not name.startswith(replaced)}
            found = others | source_files(top, folder)
    yield from found.items()


def source_files(top: Path, folder: str) -> dict[str, Path]:
    """The files of a folder of ``map_sources`` or ``counters`` by their names in the package."""
    found: dict[str, Path] = {}
    for path in files_in(top / folder):
        inside = path.relative_to(top)
        if path.suffix in DATA and inside.parts[0] not in SOURCES:
            found[f"clubroute/{top.name}/{inside.as_posix()}"] = path
    return found
