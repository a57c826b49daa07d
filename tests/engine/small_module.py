"""A small module that is right in every way the checks can see, written with plain strings.

Nothing of the builder is used here, so a fault of the builder cannot hide in its own test. The map
is four columns of flat-top hexes whose printed numbers wrap: 98, 99, 00, 01, rows 87 to 121.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from tests.engine.expectation import (
    Expectation,
    ExpectedBoard,
    ExpectedMap,
    ExpectedPiece,
    ExpectedSetup,
)

HEX_DX = 30  # px between column centres
HEX_DY = 34  # px between rows
FIRST_COLUMN, LAST_COLUMN = 98, 101
FIRST_ROW, LAST_ROW = 87, 121
MARGIN = 25  # px from the board edges to the first hex centre, room for half a hex and a border
BOARD_WIDTH = 2 * MARGIN + (LAST_COLUMN - FIRST_COLUMN) * HEX_DX
BOARD_HEIGHT = 2 * MARGIN + (LAST_ROW - FIRST_ROW) * HEX_DY + HEX_DY // 2

# The engine calls itself 3.6.0-SNAPSHOT, which it takes for older than 3.6.0.
VASSAL_VERSION = "3.5.8"
MAP_NAME, BOARD_NAME = "Main Map", "Country"
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
_GRID = _MAP + "boardPicker.board."
_WIDGET = "VASSAL.build.widget."
_XML = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'


def hex_centres() -> dict[str, tuple[int, int]]:
    """Printed number to map pixels of the centre, for every hex of the board."""
    centres = {}
    for column in range(FIRST_COLUMN, LAST_COLUMN + 1):
        for row in range(FIRST_ROW, LAST_ROW + 1):
            x = MARGIN + (column - FIRST_COLUMN) * HEX_DX
            y = MARGIN + (row - FIRST_ROW) * HEX_DY + (HEX_DY // 2 if column % 2 == 0 else 0)
            centres[f"{column % 100:02d}.{row:02d}"] = (x, y)
    return centres


def sequence(delimiter: str, tokens: Sequence[object]) -> str:
    """Tokens as VASSAL joins them; these tokens neither begin with a backslash nor are quoted."""
    return delimiter.join(str(token).replace(delimiter, "\\" + delimiter) for token in tokens)


def nested(parts: Sequence[str]) -> str:
    """Trait types or states, outermost first, each level wrapping the rest."""
    text = parts[-1]
    for part in reversed(parts[:-1]):
        text = sequence("\t", (part, text))
    return text


def png(width: int, height: int, colour: tuple[int, int, int], stripes: bool = False) -> bytes:
    """A one-colour picture, or one whose rows grow darker in bands of ten pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = bytearray()
    for y in range(height):
        shade = 8 * (y // 10 % 8) if stripes else 0
        rows += b"\0" + bytes(max(0, part - shade) for part in colour) * width
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(rows)))
    return b"\x89PNG\r\n\x1a\n" + body + chunk(b"IEND", b"")


def element(tag: str, attributes: Mapping[str, object] | None = None, *children: str) -> str:
    """One element; children are finished elements or escaped text."""
    pairs = "".join(f" {name}={quoteattr(str(value))}" for name, value in (attributes or {}).items())
    return f"<{tag}{pairs}>{''.join(children)}</{tag}>\n" if children else f"<{tag}{pairs}/>\n"


CTRL = 130
LAYER = "emb2;" + sequence(
    ";",
    ("", 128, "", "", 128, "", "", 128, "", "", "", "1", "false", 0, 0, "step.png", "", "true")
    + ("Step", "", "", "false", "", 1, 1, "false", f"70,{CTRL}", "", "", "", 1.0),
)
DELETE = "delete;" + sequence(";", ("Delete", f"68,{CTRL}", ""))
ROTATE = "rotate;" + sequence(";", (6, "93,130", "91,130", "Clockwise", "Back", "", "", "Facing", ""))
MARK = "mark;" + sequence(",", ("Side",))
LABEL = "label;" + sequence(
    ";",
    ("", "", 10, "", "0,0,0", "t", 0, "c", 0, "b", "c", "{Side + Facing_Facing}", "Dialog", 0, 0)
    + ("TextLabel", ""),
)


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


def zone(name: str, first_printed: int, left: int, right: int) -> str:
    """One century of columns. Both zones share the lattice; only the column offset differs."""
    # VASSAL lowers the odd columns counted from the origin, the game the even ones: put the
    # origin on an odd column, one left of the board when the board begins with an even one.
    origin = FIRST_COLUMN - 1 if FIRST_COLUMN % 2 == 0 else FIRST_COLUMN
    grid = {
        "color": "0,0,0",
        "cornersLegal": "false",
        "dotsVisible": "false",
        "dx": f"{HEX_DX}.0",
        "dy": f"{HEX_DY}.0",
        "edgesLegal": "false",
        "sideways": "false",
        "snapTo": "true",
        "visible": "false",
        "x0": MARGIN - (FIRST_COLUMN - origin) * HEX_DX,
        "y0": MARGIN,
    }
    numbering = {
        "color": "0,0,0",
        "first": "H",
        "fontSize": 9,
        "hDescend": "false",
        "hDrawOff": 0,
        "hLeading": 1,
        "hOff": origin - first_printed,
        "hType": "N",
        "locationFormat": "$gridLocation$",
        "rotateText": 0,
        "sep": ".",
        "stagger": "false",
        "vDescend": "false",
        "vDrawOff": 0,
        "vLeading": 1,
        "vOff": FIRST_ROW,
        "vType": "N",
        "visible": "false",
    }
    attributes = {
        "highlightProperty": "",
        "locationFormat": "$gridLocation$",
        "name": name,
        "path": f"{left},0;{right},0;{right},{BOARD_HEIGHT};{left},{BOARD_HEIGHT}",
        "useHighlight": "false",
        "useParentGrid": "false",
    }
    numbers = element(_GRID + "mapgrid.HexGridNumbering", numbering)
    return element(_GRID + "mapgrid.Zone", attributes, element(_GRID + "HexGrid", grid, numbers))


def board() -> str:
    # Halfway between the centres of columns 99 and 00: the engine names by such rectangles.
    wrap = MARGIN + (100 - FIRST_COLUMN) * HEX_DX - HEX_DX // 2
    zones = zone("Columns to 99", 0, 0, wrap) + zone("Columns from 00", 100, wrap, BOARD_WIDTH)
    highlighter = element(_GRID + "mapgrid.ZonedGridHighlighter")
    attributes = {"image": "board.png", "name": BOARD_NAME, "reversible": "false"}
    zoned = element(_GRID + "ZonedGrid", None, zones, highlighter)
    return element(_MAP + "boardPicker.Board", attributes, zoned)


def board_picker() -> str:
    attributes = {
        "addColumnText": "Add column",
        "addRowText": "Add row",
        "boardPrompt": "Select board",
        "slotHeight": 125,
        "slotScale": "0.2",
        "slotWidth": 350,
        "title": "Choose Boards",
    }
    chosen = element("setup", None, f"{MAP_NAME}BoardPicker\t{BOARD_NAME}\t0\t0")
    return element(_MAP + "BoardPicker", attributes, chosen, board())


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


def saved_game(commands: Sequence[str]) -> bytes:
    """A .vsav holding those commands under key 0, which leaves the text as it is in hex."""
    text = sequence("\x1b", commands).encode()
    return zip_bytes({"savedGame": b"!VCSK00" + text.hex().encode()})


def zip_bytes(files: Mapping[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return made.getvalue()


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


def write_module(files: Mapping[str, bytes], path: Path) -> Path:
    path.write_bytes(zip_bytes(files))
    return path
