"""What the map rests on, drawn over it, for hexes, hexsides and Roads.

Told apart by pattern as well as by colour: a full ring and full lines for what a rulebook says, a
broken ring and broken lines for what was surveyed, hatching and dotted lines for what is assumed.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from clubroute.builder.art.canvas import Canvas, Colour, Spot
from clubroute.builder.art.numbers import Frame
from clubroute.builder.art.parcels import dashes, mix
from clubroute.builder.grid import Hex
from clubroute.builder.provenance import Provenance, weakest

INKS: Mapping[Provenance, Colour] = MappingProxyType(
    {
        "rulebook": (0, 84, 166),
        "owner": (120, 40, 140),
        "survey": (0, 128, 110),
        "assumed": (204, 84, 0),
    }
)
"""Blue, purple, green, orange: apart also for colour-blind eyes, and patterned besides."""

DASHES: Mapping[Provenance, tuple[float, float]] = MappingProxyType(
    {
        "rulebook": (72.0, 1.0),
        "owner": (36.0, 0.85),
        "survey": (12.0, 0.6),
        "assumed": (6.0, 0.35),
    }
)
"""Px from dash to dash, and the share of them drawn."""

INSET = 0.12
"""How far inside a hex its ring runs, as a share of the way to its centre: farther than zones."""

RING = 2.6
"""Px of a hex's ring."""

LINE = 4.0
"""Px of the line on a hexside; a Road's is 0.6 of it."""

HATCH = 12.0
"""Px between the lines of the hatching."""


def draw_provenance(frame: Frame, canvas: Canvas) -> None:
    """Hexes first, then hexsides and Roads over them."""
    for h in frame.hexes:
        mark_hex(frame, canvas, h, frame.terrain.hexes[h].basis.provenance)
    for side in frame.sides:
        provenance = weakest(f.basis.provenance for f in frame.terrain.features(side))
        broken(frame, canvas, frame.ends(side), provenance, LINE)
    for piece in frame.courses.roads:
        links = frame.terrain.links.get(piece.side, ())
        provenance = weakest(k.basis.provenance for k in links if k.road in piece.roads)
        for a, b in zip(piece.line, piece.line[1:], strict=False):
            broken(frame, canvas, (a, b), provenance, LINE * 0.6)


def mark_hex(frame: Frame, canvas: Canvas, h: Hex, provenance: Provenance) -> None:
    """A ring, or hatching where the terrain is assumed."""
    centre = frame.centre(h)
    ring = [mix(c, centre, INSET) for c in frame.corners(h)]
    if provenance == "assumed":
        hatch(frame, canvas, ring)
        return
    for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
        broken(frame, canvas, (a, b), provenance, RING)


def broken(
    frame: Frame, canvas: Canvas, ends: tuple[Spot, Spot], provenance: Provenance, width: float
) -> None:
    """A line in the manner of a provenance."""
    step, share = DASHES[provenance]
    ink = INKS[provenance]
    for dash in dashes(*ends, step * frame.unit, share):
        canvas.polyline(dash, ink, width * frame.unit)


def hatch(frame: Frame, canvas: Canvas, ring: list[Spot]) -> None:
    """Slanting lines inside a convex outline, the same from hex to hex."""
    step = HATCH * frame.unit
    sums = [x + y for x, y in ring]
    edges = list(zip(ring, [*ring[1:], ring[0]], strict=True))
    for k in range(int(min(sums) // step) + 1, int(max(sums) // step) + 1):
        met = []
        for a, b in edges:
            low, high = a[0] + a[1] - k * step, b[0] + b[1] - k * step
            if (low < 0) != (high < 0):
                met.append(mix(a, b, low / (low - high)))
        if len(met) == 2:
            canvas.polyline(met, INKS["assumed"], 1.1 * frame.unit)
