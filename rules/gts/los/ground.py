"""What blocks sight on a map, laid out in cells so that a line's hexes are whole-number steps away.

A hex is one cell: ``((line - line0) * stride + half - half0) / 2``. With an odd stride this is a
whole number for every hex and, because neighbours have no parity, the way from one hex to another
is the same difference of cells everywhere. The cells reach ``REACH`` hexes beyond the map on
all sides, so nothing within that range of a hex of the map needs a check of bounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from operator import or_

from clubroute.builder.grid import NEIGHBOUR_OFFSETS, Hex, Hexside, hexside, neighbours
from clubroute.rules.gts.los.blocking import UNKNOWN
from clubroute.rules.gts.los.geometry import Offset, hands
from clubroute.rules.gts.los.readings import Readings

REACH = 32
"""How far beyond the map the cells go, in hexes: the longest range of a fan."""

MARKED = 4
TO_MARKED = bytes(MARKED * (value > 0) for value in range(256))

# Hexsides, links and vertices are marked in the cell of their lowest hex. The neighbours that
# make it the lower of two, and the bit of a crest and of a link towards each:
UPWARD: Mapping[Offset, int] = {(0, 2): 0, (1, -1): 1, (1, 1): 2}
CREST = 1
LINK = 8
# At a vertex (0: the lowest hex's neighbours are (0, 2), (1, 1); 1: (1, -1), (1, 1)) the hex
# numbered 0..2 in order is special; bit 3 * vertex + number.
PASSED = 64  # a crest passes to the other side of a line that only touches that hex
FORKED = 64 << 6  # a crest runs along both hexsides of that hex at the vertex
# Along a hexside: a crest comes to it from one side of it and leaves it to the other.
SHIFTED = 64 << 12  # bit: as CREST
# At a centre: drawn lines go off to both hands of a line through it.
SPLIT = 64 << 15  # between the neighbours; bit: the first neighbour on the left, modulo 3
AXIS = 64 << 18  # towards a neighbour; bit: which neighbour, modulo 3


@dataclass(frozen=True, slots=True)
class Features:
    """What bears on sight: effect of each hex of the map, crest hexsides, drawn lines as links."""

    effects: Mapping[Hex, int]
    crests: Set[Hexside] = frozenset()
    lines: Set[Hexside] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """A map's sight, by cell.

    ``cell_of`` gives the cell of every hex of the map, ``shown`` is 1 in these cells. ``effects``
    holds the effect of each hex. ``marks`` holds the crests and drawn lines of a cell as bits
    (empty if there are none), ``bits`` has each of those bits by itself, ``near`` is 1 where there
    are some in the cell or next to it. ``cells`` are the effects with ``MARKED`` added where there
    are marks. ``chains[d]`` is by cell: how many links back along direction ``d`` the drawn line
    that goes off to one hand here went off to the other.
    """

    readings: Readings
    line0: int
    half0: int
    stride: int
    cell_of: Mapping[Hex, int]
    effects: bytes
    shown: bytes
    cells: bytes
    marks: tuple[int, ...] = ()
    bits: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    near: bytes = b""
    chains: tuple[Mapping[int, int], ...] = ()

    def cell(self, h: Hex) -> int:
        """The cell of a hex on or near the map."""
        return ((h[0] - self.line0) * self.stride + h[1] - self.half0) >> 1

    def hex(self, cell: int) -> Hex:
        """The hex of a cell."""
        line, half = divmod(2 * cell, self.stride)
        return Hex(line + self.line0, half + self.half0)

    def with_effects(self, changed: Mapping[Hex, int]) -> Ground:
        """The same ground with other effects in some hexes of the map."""
        effects, cells = bytearray(self.effects), bytearray(self.cells)
        for h, effect in changed.items():
            cell = self.cell(h)
            effects[cell] = effect
            cells[cell] = effect | cells[cell] & MARKED
        return replace(self, effects=bytes(effects), cells=bytes(cells))


def ground_of(features: Features, readings: Readings, reach: int = REACH) -> Ground:
    """Lay out a map's features. :raises ValueError: a map without hexes."""
    hexes = features.effects
    if not hexes:
        raise ValueError("a map without hexes")
    lines = [h[0] for h in hexes]
    halves = [h[1] for h in hexes]
    line0 = min(lines) - reach - 1
    half0 = min(halves) - 2 * reach - 2
    if (line0 + half0) % 2 == 0:
        half0 -= 1
    stride = max(halves) - half0 + 1  # the room beyond serves the end of one line and the next
    stride += 1 - stride % 2
    size = ((max(lines) - line0 + reach + 2) * stride) // 2 + 1
    effects, shown = bytearray(size), bytearray(size)
    cell_of: dict[Hex, int] = {}
    for h, effect in hexes.items():
        cell = cell_of[h] = ((h[0] - line0) * stride + h[1] - half0) >> 1
        effects[cell] = effect
        shown[cell] = 1
    # A line that leaves the map passes one of the hexes that border it: they stand for the rest.
    rows = [(dl * stride + dh) // 2 for dl, dh in NEIGHBOUR_OFFSETS]
    outside = {
        cell + row for cell in border_cells(shown, rows) for row in rows if not shown[cell + row]
    }
    for cell in outside:
        effects[cell] = UNKNOWN
    found = Ground(
        readings,
        line0,
        half0,
        stride,
        cell_of,
        effects=bytes(effects),
        shown=bytes(shown),
        cells=bytes(effects),
    )
    if not features.crests and not features.lines:
        return found
    marks = marks_of(features)
    column = [0] * size
    for h, bits in marks.items():
        column[found.cell(h)] |= bits
    marked = bytes(map(bool, column))
    return replace(
        found,
        marks=tuple(column),
        cells=bytes(map(or_, effects, marked.translate(TO_MARKED))),
        near=grown(marked, rows),
        bits={cell: single_bits(mask) for cell, mask in enumerate(column) if mask},
        chains=chains_of(features.lines, found),
    )


def border_cells(shown: bytes | bytearray, rows: Iterable[int]) -> list[int]:
    """Cells of the map with a neighbour that is not on it."""
    size = len(shown)
    here = int.from_bytes(shown, "little")
    inner = here
    for row in rows:
        inner &= here >> 8 * row if row > 0 else here << -8 * row
    edge = (here & ~inner).to_bytes(size, "little")
    found, cell = [], edge.find(1)
    while cell >= 0:
        found.append(cell)
        cell = edge.find(1, cell + 1)
    return found


def grown(marked: bytes, rows: Iterable[int]) -> bytes:
    """1 in every cell that is marked, or next to one that is."""
    here = near = int.from_bytes(marked, "little")
    for row in rows:
        near |= here << 8 * row if row > 0 else here >> -8 * row
    return (near & ~(-1 << 8 * len(marked))).to_bytes(len(marked), "little")


def marks_of(features: Features) -> dict[Hex, int]:
    """The bits of every hex that is the lowest at a crest, link or vertex, or a line's centre."""
    crests, lines = features.crests, features.lines
    marks: dict[Hex, int] = {}

    def mark(h: Hex, bits: int) -> None:
        marks[h] = marks.get(h, 0) | bits

    for a, b in crests:
        bit = UPWARD[b[0] - a[0], b[1] - a[1]]
        mark(a, CREST << bit)
        if shifted(Hexside(a, b), crests):
            mark(a, SHIFTED << bit)
    for corner in {corner for side in crests for corner in corners(side)}:
        mark(corner[0], corner_marks(corner, crests))
    for a, b in lines:
        mark(a, LINK << UPWARD[b[0] - a[0], b[1] - a[1]])
    for h in {h for link in lines for h in link}:
        drawn = [hexside(h, n) in lines for n in neighbours(h)] * 2
        for k in range(3):
            if any(drawn[k : k + 3]) and any(drawn[k + 3 : k + 6]):
                mark(h, SPLIT << k)
            if any(drawn[k + 1 : k + 3]) and any(drawn[k + 4 : k + 6]):
                mark(h, AXIS << k)
    return marks


def single_bits(mask: int) -> tuple[int, ...]:
    """The bits of a mask, each as a mask by itself."""
    return tuple(1 << k for k in range(mask.bit_length()) if mask >> k & 1)


def corners(side: Hexside) -> tuple[tuple[Hex, Hex, Hex], ...]:
    """The two vertices of a hexside, each as the three hexes that meet there, in order."""
    a, b = side
    k = NEIGHBOUR_OFFSETS.index((b[0] - a[0], b[1] - a[1]))
    around = neighbours(a)
    found = []
    for beside in (around[k - 1], around[(k + 1) % 6]):
        first, second, third = sorted((a, b, beside))
        found.append((first, second, third))
    return tuple(found)


def corner_bit(corner: Sequence[Offset], special: Offset) -> int:
    """The bit number of one of the three hexes (in order) at a vertex."""
    vertex = 0 if corner[1][0] == corner[0][0] else 1
    return 3 * vertex + corner.index(special)


def corner_marks(corner: tuple[Hex, Hex, Hex], crests: Set[Hexside]) -> int:
    """What the crests at a vertex do to lines through it."""
    opposite = [hexside(corner[k - 2], corner[k - 1]) in crests for k in range(3)]
    bits = 0
    for k, special in enumerate(corner):
        beside = (opposite[k - 2], opposite[k - 1])
        bit = corner_bit(corner, special)
        if opposite[k] and any(beside):
            bits |= PASSED << bit
        if all(beside):
            bits |= FORKED << bit
    return bits


def shifted(side: Hexside, crests: Set[Hexside]) -> bool:
    """Whether a crest comes to a crest hexside from one side and leaves it to the other."""
    a, b = side
    x, y = ({*corner} - {a, b} for corner in corners(side))
    (before,), (after,) = x, y
    return any(
        hexside(before, near) in crests and hexside(after, far) in crests
        for near, far in ((a, b), (b, a))
    )


def chains_of(lines: Set[Hexside], ground: Ground) -> tuple[dict[int, int], ...]:
    """For each direction, by cell: the fewest links back to a hex with a link to the other hand."""
    ends = {h for link in lines for h in link}
    found: tuple[dict[int, int], ...] = tuple({} for _ in NEIGHBOUR_OFFSETS)
    for direction, (dl, dh) in enumerate(NEIGHBOUR_OFFSETS):
        beside = {h: drawn_beside(h, direction, lines) for h in ends}
        for h, (left, right) in beside.items():
            back, links = h, 0
            while left or right:
                before = Hex(back.line - dl, back.half - dh)
                if hexside(before, back) not in lines:
                    break
                back, links = before, links + 1
                other_left, other_right = beside[back]
                if (left and other_right) or (right and other_left):
                    found[direction][ground.cell(h)] = links
                    break
    return found


def drawn_beside(h: Hex, direction: int, lines: Set[Hexside]) -> tuple[bool, bool]:
    """Whether a hex has links to the left and to the right of a line in a direction."""
    left, right = hands(h, 3 * NEIGHBOUR_OFFSETS[direction][0], NEIGHBOUR_OFFSETS[direction][1])
    here = Hex(*h)
    return (
        any(hexside(here, Hex(*n)) in lines for n in left),
        any(hexside(here, Hex(*n)) in lines for n in right),
    )
