"""What a straight line between two hex centres meets, in order, in exact integers.

Everything depends on the offset between the two hexes alone: hexes are given as ``(lines,
halves)`` from the first hex, which is ``(0, 0)``. Positions are compared as whole-number ratios, so
a line through a vertex, along a hexside or through a centre is known to be one.

"Left" and "right" are those of a walker from the first hex to the second.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cmp_to_key, lru_cache
from itertools import pairwise, starmap
from math import gcd
from typing import NamedTuple, TypeAlias

from clubroute.builder.grid import NEIGHBOUR_OFFSETS, VERTEX_OFFSETS

Offset: TypeAlias = tuple[int, int]
"""Lines and halves from the first hex."""
Pair: TypeAlias = tuple[Offset, Offset]
"""Two adjacent hexes, the lower first: a hexside, or a Road link across it."""
Place: TypeAlias = tuple[int, int]
"""Part of the way from the first centre to the second: numerator, denominator > 0."""


class Inside(NamedTuple):
    """The line passes through the inside of a hex (neither end)."""

    at: Place
    hex: Offset


class Along(NamedTuple):
    """The line runs along a whole hexside, between the hexes on its left and right."""

    at: Place
    left: Offset
    right: Offset


class Crossing(NamedTuple):
    """The line crosses a hexside between its two vertices."""

    at: Place
    side: Pair


class Corner(NamedTuple):
    """The line passes a vertex where three hexes meet.

    ``left`` and ``right`` are the hexsides that go off from it to either hand (the third one, if
    it is in neither, is run along). ``touched`` is the hex met at this vertex only, if any.
    """

    at: Place
    left: tuple[Pair, ...]
    right: tuple[Pair, ...]
    touched: Offset | None


class LinkCrossing(NamedTuple):
    """The line crosses the straight link between two adjacent centres, between those centres."""

    at: Place
    link: Pair


class Centre(NamedTuple):
    """The line passes the centre of a hex (neither end); neighbours to either hand of it."""

    at: Place
    hex: Offset
    left: tuple[Offset, ...]
    right: tuple[Offset, ...]


class LinkAlong(NamedTuple):
    """The line runs along the straight link between two adjacent centres (ends included)."""

    at: Place
    link: Pair


Meeting: TypeAlias = Inside | Along | Crossing | Corner | LinkCrossing | Centre | LinkAlong


def pair(a: Offset, b: Offset) -> Pair:
    """Two adjacent hexes in their fixed order."""
    return (a, b) if a < b else (b, a)


def path(target: Offset) -> Iterator[tuple[Offset, int, int, Offset]]:
    """Yield how the line from ``(0, 0)`` to ``target`` leaves each hex on its way.

    Four things: the hex; the number of a vertex of it, the first clockwise that is not left of the
    line where it leaves; how far right of the line that vertex lies (0: the line passes it); and
    the next hex the line enters. The line may have any length; from a hex to itself there is none.
    """
    dx, dy = 3 * target[0], target[1]
    rights = [dx * vy - dy * vx for vx, vy in VERTEX_OFFSETS]  # of its hex's centre
    # Clockwise round a hex, the vertices pass from the line's left over the front to its right;
    # these are the vertices of the front. The line leaves the hex before the first on its right.
    ahead = sorted((right, k) for k, right in enumerate(rights) if rights[k - 1] < right)
    here = (0, 0)
    while here != target:
        line, half = here
        turn = dx * half - dy * 3 * line
        for vertex in ahead:
            if turn + vertex[0] >= 0:
                break
        right, k = vertex
        al, ah = NEIGHBOUR_OFFSETS[k]
        if turn + right == 0:
            bl, bh = NEIGHBOUR_OFFSETS[(k + 1) % 6]
            bend = dx * (ah + bh) - dy * 3 * (al + bl)  # where the hexside ahead points
            if bend == 0:
                al, ah = al + bl, ah + bh
            elif bend < 0:
                al, ah = bl, bh
        after = (line + al, half + ah)
        yield here, k, turn + right, after
        here = after


def hexes_met(target: Offset) -> tuple[list[Offset], list[Offset]]:
    """List the hexes the line passes inside, and those it runs along or touches at a vertex."""
    passed: list[Offset] = []
    others: list[Offset] = []
    for here, k, beyond, after in path(target):
        if beyond == 0:
            others += [h for h in front(here, k) if h != after]
        if after != target:
            passed.append(after)
    return passed, others


def front(here: Offset, k: int) -> tuple[Offset, Offset]:
    """The hexes to the left and right of the hexside that goes off from a hex's vertex ``k``."""
    (al, ah), (bl, bh) = NEIGHBOUR_OFFSETS[k], NEIGHBOUR_OFFSETS[(k + 1) % 6]
    return (here[0] + al, here[1] + ah), (here[0] + bl, here[1] + bh)


def walk(target: Offset) -> Iterator[Meeting]:
    """Yield the hexes, hexsides and vertices a line from ``(0, 0)`` to ``target`` meets, in order.

    The line may have any length; between a hex and itself there is nothing.
    """
    dx, dy = 3 * target[0], target[1]
    length = dx * dx + dy * dy  # any linear measure along the line will do
    # Of each vertex, from the centre of its hex: how far to the line's right, and how far along it.
    rights = [dx * vy - dy * vx for vx, vy in VERTEX_OFFSETS]
    forwards = [dx * vx + dy * vy for vx, vy in VERTEX_OFFSETS]
    for here, k, beyond, after in path(target):
        left, right = front(here, k)
        ahead = dx * 3 * here[0] + dy * here[1]
        far = ahead + forwards[k]
        if beyond:
            # The hexside goes from the vertex before, left of the line, to vertex k, right of it.
            near, width = ahead + forwards[k - 1], rights[k] - rights[k - 1]
            at = (near * beyond - far * (beyond - width), width * length)
            yield Crossing(at, pair(here, left))
        else:
            at = (far, length)
            side, lefts, rights_of = pair(left, right), (pair(here, left),), (pair(here, right),)
            if after == left:
                yield Corner(at, lefts, (*rights_of, side), right)
            elif after == right:
                yield Corner(at, (*lefts, side), rights_of, left)
            else:
                yield Corner(at, lefts, rights_of, None)
                yield Along(at, left, right)
                vx, vy = VERTEX_OFFSETS[k]  # the hexside ends as far before the next centre
                at = (dx * (3 * after[0] - vx) + dy * (after[1] - vy), length)
                yield Corner(at, (pair(left, after),), (pair(right, after),), None)
        if after != target:
            yield Inside(at, after)


def links_crossed(target: Offset) -> Iterator[tuple[Place, Pair]]:
    """Yield the links between adjacent centres that the line crosses, in no particular order.

    Each comes with where it is crossed, as in :class:`LinkCrossing`.

    A link that ends in an end hex is not crossed: it meets the line in that centre only, or lies
    in it.
    """
    dx, dy = 3 * target[0], target[1]
    length = dx * dx + dy * dy
    passed, others = hexes_met(target)
    turns = {h: dx * h[1] - dy * 3 * h[0] for h in (*passed, *others)}  # how far to the right
    steps = [(dx * h[1] - dy * 3 * h[0], dx * 3 * h[0] + dy * h[1], h) for h in NEIGHBOUR_OFFSETS]
    leftward, rightward = (sorted(s for s in steps if s[0] * hand > 0) for hand in (-1, 1))
    for here, turn in turns.items():
        if turn == 0:
            continue
        ahead = dx * 3 * here[0] + dy * here[1]
        for across, forward, step in leftward if turn > 0 else rightward:
            if turn * (turn + across) >= 0:
                continue  # the link stays on this hand
            other = (here[0] + step[0], here[1] + step[1])
            if turn > 0 and other in turns:
                continue  # the same link, seen from the other hand
            # The link meets the line at turn / -across of its way.
            width = -across if across < 0 else across
            way = ahead * width + (forward * turn if turn > 0 else -forward * turn)
            if 0 < way < width * length:
                link = (here, other) if here < other else (other, here)
                yield (way, width * length), link


def links_followed(target: Offset) -> Iterator[Centre | LinkAlong]:
    """Yield the centres the line passes and the links it runs along, in order.

    A centre comes before the link that starts in it. A link from the one end hex to the other lies
    in them and is not met.
    """
    if target == (0, 0) or target in NEIGHBOUR_OFFSETS:
        return
    dx, dy = 3 * target[0], target[1]
    length = dx * dx + dy * dy
    parts = gcd(*target)  # of equal length, from point to point where a centre may be
    line, half = target[0] // parts, target[1] // parts
    step = 1 if (line + half) % 2 == 0 else 2
    centres = [(line * k, half * k) for k in range(0, parts + 1, step)]
    for a, b in pairwise(centres):
        place = (dx * 3 * a[0] + dy * a[1], length)
        if a != (0, 0):
            yield Centre(place, a, *hands(a, dx, dy))
        if (b[0] - a[0], b[1] - a[1]) in NEIGHBOUR_OFFSETS:
            yield LinkAlong(place, pair(a, b))


def hands(h: Offset, dx: int, dy: int) -> tuple[tuple[Offset, ...], tuple[Offset, ...]]:
    """The neighbours of a hex to the left and right of a line through its centre."""
    left: list[Offset] = []
    right: list[Offset] = []
    for line, half in NEIGHBOUR_OFFSETS:
        turn = dx * half - dy * 3 * line
        if turn:
            (left if turn < 0 else right).append((h[0] + line, h[1] + half))
    return tuple(left), tuple(right)


@lru_cache(maxsize=256)
def meetings(target: Offset) -> tuple[Meeting, ...]:
    """List everything the line meets, in the order it is met. Kept: other readings ask again.

    What is met at one place comes in a fixed order: a centre before the link that starts in it,
    a vertex before the hexside that starts in it and after the hexside that ends in it.
    """
    links = [*starmap(LinkCrossing, links_crossed(target)), *links_followed(target)]
    found: list[Meeting] = [*walk(target), *sorted(links, key=line_order)]
    return tuple(sorted(found, key=cmp_to_key(earlier)))


def earlier(a: Meeting, b: Meeting) -> int:
    """Order of two meetings along the line (negative: ``a`` first)."""
    return a.at[0] * b.at[1] - b.at[0] * a.at[1]


def line_order(meeting: LinkCrossing | Centre | LinkAlong) -> tuple[int, tuple[int, ...]]:
    """Order of meetings with links at the same place: the centre, then links by their hexes."""
    if isinstance(meeting, Centre):
        return 0, meeting.hex
    return 1, (*meeting.link[0], *meeting.link[1])
