"""The pictures of the side windows: named boxes, and frames around decks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from clubroute.builder.art.lettering import BOLD, Setting, fit, fit_line, letter

GROUND = (238, 235, 226)
FRAME = (96, 92, 84)
INSIDE = (250, 248, 242)
INK = (40, 38, 34)
ONE_LINE = 13
"""Px below which the name of a box is set in two lines."""


@dataclass(frozen=True, slots=True)
class BoxFrame:
    """A named box: its upper left corner, and its width and height, px."""

    name: str
    at: tuple[int, int]
    size: tuple[int, int]


def draw_panel(size: tuple[int, int], title: str, frames: Sequence[BoxFrame]) -> Image.Image:
    """A window of named boxes, RGB."""
    image = Image.new("RGB", size, GROUND)
    draw = ImageDraw.Draw(image)
    letter(draw, Setting((title,), BOLD, 30), (size[0] / 2, 28), INK)
    for frame in frames:
        (x, y), (width, height) = frame.at, frame.size
        draw.rounded_rectangle(
            (x, y, x + width, y + height), 12, fill=INSIDE, outline=FRAME, width=3
        )
        points = fit_line(frame.name, BOLD, width + 12, 22, 18)
        setting, above = Setting((frame.name,), BOLD, points), 14
        if points < ONE_LINE:
            setting, above = fit(frame.name, width + 12, 34, 16), 22
        letter(draw, setting, (x + width / 2, y - above), INK)
    return image
