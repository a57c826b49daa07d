"""A module's maps, boards and turns without its pictures: enough to say where a counter stands."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import TypeAlias

from clubroute.builder.errors import Where
from clubroute.builder.module.counters import module_pieces
from clubroute.builder.module.game import (
    BOARD,
    GameSource,
    board_setup,
    game_views,
    picker,
    read_game,
)
from clubroute.builder.module.numbered_zones import zones
from clubroute.builder.module.parts import (
    MODULE,
    map_attributes,
    side_window,
    turn_tracker,
)
from clubroute.builder.module.setups import Shelf
from clubroute.builder.module.trays import (
    image,
    size,
    tray_window,
    tray_windows,
    trays,
)
from clubroute.builder.pixels import BoardView, image_name
from clubroute.builder.project import MODULE_FILE, Project
from clubroute.builder.sources.cells import HexNumbers
from clubroute.builder.sources.counter_set import CounterSet, read_counter_set
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.vassal.archive import BUILD_FILE, Entry, ModuleArchive
from clubroute.builder.vassal.buildfile import Element, element, read
from clubroute.builder.vassal.buildfile import write as write_build_file

Sources: TypeAlias = tuple[GameSource, tuple[BoardView, ...], CounterSet]
"""What a module is made of, but for its pictures and its map."""


def read_sources(project: Project, name: str) -> Sources:
    """The module of a game, its boards and its counters.

    :raises InputError: there is no such game, or a mistake in its sources.
    """
    path = project.game(name) / MODULE_FILE
    game = read_game(path)
    source = read_lattice(project.map_folder(game.lattice) / "lattice.toml")
    window = name if name in source.lattice.windows else None
    counters = read_counter_set(project.game(name), HexNumbers(source.lattice, window))
    return game, game_views(game, source, path), counters


def shelf_of(project: Project, name: str) -> Shelf:
    """What set-ups of a game are made of. :raises InputError: as :func:`read_sources`."""
    game, views, counters = read_sources(project, name)
    return Shelf(game, views, counters, {one.id: one for one in module_pieces(counters)})


def module_outline(project: Project, name: str) -> ModuleArchive:
    """The module of a game as far as its maps and turns go, its pictures blank.

    :raises InputError: as :func:`read_sources`.
    """
    game, views, counters = read_sources(project, name)
    pictures = {image_name(view): (view.width, view.height) for view in views}
    pictures |= {one.image: one.size for one in counters.windows.windows}
    for scenario in counters.setups:
        found = trays(scenario, counters)
        for title in tray_windows(counters):
            lying = [tray for tray in found if tray.window == title]
            pictures[image(scenario, title)] = size(lying)
    entries = [Entry(BUILD_FILE, write_build_file(outline(game, views, counters)))]
    entries += [Entry(f"images/{file}", blank(*px)) for file, px in pictures.items()]
    return ModuleArchive(tuple(entries), Where(f"{game.file}.vmod"))


def outline(game: GameSource, views: tuple[BoardView, ...], counters: CounterSet) -> Element:
    """The build file: maps with the zones that number their hexes, windows, turns."""
    boards = [
        element(
            f"{BOARD}.Board",
            {"image": image_name(view), "name": view.name, "reversible": False},
            *own_grid(view),
        )
        for view in views
    ]
    return element(
        "VASSAL.build.GameModule",
        {"name": game.name, "version": game.version},
        element(
            f"{MODULE}.Map",
            map_attributes(game.map, main=True, edge=game.edge),
            picker(board_setup(game.map, views), *boards),
        ),
        *(side_window(window, counters.windows) for window in counters.windows.windows),
        *(tray_window(one, counters) for one in tray_windows(counters) if counters.setups),
        *([turn_tracker(game)] if game.days else []),
    )


def own_grid(view: BoardView) -> tuple[Element, ...]:
    """The grid of a board: its author's, or the zones that number its hexes."""
    if view.grid is not None:
        return read(view.grid.read_bytes(), Where.of(view.grid)).children
    return (element(f"{BOARD}.board.ZonedGrid", {}, *([] if view.blank else zones(view))),)


def blank(width: int, height: int) -> bytes:
    """The first bytes of a PNG of a size: all that places on a board are told by."""
    # A PNG's head alone: its first chunk, of 13 bytes, begins with the two sides.
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", width, height)


def game_named(project: Project, title: str) -> Path | None:
    """The folder of the game whose module has a name, None if there is none."""
    folders = (project.game(name) for name in project.games())
    return next((one for one in folders if read_game(one / MODULE_FILE).name == title), None)
