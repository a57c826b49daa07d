"""Counter sheets to print and cut: A4 pages, each with its back in register.

A back is its front's mirror image from left to right: printed on both sides and turned over the
long edge, every counter has its own other side.
"""

from __future__ import annotations

import io
import time
from collections.abc import (
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from PIL import Image, ImageColor, ImageDraw

from clubroute.builder.art.counters import (
    GRID,
    Face,
    FaceSheet,
    P,
    blank_sheet,
    draw_counter,
    finished,
    legible_on,
    mixed,
)
from clubroute.builder.art.plate import (
    BOLD,
    CONDENSED,
    MEDIUM,
    PixelPlate,
    fit_line,
)
from clubroute.builder.art.symbols import Pen
from clubroute.builder.sources.counter_set import CounterSet
from clubroute.builder.sources.counter_style import Colour, CounterStyle, Paint
from clubroute.builder.sources.counters import UnitCounter
from clubroute.builder.sources.layout import Box
from clubroute.builder.sources.markers import Chit, MarkerKind

# Markers and activation chits drawn from their data.

CHIT_BACK: Paint = Paint((70, 66, 60), (45, 42, 38), (235, 228, 210))
"""One back for every chit, whatever its side: a chit in the mug must not tell what it is."""


def column(pen: Pen) -> None:
    """Chevrons on the march."""
    for x in (0.2, 0.45, 0.7):
        pen.line((x - 0.08, 0.15), (x + 0.12, 0.5), (x - 0.08, 0.85), wide=1.6)


def suppressed(pen: Pen) -> None:
    """Heads down: a bar pressed by an arrow."""
    pen.line((0.15, 0.9), (0.85, 0.9), wide=1.6)
    pen.line((0.5, 0.05), (0.5, 0.66), wide=1.6)
    pen.line((0.36, 0.42), (0.5, 0.7), (0.64, 0.42), wide=1.6)


def parapet(pen: Pen) -> None:
    """A parapet."""
    pen.line((0.1, 0.85), (0.26, 0.3), (0.74, 0.3), (0.9, 0.85), wide=1.6)


def block(pen: Pen) -> None:
    """A barred way."""
    pen.line((0.2, 0.1), (0.8, 0.9), wide=1.8)
    pen.line((0.2, 0.9), (0.8, 0.1), wide=1.8)


def arrow(pen: Pen) -> None:
    """An arrow to the hexside above."""
    pen.filled((0.5, 0.0), (0.78, 0.5), (0.58, 0.5), (0.58, 1), (0.42, 1), (0.42, 0.5), (0.22, 0.5))


def bridge(pen: Pen) -> None:
    """A bridge seen from above."""
    pen.line((0.1, 0.1), (0.24, 0.34), (0.76, 0.34), (0.9, 0.1), wide=1.3)
    pen.line((0.1, 0.9), (0.24, 0.66), (0.76, 0.66), (0.9, 0.9), wide=1.3)


def destroyed(pen: Pen) -> None:
    """A broken bridge."""
    pen.line((0.05, 0.1), (0.18, 0.34), (0.38, 0.34), wide=1.3)
    pen.line((0.05, 0.9), (0.18, 0.66), (0.34, 0.66), wide=1.3)
    pen.line((0.95, 0.1), (0.82, 0.34), (0.66, 0.34), wide=1.3)
    pen.line((0.95, 0.9), (0.82, 0.66), (0.62, 0.66), wide=1.3)
    pen.line((0.56, 0.0), (0.46, 0.5), (0.56, 0.5), (0.44, 1.0), wide=1.3)


def club(pen: Pen) -> None:
    """A club of playing cards."""
    pen.disc(0.5, 0.27, 0.25)
    pen.disc(0.36, 0.6, 0.25)
    pen.disc(0.64, 0.6, 0.25)
    pen.filled((0.5, 0.45), (0.59, 1), (0.41, 1))


def canopy(pen: Pen) -> None:
    """A parachute."""
    pen.arc((0.2, 0.05, 0.8, 1.0), 180, 360)
    pen.line((0.2, 0.52), (0.5, 1.0), (0.8, 0.52))
    pen.line((0.2, 0.52), (0.8, 0.52))


def aircraft(pen: Pen) -> None:
    """An aircraft from above."""
    pen.filled((0.46, 0.0), (0.54, 0.0), (0.56, 1.0), (0.44, 1.0))
    pen.filled((0.1, 0.42), (0.5, 0.22), (0.9, 0.42), (0.9, 0.52), (0.1, 0.52))
    pen.filled((0.34, 0.86), (0.66, 0.86), (0.66, 0.98), (0.34, 0.98))


def barrage(pen: Pen) -> None:
    """Shell bursts."""
    for x, y in ((0.3, 0.35), (0.66, 0.3), (0.48, 0.75)):
        for dx, dy in ((0.1, 0), (0.07, 0.2), (0, 0.27), (-0.07, 0.2)):
            pen.line((x - dx, y - dy), (x + dx, y + dy))


def guns(pen: Pen) -> None:
    """Guns in a park."""
    for x in (0.25, 0.5, 0.75):
        pen.disc(x, 0.5, 0.2)


def hit(pen: Pen) -> None:
    """One blow."""
    pen.disc(0.5, 0.5, 0.2)


def hits(pen: Pen) -> None:
    """Two, one over the other."""
    pen.disc(0.5, 0.23, 0.2)
    pen.disc(0.5, 0.77, 0.2)


def sight(pen: Pen) -> None:
    """A gun's sight."""
    pen.circle(0.5, 0.5, 0.36)
    pen.line((0.5, 0.0), (0.5, 1.0))
    pen.line((0.0, 0.5), (1.0, 0.5))


def tick(pen: Pen) -> None:
    """Done."""
    pen.line((0.08, 0.52), (0.38, 0.86), (0.92, 0.12), wide=1.6)


MARKS: Mapping[str, Callable[[Pen], None]] = MappingProxyType(
    {
        "column": column,
        "suppressed": suppressed,
        "ip": parapet,
        "block": block,
        "arrow": arrow,
        "bridge": bridge,
        "destroyed": destroyed,
        "club": club,
        "parachute": canopy,
        "air": aircraft,
        "barrage": barrage,
        "park": guns,
        "hit": hit,
        "hits": hits,
        "sight": sight,
        "tick": tick,
    }
)


def draw_marker(marker: MarkerKind, style: CounterStyle, *, face: Face) -> Image.Image:
    """One face of a marker, RGB, ``style.marker_px`` square."""
    return marker_face(marker, style, face, PixelPlate).image()


def marker_face(marker: MarkerKind, style: CounterStyle, face: Face, plates: type[P]) -> P:
    """One face of a marker, ``style.marker_px`` square; a back without text is plain."""
    paint = style.markers[marker.colour if face == "front" else marker.back_colour]
    sheet = blank_sheet(style.marker_px, paint.fill, plates)
    lines = marker.front if face == "front" else marker.back
    edge = mixed(paint.fill, paint.ink, 0.45)
    if not lines:
        return finished(sheet, edge)
    top = 4.0
    if marker.symbol is not None:
        pen = sheet.pen(15, 4, 45, 24 if len(lines) < 3 else 19, ink=paint.ink)
        MARKS[marker.symbol](pen)
        top = 26.0 if len(lines) < 3 else 21.0
    heading = style.headings.get(marker.kind)
    if heading is not None and " ".join(lines) not in heading.not_on:
        sheet.plate.rectangle(sheet.box(0, 0, GRID, 11), fill=edge)
        sheet.text(heading.word, (4, 2, 56, 9.6), legible_on(edge), 10, (MEDIUM,), one_line=True)
        top = 14.0
    text_block(sheet, lines, (3, top, 57, 56), paint.ink)
    return finished(sheet, edge)


def sign_face(
    word: str, symbol: str, fill: str, ink: str, box: Box, counter_px: int, plates: type[P]
) -> P:
    """A word or a symbol on a ground: the sign of a state in a box of a face of ``counter_px``.
    Colours are ``#rrggbb``."""
    left, top, right, bottom = box
    ground, paint = ImageColor.getrgb(fill)[:3], ImageColor.getrgb(ink)[:3]
    unit = counter_px / GRID
    wide, high = right - left, bottom - top
    plate = plates.blank((round(wide * unit), round(high * unit)), ground)
    sheet = FaceSheet(plate, unit * plates.SCALE)
    if symbol:
        inset = 0.16 * min(wide, high)
        spot = sheet.box(inset, inset, wide - inset, high - inset)
        MARKS[symbol](Pen(plate, spot, round(0.9 * sheet.unit), paint, ground))
    else:
        inside = (0.8, 1, wide - 0.8, high - 1)
        sheet.text(word, inside, paint, 15, (BOLD, CONDENSED), one_line=True)
    corners = sheet.box(0, 0, round(wide * unit) / unit, round(high * unit) / unit)
    plate.rectangle(corners, outline=paint, width=max(1, round(0.5 * sheet.unit)))
    return plate


def text_block(
    sheet: FaceSheet[P], lines: tuple[str, ...], box: tuple[float, float, float, float], ink: Colour
) -> None:
    """Lines under one another in one size, the largest that suits the widest of them."""
    shown = [line for line in lines if line]
    x0, y0, x1, y1 = box
    step = min((y1 - y0) / len(shown), 17.0)
    height = step * 0.8
    best = max(
        (min(fit_line(line, face, x1 - x0, height, 22) for line in shown), face)
        for face in (CONDENSED, BOLD)
    )
    top = (y0 + y1) / 2 - step * len(shown) / 2
    for index, line in enumerate(shown):
        y = top + step * index
        limit = best[0] + 1
        sheet.text(line, (x0, y, x1, y + step), ink, limit, (best[1],), one_line=True)


def draw_chit(chit: Chit, style: CounterStyle, *, face: Face) -> Image.Image:
    """One face of an activation chit, RGB, ``style.chit_px`` square."""
    return chit_face(chit, style, face, PixelPlate).image()


def chit_face(chit: Chit, style: CounterStyle, face: Face, plates: type[P]) -> P:
    """One face of an activation chit, ``style.chit_px`` square; all backs are alike."""
    if face == "back":
        sheet = blank_sheet(style.chit_px, CHIT_BACK.fill, plates)
        sheet.text("?", (10, 8, 50, 52), CHIT_BACK.ink, 46, one_line=True)
        return finished(sheet, CHIT_BACK.band)
    paint = style.paint(chit.side, chit.division)
    sheet = blank_sheet(style.chit_px, paint.fill, plates)
    ink = legible_on(paint.band)
    sheet.plate.rectangle(sheet.box(0, 0, GRID, 12), fill=paint.band)
    sheet.plate.rectangle(sheet.box(0, 47, GRID, GRID), fill=paint.band)
    sheet.text(chit.kind.upper(), (3, 2, 57, 11), ink, 10, (MEDIUM, CONDENSED), one_line=True)
    foot = style.layout.chit_foot
    sheet.text(foot, (3, 48.5, 57, 58), ink, 10, (MEDIUM, CONDENSED), one_line=True)
    sheet.text(chit.words, (4, 15, 56, 43.5), paint.ink, 19, (BOLD, CONDENSED))
    return finished(sheet, paint.band)


# PDF files of pictures, a page each, with the same bytes for the same pictures.

QUALITY = 92
"""Of the JPEG pictures inside."""


def pdf_bytes(pages: Iterable[Image.Image], dpi: float, seconds: int | None) -> bytes:
    """The pages. :param seconds: since 1970, the date in the file; None: 1980."""
    first, *rest = pages
    # 1980-01-01, as in zip files: nothing that is built tells when.
    date = time.gmtime(315532800 if seconds is None else seconds)
    stream = io.BytesIO()
    first.save(
        stream,
        "PDF",
        save_all=True,
        append_images=rest,
        resolution=dpi,
        quality=QUALITY,
        subsampling=0,
        creationDate=date,
        modDate=date,
    )
    return stream.getvalue()


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
