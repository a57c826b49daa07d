"""What a counter is drawn on: shapes and lettering on a fine grid, as pixels or as outlines.

Boxes are those of Pillow: x0, y0, x1, y1 of the fine grid, the last column and row inside them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Protocol, Self

from PIL import Image, ImageDraw

from clubroute.builder.art.lettering import Setting, letter
from clubroute.builder.sources.counter_style import Colour

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
