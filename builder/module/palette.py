"""The counter palette: side, then division, then formation; markers by kind; chits by side."""

from __future__ import annotations

from collections.abc import Sequence

from clubroute.builder.module.counters import ModulePiece
from clubroute.builder.vassal.buildfile import Element, element
from clubroute.builder.vassal.pieces import piece_definition

WIDGET = "VASSAL.build.widget"
COLUMNS = 5
"""Counters side by side on a shelf."""


def piece_slot(item: ModulePiece, size: int) -> Element:
    """The slot a counter is dragged from; ``size`` is its picture's side in px."""
    return element(
        f"{WIDGET}.PieceSlot",
        {"entryName": item.name, "gpid": item.gpid, "height": size, "width": size},
        text=piece_definition(item.definition),
    )


def palette(pieces: Sequence[ModulePiece], size: int) -> Element:
    """The palette window."""
    return element(
        "VASSAL.build.module.PieceWindow",
        {
            "defaultWidth": 0,
            "hidden": False,
            "hotkey": "",
            "icon": "/images/counter.gif",
            "name": "Counters",
            "scale": "1.0",
            "text": "Counters",
            "tooltip": "All counters by side, division and formation",
        },
        element(
            f"{WIDGET}.TabWidget",
            {"entryName": "Counters"},
            *tree(pieces, 0, size),
        ),
    )


def tree(pieces: Sequence[ModulePiece], depth: int, size: int) -> list[Element]:
    """One widget for each shelf name at ``depth``; the last level is a sheet of counters."""
    names = list(dict.fromkeys(item.shelf[depth] for item in pieces))
    found = []
    for name in names:
        inside = [item for item in pieces if item.shelf[depth] == name]
        if len(inside[0].shelf) == depth + 1:
            found.append(
                element(
                    f"{WIDGET}.PanelWidget",
                    {
                        "entryName": name,
                        "fixed": True,
                        "nColumns": COLUMNS,
                        "scale": "1.0",
                        "vert": False,
                    },
                    *(piece_slot(item, size) for item in inside),
                )
            )
        else:
            widget = "TabWidget" if depth else "BoxWidget"
            attributes = {"entryName": name}
            if widget == "BoxWidget":
                attributes |= {"height": "0", "width": "0"}
            found.append(element(f"{WIDGET}.{widget}", attributes, *tree(inside, depth + 1, size)))
    return found
