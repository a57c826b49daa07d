"""Where the hexes of a module's boards are on our lattice: by the numbers printed in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from clubroute.builder.errors import Where
from clubroute.builder.files.regular import read_file
from clubroute.builder.grid import (
    Hex,
    HexNumberError,
    Lattice,
    adjacent,
)
from clubroute.builder.project import shipped_project
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.vassal.archive import BUILD_FILE, Entry, ModuleArchive
from clubroute.builder.vassal.buildfile import Element, write
from clubroute.builder.vassal.terrain_lines import GridCell
from clubroute.rules.logs.check.module import Module, module_of
from clubroute.rules.logs.grids.hexgrid import HexGrid, Pixel, Snapping
from clubroute.rules.logs.grids.layout import LaidBoard
from clubroute.rules.logs.grids.maps import (
    Board,
    ModuleMap,
    ModuleMaps,
    read_maps,
)
from clubroute.rules.logs.grids.printed import (
    NO_SHIFT,
    Shift,
    board_told,
    has_numbers,
    hexes_of,
    told_ours,
)
from clubroute.rules.owner.modules.module_file import ModuleFile
from clubroute.rules.series import all_series

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


# ``layout.xml`` of a known module: where its boards, grids, decks and turns are, and nothing else.
#
# It is the build file without all that VASSAL shows: no pictures, no texts, no counters. With it
# logs can be read when the module's own file has been moved away.

FILE = "layout.xml"
MOST_BYTES = 16 << 20
GRID = (
    *("dx", "dy", "x0", "y0", "sideways", "snapTo", "edgesLegal", "cornersLegal", "snapto"),
    *("first", "sep", "hType", "vType", "hLeading", "vLeading", "hOff", "vOff"),
    *("hDescend", "vDescend", "stagger", "locationFormat", "path", "useParentGrid"),
)
KEPT: Mapping[str, tuple[str, ...]] = {
    "GameModule": ("version",),
    "Map": ("mapName", "edgeWidth", "edgeHeight"),
    "BoardPicker": (),
    "setup": (),
    "Board": ("width", "height"),
    "HexGrid": GRID,
    "SquareGrid": GRID,
    "RegionGrid": GRID,
    "Region": ("originx", "originy"),
    "ZonedGrid": (),
    "Zone": GRID,
    "HexGridNumbering": GRID,
    "ObliqueHexGridNumbering": GRID,
    "SquareGridNumbering": GRID,
    "DrawPile": ("owningBoard", "x", "y"),
    "StackMetrics": ("disabled",),
    "LayeredPieceCollection": ("property", "layerOrder"),
    "TurnTracker": (),
    "ListTurnLevel": ("list",),
    "CounterTurnLevel": (),
    "GlobalProperty": ("initialValue",),
    "DiceButton": ("nDice", "nSides", "plus", "addToTotal", "reportTotal"),
}
"""The classes of elements that are kept, by the end of their names, with their attributes."""


def layout_bytes(root: Element, maps: ModuleMaps) -> bytes:
    """The file, of a module's build file and its boards with their sizes."""
    sizes = {
        (one.name, board.name): (board.width, board.height)
        for one in maps.maps.values()
        for board in one.boards.values()
    }
    return write(stripped(root, "", sizes))


def stripped(one: Element, map_: str, sizes: Mapping[tuple[str, str], tuple[int, int]]) -> Element:
    """An element with what is kept of it and within it."""
    map_ = one.get("mapName") or map_
    names = ("name", *kept_of(one.tag))
    attributes = [(name, value) for name, value in one.attributes if name in names]
    if one.tag.endswith(".Board"):
        width, height = sizes.get((map_, one.get("name")), (0, 0))
        attributes = [("name", one.get("name")), ("width", str(width)), ("height", str(height))]
    inside: list[Element | str] = list(kept_within(one, map_, sizes))
    if one.tag == "setup":
        inside.append(one.text)
    return Element(one.tag, tuple(attributes), tuple(inside))


def kept_within(
    one: Element, map_: str, sizes: Mapping[tuple[str, str], tuple[int, int]]
) -> Iterator[Element]:
    """What is kept within an element: what lies within something that is not kept moves up."""
    for child in one.children:
        if kept_of(child.tag) == (NOT_KEPT,):
            yield from kept_within(child, map_, sizes)
        else:
            yield stripped(child, map_, sizes)


NOT_KEPT = ""


def kept_of(tag: str) -> tuple[str, ...]:
    """The attributes that are kept of a class; of a module's own class those of what it ends in."""
    own = tag.rsplit(".", 1)[-1]
    if own in KEPT:
        return KEPT[own]
    ends = [name for name in KEPT if own.endswith(name) and name not in ("setup", "Board", "Zone")]
    return KEPT[max(ends, key=len)] if ends else (NOT_KEPT,)


def layout_archive(folder: Path) -> ModuleArchive:
    """A known module as far as its layout goes. :raises InputError: the file cannot be read."""
    path = folder / FILE
    data = read_file(path, Where.of(path), "a module's layout", MOST_BYTES)
    return ModuleArchive((Entry(BUILD_FILE, data),), Where.of(path))


def read_layout(folder: Path, told: ModuleFile, modulo: int) -> Module:
    """A known module as logs ask for it, its hexes told our way.

    :raises InputError: the file cannot be read.
    """
    archive = layout_archive(folder)
    found = module_of(archive)
    maps = told_ours(read_maps(archive), modulo, shifts_of(told))
    return replace(found, name=told.name, version=told.version, maps=maps)


# Which of our maps the boards of a module show: the one that has their numbers.

RULESETS: Mapping[str, str] = {"TDC": "tdc", "WED": "wed"}
"""The rules' map by the global property Ruleset; a module without it is Where Eagles Dare's."""


def lattice_of_module(archive: ModuleArchive) -> str:
    """The lattice of ours whose numbers the boards of a module have: the one with the most of their
    hexes, the first series' where none has more."""
    chosen = map_with_numbers(archive)
    found = [series.lattice for series in all_series() if series.home is None]
    if chosen is None:
        return found[0]
    sources = shipped_project().map_sources
    lattices = {name: read_lattice(sources / name / "lattice.toml").lattice for name in found}
    alike = {name: one for name, one in lattices.items() if any(lies_as(chosen, one).values())}
    if len(alike) == 1:
        return next(iter(alike))
    counted = {name: max(hexes_shown(chosen, one).values()) for name, one in alike.items()}
    return max(counted, key=lambda name: counted[name], default=found[0])


def lies_as(one: ModuleMap, lattice: Lattice) -> dict[str, bool]:
    """Whether the hexes of each board lie as a lattice's do: on a side, or stand on a corner."""
    sideways = lattice.orientation == "pointy"
    grids = {name: hexes_of(board.grid) for name, board in one.boards.items()}
    return {name: grid is not None and grid.sideways == sideways for name, grid in grids.items()}


def hexes_shown(one: ModuleMap, lattice: Lattice) -> dict[str, int]:
    """By map of a lattice, how many of its hexes the boards of a module show. Hexes that stand on a
    corner are none of a map whose hexes lie on a side."""
    sheets, counted, alike = sheets_of(one, lattice), {}, lies_as(one, lattice)
    for window in lattice.windows:
        hexes = BoardHexes(one, lattice, window, sheets)
        found = [board.shown.values() for name, board in hexes.boards.items() if alike[name]]
        counted[window] = len({h for many in found for h in many})
    return counted


def map_with_numbers(archive: ModuleArchive) -> ModuleMap | None:
    """The map of a module that its Units move on; None if none has hexes in numbers."""
    maps = read_maps(archive).maps
    numbered = [one for one in maps.values() if has_numbers(one)]
    # The Java classes know the map of the series by how its name begins.
    numbered.sort(key=lambda one: (not one.name.startswith("Map"), -len(one.boards)))
    return numbered[0] if numbered else None


def sheets_of(one: ModuleMap, lattice: Lattice) -> dict[str, Shift]:
    """By board, the letter of the map of ours that it shows, as its name says it ("Map C")."""
    letters = {sheet.prefix for sheet in lattice.sheets} - {""}
    words = {name: re.findall(r"[A-Za-z]+", name) for name in one.boards}
    told = {name: next((w for w in many if w in letters), "") for name, many in words.items()}
    return {name: Shift(sheet=letter) for name, letter in told.items()}


def rules_of(root: Element, one: ModuleMap | None, lattice: Lattice) -> str:
    """The rules' map that most hexes of the boards are on; the one of its Ruleset among equals."""
    ruleset = next(
        (
            each.get("initialValue")
            for each in root.walk()
            if each.tag.endswith(".GlobalProperty") and each.get("name") == "Ruleset"
        ),
        "WED",
    )
    usual = RULESETS.get(ruleset, "wed")
    usual = usual if usual in lattice.windows else min(lattice.windows)
    if one is None:
        return usual
    counted = hexes_shown(one, lattice)
    best = max(counted.values())
    # A map that joins others has their hexes, too: the smallest that has nearly all of them.
    enough = [name for name, many in counted.items() if many and many >= ENOUGH * best]
    enough.sort(key=lambda name: (len(lattice.windows[name]), name != usual))
    return enough[0] if enough else usual


ENOUGH = 0.9
"""The share of the boards' hexes that a map must have to be the one they show."""
