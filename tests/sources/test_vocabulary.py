"""terrain.toml: what it says, and how its mistakes are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.sources.style import read_board_style
from clubroute.builder.sources.vocabulary import read_vocabulary

ROOT = Path(__file__).resolve().parents[2]
GTS = ROOT / "map_sources" / "gts" / "terrain.toml"


def test_the_words_of_the_rulebook_are_there() -> None:
    words = read_vocabulary(GTS)
    assert words.default == "clear"
    assert words.water == {"river", "canal", "stream"}
    assert words.barring == {"river", "canal", "impassable"}
    assert words.crossing_of("canal") == "bridge"
    assert words.crossing_of("stream") == "stream_bridge"
    assert words.crossing_of("crest") is None
    assert not words.hexes["impassable"].enterable
    assert words.roads["raised_railroad"].raised
    assert words.roads["raised_railroad"].rail
    assert words.areas["landing_zone"].open
    assert all(kind.cite for kind in words.hexes.values())


def test_settlements_outrank_woods_and_woods_outrank_polder() -> None:
    order = read_vocabulary(GTS).hexes
    ranks = [order[k].priority for k in ("clear", "polder", "woods", "village", "town", "city")]
    assert ranks == sorted(set(ranks))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('default = "clear"', 'default = "claer"', "did you mean clear?"),
        ("bars = true", "barrs = true", "did you mean bars?"),
        ('crosses = ["river", "canal"]', 'crosses = ["rivver"]', "did you mean river?"),
        ("coverage = 0.45", "coverage = 1.5", "a share over 0, up to 1"),
        ("water = true", "water = 1", "true or false"),
        ('terrain = "clear"', 'terrain = "heather"', "found 'heather'"),
        ("[hexside.stream]", "[hexside.dry]", "dry is built in"),
        ("[hex.clear]", "[hexes.clear]", "did you mean hex?"),
        ('title = "Clear"\n', "", "expected title"),
    ],
)
def test_mistakes_name_the_key(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = GTS.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "terrain.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_vocabulary(path)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


INS = ROOT / "map_sources" / "ins" / "terrain.toml"


@pytest.mark.parametrize(
    ("word", "stands_for"),
    [
        *(("river", "sea_line"), ("canal", "sea_line"), ("stream", "river")),
        *(("main_road", "primary_road"), ("raised_main_road", "primary_road")),
        *(("railroad", "railroad"), ("border", "border")),
    ],
)
def test_a_word_of_the_geography_stands_for_a_word_of_the_game(word: str, stands_for: str) -> None:
    assert read_vocabulary(INS).line_stands_for(word) == stands_for


def test_another_game_has_the_same_word_otherwise() -> None:
    words = read_vocabulary(GTS)
    assert words.line_stands_for("river") == "river"
    assert words.line_stands_for("raised_main_road") == "raised_road"
    assert words.reason_of("stream") == ""


def test_a_word_that_is_taken_for_another_says_why() -> None:
    words = read_vocabulary(INS)
    assert "no rulebook" in words.reason_of("stream")
    assert words.features["town"].terrain == "village"
    assert read_board_style(INS.parent / "style.toml").drawn["sea_line"] == "river"


@pytest.mark.parametrize("key", ["hexside", "road"])
def test_a_word_stands_for_a_known_word_only(tmp_path: Path, key: str) -> None:
    path = tmp_path / "terrain.toml"
    path.write_text(
        INS.read_text(encoding="utf-8") + f'[feature.x]\ntitle = "X"\ncite = "x"\n{key} = "y"\n',
        encoding="utf-8",
    )
    with pytest.raises(InputError, match="found 'y'"):
        read_vocabulary(path)
