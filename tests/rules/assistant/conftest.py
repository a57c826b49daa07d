"""What the tests of the tools for assistants share."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from clubroute.rules.asking.context import Context


@pytest.fixture(scope="session")
def both_maps(
    map_folder: Path, ins_terrain: Path, tmp_path_factory: pytest.TempPathFactory
) -> Context:
    """A context for the maps of every game of ours."""
    found = tmp_path_factory.mktemp("both")
    for file in (map_folder / "gts.terrain", ins_terrain):
        shutil.copy(file, found)
    return Context(found)
