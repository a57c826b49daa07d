"""Many lines of sight, fast: whether each is clear, without the working.

What a line meets depends on the offset between its ends alone and is kept, as steps from cell to
cell. Most lines pass a hex that blocks, or nothing at all: then nothing else need be asked. For the
others the rules of the line are (:mod:`clubroute.rules.gts.los.line_rules`); even what blocks by
itself is found by asking them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple, TypeAlias

from clubroute.builder.errors import InputError, Where
from clubroute.builder.grid import Hex, distance, ring
from clubroute.rules.gts.los.blocking import BLOCKS, CLEAR
from clubroute.rules.gts.los.cells import (
    DRAWN,
    EFFECT,
    LINKS,
    PLACES,
    REACH,
    Around,
    Cells,
    place_of,
)
from clubroute.rules.gts.los.geometry import (
    Along,
    Centre,
    Corner,
    Crossing,
    Inside,
    LinkCrossing,
    Meeting,
    Offset,
    Pair,
    lines_met,
    pair,
    walk,
)
from clubroute.rules.gts.los.line_rules import STANDS, outcome
from clubroute.rules.gts.los.readings import SightReadings

Between: TypeAlias = Callable[[int, int], int]


class Hexes(NamedTuple):
    """The hexes a line meets, as steps of cells: passed inside, and beside it or touched."""

    passed: tuple[int, ...]
    others: tuple[int, ...]


class Drawings(NamedTuple):
    """Where crests and drawn lines bear on a line, as steps of places.

    One in ``alone`` blocks by itself. If there is one in ``together``, or one of the hexes met is
    not clear, the rules decide, from ``meetings``: what the line meets but for ``alone``.
    """

    alone: tuple[int, ...]
    together: tuple[int, ...]
    meetings: tuple[Meeting, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """What lines meet, for one stride and one set of readings, made when first asked for.

    Kept by the step of cells from the lower end to the higher, within REACH.
    """

    stride: int
    readings: SightReadings
    hexes: dict[int, Hexes] = field(default_factory=dict)
    drawings: dict[int, Drawings] = field(default_factory=dict)

    def step(self, offset: Offset) -> int:
        """The cells from a hex to another."""
        return (offset[0] * self.stride + offset[1]) >> 1

    def hexes_met(self, target: Offset) -> Hexes:
        """The hexes the line to an offset meets."""
        passed: list[int] = []
        others: list[int] = []
        for meeting in walk(target):
            if isinstance(meeting, Inside):
                passed.append(self.step(meeting.hex))
            elif isinstance(meeting, Along):
                others += self.step(meeting.left), self.step(meeting.right)
            elif isinstance(meeting, Corner) and meeting.touched is not None:
                others.append(self.step(meeting.touched))
        return Hexes(tuple(passed), tuple(others))

    def drawings_met(self, target: Offset) -> Drawings:
        """Where crests and drawn lines bear on the line to an offset."""
        alone: list[int] = []
        together: list[int] = []
        meetings: list[Meeting] = []
        walked = list(walk(target))
        for meeting in (*walked, *lines_met(target, walked)):
            places = [
                PLACES * self.step(side[0]) + place_of(side, first)
                for side, first in drawn_at(meeting)
            ]
            if isinstance(meeting, (Crossing, LinkCrossing)):
                # One place, and nothing before or after it matters: what it does, it does alone.
                if outcome((meeting,), Everywhere(), target, self.readings) == BLOCKS:
                    alone += places
                continue
            together += places
            meetings.append(meeting)
        return Drawings(tuple(alone), tuple(together), tuple(meetings))


def drawn_at(meeting: Meeting) -> Iterator[tuple[Pair, int]]:
    """Yield the hexsides (with 0) and links (with LINKS) a meeting may find something drawn on."""
    match meeting:
        case Along():
            yield pair(meeting.left, meeting.right), 0
        case Crossing():
            yield meeting.side, 0
        case Corner():
            for side in (*meeting.left, *meeting.right):
                yield side, 0
        case Centre():
            for other in (*meeting.left, *meeting.right):
                yield pair(meeting.hex, other), LINKS
        case Inside():
            return
        case _:
            yield meeting.link, LINKS


@dataclass(frozen=True, slots=True)
class Everywhere:
    """A ground on which everything stands that could block."""

    def effect(self, h: Offset) -> int:
        """BLOCKS."""
        return BLOCKS

    def crest(self, side: Pair) -> bool:
        """True."""
        return True

    def line(self, link: Pair) -> int:
        """STANDS."""
        return STANDS


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """Lines of sight on one map. ``lines`` may be shared by maps of the same stride.

    ``between`` gives CLEAR, UNKNOWN (passes a hex off the map) or BLOCKS between the cells of two
    hexes of the map.
    """

    ground: Cells
    lines: Lines
    between: Between

    def look(self, a: Hex, b: Hex) -> int:
        """CLEAR, UNKNOWN or BLOCKS between two hexes. :raises KeyError: one is not on the map."""
        cell_of = self.ground.cell_of
        return self.between(cell_of[a], cell_of[b])

    def fan(self, origin: Hex, radius: int) -> list[tuple[Hex, int]]:
        """The outcome of the line to every other hex of the map within a radius, nearest first.

        :raises InputError: a radius beyond REACH.
        """
        if not 0 <= radius <= REACH:
            raise InputError(Where("params", part="range"), str(radius), f"0 to {REACH} hexes")
        ground, between, step = self.ground, self.between, self.lines.step
        shown, cell = ground.shown, ground.cell(origin)
        return [
            (Hex(origin.line + target.line, origin.half + target.half), between(cell, other))
            for target in targets(radius)
            if shown[other := cell + step(target)]
        ]


@cache
def targets(radius: int) -> tuple[Hex, ...]:
    """All offsets within a radius but (0, 0), nearest first."""
    return tuple(h for r in range(1, radius + 1) for h in ring(Hex(0, 0), r))


def sight_on(ground: Cells, readings: SightReadings, lines: Lines | None = None) -> Sight:
    """Lines of sight on a map; lines for the same stride and readings may be given."""
    if lines is None or (lines.stride, lines.readings) != (ground.stride, readings):
        lines = Lines(ground.stride, readings)
    return Sight(ground, lines, looker(ground, lines))


def looker(ground: Cells, lines: Lines) -> Between:
    """The function that looks from cell to cell; it has what it needs at hand."""
    cells, known = ground.cells, lines.hexes.get

    def between(cell: int, other: int) -> int:
        if other < cell:  # a line is the same both ways
            cell, other = other, cell
        met = known(other - cell)
        if met is None:
            met = lines.hexes_met(offset_of(ground, cell, other))
            if within_reach(ground, cell, other):
                lines.hexes[other - cell] = met
        there = 0
        for step in met[0]:
            value = cells[cell + step]
            if value:
                if value & EFFECT == BLOCKS:
                    return BLOCKS
                there |= value
        for step in met[1]:
            there |= cells[cell + step]
        return looked_into(ground, lines, cell, other, there) if there else CLEAR

    return between


def looked_into(ground: Cells, lines: Lines, cell: int, other: int, there: int) -> int:
    """The outcome of a line that no hex it passes blocks. ``there`` is what its cells hold."""
    met = lines.drawings.get(other - cell)
    target = offset_of(ground, cell, other)
    if met is None:
        met = lines.drawings_met(target)
        if within_reach(ground, cell, other):
            lines.drawings[other - cell] = met
    first, places, rules = PLACES * cell, ground.places, bool(there & EFFECT)
    if there & DRAWN:
        for step in met.alone:
            if places[first + step]:
                return BLOCKS
        if not rules:
            for step in met.together:
                if places[first + step]:
                    rules = True
                    break
    if not rules:
        return CLEAR
    return outcome(met.meetings, Around(ground, cell), target, lines.readings)


def offset_of(ground: Cells, cell: int, other: int) -> Offset:
    """The offset from one cell's hex to another's."""
    a, b = ground.hex(cell), ground.hex(other)
    return b.line - a.line, b.half - a.half


def within_reach(ground: Cells, cell: int, other: int) -> bool:
    """Whether two cells are so near that no other offset on the map is as many cells."""
    return distance(ground.hex(cell), ground.hex(other)) <= REACH
