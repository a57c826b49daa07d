"""Writes modules in the format of the Grand Tactical Series' Java classes, from a map of ours.

The numbers of a board are worked out here by the format's own rule, not by our reader of grids: a
hex printed column.row is the grid's cell C, R with C = column - hOff and R = row - vOff, less one
where odd columns are staggered.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import (
    Callable,
    Iterable,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field

from clubroute.builder.grid import Hex, Hexside
from clubroute.builder.module.outline import blank
from clubroute.builder.terrain.terrain_map import TerrainMap
from clubroute.builder.vassal.buildfile import Element, element, write
from clubroute.builder.vassal.metadata import Metadata

GRID = "VASSAL.build.module.map.boardPicker.board."
HEX_WORDS = {
    "clear": "Clear",
    "polder": "Polder",
    "sand_dunes": "Sand Dunes",
    "swamp": "Swamp",
    "orchard": "Orchard",
    "woods": "Woods",
    "village": "Village",
    "town": "Town",
    "city": "City",
    "fortified": "Fortified",
    "impassable": "Impassable",
}
SIDE_WORDS = {
    frozenset(("crest",)): "Crest",
    frozenset(("stream",)): "Stream",
    frozenset(("river",)): "River",
    frozenset(("canal",)): "Canal",
    frozenset(("crest", "stream")): "CrestAndStream",
    frozenset(("crest", "river")): "CrestAndRiver",
}
LINE_WORDS = {
    "main_road": "Main Road",
    "road": "Road",
    "railroad": "Railroad",
    "raised_road": "Road",
    "raised_railroad": "Railroad",
}
BLOCKING = {"Woods", "Village", "Town", "City", "Fortified"} | {
    word for word in SIDE_WORDS.values() if word.startswith("Crest")
}
"""The words that block sight in the writer's modules, for both games alike."""
POSSIBLE = {"Orchard", "Raised Road", "Raised Railroad"}
"""And those that may."""
TAG_WORDS = {"raised_road": "Raised Road", "raised_railroad": "Raised Railroad"}
LINES_FIRST = ("raised_railroad", "raised_road", "main_road", "road", "railroad")
"""Which of several lines of one pair the format keeps here."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """How a board writes its numbers. ``start`` and ``top`` are the cell of its first hex, ``less``
    is taken from its columns. ``zone``: from that column on a zone writes 100 less."""

    stagger: bool = False
    separator: str = "."
    leading: tuple[int, int] = (1, 1)
    first: str = "H"
    start: int = 0
    top: int = 0
    less: int = 0
    zone: int | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A board: its name and the continuous columns and rows of our lattice that it shows."""

    name: str
    columns: range
    rows: range
    numbers: Numbers = Numbers()
    place: tuple[int, int] = (0, 0)
    text: bool = True


DX, DY = 97.0, 112.0


@dataclass(slots=True)
class WrittenSheet:
    """A board as it is written: which cell each of its hexes is."""

    sheet: Sheet
    cells: dict[Hex, tuple[int, int]] = field(default_factory=dict)
    offsets: tuple[int, int] = (0, 0)
    lines: list[str] = field(default_factory=list)

    @property
    def origin(self) -> tuple[int, int]:
        """Where the centre of cell 0, 0 is in the picture."""
        start, top = self.sheet.numbers.start, self.sheet.numbers.top
        # Where odd columns of cells are staggered, the even ones are the low ones.
        low = DY / 2 if self.sheet.numbers.stagger else 0
        return int(DX / 2 - start * DX), int(DY / 2 + low - 8 - top * DY)

    @property
    def size(self) -> tuple[int, int]:
        """The picture, to the middle of the last hexes and half a hex more."""
        columns, rows = len(self.sheet.columns), len(self.sheet.rows)
        return int(columns * DX), int((rows + 0.5) * DY) - 16


def laid(sheet: Sheet) -> WrittenSheet:
    """Work out the cells of a board. The first of its columns is cell column ``start``."""
    numbers = sheet.numbers
    first = sheet.columns[0]
    found = WrittenSheet(sheet)
    # The first printed column less the first cell column; even columns must come out low.
    across = first - numbers.start
    down = sheet.rows[0] - numbers.top
    odd = across % 2
    if bool(odd) == numbers.stagger:
        raise ValueError("an odd offset goes without stagger, an even one with it")
    found.offsets = across, down
    for column in sheet.columns:
        for row in sheet.rows:
            raw = column - across
            lower = 1 if numbers.stagger and raw % 2 else 0
            half = 2 * row + (1 if column % 2 == 0 else 0)
            found.cells[Hex(column, half)] = raw, row - down - lower
    return found


def side_lines(terrain: TerrainMap, board: WrittenSheet, sides: Iterable[Hexside]) -> Iterable[str]:
    """The hexsides of a board, also those to a hex beside it."""
    for side in sides:
        cells = [cell_of(board, h) for h in side]
        kinds = frozenset(f.kind for f in terrain.hexsides[side]) & {
            *("crest", "stream", "river", "canal")
        }
        word = SIDE_WORDS.get(kinds) or next(
            (SIDE_WORDS[frozenset((k,))] for k in ("canal", "river", "stream") if k in kinds), ""
        )
        if word:
            (a, b), (c, d) = sorted(cells)
            yield f"e,{a},{b},{c},{d},{word}"


def cell_of(board: WrittenSheet, h: Hex) -> tuple[int, int]:
    """The cell of a hex, also beside the board."""
    raw = h.line - board.offsets[0]
    row = (h.half - (1 if h.line % 2 == 0 else 0)) // 2
    lower = 1 if board.sheet.numbers.stagger and raw % 2 else 0
    return raw, row - board.offsets[1] - lower


def written(terrain: TerrainMap, sheets: Sequence[Sheet]) -> list[WrittenSheet]:
    """The texts of some boards of a map. What is on the seam of two is on the first of them."""
    boards = [laid(sheet) for sheet in sheets]
    done: set[Hexside] = set()
    for board in boards:
        if not board.sheet.text:
            continue
        for h, (c, r) in board.cells.items():
            if h in terrain.hexes:
                board.lines.append(f"h,{c},{r},{HEX_WORDS[terrain.hexes[h].terrain]}")
        sides = [
            side
            for side in terrain.hexsides
            if side not in done and (side.a in board.cells or side.b in board.cells)
        ]
        board.lines += side_lines(terrain, board, sides)
        done.update(sides)
        raised: set[tuple[Hex, str]] = set()
        for side, links in terrain.links.items():
            if side.a not in board.cells and side.b not in board.cells:
                continue
            kinds = {terrain.roads[link.road].kind for link in links}
            kind = next(one for one in LINES_FIRST if one in kinds)
            raised |= {(h, TAG_WORDS[one]) for one in kinds & TAG_WORDS.keys() for h in side}
            (a, b), (c, d) = sorted(cell_of(board, h) for h in side)
            board.lines.append(f"l,{a},{b},{c},{d},{LINE_WORDS[kind]}")
        for h, tag in sorted(raised):
            if h in board.cells:
                c, r = board.cells[h]
                board.lines.append(f"a,{c},{r},{tag},true")
    return boards


def grid_element(board: WrittenSheet) -> Element:
    """The grid of a board, with the zone where its columns begin anew."""
    whole = hex_grid(board, board.sheet.numbers.less)
    zone = board.sheet.numbers.zone
    if zone is None:
        return whole
    left = int(board.origin[0] + (zone - board.offsets[0] - 0.5) * DX)
    width, height = board.size
    path = f"{left},0;{width},0;{width},{height};{left},{height}"
    inner = element(
        GRID + "mapgrid.Zone",
        {"name": "East", "path": path, "locationFormat": "$name$ $gridLocation$"},
        hex_grid(board, board.sheet.numbers.less + 100),
    )
    return element(GRID + "ZonedGrid", {}, inner, whole)


def hex_grid(board: WrittenSheet, less: int) -> Element:
    """A grid of hexes with its numbers."""
    numbers = board.sheet.numbers
    across, down = board.offsets[0] - less, board.offsets[1]
    numbering = element(
        GRID + "mapgrid.HexGridNumbering",
        {
            "first": numbers.first,
            "sep": numbers.separator,
            "hType": "N",
            "vType": "N",
            "hLeading": numbers.leading[0],
            "vLeading": numbers.leading[1],
            "hOff": across,
            "vOff": down,
            "hDescend": False,
            "vDescend": False,
            "stagger": numbers.stagger,
            "locationFormat": "$gridLocation$",
        },
    )
    x0, y0 = board.origin
    attributes: dict[str, str | int | float | bool] = {
        "dx": DX,
        "dy": DY,
        "x0": x0,
        "y0": y0,
        "sideways": False,
        "snapTo": True,
        "edgesLegal": False,
        "cornersLegal": False,
    }
    return element("terrain.TerrainHexGrid", attributes, numbering)


def definitions() -> Element:
    """The words of the writer's modules."""

    def group(kind: str, words: Iterable[str], **more: str) -> Element:
        entries = []
        for word in sorted(set(words)):
            flags = {"blocking": word in BLOCKING, "PossBlocking": word in POSSIBLE}
            entries.append(element(f"terrain.{kind}Terrain", {"name": word, **flags, **more}))
        return element(f"terrain.{kind}TerrainDefinitions", {}, *entries)

    return element(
        "terrain.TerrainDefinitions",
        {},
        group("Hex", HEX_WORDS.values()),
        group("Edge", SIDE_WORDS.values()),
        group("Line", LINE_WORDS.values()),
        group("Attribute", TAG_WORDS.values(), type="true or false"),
    )


def module(
    boards: Sequence[WrittenSheet],
    *,
    name: str = "GTS written",
    version: str = "1.0",
    ruleset: str = "TDC",
    more: Sequence[Element] = (),
    window: str = "Map",
    extra: Mapping[str, bytes] | None = None,
    picture: Callable[[WrittenSheet], bytes] = lambda board: blank(*board.size),
    saved: int = 0,
) -> bytes:
    """The bytes of a module with those boards.

    :param picture: draws one. :param saved: milliseconds since 1970 at which it was saved.
    """
    entries: dict[str, bytes] = dict(extra or {})
    elements = []
    for number, board in enumerate(boards):
        image = f"board{number}.png"
        entries[f"images/{image}"] = picture(board)
        if board.sheet.text:
            entries[f"terrainMaps/{board.sheet.name}.txt"] = "".join(
                f"{line}\n" for line in board.lines
            ).encode()
        elements.append(
            element(
                GRID[:-6] + "Board",
                {"name": board.sheet.name, "image": image, "reversible": False},
                grid_element(board),
            )
        )
    setup = "".join(f"\t{b.sheet.name}\t{b.sheet.place[0]}\t{b.sheet.place[1]}" for b in boards)
    picker = element(
        "VASSAL.build.module.map.BoardPicker",
        {},
        element("setup", None, text=f"{window}BoardPicker{setup}"),
        *elements,
    )
    map_ = element("tdc.TdcMap", {"mapName": window, "edgeWidth": 0, "edgeHeight": 0}, picker)
    properties = element(
        "VASSAL.build.module.properties.GlobalProperties",
        {},
        element(
            "VASSAL.build.module.properties.GlobalProperty",
            {"name": "Ruleset", "initialValue": ruleset},
        ),
    )
    root = element(
        "VASSAL.build.GameModule",
        {"name": name, "version": version, "VassalVersion": "3.6.0"},
        element("tdc.TdcCommandEncoder", {}),
        properties,
        definitions(),
        map_,
        *more,
    )
    entries["buildFile.xml"] = write(root)
    entries["moduledata"] = Metadata(version, "3.6.0", saved, name=name).write()
    return zipped(entries)


def zipped(entries: Mapping[str, bytes]) -> bytes:
    """Entries as a zip, always with the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in entries.items():
            file.writestr(zipfile.ZipInfo(name), data)
    return out.getvalue()
