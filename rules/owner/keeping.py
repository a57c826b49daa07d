"""Keeps a row in an owner's table, where it was asked for once."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path

from clubroute.builder.atomic import write_bytes
from clubroute.builder.errors import InputError, Where, nearest_name, one_of
from clubroute.builder.sources.text import read_text
from clubroute.rules.owner.read import OwnerRow, table_of
from clubroute.rules.owner.spec import TableSpec
from clubroute.rules.owner.templates import csv_line, template_text


def keep_row(folder: Path, spec: TableSpec, cells: Mapping[str, str]) -> Path:
    """Write a row into an owner's table, over the one with the same keys; all else stays.

    Returns the file's path. A table that is not there begins as its template.

    :raises InputError: a cell is not as declared, or the file is not; then nothing is written.
    """
    path = folder / spec.file
    for name in cells:
        if name not in (known := [column.name for column in spec.columns]):
            where = Where(str(path), part=name)
            raise InputError(where, f"column {name!r}", one_of(known), nearest_name(name, known))
    lines = (read_text(path) if path.exists() else template_text(spec)).splitlines()
    header, rows = checked(path, spec, lines)
    for name, text in cells.items():
        if text and name not in header:
            raise InputError(Where.of(path), "a header without it", f"column {name!r}")
    wanted = [cells.get(key, "") for key in spec.keys]
    at = next((one for one in rows if [one.source.cells[key] for key in spec.keys] == wanted), None)
    line = csv_line([cells.get(name, "") for name in header])
    if at is None:
        lines.append(line)
    else:
        lines[at.source.row - 1] = line
    checked(path, spec, lines)
    write_bytes(path, ("\n".join(lines) + "\n").encode("utf-8"))
    return path


def checked(
    path: Path, spec: TableSpec, lines: list[str]
) -> tuple[list[str], tuple[OwnerRow, ...]]:
    """The header and the rows of a table as it would be. :raises InputError: it would be wrong."""
    rows = table_of("\n".join(lines) + "\n", path, spec).rows
    told = (line for line in lines if line.strip(" ,") and not line.lstrip('" ').startswith("#"))
    header = [cell.strip() for cell in next(csv.reader(told))]
    return [cell for cell in header if cell], rows
