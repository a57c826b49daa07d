"""Compiled maps at first need: found where a build left them, or made and kept for this user.

A map is kept by the digest of its sources and of this program, so what is found is never stale.
Nothing heavy is imported here: whoever asks about a map that is compiled waits for no compiler.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.atomic import CACHE, Cache, newest_only
from clubroute.builder.passes.terrain import terrain_pass
from clubroute.builder.project import Project
from clubroute.builder.terrain.shipped_maps import (
    FOLDER,
    SURVEY,
    TERRAIN,
    WARNINGS,
    map_keys,
    shipped_map,
    terrain_key,
)
from clubroute.builder.terrain.terrain_file import decode_terrain
from clubroute.builder.terrain.terrain_head import is_whole, of_another_form

if TYPE_CHECKING:
    from clubroute.builder.terrain.terrain_map import TerrainMap

MOST_KEPT = 8
"""Compiled maps of one lattice in the user's cache: some projects, some versions of each."""

Say: TypeAlias = Callable[[str], None]


def silent(line: str) -> None:
    """Say nothing."""


@dataclass(frozen=True, slots=True)
class CompiledMaps:
    """The compiled maps that questions are about, each made when it is first needed.

    ``folder`` is where a build of the ``project`` leaves its results. ``say`` is told, in one
    line, before a map is compiled: that takes some seconds.
    """

    project: Project
    folder: Path
    say: Say = silent

    def path(self, lattice: str) -> Path:
        """The file of a compiled map as new as its sources.

        A map in ``folder`` of which the folder's cache knows nothing was put there by somebody,
        and is taken as it is, unless another version of this program wrote it.

        :raises InputError: a mistake in the sources, or no place to keep the map.
        """
        built = self.folder / f"{lattice}.{TERRAIN}"
        if self.is_put_there(lattice):
            return built
        why = ""
        if built.is_file():
            other = of_another_form(built)
            why = f"{built} is {'of another version' if other else 'older than its sources'}: "
        project, cache = self.project.with_lattice(lattice), self.folder / CACHE
        return fresh_map(project, lattice, lambda line: self.say(why + line), cache)

    def is_put_there(self, lattice: str) -> bool:
        """Whether somebody put a map in ``folder`` of which the folder's cache knows nothing."""
        known = any((self.folder / CACHE).glob(f"{lattice}-{TERRAIN}-*"))
        built = self.folder / f"{lattice}.{TERRAIN}"
        return built.is_file() and not known and not of_another_form(built)

    def at_hand(self, lattice: str) -> bool:
        """Whether a map need not be compiled."""
        project = self.project.with_lattice(lattice)
        return self.is_put_there(lattice) or bool(kept_map(project, lattice, self.folder / CACHE))


def compiled_map(project: Project, lattice: str, say: Say = silent) -> TerrainMap:
    """A project's map as its sources have it. :raises InputError: as :meth:`CompiledMaps.path`."""
    return map_and_warnings(project, lattice, say)[0]


def map_and_warnings(
    project: Project, lattice: str, say: Say = silent
) -> tuple[TerrainMap, tuple[str, ...]]:
    """A project's map as its sources have it, and what its survey found odd, a line each.

    :raises InputError: as :meth:`CompiledMaps.path`.
    """
    project = project.with_lattice(lattice)
    data, warnings = terrain_pass(project, lattice, map_cache(project, lattice, say))
    return decode_terrain(data, f"{lattice}.{TERRAIN}"), warnings


def map_cache(project: Project, lattice: str, say: Say = silent) -> Cache:
    """The cache that holds a project's compiled map, or may: what comes with clubroute lies in
    none. :raises InputError: as :meth:`CompiledMaps.path`."""
    shown = project.with_lattice(lattice)
    folder = fresh_map(shown, lattice, say, project.build / CACHE).parent
    return Cache(cache_folder() if folder == FOLDER else folder)


def fresh_map(project: Project, lattice: str, say: Say, *caches: Path) -> Path:
    """A project's compiled map in one of some caches or in the user's, else made for the user's.

    :raises InputError: as :meth:`CompiledMaps.path`.
    """
    found = kept_map(project, lattice, *caches)
    if found is not None:
        return found
    place = cache_folder()
    say(f"compiling the map {lattice}, once, to be kept in {place} (a large one takes 10 seconds)")
    return compile_into(place, project, lattice)


def kept_map(project: Project, lattice: str, *caches: Path) -> Path | None:
    """A project's compiled map in one of some caches, in the user's, or as clubroute brought it;
    None if there is none."""
    keys = map_keys(project, lattice)
    for folder in (*caches, *cache_folders()):
        kept = Cache(folder)
        data = kept.read_file(f"{lattice}-{TERRAIN}", keys.kept)
        if data is not None and is_whole(data):
            return kept.path(f"{lattice}-{TERRAIN}", keys.kept)
    return shipped_map(lattice, keys.shipped)


def compile_into(place: Path, project: Project, lattice: str) -> Path:
    """Compile a map into a cache folder; its path there. :raises InputError: a mistake in a source

    Several processes may do so at once: each writes the same bytes under the same name.
    """
    kept = Cache(place)
    terrain_pass(project, lattice, kept)
    for kind in (TERRAIN, WARNINGS, SURVEY):
        newest_only(place, f"{lattice}-{kind}-*", MOST_KEPT)
    return kept.path(f"{lattice}-{TERRAIN}", terrain_key(project, lattice))


def cache_folders() -> Iterator[Path]:
    """Where compiled maps are kept: the user's cache folder, and one for when it cannot be had."""
    # Of a user who has no home (a container's, with any number) nobody can say where that would be;
    # in a browser there is none, nor what would say so.
    with suppress(RuntimeError, ModuleNotFoundError):
        from platformdirs import user_cache_path

        own = user_cache_path("clubroute", appauthor=False)
        if own.is_absolute():
            yield own
    other = temporary_folder()
    if other is not None and not somebody_elses(other):
        yield other


def cache_folder() -> Path:
    """The first of them that can be written. :raises InputError: none can."""
    for folder in cache_folders():
        if writable(folder):
            return folder
    expected = "one to keep a compiled map in (or --map FOLDER, with a map that is built)"
    raise InputError(Where("cache folder"), "none that can be written", expected)


def somebody_elses(folder: Path) -> bool:
    """Whether a folder is another user's: among temporary files anybody may make one."""
    try:
        return hasattr(os, "getuid") and folder.stat().st_uid != os.getuid()
    except OSError:  # there is none
        return False


def writable(folder: Path) -> bool:
    """Whether files can be written to a folder, made if need be."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK | os.X_OK) and not somebody_elses(folder)


def temporary_folder() -> Path | None:
    """This user's folder among the temporary files; None where there is no place for any."""
    import tempfile

    try:
        place = tempfile.gettempdir()
    except OSError:
        return None
    whose = f"-{os.getuid()}" if hasattr(os, "getuid") else ""
    return Path(place) / f"clubroute{whose}"
