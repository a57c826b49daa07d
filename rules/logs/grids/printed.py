"""Grids of somebody else's whose hexes are told by our way of writing numbers: ``38.45``.

A module may write 3845, 38-45 or 138.45 for it. Column and row are in its grid, whatever stands
between them, so the numbers need not be taken apart again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from clubroute.rules.logs.grids.hexgrid import HexGrid, Numbering
from clubroute.rules.logs.grids.layout import (
    Grid,
    GridZone,
    PlainGrid,
    ZonedGrid,
)
from clubroute.rules.logs.grids.maps import Board, ModuleMap, ModuleMaps

# By how much a board of somebody else's counts its hexes otherwise than our map of them.


class Shift(NamedTuple):
    """What is added to a board's columns and rows to have ours, and the letter before our numbers
    of the map it shows, where several maps of a game number alike."""

    column: int = 0
    row: int = 0
    sheet: str = ""


NO_SHIFT = Shift()


SEPARATOR = "."
LEADING = (1, 0)
"""Columns have two digits at least, rows as many as they need."""


def told_ours(maps: ModuleMaps, modulo: int, shifts: Mapping[str, Shift]) -> ModuleMaps:
    """The maps of a module with its hexes told our way; ``shifts`` by the name of a board."""
    changed = {
        name: replace(
            one,
            boards={
                board.name: board_told(board, modulo, shifts.get(board.name, NO_SHIFT))
                for board in one.boards.values()
            },
        )
        for name, one in maps.maps.items()
    }
    return ModuleMaps(changed, maps.stacking)


def split_numbers(maps: ModuleMaps, modulo: int) -> ModuleMaps:
    """The maps of a module with those boards told our way whose numbers cannot be taken apart, as
    nothing stands between column and row; all others as they are."""
    if not any(bare(board) for one in maps.maps.values() for board in one.boards.values()):
        return maps
    changed = {
        name: replace(
            one,
            boards={
                board.name: board_told(board, modulo) if bare(board) else board
                for board in one.boards.values()
            },
        )
        for name, one in maps.maps.items()
    }
    return ModuleMaps(changed, maps.stacking)


def bare(board: Board) -> bool:
    """Whether numbers of a board have nothing between column and row."""
    return any(
        isinstance(grid, HexGrid)
        and numbered(grid)
        and grid.numbering is not None
        and not grid.numbering.separator
        for grid in grids_of(board.grid)
    )


def board_told(board: Board, modulo: int, shift: Shift = NO_SHIFT) -> Board:
    """A board with its hexes told our way; one without hexes in numbers stays as it is."""
    if board.grid is None:
        return board
    return replace(board, grid=grid_told(board.grid, modulo, shift))


def grid_told(grid: Grid, modulo: int, shift: Shift = NO_SHIFT) -> Grid:
    """A grid with its hexes told our way."""
    if isinstance(grid, ZonedGrid):
        zones = tuple(zone_told(zone, modulo, shift) for zone in grid.zones)
        background = grid.background
        if background is not None:
            background = plain_told(background, modulo, shift)
        return ZonedGrid(zones, background)
    return plain_told(grid, modulo, shift)


def zone_told(zone: GridZone, modulo: int, shift: Shift) -> GridZone:
    """A zone of numbered hexes with these alone for names."""
    if zone.grid is None or not numbered(zone.grid):
        return zone
    plain = Numbering().format
    return replace(zone, format=plain, grid=plain_told(zone.grid, modulo, shift))


def plain_told(grid: PlainGrid, modulo: int, shift: Shift) -> PlainGrid:
    """A grid without zones with its hexes told our way."""
    if not isinstance(grid, HexGrid) or not numbered(grid) or grid.numbering is None:
        return grid
    across, down = grid.numbering.offsets
    plain = Numbering().format
    numbering = replace(
        grid.numbering,
        column_first=True,
        separator=SEPARATOR,
        leading=LEADING,
        offsets=(across + shift.column, down + shift.row),
        modulo=modulo,
        format=shift.sheet + plain,
    )
    return replace(grid, numbering=numbering)


def numbered(grid: PlainGrid) -> bool:
    """Whether a grid has hexes with two numbers."""
    return (
        isinstance(grid, HexGrid)
        and grid.numbering is not None
        and grid.numbering.kinds == ("N", "N")
    )


def hexes_of(grid: Grid | None) -> HexGrid | None:
    """The grid of hexes whose columns and rows a board's terrain counts: of one with zones that
    behind them; None if there is none."""
    plain = grid.background if isinstance(grid, ZonedGrid) else grid
    return plain if isinstance(plain, HexGrid) else None


def has_numbers(one: ModuleMap) -> bool:
    """Whether a map has a board of numbered hexes."""
    return any(numbered(grid) for board in one.boards.values() for grid in grids_of(board.grid))


def grids_of(grid: Grid | None) -> list[PlainGrid]:
    """The grids without zones that a board's grid is made of."""
    if grid is None:
        return []
    if not isinstance(grid, ZonedGrid):
        return [grid]
    inner = [grid.background, *(zone.grid for zone in grid.zones)]
    return [one for one in inner if one is not None]
