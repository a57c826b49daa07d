"""A project on disk: map sources, counters, and which games can be built from them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.errors import InputError, Where, nearest_name

MODULE_FILE = "module.toml"


@dataclass(frozen=True, slots=True)
class Project:
    """A folder with ``map_sources/`` and ``counters/``."""

    root: Path

    @property
    def map_sources(self) -> Path:
        """Lattices and geography."""
        return self.root / "map_sources"

    @property
    def counters(self) -> Path:
        """A folder per game."""
        return self.root / "counters"

    def games(self) -> tuple[str, ...]:
        """The games that have a module.toml, sorted."""
        return tuple(sorted(p.parent.name for p in self.counters.glob(f"*/{MODULE_FILE}")))

    def game(self, name: str) -> Path:
        """A game's counter folder. :raises InputError: there is none, with the nearest name."""
        folder = self.counters / name
        if not (folder / MODULE_FILE).is_file():
            raise InputError(
                Where.of(folder / MODULE_FILE),
                "no such file",
                "one of the games " + (", ".join(self.games()) or "(none)"),
                nearest_name(name, self.games()),
            )
        return folder

    def lattices(self) -> tuple[str, ...]:
        """The lattices that have a lattice.toml, sorted."""
        return tuple(sorted(p.parent.name for p in self.map_sources.glob("*/lattice.toml")))

    def inputs(self, lattice: str, game: str) -> list[Path]:
        """Every source file a module is made from, sorted."""
        folders = (self.map_sources / "geography", self.map_sources / lattice, self.game(game))
        found = (p for folder in folders if folder.is_dir() for p in folder.rglob("*"))
        return sorted(p for p in found if p.is_file() and not p.name.startswith((".", "~")))


def shipped_project() -> Project:
    """The project this code came with: the folder of a checkout, or of the installed package."""
    return Project(Path(__file__).resolve().parent.parent)


def find_project(start: Path | None) -> Project:
    """The project at ``start``, or the one around the current folder, or the one this code is in.

    :raises InputError: ``start`` is no project, or there is none anywhere.
    """
    if start is not None:
        if not (start / "map_sources").is_dir():
            raise InputError(Where.of(start), "no folder map_sources", "a clubroute project")
        return Project(start)
    here = Path.cwd()
    for folder in (here, *here.parents, Path(__file__).resolve().parent.parent):
        if (folder / "map_sources").is_dir() and (folder / "counters").is_dir():
            return Project(folder)
    raise InputError(Where.of(here), "no map_sources and counters", "a clubroute project")
