"""A game whose hex numbers have nothing between column and row, in the real engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.cli import main
from clubroute.builder.project import Project
from clubroute.builder.terrain.compiled import compiled_map
from tests.engine.driver import Engine
from tests.engine.expectation import read_expectation
from tests.engine.inspection import inspect_board, inspect_hover
from tests.engine.prepare import EngineFiles
from tests.rules.plain.without_dots import undotted

pytestmark = pytest.mark.engine


def test_the_engine_names_its_hexes_and_the_viewer_tells_of_them(
    tmp_path: Path, engine_files: EngineFiles, display: str
) -> None:
    undotted(tmp_path, "bare")
    out = tmp_path / "out"
    build = ["build", "bare", "--project", str(tmp_path), "--out", str(out)]
    assert main([*build, "--jobs", "1", "--quiet"]) == 0
    expected = read_expectation(out / "bare.expect.json")
    terrain = compiled_map(Project(tmp_path), "bare")
    with Engine(engine_files, display, out / "bare.vmod") as engine:
        engine.new_game()
        for board in expected.maps[0].boards:
            assert "0105" in board.hexes
            assert inspect_board(engine, expected.maps[0].name, board) == []
        words = tmp_path / "map_sources" / "bare" / "terrain.toml"
        assert inspect_hover(engine, expected, terrain, "bare", words) == []
