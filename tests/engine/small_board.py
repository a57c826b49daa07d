"""The board of the small module: wrapping printed numbers by two zones (docs/vassal.md)."""

from __future__ import annotations

from tests.engine.handmade import element

MAP_NAME, BOARD_NAME = "Main Map", "Country"
HEX_DX = 30  # px between column centres
HEX_DY = 34  # px between rows
FIRST_COLUMN, LAST_COLUMN = 98, 101
FIRST_ROW, LAST_ROW = 87, 121
MARGIN = 25  # px from the board edges to the first hex centre, room for half a hex and a border
BOARD_WIDTH = 2 * MARGIN + (LAST_COLUMN - FIRST_COLUMN) * HEX_DX
BOARD_HEIGHT = 2 * MARGIN + (LAST_ROW - FIRST_ROW) * HEX_DY + HEX_DY // 2

_MAP = "VASSAL.build.module.map."
_GRID = _MAP + "boardPicker.board."


def hex_centres() -> dict[str, tuple[int, int]]:
    """Printed number to map pixels of the centre, for every hex of the board."""
    centres = {}
    for column in range(FIRST_COLUMN, LAST_COLUMN + 1):
        for row in range(FIRST_ROW, LAST_ROW + 1):
            x = MARGIN + (column - FIRST_COLUMN) * HEX_DX
            y = MARGIN + (row - FIRST_ROW) * HEX_DY + (HEX_DY // 2 if column % 2 == 0 else 0)
            centres[f"{column % 100:02d}.{row:02d}"] = (x, y)
    return centres


def zone(name: str, first_printed: int, left: int, right: int) -> str:
    """One century of columns. Both zones share the lattice; only the column offset differs."""
    # VASSAL lowers the odd columns counted from the origin, the game the even ones: put the
    # origin on an odd column, one left of the board when the board begins with an even one.
    origin = FIRST_COLUMN - 1 if FIRST_COLUMN % 2 == 0 else FIRST_COLUMN
    grid = {
        "color": "0,0,0",
        "cornersLegal": "false",
        "dotsVisible": "false",
        "dx": f"{HEX_DX}.0",
        "dy": f"{HEX_DY}.0",
        "edgesLegal": "false",
        "sideways": "false",
        "snapTo": "true",
        "visible": "false",
        "x0": MARGIN - (FIRST_COLUMN - origin) * HEX_DX,
        "y0": MARGIN,
    }
    numbering = {
        "color": "0,0,0",
        "first": "H",
        "fontSize": 9,
        "hDescend": "false",
        "hDrawOff": 0,
        "hLeading": 1,
        "hOff": origin - first_printed,
        "hType": "N",
        "locationFormat": "$gridLocation$",
        "rotateText": 0,
        "sep": ".",
        "stagger": "false",
        "vDescend": "false",
        "vDrawOff": 0,
        "vLeading": 1,
        "vOff": FIRST_ROW,
        "vType": "N",
        "visible": "false",
    }
    attributes = {
        "highlightProperty": "",
        "locationFormat": "$gridLocation$",
        "name": name,
        "path": f"{left},0;{right},0;{right},{BOARD_HEIGHT};{left},{BOARD_HEIGHT}",
        "useHighlight": "false",
        "useParentGrid": "false",
    }
    numbers = element(_GRID + "mapgrid.HexGridNumbering", numbering)
    return element(_GRID + "mapgrid.Zone", attributes, element(_GRID + "HexGrid", grid, numbers))


def board() -> str:
    # Halfway between the centres of columns 99 and 00: the engine names by such rectangles.
    wrap = MARGIN + (100 - FIRST_COLUMN) * HEX_DX - HEX_DX // 2
    zones = zone("Columns to 99", 0, 0, wrap) + zone("Columns from 00", 100, wrap, BOARD_WIDTH)
    highlighter = element(_GRID + "mapgrid.ZonedGridHighlighter")
    attributes = {"image": "board.png", "name": BOARD_NAME, "reversible": "false"}
    zoned = element(_GRID + "ZonedGrid", None, zones, highlighter)
    return element(_MAP + "boardPicker.Board", attributes, zoned)


def board_picker() -> str:
    attributes = {
        "addColumnText": "Add column",
        "addRowText": "Add row",
        "boardPrompt": "Select board",
        "slotHeight": 125,
        "slotScale": "0.2",
        "slotWidth": 350,
        "title": "Choose Boards",
    }
    chosen = element("setup", None, f"{MAP_NAME}BoardPicker\t{BOARD_NAME}\t0\t0")
    return element(_MAP + "BoardPicker", attributes, chosen, board())
