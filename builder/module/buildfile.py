"""The module's build file: every component in the order the toolbar shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from clubroute.builder.module.adviser import adviser_element
from clubroute.builder.module.charts import ChartSheet, chart_window, help_entry, legend_window
from clubroute.builder.module.game import Dice, GameSource
from clubroute.builder.module.gpids import LIMIT
from clubroute.builder.module.lying import one_of_each, with_counters
from clubroute.builder.module.palette import palette
from clubroute.builder.module.parts import MODULE
from clubroute.builder.module.setups import Shelf
from clubroute.builder.module.side_windows import side_window, toolbar_button
from clubroute.builder.module.translations import language_element
from clubroute.builder.module.turns import turn_tracker
from clubroute.builder.module.tutorial import tutorial_entry
from clubroute.builder.module.window import WindowGround, main_map
from clubroute.builder.sources.windows import Windows
from clubroute.builder.vassal.buildfile import Element, element
from clubroute.builder.vassal.keys import ALT, key
from clubroute.builder.vassal.pieces import piece_definition


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
        main_map(game, ground, shelf.views, *buttons(windows, ""), *parts.get("", ())),
        *(
            side_window(
                window, windows, *buttons(windows, window.title), *parts.get(window.title, ())
            )
            for window in windows.windows
        ),
        *trays,
        *([palette(free, size)] if free or not lying else []),
        *map(dice_button, game.dice),
        *([turn_tracker(game)] if game.days else []),
        *map(chart_window, windows.charts),
        *([legend_window()] if legend else []),
        element(
            f"{MODULE}.NotesWindow",
            {
                "buttonText": "Notes",
                "hotkey": key("N", ALT),
                "icon": "/images/notes.gif",
                "tooltip": "Notes",
            },
        ),
        *parts.get(None, ()),
        *(setup_entry(title, file) for title, file in setups),
        *([setup_entry(game.chooser, "")] if game.chooser else []),
        language_element(counters.translations),
        adviser_element(),
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
        {"buttonKeyStroke": "", "buttonText": "Retire", "buttonToolTip": "Switch sides"},
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


def reported(dice: Dice) -> str:
    """The format of what a roll says; with a table an expression that adds what stands there."""
    if not dice.told:
        return ROLLED
    *others, last = dice.told.items()
    row = f'"{quoted(last[1])}"'
    for roll, text in reversed(others):
        row = f'(result == {roll} ? "{quoted(text)}" : {row})'
    said = '"** " + name + " = " + result + " *** &lt;" + PlayerName + "&gt; "'
    return "{" + f"{said} + {row}" + "}"


def quoted(text: str) -> str:
    """A text within the quotes of an expression."""
    return text.replace("\\", "").replace('"', "'")


def dice_button(dice: Dice) -> Element:
    """A button for dice. The lowest face is added to the total: added to the die, the engine
    reports a 0 as an empty text."""
    return element(
        f"{MODULE}.DiceButton",
        {
            "addToTotal": dice.count * (dice.lowest - 1),
            "hotkey": "",
            "icon": "/images/die.gif",
            "keepCount": 1,
            "keepDice": False,
            "keepOption": ">",
            "nDice": dice.count,
            "nSides": dice.sides,
            "name": dice.name,
            "plus": 0,
            "prompt": False,
            "reportFormat": reported(dice),
            "reportTotal": True,
            "sortDice": False,
            "text": dice.name,
            "tooltip": f"Roll {dice.count * dice.lowest} to "
            f"{dice.count * (dice.lowest + dice.sides - 1)}",
        },
    )
