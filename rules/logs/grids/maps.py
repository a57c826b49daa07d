"""The maps, boards and grids of a module, read from its build file."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePath

from clubroute.builder.vassal.archive import PICTURE_PATHS, ModuleArchive
from clubroute.builder.vassal.atoms import BoardSetup, read_atom
from clubroute.builder.vassal.buildfile import Element, decode
from clubroute.rules.logs.grids.hexgrid import (
    HexGrid,
    Numbering,
    Pixel,
    Snapping,
    size_of,
)
from clubroute.rules.logs.grids.layout import (
    Grid,
    GridZone,
    LaidBoard,
    MapLayout,
    PlainGrid,
    RegionGrid,
    SquareGrid,
    ZonedGrid,
)
from clubroute.rules.logs.pieces import Layers, Stacking, version_number

# What a picture is, and its width and height, read from its first bytes.

MAX_SIDE = 200_000
_HEAD = 1 << 16
_SVG_SIDE = r'<svg\b[^>]*?\b{}\s*=\s*["\']\s*([0-9]{{1,9}}(?:[.][0-9]{{1,9}})?)'
_JPEG_SIZES = frozenset((*range(0xC0, 0xC4), *range(0xC5, 0xC8), *range(0xC9, 0xCC)))

_TYPES = (
    (b"\x89PNG", "image/png"),
    (b"WEBP", "image/webp"),
    (b"GIF8", "image/gif"),
    (b"\xff\xd8\xff", "image/jpeg"),
)
SVG = "image/svg+xml"


def media_type(data: bytes) -> str:
    """What a browser calls a picture; what no other format begins like is taken for an SVG."""
    return next((told for start, told in _TYPES if start in data[:16]), SVG)


def picture_named(files: Mapping[str, bytes], name: str) -> bytes:
    """A picture by its file name; a module may have kept it as an SVG since. Empty if missing."""
    return files.get(name) or files.get(str(PurePath(name).with_suffix(".svg"))) or b""


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Width and height in px of a PNG, GIF, JPEG or SVG; None for what is none of them."""
    size: tuple[int, int] | None = None
    # Where each format's head has its two sides; all are read without the rest of the picture.
    if data.startswith(b"\x89PNG\r\n\x1a\n") and len(data) >= 24:
        size = struct.unpack(">II", data[16:24])
    elif data[:6] in (b"GIF87a", b"GIF89a") and len(data) >= 10:
        size = struct.unpack("<HH", data[6:10])
    elif data.startswith(b"\xff\xd8"):
        size = _jpeg_size(data)
    elif b"<svg" in data[:_HEAD]:
        size = _svg_size(data[:_HEAD].decode("utf-8", "replace"))
    if size is None or not (0 < size[0] <= MAX_SIDE and 0 < size[1] <= MAX_SIDE):
        return None
    return size


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 <= len(data):
        if data[at] != 0xFF:  # each segment begins so, and may be padded with more of them
            return None
        kind = data[at + 1]
        if kind == 0xFF:
            at += 1
            continue
        if kind in _JPEG_SIZES:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        (length,) = struct.unpack(">H", data[at + 2 : at + 4])
        at += 2 + max(length, 2)
    return None


def _svg_size(text: str) -> tuple[int, int] | None:
    sides = [re.search(_SVG_SIDE.format(name), text, re.DOTALL) for name in ("width", "height")]
    found = [float(side[1]) for side in sides if side]
    return (round(found[0]), round(found[1])) if len(found) == 2 else None


HEX_SNAPPING_SINCE = (3, 7, 0, 4)
"""VASSAL 3.7.0-beta4."""

_SQRT3_2 = 3**0.5 / 2


@dataclass(frozen=True, slots=True)
class Board:
    """A board of the module: size in px, 0 × 0 when its picture cannot be read."""

    name: str
    width: int
    height: int
    grid: Grid | None


@dataclass(frozen=True, slots=True)
class ModuleMap:
    """A map of the module. ``edge`` is the border around all boards in px; ``chosen`` the boards
    a new game has; ``decks`` the draw piles: board, place in px of that board, name."""

    name: str
    edge: tuple[int, int]
    boards: Mapping[str, Board]
    chosen: BoardSetup | None
    decks: tuple[tuple[str, Pixel, str], ...]

    def laid_out(self, setup: BoardSetup | None, snapping: Snapping) -> MapLayout:
        """The map with the boards of a game, or of a new game if ``setup`` is None."""
        wanted = setup or self.chosen
        placed = [
            (self.boards[board.name], board.column, board.row, board.reversed)
            for board in (wanted.boards if wanted else ())
            if board.name in self.boards
        ]
        at = {(column, row): board for board, column, row, _ in placed}
        laid = []
        for board, column, row, turned in placed:
            x = self.edge[0] + sum(b.width for (c, r), b in at.items() if r == row and c < column)
            y = self.edge[1] + sum(b.height for (c, r), b in at.items() if c == column and r < row)
            laid.append(LaidBoard(board.name, x, y, board.width, board.height, board.grid, turned))
        return MapLayout(self.name, tuple(laid), tuple(self._decks(laid)), snapping)

    def _decks(self, laid: list[LaidBoard]) -> Iterator[tuple[Pixel, str]]:
        for board_name, place, name in self.decks:
            for board in laid:
                if board_name in ("", board.name):
                    # A deck's place does not turn with its board.
                    yield Pixel(place.x + board.x, place.y + board.y), name
                    break


MOST_LAID = 64
"""Layouts kept: a module has a few maps, and each a few ways to lay its boards."""


@dataclass(frozen=True, slots=True)
class ModuleMaps:
    """All maps of a module by name, and how they stack."""

    maps: Mapping[str, ModuleMap]
    stacking: Stacking
    laid: dict[tuple[str, BoardSetup | None, Snapping], MapLayout] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def laid_out(
        self, boards: Mapping[str, BoardSetup], vassal_version: str = ""
    ) -> Mapping[str, MapLayout]:
        """The maps of a game by name, from :attr:`clubroute.rules.logs.game.Game.boards`.

        ``vassal_version`` is that of the log's VASSAL (``log.save.vassal_version``), which
        decides how points off the centres snap; without it they go to the hex they are in.
        """
        snapping = snapping_of(vassal_version)
        return {name: self._laid_out(name, boards.get(name), snapping) for name in self.maps}

    def _laid_out(self, name: str, setup: BoardSetup | None, snapping: Snapping) -> MapLayout:
        # Log after log of a module has the same boards.
        key = (name, setup, snapping)
        found = self.laid.get(key)
        if found is None:
            if len(self.laid) >= MOST_LAID:
                self.laid.clear()
            found = self.laid[key] = self.maps[name].laid_out(setup, snapping)
        return found


def snapping_of(version: str) -> Snapping:
    """How a version of VASSAL snaps; an unknown one as today."""
    number = version_number(version)
    old = number is not None and number < HEX_SNAPPING_SINCE
    return Snapping.RECTANGLES if old else Snapping.HEXES


def read_maps(module: ModuleArchive) -> ModuleMaps:
    """The maps of a module. Raises :class:`InputError` when its build file cannot be read; parts
    VASSAL would skip (grids with impossible numbers) are left out."""
    sizes = _Pictures(module)
    maps = {}
    disabled = set()
    layers = {}
    for number, element in enumerate(_maps(module.build_file())):
        one = _map(element, number, sizes)
        maps[one.name] = one
        for part in element.children:
            kind = _class(part)
            if kind == "StackMetrics" and part.get("disabled") == "true":
                disabled.add(one.name)
            elif kind == "LayeredPieceCollection":
                order = part.get("layerOrder")
                names = tuple(decode(order, ",")) if order else ()
                layers[one.name] = Layers(part.get("property"), names)
    return ModuleMaps(maps, Stacking(frozenset(disabled), layers, frozenset(maps)))


class _Pictures:
    """Sizes of the module's pictures, each looked at once."""

    def __init__(self, module: ModuleArchive) -> None:
        self._data = {entry.name: entry.data for entry in module.entries}

    def size(self, name: str) -> tuple[int, int] | None:
        for path in (form.format(name) for form in PICTURE_PATHS):
            if path in self._data:
                return picture_size(self._data[path])
        return None


def _class(element: Element) -> str:
    return element.tag.rsplit(".", 1)[-1]


def _maps(root: Element) -> Iterator[Element]:
    # A module's own class of map is known by the boards it has.
    for element in root.walk():
        if any(_class(child).endswith("BoardPicker") for child in element.children):
            yield element


def _map(element: Element, number: int, pictures: _Pictures) -> ModuleMap:
    name = element.get("mapName") or f"Map{number}"
    boards: dict[str, Board] = {}
    chosen: BoardSetup | None = None
    decks = []
    for part in element.children:
        if _class(part).endswith("BoardPicker"):
            for child in part.children:
                if _class(child) == "Board":
                    board = _board(child, pictures)
                    boards[board.name] = board
                elif child.tag == "setup":
                    setup = read_atom(child.text)
                    chosen = setup if isinstance(setup, BoardSetup) else chosen
        elif _class(part) == "DrawPile":
            place = Pixel(_whole(part.get("x"), 0), _whole(part.get("y"), 0))
            decks.append((part.get("owningBoard"), place, part.get("name")))
    edge = (_whole(element.get("edgeWidth"), 0), _whole(element.get("edgeHeight"), 0))
    return ModuleMap(name, edge, boards, chosen, tuple(decks))


def _board(element: Element, pictures: _Pictures) -> Board:
    image = element.get("image").strip()
    size = pictures.size(image) if image else None
    if size is None:
        size = (_whole(element.get("width"), 0), _whole(element.get("height"), 0))
    grid = next((g for g in (grid_of(child, size) for child in element.children) if g), None)
    return Board(element.get("name"), *size, grid)


def grid_of(element: Element, size: tuple[int, int]) -> Grid | None:
    if not _class(element).endswith("ZonedGrid"):
        return _plain_grid(element, size)
    background = next(
        (g for g in (_plain_grid(child, size) for child in element.children) if g), None
    )
    zones = tuple(_zone(child, background) for child in element.children if _class(child) == "Zone")
    return ZonedGrid(zones, background)


def _zone(element: Element, background: PlainGrid | None) -> GridZone:
    path = tuple(_path(element.get("path")))
    grid = background
    if element.get("useParentGrid") != "true":
        own = (_plain_grid(child, size_of(path)) for child in element.children)
        grid = next((g for g in own if g), None)
    return GridZone(element.get("name"), path, element.get("locationFormat", "$name$"), grid)


def _path(text: str) -> Iterator[Pixel]:
    for pair in text.split(";"):
        x, comma, y = pair.partition(",")
        if comma:
            yield Pixel(_whole(x, 0), _whole(y, 0))


def _plain_grid(element: Element, size: tuple[int, int]) -> PlainGrid | None:
    # A module's own class of grid is called after what it is made from.
    own = _class(element)
    reader = next((read for name, read in _GRIDS.items() if own.endswith(name)), None)
    return None if reader is None else reader(element, size)


def _hex_grid(element: Element, size: tuple[int, int]) -> PlainGrid | None:
    # What a module leaves out is as the engine's own HexGrid has it.
    dy = _decimal(element.get("dy"), 64.0)
    dx = _decimal(element.get("dx"), _SQRT3_2 * dy)
    if not (MIN_CELL <= dx <= MAX_CELL and MIN_CELL <= dy <= MAX_CELL):
        return None
    return HexGrid(
        dx,
        dy,
        _whole(element.get("x0"), 0),
        _whole(element.get("y0"), 32),
        element.get("sideways") == "true",
        element.get("snapTo", "true") == "true",
        element.get("edgesLegal") == "true",
        element.get("cornersLegal") == "true",
        _numbering(element, ("HexGridNumbering", "ObliqueHexGridNumbering")),
        size,
    )


def _square_grid(element: Element, size: tuple[int, int]) -> PlainGrid | None:
    # What a module leaves out is as the engine's own SquareGrid has it.
    dx, dy = _decimal(element.get("dx"), 48.0), _decimal(element.get("dy"), 48.0)
    if not (MIN_CELL <= dx <= MAX_CELL and MIN_CELL <= dy <= MAX_CELL):
        return None
    return SquareGrid(
        dx,
        dy,
        _whole(element.get("x0"), 24),
        _whole(element.get("y0"), 24),
        element.get("snapTo", "true") == "true",
        element.get("edgesLegal") == "true",
        element.get("cornersLegal") == "true",
        _numbering(element, ("SquareGridNumbering",)),
        size,
    )


def _region_grid(element: Element, size: tuple[int, int]) -> PlainGrid | None:
    regions = {}
    for child in element.children:
        if _class(child) == "Region":
            place = Pixel(_whole(child.get("originx"), 0), _whole(child.get("originy"), 0))
            regions[place] = child.get("name")
    named = tuple((name, place) for place, name in regions.items())
    return RegionGrid(named, element.get("snapto", "true") == "true")


_GRIDS: Mapping[str, Callable[[Element, tuple[int, int]], PlainGrid | None]] = {
    "HexGrid": _hex_grid,
    "SquareGrid": _square_grid,
    "RegionGrid": _region_grid,
}


def _numbering(grid: Element, classes: tuple[str, ...]) -> Numbering | None:
    element = next((child for child in grid.children if _class(child).endswith(classes)), None)
    if element is None:
        return None

    def pair(name: str, default: int) -> tuple[int, int]:
        return _whole(element.get(f"h{name}"), default), _whole(element.get(f"v{name}"), default)

    numbering = Numbering(
        column_first=element.get("first", "H")[:1] != "V",
        separator=element.get("sep"),
        kinds=(element.get("hType", "N")[:1], element.get("vType", "N")[:1]),
        leading=pair("Leading", 1),
        offsets=pair("Off", 1),
        descending=(element.get("hDescend") == "true", element.get("vDescend") == "true"),
        stagger=element.get("stagger", "true") == "true",
        format=element.get("locationFormat", Numbering().format),
    )
    oblique = _class(element) == "ObliqueHexGridNumbering"
    return replace(numbering, oblique=True) if oblique else numbering


def _whole(text: str, default: int) -> int:
    try:
        return int(text) if 0 < len(text) < MAX_DIGITS else default
    except ValueError:
        return default


def _decimal(text: str, default: float) -> float:
    try:
        value = float(text) if 0 < len(text) < 2 * MAX_DIGITS else default
    except ValueError:
        return default
    return value if -MAX_CELL <= value <= MAX_CELL else default


MAX_DIGITS = 11
MIN_CELL, MAX_CELL = 0.5, 1e6
"""Sizes of grid cells in px that are taken for meant."""
