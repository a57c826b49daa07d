"""The owner's ratings on the counters of a module: ``clubroute build --owner FOLDER``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.builder.files.atomic import digest
from clubroute.builder.project import shipped_project
from clubroute.builder.sources.counter_style import Faces, Printed
from clubroute.builder.sources.counters import UnitCounter as Counter
from clubroute.builder.sources.counters import read_units
from clubroute.builder.sources.order_of_battle import read_order_of_battle
from clubroute.builder.sources.tables import Row
from clubroute.rules.asking.context import Context
from clubroute.rules.owner.read import OwnerTable
from clubroute.rules.owner.tables import owner_table
from clubroute.rules.position.names import squeezed
from clubroute.rules.series import Series, all_series


def printed_in(owner: Path) -> Printed:
    """The ratings in an owner's folder. :raises InputError: it has none, or one is wrong."""
    context = Context(owner, owner_folder=owner)
    rated = [one for one in all_series() if one.ratings]
    found = [(one, owner_table(context, one.ratings)) for one in rated]
    tables = [(one, table) for one, table in found if table is not None]
    if not tables:
        names = " or ".join(one.ratings for one in rated)
        expected = f"a table that `clubroute template {names} --out {owner}` begins"
        raise InputError(Where.of(owner / f"{rated[0].ratings}.csv"), "no such file", expected)

    def faces(counters: Sequence[Counter]) -> Faces:
        rows: dict[tuple[str, str], Row] = {}
        for one, table in tables:
            check_names(one, counters, table)
            rows |= {(squeezed(r.text("unit")), r.text("face")): r.source for r in table.rows}
        return dict(named_rows(counters, rows))

    cells = [row.source.cells for _, table in tables for row in table.rows]
    return Printed(faces, digest(repr(cells)))


def named_rows(
    counters: Sequence[Counter], rows: Mapping[tuple[str, str], Row]
) -> Iterator[tuple[tuple[str, str], Row]]:
    """The rows of some counters by id and face; a row names a counter by its id or name."""
    for counter in counters:
        for face in ("front", "back"):
            for name in (counter.name, counter.id):
                row = rows.get((squeezed(name), face))
                if row is not None:
                    yield (counter.id, face), boxed(row)


def boxed(row: Row) -> Row:
    """A row by the names of boxes: the range of a Leader is that of his command."""
    command = row.optional("command_range")
    return row if command is None else replace(row, cells={**row.cells, "range": command})


def check_names(series: Series, counters: Sequence[Counter], table: OwnerTable) -> None:
    """Every row is for a counter of the game or the series. :raises InputError: the first not."""
    folders = [shipped_project().counters / game.id for game in series.games]
    known = [*counters]
    for folder in (one for one in folders if (one / "units.csv").is_file()):
        known += read_units(folder / "units.csv", read_order_of_battle(folder))
    printed = {squeezed(name): name for one in known for name in (one.id, one.name, *one.aliases)}
    for row in table.rows:
        name = row.text("unit")
        if squeezed(name) not in printed:
            near = nearest_name(squeezed(name), printed)
            expected = "a counter's id or name"
            raise row.source.error("unit", repr(name), expected, printed[near] if near else None)
