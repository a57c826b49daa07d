"""A new game brings the look of its terrain, and the page for authors lists all it may say."""

from __future__ import annotations

import re
from pathlib import Path

from clubroute.builder.authoring.new_game import new_game
from clubroute.builder.sources.style import HEX_KEYS, TEXTURES, read_board_style

ROOT = Path(__file__).parents[2]


def test_a_new_game_has_a_style_that_changes_its_board(tmp_path: Path) -> None:
    path = tmp_path / "map_sources" / "isle" / "style.toml"
    assert path in new_game(tmp_path, "isle")
    usual = read_board_style()
    assert read_board_style(path).hexes == usual.hexes
    path.write_text(path.read_text("utf-8").replace("trees", "rows"), encoding="utf-8")
    assert read_board_style(path).hexes["woods"].texture == "rows"


def test_the_page_for_authors_lists_every_key_and_texture() -> None:
    page = (ROOT / "docs" / "authoring.md").read_text("utf-8")
    part = page.partition("## How terrain looks")[2].partition("\n## ")[0]
    named = set(re.findall(r"`([^`]+)`", part))
    assert named >= {*HEX_KEYS} | {*TEXTURES}
    shipped = (ROOT / "map_sources" / "example" / "style.toml").read_text("utf-8")
    assert all(one in shipped for one in TEXTURES)
