"""Reading ``module.toml``: the name, sides, turns and die of a module."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.sources.toml_table import TomlTable, read_toml_table

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
    "assumed_counters",
)


@dataclass(frozen=True, slots=True)
class Die:
    """A die: its faces run from ``lowest`` up."""

    name: str
    sides: int
    lowest: int


@dataclass(frozen=True, slots=True)
class GameSource:
    """What ``module.toml`` says. ``days`` × ``times`` are the turns, in order.

    ``assumed_counters`` says whether counters that no rulebook names are in the module.
    """

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
    assumed_counters: bool = True


def read_game(path: Path) -> GameSource:
    """The module a ``module.toml`` describes. :raises InputError: naming the key."""
    top = read_toml_table(path)
    top.only(KEYS)
    turns, die = top.inner("turns"), top.inner("die")
    turns.only(("days", "times", "cite"))
    die.only(("name", "sides", "lowest", "cite"))
    file = top.value("file", str)
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", file):
        raise top.error("file", repr(file), "lower-case letters, digits and hyphens")
    for key in ("version", "vassal"):
        if not re.fullmatch(r"\d+\.\d+(\.\d+)?", top.value(key, str)):
            raise top.error(key, repr(top.table[key]), "a version such as 3.6.0")
    return GameSource(
        name=top.value("name", str),
        file=file,
        version=top.value("version", str),
        vassal=top.value("vassal", str),
        description=top.value("description", str),
        lattice=top.value("lattice", str),
        window=top.value("window", str),
        map=top.value("map", str),
        sides=names(top, "sides"),
        days=names(turns, "days"),
        times=names(turns, "times"),
        die=Die(die.value("name", str), die.number("sides", 2, 1000), die.number("lowest", -9, 9)),
        assumed_counters=top.value("assumed_counters", bool)
        if "assumed_counters" in top.table
        else True,
    )


def names(table: TomlTable, key: str) -> tuple[str, ...]:
    """A list of distinct names without the delimiters VASSAL uses in its own lists."""
    found = table.texts(key)
    if not found:
        raise table.error(key, "no names", "at least one name")
    for index, name in enumerate(found):
        if not name or set(name) & set(",;\t\\"):
            raise table.error(key, repr(name), "a name without , ; or \\")
        if name in found[:index]:
            raise table.error(key, f"{name!r} twice", "each name once")
    return found
