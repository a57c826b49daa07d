"""The picture of the activation window: a mug, a row of boxes for drawn chits, an event pile."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from builder.art.lettering import BOLD, MEDIUM, Setting, letter

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
