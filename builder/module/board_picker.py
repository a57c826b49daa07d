"""The boards of a map window with the zones whose grids name hexes as the map does."""

from __future__ import annotations

from clubroute.builder.errors import Where
from clubroute.builder.module.boards import BOARD, board_setup, picker
from clubroute.builder.module.numbered_zones import zones
from clubroute.builder.module.provenance import highlighter, provenance_zones
from clubroute.builder.pixels import BoardView, image_name
from clubroute.builder.terrain import TerrainMap
from clubroute.builder.vassal.buildfile import Element, element, read


def board_picker(
    map_name: str, views: tuple[BoardView, ...], terrain: TerrainMap, *, asks: bool
) -> Element:
    """The board picker with all boards, laid out without asking unless it ``asks``."""
    return picker(
        None if asks else board_setup(map_name, views), *(board(view, terrain) for view in views)
    )


def board(view: BoardView, terrain: TerrainMap) -> Element:
    """One board with its picture, its numbered grid, and what its hexes rest on; or with the grid
    its author gives. :raises InputError: that is none."""
    if view.grid is not None:
        grid = read(view.grid.read_bytes(), Where.of(view.grid))
        return element(
            f"{BOARD}.Board",
            {"image": image_name(view), "name": view.name, "reversible": False},
            *grid.children,
        )
    return element(
        f"{BOARD}.Board",
        {"image": image_name(view), "name": view.name, "reversible": False},
        element(
            f"{BOARD}.board.ZonedGrid",
            {},
            *(
                []
                if view.blank
                else [*zones(view), *provenance_zones(view, terrain), highlighter()]
            ),
        ),
    )
