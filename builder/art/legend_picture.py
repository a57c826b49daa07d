"""The legend as a picture of its own, for a map on which it has no room."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image

from clubroute.builder.art.board import draw_layers
from clubroute.builder.art.canvas import PillowCanvas
from clubroute.builder.art.frame import Frame
from clubroute.builder.art.furnish import panel_alone
from clubroute.builder.art.layers.furniture import draw_panel
from clubroute.builder.art.plan import BoardPlan, Furniture
from clubroute.builder.pixels import BoardView, Scale
from clubroute.builder.sources.style import BoardStyle
from clubroute.builder.terrain import TerrainMap

RIM = 3
"""Px of the frame's line that lie outside the panel."""


def draw_legend(
    terrain: TerrainMap, view: BoardView, style: BoardStyle, furniture: Furniture
) -> Image.Image:
    """The RGB picture of a map's legend. :param view: any of the map's boards."""
    alone = panel_alone(furniture, view)
    panel = alone.panel
    if panel is None:
        raise ValueError("a panel that stands alone has a place")
    left, top = int(panel.left) - RIM, int(panel.top) - RIM
    size = (int(panel.right) + RIM - left, int(panel.bottom) + RIM - top)
    whole = replace(view, scale=Scale(), left=left, top=top, width=size[0], height=size[1])
    canvas = PillowCanvas(left, top, *size, style.paper["off"])
    frame = Frame(terrain, whole, style, BoardPlan(furniture=alone))
    draw_panel(frame, canvas, alone, panel, draw_layers)
    return canvas.image()
