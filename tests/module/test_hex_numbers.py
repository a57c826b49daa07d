"""Every hex of a board is named by VASSAL's grids as it is printed, on any lattice."""

from __future__ import annotations

from itertools import cycle, product
from typing import Literal

import pytest

from clubroute.builder.grid import Lattice, Sheet
from clubroute.builder.module.numbered_zones import zones
from clubroute.builder.pixels import BoardView, board_views
from clubroute.builder.sources.lattice import BoardSource
from clubroute.builder.vassal.buildfile import element
from clubroute.rules.logs.grids.hexgrid import Pixel, Snapping
from clubroute.rules.logs.grids.maps import grid_of
from tests.cases import each

pytestmark = pytest.mark.slow

Sign = Literal[1, -1]
SIGNS: tuple[Sign, ...] = (1, -1)


def one_sheet(**other: object) -> tuple[Sheet, ...]:
    return (Sheet("s", (1, 2), (1, 200), **other),)  # type: ignore[arg-type]


def two_letters() -> tuple[Sheet, ...]:
    return (
        Sheet("A", (1, 9), (0, 12), prefix="A", second_digits=2),
        Sheet("B", (1, 9), (0, 12), prefix="B", line_offset=8, half_offset=8, second_digits=2),
    )


SHEETS = {
    "rows 1 to 200": one_sheet(),
    "three digits": one_sheet(first_digits=3, second_digits=3),
    "no dot": (Sheet("s", (7, 12), (0, 60), second_digits=2, separator=""),),
    "no dot, map letters": (
        Sheet("A", (1, 9), (0, 12), prefix="A", second_digits=2, separator=""),
        Sheet("B", (1, 9), (0, 12), "B", 8, 8, second_digits=2, separator=""),
    ),
    "no dot, wrapping": (Sheet("w", (95, 106), (1, 30), wrap=100, second_digits=2, separator=""),),
    "wrapping": (Sheet("w", (95, 106), (1, 30), wrap=100),),
    "wrapping off the even": (Sheet("w", (94, 105), (6, 30), wrap=100),),
    "map letters": two_letters(),
    "odd lines low": one_sheet(low="odd"),
    "odd lines low, wrapping": (Sheet("w", (94, 105), (6, 30), wrap=100, low="odd"),),
    "odd lines low, from a line on": (
        Sheet("w", (1, 9), (0, 12), prefix="A", low="odd"),
        Sheet("e", (1, 9), (0, 12), prefix="B", line_offset=9, half_offset=7),
    ),
    "two sheets of one counting": (
        Sheet("w", (50, 60), (80, 99), wrap=100),
        Sheet("t", (55, 66), (70, 95), wrap=100),
    ),
}


def boards(
    sheets: tuple[Sheet, ...], orientation: str, signs: tuple[Sign, Sign]
) -> list[BoardView]:
    lattice = Lattice(
        "made",
        "flat" if orientation == "flat" else "pointy",
        sheets,
        *signs,
        windows={"all": tuple(sheet.name for sheet in sheets)},
    )
    lines = tuple(
        f(s.lines[k] + s.line_offset - sheets[0].line_offset for s in sheets)
        for k, f in ((0, min), (1, max))
    )
    numbers = (min(s.numbers[0] for s in sheets) - 20, max(s.numbers[1] for s in sheets) + 20)
    source = BoardSource("Board", "all", (lines[0], lines[1]), numbers, (0, 0))
    return list(board_views(lattice, (source,)))


@each("signs", list(product(SIGNS, SIGNS)))
@each("orientation", ["flat", "pointy"])
@each("kind", SHEETS)
def test_the_grid_names_every_hex(kind: str, orientation: str, signs: tuple[Sign, Sign]) -> None:
    (view,) = boards(SHEETS[kind], orientation, signs)
    grid = grid_of(element("x.board.ZonedGrid", {}, *zones(view)), (view.width, view.height))
    assert grid is not None
    wrong = []
    count = 0
    # Of the ways to snap, each hex is tried in one: a third of the board in each.
    for h, snapping in zip(view.hexes(), cycle(Snapping)):
        count += 1
        point = Pixel(*view.centre(h))
        named, printed = grid.location(point), view.lattice.format(h)
        snapped = grid.snap(point, snapping)
        if snapped != point or named != printed:
            wrong.append((printed, named, snapped, point))
    assert count > 100
    assert wrong[:3] == []
