"""CSV and TOML source files as typed rows that know their place.

A CSV source has one header row; the order of columns is free, unknown columns are refused.
Blank rows and rows whose first cell starts with ``#`` are skipped, so authors can keep remarks
beside their data.
"""

from __future__ import annotations

import itertools
import math
import re
import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any, TypeVar

from clubroute.builder.errors import (
    InputError,
    Where,
    nearest_name,
    one_of,
)
from clubroute.builder.sources.text import check_count, csv_records, read_text

T = TypeVar("T")

MOST_LETTERS, MOST_STEPS = 1 << 20, 1000
"""Of one TOML source, and of the dots in a line of it: nested tables take the square of either
to be read. The longest of ours has 40,000."""
MOST_UTF8 = 4
"""Bytes of one letter in UTF-8."""


@dataclass(frozen=True, slots=True)
class Row:
    """One record of a CSV source: its cells by column name, and where it stands."""

    path: str
    row: int
    cells: Mapping[str, str]

    def where(self, column: str | None = None) -> Where:
        """Return the place of this row, or of one of its cells."""
        return Where(self.path, self.row, column)

    def error(
        self, column: str, found: str, expected: str, nearest: str | None = None
    ) -> InputError:
        """Return an error at one cell of this row (to be raised by the caller)."""
        return InputError(self.where(column), found, expected, nearest)

    def optional(self, column: str) -> str | None:
        """Return the cell's text without surrounding blanks; None if blank or absent."""
        return self.cells.get(column, "").strip() or None

    def text(self, column: str) -> str:
        """Return the cell's text. :raises InputError: if blank."""
        value = self.optional(column)
        if value is None:
            raise self.error(column, "a blank cell", "a value")
        return value

    def choice(self, column: str, valid: Iterable[str]) -> str:
        """Return the cell's text, one of ``valid``. :raises InputError: naming the nearest."""
        value = self.text(column)
        options = valid if isinstance(valid, Collection) else list(valid)
        if value not in options:
            raise self.error(column, repr(value), one_of(options), nearest_name(value, options))
        return value

    def optional_choice(self, column: str, valid: Iterable[str]) -> str | None:
        """Return the cell's text as :meth:`choice` does, None for a blank cell."""
        return None if self.optional(column) is None else self.choice(column, valid)

    def integer(self, column: str, *, low: int | None = None, high: int | None = None) -> int:
        """Return the cell as a whole number within ``low``..``high``."""
        value = self.number(column, low=low, high=high)
        if value != int(value):
            raise self.error(column, repr(self.text(column)), "a whole number")
        return int(value)

    def number(self, column: str, *, low: float | None = None, high: float | None = None) -> float:
        """Return the cell as a finite number with a decimal point, within ``low``..``high``."""
        text = self.text(column)
        if not re.fullmatch(r"[+-]?[0-9]+(\.[0-9]+)?", text):
            raise self.error(column, repr(text), "a number")
        value = float(text)
        if not math.isfinite(value):
            raise self.error(column, repr(text), "a number within reason")
        if (low is not None and value < low) or (high is not None and value > high):
            raise self.error(column, text, f"a number from {low} to {high}")
        return value


def read_rows(path: Path, columns: Mapping[str, bool]) -> list[Row]:
    """Read the rows of a CSV source.

    :param columns: column name → whether the header must have it.
    :raises InputError: unreadable file, unknown, missing or repeated column, a row of another
        length than the header, an unclosed quote, more rows or cells than a spreadsheet shows.
    """
    return rows_of(read_text(path), path, columns)


def read_free_rows(path: Path, columns: Iterable[str]) -> list[Row]:
    """Read the rows of a CSV source that may have columns of its author's own besides.

    :raises InputError: as :func:`read_rows`.
    """
    needed = dict.fromkeys(columns, True)
    return rows_of(read_text(path), path, needed, free=True)


def rows_of(text: str, path: Path, columns: Mapping[str, bool], *, free: bool = False) -> list[Row]:
    """Read rows as :func:`read_rows` does, from the text of a file there.

    :param free: take columns of other names, too.
    """
    header: list[str] | None = None
    rows: list[Row] = []
    for start, record in csv_records(text, path):
        if not "".join(record).strip() or record[0].lstrip().startswith("#"):
            continue
        if header is None:
            header = checked_header(path, start, record, columns, free=free)
            continue
        if len(record) > len(header) and not any(cell.strip() for cell in record[len(header) :]):
            record = record[: len(header)]
        if len(record) != len(header):
            raise InputError(
                Where(str(path), start),
                f"{len(record)} cells",
                f"{len(header)} cells{decimal_hint(record) if len(record) > len(header) else ''}",
            )
        rows.append(Row(str(path), start, dict(zip(header, record, strict=True))))
    if header is None:
        raise InputError(Where(str(path), 1), "no header row", "columns " + ", ".join(columns))
    return rows


def decimal_hint(record: list[str]) -> str:
    """Return a hint why a row is too long: a decimal comma, which ends a cell."""
    for whole, part in itertools.pairwise(record):
        if re.fullmatch(r"\s*-?[0-9]+", whole) and re.fullmatch(r"[0-9]+( \w+)?\s*", part):
            return f" (a decimal comma? {whole.strip()}.{part.strip()}, or in quotes)"
    return ""


def optional_rows(path: Path, columns: Mapping[str, bool]) -> list[Row]:
    """Read the rows of a CSV source, none if the file is absent."""
    return read_rows(path, columns) if path.exists() else []


def checked_header(
    path: Path, number: int, record: list[str], columns: Mapping[str, bool], *, free: bool = False
) -> list[str]:
    """Return the header's column names, each known unless they are ``free``, and none twice, all
    required ones present."""
    header = [cell.strip() for cell in record]
    while header and not header[-1]:
        header.pop()
    for mark, name in ((";", "semicolons"), ("\t", "tabs")):
        if len(header) == 1 and len(columns) > 1 and mark in header[0]:
            raise InputError(
                Where(str(path), number),
                f"cells separated by {name}",
                "commas (LibreOffice asks for the field delimiter when it saves; Excel takes the"
                " list separator of Windows' region settings)",
            )
    if not set(header) & set(columns) and not nearest_name(header[0] if header else "", columns):
        names = "the names of its columns: " + one_of(columns).removeprefix("one of ")
        first = ", ".join(header[:3])
        raise InputError(Where(str(path), number), f"no header row ({first} …)", names)
    for position, name in enumerate(header, start=1):
        if name not in columns and not free:
            raise InputError(
                Where(str(path), number, position),
                f"column {name!r}",
                one_of(columns),
                nearest_name(name, columns),
            )
        if name in header[: position - 1]:
            raise InputError(Where(str(path), number, position), f"column {name!r} twice", "once")
    for name, required in columns.items():
        if required and name not in header:
            raise InputError(Where(str(path), number), "a header without it", f"column {name!r}")
    return header


def unique(rows: Iterable[Row], column: str) -> None:
    """Check that no two rows hold the same value in ``column``. :raises InputError: if so."""
    seen: dict[str, int] = {}
    for row in rows:
        value = row.text(column)
        if value in seen:
            raise row.error(
                column, f"{value!r} again", f"a new {column} (first in row {seen[value]})"
            )
        seen[value] = row.row


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML source. :raises InputError: it cannot be read, or as :func:`toml_of`."""
    return toml_of(read_text(path, MOST_UTF8 * MOST_LETTERS), path)


def toml_of(text: str, path: PurePath | str) -> dict[str, Any]:
    """Return the values of the text of a TOML source.

    :raises InputError: with row and column of a syntax error; or it is longer than any is.
    """
    if len(text) > MOST_LETTERS:
        raise InputError(Where.of(path), f"{len(text)} letters", f"at most {MOST_LETTERS}")
    if text.count(".") > MOST_STEPS:  # else no line of it has that many
        for row, line in enumerate(text.split("\n"), start=1):
            check_count(line, ".", "dots", MOST_STEPS, Where(str(path), row))
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise InputError(Where.of(path), "arrays nested too deeply", "TOML") from None
    except ValueError as error:  # a syntax error, or a number too long to be one
        place = re.search(r"\(at line ([0-9]+), column ([0-9]+)\)", str(error))
        where = Where.of(path)
        if place is not None:
            where = Where(str(path), int(place[1]), int(place[2]))
        elif "at end of document" in str(error):
            where = Where(str(path), text.count("\n", 0, len(text.rstrip())) + 1)
        found = str(error).split(" (at ")[0]
        expected = (
            'a "text", a number, true, false or a list' if found == "Invalid value" else "TOML"
        )
        raise InputError(where, found, expected) from None
