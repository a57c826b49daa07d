"""Smooth chance: numbers that are the same at a place on every drawing and near alike nearby."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from clubroute.builder.art.canvas import Spot

OCTAVES = ((19.0, 0.7), (8.0, 0.3))
"""Px between the places that numbers are drawn for, and their share."""


def wandered(line: Sequence[Spot], spans: Any) -> list[Spot]:
    """The spots of a line, each moved by up to its own of some ``spans`` (px) each way."""
    import numpy as np

    if not line:
        return []
    spots, spans = np.array(line), np.array(spans)
    xs, ys = spots[:, 0], spots[:, 1]
    x = sum(share * smooth(xs, ys, cell, 1) for cell, share in OCTAVES)
    y = sum(share * smooth(xs, ys, cell, 2) for cell, share in OCTAVES)
    moved = np.stack((xs + x * spans, ys + y * spans), axis=1)
    return [(a, b) for a, b in moved.tolist()]


def smooth(xs: Any, ys: Any, cell: float, seed: int) -> Any:
    """Numbers from -1 to 1 at some spots, which change smoothly over ``cell`` px."""
    import numpy as np

    column, row = (np.floor(at / cell).astype(np.int64) for at in (xs, ys))
    u, v = xs / cell - column, ys / cell - row
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    top = chance(column, row, seed) * (1 - u) + chance(column + 1, row, seed) * u
    low = chance(column, row + 1, seed) * (1 - u) + chance(column + 1, row + 1, seed) * u
    return top * (1 - v) + low * v


@lru_cache(1 << 16)  # many spots lie in one cell
def drawn(column: int, row: int, seed: int) -> float:
    """A number from -1 to 1, fixed by a cell and a seed."""
    return float(chance(column, row, seed))


def chance(column: Any, row: Any, seed: int) -> Any:
    """The same, of a cell or of arrays of cells."""
    # Large primes and shifts, so that neighbours have nothing in common; Knuth's 2³²/φ mixes last.
    mixed = (column * 7919 + row * 104_729 + seed * 15_485_863) & 0xFFFFFF
    mixed = ((mixed ^ (mixed >> 7)) * 2_654_435_761) & 0xFFFFFFFF
    return (mixed >> 8) % 1024 / 1023 * 2 - 1
