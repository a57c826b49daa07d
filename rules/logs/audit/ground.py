"""The ground of pictures, hex by hex: cut from the boards of the module a log was made with."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import lru_cache

from PIL import Image

from clubroute.builder.art.png import png_bytes
from clubroute.builder.errors import InputError
from clubroute.builder.grid import Hex
from clubroute.builder.pixels import BoardView, image_name
from clubroute.builder.project import SHIPPED, Project
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.boards import boards_of

COLOURS = 48
"""Of a hex's picture at most."""

OPEN_BOARDS = 2
"""Kept at once: each takes some 13 MB."""


class BoardGround:
    """The boards of a module: where each lies on the map, and its picture by file name."""

    def __init__(self, views: tuple[BoardView, ...], read: Callable[[str], bytes | None]) -> None:
        self._views, self._read = views, read
        self._board = lru_cache(OPEN_BOARDS)(self._opened)

    def hex(self, h: Hex) -> bytes | None:
        """The upright box around a hex as PNG; None where the module has no such boards."""
        found: Image.Image | None = None
        for number, view in enumerate(self._views):
            xs, ys = zip(*view.polygon(h), strict=True)
            left, top, right, bottom = min(xs), min(ys), max(xs), max(ys)
            shown = max(left, 0), max(top, 0), min(right, view.width), min(bottom, view.height)
            if shown[0] >= shown[2] or shown[1] >= shown[3]:
                continue
            board = self._board(number)
            if board is None:
                return None
            # A hex on a seam lies on several.
            found = found or Image.new("RGB", (right - left, bottom - top))
            part = board.crop(shown).convert("RGB")
            found.paste(part, (shown[0] - left, shown[1] - top))
        return png_bytes(found, COLOURS) if found is not None else None

    def _opened(self, number: int) -> Image.Image | None:
        """A board's picture, None if the module has none of that size."""
        view = self._views[number]
        data = self._read(image_name(view))
        try:
            picture = Image.open(io.BytesIO(data or b""), formats=["PNG"])
            if picture.size != (view.width, view.height):
                return None
            picture.load()
        except (OSError, ValueError):
            return None
        return picture


def ground_of(
    context: Context, window: str, read: Callable[[str], bytes | None]
) -> BoardGround | None:
    """The boards a game's map is shown on, None if no game is played on it.

    :param read: the bytes of a file of the module's, None if it has none of that name.
    """
    project = context.maps.project if context.maps else Project(SHIPPED)
    try:
        return BoardGround(boards_of(project, window).views, read)
    except InputError:
        return None
