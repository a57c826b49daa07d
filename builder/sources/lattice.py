"""Reading ``lattice.toml``: orientation, printed sheets, windows and boards of a lattice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from clubroute.builder.files.picture_size import A_PICTURE, SUFFIXES
from clubroute.builder.grid import DOT, Lattice, Orientation, Sheet
from clubroute.builder.sources.toml_table import TomlTable, read_toml_table

TOP_KEYS = (
    "name",
    "orientation",
    "lines",
    "halves",
    "separator",
    "sheets",
    "windows",
    "boards",
    "projection",
)
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
    "low",
    "first_digits",
    "second_digits",
    "letters",
    "outline",
    "provenance",
    "cite",
)
LEAST_PITCH = 4
"""Px between the hexes of a picture."""
PARITIES = ("even", "odd")
LEAST_DIGITS = 3
"""Digits of a number without a separator; 12 is taken for a number of another kind."""
MAX_HEXES = 250_000
"""Hexes of one sheet; real maps have under 15,000. One digit too many must not fill the memory."""
BOARD_KEYS = (
    *("name", "window", "columns", "rows", "hexrows", "hexes", "place", "blank"),
    *("picture", "first", "pitch", "grid", "choice"),
)


@dataclass(frozen=True, slots=True)
class BoardSource:
    """A picture of the map: the lines and numbers (inclusive) of a window that it shows.

    ``place`` is its (column, row) among the boards of the same map window. ``blank``: it shows no
    hexes, and keeps others in their place. ``picture`` is the author's own file instead of a drawn
    board. Its hexes may lie otherwise than ours: then ``pitch`` is the px from line to line and
    from hex to hex of a line, ``first`` where the centre of the hex with the lowest numbers is.
    ``grid`` is a file with the board's grids as VASSAL has them. ``choice``: players may lay it, a
    game does not begin with it.
    """

    name: str
    window: str
    lines: tuple[int, int]
    numbers: tuple[int, int]
    place: tuple[int, int]
    blank: bool = False
    picture: Path | None = None
    first: tuple[int, int] = (0, 0)
    pitch: tuple[float, float] | None = None
    grid: Path | None = None
    choice: bool = False


@dataclass(frozen=True, slots=True)
class LatticeSource:
    """A lattice with the boards its maps are cut into."""

    lattice: Lattice
    boards: tuple[BoardSource, ...]

    def boards_of(self, window: str) -> tuple[BoardSource, ...]:
        """Return the boards of a window, in file order."""
        return tuple(board for board in self.boards if board.window == window)


def read_lattice(path: Path) -> LatticeSource:
    """Read the lattice a ``lattice.toml`` describes. :raises InputError: naming the key."""
    top = read_toml_table(path)
    top.only(TOP_KEYS)
    orientation: Orientation = (
        "flat" if top.choice("orientation", ("flat", "pointy")) == "flat" else "pointy"
    )
    top.value("sheets", list)
    separator = top.choice("separator", (DOT, "")) if "separator" in top.table else DOT
    sheets: list[Sheet] = []
    for item in top.repeats("sheets"):
        sheet = read_sheet(item, separator)
        if any(sheet.name == other.name for other in sheets):
            raise item.error("name", f"{sheet.name!r} again", "a new name")
        sheets.append(sheet)
    lattice = Lattice(
        name=top.value("name", str),
        orientation=orientation,
        sheets=tuple(sheets),
        line_sign=sign(top, "lines"),
        half_sign=sign(top, "halves"),
        windows=read_windows(top.inner("windows"), [sheet.name for sheet in sheets]),
    )
    tables = top.repeats("boards")
    boards = tuple(read_board(b, lattice) for b in tables)
    measured = {board.window for board in boards if board.pitch is not None}
    for table, board in zip(tables, boards, strict=True):
        if board.window in measured and board.pitch is None:
            raise table.error("pitch", "none", "that of the picture, as other boards beside it say")
    return LatticeSource(lattice, boards)


def sign(top: TomlTable, key: str) -> Literal[1, -1]:
    """Return the direction in which a number grows: +1 to the right or down, -1 to the left or
    up."""
    return 1 if top.choice(key, ("right", "down", "left", "up")) in ("right", "down") else -1


def read_windows(table: TomlTable, sheets: list[str]) -> dict[str, tuple[str, ...]]:
    """Read the windows: name → sheets."""
    windows = {}
    for window in table.table:
        members = table.texts(window)
        if not members:
            raise table.error(window, "no sheets", "a list of sheet names")
        windows[window] = tuple(table.checked(window, member, sheets) for member in members)
    return windows


def pair(table: TomlTable, *keys: str) -> tuple[int, int]:
    """Return a range ``[lowest, highest]`` under whichever of ``keys`` is present."""
    key = next((k for k in keys if k in table.table), keys[0])
    value = table.value(key, list)
    if not two_integers(value) or value[0] > value[1]:
        raise table.error(key, repr(value), "[lowest, highest]")
    return value[0], value[1]


def two_integers(value: Any) -> bool:
    """Tell whether a TOML value is a list of two whole numbers."""
    return isinstance(value, list) and len(value) == 2 and all(type(v) is int for v in value)


def check_digits(table: TomlTable, sheet: Sheet) -> None:
    """Refuse numbers without a separator that cannot be taken apart. :raises InputError:"""
    highest = sheet.wrap - 1 if sheet.wrap else sheet.lines[1]
    second = ("second_digits", sheet.second_digits, sheet.numbers[1])
    first = ("first_digits", sheet.first_digits, highest)
    for key, digits, number in (first, second):
        if len(str(number)) > digits:
            found = f"{digits} for {number}, without a separator"
            raise table.error(key, found, f"as many digits as {number} has")
    if sheet.first_digits + sheet.second_digits < LEAST_DIGITS:
        raise table.error("first_digits", "numbers of 2 digits", "three or more, or a separator")


def read_sheet(table: TomlTable, separator: str = DOT) -> Sheet:
    """Read one ``[[sheets]]`` table. :param separator: the text between its numbers."""
    table.only(SHEET_KEYS)
    defaults = {"line_offset": 0, "half_offset": 0, "first_digits": 2, "second_digits": 1}
    whole = {
        key: table.value(key, int) if key in table.table else default
        for key, default in defaults.items()
    }
    if (whole["line_offset"] + whole["half_offset"]) % 2:
        raise table.error(
            "half_offset",
            f"line_offset {whole['line_offset']} with half_offset {whole['half_offset']}",
            "both even or both odd",
        )
    letters = table.flag("letters")
    plain = Sheet(
        name=table.value("name", str),
        lines=pair(table, "columns", "hexrows"),
        numbers=pair(table, "rows", "hexes"),
        prefix=table.optional("prefix"),
        line_offset=whole["line_offset"],
        half_offset=whole["half_offset"],
        wrap=table.number("wrap", 2, 1000) if "wrap" in table.table else None,
        first_digits=whole["first_digits"],
        second_digits=whole["second_digits"],
        low="odd" if "low" in table.table and table.choice("low", PARITIES) == "odd" else "even",
        separator="" if letters else separator,
        letters=letters,
    )
    if not (plain.separator or letters):
        check_digits(table, plain)
    hexes = (plain.lines[1] - plain.lines[0] + 1) * (plain.numbers[1] - plain.numbers[0] + 1)
    if hexes > MAX_HEXES:
        key = next(key for key in ("columns", "hexrows") if key in table.table)
        raise table.error(key, f"a sheet of {hexes:,} hexes", f"at most {MAX_HEXES:,}")
    corners = table.table.get("outline", [])
    if not isinstance(corners, list) or not all(two_integers(corner) for corner in corners):
        raise table.error("outline", repr(corners), "a list of [column, row]")
    if 0 < len(corners) < 3:
        raise table.error("outline", f"{len(corners)} corners", "three or more")
    return replace(plain, outline=tuple(plain.place(first, second) for first, second in corners))


def read_board(table: TomlTable, lattice: Lattice) -> BoardSource:
    """Read one ``[[boards]]`` table."""
    table.only(BOARD_KEYS)
    place = table.table.get("place", [0, 0])
    if not two_integers(place):
        raise table.error("place", repr(place), "[column, row] among the boards")
    own = table.optional("picture")
    picture = table.path.parent / own
    if own and (picture.suffix not in SUFFIXES or not picture.is_file()):
        raise table.error("picture", repr(own), f"a {A_PICTURE} file of the map's folder")
    grid = table.optional("grid")
    if grid and not (table.path.parent / grid).is_file():
        raise table.error("grid", repr(grid), "a file of the map's folder")
    return BoardSource(
        name=table.value("name", str),
        window=table.choice("window", lattice.windows),
        lines=pair(table, "columns", "hexrows"),
        numbers=pair(table, "rows", "hexes"),
        place=(place[0], place[1]),
        blank=table.flag("blank"),
        picture=picture if own else None,
        first=whole_pair(table, "first") if "pitch" in table.table else (0, 0),
        pitch=read_pitch(table, own) if "pitch" in table.table else None,
        grid=table.path.parent / grid if grid else None,
        choice=table.flag("choice"),
    )


def whole_pair(table: TomlTable, key: str) -> tuple[int, int]:
    """Return two whole numbers, px of a picture. :raises InputError: others."""
    value = table.value(key, list)
    if not two_integers(value):
        raise table.error(key, repr(value), "[x, y] in px of the picture")
    return value[0], value[1]


def read_pitch(table: TomlTable, picture: str) -> tuple[float, float]:
    """Read the ``pitch`` of a picture's hexes. :raises InputError: no two numbers, or no
    picture."""
    value = table.value("pitch", list)
    numbers = [n for n in value if isinstance(n, int | float) and not isinstance(n, bool)]
    if len(value) != 2 or len(numbers) != 2 or not all(LEAST_PITCH <= n <= 10_000 for n in numbers):
        raise table.error("pitch", repr(value), "[line to line, hex to hex] in px")
    if not picture:
        raise table.error("pitch", "no picture", "a picture whose hexes lie so")
    return float(numbers[0]), float(numbers[1])
