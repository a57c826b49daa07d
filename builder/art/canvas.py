"""The drawing surface of boards, and its Pillow form.

Layers draw in *map px*: pixels of the whole map, of which a board shows a part. The surface knows
where its part lies. Every coordinate is rounded to the surface's fine grid on the whole map before
the part's corner is taken off, so a pixel comes out the same whichever board shows it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

from PIL import Image, ImageDraw

from clubroute.builder.art.lettering import CAP_HEIGHT, font

Colour = tuple[int, int, int]
Spot = tuple[float, float]
Letter = tuple[str, Spot, int]
"""A letter, the middle of its capital height in map px, its turn in degrees (clockwise)."""


class Canvas(Protocol):
    """What a layer may do. Coordinates, widths, radii and text sizes are map px."""

    def polygon(self, corners: Sequence[Spot], fill: Colour) -> None:
        """Fill a simple polygon."""

    def polyline(self, line: Sequence[Spot], ink: Colour, width: float) -> None:
        """Stroke a line with butt ends and round joints."""

    def circle(self, centre: Spot, radius: float, fill: Colour) -> None:
        """Fill a disc."""

    def text(
        self, centre: Spot, text: str, face: str, size: float, ink: Colour, halo: Colour, rim: float
    ) -> None:
        """One line of text, its capitals centred on a spot, with a halo ``rim`` px wide."""

    def letters(
        self,
        letters: Sequence[Letter],
        face: str,
        size: float,
        ink: Colour,
        halo: Colour,
        rim: float,
    ) -> None:
        """Single letters, each in its own place and turn.

        All halos come first, so that no letter's halo cuts into its neighbour.
        """


@lru_cache(maxsize=4096)
def line_starts(text: str, face: str, points: int) -> tuple[int, ...]:
    """Where each character of a line begins and the last one ends, px of the fine grid.

    Kept, for a long line of credits stands on every tile of a board: to measure it anew on each
    takes a third of all that a small game's build takes.
    """
    set_in = font(face, points)
    return tuple(round(set_in.getlength(text[:k])) for k in range(len(text) + 1))


@lru_cache(maxsize=4096)
def character_mask(
    character: str, face: str, points: int, stroke: int
) -> tuple[int, int, Image.Image]:
    """A level character as a mask, and where its corner lies from its place on the baseline.

    A map has thousands of numbers of ten digits: drawn one by one their halos would take longer
    than all else on a board.
    """
    set_in = font(face, points)
    left, top, right, bottom = (
        round(v) for v in set_in.getbbox(character, stroke_width=stroke, anchor="ls")
    )
    mask = Image.new("L", (max(1, right - left), max(1, bottom - top)), 0)
    ImageDraw.Draw(mask).text(
        (-left, -top),
        character,
        font=set_in,
        fill=255,
        anchor="ls",
        stroke_width=stroke,
        stroke_fill=255,
    )
    return left, top, mask


@lru_cache(maxsize=4096)
def letter_mask(text: str, face: str, points: int, turn: int, stroke: int) -> Image.Image:
    """A letter as a mask, its capitals' middle in the middle of it; ``turn`` in degrees."""
    side = 2 * (points + stroke)
    upright = Image.new("L", (side, side), 0)
    ImageDraw.Draw(upright).text(
        (side / 2, side // 2 + round(points * CAP_HEIGHT / 2)),
        text,
        font=font(face, points),
        fill=255,
        anchor="ms",
        stroke_width=stroke,
        stroke_fill=255,
    )
    # From a pixel of the result back to one of the upright letter, about the middle.
    c, s = round(math.cos(math.radians(turn)), 9), round(math.sin(math.radians(turn)), 9)
    m = side / 2
    return upright.transform(
        (side, side),
        Image.Transform.AFFINE,
        (c, s, m - c * m - s * m, -s, c, m + s * m - c * m),
        Image.Resampling.BICUBIC,
    )


class PillowCanvas:
    """A surface that draws at several times its size and reduces: antialiased, no gaps.

    :param left: map px of the left edge; ``top`` likewise. ``fine``: fine pixels per pixel.
    """

    def __init__(
        self, left: int, top: int, width: int, height: int, paper: Colour, fine: int = 3
    ) -> None:

        self.fine = fine
        self.left, self.top = left * fine, top * fine
        self.picture = Image.new("RGB", (width * fine, height * fine), paper)
        self.pen = ImageDraw.Draw(self.picture)

    def spot(self, at: Spot) -> tuple[int, int]:
        """Fine pixel of a map px."""
        x = math.floor(at[0] * self.fine + 0.5) - self.left
        y = math.floor(at[1] * self.fine + 0.5) - self.top
        return x, y

    def polygon(self, corners: Sequence[Spot], fill: Colour) -> None:
        """See :class:`Canvas`."""
        self.pen.polygon([self.spot(c) for c in corners], fill=fill)

    def polyline(self, line: Sequence[Spot], ink: Colour, width: float) -> None:
        """See :class:`Canvas`."""
        spots = [self.spot(s) for s in line]
        # An odd width has a middle pixel, so that line and joints agree on both edges.
        half = max(0, round((width * self.fine - 1) / 2))
        self.pen.line(spots, fill=ink, width=2 * half + 1)
        if half > 1:
            # A pen line has square ends, which leave notches on the outside of a bend.
            for x, y in spots[1:-1]:
                self.pen.ellipse((x - half, y - half, x + half, y + half), fill=ink)

    def circle(self, centre: Spot, radius: float, fill: Colour) -> None:
        """See :class:`Canvas`."""
        x, y = self.spot(centre)
        r = max(1, round(radius * self.fine))
        self.pen.ellipse((x - r, y - r, x + r, y + r), fill=fill)

    def text(
        self, centre: Spot, text: str, face: str, size: float, ink: Colour, halo: Colour, rim: float
    ) -> None:
        """See :class:`Canvas`."""
        points, edge = round(size * self.fine), round(rim * self.fine)
        x, y = self.spot(centre)
        starts = line_starts(text, face, points)
        x -= starts[-1] // 2
        y += round(points * CAP_HEIGHT / 2)
        for colour, stroke in ((halo, edge), (ink, 0)) if edge else ((ink, 0),):
            for start, character in zip(starts, text, strict=False):
                if character != " ":
                    left, top, mask = character_mask(character, face, points, stroke)
                    self.picture.paste(colour, (x + start + left, y + top), mask)

    def letters(
        self,
        letters: Sequence[Letter],
        face: str,
        size: float,
        ink: Colour,
        halo: Colour,
        rim: float,
    ) -> None:
        """See :class:`Canvas`."""
        points, edge = round(size * self.fine), round(rim * self.fine)
        for colour, stroke in ((halo, edge), (ink, 0)):
            if stroke == 0 and colour is halo:
                continue
            for text, at, turn in letters:
                x, y = self.spot(at)
                mask = letter_mask(text, face, points, turn, stroke)
                self.picture.paste(colour, (x - mask.width // 2, y - mask.height // 2), mask)

    def image(self) -> Image.Image:
        """The picture at its own size, RGB."""
        return self.picture.reduce(self.fine)
