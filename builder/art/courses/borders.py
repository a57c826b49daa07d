"""Where one terrain ends and another begins: along hexsides, softened where nothing counts on it.

A hex is of one terrain whatever its edge looks like, so a border may leave its hexsides by as much
as both its terrains allow. It stays on them at the edge of the map, and it never comes near a
centre dot.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice
from typing import Any

from clubroute.builder.art.canvas import Spot
from clubroute.builder.grid import Hex, Hexside, Lattice, Point, hexside, neighbours
from clubroute.builder.pixels import Scale, axis_scales
from clubroute.builder.terrain.terrain_map import TerrainMap

# Smooth chance: numbers that are the same at a place on every drawing and near alike nearby.

OCTAVES = ((19.0, 0.7), (8.0, 0.3))
"""Px between the places that numbers are drawn for, and their share."""


def wandered(
    line: Sequence[Spot], spans: Any, octaves: Sequence[tuple[float, float]] = OCTAVES
) -> list[Spot]:
    """The spots of a line, each moved by up to its own of some ``spans`` (px) each way."""
    import numpy as np

    if not line:
        return []
    spots, spans = np.array(line), np.array(spans)
    xs, ys = spots[:, 0], spots[:, 1]
    x = sum(share * smooth(xs, ys, cell, 1) for cell, share in octaves)
    y = sum(share * smooth(xs, ys, cell, 2) for cell, share in octaves)
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


# Where hexes lie in the px of a whole map at 72 px a hex.


@dataclass(frozen=True)
class Place:
    """A lattice in px."""

    lattice: Lattice

    def px(self, point: Point) -> Spot:
        """Px of an affine point."""
        x, y = axis_scales(self.lattice, Scale())
        return float(point.x * x), float(point.y * y)

    def centre(self, h: Hex) -> Spot:
        """Px of a hex centre."""
        return self.px(self.lattice.centre(h))

    def ends(self, side: Hexside) -> tuple[Spot, Spot]:
        """Px of a hexside's vertices, the left or upper one first."""
        a, b = sorted(map(self.px, self.lattice.hexside_ends(side)))
        return a, b

    def middle(self, side: Hexside) -> Spot:
        """Px of a hexside's middle."""
        (ax, ay), (bx, by) = self.ends(side)
        return (ax + bx) / 2, (ay + by) / 2

    def way(self, side: Hexside) -> Spot:
        """The unit direction of a hexside, to the right or down."""
        a, b = self.ends(side)
        length = math.dist(a, b)
        return (b[0] - a[0]) / length, (b[1] - a[1]) / length


# Relaxing lines: nodes that may move a little, moved until the lines through them bend least.
#
# The energy is the sum of |a - 2b + c|² over every three nodes that follow one another on a line,
# and a small pull home. Each node stays within its limit, so what is drawn stays provably near to
# what the map says.

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


PULL = 0.004
"""How strongly a border is drawn back to its hexsides, against the bends in it: a wood keeps its
shape. Without it a closed border would shrink as far as its limits let it."""

WANDERS = 0.22
"""How far a border wanders besides, as a share of what it may leave its hexsides by. The
rest is the limit of the relaxing, so that both together keep to it."""

STEPS = 6
"""Parts of a curve over half a hexside."""


@dataclass(frozen=True, slots=True)
class Border:
    """A border over one hexside, from one of its vertices to the other, by :attr:`ends`."""

    side: Hexside
    ends: tuple[Point, Point]
    line: tuple[Spot, ...]


def border_pieces(
    terrain: TerrainMap, place: Place, soft: Callable[[str], float]
) -> tuple[Border, ...]:
    """All borders of a map between hexes of different terrain.

    :param soft: px by which a terrain's edge may leave its hexsides, by the terrain's name.
    """
    limit: dict[Hexside, float] = {}
    fixed: set[Point] = set()
    for h in sorted(terrain.hexes):
        here = terrain.hexes[h].terrain
        for other in neighbours(h):
            beyond = terrain.hexes.get(other)
            if beyond is None:
                fixed.update(place.lattice.hexside_ends(hexside(h, other)))
            elif h < other and here != beyond.terrain:
                limit[Hexside(h, other)] = min(soft(here), soft(beyond.terrain))
    at: dict[Point, list[Hexside]] = {}
    for side in limit:
        for vertex in place.lattice.hexside_ends(side):
            at.setdefault(vertex, []).append(side)
    reach: dict[Hexside | Point, float] = {}
    for side in limit:
        reach[side] = limit[side]
    for vertex, sides in at.items():
        reach[vertex] = 0.0 if vertex in fixed else min(limit[side] for side in sides)
    number = {node: k for k, node in enumerate(reach)}
    homes = [place.middle(n) if isinstance(n, Hexside) else place.px(n) for n in reach]
    bends = []
    for side in limit:
        a, b = place.lattice.hexside_ends(side)
        bends.append((number[a], number[side], number[b]))
    onward: dict[tuple[Point, Hexside], Hexside] = {}
    for vertex, sides in at.items():
        if len(sides) == 2:
            bends.append((number[sides[0]], number[vertex], number[sides[1]]))
            onward[vertex, sides[0]], onward[vertex, sides[1]] = sides[1], sides[0]
    # What wanders besides must stay within the limit too.
    limits = {number[node]: Leeway(far * (1 - WANDERS)) for node, far in reach.items() if far}
    spots = relaxed(homes, bends, limits, PULL)
    where = {node: spots[k] for node, k in number.items()}

    def end(vertex: Point, side: Hexside) -> Spot:
        other = onward.get((vertex, side))
        if other is None:
            return where[side][0] - where[vertex][0], where[side][1] - where[vertex][1]
        return half_way(where[other], where[side])

    lines, spans = [], []
    for side in limit:
        a, b = place.lattice.hexside_ends(side)
        through = half_way(where[a], where[b])
        first = hermite(where[a], end(a, side), where[side], through, STEPS)
        back = (-through[0], -through[1])
        second = hermite(where[b], end(b, side), where[side], back, STEPS)
        lines.append((*first, *reversed(second[:-1])))
        spans.append(shares(reach[a], limit[side], reach[b]))
    shaken = iter(wandered(list(chain(*lines)), list(chain(*spans))))
    return tuple(
        Border(side, place.lattice.hexside_ends(side), tuple(islice(shaken, len(line))))
        for side, line in zip(limit, lines, strict=True)
    )


def shares(first: float, middle: float, last: float) -> list[float]:
    """How far the spots of a border wander, px: by as much as its ends and its middle may."""
    found = []
    for k in range(2 * STEPS + 1):
        near, far, share = (
            (first, middle, k / STEPS) if k <= STEPS else (middle, last, k / STEPS - 1)
        )
        found.append((near * (1 - share) + far * share) * WANDERS)
    return found
