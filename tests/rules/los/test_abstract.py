"""Sight in the abstract: every sentence about Blocking Terrain, asked with no map."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context


def sight(game: str, *through: str, **more: Any) -> Any:
    asked = {"map": game, "through": list(through), **more}
    return ask(Context(Path("nowhere")), "los.terrain", asked)


@pytest.mark.parametrize(
    ("terrain", "wed", "tdc", "rule"),
    [
        ("clear", "clear", "clear", "2.1"),
        ("polder", "clear", "clear", "2.2"),
        ("orchard", "clear", "clear", "2.3"),
        ("woods", "blocked", "blocked", "2.4"),
        ("village", "clear", "blocked", "2.7"),
        ("town", "blocked", "blocked", "2.8"),
        ("city", "blocked", "blocked", "2.9"),
        ("fortified", "blocked", "blocked", "2.10"),
        ("impassable", "clear", "clear", "2.14"),
    ],
)
def test_each_terrain_in_each_game(terrain: str, wed: str, tdc: str, rule: str) -> None:
    for game, verdict in (("wed", wed), ("tdc", tdc)):
        answer = sight(game, terrain)
        assert answer["verdict"] == verdict
        assert answer["steps"][0]["rule"] == f"{game.upper()} {rule}"


@pytest.mark.parametrize(("terrain", "rule"), [("sand dunes", "2.19"), ("swamp", "2.20")])
def test_the_terrains_of_wed_alone(terrain: str, rule: str) -> None:
    answer = sight("wed", terrain)
    assert (answer["verdict"], answer["steps"][0]["rule"]) == ("clear", f"WED {rule}")


def test_one_orchard_passes_and_the_second_blocks() -> None:
    """WED 2.3, TDC 2.3."""
    assert sight("tdc", "clear", "orchard", "polder")["verdict"] == "clear"
    blocked = sight("tdc", "orchard", "clear", "orchard")
    assert blocked["verdict"] == "blocked"
    assert "orchard number 2" in blocked["summary"]


def test_along_a_hexside_the_better_of_the_two_hexes_counts() -> None:
    assert sight("wed", along=[["woods", "clear"]])["verdict"] == "clear"
    assert sight("wed", along=[["woods", "town"]])["verdict"] == "blocked"
    beside = {"along": [["orchard", "clear"]]}
    assert sight("wed", "orchard", **beside)["verdict"] == "clear"
    strict = sight("wed", "orchard", **beside, options={"orchard_side": "counts"})
    assert strict["verdict"] == "blocked"
    assert any("orchard_side" in note for note in strict["notes"])


@pytest.mark.parametrize(
    ("feature", "wed", "tdc"),
    [
        ("crest", "WED 2.13", "TDC 2.13"),
        ("raised road", "WED 2.16", "TDC 2.16"),
        ("raised_railroad", "WED 2.16", "TDC 2.16"),
        ("bridge", "WED 2.15.4", ""),
        ("railroad", "", ""),
        ("river", "", ""),
    ],
)
def test_what_is_crossed(feature: str, wed: str, tdc: str) -> None:
    for game, rule in (("wed", wed), ("tdc", tdc)):
        answer = sight(game, "clear", crosses=[feature])
        assert answer["verdict"] == ("blocked" if rule else "clear")
        assert not rule or answer["steps"][-1]["rule"] == rule


def test_a_word_the_game_does_not_have_is_refused_with_the_nearest() -> None:
    with pytest.raises(InputError) as caught:
        sight("wed", "wood")
    assert caught.value.nearest == "woods"
    with pytest.raises(InputError, match="crosses"):
        sight("wed", crosses=["crst"])
