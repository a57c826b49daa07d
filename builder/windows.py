"""The maps of a project: windows of its lattices."""

from __future__ import annotations

from clubroute.builder.errors import (
    InputError,
    Where,
    nearest_name,
    one_of,
)
from clubroute.builder.project import Project
from clubroute.builder.sources.lattice import read_lattice


def lattice_of_window(project: Project, window: str) -> str:
    """Find the lattice that has a window of that name, the project's or clubroute's.

    :raises InputError: none has, with the nearest.
    """
    windows: list[str] = []
    for name in project.lattices():
        found = read_lattice(project.map_folder(name) / "lattice.toml").lattice.windows
        if window in found:
            return name
        windows += found
    raise InputError(Where("MAP"), repr(window), one_of(windows), nearest_name(window, windows))
