"""Terrain textures: what grows in a hex, the same at every drawing.

A texture is a pattern that fits the lattice, so that a wood of many hexes is one wood and not many
tufts of trees. It keeps off the centre dot, off the number at the top of the hex, and off hexsides
beyond which other terrain begins. Places are px from the hex centre at 72 px a hex. Light falls
from the upper left on everything that stands up.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import MappingProxyType

from clubroute.builder.art.canvas import Canvas, Spot
from clubroute.builder.art.frame import Frame
from clubroute.builder.art.layers.built import draw_city, draw_town, draw_village
from clubroute.builder.art.layers.fields import draw_fields, draw_strips
from clubroute.builder.art.layers.room import FreeRoom, jitter, room_of
from clubroute.builder.art.layers.woods import draw_woods
from clubroute.builder.art.lines import unit_direction
from clubroute.builder.grid import Hex
from clubroute.builder.sources.style import HexPaint

TextureDrawer = Callable[[Frame, Canvas, HexPaint, Hex], None]
GroundDrawer = Callable[[Frame, Canvas, HexPaint, str], None]

PITCH = (63.0, 36.0, 72.0)
"""Px between columns, half and whole px between the hexes of a column (flat-top)."""


@cache
def triangles(parts: int) -> tuple[Spot, ...]:
    """Places on a triangular lattice that has ``parts``² of them in a hex."""
    across, half, down = PITCH
    found = []
    for i in range(-parts, parts + 1):
        for j in range(-2 * parts, 2 * parts + 1):
            at = (i * across / parts, i * half / parts + j * down / parts)
            if mine(at):
                found.append(at)
    return tuple(sorted(found, key=lambda at: (at[1], at[0])))


@cache
def grid(columns: int, rows: int, lean: int = 0) -> tuple[Spot, ...]:
    """Places in level rows, ``columns`` to a column's width and ``rows`` to half a hex's height.

    Each row stands 1/``lean`` of a place further right than the one above, if that is not 0.
    """
    across, half, _ = PITCH
    step, drop = across / columns, half / rows
    found = []
    for j in range(-2 * rows, 2 * rows + 1):
        push = (j % lean) / lean * step if lean else 0.0
        for i in range(-columns - 1, columns + 1):
            at = (i * step + push, j * drop)
            if mine(at):
                found.append(at)
    return tuple(found)


def mine(at: Spot) -> bool:
    """Whether a place is this hex's and not a neighbour's; on a side, the upper or left hex's."""
    across, half, down = PITCH
    own = math.hypot(*at)
    others = (
        (0, -down),
        (across, -half),
        (across, half),
        (0, down),
        (-across, half),
        (-across, -half),
    )
    for k, (x, y) in enumerate(others):
        gap = math.hypot(at[0] - x, at[1] - y) - own
        if gap < -1e-6 or (abs(gap) <= 1e-6 and k in (0, 4, 5)):
            return False
    return True


def shaken(
    frame: Frame, h: Hex, places: tuple[Spot, ...], span: float, margin: float, clear: float
) -> Iterator[tuple[int, Spot]]:
    """The places of a pattern with room in a hex, each moved by up to ``span`` px; map px.

    :param margin: px kept from hexsides with other terrain beyond; ``clear``: from dot and number.
    """
    room: FreeRoom = room_of(frame, h)
    x, y = frame.centre(h)
    for k, (dx, dy) in enumerate(turned(frame, places)):
        at = (dx + jitter(h, 2 * k, span), dy + jitter(h, 2 * k + 1, span))
        if room.free(at, margin, clear):
            yield k, (x + at[0] * frame.unit, y + at[1] * frame.unit)


def turned(frame: Frame, places: tuple[Spot, ...]) -> tuple[Spot, ...]:
    """A pattern made for flat-top hexes as pointy-top ones need it."""
    if frame.view.lattice.orientation == "flat":
        return places
    return tuple(sorted(((y, x) for x, y in places), key=lambda at: (at[1], at[0])))


def rows(frame: Frame, canvas: Canvas, paint: HexPaint, h: Hex) -> None:
    """Orchard: small trees in rows."""
    unit = frame.unit
    for _, (x, y) in shaken(frame, h, grid(6, 3), 0.0, 4.5, 2.0):
        canvas.circle((x + 0.8 * unit, y + 0.9 * unit), 3.2 * unit, paint.second)
        canvas.circle((x, y), 2.6 * unit, paint.ink)


def tufts(frame: Frame, canvas: Canvas, paint: HexPaint, h: Hex) -> None:
    """Swamp: a water line with three blades."""
    unit = frame.unit
    for _, (x, y) in shaken(frame, h, triangles(3), 2.0, 8.0, 5.0):
        canvas.polyline(((x - 7 * unit, y), (x + 7 * unit, y)), paint.second, 1.6 * unit)
        for lean in (-3, 0, 3):
            tip = (x + lean * unit, y - 7 * unit + abs(lean) * unit / 2)
            canvas.polyline(((x + lean * unit / 3, y), tip), paint.ink, 1.5 * unit)


def stipple(frame: Frame, canvas: Canvas, paint: HexPaint, h: Hex) -> None:
    """Dunes: crescents the wind has blown, and grains between them."""
    unit = frame.unit
    for _, spot in shaken(frame, h, triangles(6), 2.5, 3.0, 1.5):
        canvas.circle(spot, 1.1 * unit, paint.ink)
    for _, (x, y) in shaken(frame, h, triangles(2), 4.0, 9.0, 5.0):
        bow = [
            (x + 9 * across * unit, y + 5.5 * down * unit)
            for across, down in (unit_direction(math.pi * (1 + k / 8)) for k in range(9))
        ]
        canvas.polyline(bow, paint.second, 2.2 * unit)


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
    }
)
"""Textures that are drawn over the ground of a terrain as a whole."""

TEXTURE_DRAWERS: Mapping[str, TextureDrawer] = MappingProxyType(
    {
        "rows": rows,
        "tufts": tufts,
        "stipple": stipple,
    }
)
"""Textures that are drawn hex by hex."""
