"""The signs of named hex sets: which hex they stand in, what is lettered there, how large."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType

from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.lettering import BOLD, width_of
from clubroute.builder.art.plot import Plot
from clubroute.builder.grid import Hex
from clubroute.builder.sources.style import AreaPaint
from clubroute.builder.terrain import Area

LETTER_SIZE = 20.0
"""Px, of which a sign's letters take 0.7."""

MARK_PLACES: Mapping[str, tuple[Spot, float, float]] = MappingProxyType(
    {
        "octagon": ((-24.0, 8.0), 11.0, 11.0),
        "dot": ((24.0, -8.0), 7.0, 7.0),
        "runway": ((0.0, 0.0), 26.0, 18.0),
        "arrow_in": ((0.0, 0.0), 30.0, 10.0),
        "arrow_out": ((0.0, 0.0), 30.0, 10.0),
    }
)
"""By mark: px from the hex centre to its middle, half its width and half its height."""


def sign_place(plot: Plot, area: Area) -> Spot:
    """Where a zone's letters stand: under the dot of its middle hex."""
    middle = plot.centre(middle_hex(plot, area.hexes))
    return middle[0], middle[1] + plot.style.size["name_drop"] * plot.unit


def zone_sign(plot: Plot, paint: AreaPaint, area: Area) -> list[tuple[Spot, float, float]]:
    """Where an area's marks stand that lettering keeps off: middle, half width, half height, px."""
    unit = plot.unit
    if paint.mark in ("outline", "border"):
        half = width_of(zone_letters(area), BOLD) * LETTER_SIZE * 0.7 / 2 + 5
        return [(sign_place(plot, area), half * unit, 9 * unit)]
    shift = MARK_PLACES.get(paint.mark)
    if shift is None:
        return []
    (dx, dy), half, high = shift
    found = []
    for h in area.hexes:
        x, y = plot.centre(h)
        found.append(((x + dx * unit, y + dy * unit), half * unit, high * unit))
    return found


def zone_letters(area: Area) -> str:
    """What is lettered on a zone: its name without remarks, else its id."""
    return (area.name.split("(")[0].split(",")[0].strip() or area.id)[:16]


def middle_hex(plot: Plot, hexes: tuple[Hex, ...]) -> Hex:
    """The hex of a set nearest to the mean of its centres."""
    spots = [plot.centre(h) for h in hexes]
    x = sum(s[0] for s in spots) / len(spots)
    y = sum(s[1] for s in spots) / len(spots)
    return min(hexes, key=lambda h: (round(math.dist(plot.centre(h), (x, y)), 3), h))
