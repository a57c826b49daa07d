"""Terrain textures: what grows or stands in one hex, the same at every drawing.

Places are px from the hex centre at 72 px a hex, clear of the centre dot. The number stands at the
top of a hex; textures keep low there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from builder.art.canvas import Canvas, Spot
from builder.art.lines import box
from builder.grid import Hex
from builder.sources.style import HexPaint

TextureDrawer = Callable[[Canvas, HexPaint, Spot, Hex, float], None]

TREES = (
    (-30, -3), (-22, -16), (-20, 10), (-13, 25), (-8, -17), (3, 17), (9, -15), (16, 27),
    (19, 8), (24, -14), (31, 0), (-3, 30), (-15, -4), (16, -4),
)  # fmt: skip
TUFTS = ((-24, -8), (-15, 14), (2, 24), (16, 12), (25, -6), (-2, -14))
HOUSES = ((-21, -7), (-14, 13), (9, 17), (19, -9), (25, 7), (-4, -16))
BLOCKS = (
    (-26, -8), (-13, -13), (2, -16), (16, -13), (27, -5), (-25, 8), (-13, 13), (1, 17),
    (15, 14), (26, 10), (-10, 27), (9, 29),
)  # fmt: skip


def jitter(h: Hex, k: int, span: float) -> float:
    """A number from -span to span, fixed by the hex and ``k``."""
    mixed = (h.line * 7919 + h.half * 104_729 + k * 15_485_863) & 0xFFFFFF
    mixed = ((mixed ^ (mixed >> 7)) * 2_654_435_761) & 0xFFFFFFFF
    return ((mixed >> 8) % 1024 / 1023 * 2 - 1) * span


def shaken(
    places: tuple[tuple[int, int], ...], centre: Spot, h: Hex, unit: float, span: float
) -> Iterator[tuple[int, Spot]]:
    """Places of a hex, each moved a little."""
    for k, (x, y) in enumerate(places):
        dx, dy = jitter(h, 2 * k, span), jitter(h, 2 * k + 1, span)
        yield k, (centre[0] + (x + dx) * unit, centre[1] + (y + dy) * unit)


def plain(canvas: Canvas, paint: HexPaint, centre: Spot, h: Hex, unit: float) -> None:
    """Nothing."""


def dashes(canvas: Canvas, paint: HexPaint, centre: Spot, h: Hex, unit: float) -> None:
    """Polder: level ditches, every other row moved half a step."""
    x, y = centre
    for row, (drop, reach) in enumerate(((-14, 24), (-4, 30), (6, 30), (16, 24), (27, 18))):
        start = -reach + (6 if row % 2 else 0)
        for left in range(start, reach - 9, 14):
            a = (x + left * unit, y + drop * unit)
            canvas.polyline((a, (a[0] + 9 * unit, a[1])), paint.ink, 1.5 * unit)


def rows(canvas: Canvas, paint: HexPaint, centre: Spot, h: Hex, unit: float) -> None:
    """Orchard: small trees in rows."""
    for dy in (-13, 0, 13, 26):
        reach = 30 if abs(dy) < 14 else 20
        for dx in range(-reach, reach + 1, 10):
            if abs(dx) > 5 or dy:
                at = (centre[0] + dx * unit, centre[1] + dy * unit)
                canvas.circle(at, 3 * unit, paint.second)
                canvas.circle(at, 2 * unit, paint.ink)


def trees(canvas: Canvas, paint: HexPaint, centre: Spot, h: Hex, unit: float) -> None:
    """Woods: round crowns, lit from the top left."""
    for k, at in shaken(TREES, centre, h, unit, 2.5):
        radius = (5.0 + jitter(h, 50 + k, 1.0)) * unit
        canvas.circle(at, radius, paint.ink)
        canvas.circle((at[0] - unit, at[1] - unit), radius - 1.8 * unit, paint.second)


def tufts(canvas: Canvas, paint: HexPaint, centre: Spot, h: Hex, unit: float) -> None:
    """Swamp: a water line with three blades."""
    for _, (x, y) in shaken(TUFTS, centre, h, unit, 2.0):
        canvas.polyline(((x - 7 * unit, y), (x + 7 * unit, y)), paint.second, 1.5 * unit)
        for lean in (-3, 0, 3):
            tip = (x + lean * unit, y - 7 * unit + abs(lean) * unit / 2)
            canvas.polyline(((x + lean * unit / 3, y), tip), paint.ink, 1.5 * unit)


def stipple(canvas: Canvas, paint: HexPaint, centre: Spot, h: Hex, unit: float) -> None:
    """Dunes: scattered grains."""
    for row in range(-2, 5):
        reach = 30 - abs(row) * 4
        for k, dx in enumerate(range(-reach, reach + 1, 10)):
            seed = row * 16 + k
            x = centre[0] + (dx + jitter(h, seed, 4)) * unit
            y = centre[1] + (row * 8 - 2 + jitter(h, seed + 500, 3)) * unit
            canvas.circle((x, y), 1.25 * unit, paint.ink)


def buildings(places: tuple[tuple[int, int], ...], length: float, width: float) -> TextureDrawer:
    """A drawer of houses of a size at places."""

    def draw(canvas: Canvas, paint: HexPaint, centre: Spot, h: Hex, unit: float) -> None:
        for k, at in shaken(places, centre, h, unit, 1.5):
            turn = (1.0, 0.0) if jitter(h, 80 + k, 1) > 0 else (0.0, 1.0)
            long = (length + jitter(h, 90 + k, 1.5)) * unit
            canvas.polygon(box(at, turn, long, width * unit), paint.ink)
            canvas.polygon(box(at, turn, long - 2.5 * unit, (width - 2.5) * unit), paint.second)

    return draw


def dense(canvas: Canvas, paint: HexPaint, centre: Spot, h: Hex, unit: float) -> None:
    """City: closed blocks with streets between them."""
    for row, (dy, reach) in enumerate(((-12, 26), (0, 32), (12, 26), (24, 18))):
        left = float(-reach)
        k = 0
        while left < reach - 6:
            long = 11 + jitter(h, row * 8 + k, 3)
            right = min(left + long, reach)
            if not (dy == 0 and left < 8 and right > -8):
                at = (centre[0] + (left + right) / 2 * unit, centre[1] + dy * unit)
                canvas.polygon(box(at, (1.0, 0.0), (right - left) * unit, 9 * unit), paint.ink)
                inside = (right - left - 2.5) * unit
                canvas.polygon(box(at, (1.0, 0.0), inside, 6.5 * unit), paint.second)
            left = right + 3
            k += 1


TEXTURE_DRAWERS: Mapping[str, TextureDrawer] = MappingProxyType(
    {
        "plain": plain,
        "dashes": dashes,
        "rows": rows,
        "trees": trees,
        "tufts": tufts,
        "stipple": stipple,
        "houses": buildings(HOUSES, 9, 7),
        "blocks": buildings(BLOCKS, 11, 8),
        "dense": dense,
    }
)
