"""Where each hex's number stands: at the top, or in the next place clear of lines and names."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from clubroute.builder.art.area_signs import zone_sign
from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.naming.label import Box
from clubroute.builder.art.plot import Plot
from clubroute.builder.grid import Hex, hexsides

NUMBER_HALF = (17.0, 5.5)
"""Half the width and height of a hex number, px."""

CLEAR = 4.0
"""Px that a number keeps from the middle of a Road or a small water, beside its own size."""

BY_DOT = 15.5
"""Px between the middle of a dot and that of a number above or below it, at least."""

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
    no name or mark stands on, else the top.
    """
    signs, names = sign_boxes(plot), name_boxes(plot)
    rise = plot.style.size["number_rise"]
    found = {}
    for h in plot.hexes:
        taken = list(inks(plot, h))
        boxes = [*signs.get(h, ()), *names.get(h, ())]
        options = places(rise)
        clear = [at for at in options if not met(at, boxes)]
        found[h] = next((at for at in clear if not covered(at, taken)), (*clear, options[0])[0])
    return found


def places(rise: float) -> list[Spot]:
    """Where a number may stand: at the top, aside, at the sides, at the bottom, by the dot."""
    beside = [(x, y) for y in (-rise - 1.5, -12.0, 12.0) for x in (-19.0, 19.0)]
    near = [(x * (0.7 if y < -rise else 1.0), y) for x, y in beside]
    by_dot = [(x, y) for y in (-BY_DOT, BY_DOT) for x in (0.0, -8.0, 8.0, -16.0, 16.0)]
    return [(0.0, -rise), *near, (0.0, rise + 1.5), *by_dot]


def inks(plot: Plot, h: Hex) -> Iterator[tuple[Spot, float]]:
    """Spots of the lines in and round a hex, each with what a number keeps from it."""
    (cx, cy), unit = plot.centre(h), plot.unit
    lines = [(piece.line, CLEAR) for piece in plot.courses.in_hex.get(h, ())]
    for side in hexsides(h):
        for water in plot.courses.water_on.get(side, ()):
            lines.append((water.line, WATER_CLEAR.get(water.kind, CLEAR)))
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
