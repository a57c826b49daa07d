"""The program as a site ships it: all its code and numbers, without what draws from geography."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from zipfile import ZIP_DEFLATED

from clubroute.builder.project import SHIPPED, Project, files_in
from clubroute.builder.vassal.archive import Entry, write_archive

CODE = ("builder", "rules")
"""Folders of code. All of it goes along: a ruling record names the digest of it."""
DATA = (".csv", ".toml", ".json", ".txt", ".html")
LEFT_OUT = ("page", "fonts", "licences", "__pycache__")
"""Folders that no answer is made from."""
SOURCES = ("geography", "checks")
"""Folders of ``map_sources`` that maps are compiled from: a site has compiled ones."""


def engine_zip(project: Project) -> bytes:
    """The zip of a package ``clubroute`` with what answers are made from.

    :raises InputError: something among the sources is neither a file nor a folder.
    """
    found = dict(engine_files(project))
    entries = [Entry("clubroute/__init__.py", b"")] if "clubroute/__init__.py" not in found else []
    entries += [
        Entry(name, path.read_bytes(), method=ZIP_DEFLATED) for name, path in sorted(found.items())
    ]
    return write_archive(entries)


def engine_files(project: Project) -> Iterator[tuple[str, Path]]:
    """The files of the package by their names in it."""
    for folder in CODE:
        for path in files_in(SHIPPED / folder):
            inside = path.relative_to(SHIPPED)
            kept = path.suffix == ".py" or path.suffix in DATA
            if kept and not set(LEFT_OUT) & set(inside.parts[:-1]):
                yield f"clubroute/{inside.as_posix()}", path
    for name, top in (("map_sources", project.map_sources), ("counters", project.counters)):
        for path in files_in(top):
            inside = path.relative_to(top)
            if path.suffix in DATA and inside.parts[0] not in SOURCES:
                yield f"clubroute/{name}/{inside.as_posix()}", path
