"""Somebody else's module of the same map: its hexes have our numbers, all else is told its own way.

Other windows, another scale and another origin; Units known by Nation, Group, Corps and Type, with
the allowance in a dynamic property and a layer for Column; a deck of chits in a window of its own;
a key that moves a Unit two hexes at once. ``MAPPING`` says what is what.
"""

from __future__ import annotations

from clubroute.builder.vassal.buildfile import (
    Element,
    element,
    key,
    write,
)
from clubroute.builder.vassal.metadata import Metadata
from clubroute.builder.vassal.pieces import (
    Piece,
    piece,
    piece_definition,
    prototype_definition,
)
from clubroute.builder.vassal.traits import (
    BasicPiece,
    Delete,
    DynamicProperty,
    Layer,
    Marks,
    MovedMark,
    Trail,
    Trigger,
    UsePrototype,
)
from clubroute.builder.vassal.traits.base import Trait, TraitValue
from clubroute.builder.vassal.traits.properties import PropertyCommand, Range
from tests.engine.handmade import png

NAME = "Corridor"
MAIN, CUPS = "Corridor map", "Cups"
CUP = "Chit Cup"
CUP_AT, DRAWN_AT = (60, 60), (200, 60)
MARCH, SPEND, HOP = "ctrl G", "ctrl X", "ctrl J"

DX, DY = 42, 48  # px between columns and between the hexes of one
FIRST_COLUMN, COLUMNS = 57, 26  # an odd one: VASSAL lowers the second, and ours lowers the even
FIRST_ROW, ROWS = 118, 46
MARGIN = (37, 43)
SIZE = (2 * MARGIN[0] + COLUMNS * DX, 2 * MARGIN[1] + ROWS * DY)

UNITS: dict[str, tuple[str, str, str, str, str, bool]] = {
    # name: nation, group, corps, type, hex, in Column
    "A-1-501": ("US", "501 PIR", "101st Abn", "Para", "75.129", True),
    "C-1-501": ("US", "501 PIR", "101st Abn", "Para", "76.128", False),
    "D-2-501": ("US", "501 PIR", "101st Abn", "Para", "77.130", False),
    "H-3-501": ("US", "501 PIR", "101st Abn", "Para", "66.157", True),
    "I-3-501": ("US", "501 PIR", "101st Abn", "Para", "66.157", False),
    "A-1-502": ("US", "502 PIR", "101st Abn", "Para", "70.150", False),
    "Irish": ("UK", "Hot", "Guards", "Tank", "77.129", True),
    "Pz 1": ("GE", "107", "Walther", "Tank", "78.131", True),
    "Staff": ("US", "501 PIR", "101st Abn", "Chief", "76.127", False),
}
MARKERS = {"Blown Bridge N": "74.129", "Blown Bridge S": "66.156", "Ferry Boat": "66.157"}
UNMAPPED = {"Smoke": "76.126"}
CHITS = {
    # name: nation, group, corps
    "501 Activation": ("US", "501 PIR", "101st Abn"),
    "Hot Activation": ("UK", "Hot", "Guards"),
    "Stray Activation": ("US", "9 PIR", "17th Abn"),
}
LOOSE = "Loose Activation"

MAPPING = f"""
map = "{MAIN}"
mug = "{CUP}"
passive = ["chief"]

[windows]
"{NAME}" = "wed"

[stacking]
units = 2

[turn]
year = 1944

[[units]]
match = {{ Type = "Para|Tank" }}
id = "$BasicName"
side = "$Nation"
division = "$Corps"
formation = "$Group"
class = "$Type"
allowance = "$MA"
column = {{ March_Level = "2" }}

[[units]]
match = {{ Type = "Chief" }}
id = "$BasicName"
side = "$Nation"
kind = "chief"

[values.side]
US = "Allied"
UK = "Allied"
GE = "German"

[values.class]
Para = "leg"
Tank = "tracked"

[[markers]]
match = {{ BasicName = "Blown Bridge.*" }}
kind = "bridge_destroyed"

[[markers]]
match = {{ BasicName = "Ferry.*" }}
kind = "ferry"

[[chits]]
match = {{ BasicName = ".* Activation" }}
id = "$BasicName"
side = "$Nation"
division = "$Corps"
formation = "$Group"
kind = "Formation"
"""

Values = dict[str, str | int | float | bool]

_MODULE = "VASSAL.build.module."
_MAP = _MODULE + "map."
_BOARD = _MAP + "boardPicker."
_WIDGET = "VASSAL.build.widget."


def place_of(number: str) -> tuple[int, int]:
    """Map px of the centre of a hex."""
    column, row = (int(part) for part in number.split("."))
    x = MARGIN[0] + (column - FIRST_COLUMN) * DX
    y = MARGIN[1] + (row - FIRST_ROW) * DY + (DY // 2 if column % 2 == 0 else 0)
    return x, y


def _main_board() -> Element:
    numbering: Values = {
        "first": "H",
        "sep": ".",
        "hType": "N",
        "vType": "N",
        "hLeading": 0,
        "vLeading": 0,
        "hOff": FIRST_COLUMN,
        "vOff": FIRST_ROW,
        "hDescend": "false",
        "vDescend": "false",
        "stagger": "false",
        "locationFormat": "$gridLocation$",
    }
    cells: Values = {
        "dx": float(DX),
        "dy": float(DY),
        "x0": MARGIN[0],
        "y0": MARGIN[1],
        "sideways": "false",
        "snapTo": "true",
        "edgesLegal": "false",
        "cornersLegal": "false",
    }
    grid = _BOARD + "board."
    numbered = element(grid + "mapgrid.HexGridNumbering", numbering)
    attributes = {"image": "main.png", "name": "Corridor board", "reversible": "false"}
    return element(_BOARD + "Board", attributes, element(grid + "HexGrid", cells, numbered))


def _map(name: str, board: str, *parts: Element) -> Element:
    attributes: Values = {
        "mapName": name,
        "edgeWidth": 0,
        "edgeHeight": 0,
        "launch": "false",
        "markMoved": "Always",
        "moveToFormat": "",
        "moveWithinFormat": "$pieceName$ $previousLocation$ - $location$",
        "createFormat": "",
        "changeFormat": "$message$",
    }
    chosen = element("setup", None, text=f"{name}BoardPicker\t{board}\t0\t0")
    picker: Values = {"slotHeight": 125, "slotScale": "0.2", "slotWidth": 350, "title": "Boards"}
    names = ("StackMetrics", "PieceMover", "KeyBufferer", "ForwardToKeyBuffer", "MenuDisplayer")
    movers = tuple(element(_MAP + part) for part in names)
    first, *rest = parts
    return element(
        _MODULE + "Map",
        attributes,
        element(_MAP + "BoardPicker", picker, chosen, first),
        *movers,
        *rest,
    )


def _definition(name: str, gpid: str, *traits: Trait | TraitValue) -> Piece:
    return piece(BasicPiece(name, "unit.png", gpid), traits)


def _unit(name: str, gpid: str) -> Piece:
    nation, group, corps, kind, _, column = UNITS[name]
    # Fixed distances, y upwards: one hex straight down is DY.
    down = Trait(f"translate;Down;{key('N')};0;{-DY};false;0;0;0;0;", "")
    return _definition(
        name,
        gpid,
        Trigger("Hop", "Two hexes down", key("J"), actions=(key("N"), key("N"))),
        down,
        Layer(
            "March",
            ("", "unit.png"),
            ("", "+ on the march"),
            level=2 if column else 1,
            increase=("March", key("G")),
            loop=True,
        ),
        DynamicProperty(
            "MA",
            "12" if kind == "Tank" else "7",
            Range(True, 0, 20, False),
            (PropertyCommand("Spend", key("X"), ("I", "-4")),),
        ),
        Marks((("Nation", nation), ("Group", group), ("Corps", corps), ("Type", kind))),
        UsePrototype("Common"),
    )


def _slot(tag: str, definition: Piece) -> Element:
    basic = BasicPiece.read(definition.basic)
    attributes: Values = {"entryName": basic.name, "gpid": basic.gpid, "height": 30, "width": 30}
    return element(_WIDGET + tag, attributes, text=piece_definition(definition))


def _start(name: str, x: int, y: int, board: str, definition: Piece) -> Element:
    attributes: Values = {
        "name": f"Start {name}",
        "owningBoard": board,
        "useGridLocation": "false",
        "x": x,
        "y": y,
    }
    return element(_MAP + "SetupStack", attributes, _slot("PieceSlot", definition))


def _pieces() -> tuple[list[Element], list[Element]]:
    """What stands on the main map, and the chits of the cup."""
    gpids = iter(range(1, 100))
    common = UsePrototype("Common")
    stands = {name: unit[4] for name, unit in UNITS.items()} | MARKERS | UNMAPPED
    start = []
    for name, number in stands.items():
        gpid = str(next(gpids))
        made = _unit(name, gpid) if name in UNITS else _definition(name, gpid, common)
        start.append(_start(name, *place_of(number), "Corridor board", made))
    cards = []
    for name, (nation, group, corps) in CHITS.items():
        marks = Marks((("Nation", nation), ("Group", group), ("Corps", corps)))
        cards.append(_slot("CardSlot", _definition(name, str(next(gpids)), marks, common)))
    marks = Marks((("Nation", "GE"), ("Group", "107"), ("Corps", "Walther")))
    loose = _definition(LOOSE, str(next(gpids)), marks, common)
    start.append(_start(LOOSE, *place_of("60.120"), "Corridor board", loose))
    return start, cards


def _cup(cards: list[Element]) -> Element:
    attributes: Values = {
        "name": CUP,
        "owningBoard": "Cup board",
        "x": CUP_AT[0],
        "y": CUP_AT[1],
        "width": 40,
        "height": 40,
        "faceDown": "Never",
        "shuffle": "Never",
        "allowMultiple": "false",
        "allowSelect": "false",
        "reversible": "false",
        "drawFaceUp": "true",
    }
    return element(_MAP + "DrawPile", attributes, *cards)


def _tracker() -> Element:
    times = element(
        _MODULE + "turn.ListTurnLevel",
        {"name": "Time", "list": "0700,0900", "property": "time", "turnFormat": "$value$"},
    )
    days: Values = {"name": "Day", "list": "September 19,September 20", "property": "day"}
    level = element(_MODULE + "turn.ListTurnLevel", days | {"turnFormat": "$value$"}, times)
    attributes = {"name": "Turns", "buttonText": "Turn", "turnFormat": "$level1$ $level2$"}
    return element(_MODULE + "turn.TurnTracker", attributes, level)


def foreign_corps() -> dict[str, bytes]:
    """Entry name to contents of the whole module."""
    start, cards = _pieces()
    common: list[Trait | TraitValue] = [Delete("Delete", key("D")), MovedMark(), Trail(key("T"))]
    prototype = element(
        _MODULE + "PrototypeDefinition",
        {"name": "Common", "description": ""},
        text=prototype_definition(common),
    )
    dice: Values = {
        "name": "1d10",
        "text": "1d10",
        "nDice": 1,
        "nSides": 10,
        "plus": 0,
        "addToTotal": 0,
        "reportTotal": "false",
        "reportFormat": "$name$ = $result$",
    }
    cups = element(
        _BOARD + "Board", {"image": "cups.png", "name": "Cup board", "reversible": "false"}
    )
    root = element(
        "VASSAL.build.GameModule",
        {"name": NAME, "version": "2.1", "VassalVersion": "3.5.8", "nextPieceSlotId": 100},
        element(_MODULE + "BasicCommandEncoder"),
        element(_MODULE + "Documentation"),
        element(_MODULE + "PlayerRoster", None, element("entry", None, text="A")),
        element(_MODULE + "GlobalOptions", {"autoReport": "Always"}),
        element(_MODULE + "PrototypesContainer", None, prototype),
        _map(MAIN, "Corridor board", _main_board(), *start),
        _map(CUPS, "Cup board", cups, _cup(cards)),
        element(_MODULE + "DiceButton", dice),
        _tracker(),
    )
    return {
        "buildFile.xml": write(root),
        "moduledata": Metadata("2.1", "3.5.8", 0, name=NAME).write(),
        "images/main.png": png(*SIZE, (120, 150, 110)),
        "images/cups.png": png(400, 200, (200, 200, 200)),
        "images/unit.png": png(20, 20, (150, 150, 90)),
    }
