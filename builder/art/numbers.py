"""Where each hex's number stands: at the top, or in the next place clear of lines and names."""

from __future__ import annotations

import itertools
import math
from collections.abc import (
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.naming.label import Box
from clubroute.builder.art.plan import Beyond, grown
from clubroute.builder.art.plot import Plot, regions_of, zone_sign
from clubroute.builder.grid import Hex, hexsides, neighbours
from clubroute.builder.survey.inputs import HEATH

if TYPE_CHECKING:
    from shapely import Geometry


NUMBER_HALF = (17.0, 5.5)
"""Half the width and height of a hex number, px."""

CLEAR = 4.0
"""Px that a number keeps from the middle of a Road or a small water, beside its own size."""

BY_DOT = 15.5
"""Px between the middle of a dot and that of a number above or below it, at least."""

CREST_CLEAR = 9.5
"""The same for a crest on the side of its hachures."""

OFF_DOT = 6.5
"""Px between the middle of a dot and a number anywhere about it, at least."""

POKE = 4.0
"""Px that a corner of a number may stand over a hexside, where lines leave no other place."""

APART = 4.0
"""Px between two numbers in a line, at least: nearer they read as one word."""

FINE = 1.5
"""Px between the places that are then tried."""

STEP = 6.0
"""Px between the spots of a line that are looked at, at most."""

GRID = 8.0
"""Px between the spots at which a name is looked at for the hexes it runs into."""

BoxAt: TypeAlias = tuple[Spot, float, float]
"""A box in a hex: its middle, px from the hex's centre, and half its width and height."""

WATER_CLEAR = {"river": 12.0, "canal": 7.0}
"""The same for broad water."""


def number_places(plot: Plot) -> dict[Hex, Spot]:
    """The middle of each hex's number, px from its centre at 72 px a hex.

    At the top where it can be; the first place of :func:`places` that is free, else the first that
    no name or mark stands on, else the top. A number that is under a line there, or beside that of
    a hex before, has the first free one of :func:`all_places`, if any.
    """
    signs, names = sign_boxes(plot), name_boxes(plot)
    boxes = {h: [*signs.get(h, ()), *names.get(h, ())] for h in plot.hexes}
    options = places(plot.style.size["number_rise"])
    found, again = {}, []
    for h in plot.hexes:
        taken = list(inks(plot, h))
        clear = [at for at in options if not met(at, boxes[h])]
        free = next((at for at in clear if not covered(at, taken)), None)
        found[h] = free or (*clear, options[0])[0]
        if free is None:
            again.append(h)
    beside = (h for h in found if any(o < h for o in touching(plot, found, h, APART)))
    return {**found, **moved(plot, found, boxes, sorted({*again, *beside}))}


def moved(
    plot: Plot,
    found: Mapping[Hex, Spot],
    boxes: Mapping[Hex, Sequence[BoxAt]],
    hexes: Iterable[Hex],
) -> dict[Hex, Spot]:
    """Free places for the numbers of some hexes, clear of all numbers round them; of two beside one
    another each keeps within its own hex.

    :param found: where all numbers stand so far. :param boxes: the names and marks of each hex.
    """
    moving = set(hexes)
    wide, narrow = (all_places(plot, poke) for poke in (POKE, 0.0)) if moving else ((), ())
    places_of = {}
    for h in sorted(moving):
        (x, y), unit = plot.centre(h), plot.unit
        near = [o for o in neighbours(h) if o in found]
        numbers = []
        for o in near:
            (ox, oy), (right, down) = plot.centre(o), found[o]
            spot = (right + (ox - x) / unit, down + (oy - y) / unit)
            numbers.append((spot, NUMBER_HALF[0] + APART, NUMBER_HALF[1]))
        kept, taken = [*boxes[h], *numbers], list(inks(plot, h))
        options = narrow if any(o in moving for o in near) else wide
        free = (at for at in options if not met(at, kept) and not covered(at, taken))
        places_of[h] = next(free, found[h])
    return places_of


def touching(plot: Plot, found: Mapping[Hex, Spot], h: Hex, apart: float = 0.0) -> Iterator[Hex]:
    """The hexes beside one whose numbers touch its own, or stand less than so many px ``apart``
    from it in a line."""
    (x, y), (right, down), unit = plot.centre(h), found[h], plot.unit
    wide, high = NUMBER_HALF
    for o in neighbours(h):
        if o in found:
            ox, oy = plot.centre(o)
            across, along = (ox - x) / unit + found[o][0], (oy - y) / unit + found[o][1]
            if abs(across - right) < 2 * wide + apart and abs(along - down) < 2 * high:
                yield o


def all_places(plot: Plot, poke: float) -> list[Spot]:
    """The places in a hex for a number clear of its dot, the nearest to the top first.

    :param poke: px that a corner of the number may stand over a hexside.
    """
    h = plot.hexes[0]
    (cx, cy), unit = plot.centre(h), plot.unit
    ring = [((x - cx) / unit, (y - cy) / unit) for x, y in plot.corners(h)]
    sides = [inward(a, b) for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)]
    wide, high = NUMBER_HALF
    steps = [k * FINE for k in range(-int(36 / FINE), int(36 / FINE) + 1)]
    found = []
    for x, y in itertools.product(steps, steps):
        corners = [(x + a, y + b) for a in (-wide, wide) for b in (-high, high)]
        off = math.hypot(max(0.0, abs(x) - wide), max(0.0, abs(y) - high))
        if off >= OFF_DOT and all(
            a * px + b * py + far >= -poke for px, py in corners for a, b, far in sides
        ):
            found.append((x, y))
    top = -plot.style.size["number_rise"]
    return sorted(found, key=lambda at: (round(math.dist(at, (0.0, top)), 3), at))


def inward(a: Spot, b: Spot) -> tuple[float, float, float]:
    """Of the line through two spots: its unit direction at right angles, towards the zero, and how
    far the zero lies from it, px."""
    length = math.dist(a, b)
    across, along = (a[1] - b[1]) / length, (b[0] - a[0]) / length
    far = -(across * a[0] + along * a[1])
    return (across, along, far) if far >= 0 else (-across, -along, -far)


def places(rise: float) -> list[Spot]:
    """Where a number may stand: at the top, aside, at the sides, at the bottom, by the dot."""
    beside = [(x, y) for y in (-rise - 1.5, -12.0, 12.0) for x in (-19.0, 19.0)]
    near = [(x * (0.7 if y < -rise else 1.0), y) for x, y in beside]
    by_dot = [(x, y) for y in (-BY_DOT, BY_DOT) for x in (0.0, -8.0, 8.0, -16.0, 16.0)]
    return [(0.0, -rise), *near, (0.0, rise + 1.5), *by_dot]


def inks(plot: Plot, h: Hex) -> Iterator[tuple[Spot, float]]:
    """Spots of the lines in and round a hex and of crests that fall into it, each with what a
    number keeps from it."""
    (cx, cy), unit = plot.centre(h), plot.unit
    lines = [(piece.line, CLEAR) for piece in plot.courses.in_hex.get(h, ())]
    for side in hexsides(h):
        for water in plot.courses.water_on.get(side, ()):
            lines.append((water.line, WATER_CLEAR.get(water.kind, CLEAR)))
        for crest in plot.terrain.features(side, "crest"):
            if crest.high_hex(plot.view.lattice) != h:
                lines.append((plot.ends(side), CREST_CLEAR))
    for line, clear in lines:
        for (ax, ay), (bx, by) in itertools.pairwise(line):
            parts = max(1, math.ceil(math.hypot(bx - ax, by - ay) / (STEP * unit)))
            for k in range(parts + 1):
                x, y = ax + (bx - ax) * k / parts, ay + (by - ay) * k / parts
                yield ((x - cx) / unit, (y - cy) / unit), clear


def covered(at: Spot, taken: list[tuple[Spot, float]]) -> bool:
    """Whether a line runs through a number."""
    wide, high = NUMBER_HALF
    return any(
        abs(x - at[0]) < wide + clear - 2 and abs(y - at[1]) < high + clear - 2
        for (x, y), clear in taken
    )


def sign_boxes(plot: Plot) -> dict[Hex, list[BoxAt]]:
    """The marks that stand in each hex: middle, half width, half height, px from its centre."""
    found: dict[Hex, list[BoxAt]] = {}
    for kind, paint in plot.style.areas.items():
        for area in plot.terrain.areas_of(kind):
            for (x, y), half, high in zone_sign(plot, paint, area):
                h, unit = plot.hex_at((x, y)), plot.unit
                cx, cy = plot.centre(h)
                spot = ((x - cx) / unit, (y - cy) / unit)
                found.setdefault(h, []).append((spot, half / unit, high / unit))
    return found


def name_boxes(plot: Plot) -> dict[Hex, list[BoxAt]]:
    """The names that run into each hex, as far as the plan holds them: a name has its place before
    the numbers, which make way for it."""
    found: dict[Hex, list[BoxAt]] = {}
    unit = plot.unit
    for label in plot.plan.labels if plot.plan is not None else ():
        for box in label.boxes:
            x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
            half, tall = (box.right - box.left) / 2, (box.bottom - box.top) / 2
            for h in sorted({plot.hex_at((a * unit, b * unit)) for a, b in spots_of(box)}):
                cx, cy = plot.centre(h)
                found.setdefault(h, []).append(((x - cx / unit, y - cy / unit), half, tall))
    return found


def spots_of(box: Box) -> Iterator[Spot]:
    """Spots all over a box, :data:`GRID` px apart at most, its corners among them."""
    across, down = (
        [low + (high - low) * k / parts for k in range(parts + 1)]
        for low, high in ((box.left, box.right), (box.top, box.bottom))
        for parts in (max(1, math.ceil((high - low) / GRID)),)
    )
    yield from itertools.product(across, down)


def met(at: Spot, boxes: Iterable[BoxAt]) -> bool:
    """Whether a number would stand on a mark."""
    wide, high = NUMBER_HALF
    return any(
        abs(x - at[0]) < wide + half and abs(y - at[1]) < high + tall
        for (x, y), half, tall in boxes
    )


# What a layer draws from: the plot of a map, and what is worked out from it but once.


@dataclass(frozen=True)
class Frame(Plot):
    """A plot with the ground of its terrain, the country around it and the places of numbers."""

    @cached_property
    def outlying(self) -> Beyond:
        """The country around the map, in map px."""
        return grown(self.plan.beyond, self.unit) if self.plan is not None else Beyond()

    @cached_property
    def regions(self) -> Mapping[str, Geometry]:
        """The ground of each terrain that can show on the picture, in map px."""
        return regions_of(self)

    @cached_property
    def country(self) -> Geometry:
        """The ground of all terrains together."""
        import shapely

        whole = shapely.union_all(list(self.regions.values()))
        shapely.prepare(whole)
        return whole

    @cached_property
    def heath(self) -> Geometry:
        """Where open ground is heath."""
        import shapely

        rings = [o.line for o in self.outlying.of_kind(HEATH).outlines if len(o.line) > 3]
        whole = shapely.union_all([shapely.make_valid(shapely.Polygon(ring)) for ring in rings])
        shapely.prepare(whole)
        return whole

    @cached_property
    def numbers(self) -> Mapping[Hex, Spot]:
        """Where each hex's number stands, px from its centre at 72 px a hex."""
        return number_places(self)
