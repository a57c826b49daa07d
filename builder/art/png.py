"""PNG files with the same bytes for the same picture: no clock, no name, fixed settings."""

from __future__ import annotations

import io

from PIL import Image

PALETTE_COLOURS = 64
PACKING = 7
"""How hard pictures are packed: 9 takes four times as long and saves a fiftieth."""


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
    written = Image.frombytes("P", flat.size, pixels)
    written.putpalette(palette)
    stream = io.BytesIO()
    # Pillow's own compressor, which the lock file pins: Python's zlib differs between machines.
    written.save(stream, "PNG", compress_level=PACKING)
    return stream.getvalue()
