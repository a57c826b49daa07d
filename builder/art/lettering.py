"""Lettering: the bundled faces, and text set as large as a box allows.

The basic layout engine is used on purpose: it gives the same pixels whether or not the machine
has a text shaper installed.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from PIL import ImageDraw, ImageFont

if TYPE_CHECKING:
    from clubroute.builder.sources.counter_style import Colour

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
