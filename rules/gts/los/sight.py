"""Many lines of sight, fast: whether each is clear, without the working.

What a line meets depends on the offset between its ends alone and is kept, as steps from cell to
cell. Most lines pass a hex that blocks, or nothing at all: then nothing else need be asked. For the
others the rules of the line are (:mod:`clubroute.rules.gts.los.line_rules`); whether a crest or a
drawn line blocks by itself where a line crosses it is found by asking them, too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, repeat
from typing import NamedTuple, TypeAlias, TypeVar

from clubroute.builder.errors import InputError, Where
from clubroute.builder.grid import (
    Hex,
    distance,
    ring,
    within,
)
from clubroute.rules.gts.los.line_rules import (
    BLOCKS,
    CLEAR,
    STANDS,
    SightReadings,
    outcome,
)
from clubroute.rules.gts.los.scene import (
    BLOCKED,
    CREST,
    EFFECT,
    LINK,
    PLACES,
    REACH,
    Around,
    Cells,
    place,
)
from clubroute.rules.kit.lines import (
    Along,
    Centre,
    Corner,
    Crossing,
    Inside,
    LinkCrossing,
    Meeting,
    Offset,
    Pair,
    hexes_met,
    links_crossed,
    links_followed,
    pair,
    walk,
)

Between: TypeAlias = Callable[[int, int], int]
T = TypeVar("T")


class Hexes(NamedTuple):
    """The hexes a line meets, as steps of cells: passed inside, and beside it or touched."""

    passed: tuple[int, ...]
    others: tuple[int, ...]


class BearingPlaces(NamedTuple):
    """Where crests, or drawn lines, bear on a line, as steps of places.

    One in ``alone`` blocks by itself. If there is one in ``together`` the rules decide, from
    ``meetings``. Where crests are asked about, these also tell of hexes; ``hexes`` are those of
    them that do, each after the steps of cells to the one or two hexes met.
    """

    alone: tuple[int, ...]
    together: tuple[int, ...]
    meetings: tuple[Meeting, ...]
    hexes: tuple[tuple[int, int, Meeting], ...]


class Shadow(NamedTuple):
    """What stands in one hex near the origin of a fan, as seen by its lines.

    ``passed`` has bit ``n`` if line number ``n`` passes the hex inside, ``met`` if it meets it at
    all. ``step`` is the way there, in cells.
    """

    step: int
    passed: int
    met: int


class Fan(NamedTuple):
    """The lines of a fan by number: offset and step of each target, and the shadows of hexes."""

    targets: tuple[Hex, ...]
    steps: tuple[int, ...]
    shadows: tuple[Shadow, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """What lines meet, for one stride and one set of readings, made when first asked for.

    Kept by the step of cells from the lower end to the higher, within REACH; fans by radius.
    """

    stride: int
    readings: SightReadings
    hexes: dict[int, Hexes] = field(default_factory=dict)
    sides: dict[int, BearingPlaces] = field(default_factory=dict)
    links: dict[int, BearingPlaces] = field(default_factory=dict)
    fans: dict[int, Fan] = field(default_factory=dict)

    def step(self, offset: Offset) -> int:
        """The cells from a hex to another."""
        return (offset[0] * self.stride + offset[1]) >> 1

    def hexes_on(self, target: Offset) -> Hexes:
        """The hexes the line to an offset meets."""
        return self.steps(*hexes_met(target), 1)

    def steps(self, passed: Iterable[Offset], others: Iterable[Offset], hand: int) -> Hexes:
        """Hexes as steps of cells, or (``hand`` −1) those of the line's mirror image."""
        stride = self.stride
        return Hexes(
            tuple([(line * stride + hand * half) >> 1 for line, half in passed]),
            tuple([(line * stride + hand * half) >> 1 for line, half in others]),
        )

    def hexes_within(self, radius: int) -> None:
        """Keep the hexes on all lines of a fan; a line's mirror image meets theirs."""
        for line, half in within(Hex(0, 0), radius):
            if line < 0 or half < 0 or line == half == 0:
                continue
            met = hexes_met((line, half))
            self.hexes[self.step((line, half))] = self.steps(*met, 1)
            if line:
                self.hexes[self.step((line, -half))] = self.steps(*met, -1)

    def sides_on(self, target: Offset) -> BearingPlaces:
        """Where crests bear on the line to an offset, and the hexes it meets."""
        alone: list[Pair] = []
        together: list[Pair] = []
        meetings: list[Meeting] = []
        hexes: list[tuple[int, int, Meeting]] = []
        for meeting in walk(target):
            match meeting:
                case Crossing():
                    if self.blocks_alone(meeting, target):
                        alone.append(meeting.side)
                    continue
                case Inside(hex=h):
                    hexes.append((self.step(h), self.step(h), meeting))
                case Corner(touched=h):
                    together += (*meeting.left, *meeting.right)
                    if h is not None:
                        hexes.append((self.step(h), self.step(h), meeting))
                case Along(left=left, right=right):
                    together.append(pair(left, right))
                    hexes.append((self.step(left), self.step(right), meeting))
            meetings.append(meeting)
        return self.places(alone, together, meetings, hexes)

    def links_on(self, target: Offset) -> BearingPlaces:
        """Where drawn lines bear on the line to an offset."""
        alone: list[Pair] = []
        together: list[Pair] = []
        meetings: list[Meeting] = []
        crossed = list(links_crossed(target))
        # To the rules all links crossed are alike: one is asked about.
        if crossed and self.blocks_alone(LinkCrossing(*crossed[0]), target):
            alone = [link for _, link in crossed]
        for meeting in links_followed(target):
            meetings.append(meeting)
            if isinstance(meeting, Centre):
                hexes = (*meeting.left, *meeting.right)
                together += (pair(meeting.hex, other) for other in hexes)
            else:
                together.append(meeting.link)
        return self.places(alone, together, meetings)

    def blocks_alone(self, meeting: Meeting, target: Offset) -> bool:
        """Whether what stands at a meeting blocks the line, whatever else it meets."""
        return outcome((meeting,), Everywhere(), target, self.readings) == BLOCKS

    def places(
        self,
        alone: Iterable[Pair],
        together: Iterable[Pair],
        meetings: Iterable[Meeting],
        hexes: Iterable[tuple[int, int, Meeting]] = (),
    ) -> BearingPlaces:
        """Hexsides or links as steps of places."""
        stride = self.stride
        return BearingPlaces(
            tuple([place(side, stride) for side in alone]),
            tuple([place(side, stride) for side in together]),
            tuple(meetings),
            tuple(hexes),
        )

    def fan(self, radius: int) -> Fan:
        """The lines to every hex within a radius, nearest first."""
        found = self.fans.get(radius)
        if found is None:
            targets = tuple(h for r in range(1, radius + 1) for h in ring(Hex(0, 0), r))
            steps = tuple(map(self.step, targets))
            self.hexes_within(radius)
            passed: dict[int, int] = defaultdict(int)
            met: dict[int, int] = defaultdict(int)
            for number, step in enumerate(steps):
                bit, lower = 1 << number, min(step, 0)
                hexes = self.hexes[abs(step)]  # kept from the lower end, which may be the far one
                for h in hexes.passed:
                    passed[lower + h] |= bit
                for h in hexes.others:
                    met[lower + h] |= bit
            shadows = tuple(
                Shadow(step, passed.get(step, 0), passed.get(step, 0) | met.get(step, 0))
                for step in sorted({**passed, **met})
            )
            found = self.fans[radius] = Fan(targets, steps, shadows)
        return found


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

    ``look`` gives CLEAR, UNKNOWN (passes a hex off the map) or BLOCKS between two hexes, and raises
    KeyError if one is not on the map; ``between`` does the same for the cells of two hexes of it.
    """

    ground: Cells
    lines: Lines
    between: Between
    look: Callable[[Hex, Hex], int]

    def fan(self, origin: Hex, radius: int) -> list[tuple[Hex, int]]:
        """The outcome of the line to every other hex of the map within a radius, nearest first.

        Hexes are offsets from the origin. :raises InputError: a radius beyond REACH.
        """
        if not 0 <= radius <= REACH:
            raise InputError(Where("params", part="range"), str(radius), f"0 to {REACH} hexes")
        ground, cell, fan = self.ground, self.ground.cell(origin), self.lines.fan(radius)
        cells, shown = ground.cells, ground.shown
        blocked = unsure = 0
        for step, passed, met in fan.shadows:
            value = cells[cell + step]
            if value:
                unsure |= met
                if value >= BLOCKED:
                    blocked |= passed
        found: list[tuple[Hex, int]] = []
        for target, step, hidden, open_ in zip(
            fan.targets, fan.steps, bits(blocked), bits(unsure), strict=False
        ):
            if shown[cell + step]:
                if hidden == "1":
                    seen = BLOCKS
                else:
                    seen = self.between(cell, cell + step) if open_ == "1" else CLEAR
                found.append((target, seen))
        return found


def bits(number: int) -> Iterator[str]:
    """Yield the binary digits of a number, the lowest first, without end."""
    return chain(reversed(f"{number:b}"), repeat("0"))


def sight_on(ground: Cells, readings: SightReadings, lines: Lines | None = None) -> Sight:
    """Lines of sight on a map; lines for the same stride and readings may be given."""
    if lines is None or (lines.stride, lines.readings) != (ground.stride, readings):
        lines = Lines(ground.stride, readings)
    between = looker(ground, lines)
    return Sight(ground, lines, between, hex_looker(ground, between))


def looker(ground: Cells, lines: Lines) -> Between:
    """The function that looks from cell to cell; it has what it needs at hand."""
    cells, known = ground.cells, lines.hexes.get

    def between(cell: int, other: int) -> int:
        if other < cell:  # a line is the same both ways
            cell, other = other, cell
        met = known(other - cell)
        if met is None:
            met = kept(lines.hexes, lines.hexes_on, ground, cell, other)
        there = 0
        for step in met[0]:
            value = cells[cell + step]
            if value:
                if value >= BLOCKED:
                    return BLOCKS
                there |= value
        for step in met[1]:
            there |= cells[cell + step]
        return looked_into(ground, lines, cell, other, there) if there else CLEAR

    return between


def hex_looker(ground: Cells, between: Between) -> Callable[[Hex, Hex], int]:
    """The function that looks from hex to hex."""
    stride, line0, half0, shown = ground.stride, ground.line0, ground.half0, ground.shown
    size = len(shown)

    def look(a: Hex, b: Hex) -> int:
        x, y = a[1] - half0, b[1] - half0
        cell, other = ((a[0] - line0) * stride + x) >> 1, ((b[0] - line0) * stride + y) >> 1
        # Far beyond the map a hex would be counted as a cell of another line.
        if 0 <= x < stride and 0 <= cell < size and shown[cell]:
            if 0 <= y < stride and 0 <= other < size and shown[other]:
                return between(cell, other)
            raise KeyError(b)
        raise KeyError(a)

    return look


def looked_into(ground: Cells, lines: Lines, cell: int, other: int, there: int) -> int:
    """The outcome of a line that no hex it passes blocks. ``there`` is what its cells hold."""
    first, offset = PLACES * cell, other - cell
    judged: tuple[Meeting, ...] = ()
    if there & LINK:
        links = lines.links.get(offset) or kept(lines.links, lines.links_on, ground, cell, other)
        for step in links.alone:
            if ground.links[first + step]:
                return BLOCKS
        if any(ground.links[first + step] for step in links.together):
            judged = links.meetings
    if there & (CREST | EFFECT):
        sides = lines.sides.get(offset) or kept(lines.sides, lines.sides_on, ground, cell, other)
        for step in sides.alone:
            if ground.crests[first + step]:
                return BLOCKS
        if there & CREST and any(ground.crests[first + step] for step in sides.together):
            judged += sides.meetings
        elif there & EFFECT:  # what meets clear hexes only does nothing, and most are clear
            cells = ground.cells
            judged += tuple(
                [met for a, b, met in sides.hexes if (cells[cell + a] | cells[cell + b]) & EFFECT]
            )
    if not judged:
        return CLEAR
    return outcome(
        judged,
        Around(ground, cell),
        ground.offset(cell, other),
        lines.readings,
    )


def kept(
    known: dict[int, T], find: Callable[[Offset], T], ground: Cells, cell: int, other: int
) -> T:
    """Find something about a line and keep it, if no other offset on a map is as many cells."""
    target = ground.offset(cell, other)
    found = find(target)
    if distance(Hex(0, 0), Hex(*target)) <= REACH:
        known[other - cell] = found
    return found
