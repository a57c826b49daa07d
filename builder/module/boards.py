"""The boards of a map window: pictures, zones, and a grid that names hexes as the map does.

VASSAL counts grid columns from the left and lets the odd raw ones hang half a hex low; the printed
map lets the *even* columns hang low, so a grid starts on an odd printed column. VASSAL also knows
no wrap from 99 to 00: each hundred of columns becomes a zone of its own with its own numbering.
docs/vassal-grid.md has the recipe as the engine confirmed it.
"""

from __future__ import annotations

from clubroute.builder.errors import ClubrouteError
from clubroute.builder.grid import Sheet
from clubroute.builder.module.provenance import highlighter, provenance_zones
from clubroute.builder.pixels import BoardView
from clubroute.builder.terrain import TerrainMap
from clubroute.builder.vassal.atoms import BoardSetup, PlacedBoard
from clubroute.builder.vassal.buildfile import Element, element

PICKER = "VASSAL.build.module.map.BoardPicker"
BOARD = "VASSAL.build.module.map.boardPicker"


class UnnumberableError(ClubrouteError):
    """A board that VASSAL's grid numbering cannot name."""


def image_name(view: BoardView) -> str:
    """The picture's file name in the module."""
    return "board-" + "".join(c if c.isalnum() else "-" for c in view.name.lower()) + ".png"


def board_setup(map_name: str, views: tuple[BoardView, ...]) -> BoardSetup:
    """The command that lays a map's boards out, as saves and default setups hold it."""
    return BoardSetup(map_name, tuple(PlacedBoard(v.name, *v.place) for v in views))


def board_picker(map_name: str, views: tuple[BoardView, ...], terrain: TerrainMap) -> Element:
    """The board picker with all boards, laid out without asking."""
    return picker(board_setup(map_name, views), *(board(view, terrain) for view in views))


def picker(setup: BoardSetup, *boards: Element) -> Element:
    """A board picker with the boards it lays out by itself."""
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
        element("setup", {}, text=setup.text()),
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
            *zones(view),
            *provenance_zones(view, terrain),
            highlighter(),
        ),
    )


def zones(view: BoardView) -> list[Element]:
    """A zone for each hundred of columns on the board, westernmost first."""
    sheet = numbered_sheet(view)
    columns = sorted({sheet.numbers_of(h)[0] for h in view.hexes()})
    if not columns:
        raise UnnumberableError(f"board {view.name} shows no hex of {view.window}")
    wrap = sheet.wrap or columns[-1] + 1
    hundreds = sorted({column // wrap for column in columns})
    # A straight border on purpose: VASSAL names by rectangles between columns, not by hexes.
    borders = [border(view, sheet, hundred * wrap) for hundred in hundreds[1:]]
    found = []
    for hundred, left, right in zip(hundreds, [0, *borders], [*borders, view.width], strict=True):
        corners = ((left, 0), (right, 0), (right, view.height), (left, view.height))
        found.append(
            element(
                f"{BOARD}.board.mapgrid.Zone",
                {
                    "name": f"{view.name} {hundred * wrap}" if len(hundreds) > 1 else view.name,
                    "locationFormat": "$gridLocation$",
                    "path": ";".join(f"{x},{y}" for x, y in corners),
                    "useParentGrid": False,
                    "useHighlight": False,
                    "highlightProperty": "",
                },
                hex_grid(view, sheet, hundred * wrap, columns),
            )
        )
    return found


def border(view: BoardView, sheet: Sheet, column: int) -> int:
    """Board x halfway between a column and the one to its left."""
    x, _ = view.centre(sheet.place(column, sheet.numbers[0]))
    return x - view.scale.line_pitch // 2


def numbered_sheet(view: BoardView) -> Sheet:
    """The one sheet that numbers a board's hexes. VASSAL's numbering has no map letters."""
    sheet = view.lattice.window(view.window)[0]
    if view.lattice.orientation != "flat" or sheet.prefix or sheet.second_digits != 1:
        raise UnnumberableError(f"board {view.name}: only flat-top column.row grids can be named")
    return sheet


def hex_grid(view: BoardView, sheet: Sheet, first: int, columns: list[int]) -> Element:
    """The grid of one zone: snapping, no drawn lines (the picture has them), printed numbers."""
    wrap = sheet.wrap or first + columns[-1] + 1
    # VASSAL lowers every second column counted from the grid's origin, the map its even ones: so
    # the origin sits on an odd column, if need be one that lies left of the zone.
    start = max(first, columns[0])
    origin = start if start % 2 else start - 1
    row = min(sheet.numbers_of(h)[1] for h in view.hexes() if sheet.numbers_of(h)[0] >= first)
    x0, y0 = view.centre(sheet.place(origin, row))
    return element(
        f"{BOARD}.board.HexGrid",
        {
            "color": "0,0,0",
            "cornersLegal": False,
            "dotsVisible": False,
            "dx": float(view.scale.line_pitch),
            "dy": float(view.scale.hex_pitch),
            "edgesLegal": False,
            "sideways": False,
            "snapTo": True,
            "visible": False,
            "x0": x0,
            "y0": y0,
        },
        element(
            f"{BOARD}.board.mapgrid.HexGridNumbering",
            {
                "color": "0,0,0",
                "first": "H",
                "fontSize": 9,
                "hDescend": False,
                "hDrawOff": 0,
                "hLeading": sheet.first_digits - 1,
                "hOff": origin - first // wrap * wrap,
                "hType": "N",
                "locationFormat": "$gridLocation$",
                "rotateText": 0,
                "sep": ".",
                "stagger": False,
                "vDescend": False,
                "vDrawOff": 0,
                "vLeading": 0,
                "vOff": row,
                "vType": "N",
                "visible": False,
            },
        ),
    )
