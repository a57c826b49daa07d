"""The usual surroundings of a question: the folders that hold where none is named."""

from __future__ import annotations

from pathlib import Path

from clubroute.builder.errors import InputError, Where
from clubroute.builder.project import NAMED, find_project
from clubroute.builder.terrain.compiled import CompiledMaps, Say, silent
from clubroute.rules.asking.context import Context


def context_of(folder: Path | None, owner: Path | None, say: Say = silent) -> Context:
    """Make the surroundings of a question, with the usual folders where none is named.

    A folder that is named must have the maps; without one a missing map is made when it is needed,
    after a word to ``say``.

    :raises InputError: a folder is named that does not exist.
    """
    if folder is not None:
        if not folder.is_dir():
            expected = "a folder with compiled maps"
            raise InputError(Where.of(folder), "no such folder", expected)
        return Context(folder, owner_folder=owner)
    maps = usual_maps(None, say)
    return Context(maps.folder, owner_folder=owner, maps=maps)


def usual_maps(project: Path | None, say: Say = silent) -> CompiledMaps:
    """Find the maps of a project, by default the one around us.

    :raises InputError: a folder is named that is no project.
    """
    found = find_project(project)
    return CompiledMaps(found, map_folder() if project is None else found.build, say)


def map_folder() -> Path:
    """Find where a build leaves its results: ``build`` here, or in the project around us."""
    here = Path("build")
    named = NAMED.get() is not None
    return here if here.is_dir() and not named else find_project(None).build
