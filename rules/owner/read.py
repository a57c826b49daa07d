"""Reading an owner's table: typed rows that know their place, checked against the declaration."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Literal, TypeAlias

from clubroute.builder.errors import InputError, one_of
from clubroute.builder.sources.tables import Row, rows_of
from clubroute.builder.sources.text import read_text
from clubroute.rules.book.rulebook import record
from clubroute.rules.series import all_games

# The declaration of an owner's table: its columns, their meanings, the rules that use it.

UNLOCKS = Path(__file__).with_name("unlocks.toml")
"""The answers each table unlocks, as ``python -m tests.rules.owner.reading`` works them out."""

Kind: TypeAlias = Literal["text", "choice", "integer", "yes_no", "hex", "hexes", "names", "date"]

KINDS: dict[Kind, str] = {
    "text": "text",
    "choice": "one of",
    "integer": "a whole number",
    "yes_no": "yes or no",
    "hex": "a hex as printed, 75.129",
    "hexes": "hexes as printed, blanks between them",
    "names": "names, semicolons between them",
    "date": "a date, 1944-09-18",
}
"""The content of a cell of each kind, in words."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column. ``blank`` says what a blank cell means; "" if the cell may not be blank.

    ``only_if`` names another column and the value it must have: then this cell must be filled,
    else it must be blank. ``low`` and ``high`` bound a number.
    """

    name: str
    kind: Kind
    summary: str
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    blank: str = ""
    only_if: tuple[str, str] | None = None

    @property
    def form(self) -> str:
        """The content of a cell, in words."""
        if self.kind == "choice":
            return one_of(self.choices)
        if self.kind == "integer" and self.low is not None:
            upper = f" to {self.high}" if self.high is not None else " or more"
            return f"{KINDS['integer']}, {self.low}{upper}"
        return KINDS[self.kind]


@dataclass(frozen=True, slots=True)
class DiceTable:
    """A table read by a die: columns ``low`` and ``high`` are the results a row stands for.

    ``groups`` are the columns whose values together choose a sub-table. ``faces`` are the lowest
    and the highest die, all of which must have a row; None: a modified die, where the first row
    goes on downwards (low blank) and the last upwards (high blank).
    """

    groups: tuple[str, ...]
    faces: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class TableSpec:
    """An owner's table, in the file ``<name>.csv`` of the owner folder.

    ``printed`` says where the owner finds the numbers. ``keys`` are the columns whose values
    together stand in one row only. ``examples`` are rows of the right shape, as CSV, with
    made-up numbers.
    """

    name: str
    summary: str
    printed: str
    cites: tuple[str, ...]
    columns: tuple[Column, ...]
    examples: tuple[str, ...]
    keys: tuple[str, ...] = ()
    dice: DiceTable | None = None

    @property
    def file(self) -> str:
        """The name of its file."""
        return f"{self.name}.csv"

    @property
    def unlocks(self) -> tuple[str, ...]:
        """The methods that may read it, sorted."""
        return tuple(record(UNLOCKS)[self.name])

    def column(self, name: str) -> Column:
        """The column of that name. :raises KeyError: there is none."""
        for column in self.columns:
            if column.name == name:
                return column
        raise KeyError(name)


def game_column() -> Column:
    """Which game a row is for."""
    return Column("game", "choice", "the game the row is for", all_games(), blank="every game")


def die_columns(faces: tuple[int, int] | None = None) -> tuple[Column, Column]:
    """``low`` and ``high``: the results of a die a row stands for.

    :param faces: the lowest and highest face; None for a die with modifiers.
    """
    low, high = faces if faces is not None else (None, None)
    open_low = "" if faces is not None else "and everything below"
    open_high = "" if faces is not None else "and everything above"
    return (
        Column("low", "integer", "the lowest die of the row", low=low, high=high, blank=open_low),
        Column("high", "integer", "the highest", low=low, high=high, blank=open_high),
    )


Value: TypeAlias = str | int | bool | tuple[str, ...] | None
HEX = re.compile(r"[0-9][0-9]\.[0-9]{2,3}|[A-Z][0-9]{1,2}\.[0-9][0-9]")


@dataclass(frozen=True, slots=True)
class OwnerRow:
    """One row: its values by column name (None where blank), and the cells they came from."""

    values: Mapping[str, Value]
    source: Row

    def text(self, column: str) -> str:
        """A text cell, "" where blank."""
        value = self.values[column]
        return value if isinstance(value, str) else ""

    def number(self, column: str) -> int | None:
        """A number, None where blank."""
        value = self.values[column]
        return value if isinstance(value, int) else None

    def yes(self, column: str) -> bool:
        """Whether the cell says yes; a blank one does not."""
        return self.values[column] is True

    def many(self, column: str) -> tuple[str, ...]:
        """Hexes or names, none where blank."""
        value = self.values[column]
        return value if isinstance(value, tuple) else ()

    def holds(self, die: int) -> bool:
        """Whether a die's result is among those the row stands for."""
        low, high = self.number("low"), self.number("high")
        return (low is None or low <= die) and (high is None or die <= high)


@dataclass(frozen=True, slots=True)
class OwnerTable:
    """A table as the owner wrote it."""

    spec: TableSpec
    path: str
    rows: tuple[OwnerRow, ...]

    def of_game(self, game: str) -> tuple[OwnerRow, ...]:
        """The rows for a game (wed, tdc, mg): those that name it; if none does, the blank ones."""
        own = tuple(row for row in self.rows if row.text("game") == game)
        return own or tuple(row for row in self.rows if not row.text("game"))


def read_table(path: Path, spec: TableSpec) -> OwnerTable:
    """An owner's table.

    :raises InputError: ``path:row:column: found X, expected Y``, at the first wrong cell, a row
        that stands twice, or a die without a row or with two.
    """
    return table_of(read_text(path), path, spec)


def table_of(text: str, path: Path, spec: TableSpec) -> OwnerTable:
    """Read a table as :func:`read_table` does, from the text of a file there."""
    named = {c.name: not c.blank and c.only_if is None for c in spec.columns}
    rows = []
    for source in rows_of(text, path, named):
        values = {column.name: cell(source, column) for column in spec.columns}
        for column in spec.columns:
            check_condition(source, column, values)
        rows.append(OwnerRow(values, source))
    check_keys(rows, spec)
    if spec.dice is not None:
        check_dice(rows, spec)
    return OwnerTable(spec, str(path), tuple(rows))


def cell(row: Row, column: Column) -> Value:
    """A cell's value. :raises InputError: at the cell."""
    name = column.name
    if row.optional(name) is None and (column.blank or column.only_if):
        return None
    match column.kind:
        case "choice":
            return row.choice(name, column.choices)
        case "integer":
            return whole_number(row, column)
        case "yes_no":
            return row.choice(name, ("yes", "no")) == "yes"
        case "hex":
            return hex_number(row, name, row.text(name))
        case "hexes":
            return no_twice(row, name, tuple(hex_number(row, name, w) for w in words(row, name)))
        case "names":
            return no_twice(row, name, tuple(w.strip() for w in row.text(name).split(";")))
        case "date":
            return day(row, name)
        case _:
            return row.text(name)


def words(row: Row, name: str) -> list[str]:
    """The words of a cell."""
    return row.text(name).split()


def whole_number(row: Row, column: Column) -> int:
    """A whole number within the column's bounds."""
    value = row.integer(column.name)
    low, high = column.low, column.high
    if (low is not None and value < low) or (high is not None and value > high):
        raise row.error(column.name, str(value), column.form)
    return value


def hex_number(row: Row, name: str, word: str) -> str:
    """A hex as printed."""
    if not HEX.fullmatch(word):
        raise row.error(name, repr(word), "a hex number as 75.129")
    return word


def no_twice(row: Row, name: str, many: tuple[str, ...]) -> tuple[str, ...]:
    """The words, none blank and each once."""
    for index, word in enumerate(many):
        if not word:
            raise row.error(name, "a blank name", "names with semicolons between them")
        if word in many[:index]:
            raise row.error(name, f"{word} twice", "each once")
    return many


def day(row: Row, name: str) -> str:
    """A date as ``1944-09-18``."""
    text = row.text(name)
    try:
        if len(text) != 10:  # the library also reads 19440918 and week dates
            raise ValueError
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise row.error(name, repr(text), "a date as 1944-09-18") from None


def check_condition(row: Row, column: Column, values: Mapping[str, Value]) -> None:
    """A cell that belongs to one value of another column. :raises InputError: at the cell."""
    if column.only_if is None:
        return
    other, wanted = column.only_if
    if values[other] == wanted and values[column.name] is None:
        raise row.error(column.name, "a blank cell", f"{column.form}, since {other} is {wanted}")
    if values[other] != wanted and values[column.name] is not None:
        found = repr(row.text(column.name))
        raise row.error(column.name, found, f"a blank cell, since {other} is not {wanted}")


def check_keys(rows: Sequence[OwnerRow], spec: TableSpec) -> None:
    """No two rows for the same thing. :raises InputError: at the second."""
    seen: dict[tuple[Value, ...], int] = {}
    for row in rows if spec.keys else ():
        key = tuple(row.values[name] for name in spec.keys)
        if key in seen:
            found = " ".join(str(part) for part in key if part is not None)
            raise row.source.error(
                spec.keys[0], f"{found} again", f"each once (first in row {seen[key]})"
            )
        seen[key] = row.source.row


def check_dice(rows: Sequence[OwnerRow], spec: TableSpec) -> None:
    """Every result of the die has one row in each sub-table. :raises InputError: where not."""
    dice = spec.dice
    assert dice is not None
    groups: dict[tuple[Value, ...], list[OwnerRow]] = {}
    for row in rows:
        groups.setdefault(tuple(row.values[name] for name in dice.groups), []).append(row)
    for members in groups.values():
        members.sort(key=lambda row: (row.number("low") is not None, row.number("low") or 0))
        for complaint in uncovered(members, dice.faces):
            raise complaint


def uncovered(rows: Sequence[OwnerRow], faces: tuple[int, int] | None) -> Iterator[InputError]:
    """Find the mistakes in the rows of one sub-table, sorted by their lowest die."""
    due = faces[0] if faces is not None else None
    for index, row in enumerate(rows):
        low, high = row.number("low"), row.number("high")
        if high is not None and low is not None and high < low:
            yield row.source.error("high", str(high), f"{low} or more")
        if low != due and (index > 0 or faces is not None):
            expected = "nothing more" if due is None else str(due)
            yield row.source.error("low", "nothing" if low is None else str(low), expected)
        if index == 0 and faces is None and low is not None:
            yield row.source.error("low", str(low), "a blank cell: the first row goes on downwards")
        last = index == len(rows) - 1
        if last and faces is not None and high != faces[1]:
            yield row.source.error("high", str(high), f"{faces[1]}, or a row for {(high or 0) + 1}")
        if last and faces is None and high is not None:
            yield row.source.error("high", str(high), "a blank cell: the last row goes on upwards")
        if not last and high is None:
            yield row.source.error("high", "nothing", "a number: only the last row goes on upwards")
        due = None if high is None else high + 1
