"""The rows of tables that ``scenario.toml`` declares, each cell checked by its column's kind."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from clubroute.builder.errors import Where, one_of
from clubroute.builder.sources.cells import HexNumbers
from clubroute.builder.sources.order_of_battle import PROVENANCES, OrderOfBattle
from clubroute.builder.sources.scenario_form import DeclaredColumn, DeclaredTable
from clubroute.builder.sources.scenario_tables import hex_text, number_or_none
from clubroute.builder.sources.toml_table import TomlTable

EMPTY: Mapping[str, Any] = {
    "text": "",
    "texts": (),
    "flag": False,
    "words": (),
    "sides": (),
    "markers": (),
    "turns": (),
    "areas": (),
}
"""What a column holds that is not there, by its kind; None for any other."""


@dataclass(frozen=True, slots=True)
class DeclaredRow:
    """A row of a declared table: its cells by column, a list as a tuple."""

    table: str
    cells: Mapping[str, Any]
    where: Where = field(compare=False)


@dataclass(frozen=True, slots=True)
class Nameable:
    """What the cells of a scenario may name."""

    book: OrderOfBattle
    units: Collection[str]
    markers: Collection[str]
    hex_numbers: HexNumbers | None


def read_declared(
    top: TomlTable, tables: Mapping[str, DeclaredTable], known: Nameable
) -> dict[str, tuple[DeclaredRow, ...]]:
    """The rows of every declared table of a scenario, by table; () for one that is not there.

    :raises InputError: an unknown or missing key, a cell that is not of its column's kind.
    """
    return {
        name: tuple(read_row(entry, table, known) for entry in entries(top, table))
        for name, table in tables.items()
    }


def entries(top: TomlTable, table: DeclaredTable) -> Sequence[TomlTable]:
    """The tables of that name in a scenario's file."""
    if table.many:
        return top.repeats(table.name)
    return [top.inner(table.name)] if table.name in top.table else []


def read_row(entry: TomlTable, table: DeclaredTable, known: Nameable) -> DeclaredRow:
    """One row. :raises InputError: see :func:`read_declared`."""
    entry.only([column.name for column in table.columns])
    there = [name for name in table.one_of if entry.table.get(name) not in (None, False)]
    if table.one_of and len(there) != 1:
        found = " and ".join(there) or "none of them"
        raise entry.error(table.one_of[0], found, one_of(table.one_of))
    cells = {column.name: read_cell(entry, column, known) for column in table.columns}
    # A division is of a side, which need not be said then.
    division = known.book.division(cells.get("division") or "")
    if division is not None and "side" in cells:
        cells["side"] = division.side
    row = entry.row(next(iter(entry.table), ""))
    return DeclaredRow(table.name, cells, Where(str(entry.path), row))


def read_cell(entry: TomlTable, column: DeclaredColumn, known: Nameable) -> Any:
    """The value of a column. :raises InputError: see :func:`read_declared`."""
    if column.name not in entry.table and not column.needed:
        return None if column.silent else EMPTY.get(column.kind)
    name, book = column.name, known.book
    kinds: Mapping[str, Callable[[], Any]] = {
        "text": lambda: entry.value(name, str),
        "texts": lambda: needed_texts(entry, name),
        "flag": lambda: entry.value(name, bool),
        "number": lambda: (
            entry.number(name, column.lowest, 99) if column.needed else number_or_none(entry, name)
        ),
        "word": lambda: entry.choice(name, column.words),
        "words": lambda: needed_choices(entry, name, column.words),
        "hex": lambda: hex_text(entry, name, entry.value(name, str), known.hex_numbers),
        "hexside": lambda: hexside_text(entry, name, known.hex_numbers),
        "side": lambda: entry.choice(name, (*book.sides, *column.words)),
        "sides": lambda: needed_choices(entry, name, book.sides),
        "division": lambda: division_name(entry, name, book),
        "unit": lambda: entry.choice(name, known.units),
        "markers": lambda: needed_choices(entry, name, known.markers),
        "turns": lambda: needed_texts(entry, name),
        "areas": lambda: needed_texts(entry, name),
        "provenance": lambda: entry.choice(name, PROVENANCES),
    }
    return kinds[column.kind]()


def needed_texts(entry: TomlTable, key: str) -> tuple[str, ...]:
    """A list of texts that is there. :raises InputError: otherwise."""
    entry.value(key, list)
    return entry.texts(key)


def needed_choices(entry: TomlTable, key: str, valid: Collection[str]) -> tuple[str, ...]:
    """A list, each one of ``valid``, that is there. :raises InputError: otherwise."""
    entry.value(key, list)
    return entry.choices(key, valid)


def hexside_text(entry: TomlTable, key: str, hex_numbers: HexNumbers | None) -> str:
    """Two printed hex numbers. :raises InputError: otherwise."""
    text = entry.value(key, str)
    ends = text.split("/")
    if len(ends) != 2:
        raise entry.error(key, repr(text), "a hexside such as 66.156/66.157")
    for end in ends:
        hex_text(entry, key, end, hex_numbers)
    return text


def division_name(entry: TomlTable, key: str, book: OrderOfBattle) -> str:
    """The name of a division. :raises InputError: an unknown one."""
    return entry.choice(key, [division.name for division in book.divisions])
