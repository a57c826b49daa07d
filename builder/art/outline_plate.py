"""A plate of outlines: an SVG in which letters are shapes, right at every zoom on every machine.

VASSAL draws an SVG anew for each zoom. A picture inside one it would shrink pixel by pixel.
"""

from __future__ import annotations

import math
from collections.abc import (
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass
from functools import cache
from importlib import resources
from io import BytesIO
from typing import ClassVar, Self, TypeAlias

from fontTools.pens.basePen import decomposeQuadraticSegment
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

from clubroute.builder.art.canvas import named
from clubroute.builder.art.plate import (
    CAP_HEIGHT,
    LEADING,
    Bounds,
    Setting,
    Spot,
)
from clubroute.builder.sources.counter_style import Colour

# Outlines of the letters of the bundled faces, as a path of an SVG tells them.

Move: TypeAlias = tuple[str, tuple[tuple[float, float], ...]]
"""A command of a path (``M``, ``L``, ``Q``, ``C``, ``Z``) and its points, in sizes of the letter, y
downwards from the baseline."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A letter: how far the next one stands, in sizes, and its outline."""

    advance: float
    outline: tuple[Move, ...]


@cache
def opened(face: str) -> tuple[TTFont, Mapping[int, str]]:
    """A bundled face, and the names of its glyphs by character."""
    data = (resources.files("clubroute.builder.art") / "fonts" / face).read_bytes()
    read = TTFont(BytesIO(data), lazy=True)
    return read, read.getBestCmap()


@cache
def glyph(character: str, face: str) -> Outline:
    """A character in a bundled face; the face's sign for a missing one where it has none."""
    read, names = opened(face)
    name = names.get(ord(character), ".notdef")
    glyphs = read.getGlyphSet()
    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    em = read["head"].unitsPerEm
    moves = tuple(
        (command, tuple((x / em, -y / em) for x, y in points))
        for command, points in commands(pen.value)
    )
    return Outline(glyphs[name].width / em, moves)


def commands(drawn: Iterable[tuple[str, tuple[tuple[float, float], ...]]]) -> Iterator[Move]:
    """What a fontTools pen has recorded, each curve on its own."""
    for name, points in drawn:
        if name == "qCurveTo":
            for control, end in decomposeQuadraticSegment(points):
                yield "Q", (control, end)
        else:
            yield {"moveTo": "M", "lineTo": "L", "curveTo": "C", "closePath": "Z"}[name], points


class OutlinePlate:
    """A plate that writes SVG. Its fine grid is 24 to a px, so that all numbers are whole."""

    SCALE: ClassVar[int] = 24

    def __init__(self, size: tuple[int, int], fill: Colour) -> None:
        self.size = size
        wide, high = (side * self.SCALE for side in size)
        self.parts = [f'<path fill="{named(fill)}" d="M0 0h{wide}v{high}h-{wide}z"/>']

    @classmethod
    def blank(cls, size: tuple[int, int], fill: Colour) -> Self:
        """See :class:`clubroute.builder.art.plate.Plate`."""
        return cls(size, fill)

    def put(
        self, path: str, fill: Colour | None, ink: Colour | None = None, width: float = 0
    ) -> None:
        """A path with its paint."""
        look = f'fill="{named(fill)}"' if fill is not None else 'fill="none"'
        if ink is not None:
            look += f' stroke="{named(ink)}" stroke-width="{round(width)}" stroke-linejoin="round"'
        self.parts.append(f'<path {look} d="{path}"/>')

    def rectangle(
        self, box: Bounds, fill: Colour | None = None, outline: Colour | None = None, width: int = 1
    ) -> None:
        """See :class:`clubroute.builder.art.plate.Plate`."""
        x0, y0, x1, y1 = (round(side) for side in box)
        whole = rectangular(x0, y0, x1 + 1, y1 + 1)
        if fill is not None:
            self.put(whole, fill)
        if outline is not None:
            # Filled between two rectangles, its corners are as sharp as its sides.
            inner = rectangular(x0 + width, y0 + width, x1 + 1 - width, y1 + 1 - width)
            self.parts.append(
                f'<path fill="{named(outline)}" fill-rule="evenodd" d="{whole}{inner}"/>'
            )

    def polygon(
        self, spots: Sequence[Spot], fill: Colour, outline: Colour | None = None, width: int = 1
    ) -> None:
        """See :class:`clubroute.builder.art.plate.Plate`."""
        self.put(f"{course(spots)}z", fill, outline, width)

    def line(self, spots: Sequence[Spot], ink: Colour, width: int) -> None:
        """See :class:`clubroute.builder.art.plate.Plate`."""
        self.put(course(spots), None, ink, width)

    def oval(
        self, box: Bounds, fill: Colour | None = None, outline: Colour | None = None, width: int = 1
    ) -> None:
        """See :class:`clubroute.builder.art.plate.Plate`."""
        line = width if outline is not None and outline != fill else 0
        x0, y0, x1, y1 = inside(box, line)
        rx, ry = round((x1 - x0) / 2), round((y1 - y0) / 2)
        half = f"a{rx} {ry} 0 0 1"
        path = f"M{round(x0)} {round((y0 + y1) / 2)}{half} {2 * rx} 0{half}-{2 * rx} 0z"
        self.put(path, fill, outline if line else None, width)

    def arc(self, box: Bounds, start: float, end: float, ink: Colour, width: int) -> None:
        """See :class:`clubroute.builder.art.plate.Plate`."""
        x0, y0, x1, y1 = inside(box, width)
        rx, ry = (x1 - x0) / 2, (y1 - y0) / 2

        def spot(degrees: float) -> str:
            turn = math.radians(degrees)
            x, y = (x0 + x1) / 2 + rx * math.cos(turn), (y0 + y1) / 2 + ry * math.sin(turn)
            return f"{round(x)} {round(y)}"

        large = int(end - start > 180)
        path = f"M{spot(start)}A{round(rx)} {round(ry)} 0 {large} 1 {spot(end)}"
        self.put(path, None, ink, width)

    def letters(self, setting: Setting, centre: Spot, ink: Colour) -> None:
        """See :class:`clubroute.builder.art.plate.Plate`."""
        size, path = setting.size, DrawnPath()
        step = size * LEADING
        top = centre[1] - step * (len(setting.lines) - 1) / 2 + size * CAP_HEIGHT / 2
        for index, line in enumerate(setting.lines):
            glyphs = [glyph(character, setting.face) for character in line]
            x, y = centre[0] - size * sum(one.advance for one in glyphs) / 2, top + index * step
            for one in glyphs:
                for command, points in one.outline:
                    path.add(command, [(x + size * px, y + size * py) for px, py in points])
                x += size * one.advance
        if path.words:
            self.put(str(path), ink)

    def body(self) -> str:
        """All that is on the plate, as parts of an SVG, 24 to a px."""
        return "".join(self.parts)

    def svg(self) -> bytes:
        """The picture."""
        return document(self.size, self.SCALE, self.body())

    def upon(self, within: tuple[int, int], at: Spot, share: float = 1.0) -> bytes:
        """The picture, ``share`` of its size, as part of one that is clear round it.

        :param within: width and height of the whole, px; ``at``: where in it its corner lies, px.
        """
        x, y = (round(side * self.SCALE) for side in at)
        shrunk = f" scale({share:.4g})" if share != 1 else ""
        part = f'<g transform="translate({x} {y}){shrunk}">{self.body()}</g>'
        return document(within, self.SCALE, part)


class DrawnPath:
    """A path as SVG writes it: whole numbers, each spot told from the one before."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.last = ""
        self.x = self.y = self.start_x = self.start_y = 0

    def add(self, command: str, points: Iterable[Spot]) -> None:
        """A command with its points, as :data:`Move` has them."""
        spots = [(round(x), round(y)) for x, y in points]
        numbers = [(x - self.x, y - self.y) for x, y in spots]
        if command == "M":
            self.start_x, self.start_y = spots[0]
        if command == "Z":
            self.x, self.y = self.start_x, self.start_y
        elif spots:
            self.x, self.y = spots[-1]
        if command == "L" and 0 in numbers[0]:
            across, down = numbers[0]
            self.tell(*("v", str(down)) if across == 0 else ("h", str(across)))
        elif any(value for pair in numbers for value in pair) or command in "MZ":
            told = " ".join(str(value) for pair in numbers for value in pair)
            self.tell(command.lower(), told.replace(" -", "-"))

    def tell(self, command: str, numbers: str) -> None:
        """A command, without its letter where it is that of the one before."""
        if command == self.last and command in "qc":
            self.words.append(numbers if numbers.startswith("-") else f" {numbers}")
        else:
            self.words.append(command + numbers)
        self.last = command

    def __str__(self) -> str:
        return "".join(self.words)


def document(size: tuple[int, int], scale: int, body: str) -> bytes:
    """An SVG of a size in px, of parts ``scale`` to a px."""
    width, height = size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width * scale} {height * scale}">{body}</svg>\n'
    ).encode("ascii")


def rectangular(x0: int, y0: int, x1: int, y1: int) -> str:
    """The path round a rectangle."""
    return f"M{x0} {y0}h{x1 - x0}v{y1 - y0}h{x0 - x1}z"


def course(spots: Sequence[Spot]) -> str:
    """A line from spot to spot, through the middles of the squares of the fine grid."""
    path = DrawnPath()
    for index, (x, y) in enumerate(spots):
        path.add("L" if index else "M", [(x + 0.5, y + 0.5)])
    return str(path)


def inside(box: Bounds, width: float) -> Bounds:
    """Where the middle of a line runs that lies inside a box, the last row and column included."""
    x0, y0, x1, y1 = box
    half = width / 2
    return x0 + half, y0 + half, x1 + 1 - half, y1 + 1 - half
