"""How large an author's own picture is, by its first bytes."""

from __future__ import annotations

import io
import re
import warnings

FORMATS = {".png": "PNG", ".gif": "GIF", ".jpg": "JPEG", ".jpeg": "JPEG"}
SUFFIXES = (*FORMATS, ".svg")
A_PICTURE = ".png, .svg, .jpg or .gif"
MOST_PIXELS = 1 << 26
"""Of one picture: unpacked it takes four bytes for each."""


def picture_size(suffix: str, data: bytes) -> tuple[int, int] | None:
    """Width and height of a file of a picture, px; None if it is no such picture, an SVG
    that does not say both, or larger than a picture that anybody draws."""
    try:
        width, height = svg_size(data) if suffix == ".svg" else pixel_size(suffix, data)
    except (OSError, ValueError, SyntaxError):  # the last is what Pillow says of a damaged head
        return None
    return (width, height) if width * height <= MOST_PIXELS else None


def pixel_size(suffix: str, data: bytes) -> tuple[int, int]:
    """Width and height of a picture of pixels, px.

    :raises OSError: it is none of its suffix, or one to fill memory with.
    """
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=[FORMATS[suffix]]) as picture:
                return picture.size
    except (Image.DecompressionBombWarning, Image.DecompressionBombError) as error:
        raise OSError(str(error)) from None


def svg_size(data: bytes) -> tuple[int, int]:
    """Width and height an SVG gives, px. :raises ValueError: it gives none."""
    head = re.search(rb"<svg\b[^>]*>", data)
    told = dict(re.findall(rb'\b(width|height)="([0-9]+)(?:px)?"', head[0] if head else b""))
    return int(told.get(b"width", b"")), int(told.get(b"height", b""))
