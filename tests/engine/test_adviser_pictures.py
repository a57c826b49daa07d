"""What docs/adviser.md shows in pictures is shown in the real engine."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from tests.art.pictures import PICTURES
from tests.engine.adviser_table import Table
from tests.engine.adviser_table import ours as ours
from tests.engine.adviser_table import table as table
from tests.engine.adviser_tour import (
    HIGHEST,
    STOPS,
    begin,
    leave,
)
from tests.fetching.cache import REPOSITORY

pytestmark = pytest.mark.engine


@pytest.mark.parametrize("name", STOPS)
def test_a_picture_shows_what_the_adviser_draws(name: str, table: Table, tmp_path: Path) -> None:
    stop = STOPS[name]
    begin(table.engine)
    stop.paint(table.engine, tmp_path / "plain.png", stop.size)
    stop.go(table.engine)
    stop.paint(table.engine, tmp_path / "marked.png", stop.size)
    leave(table.engine)
    with Image.open(tmp_path / "plain.png") as plain, Image.open(tmp_path / "marked.png") as marked:
        assert marked.size == stop.size
        assert plain.tobytes() != marked.tobytes()
    assert f"(pictures/{name}.png)" in (REPOSITORY / "docs" / "adviser.md").read_text("utf-8")
    with Image.open(PICTURES / f"{name}.png") as kept:
        assert kept.size == stop.size
    assert (PICTURES / f"{name}.png").stat().st_size < HIGHEST
