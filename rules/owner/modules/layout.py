"""``layout.xml`` of a known module: where its boards, grids, decks and turns are, and nothing else.

It is the build file without all that VASSAL shows: no pictures, no texts, no counters. With it logs
can be read when the module's own file has been moved away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from clubroute.builder.errors import Where
from clubroute.builder.regular import read_file
from clubroute.builder.vassal.archive import BUILD_FILE, Entry, ModuleArchive
from clubroute.builder.vassal.buildfile import Element, write
from clubroute.rules.logs.check.module import Module, module_of
from clubroute.rules.logs.grids.maps import ModuleMaps, read_maps
from clubroute.rules.logs.grids.printed import told_ours
from clubroute.rules.owner.modules.boards import shifts_of
from clubroute.rules.owner.modules.module_file import ModuleFile

FILE = "layout.xml"
MOST_BYTES = 16 << 20
GRID = (
    *("dx", "dy", "x0", "y0", "sideways", "snapTo", "edgesLegal", "cornersLegal", "snapto"),
    *("first", "sep", "hType", "vType", "hLeading", "vLeading", "hOff", "vOff"),
    *("hDescend", "vDescend", "stagger", "locationFormat", "path", "useParentGrid"),
)
KEPT: Mapping[str, tuple[str, ...]] = {
    "GameModule": ("version",),
    "Map": ("mapName", "edgeWidth", "edgeHeight"),
    "BoardPicker": (),
    "setup": (),
    "Board": ("width", "height"),
    "HexGrid": GRID,
    "SquareGrid": GRID,
    "RegionGrid": GRID,
    "Region": ("originx", "originy"),
    "ZonedGrid": (),
    "Zone": GRID,
    "HexGridNumbering": GRID,
    "ObliqueHexGridNumbering": GRID,
    "SquareGridNumbering": GRID,
    "DrawPile": ("owningBoard", "x", "y"),
    "StackMetrics": ("disabled",),
    "LayeredPieceCollection": ("property", "layerOrder"),
    "TurnTracker": (),
    "ListTurnLevel": ("list",),
    "CounterTurnLevel": (),
    "GlobalProperty": ("initialValue",),
    "DiceButton": ("nDice", "nSides", "plus", "addToTotal", "reportTotal"),
}
"""The classes of elements that are kept, by the end of their names, with their attributes."""


def layout_bytes(root: Element, maps: ModuleMaps) -> bytes:
    """The file, of a module's build file and its boards with their sizes."""
    sizes = {
        (one.name, board.name): (board.width, board.height)
        for one in maps.maps.values()
        for board in one.boards.values()
    }
    return write(stripped(root, "", sizes))


def stripped(one: Element, map_: str, sizes: Mapping[tuple[str, str], tuple[int, int]]) -> Element:
    """An element with what is kept of it and within it."""
    map_ = one.get("mapName") or map_
    names = ("name", *kept_of(one.tag))
    attributes = [(name, value) for name, value in one.attributes if name in names]
    if one.tag.endswith(".Board"):
        width, height = sizes.get((map_, one.get("name")), (0, 0))
        attributes = [("name", one.get("name")), ("width", str(width)), ("height", str(height))]
    inside: list[Element | str] = list(kept_within(one, map_, sizes))
    if one.tag == "setup":
        inside.append(one.text)
    return Element(one.tag, tuple(attributes), tuple(inside))


def kept_within(
    one: Element, map_: str, sizes: Mapping[tuple[str, str], tuple[int, int]]
) -> Iterator[Element]:
    """What is kept within an element: what lies within something that is not kept moves up."""
    for child in one.children:
        if kept_of(child.tag) == (NOT_KEPT,):
            yield from kept_within(child, map_, sizes)
        else:
            yield stripped(child, map_, sizes)


NOT_KEPT = ""


def kept_of(tag: str) -> tuple[str, ...]:
    """The attributes that are kept of a class; of a module's own class those of what it ends in."""
    own = tag.rsplit(".", 1)[-1]
    if own in KEPT:
        return KEPT[own]
    ends = [name for name in KEPT if own.endswith(name) and name not in ("setup", "Board", "Zone")]
    return KEPT[max(ends, key=len)] if ends else (NOT_KEPT,)


def layout_archive(folder: Path) -> ModuleArchive:
    """A known module as far as its layout goes. :raises InputError: the file cannot be read."""
    path = folder / FILE
    data = read_file(path, Where.of(path), "a module's layout", MOST_BYTES)
    return ModuleArchive((Entry(BUILD_FILE, data),), Where.of(path))


def read_layout(folder: Path, told: ModuleFile, modulo: int) -> Module:
    """A known module as logs ask for it, its hexes told our way.

    :raises InputError: the file cannot be read.
    """
    archive = layout_archive(folder)
    found = module_of(archive)
    maps = told_ours(read_maps(archive), modulo, shifts_of(told))
    return replace(found, name=told.name, version=told.version, maps=maps)
