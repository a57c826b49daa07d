"""Line of sight by brute force: rational clipping of the segment against every hex nearby.

Shares no code with the rules: hexes are polygons, hexsides and links are segments, the line is cut
by each. What was found for an offset is kept, for the tests ask often.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Set
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

Hex = tuple[int, int]
Number = Fraction | int
Point = tuple[Number, Number]
Segment = tuple[Hex, Hex]  # two adjacent hexes, lower first: their hexside or their link

STEPS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
CORNERS = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))
CLEAR, ORCHARD, UNKNOWN, BLOCKS = range(4)


class Touch(NamedTuple):
    """A segment that meets the line in one of its ends only, and on which hand it lies."""

    segment: Segment
    point: Point
    hand: int


class Along(NamedTuple):
    """A segment that lies in the line, from point to point."""

    segment: Segment
    start: Point
    end: Point


class Drawn(NamedTuple):
    """How segments of one sort meet the line."""

    crossed: tuple[Segment, ...]
    touches: tuple[Touch, ...]
    along: tuple[Along, ...]


class Met(NamedTuple):
    """Everything the line from (0, 0) meets outside its two end hexes."""

    inside: tuple[Hex, ...]
    beside: tuple[tuple[Hex, Hex], ...]
    touched: tuple[Hex, ...]
    sides: Drawn
    links: Drawn


def centre(h: Hex) -> Point:
    return 3 * h[0], h[1]


def corners(h: Hex) -> list[Point]:
    x, y = centre(h)
    return [(x + vx, y + vy) for vx, vy in CORNERS]


def cross(o: Point, p: Point, q: Point) -> Number:
    return (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0])


def part(a: Point, b: Point, p: Point) -> Fraction:
    """How far along a-b a point of the line lies, 0 to 1."""
    if b[0] != a[0]:
        return Fraction(p[0] - a[0]) / (b[0] - a[0])
    return Fraction(p[1] - a[1]) / (b[1] - a[1])


def clip(a: Point, b: Point, h: Hex) -> tuple[Fraction, Fraction, bool] | None:
    """The part of the segment in a closed hex, and whether it lies in the hex's boundary."""
    low, high = Fraction(0), Fraction(1)
    around = corners(h)
    boundary = False
    for p, q in zip(around, around[1:] + around[:1], strict=True):
        start, end = cross(p, q, a), cross(p, q, b)  # the inside is where this is positive
        if start == end:
            if start < 0:
                return None
            boundary |= start == 0
            continue
        at = Fraction(start) / (start - end)
        if end > start:
            low = max(low, at)
        else:
            high = min(high, at)
    return (low, high, boundary) if low <= high else None


@cache
def met(target: Hex) -> Met:
    """What the line from (0, 0) to the target meets."""
    if target == (0, 0):
        return Met((), (), (), Drawn((), (), ()), Drawn((), (), ()))
    a, b = centre((0, 0)), centre(target)
    ends = ((0, 0), target)
    reach = abs(target[0]) + abs(target[1]) + 2
    inside, touched = [], []
    beside: dict[tuple[Fraction, Fraction], list[Hex]] = defaultdict(list)
    near = set(ends)
    low_line, high_line = min(0, target[0]) - 2, max(0, target[0]) + 2
    low_half, high_half = min(0, target[1]) - 4, max(0, target[1]) + 4
    for line in range(low_line, high_line + 1):
        for half in range(low_half, high_half + 1):
            h = (line, half)
            if (line + half) % 2 or abs(line) > reach:
                continue
            hands = [cross(a, b, p) for p in corners(h)]
            if min(hands) > 0 or max(hands) < 0:
                continue  # wholly to one hand
            found = clip(a, b, h)
            if found is None:
                continue
            near.add(h)
            if h in ends:
                continue
            low, high, boundary = found
            if low == high:
                touched.append(h)
            elif boundary:
                beside[low, high].append(h)
            else:
                inside.append(h)
    hexes = {(h[0] + dl, h[1] + dh) for h in near for dl, dh in STEPS} | near
    segments: list[Segment] = [
        (h, (h[0] + dl, h[1] + dh)) for h in sorted(hexes) for dl, dh in STEPS if (dl, dh) > (0, 0)
    ]
    sides = [(s, *side_ends(s)) for s in segments if s[0] not in ends and s[1] not in ends]
    links = []
    for s in segments:
        p, q = centre(s[0]), centre(s[1])
        middle = (Fraction(p[0] + q[0]) / 2, Fraction(p[1] + q[1]) / 2)
        if s[0] in ends:
            p = middle
        if s[1] in ends:
            q = middle
        if p != q:
            links.append((s, p, q))
    return Met(
        tuple(inside),
        tuple((pair[0], pair[1]) for pair in beside.values()),
        tuple(touched),
        drawn(a, b, sides),
        drawn(a, b, links),
    )


def side_ends(side: Segment) -> tuple[Point, Point]:
    p, q = sorted({*corners(side[0])} & {*corners(side[1])})
    return p, q


def drawn(a: Point, b: Point, segments: list[tuple[Segment, Point, Point]]) -> Drawn:
    crossed, touches, along = [], [], []
    for segment, p, q in segments:
        hand_p, hand_q = cross(a, b, p), cross(a, b, q)
        point: Point
        if hand_p * hand_q < 0:
            share = Fraction(hand_p) / (hand_p - hand_q)
            point = (p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1]))
            if 0 < part(a, b, point) < 1:
                crossed.append(segment)
        elif hand_p == hand_q == 0:
            first, last = sorted((part(a, b, p), part(a, b, q)))
            if max(first, Fraction(0)) < min(last, Fraction(1)):
                along.append(Along(segment, p, q))
        elif hand_p == 0 or hand_q == 0:
            point, hand = (p, hand_q) if hand_p == 0 else (q, hand_p)
            if 0 < part(a, b, point) < 1:
                touches.append(Touch(segment, point, 1 if hand > 0 else -1))
    return Drawn(tuple(crossed), tuple(touches), tuple(along))


def hidden(found: Drawn, there: Set[Segment], *, along: str, touch: str, at: Hex) -> bool:
    """Whether what is drawn blocks: crossed, or touched and left to the other hand."""

    def stands(s: Segment) -> bool:
        return (
            (s[0][0] + at[0], s[0][1] + at[1]),
            (s[1][0] + at[0], s[1][1] + at[1]),
        ) in there

    if any(stands(s) for s in found.crossed):
        return True
    touches = [t for t in found.touches if stands(t.segment)]
    runs = [r for r in found.along if stands(r.segment)]
    if (runs and along == "blocks") or (touches and touch == "blocks"):
        return True
    groups: list[set[Point]] = [{r.start, r.end} for r in runs]
    for t in touches:
        groups.append({t.point})
    merged: list[set[Point]] = []
    for group in groups:
        joined = set(group)
        apart = []
        for other in merged:
            if other & joined:
                joined |= other
            else:
                apart.append(other)
        merged = [*apart, joined]
    return any({t.hand for t in touches if t.point in group} == {1, -1} for group in merged)


def outcome(
    a: Hex,
    b: Hex,
    effects: Mapping[Any, int],
    crests: Set[Segment],
    lines: Set[Segment],
    readings: Mapping[str, str],
) -> int:
    """CLEAR, UNKNOWN or BLOCKS, by the readings."""
    found = met((b[0] - a[0], b[1] - a[1]))

    def effect(h: Hex) -> int:
        return effects.get((h[0] + a[0], h[1] + a[1]), UNKNOWN)

    counted = [effect(h) for h in found.inside]
    if readings["vertex_touch"] == "blocks":
        counted += [effect(h) for h in found.touched]
    for left, right in found.beside:
        low, high = sorted((effect(left), effect(right)))
        if low == CLEAR:
            only_orchard = high == ORCHARD and readings["orchard_side"] == "counts"
            counted.append(ORCHARD if only_orchard else CLEAR)
        elif UNKNOWN in (low, high):
            counted.append(UNKNOWN)
        else:
            counted.append(low)
    if BLOCKS in counted or counted.count(ORCHARD) >= 2:
        return BLOCKS
    if hidden(
        found.sides, crests, along=readings["crest_along"], touch=readings["crest_touch"], at=a
    ) or hidden(
        found.links, lines, along=readings["raised_along"], touch=readings["raised_touch"], at=a
    ):
        return BLOCKS
    return UNKNOWN if UNKNOWN in counted else CLEAR
