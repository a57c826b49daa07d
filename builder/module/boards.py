"""The boards of a map window: their pictures' names, where they lie, how they are picked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from clubroute.builder.module.game import GameSource
from clubroute.builder.pixels import BoardView, board_views
from clubroute.builder.sources.lattice import LatticeSource
from clubroute.builder.sources.toml_table import read_toml_table
from clubroute.builder.vassal.atoms import BoardSetup, PlacedBoard
from clubroute.builder.vassal.buildfile import Element, element

PICKER = "VASSAL.build.module.map.BoardPicker"
BOARD = "VASSAL.build.module.map.boardPicker"


def game_views(game: GameSource, source: LatticeSource, path: Path) -> tuple[BoardView, ...]:
    """The boards of a game's window. :raises InputError: no such window, or it has no boards."""
    module = read_toml_table(path)
    module.checked("window", game.window, source.lattice.windows)
    views = board_views(source.lattice, source.boards_of(game.window))
    if not views:
        raise module.error("window", f"{game.window!r} without boards", "a window with boards")
    across, down = game.edge
    return tuple(replace(v, map_x=v.map_x + across, map_y=v.map_y + down) for v in views)


def board_setup(map_name: str, views: tuple[BoardView, ...]) -> BoardSetup:
    """The command that lays a map's boards out, as saves and default setups hold it."""
    return BoardSetup(map_name, tuple(PlacedBoard(v.name, *v.place) for v in views if not v.choice))


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
