"""The real map, compiled once for the tests of the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.terrain.terrain_file import encode_terrain
from clubroute.rules.asking.context import Context


@pytest.fixture(scope="session")
def map_folder(gts_map: CompiledMap, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the compiled map of the repository's own data."""
    found = tmp_path_factory.mktemp("map")
    (found / "gts.terrain").write_bytes(encode_terrain(gts_map.terrain))
    return found


@pytest.fixture(scope="session")
def real_context(map_folder: Path) -> Context:
    """A context for it, which keeps what it has loaded."""
    return Context(map_folder)


@pytest.fixture(scope="session")
def ins_terrain(ins_map: CompiledMap, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled maps of It Never Snows."""
    found = tmp_path_factory.mktemp("ins") / "ins.terrain"
    found.write_bytes(encode_terrain(ins_map.terrain))
    return found


@pytest.fixture(scope="session")
def ins_context(ins_terrain: Path) -> Context:
    """A context for the maps of It Never Snows, which keeps what it has loaded."""
    return Context(ins_terrain.parent)
