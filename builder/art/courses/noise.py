"""Smooth chance: numbers that are the same at a place on every drawing and near alike nearby."""

from __future__ import annotations

import math
from functools import lru_cache

from clubroute.builder.art.canvas import Spot

OCTAVES = ((19.0, 0.7), (8.0, 0.3))
"""Px between the places that numbers are drawn for, and their share."""


def wander(spot: Spot, span: float) -> Spot:
    """A spot moved by up to ``span`` px each way."""
    x = sum(share * smooth(spot, cell, 1) for cell, share in OCTAVES)
    y = sum(share * smooth(spot, cell, 2) for cell, share in OCTAVES)
    return spot[0] + x * span, spot[1] + y * span


def smooth(spot: Spot, cell: float, seed: int) -> float:
    """A number from -1 to 1 that changes smoothly over ``cell`` px."""
    column, row = math.floor(spot[0] / cell), math.floor(spot[1] / cell)
    u, v = spot[0] / cell - column, spot[1] / cell - row
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    top = drawn(column, row, seed) * (1 - u) + drawn(column + 1, row, seed) * u
    low = drawn(column, row + 1, seed) * (1 - u) + drawn(column + 1, row + 1, seed) * u
    return top * (1 - v) + low * v


@lru_cache(1 << 16)  # many spots lie in one cell
def drawn(column: int, row: int, seed: int) -> float:
    """A number from -1 to 1, fixed by a cell and a seed."""
    mixed = (column * 7919 + row * 104_729 + seed * 15_485_863) & 0xFFFFFF
    mixed = ((mixed ^ (mixed >> 7)) * 2_654_435_761) & 0xFFFFFFFF
    return (mixed >> 8) % 1024 / 1023 * 2 - 1
