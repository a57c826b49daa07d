"""Pictures of parts of a map."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image

from clubroute.builder.art.board import draw_board, part_view
from clubroute.builder.grid import Hex
from clubroute.builder.pixels import Scale
from clubroute.builder.sources.style import BoardStyle
from clubroute.builder.terrain.terrain_map import TerrainMap


def draw_part(
    terrain: TerrainMap,
    hexes: Iterable[Hex],
    style: BoardStyle,
    margin: int = 12,
    scale: Scale | None = None,
    layers: frozenset[str] | None = None,
) -> Image.Image:
    """The picture of some hexes and what lies between them, with ``margin`` px around.

    :raises ValueError: no hexes.
    """
    view = part_view(terrain, hexes, margin, scale or Scale())
    return draw_board(terrain, view, style, layers)
