"""Java's whole-number geometry: the same pixels must fall on the same side as in VASSAL."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple


class Pixel(NamedTuple):
    """A point in whole pixels, of a map or a board."""

    x: int
    y: int


def java_round(value: float) -> int:
    """Math.round: halves go up, towards positive infinity."""
    return math.floor(value + 0.5)


def inside(polygon: Sequence[Pixel], x: int, y: int) -> bool:
    """Polygon.contains: edges to the left and top belong to it, those right and below do not."""
    if len(polygon) <= 2:
        return False
    hits = False
    last_x, last_y = polygon[-1]
    for current_x, current_y in polygon:
        if current_y != last_y:
            low, high = min(current_y, last_y), max(current_y, last_y)
            if low <= y < high and x < max(current_x, last_x):
                if x < min(current_x, last_x):
                    hits = not hits
                else:
                    upper = current_y < last_y
                    from_x, from_y = (current_x, current_y) if upper else (last_x, last_y)
                    slope = (last_x - current_x) / (last_y - current_y)
                    if x - from_x < (y - from_y) * slope:
                        hits = not hits
        last_x, last_y = current_x, current_y
    left, right = min(p.x for p in polygon), max(p.x for p in polygon)
    top, bottom = min(p.y for p in polygon), max(p.y for p in polygon)
    return hits and left <= x < right and top <= y < bottom


def size_of(polygon: Sequence[Pixel]) -> tuple[int, int]:
    """Width and height of a polygon."""
    if not polygon:
        return 0, 0
    xs, ys = [p.x for p in polygon], [p.y for p in polygon]
    return max(xs) - min(xs), max(ys) - min(ys)
