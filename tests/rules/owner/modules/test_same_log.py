"""One log judged on our ground and on a module's: what differs is what the report lists, and only a
module's own ground accuses."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from clubroute.builder.grid import NEIGHBOUR_OFFSETS, Hex
from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.terrain.terrain_map import TerrainMap
from clubroute.builder.vassal.archive import read_module
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.check import check_file
from clubroute.rules.logs.check.finding import LogFinding
from clubroute.rules.owner.modules.commands import import_here
from clubroute.rules.owner.modules.facts import read_facts
from clubroute.rules.owner.modules.module_file import read_module_file
from clubroute.rules.owner.modules.overlay import lay
from tests.rules.owner.modules.played import company, palette, recorder
from tests.rules.owner.modules.writer import (
    DX,
    DY,
    Numbers,
    Sheet,
    WrittenSheet,
    module,
    written,
)

NAME, UNITS, STEPS = "GTS judged", 60, 2
SHEET = Sheet("Sheet", range(57, 77), range(118, 138), Numbers())
WATER = 62
"""Where the module has a River along a column of hexes that our map does not have."""

OF_THEIRS = {"Army": "US", "Division": "101st Airborne Division", "Formation": "501 PIR"}

Findings = dict[str, LogFinding]


def with_rivers(board: WrittenSheet) -> None:
    """Have a River wherever our map has a stream: of both at once the boards have no word."""
    board.lines = [
        line.removesuffix("Stream") + "River" if line.endswith(",Stream") else line
        for line in board.lines
    ]


def walks(board: WrittenSheet) -> list[list[Hex]]:
    """Where each Unit stands, and the hexes it is dragged into."""
    chance, found = random.Random(33), []
    for start in chance.sample(sorted(board.cells), UNITS):
        way = [start]
        while len(way) <= STEPS:
            line, half = chance.choice(NEIGHBOUR_OFFSETS)
            beside = Hex(way[-1].line + line, way[-1].half + half)
            if beside in board.cells and beside not in way:
                way.append(beside)
        found.append(way)
    return found


def wading(board: WrittenSheet, terrain: TerrainMap) -> list[list[Hex]]:
    """Ways over hexsides where our map has a stream, and nothing that leads over it; over one in
    one direction, over the next in the other."""
    bare = [
        (side.a, side.b)
        for side, features in sorted(terrain.hexsides.items())
        if {one.kind for one in features} == {"stream"} and side not in terrain.links
        if side.a in board.cells and side.b in board.cells
    ]
    assert len(bare) > 40
    return [[a, b] if number % 2 else [b, a] for number, (a, b) in enumerate(bare)]


def place_on(board: WrittenSheet, h: Hex) -> tuple[int, int]:
    """Where a hex is on the board."""
    (x0, y0), (c, r) = board.origin, board.cells[h]
    return int(x0 + DX * c), int(y0 + DY * r) + (int(DY / 2) if c % 2 else 0)


def with_water(board: WrittenSheet) -> None:
    """Lay a River where our map has none."""
    for h, cell in board.cells.items():
        for beyond in (Hex(WATER + 1, h.half - 1), Hex(WATER + 1, h.half + 1)):
            if h.line == WATER and beyond in board.cells:
                board.lines.append("e,{},{},{},{},River".format(*cell, *board.cells[beyond]))


@pytest.fixture
def judged(
    gts_map: CompiledMap, map_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], tuple[Findings, set[Hex]]]:
    """Judges the log on a ground; its findings by Unit, and the hexes of the report's places."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    log = tmp_path / "game.vlog"

    def on(ground: str) -> tuple[Findings, set[Hex]]:
        sheet = replace(SHEET, text=ground != "ours")
        (board,) = boards = written(gts_map.terrain, [sheet])
        if ground == "water":
            with_water(board)
        if ground == "rivers":
            with_rivers(board)
        ways = wading(board, gts_map.terrain) if ground == "rivers" else walks(board)
        units = [company(f"Company {n}", str(n), **OF_THEIRS) for n in range(1, len(ways) + 1)]
        path = tmp_path / f"{ground}.vmod"
        shelf = palette({str(n): one for n, one in enumerate(units, 1)})
        path.write_bytes(module(boards, name=NAME, ruleset="WED", more=[shelf]))
        if not log.exists():
            starts = [(one, place_on(board, way[0])) for one, way in zip(units, ways, strict=True)]
            game = recorder(read_module(path), boards, starts, NAME)
            ids = {one.name: id_ for id_, one in game.game.pieces.items()}
            for number, way in enumerate(ways, 1):
                for h in way[1:]:
                    game.move(ids[f"Company {number}"], "Map", *place_on(board, h))
            game.write(log)
        context = Context(map_folder, owner_folder=tmp_path / ground)
        import_here(context, path)
        report, _ = check_file(context, log)
        folder = tmp_path / ground / "modules" / "gts-judged"
        told = read_module_file(folder / "module.toml")
        facts = read_facts(folder / "terrain.csv", gts_map.terrain.lattice, told.rules)
        laid = lay(gts_map.terrain, facts, told)
        listed = {
            gts_map.terrain.lattice.parse(number, "wed")
            for one in (*laid.differences, *laid.bridges)
            for number in one.place.split("/")
        }
        return {one.name: one for one in report.findings if one.check == "move"}, listed

    return on


SHEET_PARTS = SHEET.name, SHEET.columns, SHEET.rows, SHEET.numbers


def told_of(one: LogFinding) -> str:
    """Whether a move is legal, may be, or is not: the last is left unchecked where only the printed
    map decides, or a retreat may have moved the Unit."""
    return "not legal" if one.verdict in ("illegal", "unchecked") else one.verdict


def rests_on(one: LogFinding) -> str:
    """What an illegal move's ground rests on, "" of any other."""
    return str(one.provenance) if one.verdict == "illegal" else ""


def test_what_differs_is_what_the_report_lists(
    judged: Callable[[str], tuple[Findings, set[Hex]]], gts_map: CompiledMap
) -> None:
    number = gts_map.terrain.lattice.parse
    ours, none = judged("ours")
    same, _ = judged("same")
    water, listed = judged("water")
    assert none == set()
    assert ours.keys() == same.keys() == water.keys()
    assert len(ours) == UNITS
    assert not [one for found in (ours, same, water) for one in found.values() if rating(one)]
    for name, one in ours.items():
        assert told_of(one) == told_of(same[name]), name
        assert one.hexes == same[name].hexes
    # Nobody is accused on what our survey alone tells; on the module's own ground they are.
    assert set(map(rests_on, ours.values())) <= {"", "rulebook"}
    assert "owner" in set(map(rests_on, same.values())) <= {"", "owner", "rulebook"}
    apart = {name for name in ours if told_of(same[name]) != told_of(water[name])}
    for name in apart:
        assert listed & {number(one, "wed") for one in ours[name].hexes}, name
    found = {name for name in apart if water[name].verdict == "illegal"}
    assert len(found) > 2
    for name in found:
        assert (water[name].rule, water[name].provenance) == ("WED 2.12", "owner")


def rating(one: LogFinding) -> bool:
    """Whether a move is not judged for want of a rating."""
    return any("allowance" in need for need in one.needs)


def test_a_second_thing_of_our_map_loses_no_illegal_move(
    judged: Callable[[str], tuple[Findings, set[Hex]]],
) -> None:
    """Our map has a stream where the module has a River: whoever wades it is accused all the same,
    as the River alone bars the way."""
    found, _ = judged("rivers")
    verdicts = Counter((one.verdict, one.provenance) for one in found.values())
    # The others may have gone round within the allowance.
    assert verdicts.keys() == {("illegal", "owner"), ("possible", None)}
    assert verdicts["illegal", "owner"] > verdicts["possible", None]
