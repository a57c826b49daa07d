"""How large an author's own picture is, by its first bytes."""

from __future__ import annotations

import io
import re


def picture_size(suffix: str, data: bytes) -> tuple[int, int] | None:
    """Width and height of a ``.png`` or ``.svg`` file, px; None if it is no such picture, or an SVG
    that does not say both."""
    try:
        return svg_size(data) if suffix == ".svg" else png_size(data)
    except (OSError, ValueError):
        return None


def png_size(data: bytes) -> tuple[int, int]:
    """Width and height of a PNG, px. :raises OSError: it is none."""
    from PIL import Image

    with Image.open(io.BytesIO(data), formats=["PNG"]) as picture:
        return picture.size


def svg_size(data: bytes) -> tuple[int, int]:
    """Width and height an SVG gives, px. :raises ValueError: it gives none."""
    head = re.search(rb"<svg\b[^>]*>", data)
    told = dict(re.findall(rb'\b(width|height)="([0-9]+)(?:px)?"', head[0] if head else b""))
    return int(told.get(b"width", b"")), int(told.get(b"height", b""))
