"""Fire at riders, and rubble (WED S4.2, S4.4; TDC S5.11.2, S5.11.4; WED 2.9, 2.10)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.terrain.terrain_file import encode_terrain
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from tests.rules.los.small_maps import terrain_map
from tests.rules.needed import needed

GAMES = [("wed", "WED S4.4"), ("tdc", "TDC S5.11.4")]


def riders(game: str, by: str, **more: Any) -> Any:
    return ask(Context(Path("nowhere")), "fire.riders", {"map": game, "by": by, **more})


def said(answer: Any) -> str:
    return "\n".join(step["why"] for step in answer["steps"])


@pytest.mark.parametrize(("game", "rule"), GAMES)
@pytest.mark.parametrize("by", ["direct", "indirect", "air"])
def test_one_die_for_both_and_a_result_throws_the_rider_off(game: str, rule: str, by: str) -> None:
    hit = riders(game, by, result=True, overstacked=False)
    assert hit["result"] == "dismounts"
    assert {step["rule"] for step in hit["steps"]} == {rule}
    for words in ("mass modifier", "one die for both", "hold for the rider", "Activation is over"):
        assert words in said(hit)
    assert ("S?" in said(hit)) == (by == "indirect")
    assert riders(game, by, result=True, overstacked=True)["result"] == "eliminated"
    assert riders(game, by, result=False)["result"] == "rides"


@pytest.mark.parametrize(("game", "rule"), GAMES)
def test_in_an_assault_the_rider_dismounts_first(game: str, rule: str) -> None:
    answer = riders(game, "assault", overstacked=False)
    assert answer["result"] == "dismounts"
    assert "as the Assault is declared" in said(answer)
    assert riders(game, "assault", overstacked=True)["result"] == "eliminated"


def test_what_is_not_said_is_needed_with_what_it_decides() -> None:
    assert "Activation ends" in needed(riders("wed", "direct"))[0]
    assert "eliminated" in needed(riders("wed", "direct", result=True))[0]
    assert "overstacked" in needed(riders("wed", "assault"))[0]
    assert "Infantry alone" in needed(riders("wed", "dismount"))[0]


@pytest.mark.parametrize(("game", "rule"), [("wed", "WED S4.2"), ("tdc", "TDC S5.11.2")])
def test_who_fires_at_a_dismounting_chooses_before_or_after(game: str, rule: str) -> None:
    after = riders(game, "dismount", after=True)
    assert after["targets"] == ["infantry"]
    assert after["steps"][0]["rule"] == rule
    assert riders(game, "dismount", after=False)["targets"] == ["vehicle", "infantry"]


@pytest.mark.parametrize(
    ("hex", "die", "verdict"),
    [
        ("05.5", 0, "legal"),
        ("05.5", 1, "illegal"),
        ("05.5", None, "undetermined"),
        ("05.7", 0, "legal"),
        ("05.9", 0, "illegal"),
        ("20.5", 0, "illegal"),
    ],
)
def test_an_artillery_die_of_0_makes_rubble_of_a_city_in_wed(
    tmp_path: Path, hex: str, die: int | None, verdict: str
) -> None:
    """WED 2.9, WED 2.10: not in a town, nor in The Devil's Cauldron."""
    hexes = {"05.5": "city", "05.7": "fortified", "05.9": "town", "20.5": "city"}
    (tmp_path / "gts.terrain").write_bytes(encode_terrain(terrain_map(hexes)))
    told = {"map": "wed" if hex < "14" else "tdc", "hex": hex}
    answer = ask(
        Context(tmp_path), "fire.rubble", {**told, **({} if die is None else {"die": die})}
    )
    assert answer["verdict"] == verdict
    if verdict == "legal":
        assert ("strongpoint" in said(answer)) == (hex == "05.7")
        assert "defense -1" in said(answer)
