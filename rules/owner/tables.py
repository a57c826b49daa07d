"""An owner's tables in a context: read when asked for, read anew when the file has changed."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from clubroute.builder.errors import (
    InputError,
    Where,
    nearest_name,
    one_of,
)
from clubroute.builder.files.atomic import held, write_bytes
from clubroute.builder.files.staging import staging
from clubroute.builder.sources.text import csv_records, read_text
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import Nothing, method
from clubroute.rules.owner.catalogue import TABLES, table_spec
from clubroute.rules.owner.read import (
    Column,
    OwnerRow,
    OwnerTable,
    TableSpec,
    read_table,
    table_of,
)
from clubroute.rules.position.names import squeezed

# Empty tables of the right shape, with what each column means.

TEMPLATES = "templates"
"""What only one command at a time writes into the owner's folder."""


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
    targets = {folder / spec.file: template_text(spec).encode("utf-8") for spec in specs}
    with staging(folder, TEMPLATES) as place:
        for path in targets:
            if path.exists() and not force:
                raise InputError(Where.of(path), "a file already there", "none, or --force")
        place.put(targets)
    return list(targets)


# Keeps a row in an owner's table, where it was asked for once.


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
    # Of two rows at once, as two pages of the room keep them, neither is lost.
    with held(folder / f".{spec.file}.lock", lambda: None, remove=True):
        lines = (read_text(path) if path.exists() else template_text(spec)).splitlines()
        header, rows = checked(path, spec, lines)
        for name, text in cells.items():
            if text and name not in header:
                raise InputError(Where.of(path), "a header without it", f"column {name!r}")
        wanted = [cells.get(key, "") for key in spec.keys]
        at = next(
            (one for one in rows if [one.source.cells[key] for key in spec.keys] == wanted), None
        )
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
    _, first = next(csv_records("\n".join(told), path))
    header = [cell.strip() for cell in first]
    return [cell for cell in header if cell], rows


def owner_table(context: Context, name: str) -> OwnerTable | None:
    """The owner's table, None if there is no such file.

    :raises InputError: no table of that name exists, or the file is not as declared.
    """
    spec = table_spec(name)
    path = context.owner / spec.file
    try:
        state = path.stat()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise InputError(Where.of(path), error.strerror or "unreadable", "a CSV file") from None
    key = ("owner", f"{path} {state.st_mtime_ns} {state.st_size}")
    found: OwnerTable | None = context.loaded.get(key)
    if found is None:
        found = read_table(path, spec)
        context.loaded[key] = found
    return found


def owner_rows(context: Context, name: str) -> tuple[OwnerRow, ...] | None:
    """The rows of the owner's table, None if there is no such file. :raises InputError:"""
    table = owner_table(context, name)
    return None if table is None else table.rows


def game_rows(context: Context, name: str, game: str) -> tuple[OwnerRow, ...] | None:
    """The table's rows for a game, None if there is no such file or no row for the game."""
    table = owner_table(context, name)
    return None if table is None else table.of_game(game) or None


def rated_faces(
    context: Context, name: str, called: Iterable[str | None]
) -> Mapping[str, OwnerRow]:
    """The rows of a table of ratings for a counter, by its face.

    :param called: its id and its name; a row by the first comes before one by the second.
    """
    table = owner_table(context, name)
    if table is None:
        return {}
    kept = context.loaded.get((name, "faces"))
    if kept is None or kept[0] is not table:
        rows: dict[str, dict[str, OwnerRow]] = {}
        for row in table.rows:
            rows.setdefault(squeezed(row.text("unit")), {})[row.text("face")] = row
        kept = context.loaded[name, "faces"] = table, rows
    found: dict[str, OwnerRow] = {}
    for one in called:
        found = {**(kept[1].get(squeezed(one), {}) if one else {}), **found}
    return found


def by_die(rows: Sequence[OwnerRow], die: int) -> OwnerRow | None:
    """The row a die's result belongs to."""
    return next((row for row in rows if row.holds(die)), None)


def need(name: str, what: str = "") -> str:
    """Return the need for a table, as an answer tells it: ``supply owner/weather.csv: what``."""
    spec = table_spec(name)
    return f"supply owner/{spec.file}: {what or spec.summary.partition(':')[0].rstrip('.')}"


# ``owner.tables``: which tables there are, which the owner has supplied, and what is wrong.

TABLES_ANSWER: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "tables": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "file": {"type": "string"},
                    "holds": {"type": "string"},
                    "supplied": {"type": "boolean"},
                    "rows": {"type": "integer"},
                    "wrong": {"type": "string"},
                    "cites": {"type": "array", "items": {"type": "string"}},
                    "unlocks": {"type": "array", "items": {"type": "string"}},
                },
            },
        }
    },
}


@method("owner.tables", answers=TABLES_ANSWER, text=lambda answer: table_lines(answer))
def tables(context: Context, asked: Nothing) -> Any:
    """The tables an owner of the games may supply: which are there, what is wrong with them, and
    which answers each unlocks. docs/own-module.md describes them."""
    return {"tables": [described(context, spec) for spec in TABLES]}


def described(context: Context, spec: TableSpec) -> dict[str, Any]:
    """One table as the owner has it."""
    record: dict[str, Any] = {"file": f"owner/{spec.file}", "holds": spec.summary}
    try:
        found = owner_table(context, spec.name)
    except InputError as error:
        record |= {"supplied": True, "wrong": str(error)}
    else:
        record["supplied"] = found is not None
        if found is not None:
            record["rows"] = len(found.rows)
    record["cites"] = list(spec.cites)
    record["unlocks"] = list(spec.unlocks)
    return record


def table_lines(answer: Mapping[str, Any]) -> list[str]:
    """The tables as lines for people: what is there, and what each missing one would unlock."""
    tables = answer["tables"]
    there = [one for one in tables if one["supplied"] and "wrong" not in one]
    lines = [f"{len(there)} of {len(tables)} tables are there"]
    for one in tables:
        state = "missing"
        if one["supplied"]:
            state = f"wrong: {one['wrong']}" if "wrong" in one else f"{one['rows']} rows"
        lines.append(f"{one['file']}: {state}")
        lines.append(f"    {one['holds']}")
        lines.append(f"    unlocks {', '.join(one['unlocks'])}")
    if len(there) < len(tables):
        lines.append("clubroute owner --init DIR writes the missing ones as templates to fill in")
    return lines
