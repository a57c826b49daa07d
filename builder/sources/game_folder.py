"""The counter folder of a game: what is not in it may be in the folder it shares with others."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.project import MODULE_FILE, SHIPPED
from clubroute.builder.sources.toml_table import read_toml_table


@dataclass(frozen=True, slots=True)
class GameFolder:
    """A game's folder, the folder of its series (or None), and the sides of its counters.

    Without a ``module.toml`` the sides are not known yet: ().
    """

    path: Path
    shared: Path | None = None
    sides: tuple[str, ...] = ()

    def file(self, name: str) -> Path:
        """The game's own file of that name, else the shared one; where neither is, its own."""
        own = self.path / name
        if self.shared is not None and not own.exists() and (self.shared / name).exists():
            return self.shared / name
        return own

    def has(self, name: str) -> bool:
        """Whether there is such a file."""
        return self.file(name).exists()


def game_folder(path: Path) -> GameFolder:
    """The folder of a game by its ``module.toml``.

    :raises InputError: a mistake in it, or no such shared folder.
    """
    if not (path / MODULE_FILE).is_file():
        return GameFolder(path)
    top = read_toml_table(path / MODULE_FILE)
    sides = top.texts("sides")
    if "shared" not in top.table:
        return GameFolder(path, None, sides)
    name = top.value("shared", str)
    found = [folder / name for folder in (path.parent, SHIPPED / "counters")]
    shared = next((folder for folder in found if folder.is_dir()), None)
    if shared is None or "/" in name or "\\" in name or name.startswith("."):
        raise top.error("shared", repr(name), "a folder beside this game's")
    return GameFolder(path, shared, sides)


TRAITS = "traits.toml"


def state_words(folder: GameFolder) -> dict[str, str]:
    """The words of ``traits.toml`` for how a unit stands → the layer that shows it, "" for none."""
    if folder.has(TRAITS):
        top = read_toml_table(folder.file(TRAITS))
        if "words" in top.table:
            words = top.inner("words")
            return {word: words.value(word, str) for word in words.table}
    return {"reduced": "Back", "back": "Back"}
