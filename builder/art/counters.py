"""Unit counters drawn from their data: both faces, at any size.

What stands where is the game's layout (:mod:`clubroute.builder.sources.layout`). A rating the
sources leave blank is an empty outlined box with a faint initial, for the owner to fill in. A
weaker side has a strip behind its designation.
It is drawn on a :class:`clubroute.builder.art.plate.Plate`: as outlines for a module, as pixels
for what is printed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Generic, Literal, TypeVar

from PIL import Image

from clubroute.builder.art.plate import (
    BOLD,
    CONDENSED,
    MEDIUM,
    PixelPlate,
    Plate,
    Setting,
    fit,
    fit_line,
)
from clubroute.builder.art.symbols import CLASS_MARKS, Pen, draw_symbol
from clubroute.builder.sources.counter_style import Colour, CounterStyle, Paint
from clubroute.builder.sources.counters import Rating, UnitCounter
from clubroute.builder.sources.layout import FACE, Back, Layout, RatingBox

Face = Literal["front", "back"]
P = TypeVar("P", bound=Plate)

GRID = FACE
"""Counters are laid out on a square of 60 × 60 units, whatever their size in px."""

PAPER: Colour = (250, 248, 240)
INK: Colour = (27, 27, 27)

RATING_PAPER: dict[str, Colour] = {
    "white": (255, 255, 255),
    "pink": (244, 170, 190),
    "purple": (176, 140, 200),
    "blue": (150, 190, 235),
    "green": (150, 205, 140),
    "orange": (245, 175, 95),
    "yellow": (250, 230, 110),
    "brown": (190, 150, 110),
    "black": (40, 40, 40),
    "red": (225, 110, 100),
}
BAND_LEGIBLE = 10
"""The division is left out of a band that could not be set at this size with it, in units."""


@dataclass(frozen=True, slots=True)
class FaceSheet(Generic[P]):
    """A face being drawn: ``unit`` lines of the plate's fine grid to one unit of the 60 × 60."""

    plate: P
    unit: float

    def box(self, x0: float, y0: float, x1: float, y1: float) -> tuple[int, int, int, int]:
        """A box of the grid on the plate, both corners inside it."""
        u = self.unit
        return round(x0 * u), round(y0 * u), round(x1 * u) - 1, round(y1 * u) - 1

    def pen(
        self,
        x0: float,
        y0: float,
        x1: float,
        y1: float,
        ink: Colour = INK,
        ground: Colour = PAPER,
    ) -> Pen:
        """A pen for a symbol in a box of the grid."""
        width = max(1, round(1.35 * self.unit))
        return Pen(self.plate, self.box(x0, y0, x1, y1), width, ink, ground)

    def text(
        self,
        words: str,
        box: tuple[float, float, float, float],
        ink: Colour,
        limit: float,
        faces: tuple[str, ...] = (BOLD,),
        *,
        one_line: bool = False,
    ) -> None:
        """Words in a box of the grid, as large as fits, at most ``limit`` units."""
        x0, y0, x1, y1 = box
        width, height = (x1 - x0) * self.unit, (y1 - y0) * self.unit
        largest = round(limit * self.unit)
        if one_line:
            sizes = [(fit_line(words, face, width, height, largest), face) for face in faces]
            size, face = max(sizes, key=lambda pair: pair[0])
            setting = Setting((words,), face, size)
        else:
            setting = fit(words, width, height, largest, faces=faces)
        centre = ((x0 + x1) / 2 * self.unit, (y0 + y1) / 2 * self.unit)
        self.plate.letters(setting, centre, ink)


def blank_sheet(size: int, fill: Colour, plates: type[P]) -> FaceSheet[P]:
    """An empty face for a counter of ``size`` px."""
    return FaceSheet(plates.blank((size, size), fill), size * plates.SCALE / GRID)


def finished(sheet: FaceSheet[P], edge: Colour) -> P:
    """The face with its edge, a whole number of px wide."""
    scale = sheet.plate.SCALE
    width = scale * max(1, round(sheet.unit / scale))
    sheet.plate.rectangle(sheet.box(0, 0, GRID, GRID), outline=edge, width=width)
    return sheet.plate


def draw_counter(unit: UnitCounter, style: CounterStyle, *, face: Face) -> Image.Image:
    """One face of a unit counter, RGB, ``style.counter_px`` square."""
    return counter_face(unit, style, face, PixelPlate).image()


def counter_face(unit: UnitCounter, style: CounterStyle, face: Face, plates: type[P]) -> P:
    """One face of a unit counter, ``style.counter_px`` square."""
    layout, paint = style.layout, style.paint(unit.side, unit.division, unit.colour)
    paint = replace(paint, ink=contrasting(paint.ink, paint.fill))
    other = layout.backs[unit.back] if face == "back" and unit.back in layout.backs else None
    if other is not None and other.hidden:
        return hidden_face(unit, style, paint, other, plates)
    front = other is None or other.same
    marks = unit.marks if front else unit.back_marks
    painting = (mark for mark in layout.marks if mark.paints and marks.get(mark.name))
    grounds = {mark.paints: RATING_PAPER[mark.colour] for mark in painting}
    weaker = other is not None and other.strip
    sheet = blank_sheet(style.counter_px, paint.fill, plates)
    strip = apart_from(paint.fill)
    given = unit.front_ratings if front else unit.back_ratings
    # Of a side with no rating known none is expected: its owner's table, or nobody, has them.
    expected = [box for box in layout.ratings if given or box.name in grounds]
    boxes = [box for box in expected if shows(box, unit, layout, face)]
    place = layout.name
    if layout.name_alone and not any(box.box[1] >= place[3] for box in boxes):
        place = layout.name_alone
    draw_band(sheet, band_text(unit, style, face), paint, layout)
    if weaker:
        top, bottom = max(0.0, place[1] - 0.3), place[3] + 0.4
        sheet.plate.rectangle(sheet.box(0, top, GRID, bottom), fill=strip)
    draw_sign(sheet, unit, layout, paint, face, grounds.get("symbol", PAPER))
    draw_steps(sheet, unit, layout, paint, reduced=weaker)
    name = unit.name
    for start in layout.name_drops:
        name = name.removeprefix(start)
    banded = layout.band is not None and place[3] <= layout.band[3]
    ground = strip if weaker else paint.band if banded else paint.fill
    sheet.text(name, place, contrasting(paint.ink, ground), 15, (BOLD, CONDENSED))
    for text in layout.texts:
        if text.name in unit.texts:
            words = text.words.get(unit.texts[text.name], unit.texts[text.name])
            sheet.text(words, text.box, paint.ink, 12, (BOLD, CONDENSED))
    for mark in layout.marks:
        if mark.box is not None and marks.get(mark.name):
            sheet.text(mark.word, mark.box, paint.ink, 8, (BOLD, CONDENSED))
    for box in boxes:
        draw_rating(sheet, box.box, given.get(box.name), paint, box.initial, grounds.get(box.name))
    return finished(sheet, paint.band)


def shows(box: RatingBox, unit: UnitCounter, layout: Layout, face: Face) -> bool:
    """Whether a side has a rating box: not every kind, nor what cannot move, has all."""
    if box.only_for and unit.kind not in box.only_for:
        return False
    return unit.kind not in box.not_for and class_of(unit, layout, face) not in box.not_class


def class_of(unit: UnitCounter, layout: Layout, face: Face) -> str | None:
    """How a side of a unit moves; None where that is not known, or the side does not."""
    other = layout.backs.get(unit.back)
    if other is not None and face == "back" and other.moves:
        return unit.mounted or other.moves
    if other is not None and other.front_moves:
        return other.front_moves if face == "front" else None
    return unit.move_class


def band_text(unit: UnitCounter, style: CounterStyle, face: Face) -> str:
    """What the band at the top says: the state of a turned unit, or where the unit belongs."""
    layout = style.layout
    other = layout.backs.get(unit.back)
    if other is not None and (turned := other.band if face == "back" else other.front_band):
        return turned
    formation = layout.band_short.get(unit.formation or "", unit.formation or "")
    words = [style.shorts.get(unit.division, ""), formation]
    if unit.variant:
        numbers = ",".join(name.rpartition("-")[2] for name in unit.variant)
        words.append(layout.band_variant + numbers)
    full = " ".join(word for word in words if word)
    left, top, right, bottom = layout.band_text
    if formation and fit_line(full, CONDENSED, right - left, bottom - top, 10) < BAND_LEGIBLE:
        return " ".join(words[1:])
    return full


def draw_band(sheet: FaceSheet[P], words: str, paint: Paint, layout: Layout) -> None:
    """The band with its words."""
    if layout.band is None:
        return
    sheet.plate.rectangle(sheet.box(*layout.band), fill=paint.band)
    if words:
        ink, faces = legible_on(paint.band), (MEDIUM, CONDENSED)
        sheet.text(words, layout.band_text, ink, 10, faces, one_line=True)


def draw_sign(
    sheet: FaceSheet[P], unit: UnitCounter, layout: Layout, paint: Paint, face: Face, ground: Colour
) -> None:
    """The unit symbol, and beside it the mark of how the unit moves, where that is known."""
    if layout.symbol is not None:
        draw_symbol(sheet.pen(*layout.symbol, ground=ground), layout.symbols[unit.kind])
        if unit.kind in layout.letters:
            left, top, right, bottom = layout.symbol
            inside = (left + 1.5, top + 1.5, right - 1.5, bottom - 1.5)
            sheet.text(layout.letters[unit.kind], inside, INK, 11, (BOLD, CONDENSED), one_line=True)
    move = class_of(unit, layout, face)
    if layout.move_mark is not None and move is not None and move in CLASS_MARKS:
        CLASS_MARKS[move](sheet.pen(*layout.move_mark, ink=paint.ink))


def draw_steps(
    sheet: FaceSheet[P], unit: UnitCounter, layout: Layout, paint: Paint, *, reduced: bool
) -> None:
    """A filled pip a step, a hollow one for the step that a weaker side has lost; none where the
    steps are not known."""
    known = unit.steps is not None
    if layout.steps is None or unit.kind in layout.steps_not_for or not (known or reduced):
        return
    _, top, right, bottom = layout.steps
    size = bottom - top
    width = max(1, round(0.8 * sheet.unit))
    for index in range(unit.steps if unit.steps is not None else 1):
        x = right - size - (size + 1.2) * index
        lost = reduced and index == 0
        sheet.plate.rectangle(
            sheet.box(x, top, x + size, bottom),
            fill=paint.ink if known and not lost else None,
            outline=paint.ink,
            width=width,
        )


def draw_rating(
    sheet: FaceSheet[P],
    box: tuple[float, float, float, float],
    rating: Rating | None,
    paint: Paint,
    initial: str,
    marked: Colour | None = None,
) -> None:
    """One rating: its figures on its colour or that of a mark; or, not known, an outline with a
    faint initial."""
    x0, y0, x1, y1 = box
    width = max(1, round(0.8 * sheet.unit))
    corners = sheet.box(*box)
    if rating is None:
        faint = mixed(paint.fill, paint.ink, 0.5)
        sheet.plate.rectangle(corners, fill=marked or paint.fill, outline=faint, width=width)
        sheet.text(initial, (x0 + 2, y0 + 2, x1 - 2, y1 - 2), faint, 8.5, (MEDIUM,))
        return
    ground = RATING_PAPER[rating.colour] if rating.colour else marked or PAPER
    sheet.plate.rectangle(corners, fill=ground, outline=INK, width=width)
    inside = (x0 + 1.2, y0 + 1.2, x1 - 1.2, y1 - 1.2)
    sheet.text(rating.value, inside, legible_on(ground), 13, (BOLD, CONDENSED), one_line=True)


def hidden_face(
    unit: UnitCounter, style: CounterStyle, paint: Paint, other: Back, plates: type[P]
) -> P:
    """The back of a unit that is set up face down: only its division and kind of lot show."""
    sheet = blank_sheet(style.counter_px, paint.fill, plates)
    draw_band(sheet, "", paint, style.layout)
    lot = other.words.get(unit.kind, unit.kind.upper())
    sheet.text("?", (18, 14, 42, 43), paint.ink, 44, one_line=True)
    sheet.text(lot, (4, 46, 56, 57), paint.ink, 11, (BOLD, CONDENSED), one_line=True)
    return finished(sheet, paint.band)


def mixed(a: Colour, b: Colour, share: float) -> Colour:
    """A colour ``share`` of the way from ``a`` to ``b``."""
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


LEGIBLE = 4.5
"""Contrast of an ink with its ground that small letters need (WCAG 2.1, 1.4.3)."""
WHITE: Colour = (255, 255, 255)


def contrasting(ink: Colour, ground: Colour) -> Colour:
    """An ink where it can be read on a ground, else black or white."""
    return ink if contrast(ink, ground) >= LEGIBLE else legible_on(ground)


def contrast(ink: Colour, ground: Colour) -> float:
    """The contrast of two colours, 1 to 21, as WCAG defines it."""
    dark, light = sorted((luminance(ink) + 0.05, luminance(ground) + 0.05))
    return light / dark


def legible_on(ground: Colour) -> Colour:
    """Black or white ink, whichever stands out more on a ground."""
    return max(INK, WHITE, key=lambda ink: contrast(ink, ground))


def apart_from(ground: Colour) -> Colour:
    """Paper or ink, whichever contrasts more with a ground: at least 4 to 1 for any."""
    return max(PAPER, INK, key=lambda ink: contrast(ink, ground))


def luminance(colour: Colour) -> float:
    """Relative luminance, 0 to 1, as WCAG defines it."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in colour)
    )
    # The eye's share of each in linear light (WCAG 2, after Rec. 709).
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
