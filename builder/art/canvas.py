"""The drawing surface of boards, and its Pillow form.

Layers draw in *map px*: pixels of the whole map, of which a board shows a part. The surface knows
where its part lies. Every coordinate is rounded to the surface's fine grid on the whole map before
the part's corner is taken off, so a pixel comes out the same whichever board shows it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from builder.art.lettering import CAP_HEIGHT, font

if TYPE_CHECKING:
    from PIL import Image

Colour = tuple[int, int, int]
Spot = tuple[float, float]


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


class PillowCanvas:
    """A surface that draws at several times its size and reduces: antialiased, no gaps.

    :param left: map px of the left edge; ``top`` likewise. ``fine``: fine pixels per pixel.
    """

    def __init__(
        self, left: int, top: int, width: int, height: int, paper: Colour, fine: int = 3
    ) -> None:
        from PIL import Image, ImageDraw

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
        points = round(size * self.fine)
        x, y = self.spot(centre)
        self.pen.text(
            (x, y + round(points * CAP_HEIGHT / 2)),
            text,
            font=font(face, points),
            fill=ink,
            anchor="ms",
            stroke_width=round(rim * self.fine),
            stroke_fill=halo,
        )

    def image(self) -> Image.Image:
        """The picture at its own size, RGB."""
        return self.picture.reduce(self.fine)
