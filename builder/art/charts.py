"""Charts beside a map: tables, a track of turns, boxes for counters, each laid out as cells."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from clubroute.builder.art.naming.label import Box
from clubroute.builder.art.plate import BOLD, MEDIUM, width_of

PAD = 30
"""Px between a chart's frame and its words."""

HEAD = 78
"""Px above the first cell, for the title."""

TEXT, LINE, GAP = 19.0, 25, 9
"""Size of a table's words, px from line to line, and between words and the edge of a cell."""

WIDEST = 340
"""Px that the words of a column take before they break into lines, about."""

BOX = (72, 66)
"""Width and height of a track's box, px: a counter lies in it."""

APART = 36
"""Px between two charts, at least."""

STEP = 24
"""Px between the places where a chart may stand."""

SIZES = (2.0, 1.75, 1.5, 1.25, 1.0)
"""How many times as large as they need be charts are drawn: the first at which all find room."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A part of a chart, px from its corner: words in lines, in a box or not."""

    box: Box
    lines: tuple[str, ...]
    bold: bool = False
    framed: bool = False


@dataclass(frozen=True, slots=True)
class ChartPicture:
    """A chart: its title, width and height, px, and its cells; ``times`` as large as others, with
    all that stands in it."""

    title: str
    size: tuple[int, int]
    cells: tuple[Cell, ...]
    times: float = 1.0

    def enlarged(self, times: float) -> ChartPicture:
        """The same, so many times as large."""
        wide, high = (math.ceil(part * times) for part in self.size)
        cells = (
            replace(cell, box=Box(*(part * times for part in cell.box))) for cell in self.cells
        )
        return ChartPicture(self.title, (wide, high), tuple(cells), self.times * times)


def table_chart(title: str, rows: Sequence[Sequence[str]]) -> ChartPicture:
    """A table, its first row the headings."""
    columns = range(max(map(len, rows)))
    told = [[row[c] if c < len(row) else "" for c in columns] for row in rows]
    lines = [[broken(cell, k == 0) for cell in row] for k, row in enumerate(told)]
    wide = [
        round(max(wide_of(line, k == 0) for k, row in enumerate(lines) for line in row[c]))
        + 2 * GAP
        for c in columns
    ]
    cells, top = [], HEAD
    for k, row in enumerate(lines):
        high = max(len(cell) for cell in row) * LINE + GAP
        left = PAD
        for c, cell in enumerate(row):
            box = Box(left, top, left + wide[c], top + high)
            cells.append(Cell(box, cell, bold=k == 0, framed=True))
            left += wide[c]
        top += high
    return chart(title, cells)


def track_chart(title: str, days: Sequence[str], times: Sequence[str]) -> ChartPicture:
    """A track of turns: a row a day, a box a turn."""
    wide, high = BOX
    aside = round(max(wide_of(day, True) for day in days)) + 2 * GAP
    cells = []
    for c, time in enumerate(times):
        left = PAD + aside + c * wide
        cells.append(Cell(Box(left, HEAD, left + wide, HEAD + LINE + GAP), (time,), bold=True))
    for k, day in enumerate(days):
        top = HEAD + LINE + GAP + k * high
        cells.append(Cell(Box(PAD, top, PAD + aside, top + high), (day,), bold=True))
        for c in range(len(times)):
            left = PAD + aside + c * wide
            cells.append(Cell(Box(left, top, left + wide, top + high), (), framed=True))
    return chart(title, cells)


def boxes_chart(
    title: str, boxes: Sequence[tuple[str, tuple[int, int], tuple[int, int]]]
) -> ChartPicture:
    """Named boxes: of each its name, upper left corner and size, px; the names stand above."""
    left = min(x for _, (x, _), _ in boxes)
    top = min(y for _, (_, y), _ in boxes)
    cells = []
    for name, (x, y), (wide, high) in boxes:
        x, y = x - left + PAD, y - top + HEAD + LINE
        cells.append(Cell(Box(x, y - LINE - 4, x + wide, y), (name,), bold=True))
        cells.append(Cell(Box(x, y, x + wide, y + high), (), framed=True))
    return chart(title, cells)


def chart(title: str, cells: Sequence[Cell]) -> ChartPicture:
    """A chart as large as its cells."""
    right = max(cell.box.right for cell in cells)
    bottom = max(cell.box.bottom for cell in cells)
    return ChartPicture(title, (round(right) + PAD, round(bottom) + PAD), tuple(cells))


def wide_of(words: str, bold: bool) -> float:
    """Px that words take."""
    return width_of(words, BOLD if bold else MEDIUM) * TEXT


def broken(words: str, bold: bool) -> tuple[str, ...]:
    """Words in lines."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if wide_of(longer, bold) <= WIDEST or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def stand(
    charts: Sequence[ChartPicture],
    spots: Sequence[tuple[int, int]],
    rooms: Sequence[Box],
    clear: float,
    taken: Sequence[Box],
) -> tuple[tuple[Box, ChartPicture], ...]:
    """The charts that find a place, as large as all find one, the largest choosing first; where
    not all do at any size, the first of ``charts`` do.

    :param spots: the hex centres (map px) they keep ``clear`` px from. :param taken: what stands
        there already.
    """
    voids = [Void(room) for room in rooms]
    for room in voids:
        for x, y in spots:
            room.take(Box(x - clear, y - clear, x + clear, y + clear))
        for box in taken:
            room.take(grown(box))
    by_size = sorted(charts, key=lambda one: -one.size[0] * one.size[1])
    for times in SIZES:
        found = placed([one.enlarged(times) for one in by_size], voids)
        if len(found) == len(charts):
            return found
    return placed(charts, voids)


def placed(
    charts: Sequence[ChartPicture], voids: Sequence[Void]
) -> tuple[tuple[Box, ChartPicture], ...]:
    """The charts that find a place in some voids, which stay as they are: each in the void with
    fewest charts, of these in that with most space left, near a corner of it."""
    free = [room.copy() for room in voids]
    found = []
    for one in charts:
        for room in sorted(free, key=lambda room: (room.charts, -room.left)):
            place = room.place(one.size)
            if place is not None:
                room.take(grown(place))
                room.charts += 1
                found.append((place, one))
                break
    return tuple(found)


class Void:
    """An upright box of a map and what of it is free, in squares of ``STEP`` px."""

    def __init__(self, box: Box) -> None:
        import numpy as np

        self.box, self.charts = box, 0
        wide, high = (int(b - a) // STEP for a, b in zip(box[:2], box[2:], strict=True))
        self.full = np.zeros((high, wide), np.int64)

    def copy(self) -> Void:
        """Another of the same."""
        other = Void(self.box)
        other.full, other.charts = self.full.copy(), self.charts
        return other

    @property
    def left(self) -> int:
        """Squares that are free."""
        return self.full.size - int(self.full.sum())

    def take(self, box: Box) -> None:
        """Fill what lies in a box."""
        if box.meets(self.box):
            left, top = (
                max(0, int(a - b) // STEP) for a, b in zip(box[:2], self.box[:2], strict=True)
            )
            right, bottom = (
                int(a - b) // STEP + 1 for a, b in zip(box[2:], self.box[:2], strict=True)
            )
            self.full[top:bottom, left:right] = 1

    def place(self, size: tuple[int, int]) -> Box | None:
        """The free place of that size nearest to a corner, None if there is none."""
        import numpy as np

        wide, high = (-(-part // STEP) for part in size)
        rows, columns = self.full.shape
        if wide > columns or high > rows:
            return None
        sums = np.pad(self.full, ((1, 0), (1, 0))).cumsum(axis=0).cumsum(axis=1)
        upper, lower = sums[:-high], sums[high:]
        inside = lower[:, wide:] - lower[:, :-wide] - upper[:, wide:] + upper[:, :-wide]
        tops, lefts = np.nonzero(inside == 0)
        if not len(tops):
            return None
        away = np.minimum(lefts, columns - wide - lefts) + np.minimum(tops, rows - high - tops)
        best = int(away.argmin())
        left, top = self.box.left + int(lefts[best]) * STEP, self.box.top + int(tops[best]) * STEP
        return Box(left, top, left + size[0], top + size[1])


def grown(box: Box) -> Box:
    """A box and what is to be free around it."""
    return Box(box.left - APART, box.top - APART, box.right + APART, box.bottom + APART)
