"""``[window.divisions]``: a row of boxes for each division that has an activation chit.

A box for the division's name, a track of numbered boxes for the points it has, and, if wanted, a
box beyond for its artillery park.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from clubroute.builder.sources.displays import DisplayBox, Start, pair
from clubroute.builder.sources.markers import Chit
from clubroute.builder.sources.order_of_battle import Division
from clubroute.builder.sources.toml_table import TomlTable

POINTS = ("command", "dispatch")
"""What a scenario says of a division's points."""
HEAD = 150
"""Width of the box with a division's name, px."""
GAP = 34
"""Between rows, and before the park: room for a title, px."""
CELL_GAP = 2


def with_chits(divisions: Collection[Division], chits: Collection[Chit]) -> list[Division]:
    """The divisions that have an activation chit."""
    named = {chit.division for chit in chits}
    return [division for division in divisions if division.name in named]


def division_boxes(
    table: TomlTable, divisions: Collection[Division], markers: Collection[str]
) -> Iterator[DisplayBox]:
    """The boxes of every row. :raises InputError: an unknown key or marker."""
    table.only(("at", "most", "cell", "points", "park"))
    (x, y), (width, height) = pair(table, "at", 0), pair(table, "cell", 40)
    most = table.number("most", 1, 60)
    points = table.inner("points")
    points.only(POINTS)
    laid = {kind: points.choice(kind, markers) for kind in points.table}
    park = table.optional("park")
    for row, division in enumerate(divisions):
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
        if park:
            left = x + HEAD + 2 * GAP + (most + 1) * (width + CELL_GAP)
            title = f"{name} {park}"
            yield DisplayBox(title, title, (left, top), (HEAD, height), label=park)
