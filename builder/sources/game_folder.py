"""The counter folder of a game: what is not in it may be in the folder it shares with others."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.project import MODULE_FILE, SHIPPED, Project, files_in
from clubroute.builder.sources.toml_table import TomlTable, read_toml_table


@dataclass(frozen=True, slots=True)
class GameFolder:
    """A game's folder, the folder of its series (or None), the sides of its counters, and the
    games whose counters it has instead of its own.

    Without a ``module.toml`` the sides are not known yet: ().
    """

    path: Path
    shared: Path | None = None
    sides: tuple[str, ...] = ()
    bases: tuple[Path, ...] = ()

    @property
    def places(self) -> tuple[Path, ...]:
        """Where its files may be: its own folder, those of its bases, the shared one."""
        return (self.path, *self.bases, *([self.shared] if self.shared else []))

    def file(self, name: str) -> Path:
        """The file of that name in the first place that has it, else its own."""
        found = (place / name for place in self.places)
        return next((path for path in found if path.exists()), self.path / name)

    def has(self, name: str) -> bool:
        """Whether there is such a file."""
        return self.file(name).exists()


FILES = "files"
"""The folder of what is packed into the module as it stands, each at its place there."""


def packed_files(folder: GameFolder) -> dict[str, Path]:
    """What is packed into the module as it stands, by its name there, sorted."""
    root = folder.path / FILES
    found = {path.relative_to(root).as_posix(): path for path in files_in(root)}
    return dict(sorted(found.items()))


def game_folder(path: Path) -> GameFolder:
    """The folder of a game by its ``module.toml``.

    :raises InputError: a mistake in it, or no such shared folder.
    """
    if not (path / MODULE_FILE).is_file():
        return GameFolder(path)
    top = read_toml_table(path / MODULE_FILE)
    shared = (
        folder_beside(top, "shared", top.value("shared", str)) if "shared" in top.table else None
    )
    bases = tuple(folder_beside(top, "counters", name) for name in top.texts("counters"))
    return GameFolder(path, shared, top.texts("sides"), bases)


def counter_files(project: Project, game: str) -> list[Path]:
    """The files a game is made from, those it shares with others too, sorted.

    :raises InputError: no such game
    """
    return sorted(files_in(*game_folder(project.game(game)).places))


def folder_beside(top: TomlTable, key: str, name: str) -> Path:
    """A folder of counters by the name under ``key``. :raises InputError: there is none."""
    found = [folder / name for folder in (top.path.parent.parent, SHIPPED / "counters")]
    beside = next((folder for folder in found if folder.is_dir()), None)
    if beside is None or "/" in name or "\\" in name or name.startswith("."):
        raise top.error(key, repr(name), "a folder beside this game's")
    return beside


TRAITS = "traits.toml"


def state_words(folder: GameFolder) -> dict[str, str]:
    """The words of ``traits.toml`` for how a unit stands → the layer that shows it, "" for none."""
    if folder.has(TRAITS):
        top = read_toml_table(folder.file(TRAITS))
        if "words" in top.table:
            words = top.inner("words")
            return {word: words.value(word, str) for word in words.table}
    return {"reduced": "Back", "back": "Back"}
