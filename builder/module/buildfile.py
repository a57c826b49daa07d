"""The module's build file: every component in the order the toolbar shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape

from clubroute.builder.module.adviser import adviser_element, beside_element
from clubroute.builder.module.charts import (
    PLAIN_TABLE,
    ChartSheet,
    chart_window,
    help_entry,
    legend_window,
    palettes,
    table,
    whole,
)
from clubroute.builder.module.counters import LIMIT, one_of_each, with_counters
from clubroute.builder.module.game import Dice, GameSource
from clubroute.builder.module.icons import NOTES, RETIRE, dice_icon
from clubroute.builder.module.parts import (
    MODULE,
    side_window,
    toolbar_button,
    turn_tracker,
)
from clubroute.builder.module.prototypes import Traits
from clubroute.builder.module.setups import Shelf
from clubroute.builder.module.translations import language_element
from clubroute.builder.module.trays import TRAY_MAP, tray_windows
from clubroute.builder.module.tutorial import tutorial_entry
from clubroute.builder.module.window import WindowGround, main_map
from clubroute.builder.sources.windows import Windows
from clubroute.builder.vassal.buildfile import ALT, Element, element, encode, key
from clubroute.builder.vassal.pieces import piece_definition

# The page of the Help menu with every key and button: made from what the module has.

KEYS_FILE = "keys.html"
KEYS_TITLE = "Keys and buttons"
FIXED = (("LOS thread", "Alt L"), ("Overview", "Alt O"), ("Hide the counters", "Alt H"))
"""Keys of the map window."""


def keys_sheet(traits: Traits, windows: Windows) -> ChartSheet:
    """The page."""
    said = [(one.title, one.tooltip) for one in windows.windows]
    said += [(one.text, one.tooltip) for one in windows.buttons]
    said += [(one.title, one.tooltip) for one in windows.charts]
    parts = {"Counters": traits.keys, "The map": FIXED, "Buttons": said}
    body = "".join(
        f"<h3>{title}</h3>\n{table(rows, head=False)}" for title, rows in parts.items() if rows
    )
    return ChartSheet(KEYS_TITLE, KEYS_FILE, whole(KEYS_TITLE, body).encode("utf-8"))


# The page in the module's Help menu that says what its map is drawn from, and how sure it is.

SOURCES_FILE = "map-sources.html"
SOURCES_TITLE = "Sources of the map"
RESTS = {
    "rulebook": "a rule or scenario says so",
    "survey": "computed from the real country",
    "assumed": "our guess: look at your map",
}


def sources_sheet(credits_: Sequence[str], shares: Mapping[str, Mapping[str, float]]) -> ChartSheet:
    """The page. :param shares: of hexes, hexsides and links, how much rests on what, 0 to 1."""
    rows = "\n".join(f"<li>{escape(credit)}</li>" for credit in credits_)
    head = "".join(f"<th>{name}<br>{RESTS[name]}</th>" for name in RESTS)
    known = "\n".join(
        f"<tr><td>{group}</td>"
        + "".join(f'<td align="right">{of.get(name, 0):.1%}</td>' for name in RESTS)
        + "</tr>"
        for group, of in shares.items()
    )
    body = (
        "<p>The map is drawn from open data and general knowledge of 1944; no printed map was "
        "traced.</p>\n"
        f"<ul>\n{rows}\n</ul>\n"
        f"{PLAIN_TABLE}\n<tr><th></th>{head}</tr>\n{known}\n</table>\n"
        "<p>The buttons Rulebook, Survey and Assumed show which hex is which.</p>\n"
    )
    return ChartSheet(SOURCES_TITLE, SOURCES_FILE, whole(SOURCES_TITLE, body).encode("utf-8"))


def build_file(
    shelf: Shelf,
    ground: WindowGround,
    setups: Sequence[tuple[str, str]],
    trays: Sequence[Element] = (),
    helps: Sequence[ChartSheet] = (),
    *,
    legend: bool = False,
) -> Element:
    """The root element.

    :param setups: (title, file name in the module) of each predefined setup.
    :param trays: the window of what stands in no hex yet.
    :param helps: the pages of the Help menu.
    :param legend: whether the legend has a window, since no board has room for it.
    """
    game, counters = shelf.game, shelf.counters
    windows, size = counters.windows, counters.style.counter_px
    parts = {
        where: [
            with_counters(part.element, shelf.pieces, size)
            for part in windows.components
            if part.window == where
        ]
        for where in {part.window for part in windows.components}
    }
    lying = {id_ for part in windows.components for id_ in part.counters}
    free = [one for id_, one in shelf.pieces.items() if id_ not in lying]
    made = [
        element(f"{MODULE}.BasicCommandEncoder"),
        element(
            f"{MODULE}.Documentation",
            {},
            *map(help_entry, helps),
            *([tutorial_entry(counters.tutorial)] if counters.tutorial else []),
        ),
        roster(game),
        options(),
        element(f"{MODULE}.properties.GlobalProperties"),
        element(
            f"{MODULE}.PrototypesContainer",
            {},
            *(
                element(
                    f"{MODULE}.PrototypeDefinition",
                    {"description": "", "name": name},
                    text=piece_definition(definition),
                )
                for name, definition in counters.traits.prototypes.items()
            ),
        ),
        *(
            [main_map(game, ground, shelf.views, *buttons(windows, ""), *parts.get("", ()))]
            if game.has("Map")
            else []
        ),
        *(
            side_window(
                window, windows, *buttons(windows, window.title), *parts.get(window.title, ())
            )
            for window in windows.windows
        ),
        *trays,
        *(palettes(free, size) if free or not lying else []),
        *(
            button
            for number, dice in enumerate(game.dice)
            for button in dice_buttons(dice, dice_icon(dice.sides, dice.count, number))
        ),
        *([turn_tracker(game)] if game.days else []),
        *map(chart_window, windows.charts),
        *([legend_window()] if legend else []),
        element(
            f"{MODULE}.NotesWindow",
            {
                "buttonText": "",
                "hotkey": key("N", ALT),
                "icon": NOTES,
                "tooltip": "Notes",
            },
        ),
    ]
    added = [
        language_element(counters.translations),
        adviser_element(),
        beside_element(TRAY_MAP if TRAY_MAP in tray_windows(counters) else ""),
    ]
    whole = element(
        "VASSAL.build.GameModule",
        {
            "ModuleOther1": "",
            "ModuleOther2": "",
            "VassalVersion": game.vassal,
            "description": game.description,
            "name": game.name,
            "nextPieceSlotId": LIMIT,
            "version": game.version,
        },
        *(one for one in made if one.kind == "Map" or game.has(one.kind)),
        *parts.get(None, ()),
        *(setup_entry(title, file) for title, file in setups),
        *([setup_entry(game.chooser, "")] if game.chooser else []),
        *(one for one in added if game.has(one.kind)),
    )
    return replace(whole, content=tuple(one_of_each(whole.children)))


def buttons(windows: Windows, window: str) -> list[Element]:
    """The buttons an author adds to a map window, "" being the main one."""
    return [toolbar_button(button) for button in windows.buttons if button.window == window]


def setup_entry(title: str, file: str) -> Element:
    """A start the wizard and the File menu offer; without a file it asks for the boards."""
    return element(
        f"{MODULE}.PredefinedSetup",
        {"file": file, "isMenu": False, "name": title, "useFile": bool(file)},
    )


def roster(game: GameSource) -> Element:
    """The sides players can take."""
    return element(
        f"{MODULE}.PlayerRoster",
        {
            "buttonIcon": RETIRE,
            "buttonKeyStroke": "",
            "buttonText": "",
            "buttonToolTip": "Switch sides",
        },
        *(element("entry", {}, text=side) for side in (*game.sides, *game.observers)),
    )


def options() -> Element:
    """Options of the whole module: moves are reported, reports name the player."""
    return element(
        f"{MODULE}.GlobalOptions",
        {
            "autoReport": "Always",
            "centerOnMove": "Use Preferences Setting",
            "chatterHTMLSupport": "Always",
            "hotKeysOnClosedWindows": "Never",
            "inventoryForAll": "Always",
            "nonOwnerUnmaskable": "Use Preferences Setting",
            "playerIdFormat": "$PlayerName$",
            "promptString": "Opponents can unmask my pieces",
            "sendToLocationMoveTrails": "Never",
        },
    )


ROLLED = "** $name$ = $result$ *** &lt;$PlayerName$&gt;"
"""What a roll says in the chat."""


def reported(told: Mapping[int, str]) -> str:
    """The format of what a roll says; with a column of a table an expression that adds what stands
    there."""
    if not told:
        return ROLLED
    *others, last = told.items()
    row = f'"{quoted(last[1])}"'
    for roll, text in reversed(others):
        row = f'(result == {roll} ? "{quoted(text)}" : {row})'
    said = '"** " + name + " = " + result + " *** &lt;" + PlayerName + "&gt; "'
    return "{" + f"{said} + {row}" + "}"


def quoted(text: str) -> str:
    """A text within the quotes of an expression."""
    return text.replace("\\", "").replace('"', "'")


def dice_buttons(dice: Dice, icon: str) -> list[Element]:
    """A button for dice; of dice that roll on a table one for each column, in a menu."""
    if len(dice.told) < 2:
        return [dice_button(dice, dice.name, next(iter(dice.told.values()), {}), icon)]
    named = {f"{dice.name} {column}": told for column, told in dice.told.items()}
    menu = element(
        f"{MODULE}.ToolbarMenu",
        {
            "description": dice.name,
            "text": "",
            "tooltip": f"{dice.name}: choose the column to roll on",
            "icon": icon,
            "hotkey": "",
            "menuItems": encode(list(named), ","),
        },
    )
    rolls = [dice_button(dice, name, told, icon, gathered=True) for name, told in named.items()]
    return [*rolls, menu]


def dice_button(
    dice: Dice, name: str, told: Mapping[int, str], icon: str, *, gathered: bool = False
) -> Element:
    """A button for dice. The lowest face is added to the total: added to the die, the engine
    reports a 0 as an empty text.

    :param told: what each sum means, none for none. :param gathered: it is a line of a menu.
    """
    return element(
        f"{MODULE}.DiceButton",
        {
            "addToTotal": dice.count * (dice.lowest - 1),
            "hotkey": "",
            "icon": icon,
            "keepCount": 1,
            "keepDice": False,
            "keepOption": ">",
            "nDice": dice.count,
            "nSides": dice.sides,
            "name": name,
            "plus": 0,
            "prompt": False,
            "reportFormat": reported(told),
            "reportTotal": True,
            "sortDice": False,
            "text": name if gathered else "",
            "tooltip": f"{name}: roll {dice.count * dice.lowest} to "
            f"{dice.count * (dice.lowest + dice.sides - 1)}",
        },
    )
