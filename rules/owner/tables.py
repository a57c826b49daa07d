"""An owner's tables in a context: read when asked for, read anew when the file has changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from clubroute.builder.errors import InputError, Where
from clubroute.rules.asking.context import Context
from clubroute.rules.owner.catalogue import table_spec
from clubroute.rules.owner.read import OwnerRow, OwnerTable, read_table
from clubroute.rules.position.names import squeezed


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
