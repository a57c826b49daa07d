"""Templates: what decides a line of sight, as steps of cells from the first hex, computed once.

A template depends on the offset between the two hexes, the map's stride and the readings, on
nothing else. It is the walk of :mod:`clubroute.rules.gts.los.geometry` put into the bits of
:mod:`clubroute.rules.gts.los.ground`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from clubroute.builder.grid import NEIGHBOUR_OFFSETS, Hex, distance
from clubroute.rules.gts.los.geometry import (
    Along,
    Centre,
    Corner,
    Crossing,
    Inside,
    LinkAlong,
    LinkCrossing,
    Offset,
    Pair,
    lines_met,
    pair,
    walk,
)
from clubroute.rules.gts.los.ground import (
    AXIS,
    CREST,
    FORKED,
    LINK,
    PASSED,
    REACH,
    SHIFTED,
    SPLIT,
    UPWARD,
    Ground,
    corner_bit,
)
from clubroute.rules.gts.los.readings import Readings, of_the_line

Masks: TypeAlias = tuple[tuple[int, int], ...]
"""Steps of cells, each with the bits of marks that block there."""


class Template(NamedTuple):
    """What decides a line, as steps of cells from its first hex.

    ``passed`` are the hexes passed inside, in order; ``beside`` the hexes on the left and right
    where it runs along a hexside. ``masks`` has, for each of the passed and then for each on the
    left, the marks in it and in its neighbours that decide. ``direction`` is the direction of a
    line through every centre on its way (−1 for others), ``stride`` one hex along it, ``hexes`` how
    many to the end.
    """

    passed: tuple[int, ...]
    beside: tuple[tuple[int, int], ...]
    masks: tuple[Masks, ...]
    direction: int
    stride: int
    hexes: int


@dataclass(frozen=True, slots=True, eq=False)
class Templates:
    """The templates of one stride and one set of readings, made when first asked for.

    ``drawn`` says whether anything is drawn on the map; without it templates have no marks.
    """

    readings: Readings
    stride: int
    drawn: bool
    made: dict[Offset, Template] = field(default_factory=dict)
    steps: dict[int, int] = field(default_factory=dict)

    def step(self, offset: Offset) -> int:
        """The cells from a hex to another; equal numbers are one object, to keep memory small."""
        step = (offset[0] * self.stride + offset[1]) >> 1
        return self.steps.setdefault(step, step)

    def template(self, target: Offset) -> Template:
        """The template of an offset; only those of a fan's range are kept."""
        found = self.made.get(target)
        if found is None:
            found = self.make(target)
            if distance(Hex(0, 0), Hex(*target)) <= REACH:
                self.made[target] = found
        return found

    def make(self, target: Offset) -> Template:
        """A new template."""
        passed, beside = hexes_met(target, self.readings)
        hexes = [*passed, *(left for left, _ in beside)]
        bits: dict[Offset, dict[int, int]] = {h: {} for h in hexes}
        direction, length = -1, 0
        if self.drawn:
            direction, length = axis_of(target)
            for offset, mask in marks_met(target, self.readings):
                here = bits[nearest(offset, bits)]
                cell = self.step(offset)
                here[cell] = here.get(cell, 0) | mask
        return Template(
            tuple(map(self.step, passed)),
            tuple((self.step(a), self.step(b)) for a, b in beside),
            tuple(tuple(bits[h].items()) for h in hexes) if self.drawn else (),
            direction,
            self.step(NEIGHBOUR_OFFSETS[direction]) if direction >= 0 else 0,
            length,
        )


def nearest(offset: Offset, hexes: Iterable[Offset]) -> Offset:
    """The hex in which, or next to which, the cell of a mark lies."""
    return min(hexes, key=lambda h: distance(Hex(*h), Hex(*offset)))


def templates_for(ground: Ground) -> Templates:
    """New templates for a ground."""
    return Templates(of_the_line(ground.readings), ground.stride, bool(ground.marks))


def hexes_met(
    target: Offset, readings: Readings
) -> tuple[list[Offset], list[tuple[Offset, Offset]]]:
    """The hexes that count as passed, in order, and the pairs the line runs between."""
    passed: list[Offset] = []
    beside: list[tuple[Offset, Offset]] = []
    for meeting in walk(target):
        if isinstance(meeting, Inside):
            passed.append(meeting.hex)
        elif isinstance(meeting, Along):
            beside.append((meeting.left, meeting.right))
        elif (
            isinstance(meeting, Corner)
            and meeting.touched is not None
            and readings.vertex_touch == "blocks"
        ):
            passed.append(meeting.touched)
    return passed, beside


def marks_met(target: Offset, readings: Readings) -> Iterable[tuple[Offset, int]]:
    """The cells whose crests and drawn lines could block, with the bits that do."""
    ends: tuple[Offset, Offset] = ((0, 0), target)
    walked = list(walk(target))
    for meeting in walked:
        if isinstance(meeting, Crossing):
            if free(meeting.side, ends):
                yield side_mark(meeting.side, CREST)
        elif isinstance(meeting, Along):
            side = pair(meeting.left, meeting.right)
            if readings.crest_along == "blocks":
                yield side_mark(side, CREST)
            elif not around(side).intersection(ends):
                yield side_mark(side, SHIFTED)
        elif isinstance(meeting, Corner):
            yield from corner_met(meeting, ends, readings)
    adjacent = target in NEIGHBOUR_OFFSETS
    for met in lines_met(target, walked):
        if isinstance(met, LinkCrossing):
            yield side_mark(met.link, LINK)
        elif isinstance(met, LinkAlong):
            if readings.raised_along == "blocks" and not adjacent:
                yield side_mark(met.link, LINK)
        elif readings.raised_touch == "blocks":
            for neighbour in (*met.left, *met.right):
                yield side_mark(pair(met.hex, neighbour), LINK)
        else:
            yield met.hex, centre_bit(met)


def free(side: Pair, ends: tuple[Offset, Offset]) -> bool:
    """Whether a hexside belongs to neither the firing nor the target hex."""
    return side[0] not in ends and side[1] not in ends


def around(side: Pair) -> set[Offset]:
    """The two hexes at the ends of a hexside: those adjacent to both of its own."""
    a, b = ({(h[0] + dl, h[1] + dh) for dl, dh in NEIGHBOUR_OFFSETS} for h in side)
    return a & b


def side_mark(side: Pair, bit: int) -> tuple[Offset, int]:
    """The cell and the bit of a hexside or link."""
    a, b = side
    return a, bit << UPWARD[b[0] - a[0], b[1] - a[1]]


def corner_met(
    corner: Corner, ends: tuple[Offset, Offset], readings: Readings
) -> Iterable[tuple[Offset, int]]:
    """What could block at a vertex the line passes."""
    left = [side for side in corner.left if free(side, ends)]
    right = [side for side in corner.right if free(side, ends)]
    if readings.crest_touch == "blocks":
        for side in (*left, *right):
            yield side_mark(side, CREST)
    if not left or not right:
        return
    hexes = sorted({h for side in (*corner.left, *corner.right) for h in side})
    if corner.touched is not None:
        yield hexes[0], PASSED << corner_bit(hexes, corner.touched)
    else:
        (shared,) = {*corner.left[0]} & {*corner.right[0]}
        yield hexes[0], FORKED << corner_bit(hexes, shared)


def centre_bit(centre: Centre) -> int:
    """The bit of drawn lines going off to both hands of a line through a centre."""
    line, half = centre.hex
    left = {NEIGHBOUR_OFFSETS.index((other[0] - line, other[1] - half)) for other in centre.left}
    first = next(k for k in left if (k - 1) % 6 not in left)
    if len(left) == 3:
        return SPLIT << first % 3
    return AXIS << (first + 2) % 3


def axis_of(target: Offset) -> tuple[int, int]:
    """The direction of a line from centre to adjacent centre, and its hexes; (−1, 0) for others."""
    lines, halves = target
    if lines == 0:
        return (3 if halves > 0 else 0), abs(halves) // 2
    if abs(lines) == abs(halves):
        step = (lines // abs(lines), halves // abs(halves))
        return NEIGHBOUR_OFFSETS.index(step), abs(lines)
    return -1, 0
