"""The Club Route window: a display whose boxes name what lies in them (WED 4.3)."""

from __future__ import annotations

from clubroute.builder.module.boards import BOARD, picker
from clubroute.builder.module.window import MODULE, map_attributes, stacking, workings
from clubroute.builder.sources.club_route import RouteDisplay
from clubroute.builder.vassal.atoms import BoardSetup, PlacedBoard
from clubroute.builder.vassal.buildfile import Element, element

IMAGE = "board-club-route.png"
BUTTON = "Club Route"


def board_setup(display: RouteDisplay) -> BoardSetup:
    """The command that lays the window's board."""
    return BoardSetup(display.title, (PlacedBoard(display.title, 0, 0),))


def route_window(display: RouteDisplay) -> Element:
    """The map window with the display; a piece in a box is reported by the box's name."""
    return element(
        f"{MODULE}.Map",
        map_attributes(display.title, main=False, button=BUTTON),
        picker(
            board_setup(display),
            element(
                f"{BOARD}.Board",
                {"image": IMAGE, "name": display.title, "reversible": False},
                element(f"{BOARD}.board.ZonedGrid", {}, *(zone(box) for box in named(display))),
            ),
        ),
        stacking(),
        *workings(),
    )


def named(display: RouteDisplay) -> list[tuple[str, str]]:
    """Name and outline of each box's zone, corners in px as VASSAL writes them."""
    found = []
    for box in display.boxes:
        (x, y), (width, height) = box.at, box.size
        corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
        found.append((box.title, ";".join(f"{a},{b}" for a, b in corners)))
    return found


def zone(box: tuple[str, str]) -> Element:
    """The zone of a box."""
    name, path = box
    return element(
        f"{BOARD}.board.mapgrid.Zone",
        {
            "highlightProperty": "",
            "locationFormat": "$name$",
            "name": name,
            "path": path,
            "useHighlight": False,
            "useParentGrid": False,
        },
    )
