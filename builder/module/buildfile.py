"""The module's build file: every component in the order the toolbar shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clubroute.builder.module.club_route import route_window
from clubroute.builder.module.counters import ModulePiece
from clubroute.builder.module.game import GameSource
from clubroute.builder.module.gpids import LIMIT
from clubroute.builder.module.mug import mug_window
from clubroute.builder.module.palette import palette
from clubroute.builder.module.sources_page import help_page
from clubroute.builder.module.turn_chart import turn_chart
from clubroute.builder.module.turns import turn_tracker
from clubroute.builder.module.window import MODULE, main_map
from clubroute.builder.pixels import BoardView
from clubroute.builder.sources.club_route import RouteDisplay
from clubroute.builder.sources.turn_lists import TurnLists
from clubroute.builder.sources.vocabulary import Vocabulary
from clubroute.builder.terrain import TerrainMap
from clubroute.builder.vassal.buildfile import Element, element
from clubroute.builder.vassal.keys import ALT, key
from clubroute.builder.vassal.pieces import Piece, piece_definition


def build_file(
    game: GameSource,
    terrain: TerrainMap,
    views: tuple[BoardView, ...],
    words: Vocabulary,
    pieces: Sequence[ModulePiece],
    prototypes: Mapping[str, Piece],
    setups: Sequence[tuple[str, str]],
    counter_px: int,
    route: RouteDisplay | None = None,
    turn: TurnLists | None = None,
    windows: Sequence[Element] = (),
    *,
    credited: bool = False,
) -> Element:
    """The root element.

    :param setups: (title, file name in the module) of each predefined setup.
    :param route: the Club Route display, None for a game without one.
    :param turn: the ordered lists of a turn, None for a game without them.
    :param windows: further map windows.
    :param credited: whether the module has a page that says what its map is drawn from.
    """
    return element(
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
        element(f"{MODULE}.Documentation", {}, *([help_page()] if credited else [])),
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
                for name, definition in prototypes.items()
            ),
        ),
        main_map(game.map, terrain, views, words),
        mug_window(),
        *([route_window(route)] if route else []),
        *windows,
        palette(pieces, counter_px),
        die_button(game),
        turn_tracker(game),
        *([turn_chart(turn)] if turn else []),
        element(
            f"{MODULE}.NotesWindow",
            {
                "buttonText": "Notes",
                "hotkey": key("N", ALT),
                "icon": "/images/notes.gif",
                "tooltip": "Notes",
            },
        ),
        *(
            element(
                f"{MODULE}.PredefinedSetup",
                {
                    "file": file,
                    "isMenu": False,
                    "name": title,
                    "useFile": True,
                },
            )
            for title, file in setups
        ),
    )


def roster(game: GameSource) -> Element:
    """The sides players can take."""
    return element(
        f"{MODULE}.PlayerRoster",
        {"buttonKeyStroke": "", "buttonText": "Retire", "buttonToolTip": "Switch sides"},
        *(element("entry", {}, text=side) for side in game.sides),
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


def die_button(game: GameSource) -> Element:
    """The die. Its lowest face is added to the total: added to the die, the engine reports a
    0 as an empty text."""
    die = game.die
    return element(
        f"{MODULE}.DiceButton",
        {
            "addToTotal": die.lowest - 1,
            "hotkey": key("D", ALT),
            "icon": "/images/die.gif",
            "keepCount": 1,
            "keepDice": False,
            "keepOption": ">",
            "nDice": 1,
            "nSides": die.sides,
            "name": die.name,
            "plus": 0,
            "prompt": False,
            "reportFormat": "** $name$ = $result$ *** &lt;$PlayerName$&gt;",
            "reportTotal": True,
            "sortDice": False,
            "text": die.name,
            "tooltip": f"Roll {die.lowest} to {die.lowest + die.sides - 1}",
        },
    )
