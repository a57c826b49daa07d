"""The boards of a map in place, and the names of its points."""

from __future__ import annotations

from dataclasses import dataclass, field

from clubroute.rules.logs.grids.hexgrid import Snapping
from clubroute.rules.logs.grids.shapes import Pixel
from clubroute.rules.logs.grids.zoned import Grid, ZonedGrid


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
