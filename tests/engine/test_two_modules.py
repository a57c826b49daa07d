"""The same game played in the real engine in our module and in one of the series' classes: what is
said of both logs is the same.

Their board is painted with our ground: what may differ is how that, counters, chits and markers are
read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from clubroute.builder.errors import Where
from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.terrain.terrain_file import encode_terrain
from clubroute.builder.vassal.archive import entries_of
from clubroute.builder.vassal.buildfile import Element, element, write
from clubroute.builder.vassal.pieces import Piece, piece, piece_definition
from clubroute.builder.vassal.traits import BasicPiece, Marks
from clubroute.builder.vassal.traits.base import Trait
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.check import check_file
from clubroute.rules.logs.check.finding import LogFinding
from clubroute.rules.owner.modules.commands import import_here
from clubroute.rules.saves.at import read_at
from clubroute.rules.saves.reading import ToldOfFile
from tests.engine.driver import Engine
from tests.engine.handmade import png
from tests.engine.prepare import EngineFiles
from tests.logs.check.scenario import Scenario, scenario
from tests.logs.check.stages import Stage
from tests.logs.check.tables import DRAWN_AT, MUG, MUG_MAP
from tests.rules.owner.modules.played import LAYER, ORGANIC
from tests.rules.owner.modules.writer import (
    DX,
    DY,
    Numbers,
    Sheet,
    WrittenSheet,
    module,
    written,
    zipped,
)

pytestmark = pytest.mark.engine

Values = dict[str, str | int | float | bool]

STAGE = Stage(
    game="wed",
    day="September 20",
    time="0900",
    units=(
        ("101-a-1-501", "75.129", ("column",)),
        ("101-c-1-501", "76.128", ()),
        ("101-d-2-501", "77.130", ()),
        ("101-e-2-501", "72.124", ()),
        ("101-321-gldr-fld", "70.126", ()),
        ("101-a-1-502", "70.150", ("column",)),
        ("wal-3-pz-2107", "78.132", ("column",)),
        ("101-b-1-501", "75.129", ("column",)),
        ("101-f-2-501", "80.138", ()),
        ("101-g-3-501", "80.134", ()),
        ("101-h-3-501", "78.125", ()),
        ("101-b-1-502", "66.150", ()),
        ("101-leader-501", "79.125", ()),
    ),
    markers=(("barrage", "72.123"), ("bridge-destroyed", "74.129"), ("suppressed", "80.138")),
    chits=("chit-101-division", "chit-101-501"),
)
DIVISION, FORMATION = "101st Division Activation", "501 PIR Formation Activation"
GUN, DRIVE = "321 Gldr Fld", ("70.126", "70.127", "70.128")
ON_FOOT, DRIVEN = 7, 14
COLUMN, OTHER_SIDE, STEP_LOST = "ctrl K", "ctrl F", "ctrl L"
KEYS = {"Column": "K", "Trn": "F", "Step": "L"}
SHEET = Sheet("Sheet", range(57, 97), range(118, 156), Numbers())
"""It has the ways round of whoever is stopped by water."""
MAP = "VASSAL.build.module.map."
PARTS = ("StackMetrics", "KeyBufferer", "ForwardToKeyBuffer", "MenuDisplayer")
AIRBORNE = "101st Airborne Division"
LEADER = "Leader/501"
THEIRS = {
    "A/1/501": ("75.129", "Infantry", "Leg", "US", AIRBORNE, "501 PIR"),
    "C/1/501": ("76.128", "Infantry", "Leg", "US", AIRBORNE, "501 PIR"),
    "D/2/501": ("77.130", "Infantry", "Leg", "US", AIRBORNE, "501 PIR"),
    "E/2/501": ("72.124", "Infantry", "Leg", "US", AIRBORNE, "501 PIR"),
    GUN: ("70.126", "Gun", "No", "US", AIRBORNE, "Artillery"),
    "A/1/502": ("70.150", "Infantry", "Leg", "US", AIRBORNE, "502 PIR"),
    "3./Pz 2107": ("78.132", "Vehicle", "Track", "German", "KG Walther", "Pz-Brig. 107"),
    "B/1/501": ("75.129", "Infantry", "Leg", "US", AIRBORNE, "501 PIR"),
    "F/2/501": ("80.138", "Infantry", "Leg", "US", AIRBORNE, "501 PIR"),
    "G/3/501": ("80.134", "Infantry", "Leg", "US", AIRBORNE, "501 PIR"),
    "H/3/501": ("78.125", "Infantry", "Leg", "US", AIRBORNE, "501 PIR"),
    "B/1/502": ("66.150", "Infantry", "Leg", "US", AIRBORNE, "502 PIR"),
    LEADER: ("79.125", "Leader", "", "US", AIRBORNE, "501 PIR"),
}
IN_COLUMN = ("A/1/501", "A/1/502", "3./Pz 2107", "B/1/501")
MARKERS = (
    ("72.123", "Barrage", {"Type": "Barrage"}),
    ("74.129", "Bridge Destroyed", {"Type": "Marker"}),
    ("80.138", "Suppressed", {"Type": "Suppressed"}),
)


@dataclass(frozen=True, slots=True)
class Side:
    """A module's game in the engine: where its hexes are, its map's name, and the key that shows
    the loss of a step."""

    engine: Engine
    map: str
    place: Callable[[str], tuple[int, int]]
    loss: str
    pieces: Mapping[str, str]

    def drag(self, name: str, *numbers: str) -> None:
        for number in numbers:
            self.engine.move(self.pieces[name], self.map, self.place(number))

    def press(self, name: str, key: str) -> None:
        self.engine.press(self.pieces[name], key)


def play(side: Side) -> list[str]:
    """What is done in both modules, with the same words; the chits in the order drawn."""
    side.drag("A/1/502", "70.151")  # before any chit
    drawn = []
    for _ in STAGE.chits:
        (chit,) = side.engine.draw(MUG, 1, DRAWN_AT)
        drawn.append(chit)
        ACTIVATIONS[chit](side)
    return drawn


def by_division(side: Side) -> None:
    """Move Units of the Division."""
    side.drag("C/1/501", "75.128", "75.127")
    side.drag("A/1/501", "75.128", "76.128")  # in Column from the start
    side.drag("E/2/501", "72.123")  # into the barrage
    side.press("D/2/501", COLUMN)
    side.drag("D/2/501", "77.129", "77.128")
    side.press(GUN, OTHER_SIDE)
    side.drag(GUN, *DRIVE[1:])
    side.drag("A/1/502", "70.152")
    side.drag("C/1/501", "78.131", "78.132")  # upon an enemy


def by_formation(side: Side) -> None:
    """Move Units of a Formation, and one of another."""
    side.drag("G/3/501", "80.133")
    side.press("H/3/501", side.loss)
    side.drag("H/3/501", "78.124")
    side.drag("F/2/501", "80.137")  # from under a Suppressed marker
    side.drag("B/1/501", "74.129")  # over a bridge that is down
    side.drag(LEADER, "78.126")
    side.drag("B/1/502", "66.151")


ACTIVATIONS: dict[str, Callable[[Side], None]] = {DIVISION: by_division, FORMATION: by_formation}


def place_on(board: WrittenSheet, number: str) -> tuple[int, int]:
    """Where a hex is on their board."""
    column, row = (int(part) for part in number.split("."))
    across, down = column - SHEET.columns[0], row - SHEET.rows[0]
    x0, y0 = board.origin
    return int(x0 + DX * across), int(y0 + DY * down) + (int(DY / 2) if across % 2 else 0)


def counter(name: str, gpid: str, markers: Mapping[str, str], column: bool = False) -> Piece:
    """A counter of theirs; a Unit has ratings, Column and its other sides."""
    traits: list[Trait] = [Marks(tuple(markers.items())).trait()]
    if markers["Type"] == "Unit":
        traits.insert(0, Trait(ORGANIC.format(move=ON_FOOT)))
        for layer, key in KEYS.items():
            text = LAYER.format(layer).replace(";130;O;", f";130;{key};")
            text = text.replace("79,130", f"{ord(key)},130")
            traits.append(Trait(text, "1" if layer == "Column" and column else "-1"))
    traits.append(Trait("markmoved;moved.png;0;0;Mark Moved;77,130;;false", "false"))
    return piece(BasicPiece(name, gpid=gpid), traits)


def slot(tag: str, made: Piece) -> Element:
    basic = BasicPiece.read(made.basic)
    names: Values = {"entryName": basic.name, "gpid": basic.gpid, "height": 30, "width": 30}
    return element(f"VASSAL.build.widget.{tag}", names, text=piece_definition(made))


def their_module(board: WrittenSheet, chits: Sequence[str] = tuple(ACTIVATIONS)) -> bytes:
    """A module of the series' classes with the same counters on the same hexes, and chits that are
    drawn from the last."""
    made = []
    for gpid, (name, (number, class_, move, army, division, formation)) in enumerate(
        THEIRS.items(), 1
    ):
        type_ = "Leader" if name == LEADER else "Unit"
        markers = {"Type": type_, "Class": class_, "Move": move, "Army": army}
        markers |= {"Division": division, "Formation": formation}
        made.append((number, counter(name, str(gpid), markers, name in IN_COLUMN)))
    for gpid, (number, name, markers) in enumerate(MARKERS, 90):
        made.append((number, counter(name, str(gpid), markers)))
    stacks = []
    for number, one in made:
        x, y = place_on(board, number)
        at: Values = {
            "name": number,
            "owningBoard": SHEET.name,
            "useGridLocation": "false",
            "x": x,
            "y": y,
        }
        stacks.append(element(MAP + "SetupStack", at, slot("PieceSlot", one)))
    cards = []
    for gpid, name in enumerate(chits, 80):
        marks = {"Type": "Chit", "Army": "US", "Division": AIRBORNE}
        marks |= {"Formation": "501 PIR"} if name == FORMATION else {}
        cards.append(slot("CardSlot", counter(name, str(gpid), marks)))
    pile: Values = {
        "name": MUG,
        "owningBoard": "Mug board",
        "x": 60,
        "y": 60,
        "width": 40,
        "height": 40,
    }
    settings: Values = {"faceDown": "Never", "shuffle": "Never", "drawFaceUp": "true"}
    mug_board = {"image": "mug.png", "name": "Mug board", "reversible": "false"}
    picker = element(
        MAP + "BoardPicker",
        {},
        element("setup", None, text=f"{MUG_MAP}BoardPicker\tMug board\t0\t0"),
        element(MAP + "boardPicker.Board", mug_board),
    )
    parts = [element(MAP + part) for part in ("PieceMover", *PARTS)]
    mug = element(
        "VASSAL.build.module.Map",
        {"mapName": MUG_MAP},
        picker,
        *parts,
        element(MAP + "DrawPile", pile | settings, *cards),
    )
    turn = [
        element(
            "VASSAL.build.module.properties.GlobalProperty", {"name": name, "initialValue": value}
        )
        for name, value in (("Date", STAGE.day), ("Time", STAGE.time))
    ]
    data = module([board], name="GTS same game", ruleset="WED", more=[mug])
    entries = {one.name: one.data for one in entries_of(data, Where("theirs.vmod"))}
    inside = [element("tdc.TdcPieceMover"), *(element(MAP + part) for part in PARTS), *stacks]
    told = b"".join(write(one).partition(b"?>")[2] for one in inside)
    entries["buildFile.xml"] = entries["buildFile.xml"].replace(
        b"</tdc.TdcMap>", told + b"</tdc.TdcMap>"
    )
    end = b"</VASSAL.build.module.properties.GlobalProperties>"
    told = b"".join(write(one).partition(b"?>")[2] for one in turn)
    entries["buildFile.xml"] = entries["buildFile.xml"].replace(end, told + end)
    entries["images/board0.png"] = png(*board.size, (200, 200, 200))
    entries["images/mug.png"] = png(400, 300, (200, 200, 200))
    entries |= {f"images/{name}.png": png(4, 4, (9, 9, 9)) for name in ("moved", "on")}
    return zipped(entries)


def ratings(told: Scenario) -> str:
    """What is on the counters, both sides of the gun."""
    lines = ["unit,face,engineer,indirect,tq,defence,move,range,minimum,command_range,telephone"]
    for id_, _, _ in told.stage.units:
        lines.append(f"{id_},front,no,no,6,0,{ON_FOOT},1,,,")
    lines.append(f"101-321-gldr-fld,back,no,no,6,0,{DRIVEN},1,,,")
    lines.append(f"101-h-3-501,back,no,no,6,0,{ON_FOOT},1,,,")
    return "\n".join(lines) + "\n"


def told_of(finding: LogFinding) -> tuple[object, ...]:
    """What both logs have to say of a thing judged."""
    return (
        finding.name,
        finding.check,
        finding.verdict,
        finding.why,
        finding.rule,
        finding.hexes,
        finding.needs,
        finding.turn,
        finding.chit,
    )


def playing(engine: Engine, map_: str, place: Callable[[str], tuple[int, int]], loss: str) -> Side:
    pieces = {one.name: one.id for one in engine.position().pieces}
    return Side(engine, map_, place, loss, pieces)


def standing(context: Context, log: Path, vmod: Path | None) -> dict[str, object]:
    """How the Units stand at the end of a log."""
    state = read_at(context, str(log), ToldOfFile(vmod)).state
    told = ("hex", "side", "division", "formation", "column")
    units = {one["name"]: one for one in state["units"]}
    return {
        name: (*(one.get(key) for key in told), bool(one.get("mounted")))
        for name, one in units.items()
    }


def test_one_game_in_two_modules_is_judged_alike(
    own_cache: None,
    series_files: EngineFiles,
    engine_files: EngineFiles,
    display: str,
    gts_map: CompiledMap,
    tmp_path: Path,
) -> None:
    told = scenario(gts_map.terrain, STAGE)
    ours, theirs = tmp_path / "ours.vmod", tmp_path / "theirs.vmod"
    setup = tmp_path / "setup.vsav"
    ours.write_bytes(told.module)
    setup.write_bytes(told.setup)
    (board,) = written(gts_map.terrain, [SHEET])
    with Engine(engine_files, display, ours) as engine:
        engine.load(setup)
        side = playing(engine, told.game.map, told.pixel, OTHER_SIDE)
        engine.begin_log(tmp_path / "ours.vlog")
        drawn = play(side)
        engine.end_log()
    theirs.write_bytes(their_module(board, drawn[::-1]))
    with Engine(series_files, display, theirs) as engine:
        engine.new_game()
        side = playing(engine, "Map", lambda number: place_on(board, number), STEP_LOST)
        engine.begin_log(tmp_path / "theirs.vlog")
        assert play(side) == drawn
        engine.end_log()
    (tmp_path / "gts.terrain").write_bytes(encode_terrain(gts_map.terrain))
    owner = tmp_path / "owner"
    owner.mkdir()
    (owner / "ratings.csv").write_text(ratings(told), encoding="utf-8", newline="\n")
    context = Context(tmp_path, owner_folder=owner)
    import_here(context, theirs)
    found = []
    stand = []
    for log, vmod in (("ours", ours), ("theirs", None)):
        report, _ = check_file(context, tmp_path / f"{log}.vlog", module=vmod)
        found.append([told_of(one) for one in report.findings])
        stand.append(standing(context, tmp_path / f"{log}.vlog", vmod))
    assert found[0] == found[1]
    assert stand[0] == stand[1]
    same = found[0]
    (gun,) = (one for one in same if one[0] == GUN)
    assert (gun[2], gun[5], f"of {DRIVEN}" in str(gun[3])) == ("legal", DRIVE, True)
    judged = {one[0]: one[2] for one in same if one[1] == "move"}
    assert judged.keys() == THEIRS.keys() - {"3./Pz 2107", "B/1/502"}
    illegal = {name for name, verdict in judged.items() if verdict == "illegal"}
    assert illegal == {"C/1/501", "B/1/501", "G/3/501"}
    # A way past the series rules, which nobody has, is not judged.
    assert {name for name, verdict in judged.items() if verdict == "unchecked"} == {LEADER}
    chits = [(one[0], one[2]) for one in same if one[1] == "chit"]
    assert set(chits) == {(DIVISION, "legal"), (FORMATION, "legal"), ("B/1/502", "unchecked")}
