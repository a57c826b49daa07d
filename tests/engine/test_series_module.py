"""A module with classes of the series' names, played in the real engine: its log is judged as the
same game that was written down here.

The classes of ``java/series`` stand in for the series' own: a map, its mover, grid and encoder, and
a trait that keeps what stands on a counter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from clubroute.builder.grid import Hex
from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.terrain.terrain_file import encode_terrain
from clubroute.builder.vassal.archive import read_module
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.check import check_file
from clubroute.rules.owner.modules.commands import import_here
from tests.engine.driver import DIALOG, Engine
from tests.engine.prepare import EngineFiles
from tests.logs.recorder import Recorder
from tests.rules.owner.modules.played import company, palette, recorder
from tests.rules.owner.modules.writer import (
    DX,
    DY,
    Numbers,
    Sheet,
    module,
    written,
    zipped,
)

NAME = "GTS series"
SHEET = Sheet("Sheet 2", range(131, 151), range(20, 40), Numbers(separator="", less=100))
RIVER, MOVES = 140, 24
PARTS = b"<tdc.TdcPieceMover/><VASSAL.build.module.map.StackMetrics/></tdc.TdcMap>"
SIDE = (4, 4)


@dataclass(frozen=True)
class SeriesGame:
    """A module and a log of it with no move yet, and where its hexes are."""

    path: Path
    begun: Path
    game: Recorder
    places: list[tuple[int, int]]


@pytest.fixture
def series_game(gts_map: CompiledMap, tmp_path: Path) -> SeriesGame:
    """Two companies on a clear board that a River cuts in two, among hexes on both its banks."""
    (board,) = boards = written(gts_map.terrain, [SHEET])
    board.lines = [f"h,{c},{r},Clear" for c, r in board.cells.values()]
    for h, cell in board.cells.items():
        for beyond in (Hex(RIVER + 1, h.half - 1), Hex(RIVER + 1, h.half + 1)):
            if h.line == RIVER and beyond in board.cells:
                board.lines.append("e,{},{},{},{},River".format(*cell, *board.cells[beyond]))
    units = [company("A Company", "1"), company("B Company", "2", 4)]
    data = module(boards, name=NAME, more=[palette(dict(zip("12", units, strict=True)))])
    path = tmp_path / "series.vmod"
    path.write_bytes(data)
    entries = {one.name: one.data for one in read_module(path).entries}
    entries["buildFile.xml"] = entries["buildFile.xml"].replace(b"</tdc.TdcMap>", PARTS)
    entries["images/board0.png"] = picture(board.size)
    entries |= {f"images/{name}.png": picture(SIDE) for name in ("moved", "on")}
    path.write_bytes(zipped(entries))
    x0, y0 = board.origin
    places = [
        (int(x0 + DX * c), int(y0 + DY * r) + (int(DY / 2) if c % 2 else 0))
        for h, (c, r) in sorted(board.cells.items())
        if abs(h.line - RIVER) < 3 and 60 <= h.half < 66
    ]
    game = recorder(read_module(path), boards, list(zip(units, places, strict=False)), NAME)
    begun = tmp_path / "begun.vlog"
    game.write(begun)
    return SeriesGame(path, begun, game, places)


def picture(size: tuple[int, int]) -> bytes:
    """A blank picture."""
    out = BytesIO()
    Image.new("L", size, 200).save(out, "PNG")
    return out.getvalue()


def drags(places: list[tuple[int, int]]) -> Iterator[tuple[str, tuple[int, int]]]:
    """Who is dragged where, by turns."""
    chance = Random(4)
    for number in range(MOVES):
        yield ("A Company", "B Company")[number % 2], chance.choice(places)


def test_a_log_of_the_engine_is_judged_as_the_same_game_written_here(
    own_cache: None,
    series_files: EngineFiles,
    display: str,
    series_game: SeriesGame,
    tmp_path: Path,
    gts_map: CompiledMap,
) -> None:
    theirs, ours = tmp_path / "theirs.vlog", tmp_path / "ours.vlog"
    with Engine(series_files, display, series_game.path) as engine:
        engine.load(series_game.begun)
        pieces = {one.name: one.id for one in engine.position().pieces}
        engine.begin_log(theirs)
        for name, place in drags(series_game.places):
            engine.move(pieces[name], "Map", place)
        engine.end_log()
        # The engine at hand is older than the module says; that is all it complains about.
        assert all(one.startswith(f"{DIALOG}Version Mismatch") for one in engine.problems)
    game = series_game.game
    known = {one.name: id_ for id_, one in game.game.pieces.items()}
    for name, place in drags(series_game.places):
        game.move(known[name], "Map", *place)
    game.write(ours)
    (tmp_path / "gts.terrain").write_bytes(encode_terrain(gts_map.terrain))
    context = Context(tmp_path, owner_folder=tmp_path / "owner")
    import_here(context, series_game.path)
    told = []
    for log in (theirs, ours):
        report, _ = check_file(context, log)
        found = [(one.name, one.verdict, one.why, one.rule) for one in report.findings]
        told.append(found)
    assert told[0] == told[1]
    assert {"illegal"} <= {verdict for _, verdict, _, _ in told[0]}
