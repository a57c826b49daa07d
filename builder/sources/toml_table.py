"""One table of a TOML source, able to say in which row a mistake stands."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from clubroute.builder.errors import (
    InputError,
    Where,
    nearest_name,
    one_of,
)
from clubroute.builder.project import (
    MODULE_FILE,
    SHIPPED,
    Project,
    files_in,
)
from clubroute.builder.sources.tables import read_toml
from clubroute.builder.sources.text import read_text

T = TypeVar("T")


class TomlFile:
    """A TOML source, whose lines are read once and only when a row is asked for."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def lines(self) -> list[tuple[int, str, str | None]]:
        """Every line with its row and, if it is the header of a table, the name in it."""
        found = enumerate(read_text(self.path).splitlines(), start=1)
        return [(n, line, header(line)) for n, line in found]


@dataclass(frozen=True, slots=True)
class TomlTable:
    """A table and its place.

    ``name`` is that of its header (``division.KG Walther``; empty for the top of the file),
    ``index`` counts the headers of that name from 0 (within ``parent``, a repeated table itself, if
    there is one), ``repeated`` marks a ``[[name]]`` table.
    """

    file: TomlFile
    name: str
    index: int
    table: Mapping[str, Any]
    repeated: bool = False
    parent: TomlTable | None = None

    @property
    def path(self) -> Path:
        """The file it stands in."""
        return self.file.path

    def error(self, key: str, found: str, expected: str, nearest: str | None = None) -> InputError:
        """Return an error at one key of this table; the row is that of the key, or of the table."""
        name = f"{self.name}[{self.index + 1}]" if self.repeated else self.name
        part = f"{name}.{key}" if name else key
        return InputError(
            Where(str(self.path), self.row(key), None, part), found, expected, nearest
        )

    def row(self, key: str) -> int | None:
        """Return the row of ``key``: of its line, else of its own table's header, else of this
        table's; None for a key missing at the top of the file."""
        lines = self.file.lines
        headers = [(n, name) for n, _, name in lines if name is not None]
        starts = [n for n, name in headers if name == self.name] if self.name else [0]
        if self.parent is not None and (above := self.parent.row("")) is not None:
            starts = [n for n in starts if n > above]
        start = starts[self.index] if self.index < len(starts) else None
        if start is not None:
            end = next((n for n, _ in headers if n > start), len(lines) + 1)
            for n, line, _ in lines[start : end - 1]:
                if re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line):
                    return n
        child = f"{self.name}.{key}" if self.name else key
        for n, name in headers:
            if name == child or name.startswith(f"{child}."):
                return n
        return start or None

    def value(self, key: str, kind: type[T]) -> T:
        """Return a required key. :raises InputError: absent or of another type."""
        if key not in self.table:
            raise self.error(key, "no such key", f"{key} = …", nearest_name(key, self.table))
        value = self.table[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise self.error(key, repr(value), TYPE_NAMES.get(kind, kind.__name__))
        return value

    def number(self, key: str, low: int, high: int) -> int:
        """Return a required whole number in a range. :raises InputError: otherwise."""
        value = self.value(key, int)
        if not low <= value <= high:
            raise self.error(key, str(value), f"{low} to {high}")
        return value

    def choice(self, key: str, valid: Collection[str]) -> str:
        """Return a required text, one of ``valid``. :raises InputError: with the nearest."""
        return self.checked(key, self.value(key, str), valid)

    def checked(self, key: str, value: str, valid: Collection[str]) -> str:
        """Return ``value`` if it is one of ``valid``. :raises InputError: with the nearest."""
        if value not in valid:
            # A longer list fills the terminal and hides the nearest name.
            expected = one_of(valid) if len(valid) < 24 else f"a known {key}"
            raise self.error(key, repr(value), expected, nearest_name(value, valid))
        return value

    def optional(self, key: str, default: str = "") -> str:
        """Return a text, ``default`` if absent. :raises InputError: another type."""
        return self.value(key, str) if key in self.table else default

    def optional_choice(self, key: str, valid: Collection[str]) -> str | None:
        """Return a text, one of ``valid``; None if absent. :raises InputError: with the nearest."""
        return self.choice(key, valid) if key in self.table else None

    def flag(self, key: str, *, default: bool = False) -> bool:
        """Return true or false, ``default`` if absent. :raises InputError: another type."""
        return self.value(key, bool) if key in self.table else default

    def choices(self, key: str, valid: Collection[str]) -> tuple[str, ...]:
        """Return a list of texts, each one of ``valid``, empty if absent. :raises InputError:"""
        return tuple(self.checked(key, text, valid) for text in self.texts(key))

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts, empty if absent. :raises InputError: anything else."""
        value = self.table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            raise self.error(key, repr(value), "a list of texts")
        return tuple(value)

    def only(self, keys: Collection[str]) -> None:
        """Refuse any other key. :raises InputError: with the nearest."""
        for key in self.table:
            if key not in keys:
                raise self.error(key, "an unknown key", one_of(keys), nearest_name(key, keys))

    def inner(self, key: str) -> TomlTable:
        """Return the required table ``[name.key]``. :raises InputError: absent or no table."""
        found = self.value(key, dict)
        return TomlTable(self.file, f"{self.name}.{key}" if self.name else key, 0, found)

    def repeats(self, key: str) -> list[TomlTable]:
        """Return the ``[[key]]`` tables, none if absent. :raises InputError: if it is something
        else."""
        value = self.table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise self.error(key, repr(value), f"[[{key}]] tables")
        name = f"{self.name}.{key}" if self.name else key
        parent = self if self.repeated else None
        return [
            TomlTable(self.file, name, index, item, True, parent)
            for index, item in enumerate(value)
        ]


TYPE_NAMES: Mapping[type, str] = {
    str: "a text",
    bool: "true or false",
    int: "a whole number",
    list: "a list",
    dict: "a table",
}


def header(line: str) -> str | None:
    """Return the name in a table's header line, without brackets and quotes; None for another
    line."""
    match = re.match(r"\s*\[\[?\s*([^\]]+?)\s*\]", line)
    return re.sub(r"[\"']", "", match[1]) if match else None


def read_toml_table(path: Path) -> TomlTable:
    """Read the top of a TOML source. :raises InputError: with row and column of a syntax error.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     source = Path(folder, "game.toml")
    ...     _ = source.write_text('name = "Ombrey"', encoding="utf-8")
    ...     read_toml_table(source).table
    {'name': 'Ombrey'}
    """
    return TomlTable(TomlFile(path), "", 0, read_toml(path))


# The counter folder of a game: what is not in it may be in the folder it shares with others.


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
        """The folders that may have its files: its own, those of its bases, the shared one."""
        return (self.path, *self.bases, *([self.shared] if self.shared else []))

    def file(self, name: str) -> Path:
        """Return the file of that name in the first place that has it, else its own."""
        found = (place / name for place in self.places)
        return next((path for path in found if path.exists()), self.path / name)

    def has(self, name: str) -> bool:
        """Tell whether there is such a file."""
        return self.file(name).exists()


FILES = "files"
"""The folder of what is packed into the module as it stands, each at its place there."""


def packed_files(folder: GameFolder) -> dict[str, Path]:
    """Return the files packed into the module as they stand, by their names there, sorted."""
    root = folder.path / FILES
    found = {path.relative_to(root).as_posix(): path for path in files_in(root)}
    return dict(sorted(found.items()))


def game_folder(path: Path) -> GameFolder:
    """Return the folder of a game by its ``module.toml``.

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
    """Return the files a game is made from, those it shares with others too, sorted.

    :raises InputError: no such game
    """
    return sorted(files_in(*game_folder(project.game(game)).places))


def folder_beside(top: TomlTable, key: str, name: str) -> Path:
    """Return a folder of counters by the name under ``key``. :raises InputError: there is none."""
    found = [folder / name for folder in (top.path.parent.parent, SHIPPED / "counters")]
    beside = next((folder for folder in found if folder.is_dir()), None)
    if beside is None or "/" in name or "\\" in name or name.startswith("."):
        raise top.error(key, repr(name), "a folder beside this game's")
    return beside


TRAITS = "traits.toml"


def state_words(folder: GameFolder) -> dict[str, str]:
    """Return the words of ``traits.toml`` for how a unit stands → the layer that shows it, "" for
    none."""
    if folder.has(TRAITS):
        top = read_toml_table(folder.file(TRAITS))
        if "words" in top.table:
            words = top.inner("words")
            return {word: words.value(word, str) for word in words.table}
    return {"reduced": "Back", "back": "Back"}
