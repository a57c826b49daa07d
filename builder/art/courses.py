"""Where Roads run inside their hexes: smooth courses through hexsides and centres.

A Road alone in its hex takes the calm way through it; where another meets it, it rounds its bend
close by the centre, and one that ends on it or crosses it meets it there. Two Roads that share a
hex without meeting (WED 2.5) keep apart: each takes a shorter way round. Roads that share a hexside
cross it side by side.

What blocks sight as a drawn line is not free to bend: raised Roads, and any Road over a bridge, run
straight from hex centre to hex centre, as a line of sight meets them (WED 2.15.4, 2.16). Their
corners are rounded by at most :data:`ROUNDING`, so a ruler on the board says what an answer says.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.frame import Frame
from clubroute.builder.art.lines import cubic, mix, rounded
from clubroute.builder.grid import Hex, Hexside, hexsides

RAILS = ("railroad", "raised_railroad")

SIGHT_KINDS = ("raised_road", "raised_railroad")
"""Roads that are drawn as lines of sight meet them: straight from centre to centre."""

SIGHT_CROSSINGS = ("bridge",)
"""Crossings whose Road is drawn so on both sides of the hexside."""

ROUNDING = 2.5
"""Px, at 72 px a hex, by which such a line may leave the straight way at a hex centre."""

LANE = 12.0
"""Px between two Roads on one hexside."""

APART = 0.5
"""How far towards the centre a Road's handles reach where it keeps clear of another (0..1)."""

MEET = 0.8
"""The same for a Road that meets all others here: a bend of 60° passes 7 px from the centre,
under its dot's rim."""

ALONE = 0.64
"""The same for a Road with the hex to itself, which need not look for anybody."""


@dataclass(frozen=True, slots=True)
class RoadPiece:
    """A Road's course in one hex: its sides there (one where it ends or branches), its line."""

    hex: Hex
    road: str
    kind: str
    sides: tuple[Hexside, ...]
    line: tuple[Spot, ...]


def pieces(frame: Frame) -> list[RoadPiece]:
    """All courses that can show on the picture, by hex and Road."""
    return [piece for h in frame.linked for piece in courses_at(frame, h)]


def courses_at(frame: Frame, h: Hex) -> tuple[RoadPiece, ...]:
    """The courses in one hex, worked out once a picture."""
    found = frame.kept.get(h)
    if found is None:
        found = frame.kept[h] = tuple(pieces_in(frame, h))
    return found


def pieces_in(frame: Frame, h: Hex) -> list[RoadPiece]:
    """The courses in one hex."""
    touching: dict[str, list[Hexside]] = {}
    for side in hexsides(h):
        for link in frame.terrain.links.get(side, ()):
            touching.setdefault(link.road, []).append(side)
    centre = frame.centre(h)
    ends = [road for road in sorted(touching) if len(touching[road]) == 1]
    bends = {
        road: sight_bend(frame, h, sides, road)
        if straight(frame, road, sides)
        else bend(frame, h, sides, (road, road), reach_of(frame, h, road, sorted(touching)))
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
            found.append(RoadPiece(h, road, kind, sides, bends[road]))
        elif (
            len(ends) == 2 == len(touching)
            and alike(frame, ends)
            and not any(straight(frame, r, touching[r]) for r in ends)
        ):
            # Two Roads that end on each other run on as one: each draws its half of the bend.
            other = next(r for r in ends if r != road)
            line = bend(frame, h, [*sides, *touching[other]], (road, other), MEET)
            found.append(RoadPiece(h, road, kind, sides, line[: len(line) // 2 + 1]))
        else:
            for side in sides:
                line = (port(frame, side, road), hub)
                if straight(frame, road, (side,)) and hub != centre:
                    line = (line[0], centre, hub)
                found.append(RoadPiece(h, road, kind, (side,), line))
    return found


def reach_of(frame: Frame, h: Hex, road: str, touching: Sequence[str]) -> float:
    """How near the centre a Road bends: less near where it keeps clear of another."""
    if len(touching) == 1:
        return ALONE
    clear = any(not frame.terrain.meet(h, road, other) for other in touching)
    return APART if clear else MEET


def straight(frame: Frame, road: str, sides: Iterable[Hexside]) -> bool:
    """Whether a Road's course in a hex must be the line that lines of sight meet."""
    if frame.terrain.roads[road].kind in SIGHT_KINDS:
        return True
    return any(frame.terrain.has(side, *SIGHT_CROSSINGS) for side in sides)


def sight_bend(frame: Frame, h: Hex, sides: Sequence[Hexside], road: str) -> tuple[Spot, ...]:
    """From port to centre to port, the corner rounded by at most :data:`ROUNDING`.

    In a lane of its own beside another Road the whole line keeps to that lane.
    """
    a, b = (port(frame, side, road) for side in sides)
    (ax, ay), (bx, by) = (frame.middle(side) for side in sides)
    x, y = frame.centre(h)
    # The mean of both ports' lanes: zero for a Road by itself.
    corner = (x + (a[0] - ax + b[0] - bx) / 2, y + (a[1] - ay + b[1] - by) / 2)
    return rounded(a, corner, b, ROUNDING * frame.unit)


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
