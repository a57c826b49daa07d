"""Where VASSAL's own names of places are on the rules' map, and hexes on VASSAL's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from math import ceil

from clubroute.rules.adviser.questions import MapPlace
from clubroute.rules.ground.mapfile import NOWHERE, MapFile, hex_id
from clubroute.rules.logs.grids.hexgrid import HexGrid
from clubroute.rules.logs.grids.layout import LaidBoard, MapLayout
from clubroute.rules.logs.grids.shapes import Pixel
from clubroute.rules.logs.grids.zoned import ZonedGrid


@dataclass(slots=True)
class WindowHexes:
    """The hexes of the rules' map on the window that units move on."""

    country: MapFile
    layout: MapLayout
    _pixels: dict[int, Pixel] = field(default_factory=dict)

    def hex(self, place: MapPlace) -> str | None:
        """The printed number of the hex at a place, None if there is none."""
        number = place.location
        if place.x is not None and place.y is not None:
            if place.map is not None and place.map != self.layout.name:
                return None
            number = self.layout.hex_at(place.x, place.y)
        id_ = hex_id(self.country, number)
        return None if id_ == NOWHERE else self.country.number(id_)

    def pixel(self, number: str) -> Pixel | None:
        """The centre of a hex in the window, None if the window does not show it."""
        if not self._pixels:
            self._pixels = dict(self._centres())
        return self._pixels.get(hex_id(self.country, number))

    def _centres(self) -> Iterator[tuple[int, Pixel]]:
        for board in self.layout.boards:
            for centre in centres(board):
                point = board.on_map(centre)
                number = self.layout.hex_at(*point) if board.holds(point) else None
                if (id_ := hex_id(self.country, number)) != NOWHERE:
                    yield id_, point


def centres(board: LaidBoard) -> Iterator[Pixel]:
    """The centres of the hexes of a board's grids, in px of the board."""
    grid = board.grid
    grids = [grid]
    if isinstance(grid, ZonedGrid):
        grids = [*(zone.grid for zone in grid.zones), grid.background]
    for one in grids:
        if isinstance(one, HexGrid):
            across, down = (board.height, board.width)[:: 1 if one.sideways else -1]
            columns, rows = range(ceil(across / one.dx) + 2), range(ceil(down / one.dy) + 2)
            yield from (one.centre_of(*cell) for cell in product(columns, rows))
