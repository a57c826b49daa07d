"""Relaxing lines: nodes that may move a little, moved until the lines through them bend least.

The energy is the sum of |a - 2b + c|² over every three nodes that follow one another on a line, and
a small pull home. Each node stays within its limit, so what is drawn stays provably near to what
the map says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clubroute.builder.art.canvas import Spot

ROUNDS = 250
"""Steps of the solver."""

MOMENTUM = 0.95
"""Share of a step that is taken again with the next."""

GRAIN = 16
"""Parts of a px that results are rounded to, so that far edits do not stir a whole map."""


@dataclass(frozen=True, slots=True)
class Leeway:
    """How far a node may leave its home: a disc, or a stretch of a line through it; in px.

    ``way`` is the line's unit direction, ``low`` and ``high`` the ends of the stretch on it.
    """

    radius: float = 0.0
    way: Spot | None = None
    low: float = 0.0
    high: float = 0.0


def relaxed(
    homes: Sequence[Spot],
    bends: Sequence[tuple[int, int, int]],
    limits: Mapping[int, Leeway],
    pull: float = 0.002,
) -> list[Spot]:
    """The places of nodes when their lines bend least.

    Projected gradient steps with momentum. How many there are, and how far a node goes in each,
    depends on nothing far away: neither does the result. Only sums in a fixed order and square
    roots are used, so every machine gives the same.

    :param homes: where each node begins, px.
    :param bends: the nodes before, at and after a bend, by number.
    :param limits: how far a node may move, by number; one without a limit stays.
    :param pull: the weight of a node's way back home.
    """
    import numpy as np

    if not bends:
        return list(homes)
    home = np.array(homes, np.float64)
    count = len(home)
    radius, way, low, high = np.zeros(count), np.zeros((count, 2)), np.zeros(count), np.zeros(count)
    slides = np.zeros(count, bool)
    for node, limit in limits.items():
        radius[node], low[node], high[node] = limit.radius, limit.low, limit.high
        if limit.way is not None:
            way[node], slides[node] = limit.way, True
    before, at, after = (np.array(column) for column in zip(*bends, strict=True))
    uses = np.bincount(before, minlength=count) + np.bincount(after, minlength=count)
    uses = uses + 2 * np.bincount(at, minlength=count)
    step = (1 / (4 * uses + pull))[:, None]

    def spread(index: np.ndarray, values: np.ndarray) -> np.ndarray:
        columns = [np.bincount(index, values[:, k], count) for k in (0, 1)]
        return np.stack(columns, axis=1)

    def allowed(spots: np.ndarray) -> np.ndarray:
        off = spots - home
        far = np.sqrt(off[:, 0] * off[:, 0] + off[:, 1] * off[:, 1])
        share = np.where(far > radius, radius / np.maximum(far, 1e-12), 1.0)
        along = np.clip(off[:, 0] * way[:, 0] + off[:, 1] * way[:, 1], low, high)
        return home + np.where(slides[:, None], way * along[:, None], off * share[:, None])

    spots, ahead = allowed(home), home.copy()
    for _ in range(ROUNDS):
        bent = ahead[before] - 2 * ahead[at] + ahead[after]
        slope = spread(before, bent) + spread(after, bent) - 2 * spread(at, bent)
        slope += pull * (ahead - home)
        moved = allowed(ahead - step * slope)
        ahead = moved + (moved - spots) * MOMENTUM
        spots = moved
    grains = np.floor(spots * GRAIN + 0.5) / GRAIN
    return [(float(x), float(y)) for x, y in grains]


def hermite(a: Spot, leaves: Spot, b: Spot, arrives: Spot, steps: int) -> tuple[Spot, ...]:
    """A curve from a to b that leaves and arrives with given directions and speeds."""
    found = []
    for k in range(steps + 1):
        t = k / steps
        square, cube = t * t, t * t * t
        w = (2 * cube - 3 * square + 1, cube - 2 * square + t, 3 * square - 2 * cube, cube - square)
        found.append(
            (
                w[0] * a[0] + w[1] * leaves[0] + w[2] * b[0] + w[3] * arrives[0],
                w[0] * a[1] + w[1] * leaves[1] + w[2] * b[1] + w[3] * arrives[1],
            )
        )
    return tuple(found)


def half_way(a: Spot, b: Spot) -> Spot:
    """Half the way from a to b: the speed at a node between them."""
    return (b[0] - a[0]) / 2, (b[1] - a[1]) / 2
