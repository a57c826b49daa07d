"""The activation mug: a window with a deck to draw chits from, a row for them, a deck of events.

A game's activation chits go into the mug; one is drawn at random at a time and laid on the row.
Scenarios that draw random Event markers keep them in the second deck.
"""

from __future__ import annotations

from clubroute.builder.module.boards import BOARD, picker
from clubroute.builder.module.window import MAP, MODULE, map_attributes, stacking, workings
from clubroute.builder.vassal.atoms import BoardSetup, PlacedBoard
from clubroute.builder.vassal.buildfile import Element, element
from clubroute.builder.vassal.keys import boolean
from clubroute.builder.vassal.sequence import encode

MUG_MAP = "Activation"
MUG_BOARD = "Activation"
MUG_IMAGE = "board-activation.png"
MUG = "Activation Mug"
SIZE = (900, 320)
"""Size of the window's picture, px."""
MUG_AT = (110, 190)
"""Centre of the deck, px of the picture."""
EVENTS = "Events"
EVENTS_AT = (790, 190)
"""Centre of the deck of event markers, px of the picture."""
SLOTS_FROM = 210
"""x of the left edge of the row of drawn chits, px."""
DRAWN_BOXES = 5
BOX = 84
"""Side of the mug's frame and of the boxes of the row, px."""
SHUFFLE = "Always"


def board_setup() -> BoardSetup:
    """The command that lays the window's board."""
    return BoardSetup(MUG_MAP, (PlacedBoard(MUG_BOARD, 0, 0),))


def mug_window() -> Element:
    """The map window with the mug."""
    return element(
        f"{MODULE}.Map",
        map_attributes(MUG_MAP, main=False, button="Mug"),
        picker(
            board_setup(),
            element(
                f"{BOARD}.Board",
                {"image": MUG_IMAGE, "name": MUG_BOARD, "reversible": False},
            ),
        ),
        stacking(),
        *workings(),
        draw_pile(MUG, MUG_AT),
        draw_pile(EVENTS, EVENTS_AT),
    )


def draw_pile(name: str, at: tuple[int, int]) -> Element:
    """A deck: always shuffled, face down, what is drawn lies open."""
    return element(
        f"{MAP}.DrawPile",
        {
            "allowMultiple": False,
            "allowSelect": False,
            "canSave": False,
            "color": "60,60,60",
            "draw": True,
            "drawFaceUp": True,
            "emptyHotkey": "",
            "expressionCounting": False,
            "faceDown": "Always",
            "height": BOX,
            "hotkeyOnEmpty": False,
            "maxStack": 10,
            "name": name,
            "owningBoard": MUG_BOARD,
            "reshufflable": False,
            "restrictExpression": "",
            "restrictOption": False,
            "reversible": False,
            "shuffle": SHUFFLE,
            "width": BOX,
            "x": at[0],
            "y": at[1],
        },
    )


def chit_place(slot: int) -> tuple[int, int]:
    """Map px of the centre of a box in the row of drawn chits."""
    return SLOTS_FROM + BOX // 2 + slot * (BOX + 12), MUG_AT[1]


def deck_type_fields(name: str) -> str:
    """The settings of the deck as a save holds them, the same as :func:`draw_pile` gives."""
    values = [
        *(boolean(True), "60,60,60", str(BOX), str(BOX), "Always", SHUFFLE),
        *(boolean(False), boolean(False), boolean(False)),
        *("", "", "", name, "", "", "", boolean(True), boolean(False), "", ""),
        *("10", "", boolean(False)),
    ]
    return encode(values, ";")
