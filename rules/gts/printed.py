"""The owner's ratings on the counters of a module: ``clubroute build --owner FOLDER``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from clubroute.builder.cache import digest
from clubroute.builder.errors import InputError, Where
from clubroute.builder.sources.counters import Unit as Counter
from clubroute.builder.sources.printed import Faces, Printed
from clubroute.builder.sources.tables import Row
from clubroute.rules.context import Context
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.roster import RATINGS, ratings_of, roster_of
from clubroute.rules.owner.tables import owner_table
from clubroute.rules.position.names import squeezed


def printed_in(owner: Path) -> Printed:
    """The ratings in an owner's folder. :raises InputError: it has none, or one is wrong."""
    context = Context(owner, owner_folder=owner)
    table = owner_table(context, RATINGS)
    if table is None:
        expected = f"a table that `clubroute template {RATINGS} --out {owner}` begins"
        raise InputError(Where.of(owner / f"{RATINGS}.csv"), "no such file", expected)

    def faces(counters: Sequence[Counter]) -> Faces:
        check_names(context, counters, [row.source for row in table.rows])
        found = {}
        for counter in counters:
            for face in ("front", "back"):
                row = ratings_of(context, Unit(id=counter.id, name=counter.name), face)
                if row is not None:
                    found[counter.id, face] = boxed(row.source)
        return found

    return Printed(faces, digest(repr([row.source.cells for row in table.rows])))


def boxed(row: Row) -> Row:
    """A row by the names of boxes: the range of a Leader is that of his command."""
    command = row.optional("command_range")
    return row if command is None else replace(row, cells={**row.cells, "range": command})


def check_names(context: Context, counters: Sequence[Counter], rows: Sequence[Row]) -> None:
    """Every row is for a counter of this game or another. :raises InputError: the first not."""
    roster = roster_of(context, None)
    own = {squeezed(name) for one in counters for name in (one.id, one.name)}
    for row in rows:
        name = row.text("unit")
        if squeezed(name) not in own and not roster.called(Unit(id=name, name=name)):
            raise row.error("unit", repr(name), "a counter's id or name", roster.near(name))
