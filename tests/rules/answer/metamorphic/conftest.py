"""Somebody to ask, for the tests of this folder."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from clubroute.rules.asking.context import Context
from tests.rules.answer.metamorphic.answers import Asker, asker


@pytest.fixture(scope="module")
def everyone(
    real_context: Context, ins_terrain: Path, tmp_path_factory: pytest.TempPathFactory
) -> Asker:
    """Somebody who can be asked about every game."""
    maps = tmp_path_factory.mktemp("metamorphic")
    (maps / "shipped").mkdir()
    for file in (real_context.folder / "gts.terrain", ins_terrain):
        shutil.copy(file, maps / "shipped")
    return asker(maps / "shipped", maps)
