"""Source files the rules share with the module: what its windows show, players are told too."""

from __future__ import annotations

from pathlib import Path

from clubroute.builder.errors import InputError, Where
from clubroute.builder.project import shipped_project


def source_file(name: str, project: Path | None = None) -> Path:
    """A file of a project's sources, ``counters/wed/club_route.toml``, else the one shipped.

    :raises InputError: there is neither.
    """
    shipped = shipped_project().root / name
    own = shipped if project is None else project / name
    for path in (own, shipped):
        if path.is_file():
            return path
    raise InputError(Where.of(shipped), "no such file", "a source file of clubroute")
