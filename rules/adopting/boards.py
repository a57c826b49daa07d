"""The boards of a module as a lattice: where their hexes lie in their pictures, how they count.

A board's own grid is kept beside it in VASSAL's words wherever ours would name its places
otherwise, so that in the module nothing changes its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from clubroute.builder.grid import DOT, Hex, Parity, Sheet
from clubroute.builder.sources.lattice import LEAST_DIGITS
from clubroute.rules.logs.grids.hexgrid import HexGrid, Numbering, Pixel
from clubroute.rules.logs.grids.layout import ZonedGrid
from clubroute.rules.logs.grids.maps import Board

COUNTED = Numbering(leading=(0, 0), separator=".", offsets=(0, 0), stagger=False)
"""Numbers as figures alone, column first."""
MOST_CELLS = 100_000
"""Hexes of one board; of a larger one nothing is read."""
MOST_NUMBER = 999
NEAR = 2.5
"""Px a centre may lie off the place its number says, for VASSAL cuts fractions off."""
LEAST_CELLS = 4
"""Hexes of a board that is taken for a map."""


@dataclass(frozen=True, slots=True)
class NumberedHex:
    """A hex of a board: its numbers, and its centre in px along the lines' axis and across."""

    first: int
    second: int
    along: int
    across: int
    printed: str


@dataclass(frozen=True, slots=True)
class BoardNumbers:
    """How a board's hexes are numbered: which way both numbers grow, and which lines lie low."""

    line_sign: int
    half_sign: int
    low: Parity


@dataclass(slots=True)
class AdoptedBoard:
    """A board with the hexes in its picture. ``own`` tells whether its numbers are those printed;
    else they are made anew. What stands between two numbers, and whether the first are ``letters``,
    is set where all boards are known, as are ``prefix`` and ``offsets``."""

    board: Board
    grid: HexGrid
    cells: list[NumberedHex]
    counting: BoardNumbers
    own: bool
    prefix: str = ""
    offsets: tuple[int, int] = (0, 0)
    joined: bool = True
    separator: str = DOT
    letters: bool = False

    @property
    def lines(self) -> tuple[int, int]:
        """The lowest and highest first number."""
        return min(c.first for c in self.cells), max(c.first for c in self.cells)

    @property
    def numbers(self) -> tuple[int, int]:
        """The lowest and highest second number."""
        return min(c.second for c in self.cells), max(c.second for c in self.cells)

    @property
    def digits(self) -> tuple[int, int]:
        """The digits of both numbers: as printed, else as many as the highest has."""
        numbering = self.grid.numbering
        if self.own and numbering is not None:
            leading = numbering.leading
            if not numbering.column_first:
                leading = leading[::-1]
            return min(leading[0] + 1, 3), min(leading[1] + 1, 3)
        return len(str(self.lines[1])), len(str(self.numbers[1]))

    @property
    def undotted(self) -> str:
        """How its first numbers are printed right before the second: ``A`` as in B07, ``N`` as in
        0207; "" for otherwise, or where such a number cannot be taken apart."""
        numbering = self.grid.numbering
        if not self.own or numbering is None or not numbering.column_first or numbering.separator:
            return ""
        first, second = numbering.kinds
        highest, digits = (self.lines[1], self.numbers[1]), self.digits
        fits = all(len(str(n)) <= many for n, many in zip(highest, digits, strict=True))
        told = first == "A" or (fits and sum(digits) >= LEAST_DIGITS)
        return first if second == "N" and told else ""

    def sheet(self) -> Sheet:
        """The sheet of its numbers."""
        return Sheet(
            self.board.name,
            self.lines,
            self.numbers,
            self.prefix,
            *self.offsets,
            None,
            *self.digits,
            (),
            self.counting.low,
            self.separator,
            self.letters,
        )

    def first_px(self) -> tuple[int, int]:
        """Px of the picture where the hex of the lowest numbers has its centre."""
        first, second = self.lines[0], self.numbers[0]
        one = self.cells[0]
        along = one.along + self.counting.line_sign * (first - one.first) * self.grid.dx
        sheet = self.sheet()
        halves = sheet.place(first, second).half - sheet.place(one.first, one.second).half
        across = one.across + self.counting.half_sign * halves * self.grid.dy / 2
        x, y = (across, along) if self.grid.sideways else (along, across)
        return round(x), round(y)

    def otherwise(self) -> tuple[str, str] | None:
        """A number as printed and as we write it, of the first hex where they differ."""
        sheet = self.sheet()
        for one in self.cells:
            ours = sheet.format(sheet.place(one.first, one.second))
            if one.printed != ours:
                return one.printed, ours
        return None


def hex_board(board: Board, counting: BoardNumbers | None = None) -> AdoptedBoard | None:
    """A board with its hexes; None for one that has none, or no picture.

    :param counting: of another board: numbers made anew go the same way.
    """
    found: list[tuple[HexGrid, list[NumberedHex]]] = []
    for grid, path in hex_grids(board):
        cells = [*counted(board, grid, path)]
        if len(cells) >= LEAST_CELLS:
            found.append((grid, cells))
    if not found:
        return None
    grid, cells = max(found, key=lambda one: len(one[1]))
    fit = counting_of(cells, grid)
    if fit is not None and (counting is None or signs(fit) == signs(counting)):
        return AdoptedBoard(board, grid, cells, fit, True)
    made = made_anew(cells, grid, counting)
    fit = counting_of(made, grid)
    if fit is None:
        return None
    return AdoptedBoard(board, grid, made, fit, False)


def signs(counting: BoardNumbers) -> tuple[int, int]:
    """Which way both numbers grow."""
    return counting.line_sign, counting.half_sign


def hex_grids(board: Board) -> Iterator[tuple[HexGrid, tuple[Pixel, ...]]]:
    """The hex grids of a board with the outlines of their zones, () for the whole board."""
    grid = board.grid
    if isinstance(grid, HexGrid):
        yield grid, ()
    elif isinstance(grid, ZonedGrid):
        for zone in grid.zones:
            if isinstance(zone.grid, HexGrid) and zone.grid != grid.background:
                yield zone.grid, zone.path
        if isinstance(grid.background, HexGrid):
            yield grid.background, ()


def counted(board: Board, grid: HexGrid, path: tuple[Pixel, ...]) -> Iterator[NumberedHex]:
    """The hexes of a grid whose centres lie in the board's picture, with their numbers."""
    numbering = grid.numbering
    plain = replace(numbering, kinds=("N", "N"), leading=(0, 0)) if numbering else COUNTED
    plain = replace(plain, separator=".", format=COUNTED.format, column_first=True)
    figures = replace(grid, numbering=plain)
    across, down = board.width, board.height
    x0, y0 = grid.x0, grid.y0
    if grid.sideways:
        across, down = down, across
    columns = range(int(-x0 / grid.dx) - 1, int((across - x0) / grid.dx) + 2)
    rows = range(int(-y0 / grid.dy) - 1, int((down - y0) / grid.dy) + 2)
    if len(columns) * len(rows) > MOST_CELLS:
        return
    letters = [kind == "A" for kind in numbering.kinds] if numbering else [False, False]
    for column in columns:
        for row in rows:
            centre = grid.centre_of(column, row)
            if not (0 <= centre.x < board.width and 0 <= centre.y < board.height):
                continue
            if isinstance(board.grid, ZonedGrid):
                # Of zones that overlap the first counts, and the grid behind them is the rest's.
                zone = board.grid.zone_at(centre)
                if (zone.path if zone else ()) != path:
                    continue
            match = re.fullmatch(r"(-?[0-9]+)\.(-?[0-9]+)", figures.location(centre) or "")
            if match is None:
                continue
            # A letter is a number from 1: VASSAL's A is 0.
            first, second = (int(n) + one for n, one in zip(match.groups(), letters, strict=True))
            if any(n < 1 for n, one in zip((first, second), letters, strict=True) if one):
                continue  # before A: a margin, of which VASSAL says -B
            named = board.grid.location(centre) if board.grid is not None else None
            along, over = (centre.y, centre.x) if grid.sideways else (centre.x, centre.y)
            yield NumberedHex(first, second, along, over, named or "")


def counting_of(cells: list[NumberedHex], grid: HexGrid) -> BoardNumbers | None:
    """How hexes are numbered; None if their numbers are not those of rows of hexes, or too large
    to be written."""
    if any(not 0 <= n <= MOST_NUMBER for c in cells for n in (c.first, c.second)):
        return None
    if len({(c.first, c.second) for c in cells}) < len(cells):
        return None
    line_sign = grows(sorted((c.first, c.along) for c in cells))
    half_sign = grows(sorted((c.second, c.across) for c in cells))
    for low in ("even", "odd"):
        sheet = Sheet("", (0, 0), (0, 0), low="even" if low == "even" else "odd")
        along = [c.along - line_sign * c.first * grid.dx for c in cells]
        places = [sheet.place(c.first, c.second).half for c in cells]
        across = [
            c.across - half_sign * half * grid.dy / 2 for c, half in zip(cells, places, strict=True)
        ]
        if max(map(spread, (along, across))) <= NEAR:
            return BoardNumbers(line_sign, half_sign, sheet.low)
    return None


def grows(pairs: list[tuple[int, int]]) -> int:
    """Which way px go as a number grows: 1 or -1."""
    return 1 if pairs[-1][1] >= pairs[0][1] else -1


def spread(values: list[float]) -> float:
    """From the least to the greatest."""
    return max(values) - min(values)


def made_anew(
    cells: list[NumberedHex], grid: HexGrid, counting: BoardNumbers | None
) -> list[NumberedHex]:
    """The same hexes, numbered from 1 along and across, or the other way where others are."""
    line_sign, half_sign = signs(counting) if counting else (1, 1)
    x0, y0 = grid.x0, grid.y0
    raw = []
    for one in cells:
        line = round((one.along - x0) / grid.dx)
        raw.append((line, round((one.across - y0) / grid.dy - (0.5 if line % 2 else 0))))
    lines, numbers = [line_sign * a for a, _ in raw], [half_sign * b for _, b in raw]
    # An even step keeps apart which lines lie low.
    first, second = 1 - min(lines), 1 - min(numbers)
    return [
        replace(one, first=line_sign * a + first, second=half_sign * b + second)
        for one, (a, b) in zip(cells, raw, strict=True)
    ]


def join(boards: list[AdoptedBoard], corners: Mapping[str, tuple[int, int]]) -> None:
    """Put several boards on one lattice: those whose hexes go on from board to board beside each
    other as they lie, any other apart; with letters before their numbers where two would have one.

    :param corners: px of the map where each board has its upper left corner, by name.
    """
    main = boards[0]
    placed: set[Hex] = {main.sheet().place(c.first, c.second) for c in main.cells}
    for board in boards[1:]:
        found = offsets(main, board, corners)
        if found is not None:
            board.offsets = found
        else:
            board.joined = False
            far = max(h.line for h in placed) + 10 - board.lines[0]
            board.offsets = far, far % 2
        sheet = board.sheet()
        placed |= {sheet.place(c.first, c.second) for c in board.cells}
    numbered: dict[tuple[int, int], Hex] = {}
    double = False
    for board in boards:
        sheet = board.sheet()
        for one in board.cells:
            h = sheet.place(one.first, one.second)
            double |= numbered.setdefault((one.first, one.second), h) != h
    kinds = {(board.undotted, *board.digits) for board in boards}
    undotted = main.undotted if not double and len(kinds) == 1 else ""
    for number, board in enumerate(boards):
        board.prefix, board.letters = letters(number) if double else "", undotted == "A"
        board.separator = "" if undotted else DOT


def offsets(
    main: AdoptedBoard, board: AdoptedBoard, corners: Mapping[str, tuple[int, int]]
) -> tuple[int, int] | None:
    """What is added to a board's lines and halves so that it goes on from the first; None where
    it does not, or is not laid."""
    grid = main.grid
    if board.board.name not in corners or main.board.name not in corners:
        return None
    if board.grid.sideways != grid.sideways:
        return None
    # Build files have pitches with few decimals: a hundredth of a pixel is rounding.
    if abs(board.grid.dx - grid.dx) > 0.01 or abs(board.grid.dy - grid.dy) > 0.01:
        return None
    line_sign, half_sign = signs(main.counting)
    home, there = on_map(main, corners), on_map(board, corners)
    here = main.sheet().place(main.cells[0].first, main.cells[0].second)
    line = here.line + line_sign * (there[0] - home[0]) / grid.dx
    half = here.half + half_sign * (there[1] - home[1]) / (grid.dy / 2)
    own = board.sheet().place(board.cells[0].first, board.cells[0].second)
    if abs(line - round(line)) * grid.dx > NEAR or abs(half - round(half)) * grid.dy > NEAR:
        return None
    found = round(line) - own.line, round(half) - own.half
    return found if sum(found) % 2 == 0 else None


def on_map(board: AdoptedBoard, corners: Mapping[str, tuple[int, int]]) -> tuple[int, int]:
    """Px of the map along and across the lines, of a board's first hex."""
    x, y = corners[board.board.name]
    one = board.cells[0]
    if board.grid.sideways:
        x, y = y, x
    return one.along + x, one.across + y


def letters(number: int) -> str:
    """A, B, … Z, AA …

    >>> letters(0), letters(27)
    ('A', 'AB')
    """
    more, last = divmod(number, 26)  # the letters from A to Z
    return (letters(more - 1) if more else "") + chr(ord("A") + last)
