"""The mouse-over stack viewer: which hex this is, what terrain it has, and what stands there.

VASSAL has no terrain, so the viewer's text is an expression that looks the hex up in a table
of one letter per hex. The engine hands a location such as ``75.130`` to an expression as a
*number*, 75.13, so the row is rebuilt from the digits: rows run from 86 to 233 at most, which
leaves one reading of each shortened row. That holds for any lattice whose highest row is below
ten times its lowest; :func:`viewer` refuses others.
"""

from __future__ import annotations

from clubroute.builder.errors import ClubrouteError
from clubroute.builder.pixels import BoardView
from clubroute.builder.terrain import TerrainMap
from clubroute.builder.vassal.buildfile import Element, element

LETTERS = "abcdefghijklmnopqrstuvwxyz"
NOWHERE = "-"


class ViewerError(ClubrouteError):
    """A map whose hex numbers the viewer's expression could not read back."""


def terrain_table(terrain: TerrainMap, window: str) -> tuple[str, list[str], tuple[int, ...]]:
    """One letter per hex, column by column.

    :return: the letters; the terrain each letter from ``a`` stands for; and the table's
        (first column, first row, rows per column, wrap).
    """
    sheet = terrain.lattice.window(window)[0]
    shown = [h for h in terrain.lattice.hexes(window) if h in terrain.hexes]
    numbers = [sheet.numbers_of(h) for h in shown]
    columns = [c for c, _ in numbers]
    rows = [r for _, r in numbers]
    kinds = sorted({terrain.hexes[h].terrain for h in shown})
    if len(kinds) > len(LETTERS):
        raise ViewerError(f"{len(kinds)} kinds of terrain, at most {len(LETTERS)} can be shown")
    first_column, first_row, depth = min(columns), min(rows), max(rows) - min(rows) + 1
    letters = [NOWHERE] * ((max(columns) - first_column + 1) * depth)
    for h, (column, row) in zip(shown, numbers, strict=True):
        place = (column - first_column) * depth + row - first_row
        letters[place] = LETTERS[kinds.index(terrain.hexes[h].terrain)]
    return "".join(letters), kinds, (first_column, first_row, depth, sheet.wrap or 0)


def location_text(terrain: TerrainMap, window: str) -> str:
    """A BeanShell expression: ``75.130 clear`` from the property LocationName."""
    table, kinds, (column0, row0, depth, wrap) = terrain_table(terrain, window)
    highest = row0 + depth - 1
    if highest >= 10 * row0 or highest >= 1000:
        raise ViewerError(f"rows {row0} to {highest} cannot be told apart once shortened")
    text = '(""+LocationName)'
    whole = f'Integer.parseInt({text}.substring(0,{text}.indexOf(".")))'
    digits = f'Integer.parseInt({text}.substring({text}.indexOf(".")+1))'
    row = f"({digits}*10<{row0}?{digits}*100:{digits}<{row0}?{digits}*10:{digits})"
    column = f"({whole}<{column0}?{whole}+{wrap}:{whole})" if wrap else whole
    place = f"({column}-{column0})*{depth}+{row}-{row0}"
    letter = f'"{table}".substring({place},{place}+1)'
    names = "|".join(name.replace("_", " ") for name in kinds)
    index = f'"{LETTERS[: len(kinds)]}".indexOf({letter})'
    name = f'("|{names}".split("\\\\|"))[1+{index}]'
    printed = f'({whole}<10?"0":"")+{whole}+"."+{row}'
    inside = f'{text}.matches("[0-9]+[.][0-9]+")'
    return f'{{{inside}?{printed}+"  "+{name}:{text}}}'


def viewer(terrain: TerrainMap, view: BoardView) -> Element:
    """The stack viewer of a map window; it shows empty hexes too."""
    text = location_text(terrain, view.window)
    return element(
        "VASSAL.build.module.map.CounterDetailViewer",
        {
            "bgColor": "255,255,240",
            "borderWidth": 0,
            "centerAll": False,
            "centerText": False,
            "combineCounterSummary": False,
            "counterReportFormat": "",
            "delay": 500,
            "description": "Stack, hex and terrain",
            "display": "from all layers",
            "emptyHexReportForma": text,
            "enableHTML": True,
            "extraTextPadding": 0,
            "fgColor": "0,0,0",
            "fontSize": 12,
            "graphicsZoom": "1.0",
            "hotkey": "32,130",
            "layerList": "",
            "minDisplayPieces": 0,
            "propertyFilter": "",
            "showDeck": False,
            "showDeckDepth": 1,
            "showMoveSelectde": False,
            "showNoStack": True,
            "showNonMovable": False,
            "showOverlap": False,
            "showgraph": True,
            "showgraphsingle": False,
            "showtext": True,
            "showtextsingle": False,
            "stretchWidthSummary": False,
            "summaryReportFormat": text,
            "unrotatePieces": True,
            "version": 3,
            "verticalOffset": 2,
            "verticalTopText": 5,
            "zoomlevel": "1.0",
        },
    )
