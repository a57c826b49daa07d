"""Empty tables of the right shape, with what each column means."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from clubroute.builder.atomic import write_bytes
from clubroute.builder.errors import InputError, Where
from clubroute.rules.owner.catalogue import TABLES, table_spec
from clubroute.rules.owner.spec import Column, TableSpec


def template_text(spec: TableSpec) -> str:
    """A table without rows: remarks, the header, and example rows as remarks."""
    lines = [
        f"# {spec.summary}",
        f"# Printed: {spec.printed}. Used by {', '.join(spec.cites)}.",
        "# Fill in rows below the header. Rows that begin with # are remarks.",
        "#",
        *(f"# {column.name}: {column_text(column)}" for column in spec.columns),
        "#",
        csv_line([column.name for column in spec.columns]),
        "# Rows look like these, whose numbers are made up:",
        *(f"# {row}" for row in spec.examples),
    ]
    return "\n".join(lines) + "\n"


def column_text(column: Column) -> str:
    """Describe a column in one sentence."""
    text = f"{column.summary} ({column.form})"
    if column.only_if is not None:
        text += f"; only where {column.only_if[0]} is {column.only_if[1]}, else blank"
    elif column.blank:
        text += f"; blank: {column.blank}"
    return text


def example_text(spec: TableSpec) -> str:
    """The header and the example rows: a table that can be read."""
    header = csv_line([column.name for column in spec.columns])
    return "".join(f"{row}\n" for row in (header, *spec.examples))


def csv_line(cells: Sequence[str]) -> str:
    """Cells as a line of CSV."""
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="").writerow(cells)
    return out.getvalue()


def write_missing(folder: Path) -> list[Path]:
    """Write the templates of all tables that a folder lacks; returns their paths."""
    missing = [spec.name for spec in TABLES if not (folder / spec.file).exists()]
    return write_templates(missing, folder) if missing else []


def write_templates(names: Sequence[str], folder: Path, force: bool = False) -> list[Path]:
    """Write templates into a folder, all tables' if no name is given; returns their paths.

    :raises InputError: no such table; or a file is already there and ``force`` is not said, then
        nothing is written.
    """
    specs = [table_spec(name) for name in names] if names else list(TABLES)
    targets = {folder / spec.file: spec for spec in specs}
    for path in targets:
        if path.exists() and not force:
            raise InputError(Where.of(path), "a file already there", "none, or --force")
    for path, spec in targets.items():
        write_bytes(path, template_text(spec).encode("utf-8"))
    return list(targets)
