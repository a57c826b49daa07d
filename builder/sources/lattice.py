"""Reading ``lattice.toml``: orientation, printed sheets, windows and boards of a lattice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from builder.errors import nearest_name
from builder.grid import Hex, Lattice, Sheet
from builder.sources.tables import only_keys, read_toml, require, toml_error

SHEET_KEYS = (
    "name",
    "columns",
    "rows",
    "hexrows",
    "hexes",
    "prefix",
    "wrap",
    "line_offset",
    "half_offset",
    "first_digits",
    "second_digits",
    "outline",
    "provenance",
    "cite",
)
BOARD_KEYS = ("name", "window", "columns", "rows", "place")


@dataclass(frozen=True, slots=True)
class BoardSource:
    """One picture of the map: lines and numbers (inclusive) of a window it shows.

    ``place`` is its (column, row) among the boards of the same map window.
    """

    name: str
    window: str
    lines: tuple[int, int]
    numbers: tuple[int, int]
    place: tuple[int, int]


@dataclass(frozen=True, slots=True)
class LatticeSource:
    """A lattice with the boards its maps are cut into."""

    lattice: Lattice
    boards: tuple[BoardSource, ...]

    def boards_of(self, window: str) -> tuple[BoardSource, ...]:
        """The boards of a window, in file order."""
        return tuple(board for board in self.boards if board.window == window)


def read_lattice(path: Path) -> LatticeSource:
    """The lattice a ``lattice.toml`` describes. :raises InputError: naming the key."""
    table = read_toml(path)
    only_keys(
        table,
        ("name", "orientation", "lines", "halves", "sheets", "windows", "boards", "projection"),
        path,
    )
    orientation = one_of(table, "orientation", {"flat": "flat", "pointy": "pointy"}, path)
    lines = one_of(table, "lines", {"right": 1, "left": -1, "down": 1, "up": -1}, path)
    halves = one_of(table, "halves", {"right": 1, "left": -1, "down": 1, "up": -1}, path)
    sheets = []
    for index, item in enumerate(require(table, "sheets", list, path)):
        sheets.append(read_sheet(item, f"sheets[{index}].", path, orientation))
    names = [sheet.name for sheet in sheets]
    for name in names:
        if names.count(name) > 1:
            raise toml_error(path, "sheets.name", f"{name!r} twice", "each sheet name once")
    windows: dict[str, tuple[str, ...]] = {}
    for window, members in require(table, "windows", dict, path).items():
        if not isinstance(members, list) or not members:
            raise toml_error(path, f"windows.{window}", f"{members!r}", "a list of sheet names")
        for member in members:
            if member not in names:
                raise toml_error(
                    path,
                    f"windows.{window}",
                    f"sheet {member!r}",
                    "one of " + ", ".join(names),
                    nearest_name(str(member), names),
                )
        windows[window] = tuple(members)
    lattice = Lattice(
        name=require(table, "name", str, path),
        orientation=orientation,
        sheets=tuple(sheets),
        line_sign=lines,
        half_sign=halves,
        windows=windows,
    )
    boards = tuple(
        read_board(item, f"boards[{index}].", path, lattice)
        for index, item in enumerate(table.get("boards", []))
    )
    return LatticeSource(lattice, boards)


def one_of(table: Mapping[str, Any], key: str, valid: Mapping[str, Any], path: Path) -> Any:
    """The value a word stands for. :raises InputError: for another word."""
    word = require(table, key, str, path)
    if word not in valid:
        raise toml_error(
            path, key, repr(word), "one of " + ", ".join(valid), nearest_name(word, valid)
        )
    return valid[word]


def pair(
    table: Mapping[str, Any], keys: tuple[str, ...], path: Path, prefix: str
) -> tuple[int, int]:
    """A range ``[low, high]`` under the first of ``keys`` that is present."""
    key = next((k for k in keys if k in table), keys[0])
    value = require(table, key, list, path, prefix)
    if len(value) != 2 or not all(type(v) is int for v in value) or value[0] > value[1]:
        raise toml_error(path, f"{prefix}{key}", f"{value!r}", "[lowest, highest]")
    return value[0], value[1]


def read_sheet(item: Any, prefix: str, path: Path, orientation: str) -> Sheet:
    """One ``[[sheets]]`` table."""
    if not isinstance(item, dict):
        raise toml_error(path, prefix.rstrip("."), f"{item!r}", "a [[sheets]] table")
    only_keys(item, SHEET_KEYS, path, prefix)
    wrap = item.get("wrap")
    if wrap is not None and (type(wrap) is not int or wrap < 2):
        raise toml_error(path, f"{prefix}wrap", f"{wrap!r}", "a whole number over 1")
    whole: dict[str, int] = {}
    defaults = {"line_offset": 0, "half_offset": 0, "first_digits": 2, "second_digits": 1}
    for key, default in defaults.items():
        whole[key] = require(item, key, int, path, prefix) if key in item else default
    if (whole["line_offset"] + whole["half_offset"]) % 2:
        raise toml_error(
            path,
            f"{prefix}half_offset",
            f"line_offset {whole['line_offset']} with half_offset {whole['half_offset']}",
            "both even or both odd",
        )
    named = require(item, "prefix", str, path, prefix) if "prefix" in item else ""
    plain = Sheet(
        name=require(item, "name", str, path, prefix),
        lines=pair(item, ("columns", "hexrows"), path, prefix),
        numbers=pair(item, ("rows", "hexes"), path, prefix),
        prefix=named,
        line_offset=whole["line_offset"],
        half_offset=whole["half_offset"],
        wrap=wrap,
        first_digits=whole["first_digits"],
        second_digits=whole["second_digits"],
    )
    outline: list[Hex] = []
    for corner in item.get("outline", []):
        if (
            not isinstance(corner, list)
            or len(corner) != 2
            or not all(type(v) is int for v in corner)
        ):
            raise toml_error(path, f"{prefix}outline", f"{corner!r}", "[column, row]")
        outline.append(plain.place(corner[0], corner[1]))
    if outline and len(outline) < 3:
        raise toml_error(path, f"{prefix}outline", f"{len(outline)} corners", "three or more")
    return replace(plain, outline=tuple(outline))


def read_board(item: Any, prefix: str, path: Path, lattice: Lattice) -> BoardSource:
    """One ``[[boards]]`` table."""
    if not isinstance(item, dict):
        raise toml_error(path, prefix.rstrip("."), f"{item!r}", "a [[boards]] table")
    only_keys(item, (*BOARD_KEYS, "hexrows", "hexes"), path, prefix)
    window = require(item, "window", str, path, prefix)
    if window not in lattice.windows:
        raise toml_error(
            path,
            f"{prefix}window",
            repr(window),
            "one of " + ", ".join(lattice.windows),
            nearest_name(window, lattice.windows),
        )
    place = item.get("place", [0, 0])
    if not isinstance(place, list) or len(place) != 2 or not all(type(v) is int for v in place):
        raise toml_error(path, f"{prefix}place", f"{place!r}", "[column, row] among the boards")
    return BoardSource(
        name=require(item, "name", str, path, prefix),
        window=window,
        lines=pair(item, ("columns", "hexrows"), path, prefix),
        numbers=pair(item, ("rows", "hexes"), path, prefix),
        place=(place[0], place[1]),
    )
