"""Where the hexes of a module's boards are on our lattice: by the numbers printed in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from clubroute.builder.grid import Hex, HexNumberError, Lattice, adjacent
from clubroute.builder.vassal.terrain_lines import GridCell
from clubroute.rules.logs.grids.hexgrid import HexGrid, Snapping
from clubroute.rules.logs.grids.layout import LaidBoard
from clubroute.rules.logs.grids.maps import Board, ModuleMap
from clubroute.rules.logs.grids.printed import board_told, hexes_of
from clubroute.rules.logs.grids.shapes import Pixel
from clubroute.rules.logs.grids.shift import NO_SHIFT, Shift
from clubroute.rules.owner.modules.module_file import ModuleFile

NO_GRID = "no grid of hexes"
NOT_BEHIND = "a grid with zones and no hexes behind them: the module reads its terrain nowhere"
NO_NUMBERS = "no hex with a number of our map"
TURNED = "numbers that lie otherwise than those of our map"


TURNED_SHARE = 4
"""So many pairs of hexes, one of which lies otherwise, and the whole board does."""
MOST_CELLS = 100_000
"""Hexes of a board; the largest has some 2,500."""


@dataclass(slots=True)
class HexBoard:
    """A board with its hexes on our lattice. ``why`` says why it has none; ``strange`` counts the
    hexes in its picture whose number is none of our map's."""

    board: Board
    grid: HexGrid | None
    shown: dict[GridCell, Hex] = field(default_factory=dict)
    strange: list[str] = field(default_factory=list)
    why: str = ""
    places: dict[GridCell, Hex | None] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.board.name


def shifts_of(module: ModuleFile) -> dict[str, Shift]:
    """How the numbers of a module's boards are told our way, by the board's name."""
    notes = module.boards.items()
    return {name: Shift(note.column, note.row, note.sheet) for name, note in notes}


class BoardHexes:
    """The boards of a module's map on a lattice.

    :param shifts: what the owner adds to the columns and rows of a board, by its name.
    """

    def __init__(
        self, one: ModuleMap, lattice: Lattice, window: str | None, shifts: Mapping[str, Shift]
    ) -> None:
        self._lattice, self._window = lattice, window
        wrap = max((sheet.wrap or 0 for sheet in lattice.window(window)), default=0)
        self.boards: dict[str, HexBoard] = {}
        told = {
            name: board_told(board, wrap, shifts.get(name, NO_SHIFT))
            for name, board in one.boards.items()
        }
        for name, board in told.items():
            self.boards[name] = HexBoard(board, hexes_of(board.grid))
        laid = one.laid_out(None, Snapping.HEXES).boards
        self._laid = {board.name: board for board in laid}
        for hex_board in self.boards.values():
            self._show(hex_board)

    def hex_of(self, board: HexBoard, cell: GridCell) -> Hex | None:
        """The hex of a cell; None if its number is none of our map's."""
        if cell in board.places:
            return board.places[cell]
        centre = centre_of(board, cell)
        found = None if centre is None else self._numbered(board, centre)
        board.places[cell] = found
        return found

    def pair_of(self, board: HexBoard, a: GridCell, b: GridCell) -> tuple[Hex, Hex] | None:
        """The two hexes beside each other that two cells are; None if they are none.

        A cell beside the board is looked for on the board that lies there, too: its own numbers
        may begin anew.
        """
        for first in self._ways(board, a):
            for second in self._ways(board, b):
                if adjacent(first, second):
                    return (first, second) if first < second else (second, first)
        return None

    def _ways(self, board: HexBoard, cell: GridCell) -> Iterator[Hex]:
        found = self.hex_of(board, cell)
        if found is not None:
            yield found
        centre = centre_of(board, cell)
        if centre is None or inside(board.board, centre):
            return
        here = self._laid.get(board.name)
        if here is None:
            return
        place = here.on_map(centre)
        for other in self._laid.values():
            if other.name != board.name and other.holds(place):
                beyond = self._numbered(self.boards[other.name], other_centre(other, self, place))
                if beyond is not None:
                    yield beyond

    def snapped(self, board: HexBoard, point: Pixel) -> Pixel:
        """The centre of the hex that a point of a board is in."""
        if board.grid is None:
            return point
        return board.grid.centre(point, Snapping.HEXES)

    def _numbered(self, board: HexBoard, centre: Pixel) -> Hex | None:
        grid = board.board.grid
        number = None if grid is None else grid.location(centre)
        if number is None:
            return None
        try:
            return self._lattice.parse(number, self._window)
        except HexNumberError:
            return None

    def _show(self, board: HexBoard) -> None:
        """Find the hexes of a board whose centre is in its picture."""
        if board.grid is None:
            board.why = NOT_BEHIND if board.board.grid is not None else NO_GRID
            return
        for cell in cells_of(board):
            centre = centre_of(board, cell)
            if centre is None or not inside(board.board, centre):
                continue
            found = self.hex_of(board, cell)
            if found is not None:
                board.shown[cell] = found
            elif (
                board.board.grid is not None
                and (number := board.board.grid.location(centre)) is not None
            ):
                board.strange.append(number)
        if not board.shown:
            board.why = NO_NUMBERS if board.board.width else ""
        elif turned(board):
            board.shown.clear()
            board.places.clear()
            board.why = TURNED


def other_centre(laid: LaidBoard, hexes: BoardHexes, place: Pixel) -> Pixel:
    """The centre, on another board, of the hex that a point of the map is in."""
    return hexes.snapped(hexes.boards[laid.name], laid.local(place))


def centre_of(board: HexBoard, cell: GridCell) -> Pixel | None:
    """The centre of a cell in px of its board; None without a grid.

    The terrain of a sideways grid counts its columns from left to right, as others do.
    """
    if board.grid is None:
        return None
    column, row = (cell.row, cell.column) if board.grid.sideways else cell
    return board.grid.centre_of(column, row)


def inside(board: Board, centre: Pixel) -> bool:
    """Whether a point is in a board's picture."""
    return 0 <= centre.x < board.width and 0 <= centre.y < board.height


def cells_of(board: HexBoard) -> Iterator[GridCell]:
    """The cells that may have their centre in a board's picture, and one more on each side."""
    grid = board.grid
    if grid is None or not board.board.width or not board.board.height:
        return
    across, down = board.board.width, board.board.height
    x0, y0 = grid.x0, grid.y0
    if grid.sideways:
        across, down = down, across
    columns = range(int(-x0 / grid.dx) - 1, int((across - x0) / grid.dx) + 2)
    rows = range(int(-y0 / grid.dy) - 1, int((down - y0) / grid.dy) + 2)
    if len(columns) * len(rows) > MOST_CELLS:
        return
    for column in columns:
        for row in rows:
            yield GridCell(row, column) if grid.sideways else GridCell(column, row)


def turned(board: HexBoard) -> bool:
    """Whether many hexes that lie beside each other on a board do not on our map, as where odd
    columns are the lower ones; at a seam between zones a few do not."""
    beside = apart = 0
    for cell, here in board.shown.items():
        odd = (cell.row if board.grid and board.grid.sideways else cell.column) % 2
        step = GridCell(1, odd) if not (board.grid and board.grid.sideways) else GridCell(odd, 1)
        other = board.shown.get(GridCell(cell.column + step.column, cell.row + step.row))
        if other is not None:
            beside += adjacent(here, other)
            apart += not adjacent(here, other)
    return TURNED_SHARE * apart > beside + apart
