"""Reads the thread of a module: its boards as a new game has them, their terrain, and its flags."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.errors import InputError, Where
from clubroute.builder.grid import Hex, Lattice
from clubroute.builder.vassal.buildfile import Element
from clubroute.builder.vassal.terrain_lines import GridCell, read_terrain
from clubroute.builder.vassal.terrain_words import DEFINITIONS, definitions_of, words_in
from clubroute.rules.logs.grids.hexgrid import Snapping
from clubroute.rules.logs.grids.layout import LaidBoard, MapLayout
from clubroute.rules.logs.grids.maps import read_maps
from clubroute.rules.logs.grids.printed import hexes_of
from clubroute.rules.logs.grids.shapes import Pixel
from clubroute.rules.owner.modules.boards import BoardHexes, centre_of, shifts_of
from clubroute.rules.owner.modules.facts import texts_of
from clubroute.rules.owner.modules.importing import ReadModule
from clubroute.rules.owner.modules.module_file import ModuleFile
from clubroute.rules.owner.sight.thread import (
    Flags,
    ModuleFlags,
    SightThread,
    ThreadBoard,
    ThreadObject,
)

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
