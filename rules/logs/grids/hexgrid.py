"""A hex grid as VASSAL's HexGrid counts, snaps and names it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

# The numbers of a grid's cells as players read them (RegularGridNumbering of VASSAL).

GRID_LOCATION = "gridLocation"
ROW, COLUMN = "row", "column"
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MAX_LETTERS = 40
_MAX_LEADING = 20


@dataclass(frozen=True, slots=True)
class Numbering:
    """How columns and rows are written.

    ``kinds`` is N (number) or A (letters), ``offsets`` is added, ``leading`` is the number of
    digits less one, ``descending`` counts from the other end: each a pair, column first.
    ``stagger`` moves every other column by one; ``oblique`` (VASSAL 3.8) slants the rows.
    ``modulo``: columns begin anew there, 0 for never, as in VASSAL.
    """

    column_first: bool = True
    separator: str = ""
    kinds: tuple[str, str] = ("N", "N")
    leading: tuple[int, int] = (1, 1)
    offsets: tuple[int, int] = (1, 1)
    descending: tuple[bool, bool] = (False, False)
    stagger: bool = True
    modulo: int = 0
    format: str = f"${GRID_LOCATION}$"
    oblique: bool = False

    def name(self, column: int, row: int) -> str:
        """The name of a cell by its column and row, before offsets."""
        first = column + self.offsets[0]
        first = first % self.modulo if self.modulo else first
        columns = cell_number(first, self.kinds[0], self.leading[0])
        rows = cell_number(row + self.offsets[1], self.kinds[1], self.leading[1])
        parts = (columns, rows) if self.column_first else (rows, columns)
        values = {GRID_LOCATION: self.separator.join(parts), ROW: rows, COLUMN: columns}
        return formatted(self.format, values)


def cell_number(number: int, kind: str, leading: int) -> str:
    """One coordinate: ``7`` as ``07`` with one leading digit, or ``27`` as ``BB`` in letters."""
    sign = "-" if number < 0 else ""
    size = abs(number)
    if kind == "A":
        return sign + _letters(*divmod(size, 26))  # after Z comes AA, then BB
    digits = str(size)
    wanted = min(leading, _MAX_LEADING) + 1
    return sign + digits.rjust(wanted, "0")


def _letters(more: int, last: int) -> str:
    # VASSAL writes 0 as A, 26 as AA, 27 as BB, 52 as AAA: each round repeats the letter.
    return _ALPHABET[last] * (min(more, _MAX_LETTERS) + 1)


def formatted(text: str, values: dict[str, str]) -> str:
    """``$name$`` replaced by its value; names without one become empty, as in reports."""
    parts = text.split("$")
    if len(parts) == 1:
        return text
    out = [parts[0]]
    index = 1
    while index < len(parts):
        if index == len(parts) - 1:
            out.append("$" + parts[index])
            break
        out.append(values.get(parts[index], ""))
        out.append(parts[index + 1])
        index += 2
    return "".join(out)


# Java's whole-number geometry: the same pixels must fall on the same side as in VASSAL.


class Pixel(NamedTuple):
    """A point in whole pixels, of a map or a board."""

    x: int
    y: int


def java_round(value: float) -> int:
    """Math.round: halves go up, towards positive infinity."""
    return math.floor(value + 0.5)


def inside(polygon: Sequence[Pixel], x: int, y: int) -> bool:
    """Polygon.contains: edges to the left and top belong to it, those right and below do not."""
    if len(polygon) <= 2:
        return False
    hits = False
    last_x, last_y = polygon[-1]
    for current_x, current_y in polygon:
        if current_y != last_y:
            low, high = min(current_y, last_y), max(current_y, last_y)
            if low <= y < high and x < max(current_x, last_x):
                if x < min(current_x, last_x):
                    hits = not hits
                else:
                    upper = current_y < last_y
                    from_x, from_y = (current_x, current_y) if upper else (last_x, last_y)
                    slope = (last_x - current_x) / (last_y - current_y)
                    if x - from_x < (y - from_y) * slope:
                        hits = not hits
        last_x, last_y = current_x, current_y
    left, right = min(p.x for p in polygon), max(p.x for p in polygon)
    top, bottom = min(p.y for p in polygon), max(p.y for p in polygon)
    return hits and left <= x < right and top <= y < bottom


def size_of(polygon: Sequence[Pixel]) -> tuple[int, int]:
    """Width and height of a polygon."""
    if not polygon:
        return 0, 0
    xs, ys = [p.x for p in polygon], [p.y for p in polygon]
    return max(xs) - min(xs), max(ys) - min(ys)


class Snapping(Enum):
    """How a point finds its hex. VASSAL before 3.7 takes hexes for rectangles; since then (and
    for whoever looks at the map) it is the hex the point is in. Centres are the same."""

    RECTANGLES = "rectangles"
    HEXES = "hexes"


@dataclass(frozen=True, slots=True)
class HexGrid:
    """Flat-top hexes, pointy-top ones if ``sideways`` (then x and y swap roles).

    ``dx`` px are between columns, ``dy`` px between rows; ``x0``, ``y0`` px of the board is the
    centre of the first hex. ``size`` is the board's or zone's width and height, which descending
    numbers count from.
    """

    dx: float
    dy: float
    x0: int = 0
    y0: int = 32
    sideways: bool = False
    snaps: bool = True
    edges: bool = False
    corners: bool = False
    numbering: Numbering | None = None
    size: tuple[int, int] = (0, 0)

    def centre(self, point: Pixel, snapping: Snapping) -> Pixel:
        """The centre of the hex a point is in, where VASSAL puts pieces."""
        x, y = self._turned(point)
        column, row = self._rectangle(x, y)
        if snapping is Snapping.HEXES:
            column, row = self._hex(x, y, column, row)
        return self._turned(self._centre(column, row))

    def snap(self, point: Pixel, snapping: Snapping) -> Pixel:
        """Where a piece dropped at a point comes to rest."""
        if not self.snaps:
            return point
        centre = self.centre(point, snapping)
        if not (self.edges or self.corners):
            return centre
        targets = []
        if self.edges:
            targets.append(self.side(point))
        if self.corners:
            targets.append(self._vertex(point))
        # Of both, the vertex wins a draw.
        target = targets[0]
        if len(targets) == 2 and not _far(point, targets[0]) < _far(point, targets[1]):
            target = targets[1]
        return centre if _far(centre, target) <= 2 else target

    def location(self, point: Pixel) -> str | None:
        """The printed number of the cell VASSAL counts a point to; exact for centres only."""
        numbering = self.numbering
        if numbering is None:
            return None
        raw_column, raw_row = self._raw(point)
        column, row = raw_column, raw_row
        across, down = numbering.descending
        # Board height over dx and width over dy: so the engine, even where it makes no sense.
        last_row = math.floor(self.size[1] / self.dx + 0.5)
        last_column = math.floor(self.size[0] / self.dy + 0.5)
        if self.sideways:
            column = last_row - column if down else column
            row = last_column - row if across else row
        else:
            column = last_column - column if across else column
            row = last_row - row if down else row
        if numbering.stagger and raw_column % 2:
            row += -1 if (across if self.sideways else down) else 1
        if numbering.oblique:
            half = int(column / 2)
            row = half + row if numbering.stagger else row - half + 1
        return numbering.name(column, row)

    def centre_of(self, column: int, row: int) -> Pixel:
        """The centre of a hex by the grid's own column and row, before numbering.

        Of a sideways grid the columns are its rows of hexes.
        """
        return self._turned(self._centre(column, row))

    def _turned(self, point: Pixel) -> Pixel:
        return Pixel(point.y, point.x) if self.sideways else point

    def _raw(self, point: Pixel) -> tuple[int, int]:
        x, y = self._turned(point)
        column = math.floor((x - self.x0) / self.dx + 0.5)
        if java_round((x - self.x0) / self.dx) % 2 == 0:
            return column, java_round((y - self.y0) / self.dy)
        return column, java_round((y - self.y0 - self.dy / 2) / self.dy)

    def _rectangle(self, x: int, y: int) -> tuple[int, int]:
        column = math.floor((x - self.x0 + self.dx / 2) / self.dx)
        if column % 2 == 0:
            return column, math.floor((y - self.y0 + self.dy / 2) / self.dy)
        return column, math.floor((y - self.y0) / self.dy)

    def _centre(self, column: int, row: int) -> Pixel:
        x = int(self.dx * column + self.x0)
        if column % 2 == 0:
            return Pixel(x, int(self.dy * row + self.y0))
        return Pixel(x, int(self.dy * row + int(self.dy / 2) + self.y0))

    def _hex(self, x: int, y: int, column: int, row: int) -> tuple[int, int]:
        if inside(self._outline(column, row), x, y):
            return column, row
        rows = (-1, 0) if column % 2 == 0 else (0, 1)
        for across in (-1, 1):
            for down in rows:
                if inside(self._outline(column + across, row + down), x, y):
                    return column + across, row + down
        return column, row

    def _outline(self, column: int, row: int) -> tuple[Pixel, ...]:
        x, y = self._centre(column, row)
        r, half = 2 * self.dx / 3, self.dy / 2
        # The odd pixels are the engine's (HexGrid.getSingleHexShape).
        return (
            Pixel(java_round(x - r), y),
            Pixel(java_round(x - r / 2), java_round(y - half)),
            Pixel(java_round(x + r / 2) + 1, java_round(y - half)),
            Pixel(java_round(x + r) + 1, y),
            Pixel(java_round(x + r / 2) + 1, java_round(y + half) + 1),
            Pixel(java_round(x - r / 2), java_round(y + half) + 1),
        )

    def side(self, point: Pixel) -> Pixel:
        """The middle of the hexside next to a point."""
        x, y = self._turned(point)
        dx, dy = self.dx, self.dy
        column = math.floor((x - self.x0 + dx / 4) * 2 / dx)
        side_x = int(dx / 2 * column + self.x0)
        if column % 2 == 0:
            side_y = int(dy / 2 * math.floor((y - self.y0 + dy / 4) * 2 / dy) + self.y0)
        else:
            row = math.floor((y - self.y0) * 2 / dy)
            side_y = int(dy / 2 * row + int(dy / 4) + self.y0)
        return self._turned(Pixel(side_x, side_y))

    def _vertex(self, point: Pixel) -> Pixel:
        x, y = self._turned(point)
        dx, dy = self.dx, self.dy
        row = math.floor((y - self.y0 + dy / 4) * 2 / dy)
        # The floors stand where the engine has them.
        if row % 2 == 0:
            column = int(math.floor(x - self.x0 + dx / 3) * 3 / (2 * dx))
            vertex_x = int(2 * dx / 3 * column + self.x0)
        else:
            column = int(math.floor(x - self.x0 + dx / 3 + dx / 3) * 3 / (2 * dx))
            vertex_x = int(2 * dx / 3 * column - int(dx / 3) + self.x0)
        return self._turned(Pixel(vertex_x, int(dy / 2 * row + self.y0)))


def _far(a: Pixel, b: Pixel) -> int:
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2
