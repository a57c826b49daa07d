"""A project on disk: map sources and counters, its own or those that come with clubroute."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.builder.files.atomic import not_staged
from clubroute.builder.files.regular import is_file, regular

# Folders of games and series of games that other installed packages bring.
#
# A package names itself in its ``pyproject.toml``; its folder holds ``counters/`` and
# ``map_sources/`` as a project does::
#
# [project.entry-points."clubroute.games"] island = "island_game"
#
# A package that brings a series has a ``series.toml`` in the folder it names (docs/authoring.md)::
#
# [project.entry-points."clubroute.series"] island = "island_rules"

GROUP = "clubroute.games"
SERIES_GROUP = "clubroute.series"


@cache
def plugin_folders() -> tuple[Path, ...]:
    """The folders of all packages that bring games, sorted by the names they give themselves."""
    return tuple(folder for _, _, folder in packages_in(GROUP))


def packages_in(group: str) -> tuple[tuple[str, str, Path], ...]:
    """What packages name in a group of entry points: names, modules and their folders, sorted by
    the names they give themselves.

    The files are read as they lie: :mod:`importlib.metadata` takes longer to import than most
    questions take.
    """
    found = {
        name: (name, module, folder)
        for path in entry_points()
        for name, module, folder in named_in(path, group)
    }
    return tuple(found[name] for name in sorted(found))


def entry_points() -> tuple[Path, ...]:
    """The files of all installed packages that name entry points."""
    places = map(Path, dict.fromkeys(sys.path))
    return tuple(path for place in places for path in place.glob("*.dist-info/entry_points.txt"))


def named_in(path: Path, group: str) -> list[tuple[str, str, Path]]:
    """The names, modules and folders that a package's ``entry_points.txt`` has in a group."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return []
    section, found = "", []
    for line in map(str.strip, lines):
        if line.startswith("["):
            section = line
        elif section == f"[{group}]" and "=" in line:
            name, module = (part.strip() for part in line.split("=", 1))
            folder = path.parent.parent.joinpath(*module.split("."))
            found.append((name, module, folder))
    return [row for row in found if row[2].is_dir()]


MODULE_FILE = "module.toml"


@lru_cache(maxsize=256)
def below(folder: Path, *names: str) -> Path:
    """A path below a folder, put together once: every question asks for the same few again."""
    return folder.joinpath(*names)


SHIPPED = Path(__file__).resolve().parent.parent
"""The folder that holds builder, rules, map_sources and counters: the installed package, or the
repository this code is run from."""
TEMPLATE = "testland"
"""The game that ``clubroute new`` copies."""


@dataclass(frozen=True, slots=True)
class Project:
    """A folder with ``map_sources/`` and ``counters/``; the games and maps it lacks are
    clubroute's own, or of packages that bring some.

    Builds leave their results in ``out``, or in ``root/build``.
    """

    root: Path
    out: Path | None = None

    @property
    def map_sources(self) -> Path:
        """Lattices and geography: the folder's own, else clubroute's."""
        own = self.root / "map_sources"
        return own if own.is_dir() else SHIPPED / "map_sources"

    @property
    def counters(self) -> Path:
        """A folder per game: the folder's own, else clubroute's."""
        own = below(self.root, "counters")
        return own if own.is_dir() else below(SHIPPED, "counters")

    @property
    def build(self) -> Path:
        """The folder of what is built."""
        return self.out or self.root / "build"

    def own_games(self) -> tuple[str, ...]:
        """The games of the project's own folder, or clubroute's if it has none, sorted."""
        files = not_staged(self.counters.glob(f"*/{MODULE_FILE}"), self.counters)
        return tuple(sorted(path.parent.name for path in files if path.is_file()))

    def games(self) -> tuple[str, ...]:
        """Every game there is: the project's own, clubroute's, those of packages; sorted."""
        return tuple(sorted({game for one in self.places() for game in one.own_games()}))

    def places(self) -> Iterator[Project]:
        """This project, clubroute's own and those of packages: games and maps are looked for there
        in turn. All build where this one does."""
        yield self
        yield Project(SHIPPED, self.build)
        # Looked for only where neither has what is asked for.
        for folder in plugin_folders():
            yield Project(folder, self.build)

    def game(self, name: str) -> Path:
        """A game's counter folder. :raises InputError: there is none, with the nearest name."""
        folder = self.with_game(name).counters / name
        if not is_file(folder / MODULE_FILE):
            raise InputError(
                Where.of(folder / MODULE_FILE),
                "no such file",
                "one of the games " + (", ".join(self.games()) or "(none)"),
                nearest_name(name, self.games()),
            )
        return folder

    def with_game(self, name: str) -> Project:
        """The first of these places that has the game; this project if none has."""
        places = self.places()
        having = (one for one in places if is_file(below(one.counters, name, MODULE_FILE)))
        return next(having, self)

    def own_lattices(self) -> tuple[str, ...]:
        """The lattices of the project's own folder, or clubroute's if it has none, sorted."""
        found = not_staged(self.map_sources.glob("*/lattice.toml"), self.map_sources)
        return tuple(sorted(path.parent.name for path in found))

    def lattices(self) -> tuple[str, ...]:
        """Every lattice there is: the project's own first, clubroute's, those of packages."""
        return tuple(dict.fromkeys(name for one in self.places() for name in one.own_lattices()))

    def with_lattice(self, lattice: str) -> Project:
        """The first of these places that has the lattice; clubroute's own if none has."""
        for one in self.places():
            # What is there and is no file is told by who reads it.
            if (one.map_sources / lattice / "lattice.toml").exists():
                return one
        return Project(SHIPPED, self.build)

    def map_folder(self, lattice: str) -> Path:
        """The folder of a lattice's own files, the project's or clubroute's."""
        return self.with_lattice(lattice).map_sources / lattice

    def map_files(self, lattice: str) -> list[Path]:
        """The files of ``map_sources`` a lattice's terrain and boards are made from, sorted.

        :raises InputError: something there is neither a file nor a folder.
        """
        return sorted(files_in(self.map_sources / "geography", self.map_sources / lattice))


def files_in(*folders: Path) -> Iterator[Path]:
    """Every file below some folders, without hidden ones and editors' temporary ones.

    :raises InputError: something there is neither a file nor a folder.
    """
    for folder in folders:
        if folder.is_dir():
            for path in folder.rglob("*"):
                if path.name.startswith((".", "~")) or path.is_dir() or not path.exists():
                    continue
                regular(path, Where.of(path), "a source file")
                yield path


def shipped_project() -> Project:
    """The project this code came with: the folder of a checkout, or of the installed package."""
    return Project(SHIPPED)


NAMED: ContextVar[Project | None] = ContextVar("named", default=None)
"""The project that the command at hand names, for all that else looks about the current folder."""


@contextmanager
def project_named(folder: Path | None) -> Iterator[None]:
    """Take a folder for the project that everything looks at, as if one stood in it; None: the one
    around the current folder.

    :raises InputError: it has neither map_sources nor counters.
    """
    token = NAMED.set(None if folder is None else find_project(folder))
    try:
        yield
    finally:
        NAMED.reset(token)


def find_project(start: Path | None) -> Project:
    """The project at ``start``, or that of :func:`project_named`, or the one around the current
    folder.

    Where nobody keeps sources the current folder is a project that has none of its own.

    :raises InputError: ``start`` has neither map_sources nor counters.
    """
    if start is not None:
        if not has_sources(start):
            expected = "a project: a folder with map_sources or counters"
            raise InputError(Where.of(start), "no folder map_sources or counters", expected)
        return Project(start)
    if (named := NAMED.get()) is not None:
        return named
    here = Path.cwd()
    return Project(next((p for p in (here, *here.parents) if is_project(p)), here))


def project_here() -> Project:
    """The project that is named, or the one around the current folder, looked for anew where that
    folder has changed."""
    if (named := NAMED.get()) is not None:
        return named
    try:
        here = Path.cwd()
        changed = here.stat().st_mtime_ns
    except OSError:  # somebody has taken the folder away
        return shipped_project()
    return project_around(here, changed)


@lru_cache(maxsize=16)
def project_around(here: Path, changed: int) -> Project:
    """The project around a folder as it was when it was last changed."""
    return Project(next((p for p in (here, *here.parents) if is_project(p)), here))


def has_sources(folder: Path) -> bool:
    """Whether a folder named as a project can be one."""
    return (folder / "map_sources").is_dir() or (folder / "counters").is_dir()


def is_project(folder: Path) -> bool:
    """Whether a folder nobody named is a project: other programs, too, keep folders "counters"."""
    return (folder / "map_sources").is_dir() or any(folder.glob(f"counters/*/{MODULE_FILE}"))
