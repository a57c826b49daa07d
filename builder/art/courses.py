"""Where Roads run inside their hexes: smooth courses through hexsides and centres.

A Road rounds its bend close by the centre, and one that ends on it or crosses it meets it there.
Two Roads that share a hex without meeting (WED 2.5) keep apart: each takes a shorter way round.
Roads that share a hexside cross it side by side.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from builder.art.canvas import Spot
from builder.art.frame import Frame
from builder.art.lines import cubic, mix
from builder.grid import Hex, Hexside, hexsides

RAILS = ("railroad", "raised_railroad")

LANE = 14.0
"""Px between two Roads on one hexside."""

APART = 0.5
"""How far towards the centre a Road's handles reach where it keeps clear of another (0..1)."""

MEET = 0.8
"""The same for a Road that meets all others here: a bend of 60° passes 7 px from the centre,
under its dot's rim."""


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
    centre = frame.centre(h)
    ends = [road for road in sorted(touching) if len(touching[road]) == 1]
    bends = {
        road: bend(frame, h, sides, (road, road), reach_of(frame, h, road, touching))
        for road, sides in sorted(touching.items())
        if len(sides) == 2
    }
    # What ends in the hex ends on the one Road that runs through it, else in the centre.
    through = [line[len(line) // 2] for line in bends.values()]
    hub = through[0] if len(through) == 1 else centre
    found = []
    for road in sorted(touching):
        sides = tuple(touching[road])
        kind = frame.terrain.roads[road].kind
        if road in bends:
            found.append(Piece(h, road, kind, sides, bends[road]))
        elif len(ends) == 2 == len(touching) and alike(frame, ends):
            # Two Roads that end on each other run on as one: each draws its half of the bend.
            other = next(r for r in ends if r != road)
            line = bend(frame, h, [*sides, *touching[other]], (road, other), MEET)
            found.append(Piece(h, road, kind, sides, line[: len(line) // 2 + 1]))
        else:
            found.extend(
                Piece(h, road, kind, (side,), (port(frame, side, road), hub)) for side in sides
            )
    return found


def reach_of(frame: Frame, h: Hex, road: str, touching: Iterable[str]) -> float:
    """How near the centre a Road bends: less near where it keeps clear of another."""
    clear = any(not frame.terrain.meet(h, road, other) for other in touching)
    return APART if clear else MEET


def alike(frame: Frame, roads: Sequence[str]) -> bool:
    """Whether Roads are all for trains or all for the rest."""
    return len({frame.terrain.roads[road].kind in RAILS for road in roads}) == 1


def bend(
    frame: Frame, h: Hex, sides: Sequence[Hexside], roads: tuple[str, str], reach: float
) -> tuple[Spot, ...]:
    """A curve between two sides of one hex, its handles ``reach`` of the way to the centre."""
    a, b = (port(frame, side, road) for side, road in zip(sides, roads, strict=True))
    c, d = (handle(frame, h, side, at, reach) for side, at in zip(sides, (a, b), strict=True))
    return cubic(a, c, d, b)


def handle(frame: Frame, h: Hex, side: Hexside, at: Spot, reach: float) -> Spot:
    """The point ``reach`` of the way inwards from a spot on a hexside, in its own lane."""
    (mx, my), (cx, cy) = frame.middle(side), frame.centre(h)
    return mix(at, (at[0] + cx - mx, at[1] + cy - my), reach)


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
