"""Our names and snap targets of thousands of points are the engine's."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from clubroute.builder.vassal.archive import read_module
from clubroute.rules.logs.grids.hexgrid import Pixel, Snapping
from clubroute.rules.logs.grids.maps import HEX_SNAPPING_SINCE, read_maps
from clubroute.rules.logs.pieces import version_number
from tests.engine.driver import Engine
from tests.engine.expectation import BuiltModule

pytestmark = pytest.mark.engine

POINTS = 3000  # of each map


def snapping_of(engine: Engine) -> Snapping:
    number = version_number(engine.engine_version)
    assert number is not None
    return Snapping.RECTANGLES if number < HEX_SNAPPING_SINCE else Snapping.HEXES


def check_points(engine: Engine, module: Path) -> int:
    """All maps of the running game; the number of points that have a name of their own."""
    maps = read_maps(read_module(module)).maps
    chance = random.Random(17)
    named = 0
    for one in engine.maps():
        layout = maps[one.name].laid_out(None, snapping_of(engine))
        boards = [(b.name, b.x, b.y, b.width, b.height) for b in layout.boards]
        assert boards == [(b.name, b.x, b.y, b.width, b.height) for b in one.boards]
        points = [
            (chance.randrange(-9, one.width + 9), chance.randrange(-9, one.height + 9))
            for _ in range(POINTS)
        ]
        raw = engine.raw_names(one.name, points)
        for point, theirs, name in zip(points, engine.names(one.name, points), raw, strict=True):
            snapped = layout.snap(*point)
            assert (one.name, point, snapped) == (one.name, point, Pixel(theirs.x, theirs.y))
            assert (point, layout.location(*snapped) or "offboard") == (point, theirs.name)
            assert (point, layout.location(*point) or "offboard") == (point, name)
            named += theirs.name != "offboard"
    return named


def test_small_module(small_engine: Engine, small_path: Path) -> None:
    small_engine.new_game()
    assert check_points(small_engine, small_path) > POINTS / 2


def test_foreign_module(foreign_engine: Engine, foreign_path: Path) -> None:
    foreign_engine.new_game()
    assert check_points(foreign_engine, foreign_path) > POINTS / 2


def test_built_module(wed_engine: Engine, built_module: BuiltModule) -> None:
    wed_engine.new_game()
    assert check_points(wed_engine, built_module.path) > POINTS / 2
    maps = read_maps(read_module(built_module.path)).maps
    for one in built_module.expected.maps:
        layout = maps[one.name].laid_out(None, Snapping.HEXES)
        for board in one.boards:
            for name, (x, y) in board.hexes.items():
                assert layout.hex_at(x, y) == name
                assert layout.snap(x, y) == (x, y)
