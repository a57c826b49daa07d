"""The boards of a map window: pictures and the zones whose grids name hexes as the map does."""

from __future__ import annotations

from clubroute.builder.module.numbered_zones import zones
from clubroute.builder.module.provenance import highlighter, provenance_zones
from clubroute.builder.pixels import BoardView
from clubroute.builder.terrain import TerrainMap
from clubroute.builder.vassal.atoms import BoardSetup, PlacedBoard
from clubroute.builder.vassal.buildfile import Element, element

PICKER = "VASSAL.build.module.map.BoardPicker"
BOARD = "VASSAL.build.module.map.boardPicker"


def image_name(view: BoardView) -> str:
    """The picture's file name in the module."""
    name = "".join(c if c.isalnum() else "-" for c in view.name.lower())
    return f"board-{name}{view.picture.suffix if view.picture else '.png'}"


def board_setup(map_name: str, views: tuple[BoardView, ...]) -> BoardSetup:
    """The command that lays a map's boards out, as saves and default setups hold it."""
    return BoardSetup(map_name, tuple(PlacedBoard(v.name, *v.place) for v in views))


def board_picker(
    map_name: str, views: tuple[BoardView, ...], terrain: TerrainMap, *, asks: bool
) -> Element:
    """The board picker with all boards, laid out without asking unless it ``asks``."""
    return picker(
        None if asks else board_setup(map_name, views), *(board(view, terrain) for view in views)
    )


def picker(setup: BoardSetup | None, *boards: Element) -> Element:
    """A board picker with the boards it lays out by itself; None: players choose."""
    return element(
        PICKER,
        {
            "addColumnText": "Add column",
            "addRowText": "Add row",
            "boardPrompt": "Select board",
            "slotHeight": 125,
            "slotScale": "0.2",
            "slotWidth": 350,
            "title": "Choose Boards",
        },
        element("setup", {}, text=setup.text() if setup else ""),
        *boards,
    )


def board(view: BoardView, terrain: TerrainMap) -> Element:
    """One board with its picture, its numbered grid, and what its hexes rest on."""
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
