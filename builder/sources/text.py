"""Reading a source file as text: the one place where bytes become characters.

Programs on Windows write a byte-order mark, CR LF and, some of them, UTF-16; all that is accepted.
Anything else that is not UTF-8 text is refused with one line.
"""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Iterator
from pathlib import Path, PurePath

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.builder.files.regular import read_file

MAX_SOURCE_BYTES = 64 * 1024 * 1024
"""Of one source; the longest of ours has 180 kB."""
MOST_ROWS, MOST_CELLS = 200_000, 4_000_000
"""Of one CSV source; the longest of ours has a thousand rows."""
WORKBOOK = b"PK\x03\x04"
"""What an .xlsx or .ods file begins with."""


def read_text(path: Path, most: int = MAX_SOURCE_BYTES) -> str:
    r"""Return the text of a source file, LF line ends, no byte-order mark.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "game.csv")
    ...     _ = path.write_bytes(b"\xef\xbb\xbfhex,name\r\n")
    ...     read_text(path)
    'hex,name\n'

    :raises InputError: missing, no file, unreadable, empty, over ``most`` bytes, not UTF-8, or
        holding NUL bytes.
    """
    where = Where.of(path)
    try:
        data = read_file(path, where, "a source file", most)
    except InputError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            raise InputError(where, error.found, error.expected, near_file(path)) from None
        raise
    return decode_text(data, where)


def check_count(text: str, mark: str, what: str, most: int, where: Where) -> None:
    """Count the objects that a source would become, before any is made.

    :raises InputError: more than ``most`` of the ``mark`` that stands between two of them.
    """
    many = text.count(mark)
    if many > most:
        raise InputError(where, f"{many} {what}", f"at most {most}")


def decode_text(data: bytes, where: Where) -> str:
    """Decode the bytes of a source; :func:`read_text` says what is refused."""
    if data.startswith(WORKBOOK):
        raise InputError(where, "a spreadsheet's own file", "text (save as “CSV UTF-8”)")
    data = as_utf8(data)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        row = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        raise InputError(
            Where(where.path, row, column),
            f"byte 0x{data[error.start]:02x}",
            "UTF-8 text (save as “CSV UTF-8”)" if where.path.endswith(".csv") else "UTF-8 text",
        ) from None
    nul = text.find("\0")
    if nul >= 0:
        row = text.count("\n", 0, nul) + 1
        raise InputError(Where(where.path, row), "a NUL character", "text")
    if not text.strip():
        raise InputError(where, "an empty file", "at least a header")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def as_utf8(data: bytes) -> bytes:
    """Turn text that is marked as UTF-8 or UTF-16 into UTF-8 without a mark."""
    if data.startswith(codecs.BOM_UTF8):
        return data[len(codecs.BOM_UTF8) :]
    if not data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data
    try:
        return data.decode("utf-16").encode("utf-8")
    except UnicodeError:
        return data


def near_file(path: Path) -> str | None:
    """Return a file beside ``path`` whose name is close to it."""
    try:
        names = sorted(p.name for p in path.parent.iterdir())
    except OSError:
        return None
    return nearest_name(path.name, names)


def csv_records(text: str, path: PurePath | str) -> Iterator[tuple[int, list[str]]]:
    """Yield the records of a CSV text, blank ones too, each with the row it begins in.

    :raises InputError: an unclosed quote, a cell longer than a page, more rows or cells than a
        spreadsheet shows.
    """
    where = Where.of(path)
    check_count(text, "\n", "rows", MOST_ROWS, where)
    check_count(text, ",", "cells", MOST_CELLS, where)
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    while True:
        start = reader.line_num + 1
        try:
            record = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            found = "a quote that is never closed" if "end of data" in str(error) else str(error)
            raise InputError(Where(str(path), start), found, "a CSV record") from None
        yield start, record


def filled_rows(path: Path) -> list[list[str]]:
    """Return the rows of a CSV file that are not blank. :raises InputError: it cannot be read."""
    records = csv_records(read_text(path), path)
    return [row for _, row in records if any(cell.strip() for cell in row)]
