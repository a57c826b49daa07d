"""A picture cut down to a palette that keeps the colours which mean something."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image

from clubroute.builder.art.canvas import Colour

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
