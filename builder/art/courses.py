"""Where Roads run inside their hexes: smooth courses through hexsides and centres.

A Road alone in a hex, or one that another ends on, passes through the centre. Two Roads that
share a hex without meeting (WED 2.5) keep apart: each takes the shorter way round. Roads that
share a hexside cross it side by side.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from builder.art.canvas import Spot
from builder.art.frame import Frame
from builder.art.lines import cubic, mix
from builder.grid import Hex, Hexside, hexsides

LANE = 11.0
"""Px between two Roads on one hexside."""

APART = 0.5
"""How far towards the centre a Road's handles reach where it keeps clear of another (0..1)."""

MEET = 4 / 3
"""The same for a Road through the centre: with it the curve's middle is the centre itself."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A Road's course in one hex: its sides there (one where it ends or branches), its line."""

    hex: Hex
    road: str
    kind: str
    sides: tuple[Hexside, ...]
    line: tuple[Spot, ...]


def pieces(frame: Frame) -> list[Piece]:
    """All courses that can show on the picture, by hex and Road."""
    return [piece for h in frame.linked for piece in pieces_in(frame, h)]


def pieces_in(frame: Frame, h: Hex) -> list[Piece]:
    """The courses in one hex."""
    touching: dict[str, list[Hexside]] = {}
    for side in hexsides(h):
        for link in frame.terrain.links.get(side, ()):
            touching.setdefault(link.road, []).append(side)
    ends = [road for road in sorted(touching) if len(touching[road]) == 1]
    found = []
    for road in sorted(touching):
        sides = tuple(touching[road])
        ports = [port(frame, side, road) for side in sides]
        kind = frame.terrain.roads[road].kind
        centre = frame.centre(h)
        if len(sides) == 2:
            reach = APART if len(touching) > 1 and not ends else MEET
            a, b = ports
            line = cubic(a, reached(a, centre, reach), reached(b, centre, reach), b)
            found.append(Piece(h, road, kind, sides, line))
        elif len(sides) == 1 and len(ends) == 2 and len(touching) == 2:
            # Two Roads that end on each other run on as one: each draws its half of the bend.
            other = next(r for r in ends if r != road)
            a, b = ports[0], port(frame, touching[other][0], other)
            handles = reached(a, centre, MEET), reached(b, centre, MEET)
            line = cubic(a, *handles, b, steps=6, end=0.5)
            found.append(Piece(h, road, kind, sides, line))
        else:
            found.extend(
                Piece(h, road, kind, (side,), (at, centre))
                for side, at in zip(sides, ports, strict=True)
            )
    return found


def reached(start: Spot, centre: Spot, share: float) -> Spot:
    """A handle ``share`` of the way from a hexside to the centre, or beyond it."""
    return mix(start, centre, share)


def port(frame: Frame, side: Hexside, road: str) -> Spot:
    """Where a Road crosses a hexside: its middle, or its own lane beside the others'."""
    roads = sorted({link.road for link in frame.terrain.links.get(side, ())})
    x, y = frame.middle(side)
    if len(roads) < 2 or road not in roads:
        return x, y
    a, b = sorted(frame.ends(side))
    length = math.dist(a, b)
    aside = (roads.index(road) - (len(roads) - 1) / 2) * LANE * frame.unit / length
    return x + (b[0] - a[0]) * aside, y + (b[1] - a[1]) * aside
