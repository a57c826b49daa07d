"""The windows beside the map: named boxes, and decks to draw from."""

from __future__ import annotations

from collections.abc import Sequence

from clubroute.builder.module.boards import BOARD, picker
from clubroute.builder.module.parts import (
    MAP,
    MODULE,
    beside,
    map_attributes,
    stacking,
    workings,
)
from clubroute.builder.sources.displays import DisplayBox
from clubroute.builder.sources.windows import DECK_PX, Button, Window, WindowDeck, Windows
from clubroute.builder.vassal.atoms import BoardSetup, PlacedBoard
from clubroute.builder.vassal.buildfile import Element, element
from clubroute.builder.vassal.keys import boolean
from clubroute.builder.vassal.sequence import encode

SHUFFLE = "Always"


def board_setup(window: Window) -> BoardSetup:
    """The command that lays the window's board."""
    return BoardSetup(window.title, (PlacedBoard(window.title, 0, 0),))


def side_window(window: Window, windows: Windows, *more: Element) -> Element:
    """The map window; a piece in a box is reported by the box's name.

    :param windows: which it is one of.
    """
    return element(
        f"{MODULE}.Map",
        map_attributes(window.title, main=False, button=window.button),
        picker(
            board_setup(window),
            element(
                f"{BOARD}.Board",
                {"image": window.image, "name": window.title, "reversible": False},
                element(f"{BOARD}.board.ZonedGrid", {}, *(zone(box) for box in window.boxes)),
            ),
        ),
        stacking(),
        *workings(),
        *beside(),
        *(draw_pile(window, deck, windows.menu(deck)) for deck in window.decks),
        *more,
    )


def zone(box: DisplayBox) -> Element:
    """The zone of a box."""
    (x, y), (width, height) = box.at, box.size
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return element(
        f"{BOARD}.board.mapgrid.Zone",
        {
            "highlightProperty": "",
            "locationFormat": "$name$",
            "name": box.title,
            "path": ";".join(f"{a},{b}" for a, b in corners),
            "useHighlight": False,
            "useParentGrid": False,
        },
    )


def draw_pile(window: Window, deck: WindowDeck, menu: Sequence[Button]) -> Element:
    """A deck: always shuffled, face down, what is drawn lies open. :param menu: its lines."""
    return element(
        f"{MAP}.DrawPile",
        {
            "allowMultiple": False,
            "allowSelect": deck.picks,
            "canSave": False,
            "color": "60,60,60",
            "draw": True,
            "drawFaceUp": True,
            "emptyHotkey": "",
            "expressionCounting": False,
            "faceDown": "Always",
            "height": DECK_PX,
            "hotkeyOnEmpty": False,
            "maxStack": 10,
            "name": deck.name,
            "owningBoard": window.title,
            "reshufflable": False,
            "restrictExpression": "",
            "restrictOption": False,
            "reversible": False,
            "shuffle": SHUFFLE,
            "width": DECK_PX,
            "x": deck.at[0],
            "y": deck.at[1],
        },
        *(element(f"{MAP}.DeckGlobalKeyCommand", menu_line(button)) for button in menu),
    )


def menu_line(button: Button) -> dict[str, str | int | bool]:
    """A line of a deck's menu: what the button does."""
    return {
        "name": button.text,
        "hotkey": button.sends,
        "filter": "",
        "deckCount": 1,
        "reportFormat": button.tells,
        "reportSingle": True,
    }


def deck_type_fields(deck: WindowDeck, menu: Sequence[Button]) -> str:
    """The settings of the deck as a save holds them, the same as :func:`draw_pile` gives."""
    lines = [encode(menu_fields(button), "|") for button in menu]
    values = [
        *(boolean(True), "60,60,60", str(DECK_PX), str(DECK_PX), "Always", SHUFFLE),
        *(boolean(False), boolean(deck.picks), boolean(False)),
        *("", "", "", deck.name, "", "", "", boolean(True), boolean(False), "", ""),
        *("10", "", boolean(False), encode(lines, ",")),
    ]
    return encode(values, ";")


def menu_fields(button: Button) -> tuple[str, ...]:
    """A line of a deck's menu as a save holds it."""
    sent = (button.text, button.sends, "", "1", button.tells, button.text)
    return (*sent, "", boolean(True))


def toolbar_button(button: Button) -> Element:
    """A button that sends a key to counters of its window's map."""
    where = f'DeckName=="{button.deck}"' if button.deck else button.where
    return element(
        f"{MAP}.MassKeyCommand",
        {
            "name": button.text,
            "buttonText": button.text,
            "tooltip": button.tooltip,
            "icon": "",
            "buttonHotkey": "",
            "hotkey": button.sends,
            "singleMap": True,
            "target": "MAP|false|MAP|||||0|0||false|||EQUALS",
            "filter": f"{{{where}}}" if where else "",
            "deckCount": 1 if button.deck else 0,
            # The button's line in place of one from each counter.
            "reportSingle": bool(button.tells),
            "reportFormat": button.tells,
        },
    )
