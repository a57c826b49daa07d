"""Counter sheets to print and cut: A4 pages, each with its back in register.

A back is its front's mirror image from left to right: printed on both sides and turned over the
long edge, every counter has its own other side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from PIL import Image, ImageDraw

from clubroute.builder.art.counters import Face, draw_counter
from clubroute.builder.art.markers import draw_chit, draw_marker
from clubroute.builder.sources.counter_set import CounterSet
from clubroute.builder.sources.counters import UnitCounter
from clubroute.builder.sources.markers import Chit, MarkerKind

DPI = 300
"""Dots an inch of a printed page."""

PAGE_MM = (210, 297)
"""Width and height of a page, mm: A4."""

MARGIN_MM = 12
"""Mm left white at each edge of a page."""

MARK_MM = 4
"""Length of the marks one cuts along, outside the counters."""
PAPER = (255, 255, 255)
INK = (120, 120, 120)


class TwoSides(NamedTuple):
    """A counter to print: both faces, the same size in px."""

    front: Image.Image
    back: Image.Image


def px(mm: float) -> int:
    """Millimetres as pixels of the page."""
    return round(mm / 25.4 * DPI)


def counters_of(counters: CounterSet, side: int) -> Iterator[TwoSides]:
    """Every counter of a game, as often as there are copies, ``side`` px square."""
    sized = replace(counters.style, counter_px=side, marker_px=side, chit_px=side)

    def face(item: UnitCounter | MarkerKind | Chit, which: Face) -> Image.Image:
        if isinstance(item, UnitCounter):
            return draw_counter(item, sized, face=which)
        if isinstance(item, Chit):
            return draw_chit(item, sized, face=which)
        # What has no other side has the same on it.
        return draw_marker(item, sized, face=which if item.back else "front")

    everything: list[UnitCounter | MarkerKind | Chit] = [
        *counters.units,
        *counters.markers,
        *counters.chits,
    ]
    for item in everything:
        sides = TwoSides(face(item, "front"), face(item, "back"))
        for _ in range(1 if isinstance(item, Chit) else item.copies):
            yield sides


def sheets(counters: Iterable[TwoSides], side: int) -> Iterator[Image.Image]:
    """The pages: a front, its back, the next front … ``side`` px is that of the counters."""
    width, height = px(PAGE_MM[0]), px(PAGE_MM[1])
    columns = (width - 2 * px(MARGIN_MM)) // side
    rows = (height - 2 * px(MARGIN_MM)) // side
    left, top = (width - columns * side) // 2, (height - rows * side) // 2
    waiting = list(counters)
    while waiting:
        page, waiting = waiting[: columns * rows], waiting[columns * rows :]
        for back in (False, True):
            yield page_of(page, back, columns, rows, side, (left, top))


def page_of(
    page: Sequence[TwoSides], back: bool, columns: int, rows: int, side: int, at: tuple[int, int]
) -> Image.Image:
    """One side of a page: counters in their places, marks around to cut along."""
    image = Image.new("RGB", (px(PAGE_MM[0]), px(PAGE_MM[1])), PAPER)
    draw = ImageDraw.Draw(image)
    left, top = at
    right, bottom, mark = left + columns * side, top + rows * side, px(MARK_MM)
    for column in range(columns + 1):
        x = left + column * side
        draw.line(((x, top - mark), (x, top - 1)), INK, 2)
        draw.line(((x, bottom + 1), (x, bottom + mark)), INK, 2)
    for row in range(rows + 1):
        y = top + row * side
        draw.line(((left - mark, y), (left - 1, y)), INK, 2)
        draw.line(((right + 1, y), (right + mark, y)), INK, 2)
    for index, sides in enumerate(page):
        row, column = divmod(index, columns)
        if back:
            column = columns - 1 - column
        image.paste(sides[back], (left + column * side, top + row * side))
    return image
