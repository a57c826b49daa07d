"""What every map window is made of: its attributes, stacking, and the parts that move pieces."""

from __future__ import annotations

from clubroute.builder.module.counters import RATINGS
from clubroute.builder.vassal.buildfile import Element, element
from clubroute.builder.vassal.keys import key

MODULE = "VASSAL.build.module"
MAP = "VASSAL.build.module.map"
ZOOM_LEVELS = "0.15,0.2,0.25,0.35,0.5,0.65,0.8,1.0,1.5,2.0"


def map_attributes(
    name: str, *, main: bool, button: str = "", edge: tuple[int, int] = (0, 0)
) -> dict[str, str | int | bool]:
    """The attributes of a map window. The main one opens with the game. :param edge: px beside and
    above its boards."""
    return {
        "allowMultiple": False,
        "backgroundcolor": "232,230,222",
        "buttonName": button,
        "changeFormat": "$message$",
        "color": "200,0,0",
        "createFormat": "$pieceName$ created in $location$",
        "edgeHeight": edge[1],
        "edgeWidth": edge[0],
        "hideKey": "",
        "hotkey": "",
        "icon": "/images/map.gif",
        "launch": not main,
        "mapName": name,
        "markMoved": "Always",
        "markUnmovedHotkey": "",
        "markUnmovedIcon": "/images/unmoved.gif",
        "markUnmovedText": "",
        "markUnmovedTooltip": "Clear the moved flag of every counter on this map",
        "moveKey": "",
        "moveToFormat": "$pieceName$ moves from $previousLocation$ ($previousMap$) to $location$",
        "moveWithinFormat": "$pieceName$ moves $previousLocation$ -> $location$",
        "showKey": "",
        "thickness": 3,
    }


def workings() -> list[Element]:
    """The parts every map window needs to drag, stack and show pieces."""
    names = (
        "ForwardToKeyBuffer",
        "Scroller",
        "ForwardToChatter",
        "MenuDisplayer",
        "MapCenterer",
        "StackExpander",
        "PieceMover",
        "KeyBufferer",
    )
    return [element(f"{MAP}.{name}") for name in names]


def stacking() -> Element:
    """How a stack fans out, in px."""
    return element(
        f"{MAP}.StackMetrics",
        {
            "bottom": "40,0",
            "disabled": False,
            "down": "37,0",
            "exSepX": 6,
            "exSepY": 22,
            "top": "38,0",
            "unexSepX": 4,
            "unexSepY": 4,
            "up": "39,0",
        },
    )


WINDOW_PX = (1500, 820)
"""Of a map that a window shows on a screen of 1600 × 900, taken for the usual one."""
READABLE = "0.65"
"""The smallest zoom at which all lettering of a counter of 60 px is read."""


def opening_zoom(width: int, height: int) -> str:
    """The zoom a game opens at: the largest up to 1 that shows a whole map of so many px, or one
    at which counters are read."""
    most = min(1.0, WINDOW_PX[0] / width, WINDOW_PX[1] / height)
    levels = ZOOM_LEVELS.split(",")
    shows_all = [level for level in levels if float(READABLE) <= float(level) <= most]
    return shows_all[-1] if shows_all else READABLE


def zoomer(start: str) -> Element:
    """Zoom buttons. :param start: the level a game opens at."""
    levels = ZOOM_LEVELS.split(",")
    return element(
        f"{MAP}.Zoomer",
        {
            "inButtonText": "",
            "inIconName": "/images/zoomIn.gif",
            "inTooltip": "Zoom in",
            "outButtonText": "",
            "outIconName": "/images/zoomOut.gif",
            "outTooltip": "Zoom out",
            "pickButtonText": "",
            "pickIconName": "/images/zoom.png",
            "pickTooltip": "Choose a zoom",
            "zoomInKey": key("=", 130),
            "zoomLevels": ZOOM_LEVELS,
            "zoomOutKey": key("-", 130),
            "zoomPickKey": "",
            "zoomStart": len(levels) - levels.index(start),
        },
    )


def stack_viewer(text: str, what: str) -> Element:
    """The mouse-over viewer: a stack and the ratings known of it, empty places too.

    :param text: what stands above a stack and at an empty place.
    """
    return element(
        f"{MAP}.CounterDetailViewer",
        {
            "bgColor": "255,255,240",
            "borderWidth": 12,
            "centerAll": False,
            "centerText": False,
            "combineCounterSummary": False,
            "counterReportFormat": f"{{{RATINGS}}}",
            "delay": 500,
            "description": what,
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


def beside() -> list[Element]:
    """Zoom and viewer of a window beside the map: it names the box."""
    return [zoomer("1.0"), stack_viewer("$LocationName$", "Stack and box")]
