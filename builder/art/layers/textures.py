"""Terrain textures: what grows and stands on the ground of a terrain, the same at every drawing.

A texture is drawn over the ground of a terrain as a whole, so that a wood of many hexes is one wood
and not many tufts of trees. It keeps off centre dots and numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

from clubroute.builder.art.canvas import Canvas
from clubroute.builder.art.frame import Frame
from clubroute.builder.art.layers.built import draw_city, draw_town, draw_village
from clubroute.builder.art.layers.fields import draw_fields, draw_strips
from clubroute.builder.art.layers.plants import draw_dunes, draw_orchard, draw_swamp
from clubroute.builder.art.layers.woods import draw_woods
from clubroute.builder.sources.style import HexPaint

GroundDrawer = Callable[[Frame, Canvas, HexPaint, str], None]


def draw_hatched(frame: Frame, canvas: Canvas, paint: HexPaint, kind: str) -> None:
    """Impassable ground: slanting strokes, as its hexsides have."""
    import shapely

    region, step = frame.regions[kind], HATCH * frame.unit
    if shapely.is_empty(region):
        return
    left, top, right, bottom = shapely.bounds(region)
    for k in range(math.ceil((left + top) / step), math.floor((right + bottom) / step) + 1):
        line = shapely.LineString(((k * step - top, top), (k * step - bottom, bottom)))
        for part in shapely.get_parts(shapely.intersection(region, line)):
            if shapely.length(part) > 0:
                canvas.polyline(shapely.get_coordinates(part).tolist(), paint.ink, 2.2 * frame.unit)


HATCH = 13.0
"""Px between the strokes of a hatching, along the map's edge."""

GROUND_DRAWERS: Mapping[str, GroundDrawer] = MappingProxyType(
    {
        "fields": draw_fields,
        "strips": draw_strips,
        "trees": draw_woods,
        "houses": draw_village,
        "blocks": draw_town,
        "dense": draw_city,
        "hatched": draw_hatched,
        "rows": draw_orchard,
        "tufts": draw_swamp,
        "stipple": draw_dunes,
    }
)
"""How each texture is drawn; one that is not named is plain."""
