"""Reading ``module.toml``: the name, sides, turns and die of a module."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from builder.sources.tables import only_keys, read_toml, require, toml_error

KEYS = (
    "name",
    "file",
    "version",
    "vassal",
    "description",
    "lattice",
    "window",
    "map",
    "sides",
    "turns",
    "die",
)


@dataclass(frozen=True, slots=True)
class Die:
    """A die: its faces run from ``lowest`` up."""

    name: str
    sides: int
    lowest: int


@dataclass(frozen=True, slots=True)
class GameSource:
    """What ``module.toml`` says. ``days`` × ``times`` are the turns, in order."""

    name: str
    file: str
    version: str
    vassal: str
    description: str
    lattice: str
    window: str
    map: str
    sides: tuple[str, ...]
    days: tuple[str, ...]
    times: tuple[str, ...]
    die: Die


def read_game(path: Path) -> GameSource:
    """The module a ``module.toml`` describes. :raises InputError: naming the key."""
    table = read_toml(path)
    only_keys(table, KEYS, path)
    turns = require(table, "turns", dict, path)
    only_keys(turns, ("days", "times", "cite"), path, "turns.")
    die = require(table, "die", dict, path)
    only_keys(die, ("name", "sides", "lowest", "cite"), path, "die.")
    file = require(table, "file", str, path)
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", file):
        raise toml_error(path, "file", repr(file), "lower-case letters, digits and hyphens")
    for key in ("version", "vassal"):
        if not re.fullmatch(r"\d+\.\d+(\.\d+)?", require(table, key, str, path)):
            raise toml_error(path, key, repr(table[key]), "a version such as 3.6.0")
    return GameSource(
        name=require(table, "name", str, path),
        file=file,
        version=table["version"],
        vassal=table["vassal"],
        description=require(table, "description", str, path),
        lattice=require(table, "lattice", str, path),
        window=require(table, "window", str, path),
        map=require(table, "map", str, path),
        sides=names(table, "sides", path),
        days=names(turns, "days", path, "turns."),
        times=names(turns, "times", path, "turns."),
        die=Die(
            name=require(die, "name", str, path, "die."),
            sides=require(die, "sides", int, path, "die."),
            lowest=require(die, "lowest", int, path, "die."),
        ),
    )


def names(table: dict[str, object], key: str, path: Path, prefix: str = "") -> tuple[str, ...]:
    """A list of distinct names without the delimiters VASSAL uses in its own lists."""
    found: list[str] = []
    for value in require(table, key, list, path, prefix):
        if not isinstance(value, str) or not value or set(value) & set(",;\t\\"):
            raise toml_error(path, prefix + key, repr(value), "a name without , ; or \\")
        if value in found:
            raise toml_error(path, prefix + key, f"{value!r} twice", "each name once")
        found.append(value)
    if not found:
        raise toml_error(path, prefix + key, "an empty list", "at least one name")
    return tuple(found)
