"""The main map window: boards, stacking, moving, zoom, overview, LOS thread, reports."""

from __future__ import annotations

from dataclasses import dataclass, replace

from clubroute.builder.module.board_picker import board_picker
from clubroute.builder.module.game import GameSource
from clubroute.builder.module.icons import HIDDEN, SHOWN
from clubroute.builder.module.lying import one_of_each
from clubroute.builder.module.parts import (
    MAP,
    MODULE,
    map_attributes,
    opening_zoom,
    stacking,
    workings,
    zoomer,
)
from clubroute.builder.module.provenance import provenance_buttons, provenance_menu
from clubroute.builder.module.viewer import viewer
from clubroute.builder.pixels import BoardView
from clubroute.builder.sources.vocabulary import Vocabulary
from clubroute.builder.terrain import TerrainMap
from clubroute.builder.vassal.buildfile import Element, element
from clubroute.builder.vassal.keys import ALT, key


@dataclass(frozen=True, slots=True)
class WindowGround:
    """What the map window tells of every hex: the boards, and the mouse-over viewer."""

    boards: Element
    viewer: Element


def ground_of(
    game: GameSource, terrain: TerrainMap, views: tuple[BoardView, ...], words: Vocabulary
) -> WindowGround:
    """What a game's map window tells of the hexes of its map."""
    return WindowGround(
        board_picker(game.map, views, terrain, asks=bool(game.chooser)),
        viewer(terrain, game.window, words),
    )


def main_map(
    game: GameSource, ground: WindowGround, views: tuple[BoardView, ...], *more: Element
) -> Element:
    """The map window with all boards of a module."""
    laid = [view for view in views if not view.choice]
    width = max(view.map_x + view.width for view in laid)
    height = max(view.map_y + view.height for view in laid)
    whole = element(
        f"{MODULE}.Map",
        map_attributes(game.map, main=True, edge=game.edge),
        ground.boards,
        provenance_buttons(),
        provenance_menu(),
        stacking(),
        *workings(),
        element(f"{MAP}.HighlightLastMoved", {"color": "200,0,0", "enabled": True, "thickness": 2}),
        ground.viewer,
        overview(),
        los_thread(views[0], game.sight),
        zoomer(opening_zoom(width, height)),
        element(
            f"{MAP}.HidePiecesButton",
            {
                "buttonText": "",
                "hiddenIcon": HIDDEN,
                "hotkey": key("H", ALT),
                "showingIcon": SHOWN,
                "tooltip": "Hide all counters, show them again",
            },
        ),
        element(
            f"{MAP}.ImageSaver",
            {
                "buttonText": "",
                "hotkey": "",
                "icon": "/images/camera.gif",
                "tooltip": "Save the map as a picture",
            },
        ),
        *more,
    )
    return replace(whole, content=tuple(one_of_each(whole.children)))


def overview() -> Element:
    """The small map of the whole map."""
    return element(
        f"{MAP}.GlobalMap",
        {
            "buttonText": "",
            "color": "200,0,0",
            "hotkey": key("O", ALT),
            "icon": "/images/overview.gif",
            "scale": "0.06",
            "tooltip": "Show or hide the overview",
        },
    )


def los_thread(view: BoardView, sight: str) -> Element:
    """A thread from hex centre to hex centre that reports the range in hexes.

    :param sight: what the report adds: how to ask what blocks, of which VASSAL knows nothing.
    """
    return element(
        f"{MAP}.LOS_Thread",
        {
            "drawRange": True,
            "global": "Never",
            "hideCounters": False,
            "hideOpacity": 0,
            "hotkey": key("L", ALT),
            "iconName": "/images/thread.gif",
            "label": "",
            "persistence": "Ctrl-Click & Drag",
            "persistentIconName": "/images/thread.gif",
            "rangeBg": "255,255,240",
            "rangeFg": "0,0,0",
            "report": "$PlayerId$ looks from $FromLocation$ to $ToLocation$, range $Range$"
            + (f" ({sight})" if sight else ""),
            "round": "Nearest whole number",
            "scale": view.scale.hex_pitch,
            "snapEnd": True,
            "snapStart": True,
            "threadColor": "200,0,0",
            "threadName": "LOS",
            "tooltip": "Line of sight thread",
        },
    )
