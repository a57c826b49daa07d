"""The Where Eagles Dare map and the look of its boards."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.sources.style import BoardStyle, read_board_style
from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.terrain.terrain_map import TerrainMap

GTS = Path(__file__).parents[2] / "map_sources" / "gts"


@pytest.fixture(scope="session")
def style() -> BoardStyle:
    """How the boards of the corridor are drawn."""
    return read_board_style(GTS / "style.toml")


@pytest.fixture(scope="session")
def wed(gts_map: CompiledMap) -> TerrainMap:
    """The part of the corridor that the game shows."""
    return gts_map.terrain.window("wed")
