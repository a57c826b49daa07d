"""What a picture is, and its width and height, read from its first bytes."""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping
from pathlib import PurePath

MAX_SIDE = 200_000
_HEAD = 1 << 16
_SVG_SIDE = r'<svg\b[^>]*?\b{}\s*=\s*["\']\s*([0-9]{{1,9}}(?:[.][0-9]{{1,9}})?)'
_JPEG_SIZES = frozenset((*range(0xC0, 0xC4), *range(0xC5, 0xC8), *range(0xC9, 0xCC)))

_TYPES = (
    (b"\x89PNG", "image/png"),
    (b"WEBP", "image/webp"),
    (b"GIF8", "image/gif"),
    (b"\xff\xd8\xff", "image/jpeg"),
)
SVG = "image/svg+xml"


def media_type(data: bytes) -> str:
    """What a browser calls a picture; what no other format begins like is taken for an SVG."""
    return next((told for start, told in _TYPES if start in data[:16]), SVG)


def picture_named(files: Mapping[str, bytes], name: str) -> bytes:
    """A picture by its file name; a module may have kept it as an SVG since. Empty if missing."""
    return files.get(name) or files.get(str(PurePath(name).with_suffix(".svg"))) or b""


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Width and height in px of a PNG, GIF, JPEG or SVG; None for what is none of them."""
    size: tuple[int, int] | None = None
    # Where each format's head has its two sides; all are read without the rest of the picture.
    if data.startswith(b"\x89PNG\r\n\x1a\n") and len(data) >= 24:
        size = struct.unpack(">II", data[16:24])
    elif data[:6] in (b"GIF87a", b"GIF89a") and len(data) >= 10:
        size = struct.unpack("<HH", data[6:10])
    elif data.startswith(b"\xff\xd8"):
        size = _jpeg_size(data)
    elif b"<svg" in data[:_HEAD]:
        size = _svg_size(data[:_HEAD].decode("utf-8", "replace"))
    if size is None or not (0 < size[0] <= MAX_SIDE and 0 < size[1] <= MAX_SIDE):
        return None
    return size


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 <= len(data):
        if data[at] != 0xFF:  # each segment begins so, and may be padded with more of them
            return None
        kind = data[at + 1]
        if kind == 0xFF:
            at += 1
            continue
        if kind in _JPEG_SIZES:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        (length,) = struct.unpack(">H", data[at + 2 : at + 4])
        at += 2 + max(length, 2)
    return None


def _svg_size(text: str) -> tuple[int, int] | None:
    sides = [re.search(_SVG_SIDE.format(name), text, re.DOTALL) for name in ("width", "height")]
    found = [float(side[1]) for side in sides if side]
    return (round(found[0]), round(found[1])) if len(found) == 2 else None
