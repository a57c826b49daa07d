"""Reading style.toml: what it may change, and how a mistake in it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.sources.style import BoardStyle, default_style_path, read_board_style
from clubroute.builder.sources.vocabulary import read_vocabulary

GTS = Path(__file__).parents[2] / "map_sources" / "gts"


@pytest.fixture(scope="module")
def gts() -> BoardStyle:
    return read_board_style(GTS / "style.toml")


def test_a_missing_file_changes_nothing(tmp_path: Path) -> None:
    assert read_board_style(tmp_path / "style.toml").hexes == read_board_style().hexes


def test_a_file_changes_only_its_keys(tmp_path: Path) -> None:
    path = tmp_path / "style.toml"
    path.write_text('[hex.woods]\nfill = "#010203"\n[size]\ndot = 7\n', encoding="utf-8")
    plain, own = read_board_style(), read_board_style(path)
    assert own.hexes["woods"].fill == (1, 2, 3)
    assert own.hexes["woods"].ink == plain.hexes["woods"].ink
    assert own.hexes["town"] == plain.hexes["town"]
    assert (own.size["dot"], own.size["name"]) == (7.0, plain.size["name"])


def test_a_new_terrain_needs_all_its_keys(tmp_path: Path) -> None:
    path = tmp_path / "style.toml"
    path.write_text('[hex.heath]\nfill = "#010203"\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"style\.toml:1:hex\.heath\.texture: found no such key"):
        read_board_style(path)


BAD = {
    "colour": ('[hex.woods]\nfill = "green"\n', r":2:hex\.woods\.fill: found 'green'"),
    "texture": ('[hex.woods]\ntexture = "tree"\n', r":2:.*did you mean trees"),
    "mark": ('[area.stop_hex]\nmark = "octogon"\n', r":2:.*did you mean octagon"),
    "table": ("[hexs.woods]\n", r"did you mean hex"),
    "key": ("[road.road]\nwidht = 3\n", r":2:.*did you mean width"),
    "size": ("[size]\ndot = -1\n", r":2:size\.dot: found -1, expected a number of px"),
    "yes": ("[size]\ndot = true\n", r":2:size\.dot: found True"),
    "text": ('[size]\ndot = "big"\n', r":2:size\.dot: found 'big'"),
    "unknown size": ("[size]\ndots = 4\n", r":2:.*did you mean dot"),
    "syntax": ("[size\n", r":1:.*expected TOML"),
    "no table": ('hex = "woods"\n', r":1:hex: found 'woods', expected a table"),
}


@pytest.mark.parametrize(("text", "message"), BAD.values(), ids=BAD.keys())
def test_a_mistake_is_one_line_with_its_place(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "style.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message) as caught:
        read_board_style(path)
    assert "\n" not in str(caught.value)


def test_a_directory_is_no_style(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a directory"):
        read_board_style(tmp_path)


def test_the_gts_style_draws_every_word_of_the_lattice(gts: BoardStyle) -> None:
    words = read_vocabulary(GTS / "terrain.toml")
    assert set(words.hexes) <= set(gts.hexes)
    assert set(words.hexsides) - {"dry"} <= set(gts.hexsides)
    assert set(words.roads) <= set(gts.roads)
    assert read_lattice(GTS / "lattice.toml").boards


def test_terrains_have_dots_of_their_own(gts: BoardStyle) -> None:
    """City and Fortified share theirs (WED 2.0); their borders tell them apart."""
    dots = [paint.dot for name, paint in gts.hexes.items() if name not in ("impassable", "city")]
    assert len(set(dots)) == len(dots)
    assert gts.hexes["impassable"].dot is None
    assert gts.hexes["city"].dot == gts.hexes["fortified"].dot
    assert gts.hexes["city"].border != gts.hexes["fortified"].border


def test_the_default_style_is_in_the_package() -> None:
    assert default_style_path().is_file()
