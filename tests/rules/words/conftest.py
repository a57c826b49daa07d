"""All maps in one folder: a command's map follows from what it names."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from clubroute.builder.survey.compile import compile_map
from clubroute.builder.terrain.terrain_file import encode_terrain
from clubroute.rules.asking.context import Context
from tests.conftest import ROOT


@pytest.fixture(scope="session")
def all_maps(
    map_folder: Path, ins_terrain: Path, tmp_path_factory: pytest.TempPathFactory
) -> Context:
    """A context for the maps of every game, and of our example."""
    found = tmp_path_factory.mktemp("all")
    for file in (map_folder / "gts.terrain", ins_terrain):
        shutil.copy(file, found)
    (found / "example.terrain").write_bytes(encode_terrain(compile_map(ROOT, "example").terrain))
    return Context(found)
