"""Unit counters drawn from their data: both faces, at any size.

A face has a band with the formation, the symbol between two rating boxes, the designation, and
a row of four rating boxes. A rating the sources leave blank is an empty outlined box with a
faint initial, for the owner to fill in. A reduced side has a strip behind its designation.
Everything is drawn at four times its size and shrunk, so that thin lines stay crisp and come out
the same on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PIL import Image, ImageDraw

from clubroute.builder.art.lettering import BOLD, CONDENSED, MEDIUM, Setting, fit, fit_line, letter
from clubroute.builder.art.symbols import CLASS_MARKS, SYMBOLS, Pen
from clubroute.builder.sources.counter_style import Colour, CounterStyle, Paint
from clubroute.builder.sources.counters import Rating, Unit

Face = Literal["front", "back"]

SCALE = 4
"""How much larger than wanted a counter is drawn before it is reduced."""
GRID = 60
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
SHORT_FORMATIONS = {"Independent": "Indep.", "Artillery": "Arty"}
BOXLESS = {"leader": ("range",), "transport": ("move",), "bulldozer": ()}
"""The rating boxes of kinds that are no fighting units; a leader's range is its command range."""
BAND_LEGIBLE = 10
"""The division is left out of a band that could not be set at this size with it, in units."""
LOWER_BOXES = ("fire", "assault", "defence", "move")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A face being drawn: ``unit`` px of the enlarged picture to one unit of the 60 × 60 grid."""

    image: Image.Image
    draw: ImageDraw.ImageDraw
    unit: float

    def box(self, x0: float, y0: float, x1: float, y1: float) -> tuple[int, int, int, int]:
        """A box of the grid in px of the enlarged picture, both corners inside it."""
        u = self.unit
        return round(x0 * u), round(y0 * u), round(x1 * u) - 1, round(y1 * u) - 1

    def pen(self, x0: float, y0: float, x1: float, y1: float, ink: Colour = INK) -> Pen:
        """A pen for a symbol in a box of the grid."""
        return Pen(self.draw, self.box(x0, y0, x1, y1), max(1, round(1.35 * self.unit)), ink, PAPER)

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
        letter(self.draw, setting, centre, ink)


def blank_sheet(size: int, fill: Colour) -> Sheet:
    """An empty face for a counter of ``size`` px."""
    image = Image.new("RGB", (size * SCALE, size * SCALE), fill)
    return Sheet(image, ImageDraw.Draw(image), size * SCALE / GRID)


def finished(sheet: Sheet, edge: Colour) -> Image.Image:
    """The face with its edge, a whole number of px wide, reduced to its wanted size."""
    width = SCALE * max(1, round(sheet.unit / SCALE))
    sheet.draw.rectangle(sheet.box(0, 0, GRID, GRID), outline=edge, width=width)
    return sheet.image.reduce(SCALE)


def draw_counter(unit: Unit, style: CounterStyle, *, face: Face) -> Image.Image:
    """One face of a unit counter, RGB, ``style.counter_px`` square."""
    paint = style.divisions[unit.division]
    back = face == "back"
    if back and unit.back == "hidden":
        return hidden_face(unit, style, paint)
    reduced = back and unit.back == "reduced"
    sheet = blank_sheet(style.counter_px, paint.fill)
    strip = PAPER if lightness(paint.fill) < 210 else paint.band
    if reduced:
        sheet.draw.rectangle(sheet.box(0, 29, GRID, 46.4), fill=strip)
    draw_band(sheet, band_text(unit, style, face), paint)
    draw_sign(sheet, unit, style, paint, face)
    draw_steps(sheet, unit, paint, reduced=reduced)
    name = unit.name.removeprefix("Leader/").removeprefix("Leader ")
    low = 58.0 if not lower_boxes(unit, face) else 46.0
    ink = legible_on(strip) if reduced else paint.ink
    sheet.text(name, (2, 29.3, 58, low), ink, 15, (BOLD, CONDENSED))
    draw_ratings(sheet, unit, paint, face)
    return finished(sheet, paint.band)


def band_text(unit: Unit, style: CounterStyle, face: Face) -> str:
    """What the band at the top says: the state of a turned unit, or where the unit belongs."""
    if face == "back" and unit.back == "mounted":
        return "MOUNTED"
    if unit.back == "bridge":
        return "BRIDGE" if face == "back" else "TRUCK"
    formation = SHORT_FORMATIONS.get(unit.formation or "", unit.formation or "")
    words = [style.shorts[unit.division], formation]
    if unit.variant:
        words.append("Sc " + ",".join(name.rpartition("-")[2] for name in unit.variant))
    full = " ".join(word for word in words if word)
    if formation and fit_line(full, CONDENSED, 56, 8.5, 10) < BAND_LEGIBLE:
        return " ".join(words[1:])
    return full


def draw_band(sheet: Sheet, words: str, paint: Paint) -> None:
    """The band with its words."""
    sheet.draw.rectangle(sheet.box(0, 0, GRID, 10.5), fill=paint.band)
    if words:
        ink = legible_on(paint.band)
        sheet.text(words, (2, 1.5, 58, 10), ink, 10, (MEDIUM, CONDENSED), one_line=True)


def draw_sign(sheet: Sheet, unit: Unit, style: CounterStyle, paint: Paint, face: Face) -> None:
    """The unit symbol, and at its left the mark of how the unit moves, where that is known."""
    move = unit.move_class
    if unit.back == "bridge":
        move = "wheeled" if face == "front" else None
    elif face == "back" and unit.back == "mounted":
        move = unit.mounted or "wheeled"
    SYMBOLS[style.symbols[unit.kind]](sheet.pen(18, 12.5, 42, 27.5))
    if move is not None and move in CLASS_MARKS:
        CLASS_MARKS[move](sheet.pen(2.6, 12.9, 14.4, 15.9, ink=paint.ink))


def draw_steps(sheet: Sheet, unit: Unit, paint: Paint, *, reduced: bool) -> None:
    """A filled pip a step; one hollow pip where the steps are not known."""
    if unit.kind in BOXLESS:
        return
    steps = None if unit.steps is None else unit.steps - (1 if reduced else 0)
    width = max(1, round(0.8 * sheet.unit))
    for index in range(1 if steps is None else max(0, steps)):
        x = 54.5 - 4.6 * index
        fill = None if steps is None else paint.ink
        sheet.draw.rectangle(
            sheet.box(x, 12.7, x + 3.4, 16.1), fill=fill, outline=paint.ink, width=width
        )


def lower_boxes(unit: Unit, face: Face) -> tuple[str, ...]:
    """The ratings in the row at the foot; a side that cannot move has no movement box."""
    kept = BOXLESS.get(unit.kind, LOWER_BOXES)
    mounted = face == "back" and unit.back == "mounted"
    moves = unit.move_class != "immobile" or mounted
    return tuple(name for name in LOWER_BOXES if name in kept and (moves or name != "move"))


def draw_ratings(sheet: Sheet, unit: Unit, paint: Paint, face: Face) -> None:
    """The rating boxes: range and TQ beside the symbol, the others along the foot."""
    back = face == "back" and unit.back != "same"
    ratings = unit.back_ratings if back else unit.front_ratings
    kept = BOXLESS.get(unit.kind, ("range", "tq"))
    if "range" in kept:
        draw_rating(sheet, (2, 17.5, 15, 29.5), ratings.range, paint, "R")
    if "tq" in kept:
        draw_rating(sheet, (45, 17.5, 58, 29.5), ratings.tq, paint, "Q")
    values = {"fire": ratings.fire, "assault": ratings.assault}
    values |= {"defence": ratings.defence, "move": ratings.move}
    initials = {"fire": "F", "assault": "A", "defence": "D", "move": "M"}
    for index, name in enumerate(LOWER_BOXES):
        if name in lower_boxes(unit, face):
            x = 2 + 14.2 * index
            draw_rating(sheet, (x, 47, x + 13.4, 58.5), values[name], paint, initials[name])


def draw_rating(
    sheet: Sheet,
    box: tuple[float, float, float, float],
    rating: Rating | None,
    paint: Paint,
    initial: str,
) -> None:
    """One rating: its figures on its colour; or, not known, an outline with a faint initial."""
    x0, y0, x1, y1 = box
    width = max(1, round(0.8 * sheet.unit))
    corners = sheet.box(*box)
    if rating is None:
        faint = mixed(paint.fill, paint.ink, 0.5)
        sheet.draw.rectangle(corners, fill=paint.fill, outline=faint, width=width)
        sheet.text(initial, (x0 + 2, y0 + 2, x1 - 2, y1 - 2), faint, 8.5, (MEDIUM,))
        return
    ground = RATING_PAPER[rating.colour] if rating.colour else PAPER
    sheet.draw.rectangle(corners, fill=ground, outline=INK, width=width)
    inside = (x0 + 1.2, y0 + 1.2, x1 - 1.2, y1 - 1.2)
    sheet.text(rating.value, inside, legible_on(ground), 13, (BOLD, CONDENSED), one_line=True)


def hidden_face(unit: Unit, style: CounterStyle, paint: Paint) -> Image.Image:
    """The back of a unit that is set up face down: only its division and kind of lot show."""
    sheet = blank_sheet(style.counter_px, paint.fill)
    draw_band(sheet, "", paint)
    lot = "GARRISON" if unit.kind == "infantry" else unit.kind.upper()
    sheet.text("?", (10, 14, 50, 43), paint.ink, 44, one_line=True)
    sheet.text(lot, (4, 46, 56, 57), paint.ink, 11, (BOLD, CONDENSED), one_line=True)
    return finished(sheet, paint.band)


def mixed(a: Colour, b: Colour, share: float) -> Colour:
    """A colour ``share`` of the way from ``a`` to ``b``."""
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


def legible_on(ground: Colour) -> Colour:
    """Black or white ink, whichever stands out more on a ground."""
    return INK if lightness(ground) > 140 else (255, 255, 255)


def lightness(colour: Colour) -> float:
    """How light a colour looks, 0 to 255."""
    return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]
