"""What a counter is drawn on: shapes and lettering on a fine grid, as pixels or as outlines.

Boxes are those of Pillow: x0, y0, x1, y1 of the fine grid, the last column and row inside them.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import ClassVar, Protocol, Self

from PIL import Image, ImageDraw, ImageFont

from clubroute.builder.sources.counter_style import Colour

# Lettering: the bundled faces, and text set as large as a box allows.
#
# The basic layout engine is used on purpose: it gives the same pixels whether or not the machine
# has a text shaper installed.

MEDIUM = "BarlowSemiCondensed-Medium.ttf"
BOLD = "BarlowSemiCondensed-Bold.ttf"
CONDENSED = "BarlowCondensed-SemiBold.ttf"
ITALIC = "Alegreya-MediumItalic.ttf"

REFERENCE_PX = 200
"""Px of the letters that are measured: the larger, the less a font's hinting shifts them."""

CAP_HEIGHT = 0.7
"""Height of a capital of Barlow, in sizes; one of Alegreya is a little lower."""

LEADING = CAP_HEIGHT * 1.28
"""From one baseline to the next, in sizes."""

TWO_LINES = 0.97
"""What a size in two lines is worth beside the same size in one."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Lines of text and the face and size (px) they are set in."""

    lines: tuple[str, ...]
    face: str
    size: int


@cache
def font(face: str, size: int) -> ImageFont.FreeTypeFont:
    """A bundled face at a size in px."""
    source = resources.files("clubroute.builder.art") / "fonts" / face
    data = io.BytesIO(source.read_bytes())
    return ImageFont.truetype(data, size, layout_engine=ImageFont.Layout.BASIC)


@cache
def width_of(text: str, face: str) -> float:
    """The width of a line in sizes of the face."""
    return font(face, REFERENCE_PX).getlength(text) / REFERENCE_PX


def fit_line(text: str, face: str, width: float, height: float, limit: int) -> int:
    """The largest size (px, at most ``limit``) at which a line fits a box of px."""
    wide = width_of(text, face)
    size = min(limit, int(height / CAP_HEIGHT))
    return max(1, min(size, int(width / wide)) if wide else size)


def fit(
    text: str, width: float, height: float, limit: int, *, faces: tuple[str, ...] = (BOLD,)
) -> Setting:
    """Text in one line, or in two where that is larger; of equals, the better balanced.

    :param width: px of the box; ``height`` likewise; ``limit``: the largest size wanted, px.
    """
    best = Setting((text,), faces[0], 0)
    best_rank = (0.0, 0.0)
    for lines in [(text,), *splits(text)]:
        for face in faces:
            box = height / (len(lines) + 0.28 * (len(lines) - 1))
            size = min(fit_line(line, face, width, box, limit) for line in lines)
            longest = max(width_of(line, face) for line in lines)
            rank = (size * (1.0 if len(lines) == 1 else TWO_LINES), -longest)
            if rank > best_rank:
                best, best_rank = Setting(lines, face, size), rank
    return best


def splits(text: str) -> list[tuple[str, str]]:
    """The ways to break a designation in two: at a blank or after a stroke."""
    found = []
    for match in re.finditer(r" |(?<=/)(?=[^ ])", text):
        head, tail = text[: match.start()].strip(), text[match.end() :].strip()
        if head and tail:
            found.append((head, tail))
    return found


def letter(
    draw: ImageDraw.ImageDraw,
    setting: Setting,
    centre: tuple[float, float],
    ink: Colour,
) -> None:
    """Draw a setting with its capitals centred on a spot in px."""
    face = font(setting.face, setting.size)
    step = setting.size * LEADING
    x, y = centre
    top = y - step * (len(setting.lines) - 1) / 2
    for index, line in enumerate(setting.lines):
        baseline = top + index * step + setting.size * CAP_HEIGHT / 2
        draw.text((round(x), round(baseline)), line, font=face, fill=ink, anchor="ms")


# The pictures of the side windows: named boxes, and frames around decks.

GROUND = (230, 224, 203)
FRAME = (77, 74, 66)
INSIDE = (251, 248, 236)
INK = (29, 27, 23)
"""Of the legend on the boards: the paper beyond the map, its border, the panel, its lettering."""
NEAT = ((4, 3), (10, 1))
"""Px from the edge to each line round a window, and its width, as round a map."""
CAPTION = 17
"""Px of the names of boxes at most: all of a window are of one size."""
ONE_LINE = 14
"""Px below which names are broken in two lines rather than made smaller."""
ABOVE = 7
"""Px between a box and its name."""


@dataclass(frozen=True, slots=True)
class BoxFrame:
    """A named box: its upper left corner, and its width and height, px; its name stands above, or
    ``inside``, where it takes so many px."""

    name: str
    at: tuple[int, int]
    size: tuple[int, int]
    inside: int = 0


def draw_panel(size: tuple[int, int], title: str, frames: Sequence[BoxFrame]) -> Image.Image:
    """A window of named boxes, RGB."""
    image = Image.new("RGB", size, GROUND)
    draw = ImageDraw.Draw(image)
    for inset, width in NEAT:
        far = (size[0] - 1 - inset, size[1] - 1 - inset)
        draw.rectangle((inset, inset, *far), outline=FRAME, width=width)
    points = fit_line(title, BOLD, size[0] - 40, 40, 30)
    letter(draw, Setting((title,), BOLD, points), (size[0] / 2, 36), INK)
    starts = {frame.at for frame in frames}
    for frame in frames:
        (x, y), (width, height) = frame.at, frame.size
        # Boxes that touch share a line, and are square there.
        alone = starts.isdisjoint({(x + width, y), (x - width, y)})
        draw.rounded_rectangle(
            (x - 1, y - 1, x + width, y + height),
            3 if alone else 0,
            fill=INSIDE,
            outline=FRAME,
            width=2,
        )
    for inside in sorted({frame.inside for frame in frames}):
        named = [frame for frame in frames if frame.inside == inside and frame.name]
        for frame, setting in zip(named, captions(named), strict=True):
            (x, y), (width, _) = frame.at, frame.size
            middle = setting.size * (CAP_HEIGHT + LEADING * (len(setting.lines) - 1)) / 2
            line = y + inside / 2 + 1 if inside else y - ABOVE - middle
            letter(draw, setting, (x + width / 2, line), INK)
    return image


def captions(frames: Sequence[BoxFrame]) -> list[Setting]:
    """The names of boxes, all of one size, each within the width of its box: in two lines where
    that is larger."""
    largest = min(
        (fit_line(one.name, BOLD, one.size[0] - 4, 22, CAPTION) for one in frames), default=1
    )
    if largest >= ONE_LINE or any(one.inside for one in frames):
        return [Setting((one.name,), BOLD, largest) for one in frames]
    settings = [fit(one.name, one.size[0] - 4, 2 * CAPTION, CAPTION) for one in frames]
    common = min((setting.size for setting in settings), default=1)
    return [
        Setting((one.name,), BOLD, common)
        if width_of(one.name, BOLD) * common <= one.size[0] - 4
        else Setting(setting.lines, BOLD, common)
        for one, setting in zip(frames, settings, strict=True)
    ]


Spot = tuple[float, float]
Bounds = tuple[float, float, float, float]


class Plate(Protocol):
    """A ground of one colour that shapes and letters are put on, one over the other."""

    SCALE: ClassVar[int]
    """Lines of the fine grid to a px shown at 100 %."""

    @classmethod
    def blank(cls, size: tuple[int, int], fill: Colour) -> Self:
        """An empty plate of a width and height in px shown."""

    def rectangle(
        self, box: Bounds, fill: Colour | None = None, outline: Colour | None = None, width: int = 1
    ) -> None:
        """A rectangle; its line lies inside the box."""

    def polygon(
        self, spots: Sequence[Spot], fill: Colour, outline: Colour | None = None, width: int = 1
    ) -> None:
        """A filled polygon."""

    def line(self, spots: Sequence[Spot], ink: Colour, width: int) -> None:
        """A line with butt ends and round joints."""

    def oval(
        self, box: Bounds, fill: Colour | None = None, outline: Colour | None = None, width: int = 1
    ) -> None:
        """An ellipse; its line lies inside the box."""

    def arc(self, box: Bounds, start: float, end: float, ink: Colour, width: int) -> None:
        """A part of an ellipse's line; degrees clockwise from the east."""

    def letters(self, setting: Setting, centre: Spot, ink: Colour) -> None:
        """Lines of text, their capitals centred on a spot."""


class PixelPlate:
    """A plate of pixels, drawn at four times its size and reduced: thin lines come out smooth, and
    the same on every machine."""

    SCALE: ClassVar[int] = 4

    def __init__(self, image: Image.Image) -> None:
        self.fine = image
        self.pen = ImageDraw.Draw(image)

    @classmethod
    def blank(cls, size: tuple[int, int], fill: Colour) -> Self:
        """See :class:`Plate`."""
        return cls(Image.new("RGB", (size[0] * cls.SCALE, size[1] * cls.SCALE), fill))

    def rectangle(
        self, box: Bounds, fill: Colour | None = None, outline: Colour | None = None, width: int = 1
    ) -> None:
        """See :class:`Plate`."""
        self.pen.rectangle(box, fill=fill, outline=outline, width=width)

    def polygon(
        self, spots: Sequence[Spot], fill: Colour, outline: Colour | None = None, width: int = 1
    ) -> None:
        """See :class:`Plate`."""
        self.pen.polygon(list(spots), fill=fill, outline=outline, width=width)

    def line(self, spots: Sequence[Spot], ink: Colour, width: int) -> None:
        """See :class:`Plate`."""
        self.pen.line(list(spots), fill=ink, width=width, joint="curve")

    def oval(
        self, box: Bounds, fill: Colour | None = None, outline: Colour | None = None, width: int = 1
    ) -> None:
        """See :class:`Plate`."""
        self.pen.ellipse(box, fill=fill, outline=outline, width=width)

    def arc(self, box: Bounds, start: float, end: float, ink: Colour, width: int) -> None:
        """See :class:`Plate`."""
        self.pen.arc(box, start, end, fill=ink, width=width)

    def letters(self, setting: Setting, centre: Spot, ink: Colour) -> None:
        """See :class:`Plate`."""
        letter(self.pen, setting, centre, ink)

    def image(self) -> Image.Image:
        """The picture at the size it is shown, RGB."""
        return self.fine.reduce(self.SCALE)
