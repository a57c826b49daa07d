"""How large an author's own picture is, by its first bytes."""

from __future__ import annotations

import io
import re
import warnings

MOST_PIXELS = 1 << 26
"""Of one picture: unpacked it takes four bytes for each."""


def picture_size(suffix: str, data: bytes) -> tuple[int, int] | None:
    """Width and height of a ``.png`` or ``.svg`` file, px; None if it is no such picture, an SVG
    that does not say both, or larger than a picture that anybody draws."""
    try:
        width, height = svg_size(data) if suffix == ".svg" else png_size(data)
    except (OSError, ValueError, SyntaxError):  # the last is what Pillow says of a damaged head
        return None
    return (width, height) if width * height <= MOST_PIXELS else None


def png_size(data: bytes) -> tuple[int, int]:
    """Width and height of a PNG, px. :raises OSError: it is none, or one to fill memory with."""
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=["PNG"]) as picture:
                return picture.size
    except (Image.DecompressionBombWarning, Image.DecompressionBombError) as error:
        raise OSError(str(error)) from None


def svg_size(data: bytes) -> tuple[int, int]:
    """Width and height an SVG gives, px. :raises ValueError: it gives none."""
    head = re.search(rb"<svg\b[^>]*>", data)
    told = dict(re.findall(rb'\b(width|height)="([0-9]+)(?:px)?"', head[0] if head else b""))
    return int(told.get(b"width", b"")), int(told.get(b"height", b""))
