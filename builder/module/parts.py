"""What every map window is made of: its attributes, stacking, and the parts that move pieces."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from clubroute.builder.module.counters import RATINGS
from clubroute.builder.module.game import BOARD, GameSource, picker
from clubroute.builder.module.icons import (
    TURN,
    UNMOVED,
    ZOOM,
    ZOOM_IN,
    ZOOM_OUT,
    file_of,
)
from clubroute.builder.sources.turn_lists import TurnList, TurnLists, TurnStep
from clubroute.builder.sources.windows import (
    DECK_PX,
    Button,
    DisplayBox,
    Window,
    WindowDeck,
    Windows,
)
from clubroute.builder.vassal.atoms import BoardSetup, PlacedBoard, TurnState
from clubroute.builder.vassal.buildfile import ALT, Element, boolean, element, encode, key

# The pages of a turn's ordered lists of steps, one for each game or scenario.


def file_name(lists: TurnLists, one: TurnList) -> str:
    """The name of a list's page in the module."""
    return f"turn-{lists.time}-{one.id.lower()}.html"


def pages(lists: TurnLists) -> dict[str, bytes]:
    """The pages by their names in the module."""
    return {file_name(lists, one): page(lists, one).encode("utf-8") for one in lists.lists}


def page(lists: TurnLists, one: TurnList) -> str:
    """A list as HTML of the kind Java's own editor shows: no CSS, one row for each step."""
    rows = [row(number, step) for number, step in zip(one.numbers, one.steps, strict=True)]
    columns = "".join(
        f'<td valign="top"><table cellpadding="4" width="{COLUMN_PX}">\n{text}\n</table></td>'
        for text in map("\n".join, side_by_side(rows))
    )
    return (
        "<html>\n<body>\n"
        f"<h2>{escape(lists.title)}: {escape(one.title)}</h2>\n"
        f"<p>{escape(one.note)} <i>{escape(one.cite)}</i></p>\n"
        f'<table cellpadding="4"><tr>{columns}</tr></table>\n'
        "</body>\n</html>\n"
    )


COLUMN_PX = 480
"""Width of a column of steps."""
LONG = 1500
"""Letters of steps from which on they stand in two columns: one would be higher than a screen."""


def side_by_side(rows: Sequence[str]) -> list[Sequence[str]]:
    """Rows in one column, or in two about as long as each other."""
    lengths = [len(one) for one in rows]
    if sum(lengths) < LONG:
        return [rows]
    cut = min(range(1, len(rows)), key=lambda k: abs(sum(lengths[:k]) - sum(lengths[k:])))
    return [rows[:cut], rows[cut:]]


def row(number: str, step: TurnStep) -> str:
    """One step: its number, what to do, on which days, and the rule."""
    title = f"<i>{escape(step.title)}</i>" if step.reminder else f"<b>{escape(step.title)}</b>"
    days = ""
    if step.on:
        days = f"Only on {', '.join(map(spoken, step.on))}. "
    return (
        f'<tr><td valign="top" align="right">{number}</td>'
        f"<td>{title}<br>{escape(days + step.text)} <i>{escape(step.cite)}</i></td></tr>"
    )


def spoken(day: str) -> str:
    """``1944-09-17`` as players say it: September 17."""
    year_month, _, number = day.rpartition("-")
    month = MONTHS[int(year_month.rpartition("-")[2]) - 1]
    return f"{month} {int(number)}"


MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


MODULE = "VASSAL.build.module"
MAP = "VASSAL.build.module.map"
ZOOM_LEVELS = "0.15,0.2,0.25,0.35,0.5,0.65,0.8,1.0,1.5,2.0"


def map_attributes(
    name: str,
    *,
    main: bool,
    icon: str = "/images/map.gif",
    edge: tuple[int, int] = (0, 0),
    tooltip: str = "",
) -> dict[str, str | int | bool]:
    """The attributes of a map window. The main one opens with the game, another by its button.

    :param edge: px beside and above its boards.
    """
    return {
        "allowMultiple": False,
        "backgroundcolor": "232,230,222",
        "buttonName": "",
        "changeFormat": "$message$",
        "color": "200,0,0",
        "createFormat": "$pieceName$ created in $location$",
        "edgeHeight": edge[1],
        "edgeWidth": edge[0],
        "hideKey": "",
        "hotkey": "",
        "icon": icon,
        "launch": not main,
        "mapName": name,
        "markMoved": "Always",
        "markUnmovedHotkey": "",
        "markUnmovedIcon": UNMOVED,
        "markUnmovedText": "",
        "markUnmovedTooltip": "Clear the moved flag of every counter on this map",
        "moveKey": "",
        "moveToFormat": "$pieceName$ moves from $previousLocation$ ($previousMap$) to $location$",
        "moveWithinFormat": "$pieceName$ moves $previousLocation$ -> $location$",
        "showKey": "",
        "thickness": 3,
        "tooltip": tooltip or name,
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


FAN = 4
"""Px by which a counter of a stack lies right of and above the one below it."""


def stacking(fan: int = FAN) -> Element:
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
            "unexSepX": fan,
            "unexSepY": fan,
            "up": "39,0",
        },
    )


WINDOW_PX = (1580, 640)
"""Of a map that a window shows below the chat on a screen of 1600 × 900, the usual one."""
OVERVIEW_PX = (200, 380)
"""How large the overview is at most: a game opens with it where not all counters are in sight."""
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
            "inIconName": ZOOM_IN,
            "inTooltip": "Zoom in",
            "outButtonText": "",
            "outIconName": ZOOM_OUT,
            "outTooltip": "Zoom out",
            "pickButtonText": "",
            "pickIconName": ZOOM,
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


# The windows beside the map: named boxes, and decks to draw from.

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
        map_attributes(window.title, main=False, icon=file_of(window.icon), tooltip=window.tooltip),
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
            "buttonText": "",
            "tooltip": button.tooltip or button.text,
            "icon": file_of(button.icon),
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


# The turn tracker: days, and in each day the turns by their time.

TRACKER_ID = "TurnTracker0"


def turn_tracker(game: GameSource) -> Element:
    """The tracker in the toolbar."""
    return element(
        f"{MODULE}.turn.TurnTracker",
        {
            "buttonText": "",
            "hotkey": "",
            "icon": TURN,
            "length": -1,
            "lengthStyle": "Maximum",
            "name": "Turns",
            "nexthotkey": key("T", ALT),
            "prevhotkey": "",
            "reportFormat": "Turn: $newTurn$ (was $oldTurn$)",
            "tooltip": "Turns",
            "turnFormat": "$level1$ $level2$",
        },
        level("Day", "day", game.days, level("Turn", "time", game.times)),
    )


def level(name: str, prop: str, values: tuple[str, ...], *inner: Element) -> Element:
    """One list of the tracker, and the list that runs through inside each of its values."""
    return element(
        f"{MODULE}.turn.ListTurnLevel",
        {
            "configFirst": False,
            "configList": False,
            "list": encode(values, ","),
            "name": name,
            "prompt": "",
            "property": prop,
            "turnFormat": "$value$",
        },
        *inner,
    )


def turn_state(game: GameSource, day: str, time: str) -> TurnState:
    """The tracker standing at a turn. :raises ValueError: for a day or time it has not."""
    inner = list_state(game.times, game.times.index(time))
    return TurnState(TRACKER_ID, "0", list_state(game.days, game.days.index(day), inner))


def list_state(values: tuple[str, ...], current: int, *inner: str) -> str:
    """State of a list level: current, running inner level, first, which values are in use."""
    active = encode(["true"] * len(values), ",")
    return encode([str(current), "0", "0", active, *inner], ";")
