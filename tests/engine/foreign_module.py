"""A small module unlike ours in all that a reader of logs must not take for granted.

Sideways and descending hexes, letters for rows, a reversed board, edges around the boards, zones
with squares and with named places, a map that does not stack, layers of pieces, markers outside
stacks, masked and hidden pieces, properties, decks, prototypes.
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
    Clone,
    Delete,
    DoesNotStack,
    DynamicProperty,
    Layer,
    Marks,
    Mask,
    MovedMark,
    Trail,
    UsePrototype,
)
from clubroute.builder.vassal.traits.base import Trait, TraitValue
from clubroute.builder.vassal.traits.properties import PropertyCommand, Range, SetGlobalProperty
from tests.engine.handmade import png

NAME = "Foreign"
SEA, BOX = "Nordsee", "Box"
WEST, EAST = "West", "East"
WEST_SIZE, EAST_SIZE, BOX_SIZE = (410, 330), (390, 330), (300, 200)
EDGE = (20, 30)
DECK_PLACE = (200, 100)

Values = dict[str, str | int | float | bool]

_MODULE = "VASSAL.build.module."
_MAP = _MODULE + "map."
_BOARD = _MAP + "boardPicker."
_GRID = _BOARD + "board."
_WIDGET = "VASSAL.build.widget."
UNITS = {
    "1": ("Müller; 1/2", "Ground"),
    "2": ("Kompanie\\2 a", "Ground"),
    "3": ("Stuka 'B'", "Air"),
    "4": ("Lancaster", "Air"),
    "5": ("Pionier", "Ground"),
}
MARKER = "6"
CARDS = ("7", "8", "9")


def _hex_grid(numbering: Values, **grid: str | int | float) -> Element:
    numbers: Values = {
        "first": "H",
        "sep": "",
        "hType": "N",
        "vType": "N",
        "hLeading": 1,
        "vLeading": 1,
        "hOff": 1,
        "vOff": 1,
        "hDescend": "false",
        "vDescend": "false",
        "stagger": "true",
        "locationFormat": "$gridLocation$",
    }
    cells: Values = {"snapTo": "true", "edgesLegal": "false", "cornersLegal": "false"}
    numbered = element(_GRID + "mapgrid.HexGridNumbering", numbers | numbering)
    return element(_GRID + "HexGrid", cells | grid, numbered)


def _west() -> Element:
    """Pointy-top hexes, rows in letters from the bottom."""
    numbering: Values = {"vType": "A", "first": "V", "sep": "-", "vDescend": "true"}
    grid = _hex_grid(numbering, dx=40.5, dy=46.77, x0=12, y0=20, sideways="true")
    attributes = {"image": "west.png", "name": WEST, "reversible": "false"}
    return element(_BOARD + "Board", attributes, grid)


def _east() -> Element:
    """A zone of squares, a zone of named places, and flat-top hexes behind."""
    squares = element(
        _GRID + "SquareGrid",
        {"dx": 33.0, "dy": 27.5, "x0": 10, "y0": 12, "edgesLegal": "true", "range": "Metric"},
        element(
            _GRID + "mapgrid.SquareGridNumbering",
            {"first": "V", "sep": "/", "hType": "A", "hLeading": 0, "vLeading": 2, "hOff": -3},
        ),
    )
    places = element(
        _GRID + "RegionGrid",
        {"snapto": "true", "fontsize": 9, "visible": "false"},
        element(_GRID + "Region", {"name": "Harbour", "originx": 250, "originy": 40}),
        element(_GRID + "Region", {"name": "Dry dock", "originx": 330, "originy": 90}),
    )
    fuel = _property("properties.ZoneProperty", "Fuel", 5)
    zones = (
        _zone("Yard", "0,0;150,0;150,120;60,160;0,120", "$name$ $gridLocation$", squares, fuel),
        _zone("Port", "200,0;390,0;390,130;200,130", "$gridLocation$ ($name$)", places),
        _zone("Sandbank", "160,200;220,200;220,260;160,260", "$name$"),
    )
    numbering: Values = {"hDescend": "true", "hOff": 0, "vOff": -2}
    hexes = _hex_grid(numbering, dx=28.0, dy=32.0, x0=0, y0=16, cornersLegal="true")
    zoned = element(_GRID + "ZonedGrid", None, *zones, hexes)
    attributes = {"image": "east.png", "name": EAST, "reversible": "true"}
    return element(_BOARD + "Board", attributes, zoned)


def _zone(name: str, path: str, format_: str, *grid: Element) -> Element:
    attributes: Values = {
        "name": name,
        "path": path,
        "locationFormat": format_,
        "useParentGrid": "false",
        "useHighlight": "false",
        "highlightProperty": "",
    }
    return element(_GRID + "mapgrid.Zone", attributes, *grid)


def _property(tag: str, name: str, initially: int) -> Element:
    values: Values = {
        "name": name,
        "initialValue": str(initially),
        "isNumeric": "true",
        "min": 0,
        "max": 9,
    }
    return element(_MODULE + tag, values)


def _properties(name: str, initially: int) -> Element:
    """A module's or map's global properties: one."""
    one = _property("properties.GlobalProperty", name, initially)
    return element(_MODULE + "properties.GlobalProperties", None, one)


def _picker(map_: str, setup: str, *boards: Element) -> Element:
    attributes: Values = {
        "slotHeight": 125,
        "slotScale": "0.2",
        "slotWidth": 350,
        "title": "Boards",
    }
    chosen = element("setup", None, text=f"{map_}BoardPicker\t{setup}")
    return element(_MAP + "BoardPicker", attributes, chosen, *boards)


def _map(name: str, edge: tuple[int, int], *parts: Element) -> Element:
    attributes: Values = {
        "mapName": name,
        "edgeWidth": edge[0],
        "edgeHeight": edge[1],
        "launch": "false",
        "markMoved": "Always",
        "moveToFormat": "$pieceName$ goes to $location$ on $mapName$",
        "moveWithinFormat": "$pieceName$: $previousLocation$ > $location$",
        "createFormat": "",
        "changeFormat": "$message$",
    }
    names = ("PieceMover", "KeyBufferer", "StackExpander", "ForwardToKeyBuffer", "MenuDisplayer")
    movers = tuple(element(_MAP + part) for part in names)
    return element(_MODULE + "Map", attributes, *parts, *movers)


def _maps() -> tuple[Element, Element]:
    layers = element(
        _MAP + "LayeredPieceCollection", {"property": "Level", "layerOrder": "Ground,Air"}
    )
    metrics = element(_MAP + "StackMetrics", {"disabled": "false", "exSepX": 6, "exSepY": 18})
    sea = _map(
        SEA,
        EDGE,
        _picker(SEA, f"{WEST}\t0\t0\t{EAST}/rev\t1\t0", _west(), _east()),
        metrics,
        layers,
        _properties("Wind", 1),
    )
    squares = element(_GRID + "SquareGrid", {"dx": 50.0, "dy": 50.0, "x0": 25, "y0": 25})
    attributes = {"image": "box.png", "name": "Box board", "reversible": "false"}
    board = element(_BOARD + "Board", attributes, squares)
    flat = element(_MAP + "StackMetrics", {"disabled": "true"})
    return sea, _map(BOX, (0, 0), _picker(BOX, "Box board\t0\t0", board), flat, _deck())


def _deck() -> Element:
    attributes: Values = {
        "name": "Weather",
        "owningBoard": "Box board",
        "x": DECK_PLACE[0],
        "y": DECK_PLACE[1],
        "width": 40,
        "height": 40,
        "faceDown": "Always",
        "shuffle": "Never",
        "allowMultiple": "false",
        "allowSelect": "false",
        "reversible": "false",
        "drawFaceUp": "true",
    }
    cards = (_slot("CardSlot", gpid, _card(gpid)) for gpid in CARDS)
    return element(_MAP + "DrawPile", attributes, *cards)


def _slot(tag: str, gpid: str, definition: Piece) -> Element:
    name = BasicPiece.read(definition.basic).name
    attributes: Values = {"entryName": name, "gpid": gpid, "height": 30, "width": 30}
    return element(_WIDGET + tag, attributes, text=piece_definition(definition))


def _card(gpid: str) -> Piece:
    traits: list[Trait | TraitValue] = [Mask("back.png", key("K")), Delete("Delete", key("D"))]
    return piece(BasicPiece(f"Card {gpid}", "card.png", gpid), traits)


def _unit(gpid: str) -> Piece:
    name, level = UNITS[gpid]
    traits: list[Trait | TraitValue] = [
        UsePrototype("Common"),
        Layer("Step", ("s1.png", "s2.png"), ("", "+ (weak)"), increase=("Flip", key("F"))),
        Marks((("Level", level), ("Side", "A,b"))),
    ]
    return piece(BasicPiece(name, "unit.png", gpid), traits)


def _marker() -> Piece:
    traits: list[Trait | TraitValue] = [
        DoesNotStack(),
        SetGlobalProperty(
            "Supply",
            Range(True, 0, 9, True),
            (PropertyCommand("More", key("S"), ("I", "1")),),
        ),
        _change("Fuel", "E", "Named Zone", "Yard"),
        _change("Wind", "G", "Named Map", SEA),
        Marks((("Level", "Ground"),)),
    ]
    return piece(BasicPiece("Supply dump", "unit.png", MARKER), traits)


def _change(name: str, stroke: str, level: str, where: str) -> SetGlobalProperty:
    commands = (PropertyCommand(name, key(stroke), ("I", "1")),)
    return SetGlobalProperty(name, Range(True, 0, 9, True), commands, level=level, search=where)


def _prototypes() -> Element:
    common: list[Trait | TraitValue] = [
        Delete("Delete", key("D")),
        Clone("Clone", key("C")),
        Trait(f"hide;{key('I')};Hide;;player:;;", "null"),
        Mask("back.png", key("K")),
        DynamicProperty(
            "MP",
            "5",
            Range(True, 0, 20, False),
            (PropertyCommand("Spend", key("X"), ("I", "-1")),),
        ),
        MovedMark(icon="back.png", key=key("M")),
        Trail(key("T"), initially_visible=True),
    ]
    attributes = {"name": "Common", "description": ""}
    definition = element(
        _MODULE + "PrototypeDefinition", attributes, text=prototype_definition(common)
    )
    return element(_MODULE + "PrototypesContainer", None, definition)


def _start() -> tuple[Element, ...]:
    """Every unit and the marker stand on the sea from the start."""
    return tuple(
        element(
            _MAP + "SetupStack",
            {
                "name": f"Start {gpid}",
                "owningBoard": WEST,
                "useGridLocation": "false",
                "x": 60 + 50 * (number % 3),
                "y": 60 + 60 * (number // 3),
            },
            _slot("PieceSlot", gpid, _marker() if gpid == MARKER else _unit(gpid)),
        )
        for number, gpid in enumerate((*UNITS, MARKER))
    )


def _tracker() -> Element:
    """Rounds of two parts, each of its own phases; then a lull."""
    attributes = {"name": "Turns", "buttonText": "Turn", "turnFormat": "$level1$ – $level2$"}
    rounds: Values = {
        "name": "Round",
        "property": "round",
        "turnFormat": "Round $value$",
        "start": 3,
        "incr": 2,
        "loop": "true",
        "loopLimit": 7,
    }
    day, night = _phases("phase", "Move,Fire"), _phases("night", "Dusk,Dark,Dawn")
    inner = element(_MODULE + "turn.CounterTurnLevel", rounds, day, night)
    return element(_MODULE + "turn.TurnTracker", attributes, inner, _phases("lull", "Rest,Repair"))


def _phases(property_: str, names: str) -> Element:
    level = {"name": property_, "list": names, "property": property_, "turnFormat": "$value$"}
    return element(_MODULE + "turn.ListTurnLevel", level)


def foreign_module() -> dict[str, bytes]:
    """Entry name to contents of the whole module."""
    sea, box = _maps()
    # At-start stacks belong into their map, after its boards.
    sea = Element(sea.tag, sea.attributes, (*sea.content, *_start()))
    dice: Values = {
        "name": "2d6",
        "text": "2d6",
        "nDice": 2,
        "nSides": 6,
        "plus": 0,
        "addToTotal": 0,
    }
    reported: Values = {
        "reportTotal": "false",
        "reportFormat": "** $name$ = $result$ *** <$PlayerName$>",
    }
    root = element(
        "VASSAL.build.GameModule",
        {"name": NAME, "version": "0.3", "VassalVersion": "3.5.8", "nextPieceSlotId": 20},
        element(_MODULE + "BasicCommandEncoder"),
        element(_MODULE + "Documentation"),
        element(_MODULE + "PlayerRoster", None, element("entry", None, text="A")),
        element(_MODULE + "GlobalOptions", {"autoReport": "Always"}),
        _properties("Supply", 3),
        _prototypes(),
        sea,
        box,
        element(_MODULE + "DiceButton", dice | reported),
        _tracker(),
    )
    pictures = ("unit.png", "s1.png", "s2.png", "back.png", "card.png")
    return {
        "buildFile.xml": write(root),
        "moduledata": Metadata("0.3", "3.5.8", 0, name=NAME).write(),
        "images/west.png": png(*WEST_SIZE, (100, 120, 200)),
        "images/east.png": png(*EAST_SIZE, (90, 110, 190)),
        "images/box.png": png(*BOX_SIZE, (200, 200, 200)),
        **{f"images/{name}": png(20, 20, (150, 150, 90)) for name in pictures},
    }
