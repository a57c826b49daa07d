"""A small module that is right in every way the checks can see, written with plain strings.

Nothing of the builder is used here, so a fault of the builder cannot hide in its own test. The map
is four columns of flat-top hexes whose printed numbers wrap: 98, 99, 00, 01, rows 87 to 121.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from tests.engine.expectation import (
    Expectation,
    ExpectedBoard,
    ExpectedMap,
    ExpectedPiece,
    ExpectedSetup,
)
from tests.engine.handmade import (
    element,
    nested,
    png,
    saved_game,
    sequence,
)
from tests.engine.small_board import (
    BOARD_HEIGHT,
    BOARD_NAME,
    BOARD_WIDTH,
    MAP_NAME,
    board_picker,
    hex_centres,
)

# The engine calls itself 3.6.0-SNAPSHOT, which it takes for older than 3.6.0.
VASSAL_VERSION = "3.5.8"
SETUP_NAME, SETUP_FILE = "First day", "first-day.vsav"
SIDES = ("Allied", "German")
# gpid: name, image, side
UNITS = {
    "1": ("2/HG", "allied.png", "Allied"),
    "2": ("3/HG", "allied.png", "Allied"),
    "3": ('KG "Walther"; I/A', "german.png", "German"),
}
CHITS = {"4": "Guards", "5": "XXX Corps", "6": "II SS"}
MUG_PLACE = (15, 15)
# One more of the first unit stands on the map from the start.
RESERVE_GPID, RESERVE_HEX = "7", "99.120"
# The unit of that gpid, the hex it starts in, bottom of the stack first.
SET_UP = (("1", "98.120"), ("2", "98.120"), ("3", "00.119"))

_MODULE = "VASSAL.build.module."
_MAP = _MODULE + "map."
_WIDGET = "VASSAL.build.widget."
_XML = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'


LAYER = "emb2;;128;;;128;;;128;;;;1;false;0;0;step.png;;true;Step;;;false;;1;1;false;70,130;;;;1.0"
DELETE = "delete;Delete;68,130;"
ROTATE = "rotate;6;93,130;91,130;Clockwise;Back;;;Facing;"
MARK = "mark;Side"
LABEL = "label;;;10;;0,0,0;t;0;c;0;b;c;{Side + Facing_Facing};Dialog;0;0;TextLabel;"


def unit_traits(image: str, name: str, side: str) -> list[tuple[str, str]]:
    """Type and state of the traits of a unit, as its palette slot holds them."""
    return [
        ("prototype;Unit", ""),
        (LAYER, "-1"),
        (MARK, side),
        ("piece;" + sequence(";", ("", "", image, name)), ""),
    ]


PROTOTYPE_TRAITS = [(DELETE, ""), (ROTATE, "0"), (LABEL, "")]


def piece_command(
    traits: Sequence[tuple[str, str]], gpid: str, place: tuple[str, int, int], identity: str
) -> str:
    """The command that adds a piece; its last trait's state is the place and gpid."""
    types = [kind for kind, _ in traits]
    states = [state for _, state in traits[:-1]] + [sequence(";", (*place, gpid, 0))]
    return "+/" + sequence("/", (identity, nested(types), nested(states)))


def slot(tag: str, gpid: str, name: str, traits: Sequence[tuple[str, str]]) -> str:
    text = escape(piece_command(traits, gpid, ("null", 0, 0), "null"))
    sizes = {"entryName": name, "gpid": gpid, "height": 40, "width": 40}
    return element(_WIDGET + tag, sizes, text)


def unit_slot(gpid: str, unit: str) -> str:
    name, image, side = UNITS[unit]
    return slot("PieceSlot", gpid, name, unit_traits(image, name, side))


def chit_traits(name: str) -> list[tuple[str, str]]:
    return [(DELETE, ""), ("piece;" + sequence(";", ("", "", "chit.png", name)), "")]


def at_start() -> str:
    x, y = hex_centres()[RESERVE_HEX]
    attributes = {
        "location": RESERVE_HEX,
        "name": "Reserve",
        "owningBoard": BOARD_NAME,
        "useGridLocation": "true",
        "x": x,
        "y": y,
    }
    return element(_MAP + "SetupStack", attributes, unit_slot(RESERVE_GPID, "1"))


def mug() -> str:
    x, y = MUG_PLACE
    attributes = {
        "allowMultiple": "false",
        "allowSelect": "false",
        "drawFaceUp": "false",
        "faceDown": "Always",
        "name": "Mug",
        "owningBoard": BOARD_NAME,
        "reshufflable": "false",
        "reversible": "false",
        "shuffle": "Always",
        "width": 40,
        "height": 40,
        "x": x,
        "y": y,
    }
    cards = (slot("CardSlot", gpid, name, chit_traits(name)) for gpid, name in CHITS.items())
    return element(_MAP + "DrawPile", attributes, *cards)


def game_map() -> str:
    attributes = {
        "allowMultiple": "false",
        "backgroundcolor": "255,255,255",
        "buttonName": "Map",
        "changeFormat": "$message$",
        "createFormat": "$pieceName$ created in $location$",
        "edgeHeight": 0,
        "edgeWidth": 0,
        "hotkey": "",
        "icon": "/images/map.gif",
        "launch": "false",
        "mapName": MAP_NAME,
        "markMoved": "Never",
        "moveToFormat": "$pieceName$ moves from $previousLocation$ to $location$",
        "moveWithinFormat": "$pieceName$ moves from $previousLocation$ to $location$",
    }
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
    parts = (element(_MAP + name) for name in names)
    metrics = element(_MAP + "StackMetrics", {"disabled": "false", "exSepX": 6, "exSepY": 18})
    return element(_MODULE + "Map", attributes, board_picker(), metrics, *parts, at_start(), mug())


def dice() -> str:
    attributes = {
        "addToTotal": -1,
        "hotkey": "",
        "icon": "/images/die.gif",
        "nDice": 1,
        "nSides": 10,
        "name": "d10",
        "plus": 0,
        "prompt": "false",
        "reportFormat": "$name$ = $result$",
        "reportTotal": "true",
        "text": "d10",
        "tooltip": "d10, 0 to 9",
    }
    return element(_MODULE + "DiceButton", attributes)


def turn_tracker() -> str:
    tracker = {
        "buttonText": "Turn",
        "hotkey": "",
        "icon": "",
        "name": "Turns",
        "reportFormat": "$newTurn$",
        "turnFormat": "$level1$",
    }
    counter = {
        "incr": 1,
        "loop": "false",
        "loopLimit": -1,
        "name": "Turn",
        "property": "turnNumber",
        "start": 1,
        "turnFormat": "Turn $value$",
    }
    return element(
        _MODULE + "turn.TurnTracker", tracker, element(_MODULE + "turn.CounterTurnLevel", counter)
    )


def build_file() -> str:
    module = {
        "ModuleOther1": "",
        "ModuleOther2": "",
        "VassalVersion": VASSAL_VERSION,
        "description": "for the tests",
        "name": "Small",
        "nextPieceSlotId": 8,
        "version": "1.0",
    }
    roster = (element("entry", None, side) for side in SIDES)
    prototype = piece_command(
        [*PROTOTYPE_TRAITS, ("piece;" + sequence(";", ("", "", "", "")), "")],
        "",
        ("null", 0, 0),
        "null",
    )
    definition = {"description": "", "name": "Unit"}
    palette = {"hidden": "false", "icon": "/images/counter.gif", "name": "Counters", "text": ""}
    units = "".join(unit_slot(gpid, gpid) for gpid in UNITS)
    setup = {
        "file": SETUP_FILE,
        "isMenu": "false",
        "name": SETUP_NAME,
        "useFile": "true",
    }
    return _XML + element(
        "VASSAL.build.GameModule",
        module,
        element(_MODULE + "BasicCommandEncoder"),
        element(_MODULE + "Documentation"),
        element(_MODULE + "PlayerRoster", {"buttonText": "Retire"}, *roster),
        element(_MODULE + "GlobalOptions", {"autoReport": "Always"}),
        element(
            _MODULE + "PrototypesContainer",
            None,
            element(_MODULE + "PrototypeDefinition", definition, escape(prototype)),
        ),
        game_map(),
        element(
            _MODULE + "PieceWindow",
            palette,
            element(_WIDGET + "ListWidget", {"entryName": "Units"}, units),
        ),
        dice(),
        turn_tracker(),
        element(_MODULE + "PredefinedSetup", setup),
    )


def set_up_commands() -> list[str]:
    """The saved game of the setup: pieces, then the stacks that hold them."""
    commands = []
    stacks: dict[str, list[str]] = {}
    for number, (gpid, place) in enumerate(SET_UP, start=101):
        name, image, side = UNITS[gpid]
        traits = [*PROTOTYPE_TRAITS, *unit_traits(image, name, side)[1:]]
        where = (MAP_NAME, *hex_centres()[place])
        commands.append(piece_command(traits, gpid, where, str(number)))
        stacks.setdefault(place, []).append(str(number))
    for number, (place, members) in enumerate(stacks.items(), start=201):
        state = sequence(";", (MAP_NAME, *hex_centres()[place], *members, "@@-1"))
        commands.append("+/" + sequence("/", (number, "stack", state)))
    picker = f"{MAP_NAME}BoardPicker\t{BOARD_NAME}\t0\t0"
    return ["begin_save", *commands, picker, "SETUP_STACK\t", "end_save"]


def module_data(version: str = VASSAL_VERSION) -> str:
    parts = {
        "version": "1.0",
        "extra1": "",
        "extra2": "",
        "VassalVersion": version,
        "dateSaved": "1700000000000",
        "description": "for the tests",
        "name": "Small",
    }
    fields = "".join(element(name, None, value) for name, value in parts.items())
    return _XML + element("data", {"version": 1}, fields)


def small_module() -> dict[str, bytes]:
    """Entry name to contents of the whole module."""
    return {
        "buildFile.xml": build_file().encode(),
        "moduledata": module_data().encode(),
        "images/board.png": png(BOARD_WIDTH, BOARD_HEIGHT, (200, 220, 180), stripes=True),
        "images/allied.png": png(20, 20, (120, 150, 90)),
        "images/german.png": png(20, 20, (130, 130, 130)),
        "images/chit.png": png(20, 20, (230, 220, 200)),
        "images/step.png": png(20, 6, (200, 40, 40)),
        SETUP_FILE: saved_game(set_up_commands()),
    }


def expectation() -> Expectation:
    """What the engine should find in it."""
    centres = hex_centres()
    board_there = ExpectedBoard(BOARD_NAME, 0, 0, centres)
    pieces = tuple(
        ExpectedPiece(UNITS[gpid][0], gpid, MAP_NAME, place, *centres[place])
        for gpid, place in SET_UP
    )
    names = {gpid: name for gpid, (name, *_) in UNITS.items()} | CHITS
    return Expectation(
        (ExpectedMap(MAP_NAME, (board_there,)),),
        (ExpectedSetup(SETUP_NAME, SETUP_FILE, pieces),),
        names | {RESERVE_GPID: names["1"]},
        SIDES,
    )
