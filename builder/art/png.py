"""PNG files with the same bytes for the same picture: no clock, no name, fixed settings."""

from __future__ import annotations

import struct
from zlib import crc32

from PIL import Image

from clubroute.builder.deflating import zlib_deflated

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
