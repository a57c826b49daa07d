"""The boards of a map in place, and the names of its points."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from clubroute.rules.logs.grids.hexgrid import (
    GRID_LOCATION,
    HexGrid,
    Numbering,
    Pixel,
    Snapping,
    formatted,
    inside,
    java_round,
)

# Square grids and irregular grids of named places.


@dataclass(frozen=True, slots=True)
class SquareGrid:
    """Rectangles ``dx`` by ``dy`` px; ``x0``, ``y0`` is the centre of the first."""

    dx: float
    dy: float
    x0: int = 24
    y0: int = 24
    snaps: bool = True
    edges: bool = False
    corners: bool = False
    numbering: Numbering | None = None
    size: tuple[int, int] = (0, 0)

    def centre(self, point: Pixel, snapping: Snapping) -> Pixel:
        """The centre of the square a point is in."""
        column = 2 * java_round((point.x - self.x0) / self.dx)
        row = 2 * java_round((point.y - self.y0) / self.dy)
        return self._at(column, row)

    def snap(self, point: Pixel, snapping: Snapping) -> Pixel:
        """Where a piece dropped at a point comes to rest."""
        if not self.snaps:
            return point
        if not (self.edges or self.corners):
            return self.centre(point, snapping)
        x, y = point.x - self.x0, point.y - self.y0
        column, row = java_round(x / (0.5 * self.dx)), java_round(y / (0.5 * self.dy))
        if not self.edges:
            even = row % 2 == 0
            near = x / self.dx
            column = 2 * java_round(near) if even else 1 + 2 * java_round(near - 0.5)
        elif not self.corners and (row % 2 or column % 2 == 0):
            column = 2 * java_round(x / self.dx)
        return self._at(column, row)

    def _at(self, halves_x: int, halves_y: int) -> Pixel:
        x = self.x0 + java_round(halves_x * self.dx / 2)
        return Pixel(x, self.y0 + java_round(halves_y * self.dy / 2))

    def location(self, point: Pixel) -> str | None:
        """The number of the square a point is in."""
        numbering = self.numbering
        if numbering is None:
            return None
        column = math.floor((point.x - self.x0) / self.dx + 0.5)
        # A cast where columns have a floor: above the grid the engine counts one off.
        row = int((point.y - self.y0) / self.dy + 0.5)
        if numbering.descending[0]:
            column = int(self.size[0] / self.dx + 0.5) - column
        if numbering.descending[1]:
            row = int(self.size[1] / self.dy + 0.5) - row
        return numbering.name(column, row)


@dataclass(frozen=True, slots=True)
class RegionGrid:
    """Named points; everything belongs to the nearest."""

    regions: tuple[tuple[str, Pixel], ...]
    snaps: bool = True

    def centre(self, point: Pixel, snapping: Snapping) -> Pixel:
        """The nearest named point; the point itself if there is none."""
        found = self._nearest(point)
        return point if found is None else found[1]

    def snap(self, point: Pixel, snapping: Snapping) -> Pixel:
        """Where a piece dropped at a point comes to rest."""
        return self.centre(point, snapping) if self.snaps else point

    def location(self, point: Pixel) -> str | None:
        """The name of the nearest point."""
        found = self._nearest(point)
        return None if found is None else found[0]

    def _nearest(self, point: Pixel) -> tuple[str, Pixel] | None:
        return min(
            self.regions,
            key=lambda named: (named[1].x - point.x) ** 2 + (named[1].y - point.y) ** 2,
            default=None,
        )


# Zones: parts of a board with grids of their own.

PlainGrid = HexGrid | SquareGrid | RegionGrid


@dataclass(frozen=True, slots=True)
class GridZone:
    """A part of a board inside ``path``, in px of the board. ``grid`` is None where the zone as
    a whole is the place."""

    name: str
    path: tuple[Pixel, ...]
    format: str
    grid: PlainGrid | None


@dataclass(frozen=True, slots=True)
class ZonedGrid:
    """Zones, the first that holds a point counts; ``background`` is the grid of the rest."""

    zones: tuple[GridZone, ...]
    background: PlainGrid | None = None

    def zone_at(self, point: Pixel) -> GridZone | None:
        """The zone a point is in."""
        for zone in self.zones:
            if inside(zone.path, point.x, point.y):
                return zone
        return None

    def centre(self, point: Pixel, snapping: Snapping) -> Pixel:
        """The centre of the cell a point is in; the point itself where there is no grid."""
        grid = self._grid(point)
        return point if grid is None else grid.centre(point, snapping)

    def snap(self, point: Pixel, snapping: Snapping) -> Pixel:
        """Where a piece dropped at a point comes to rest."""
        grid = self._grid(point)
        return point if grid is None else grid.snap(point, snapping)

    def location(self, point: Pixel) -> str | None:
        """The name of the place a point is in."""
        zone = self.zone_at(point)
        if zone is None:
            return None if self.background is None else self.background.location(point)
        place = zone.grid.location(point) if zone.grid is not None else None
        return formatted(zone.format, {"name": zone.name, GRID_LOCATION: place or ""})

    def _grid(self, point: Pixel) -> PlainGrid | None:
        zone = self.zone_at(point)
        return self.background if zone is None else zone.grid


Grid = PlainGrid | ZonedGrid


@dataclass(frozen=True, slots=True)
class LaidBoard:
    """A board on a map: its upper left corner and size in map px. ``reversed`` boards lie
    turned by half a circle."""

    name: str
    x: int
    y: int
    width: int
    height: int
    grid: Grid | None
    reversed: bool = False

    def holds(self, point: Pixel) -> bool:
        return self.x <= point.x < self.x + self.width and self.y <= point.y < self.y + self.height

    def local(self, point: Pixel) -> Pixel:
        """A point of the map in px of the board."""
        return self._turned(Pixel(point.x - self.x, point.y - self.y))

    def on_map(self, point: Pixel) -> Pixel:
        """A point of the board in px of the map."""
        x, y = self._turned(point)
        return Pixel(x + self.x, y + self.y)

    def _turned(self, point: Pixel) -> Pixel:
        if not self.reversed:
            return point
        return Pixel(self.width - point.x, self.height - point.y)


MOST_ASKED = 20_000
"""Points of a map whose numbers are kept."""


@dataclass(frozen=True, slots=True)
class MapLayout:
    """A map with its boards in place. ``decks`` are the names of draw piles by their place,
    ``asked`` the numbers of cells that were asked for: counters stand on the same few points."""

    name: str
    boards: tuple[LaidBoard, ...]
    decks: tuple[tuple[Pixel, str], ...] = ()
    snapping: Snapping = Snapping.HEXES
    asked: dict[tuple[int, int], str | None] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def board_at(self, x: int, y: int) -> LaidBoard | None:
        """The board under a point, None off all boards."""
        point = Pixel(x, y)
        return next((board for board in self.boards if board.holds(point)), None)

    def snap(self, x: int, y: int) -> Pixel:
        """Where VASSAL puts a piece that is dropped at a point."""
        point = Pixel(x, y)
        board = self.board_at(x, y)
        if board is None:
            return point
        snapped = self._snapped(board, point)
        landed = self.board_at(*snapped)
        if landed is not None and landed != board:
            snapped = self._snapped(landed, snapped)
        if self.board_at(*snapped) is None:
            snapped = _back_on(board, snapped)
        return snapped

    def _snapped(self, board: LaidBoard, point: Pixel) -> Pixel:
        if board.grid is None:
            return point
        return board.on_map(board.grid.snap(board.local(point), self.snapping))

    def location(self, x: int, y: int) -> str | None:
        """VASSAL's name of a point as it is: the draw pile there, or the cell. None off all
        boards and where no grid has numbers. Exact only for points that are snapped."""
        for place, name in self.decks:
            if place == (x, y):
                return name
        board = self.board_at(x, y)
        if board is None or board.grid is None:
            return None
        return board.grid.location(board.local(Pixel(x, y)))

    def hex_at(self, x: int, y: int) -> str | None:
        """The printed number of the cell a point is in: its centre's name, whether or not the
        module snaps there. None off all boards and where there are no numbers."""
        if (x, y) not in self.asked:
            if len(self.asked) >= MOST_ASKED:
                self.asked.clear()
            self.asked[x, y] = self._hex_at(x, y)
        return self.asked[x, y]

    def _hex_at(self, x: int, y: int) -> str | None:
        board = self.board_at(x, y)
        if board is None or board.grid is None:
            return None
        centre = board.grid.centre(board.local(Pixel(x, y)), self.snapping)
        name = board.grid.location(centre)
        if name is not None:
            return name
        return board.grid.location(board.local(Pixel(x, y)))

    def zone_at(self, x: int, y: int) -> str | None:
        """The name of the zone a point is in, None outside zones."""
        board = self.board_at(x, y)
        if board is None or not isinstance(board.grid, ZonedGrid):
            return None
        zone = board.grid.zone_at(board.local(Pixel(x, y)))
        return None if zone is None else zone.name


def _back_on(board: LaidBoard, point: Pixel) -> Pixel:
    """A point one pixel off the edge, moved back onto the board."""
    x, y = point.x - board.x, point.y - board.y
    x = board.width - 1 if x == board.width else 0 if x == -1 else x
    y = board.height - 1 if y == board.height else 0 if y == -1 else y
    return Pixel(x + board.x, y + board.y)
