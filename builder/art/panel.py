"""The pictures of the side windows: the mug with its row of chits, a display with its boxes."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from clubroute.builder.art.lettering import BOLD, MEDIUM, Setting, letter

GROUND = (238, 235, 226)
FRAME = (96, 92, 84)
INSIDE = (250, 248, 242)
INK = (40, 38, 34)


@dataclass(frozen=True, slots=True)
class Pile:
    """A named place for a deck, its centre in px."""

    name: str
    at: tuple[int, int]


def draw_panel(
    size: tuple[int, int],
    title: str,
    piles: tuple[Pile, ...],
    boxes: tuple[tuple[int, int], ...],
    box: int,
) -> Image.Image:
    """The panel, RGB.

    :param boxes: centres of the boxes for drawn chits, px.
    :param box: side of every box, px.
    """
    image = Image.new("RGB", size, GROUND)
    draw = ImageDraw.Draw(image)
    letter(draw, Setting((title,), BOLD, 30), (size[0] / 2, 36), INK)
    reach = box // 2 + 6
    for pile in piles:
        x, y = pile.at
        draw.rounded_rectangle(
            (x - reach, y - reach, x + reach, y + reach), 14, fill=INSIDE, outline=FRAME, width=4
        )
        letter(draw, Setting((pile.name,), BOLD, 20), (x, y - reach - 18), INK)
    for index, (x, y) in enumerate(boxes, start=1):
        half = box // 2
        draw.rectangle(
            (x - half, y - half, x + half, y + half), fill=INSIDE, outline=FRAME, width=2
        )
        letter(draw, Setting((str(index),), MEDIUM, 18), (x, y + half + 16), INK)
    return image


@dataclass(frozen=True, slots=True)
class NamedBox:
    """A named box: its upper left corner, and its width and height, px."""

    name: str
    at: tuple[int, int]
    size: tuple[int, int]


def draw_frames(size: tuple[int, int], title: str, frames: tuple[NamedBox, ...]) -> Image.Image:
    """A display of named boxes, RGB."""
    image = Image.new("RGB", size, GROUND)
    draw = ImageDraw.Draw(image)
    letter(draw, Setting((title,), BOLD, 30), (size[0] / 2, 28), INK)
    for frame in frames:
        (x, y), (width, height) = frame.at, frame.size
        draw.rounded_rectangle(
            (x, y, x + width, y + height), 14, fill=INSIDE, outline=FRAME, width=4
        )
        letter(draw, Setting((frame.name,), BOLD, 18), (x + width / 2, y - 14), INK)
    return image
