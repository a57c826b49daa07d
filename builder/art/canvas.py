"""The drawing surface of boards, and its Pillow form.

Layers draw in *map px*: pixels of the whole map, of which a board shows a part. The surface knows
where its part lies. Every coordinate is rounded to the surface's fine grid on the whole map before
the part's corner is taken off, so a pixel comes out the same whichever board shows it.
"""

from __future__ import annotations

import base64
import itertools
import math
import struct
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib import resources
from typing import Protocol
from xml.sax.saxutils import escape
from zlib import crc32

from PIL import Image, ImageDraw

from clubroute.builder.art.plate import CAP_HEIGHT, font
from clubroute.builder.files.deflating import zlib_deflated

# PNG files with the same bytes for the same picture: no clock, no name, fixed settings.

PALETTE_COLOURS = 64
"""Colours of a picture for which none are asked."""

SIGNATURE = b"\x89PNG\r\n\x1a\n"
BITS, INDEXED = 8, 3
"""Bits a pixel and the kind of picture, as a PNG's head tells them: a palette's numbers."""

UNFILTERED = b"\0"
"""What PNG writes before a row of pixels as they are."""


def png_bytes(image: Image.Image, colours: int = PALETTE_COLOURS) -> bytes:
    """A picture as a palette PNG of at most ``colours`` colours (2 to 256), undithered.

    A picture with no more colours than that keeps them exactly. Counters are small and flat: a
    palette of 64 makes them a third of the size in full colour, the mean change of a pixel being
    a third of one grey step. A picture in palette mode keeps its palette.
    """
    flat = image if image.mode == "P" else image.convert("RGB")
    if flat.mode == "P":
        palette = bytes(flat.getpalette("RGB") or ())
        pixels = flat.tobytes()
    elif flat.getcolors(colours) is None:
        indexed = flat.quantize(colours, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        palette = bytes(indexed.getpalette("RGB") or ())
        pixels = indexed.tobytes()
    else:
        raw = flat.tobytes()
        triples = list(zip(raw[0::3], raw[1::3], raw[2::3], strict=True))
        found = sorted(set(triples))
        index = {colour: position for position, colour in enumerate(found)}
        palette = b"".join(bytes(colour) for colour in found)
        pixels = bytes(index[triple] for triple in triples)
    return palette_png(flat.size, palette, pixels)


def palette_png(size: tuple[int, int], palette: bytes, pixels: bytes) -> bytes:
    """A PNG of some pixels, a byte each, and their palette, three bytes a colour."""
    wide, high = size
    head = struct.pack(">IIBBBBB", wide, high, BITS, INDEXED, 0, 0, 0)
    rows = b"".join(UNFILTERED + pixels[at : at + wide] for at in range(0, wide * high, wide))
    chunks = (b"IHDR", head), (b"PLTE", palette), (b"IDAT", zlib_deflated(rows))
    return SIGNATURE + b"".join(chunk(kind, data) for kind, data in (*chunks, (b"IEND", b"")))


def chunk(kind: bytes, data: bytes) -> bytes:
    """A part of a PNG file, with its length and checksum."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc32(kind + data))


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

    def picture(self, at: Spot, picture: Image.Image, side: float) -> None:
        """Lay a square picture, its left upper corner at a spot."""

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
        self.whole = Image.new("RGB", (width * fine, height * fine), paper)
        self.pen = ImageDraw.Draw(self.whole)

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
                    self.whole.paste(colour, (x + start + left, y + top), mask)

    def picture(self, at: Spot, picture: Image.Image, side: float) -> None:
        """See :class:`Canvas`."""
        px = max(1, round(side * self.fine))
        fine = picture.resize((px, px), Image.Resampling.LANCZOS)
        self.whole.paste(fine, self.spot(at))

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
                self.whole.paste(colour, (x - mask.width // 2, y - mask.height // 2), mask)

    def image(self) -> Image.Image:
        """The picture at its own size, RGB."""
        return self.whole.reduce(self.fine)


# A picture cut down to a palette that keeps the colours which mean something.

MOST = 256
"""Colours of a picture: as many as one byte a pixel can tell apart."""


LARGE = 1 << 21
"""Pixels from which a part of a picture tells its colours as well as the whole."""

EACH = 3
"""Of a large picture every so manieth pixel of every so manieth row is looked at."""


def indexed(picture: Image.Image, keep: Iterable[Colour], colours: int = MOST) -> Image.Image:
    """An RGB picture in palette mode, at most ``colours`` (2 to 256) of them, undithered.

    Those of ``keep`` that occur are kept exactly, as many as fit; the rest share what is left. A
    median cut alone blends a rare colour away, and a centre dot is small but tells the terrain.
    """
    import numpy

    pixels = numpy.asarray(picture.convert("RGB"))
    # Red, green and blue as one number below 2²⁴, which a table can be asked for.
    packed = pixels[..., 0].astype(numpy.uint32) << 16
    packed |= pixels[..., 1].astype(numpy.uint32) << 8
    packed |= pixels[..., 2]
    seen = numpy.zeros(1 << 24, numpy.bool_)  # one for each colour there is
    seen[packed] = True
    wanted = [c for c in dict.fromkeys(keep) if seen[c[0] << 16 | c[1] << 8 | c[2]]][:colours]
    left = colours - len(wanted)
    palette = list(wanted)
    if left:
        cut = sample(picture).quantize(left, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        flat = cut.getpalette("RGB") or []
        found = zip(flat[0::3], flat[1::3], flat[2::3], strict=True)
        palette = list(dict.fromkeys([*wanted, *found]))[:colours]
    # |a - b|² less |a|², which is the same for the whole palette. Whole numbers below 2²⁴ are exact
    # in single precision, whatever the order of the sums.
    table = numpy.array(palette, numpy.float32)
    lengths = (table * table).sum(axis=1)
    present = numpy.flatnonzero(seen)
    split = numpy.stack([present >> 16, present >> 8 & 255, present & 255], axis=1)
    split = split.astype(numpy.float32)
    nearest = numpy.zeros(1 << 24, numpy.uint8)
    for start in range(0, len(present), 4096):
        gaps = lengths - 2 * (split[start : start + 4096] @ table.T)
        nearest[present[start : start + 4096]] = gaps.argmin(axis=1)
    image = Image.fromarray(nearest[packed])
    image.putpalette([part for colour in palette for part in colour], "RGB")
    return image


def sample(picture: Image.Image) -> Image.Image:
    """A picture, or if it is large every so manieth pixel of it, unblended."""
    if picture.width * picture.height < LARGE:
        return picture
    size = (picture.width // EACH, picture.height // EACH)
    return picture.resize(size, Image.Resampling.NEAREST)


# The drawing surface of boards as an SVG document: sharp at any size, nothing outside it needed.
#
# The same layers draw on it as on the Pillow surface. The faces that were used are embedded, so
# the picture looks the same on a machine without them.


class SvgCanvas:
    """A surface that writes SVG.

    :param left: map px of the left edge; ``top`` likewise. Sizes in px.
    """

    def __init__(self, left: int, top: int, width: int, height: int, paper: Colour) -> None:
        self.left, self.top, self.width, self.height = left, top, width, height
        self.parts = [f'<rect width="{width}" height="{height}" fill="{named(paper)}"/>']
        self.looks: dict[str, str] = {}
        self.faces: set[str] = set()

    def look(self, css: str) -> str:
        """The attribute that gives a part a look, which the document's head says once."""
        return f'class="{self.looks.setdefault(css, f"a{len(self.looks)}")}"'

    def course(self, spots: Sequence[Spot]) -> str:
        """A line as a path tells it, each spot from the one before: much shorter in a large map."""
        at = [(round(10 * (x - self.left)), round(10 * (y - self.top))) for x, y in spots]
        steps = [(x - px, y - py) for (px, py), (x, y) in itertools.pairwise(at)]
        told = [" ".join(tenth(value / 10) for value in step) for step in (at[0], *steps)]
        return f"M{told[0]}" + (f"l{' '.join(told[1:])}".replace(" -", "-") if steps else "")

    def spot(self, at: Spot) -> str:
        """``x,y`` in the document, to a tenth of a px."""
        return f"{tenth(at[0] - self.left)},{tenth(at[1] - self.top)}"

    def polygon(self, corners: Sequence[Spot], fill: Colour) -> None:
        """See :class:`clubroute.builder.art.canvas.Canvas`."""
        look = self.look(f"fill:{named(fill)}")
        self.parts.append(f'<path {look} d="{self.course(corners)}z"/>')

    def polyline(self, line: Sequence[Spot], ink: Colour, width: float) -> None:
        """See :class:`clubroute.builder.art.canvas.Canvas`."""
        look = self.look(
            f"fill:none;stroke:{named(ink)};stroke-width:{tenth(width)};stroke-linejoin:round"
        )
        self.parts.append(f'<path {look} d="{self.course(line)}"/>')

    def circle(self, centre: Spot, radius: float, fill: Colour) -> None:
        """See :class:`clubroute.builder.art.canvas.Canvas`."""
        x, y = self.spot(centre).split(",")
        look = self.look(f"fill:{named(fill)}")
        self.parts.append(f'<circle {look} cx="{x}" cy="{y}" r="{tenth(radius)}"/>')

    def picture(self, at: Spot, picture: Image.Image, side: float) -> None:
        """See :class:`clubroute.builder.art.canvas.Canvas`."""
        x, y = self.spot(at).split(",")
        data = base64.b64encode(png_bytes(picture)).decode("ascii")
        size = f'x="{x}" y="{y}" width="{tenth(side)}" height="{tenth(side)}"'
        self.parts.append(f'<image {size} href="data:image/png;base64,{data}"/>')

    def text(
        self, centre: Spot, text: str, face: str, size: float, ink: Colour, halo: Colour, rim: float
    ) -> None:
        """See :class:`clubroute.builder.art.canvas.Canvas`."""
        x, y = self.spot((centre[0], centre[1] + size * CAP_HEIGHT / 2)).split(",")
        edge = f";{rimmed(halo, rim)};paint-order:stroke" if rim else ""
        look = self.look(f"{self.lettered(face, size)};fill:{named(ink)}{edge}")
        self.parts.append(f'<text {look} x="{x}" y="{y}">{escape(text)}</text>')

    def letters(
        self,
        letters: Sequence[Letter],
        face: str,
        size: float,
        ink: Colour,
        halo: Colour,
        rim: float,
    ) -> None:
        """See :class:`clubroute.builder.art.canvas.Canvas`."""
        written = self.lettered(face, size)
        drop = tenth(size * CAP_HEIGHT / 2)
        edge = [f"fill:{named(halo)};{rimmed(halo, rim)}"] if rim else []
        for paint in (*edge, f"fill:{named(ink)}"):
            parts = (
                f'<text y="{drop}" transform="translate({self.spot(at).replace(",", " ")})'
                f' rotate({turn})">{escape(text)}</text>'
                for text, at, turn in letters
                if text != " "
            )
            self.parts.append(f"<g {self.look(f'{written};{paint}')}>{''.join(parts)}</g>")

    def lettered(self, face: str, size: float) -> str:
        """The look of type in a face, which is embedded."""
        self.faces.add(face)
        return f'font:{tenth(size)}px "{family(face)}",sans-serif;text-anchor:middle'

    def document(self, size: tuple[int, int] | None = None) -> bytes:
        """The whole SVG, UTF-8, shown ``size`` px large."""
        width, height = size or (self.width, self.height)
        fonts = "".join(font_face(face) for face in sorted(self.faces))
        looks = "".join(f".{name}{{{css}}}" for css, name in self.looks.items())
        style = f"<style>{fonts}{looks}</style>\n" if fonts or looks else ""
        body = "\n".join(self.parts)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
            f' viewBox="0 0 {self.width} {self.height}">\n{style}{body}\n</svg>\n'
        ).encode()


def tenth(value: float) -> str:
    """A length to a tenth of a px, without needless zeros."""
    return f"{value:.1f}".removesuffix(".0")


def named(colour: Colour) -> str:
    """A colour as SVG writes it."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def rimmed(halo: Colour, rim: float) -> str:
    """The look of an edge round a letter."""
    return f"stroke:{named(halo)};stroke-width:{tenth(2 * rim)}"


def family(face: str) -> str:
    """The name a face goes by in the document."""
    return face.removesuffix(".ttf")


def font_face(face: str) -> str:
    """The CSS that embeds a bundled face."""
    data = (resources.files("clubroute.builder.art") / "fonts" / face).read_bytes()
    code = base64.b64encode(data).decode("ascii")
    return f'@font-face{{font-family:"{family(face)}";src:url(data:font/ttf;base64,{code})}}'
