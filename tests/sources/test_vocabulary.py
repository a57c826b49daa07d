"""terrain.toml: what it says, and how its mistakes are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
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
