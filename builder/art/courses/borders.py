"""Where one terrain ends and another begins: along hexsides, softened where nothing counts on it.

A hex is of one terrain whatever its edge looks like, so a border may leave its hexsides by as much
as both its terrains allow. It stays on them at the edge of the map, and it never comes near a
centre dot.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain, islice

from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.courses.noise import wandered
from clubroute.builder.art.courses.place import Place
from clubroute.builder.art.courses.solver import Leeway, half_way, hermite, relaxed
from clubroute.builder.grid import Hexside, Point, hexside, neighbours
from clubroute.builder.terrain import TerrainMap

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
