"""Rows as the lines of a CSV source, in the order of the columns its header has."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.atomic import write_bytes
from clubroute.builder.sources.text import csv_records, read_text

HEADERS = {
    "hexes": ("hex", "terrain", "name", "provenance", "cite"),
    "hexsides": ("hexside", "kind", "name", "note", "provenance", "cite"),
    "links": ("road", "kind", "name", "course", "hexes", "provenance", "cite"),
}
"""The columns of a new file."""


def row_lines(path: Path, rows: Sequence[Mapping[str, str]]) -> list[str]:
    """The lines to append to a ``hexes.csv``, ``hexsides.csv`` or ``links.csv``, without ends.

    :raises InputError: the file has no column for something that a row says.
    """
    header = header_of(path)
    lines = []
    for row in rows:
        for column, value in row.items():
            if value and column not in header:
                raise InputError(Where.of(path), "no such column", f"column {column!r}")
        buffer = io.StringIO()
        csv.writer(buffer, lineterminator="").writerow([row.get(c, "") for c in header])
        lines.append(buffer.getvalue())
    return lines


def header_of(path: Path) -> tuple[str, ...]:
    """The columns of a CSV source, or of a new one. :raises InputError: unreadable."""
    if path.is_file():
        for _, record in csv_records(read_text(path), path):
            if any(cell.strip() for cell in record) and not record[0].lstrip().startswith("#"):
                return tuple(cell.strip() for cell in record)
    return HEADERS[path.stem]


def append_rows(path: Path, rows: Sequence[Mapping[str, str]]) -> None:
    """Append rows to a CSV source, whole or not at all, with the line ends it has; or begin one.

    :raises InputError: as :func:`row_lines`, or the file cannot be written.
    """
    lines = row_lines(path, rows)
    old = path.read_bytes() if path.is_file() else (",".join(header_of(path)) + "\n").encode()
    end = b"\r\n" if b"\r\n" in old else b"\n"
    if old and not old.endswith(b"\n"):
        old += end
    write_bytes(path, old + b"".join(line.encode("utf-8") + end for line in lines))
