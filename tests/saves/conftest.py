"""A context with the maps of both series and no built module."""

from __future__ import annotations

import pytest

from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.terrain.terrain_file import encode_terrain
from clubroute.rules.asking.context import Context


@pytest.fixture(scope="session")
def context(
    gts_map: CompiledMap, ins_map: CompiledMap, tmp_path_factory: pytest.TempPathFactory
) -> Context:
    folder = tmp_path_factory.mktemp("saves") / "build"
    folder.mkdir()
    (folder / "gts.terrain").write_bytes(encode_terrain(gts_map.terrain))
    (folder / "ins.terrain").write_bytes(encode_terrain(ins_map.terrain))
    return Context(folder)
