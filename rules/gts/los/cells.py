"""What bears on sight on a map, laid out in cells, so that a line's hexes are fixed steps away.

A hex is one cell: ``((line - line0) * stride + half - half0) / 2``. With an odd stride this is a
whole number for every hex and, because neighbours have no parity, the way from one hex to another
is the same difference of cells everywhere. The cells reach ``REACH`` hexes beyond the map on
all sides, so nothing within that range of a hex of the map needs a check of bounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, replace

from clubroute.builder.grid import Hex, Hexside
from clubroute.rules.gts.los.blocking import UNKNOWN
from clubroute.rules.gts.los.geometry import Offset, Pair
from clubroute.rules.gts.los.line_rules import NOTHING, STANDS

REACH = 32
"""How far beyond the map the cells go, in hexes: the longest range of a fan."""

EFFECT = 3
"""The bits of a cell that hold the effect of its hex."""
DRAWN = 4
"""The bit of a cell with a crest on its hexsides or a line drawn in it."""

PLACES = 6
"""Places of a cell: crests on the three hexsides towards higher hexes, then lines drawn to them."""
UPWARD: Mapping[Offset, int] = {(0, 2): 0, (1, -1): 1, (1, 1): 2}
LINKS = 3


@dataclass(frozen=True, slots=True)
class Features:
    """What bears on sight: effect of each hex of the map, crest hexsides, drawn lines as links."""

    effects: Mapping[Hex, int]
    crests: Set[Hexside] = frozenset()
    lines: Set[Hexside] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """A map's sight, by cell.

    ``cell_of`` gives the cell of every hex of the map; ``shown`` is 1 in these cells. ``cells``
    holds the effect of each hex, UNKNOWN off the map, and DRAWN. ``places`` holds 1 where there is
    a crest or a drawn line: ``PLACES`` to a cell.
    """

    line0: int
    half0: int
    stride: int
    cell_of: Mapping[Hex, int]
    shown: bytes
    cells: bytes
    places: bytes

    def cell(self, h: Hex) -> int:
        """The cell of a hex on or near the map."""
        return ((h[0] - self.line0) * self.stride + h[1] - self.half0) >> 1

    def hex(self, cell: int) -> Hex:
        """The hex of a cell."""
        line, half = divmod(2 * cell, self.stride)
        return Hex(line + self.line0, half + self.half0)

    @property
    def drawn(self) -> bool:
        """Whether there is a crest or a drawn line anywhere."""
        return 1 in self.places

    def changed(self, effects: Mapping[Hex, int], gone: Iterable[Hexside]) -> Cells:
        """The same map with other effects in some of its hexes, and without some drawn lines."""
        cells, places = bytearray(self.cells), bytearray(self.places)
        for h, effect in effects.items():
            cell = self.cell(h)
            cells[cell] = effect | cells[cell] & DRAWN
        for link in gone:
            places[PLACES * self.cell(link.a) + place_of(link, LINKS)] = 0
        return replace(self, cells=bytes(cells), places=bytes(places))


@dataclass(frozen=True, slots=True)
class Around:
    """What stands around a cell, as the rules of a line ask for it."""

    ground: Cells
    cell: int

    def effect(self, h: Offset) -> int:
        """The effect of a hex."""
        ground = self.ground
        return ground.cells[self.cell + (h[0] * ground.stride + h[1] >> 1)] & EFFECT

    def crest(self, side: Pair) -> bool:
        """Whether a hexside is a crest."""
        return bool(self.ground.places[self.place(side, 0)])

    def line(self, link: Pair) -> int:
        """STANDS or NOTHING between the centres of two adjacent hexes."""
        return STANDS if self.ground.places[self.place(link, LINKS)] else NOTHING

    def place(self, side: Pair, first: int) -> int:
        """The place of a crest (``first`` 0) or a link (LINKS)."""
        line, half = side[0]
        cell = self.cell + (line * self.ground.stride + half >> 1)
        return PLACES * cell + place_of(side, first)


def place_of(side: Pair | Hexside, first: int) -> int:
    """The place of a crest (``first`` 0) or a link (LINKS) in the cell of its lower hex."""
    a, b = side
    return first + UPWARD[b[0] - a[0], b[1] - a[1]]


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
    cell_of = {h: ((h[0] - line0) * stride + h[1] - half0) >> 1 for h in hexes}
    shown, cells = bytearray(size), bytearray([UNKNOWN]) * size
    for cell, effect in zip(cell_of.values(), hexes.values(), strict=True):
        shown[cell] = 1
        cells[cell] = effect
    places = bytearray(PLACES * size)
    ground = Cells(line0, half0, stride, cell_of, bytes(shown), b"", b"")
    for sides, first in ((features.crests, 0), (features.lines, LINKS)):
        for side in sides:
            lower = ground.cell(side.a)
            places[PLACES * lower + place_of(side, first)] = 1
            cells[lower] |= DRAWN
            cells[ground.cell(side.b)] |= DRAWN
    return replace(ground, cells=bytes(cells), places=bytes(places))
