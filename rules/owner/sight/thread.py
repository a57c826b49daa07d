"""What the line-of-sight thread of a module of the series paints, object by object.

It is the module's own way, slips included, and no rule of ours: it paints what it finds in the way
and gives no verdict. Described from its behaviour; what it does otherwise than a rulebook has a
name of its own in :mod:`clubroute.rules.owner.sight.reasons`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from clubroute.builder.errors import InputError, Where
from clubroute.builder.grid import Hex, Lattice
from clubroute.builder.vassal.buildfile import Element
from clubroute.builder.vassal.terrain_lines import (
    DEFINITIONS,
    BoardTerrain,
    GridCell,
    Pair,
    definitions_of,
    read_terrain,
    words_in,
)
from clubroute.rules.logs.grids.hexgrid import (
    HexGrid,
    Pixel,
    Snapping,
    java_round,
)
from clubroute.rules.logs.grids.layout import LaidBoard, MapLayout
from clubroute.rules.logs.grids.maps import read_maps
from clubroute.rules.logs.grids.printed import hexes_of
from clubroute.rules.owner.modules.boards import BoardHexes, centre_of, shifts_of
from clubroute.rules.owner.modules.facts import texts_of
from clubroute.rules.owner.modules.importing import ReadModule
from clubroute.rules.owner.modules.module_file import ModuleFile
from clubroute.rules.owner.sight.shapes import (
    FAT,
    Spot,
    exact_centre,
    fat_hexside,
    hex_outline,
    hexside_line,
    lines_meet,
    moved,
    overlap,
    single,
    sliver,
    whole_centre,
)

NEAR = 60
"""Px beyond the line's box in which the thread looks for the middles of things."""
SAME = 5
"""Px that a middle may be off a centre, and a distance off another."""
OWN_EDGE = 15
"""Px by which the end of a hexside may be farther from a centre than half a hex."""
PARALLEL = 0.05
"""By which the slope to a hex may differ from that of the line."""
BARRAGE = "Barrage"


@dataclass(frozen=True, slots=True)
class Flags:
    """What a module's words do to sight: which block, and which may."""

    blocking: frozenset[str] = frozenset()
    possible: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ModuleFlags:
    """The flags of a module's terrain by kind."""

    hex: Flags = Flags()
    hexside: Flags = Flags()
    tag: Flags = Flags()


@dataclass(slots=True, eq=False)
class ThreadObject:
    """Something in the way: a hex, or the hexside between two (``other`` is the second cell).

    ``possible`` may change while the thread is used: what has been upgraded stays so.
    """

    board: str
    cell: GridCell
    other: GridCell | None
    middle: Spot
    reasons: list[str]
    possible: bool = False
    centre: Pixel | None = None
    shape: list[Spot] = field(default_factory=list)
    fat: list[Spot] = field(default_factory=list)
    ends: tuple[Spot, Spot] | None = None

    @property
    def is_hex(self) -> bool:
        return self.other is None

    def is_at(self, point: Pixel) -> bool:
        """Whether it is the hex, or the middle, at an end of a line."""
        if self.is_hex:
            return self.centre == point
        return abs(point.x - self.middle[0]) < SAME and abs(point.y - self.middle[1]) < SAME

    def met_by(self, line: Line) -> bool:
        """Whether a line meets it."""
        if line.along:
            return overlap(line.shape, self.fat)
        if self.ends is not None:
            return lines_meet(*self.ends, line.start, line.end)
        return overlap(line.shape, self.shape)

    def far_from(self, point: Pixel) -> float:
        """Px from its middle."""
        return math.hypot(point.x - self.middle[0], point.y - self.middle[1])


@dataclass(frozen=True, slots=True)
class Line:
    """A line from one point of the map to another; ``along``: the thread takes it for one that runs
    along hexsides."""

    start: Pixel
    end: Pixel
    along: bool
    shape: list[Spot]


@dataclass(frozen=True, slots=True)
class ThreadBoard:
    """A board in play: where it lies, its hexes, and what its text says."""

    laid: LaidBoard
    grid: HexGrid
    terrain: BoardTerrain


class SightThread:
    """The thread over the boards of a game."""

    def __init__(
        self, layout: MapLayout, boards: Sequence[ThreadBoard], flags: ModuleFlags
    ) -> None:
        self._layout, self._boards, self._flags = layout, boards, flags
        self._grids = {board.laid.name: board.grid for board in boards}
        self._things: dict[Spot, ThreadObject] = {}
        self._barrages: list[ThreadObject] = []
        for board in boards:
            self._take(board)

    def lay_barrages(self, points: Iterable[Pixel]) -> None:
        """Have barrage markers at some points of the map, and none elsewhere."""
        self._barrages = []
        for point in points:
            board = self._board_at(point)
            if board is not None:
                self._barrages.append(self._barrage(board, point))

    def look(self, start: Pixel, end: Pixel) -> list[ThreadObject]:
        """What the thread paints for a line between two points, which it may change for later."""
        line = Line(start, end, self.runs_along(start, end), sliver(start, end))
        found = [
            one
            for one in self._near(start, end)
            if not one.is_at(start) and not one.is_at(end) and one.met_by(line)
        ]
        found = self._without_own_crests(found, start, end)
        self._add_barrages(found, line)
        return self._of_both_flanks(found, line) if line.along else found

    def runs_along(self, start: Pixel, end: Pixel) -> bool:
        """Whether the thread takes a line for one along hexsides: by the grid of the board it
        begins on, at points of the map."""
        board = self._board_at(start)
        if board is None:
            return False
        first, second = raw(board.grid, start), raw(board.grid, end)
        across, down = second.column - first.column, second.row - first.row
        if first.column % 2 == second.column % 2:
            return down == 0 or 2 * down in (3 * across, -3 * across)
        off = 1 if first.column % 2 == 0 else -1
        return 2 * down + off in (3 * across, -3 * across)

    def _take(self, board: ThreadBoard) -> None:
        """Take over what blocks on a board: hexsides, then hexes, then tags."""
        flags = self._flags
        for pair, painted in board.terrain.sides.items():
            if painted.word in flags.hexside.blocking:
                self._set(hexside_of(board, pair, painted.word))
        for cell, painted in board.terrain.hexes.items():
            possible = painted.word in flags.hex.possible
            if possible or painted.word in flags.hex.blocking:
                self._set(self._hex(board, cell, painted.word, possible))
        for cell, word in board.terrain.tags:
            possible = word in flags.tag.possible
            if possible or word in flags.tag.blocking:
                self._tag(self._hex(board, cell, word, possible, tagged=True))

    def _tag(self, one: ThreadObject) -> None:
        """A tag joins what is in its hex already, and may upgrade it."""
        before = self._things.get(one.middle)
        if before is None:
            self._set(one)
            return
        before.reasons += [word for word in one.reasons if word not in before.reasons]
        before.possible = before.possible and one.possible

    def _set(self, one: ThreadObject) -> None:
        boards = [board.laid for board in self._boards]
        x, y = one.middle
        low = min(b.x for b in boards), min(b.y for b in boards)
        high = max(b.x + b.width for b in boards), max(b.y + b.height for b in boards)
        if low[0] <= x <= high[0] and low[1] <= y <= high[1]:
            self._things[one.middle] = one

    def _hex(
        self, board: ThreadBoard, cell: GridCell, word: str, possible: bool, tagged: bool = False
    ) -> ThreadObject:
        laid, grid = board.laid, board.grid
        exact = exact_centre(grid, *cell)
        drawn = whole_centre(grid, *cell)
        rounded = Pixel(java_round(exact[0]), java_round(exact[1]))
        shown = grid.centre(rounded, self._layout.snapping) if tagged else drawn
        return ThreadObject(
            laid.name,
            cell,
            None,
            (single(exact[0] + laid.x), single(exact[1] + laid.y)),
            [word],
            possible,
            self._layout.snap(int(exact[0]) + laid.x, int(exact[1]) + laid.y),
            moved(hex_outline(grid, shown), laid.x, laid.y),
            moved(hex_outline(grid, drawn, FAT), laid.x, laid.y),
        )

    def _barrage(self, board: ThreadBoard, point: Pixel) -> ThreadObject:
        found = raw(board.grid, board.grid.centre(board.laid.local(point), self._layout.snapping))
        cell = GridCell(found.row, found.column) if board.grid.sideways else found
        one = self._hex(board, cell, BARRAGE, possible=False)
        one.middle = (point.x, point.y)
        return one

    def _board_at(self, point: Pixel) -> ThreadBoard | None:
        return next((board for board in self._boards if board.laid.holds(point)), None)

    def _near(self, start: Pixel, end: Pixel) -> Iterator[ThreadObject]:
        left, right = min(start.x, end.x) - NEAR, max(start.x, end.x) + NEAR
        top, bottom = min(start.y, end.y) - NEAR, max(start.y, end.y) + NEAR
        for (x, y), one in self._things.items():
            if left <= x <= right and top <= y <= bottom:
                yield one

    def _without_own_crests(
        self, found: list[ThreadObject], start: Pixel, end: Pixel
    ) -> list[ThreadObject]:
        """Leave out the crests of one end's hex; with some of both ends, all of them stay."""
        of_start = [one for one in found if self._is_edge_of(one, start)]
        of_end = [one for one in found if one not in of_start and self._is_edge_of(one, end)]
        if of_start and of_end:
            return found
        at = ([start] if of_start else []) + ([end] if of_end else [])
        return [one for one in found if not any(self._is_edge_of(one, point) for point in at)]

    def _is_edge_of(self, one: ThreadObject, point: Pixel) -> bool:
        board = self._board_at(point)
        if one.ends is None or board is None:
            return False
        far = board.grid.dy / 2 + OWN_EDGE
        return all(far > math.hypot(point.x - x, point.y - y) for x, y in one.ends)

    def _add_barrages(self, found: list[ThreadObject], line: Line) -> None:
        """Barrages join; a hex that is there already is taken for blocked from then on."""
        for one in self._barrages:
            if one.is_at(line.start) or one.is_at(line.end) or not one.met_by(line):
                continue
            same = next((hex_ for hex_ in found if hex_.is_hex and hex_.cell == one.cell), None)
            if same is None:
                found.append(one)
            else:
                same.possible = False

    def _of_both_flanks(self, found: list[ThreadObject], line: Line) -> list[ThreadObject]:
        """Of hexes beside a line along hexsides those that have another as far off, which is taken
        for the one on the other hand of it; and those the line runs through."""
        hexes = [one for one in found if one.is_hex]
        kept = []
        for one in found:
            far = one.far_from(line.start)
            flanked = any(
                other is not one and abs(far - other.far_from(line.start)) < SAME for other in hexes
            )
            if not one.is_hex or on_the_way(line.start, line.end, one.middle) or flanked:
                kept.append(one)
        return kept


def raw(grid: HexGrid, point: Pixel) -> GridCell:
    """The thread's column and row of a point; of a sideways grid with x and y swapped."""
    x, y = (point.y, point.x) if grid.sideways else (point.x, point.y)
    column = math.floor((x - grid.x0) / grid.dx + 0.5)
    low = 0.0 if java_round((x - grid.x0) / grid.dx) % 2 == 0 else grid.dy / 2
    return GridCell(column, java_round((y - grid.y0 - low) / grid.dy))


def hexside_of(board: ThreadBoard, pair: Pair, word: str) -> ThreadObject:
    """A hexside of a board as something in the way."""
    laid, grid = board.laid, board.grid
    middle, first, second = hexside_line(
        grid, exact_centre(grid, *pair.a), exact_centre(grid, *pair.b)
    )
    (x, y), *ends = moved([middle, first, second], laid.x, laid.y)
    return ThreadObject(
        laid.name,
        pair.a,
        pair.b,
        (x, y),
        [word],
        ends=(ends[0], ends[1]),
        fat=fat_hexside(ends[0], ends[1]),
    )


def on_the_way(start: Pixel, end: Pixel, middle: Spot) -> bool:
    """Whether a middle is taken to lie on a line: it is seen in the same direction."""
    if end.x == start.x and abs(middle[0] - start.x) < SAME:
        return True
    slope = slope_of(end.x - start.x, end.y - start.y)
    other = slope_of(single(middle[0] - start.x), single(middle[1] - start.y))
    return abs(slope - other) < PARALLEL


def slope_of(across: float, down: float) -> float:
    """A slope as Java divides."""
    if across:
        return down / across
    return math.nan if not down else math.copysign(math.inf, down)


# Reads the thread of a module: its boards as a new game has them, their terrain, and its flags.

YES = "true"


@dataclass(frozen=True, slots=True)
class ModuleSight:
    """The thread of a module, and where our hexes are on its map."""

    thread: SightThread
    layout: MapLayout
    places: dict[Hex, Pixel]
    hexes: BoardHexes

    def hexes_of(self, one: ThreadObject) -> tuple[Hex, ...]:
        """The hex of an obstacle on our lattice, or the two of a hexside; none off our map."""
        board = self.hexes.boards[one.board]
        cells = [one.cell] if one.other is None else [one.cell, one.other]
        found = [self.hexes.hex_of(board, cell) for cell in cells]
        if len(cells) > 1 and None in found:
            pair = self.hexes.pair_of(board, one.cell, one.other or one.cell)
            found = list(pair or ())
        return tuple(h for h in found if h is not None)


def read_sight(read: ReadModule, told: ModuleFile, lattice: Lattice) -> ModuleSight:
    """Read the thread of a module. :raises InputError: no map of it has hexes in numbers."""
    one = read_maps(read.archive).maps.get(told.window)
    if one is None:
        where = Where.of(Path(read.path))
        raise InputError(where, "no map with hexes in numbers", "boards to look over")
    hexes = BoardHexes(one, lattice, told.rules, shifts_of(told))
    layout = one.laid_out(None, Snapping.HEXES)
    texts = texts_of({entry.name: entry.data for entry in read.archive.entries})
    defined = definitions_of(read.root)
    boards = [
        ThreadBoard(laid, grid, read_terrain(texts.get(laid.name, b""), defined))
        for laid in layout.boards
        if (grid := hexes_of(one.boards[laid.name].grid)) is not None
    ]
    thread = SightThread(layout, boards, flags_of(read.root))
    return ModuleSight(thread, layout, dict(places_of(layout, hexes)), hexes)


def flags_of(root: Element) -> ModuleFlags:
    """What a module's words do to sight. Of hexsides those that only may block do nothing."""
    defined = [one for one in root.children if one.tag == DEFINITIONS]

    def named(kind: str, flag: str) -> frozenset[str]:
        words = words_in(defined, kind)
        return frozenset(one.get("name") for one in words if one.get(flag) == YES)

    return ModuleFlags(
        Flags(named("Hex", "blocking"), named("Hex", "PossBlocking")),
        Flags(named("Edge", "blocking")),
        Flags(named("Attribute", "blocking"), named("Attribute", "PossBlocking")),
    )


def places_of(layout: MapLayout, hexes: BoardHexes) -> Iterator[tuple[Hex, Pixel]]:
    """Where the centres of our hexes are on a module's map: a piece dropped there stays there."""
    seen: set[Hex] = set()
    for laid in layout.boards:
        board = hexes.boards[laid.name]
        for cell, here in sorted(board.shown.items()):
            place = place_of(laid, cell, hexes)
            if here not in seen and place is not None and layout.snap(*place) == place:
                seen.add(here)
                yield here, place


def place_of(laid: LaidBoard, cell: GridCell, hexes: BoardHexes) -> Pixel | None:
    """The centre of a cell on the map."""
    centre = centre_of(hexes.boards[laid.name], cell)
    return None if centre is None else laid.on_map(centre)
