"""What bears on sight on a map, laid out in cells, so that a line's hexes are fixed steps away.

A hex is one cell: ``((line - line0) * stride + half - half0) / 2``. With an odd stride this is a
whole number for every hex of a lattice (``line + half`` is odd for all of them, and for the corner
``line0, half0``) and, because neighbours have no parity, the way from one hex to another is the
same difference of cells everywhere. The cells reach ``REACH`` hexes beyond the map on all sides, so
nothing within that range of a hex of the map needs a check of bounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, replace

from clubroute.builder.grid import Hex, Hexside
from clubroute.rules.gts.los.blocking import BLOCKS, UNKNOWN
from clubroute.rules.gts.los.geometry import Offset, Pair
from clubroute.rules.gts.los.line_rules import NOTHING, STANDS

REACH = 32
"""How far beyond the map the cells go, in hexes: the longest range of a fan."""

EFFECT = 3
"""The bits of a cell that hold the effect of its hex."""
CREST = 4
LINK = 8
"""The bits of a cell with a crest on its hexsides, and with a line drawn in it."""
BLOCKED = 16
"""The highest bit, of a cell whose hex blocks: it outweighs the others."""

PLACES = 3
"""Places of a cell, for its hexsides towards higher hexes, or for the links to their centres."""
UPWARD: Mapping[Offset, int] = {(0, 2): 0, (1, -1): 1, (1, 1): 2}


@dataclass(frozen=True, slots=True)
class Features:
    """What bears on sight: effect of each hex of the map, crest hexsides, drawn lines as links."""

    effects: Mapping[Hex, int]
    crests: Set[Hexside] = frozenset()
    lines: Set[Hexside] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """A map's sight, by cell.

    ``shown`` is 1 in the cells of the hexes of the map. ``cells``
    holds the effect of each hex, UNKNOWN off the map, and the bits above. ``crests`` and ``links``
    hold 1 where there is a crest or a drawn line, ``PLACES`` to a cell.
    """

    line0: int
    half0: int
    stride: int
    shown: bytes
    cells: bytes
    crests: bytes
    links: bytes

    def cell(self, h: Hex) -> int:
        """The cell of a hex on or near the map."""
        return ((h[0] - self.line0) * self.stride + h[1] - self.half0) >> 1

    def place(self, side: Hexside) -> int:
        """The place of a hexside or link of the map."""
        a, b = side
        return PLACES * self.cell(a) + UPWARD[b.line - a.line, b.half - a.half]

    def offset(self, cell: int, other: int) -> Offset:
        """The way from one cell's hex to another's."""
        line, half = divmod(2 * cell, self.stride)
        far_line, far_half = divmod(2 * other, self.stride)
        return far_line - line, far_half - half

    @property
    def drawn(self) -> bool:
        """Whether there is a crest or a drawn line anywhere."""
        return 1 in self.crests or 1 in self.links

    def changed(self, effects: Mapping[Hex, int], gone: Iterable[Hexside]) -> Cells:
        """The same map with other effects in some of its hexes, and without some drawn lines."""
        cells, links = bytearray(self.cells), bytearray(self.links)
        for h, effect in effects.items():
            cell = self.cell(h)
            cells[cell] = value_of(effect) | cells[cell] & (CREST | LINK)
        for link in gone:
            links[self.place(link)] = 0
        return replace(self, cells=bytes(cells), links=bytes(links))


@dataclass(slots=True)
class Around:
    """What stands around a cell, as the rules of a line ask for it. Not frozen: that is slower."""

    ground: Cells
    cell: int

    def effect(self, h: Offset) -> int:
        """The effect of a hex."""
        ground = self.ground
        return ground.cells[self.cell + (h[0] * ground.stride + h[1] >> 1)] & EFFECT

    def crest(self, side: Pair) -> bool:
        """Whether a hexside is a crest."""
        ground = self.ground
        return bool(ground.crests[PLACES * self.cell + place(side, ground.stride)])

    def line(self, link: Pair) -> int:
        """STANDS or NOTHING between the centres of two adjacent hexes."""
        ground = self.ground
        stands = ground.links[PLACES * self.cell + place(link, ground.stride)]
        return STANDS if stands else NOTHING


def value_of(effect: int) -> int:
    """What a cell holds for the effect of its hex."""
    return effect | BLOCKED if effect == BLOCKS else effect


def place(side: Pair, stride: int) -> int:
    """The place of a hexside or link, as a step from those of the first hex."""
    (line, half), (far_line, far_half) = side
    return PLACES * (line * stride + half >> 1) + UPWARD[far_line - line, far_half - half]


def lay_out(features: Features, reach: int = REACH) -> Cells:
    """Lay out a map's features. :raises ValueError: a map without hexes."""
    hexes = features.effects
    if not hexes:
        raise ValueError("a map without hexes")
    lines, halves = {h[0] for h in hexes}, {h[1] for h in hexes}
    line0 = min(lines) - reach - 1
    half0 = min(halves) - 2 * reach - 2
    if (line0 + half0) % 2 == 0:
        half0 -= 1
    stride = max(halves) - half0 + 1  # the room beyond serves the end of one line and the next
    stride += 1 - stride % 2
    size = ((max(lines) - line0 + reach + 2) * stride) // 2 + 1
    shown, cells = bytearray(size), bytearray([UNKNOWN]) * size
    for (line, half), effect in hexes.items():
        cell = ((line - line0) * stride + half - half0) >> 1
        shown[cell] = 1
        cells[cell] = value_of(effect)
    crests, links = bytearray(PLACES * size), bytearray(PLACES * size)
    found = Cells(line0, half0, stride, bytes(shown), b"", b"", b"")
    for sides, drawn, bit in ((features.crests, crests, CREST), (features.lines, links, LINK)):
        for side in sides:
            lower = found.cell(side.a)
            drawn[found.place(side)] = 1
            cells[lower] |= bit
            cells[found.cell(side.b)] |= bit
    return replace(found, cells=bytes(cells), crests=bytes(crests), links=bytes(links))
