"""What a log of the series' counters says of chits and bridges by their names and markers, as a log
of our module says it by its marks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.vassal.archive import read_module
from clubroute.builder.vassal.atoms import BoardSetup, PlacedBoard
from clubroute.builder.vassal.buildfile import element
from clubroute.builder.vassal.metadata import Metadata
from clubroute.builder.vassal.pieces import Piece, piece, piece_definition
from clubroute.builder.vassal.setup import (
    PlacedDeck,
    PlacedPiece,
    Setup,
    setup_archive,
)
from clubroute.builder.vassal.traits import BasicPiece, Marks
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.check import check_file
from clubroute.rules.logs.check.finding import LogFinding
from clubroute.rules.logs.grids.maps import read_maps
from clubroute.rules.owner.modules.commands import import_here
from tests.logs.recorder import Recorder
from tests.rules.owner.modules.played import company, palette
from tests.rules.owner.modules.writer import (
    DX,
    DY,
    Numbers,
    Sheet,
    module,
    written,
)

NAME, MUG = "GTS alike", "Chit Cup"
SHEET = Sheet("Sheet", range(57, 83), range(118, 156), Numbers(), text=False)
AIRBORNE = "101st Airborne Division"
OWN, OTHER = "C/1/501", "A/1/502"
UNITS = {OWN: ("76.128", "501 PIR"), OTHER: ("70.150", "502 PIR")}
WAYS = {OWN: "75.128", OTHER: "70.151"}
DECK = f"true;60,60,60;40;40;Always;Never;false;false;false;;;;{MUG};;;;true;false;;;10;;false;;"

Moves = Callable[..., dict[str, LogFinding]]


def counter(name: str, gpid: str, markers: Mapping[str, str]) -> Piece:
    return piece(BasicPiece(name, gpid=gpid), [Marks(tuple(markers.items())).trait()])


@pytest.fixture
def moves(own_cache: None, gts_map: CompiledMap, map_folder: Path, tmp_path: Path) -> Moves:
    """Draws a chit in such a module, moves its Units a hex each, and judges the log."""

    def judged(
        chit: str,
        marker: tuple[str, Mapping[str, str]] | None = None,
        ways: Mapping[str, str] = WAYS,
        column: tuple[str, ...] = (),
        **told: str,
    ) -> dict[str, LogFinding]:
        (board,) = boards = written(gts_map.terrain, [SHEET])

        def place(number: str) -> tuple[int, int]:
            column, row = (int(part) for part in number.split("."))
            across, down = column - SHEET.columns[0], row - SHEET.rows[0]
            half = int(DY / 2) if across % 2 else 0
            return int(board.origin[0] + DX * across), int(board.origin[1] + DY * down) + half

        units = {
            name: company(name, str(n), 7, Army="US", Division=AIRBORNE, Formation=formation)
            for n, (name, (_, formation)) in enumerate(UNITS.items(), 1)
        }
        markers = {"Type": "Chit", "Army": "US", **told}
        card = counter(chit, "91", markers)
        in_mug = element(
            "VASSAL.build.widget.CardSlot",
            {"entryName": chit, "gpid": "91"},
            text=piece_definition(card),
        )
        mug = element("VASSAL.build.module.map.DrawPile", {"name": MUG, "x": 0, "y": 0}, in_mug)
        path = tmp_path / "alike.vmod"
        shelf = palette({str(n): one for n, one in enumerate(units.values(), 1)})
        path.write_bytes(module(boards, name=NAME, ruleset="WED", more=[mug, shelf]))
        context = Context(map_folder, owner_folder=tmp_path / "owner")
        import_here(context, path)
        placed = [(units[name], at) for name, (at, _) in UNITS.items()]
        if marker is not None:
            placed.append((counter(marker[0], "92", marker[1]), "74.129"))
        here = tuple(PlacedBoard(b.sheet.name, *b.sheet.place, False) for b in boards)
        setup = Setup(
            [PlacedPiece(one, "Map", *place(at)) for one, at in placed],
            [BoardSetup("Map", here)],
            [PlacedDeck(DECK, "Map", 5, 5, True, (card,))],
        )
        data = setup_archive(setup, Metadata("1.0", "3.6.0", 0, name=NAME))
        game = Recorder(data, read_maps(read_module(path)))
        ids = {one.name: id_ for id_, one in game.game.pieces.items()}
        game.roll("d10", [5])
        for name in column:
            game.change(ids[name], "emb2;Column;", "1")
        game.draw(ids[chit], "Map", 20, 20)
        for name, ends in ways.items():
            for number in ends.split():
                game.move(ids[name], "Map", *place(number))
        game.write(tmp_path / "game.vlog")
        report, _ = check_file(context, tmp_path / "game.vlog")
        return {one.name: one for one in report.findings if one.name in UNITS}

    return judged


@pytest.mark.parametrize(
    ("chit", "told", "own", "other"),
    [
        ("501 PIR Formation Activation", {"Division": AIRBORNE}, "legal", "illegal"),
        ("Ewell (1)", {"Division": AIRBORNE, "Formation": "501 PIR"}, "legal", "illegal"),
        ("101st Division Activation", {"Division": AIRBORNE}, "legal", "legal"),
        ("Allied Direct Command", {}, "legal", "legal"),
        # Nobody says whom these activate.
        ("Ewell (1)", {"Division": AIRBORNE}, "unchecked", "unchecked"),
        ("101st Support", {"Division": AIRBORNE}, "unchecked", "unchecked"),
        ("501 PIR Support", {"Division": AIRBORNE, "Formation": "501 PIR"}, *["unchecked"] * 2),
        ("101st Division", {"Division": AIRBORNE, "Formation": "501 PIR"}, *["unchecked"] * 2),
        ("501 PIR Formation Activation", {}, "unchecked", "unchecked"),
    ],
)
def test_whom_a_chit_activates(
    chit: str, told: dict[str, str], own: str, other: str, moves: Moves
) -> None:
    found = moves(chit, **told)
    assert (found[OWN].verdict, found[OTHER].verdict) == (own, other)
    assert found[OTHER].check == ("chit" if other == "illegal" else "move")
    if own == "unchecked":
        assert any("whom the chit activates" in need for need in found[OWN].needs)


@pytest.mark.parametrize(
    ("name", "markers", "down"),
    [
        ("Blown Bridge", {"Type": "Marker"}, True),
        ("Bridge Destroyed 2", {"Type": "Marker"}, True),
        ("74.129", {"Type": "BridgeBlown"}, True),
        ("Bridge Wired/Blown", {"Type": "Marker"}, False),
        ("Bridge Not Blown", {"Type": "Marker"}, False),
        ("Blown Bridge", {"Type": "Marker", "Step_Active": "true"}, False),
    ],
)
def test_a_bridge_that_is_down(
    name: str, markers: dict[str, str], down: bool, moves: Moves
) -> None:
    found = moves("Allied Direct Command", (name, markers), {OWN: "75.129 74.129"}, (OWN,))[OWN]
    assert (found.verdict == "illegal", found.rule == "WED 2.15.6") == (down, down)
    assert found.verdict in ("illegal", "legal")
