"""``[window.divisions]``: a row of boxes for each division that has an activation chit.

A box for the division's name, a track of numbered boxes for the points it has, and, if wanted, a
box beside the track.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from clubroute.builder.sources.displays import DisplayBox, Start, pair
from clubroute.builder.sources.markers import Chit
from clubroute.builder.sources.order_of_battle import Division, OrderOfBattle
from clubroute.builder.sources.toml_table import TomlTable

HEAD = 150
"""Width of the box with a division's name, px."""
GAP = 34
"""Between rows, and before the box beside the track: room for a title, px."""
CELL_GAP = 2


@dataclass(frozen=True, slots=True)
class DivisionRows:
    """The divisions that have a row, and the kinds of points a scenario says of each."""

    divisions: tuple[Division, ...] = ()
    points: tuple[str, ...] = ()


NO_DIVISIONS = DivisionRows()
"""A game without divisions."""


def rows_of(book: OrderOfBattle, chits: Collection[Chit]) -> DivisionRows:
    """A row for each division that has an activation chit."""
    named = {chit.division for chit in chits}
    found = tuple(division for division in book.divisions if division.name in named)
    return DivisionRows(found, book.form.points)


def division_boxes(
    table: TomlTable, rows: DivisionRows, markers: Collection[str]
) -> Iterator[DisplayBox]:
    """The boxes of every row. :raises InputError: an unknown key or marker."""
    table.only(("at", "most", "cell", "points", "beside"))
    (x, y), (width, height) = pair(table, "at", 0), pair(table, "cell", 40)
    most = table.number("most", 1, 60)
    points = table.inner("points")
    points.only(rows.points)
    laid = {kind: points.choice(kind, markers) for kind in points.table}
    beside = table.optional("beside")
    for row, division in enumerate(rows.divisions):
        top, name = y + row * (height + GAP), division.short
        unknown = tuple(
            Start(marker, f"{kind} {division.name}", None) for kind, marker in laid.items()
        )
        yield DisplayBox(name, name, (x, top), (HEAD, height), starts=unknown)
        for number in range(most + 1):
            left = x + HEAD + GAP + number * (width + CELL_GAP)
            starts = tuple(
                Start(marker, f"{kind} {division.name}", number + over, back=over > 0)
                for kind, marker in laid.items()
                for over in (0, most)
                if number or not over
            )
            yield DisplayBox(
                f"{name} {number}",
                f"{name} {number}",
                (left, top),
                (width, height),
                label=str(number),
                starts=starts,
            )
        if beside:
            left = x + HEAD + 2 * GAP + (most + 1) * (width + CELL_GAP)
            title = f"{name} {beside}"
            yield DisplayBox(title, title, (left, top), (HEAD, height), label=beside)
