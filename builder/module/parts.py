"""What every map window is made of: its attributes, stacking, and the parts that move pieces."""

from __future__ import annotations

from clubroute.builder.vassal.buildfile import Element, element

MODULE = "VASSAL.build.module"
MAP = "VASSAL.build.module.map"


def map_attributes(name: str, *, main: bool, button: str = "") -> dict[str, str | int | bool]:
    """The attributes of a map window. The main one opens with the game."""
    return {
        "allowMultiple": False,
        "backgroundcolor": "232,230,222",
        "buttonName": button,
        "changeFormat": "$message$",
        "color": "200,0,0",
        "createFormat": "$pieceName$ created in $location$",
        "edgeHeight": 0,
        "edgeWidth": 0,
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
