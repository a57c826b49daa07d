"""Artillery parks, sentence by sentence (WED S1.0, TDC S1.0)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from tests.rules.campaign.conftest import Asking, reasons, september
from tests.rules.needed import needed

PARKS = "park,division,number,hexes\nKG Chill,KG Chill,0,\n59th,59th Infantry,4,37.136\n"
LEADER = {
    "side": "German",
    "kind": "leader",
    "name": "Leader/KG Huber",
    "division": "KG Chill",
    "hex": "49.129",
    "command_range": 5,
}
OTHER_LEADER = {**LEADER, "name": "x", "division": "KG Walther"}
FREE: dict[str, list[str]] = {"Allied": [], "German": []}


def place(asked: Asking, park: str, hex: str, **more: Any) -> Any:
    """A German artillery park comes into play."""
    state = {"units": [LEADER], "fire_zones": FREE, **more.pop("state", {})}
    params = {"map": "wed", "park": park, "hex": hex, "side": "German", "state": state}
    return asked("artillery.place", **{**params, **more})


def test_a_park_with_a_number_goes_to_a_reinforcement_hex(asked: Asking, owner: Path) -> None:
    assert "supply owner/parks.csv" in needed(place(asked, "59th", "37.136"))[0]
    (owner / "parks.csv").write_text(PARKS, encoding="utf-8")
    found = place(asked, "59th", "37.136")
    assert (found["verdict"], found["number"]) == ("legal", 4)
    assert "reinforcement phase" in reasons(found)
    found = place(asked, "59th", "38.136")
    assert "is placed in a reinforcement hex: 37.136" in reasons(found, "illegal")
    with pytest.raises(InputError, match=r"found 3, expected 0, which KG Chill has in owner/parks"):
        place(asked, "KG Chill", "38.136", number=3)


@pytest.mark.parametrize(
    ("hex", "state", "why"),
    [
        ("49.129", {}, ""),
        ("49.134", {}, ""),
        ("49.135", {}, "not within Command Range of a Leader of KG Chill"),
        ("49.134", {"fire_zones": {"Allied": ["49.134"]}}, "in an enemy Fire Zone"),
        ("49.134", {"units": []}, "not within Command Range"),
        (
            "49.134",
            {"units": [{**LEADER, "name": "x", "division": "KG Walther"}]},
            "not within Command Range",
        ),
    ],
)
def test_a_park_of_zero_goes_near_a_leader(asked: Asking, hex: str, state: Any, why: str) -> None:
    found = place(asked, "KG Chill", hex, number=0, division="KG Chill", state=state)
    assert found["verdict"] == ("illegal" if why else "legal")
    assert why in reasons(found, "illegal")


def test_what_must_be_known_to_place_a_park(asked: Asking, owner: Path) -> None:
    leader = {key: value for key, value in LEADER.items() if key != "command_range"}
    state: dict[str, Any] = {"units": [leader], "fire_zones": {}}
    found = place(asked, "KG Chill", "49.130", number=0, state=state)
    assert found["verdict"] == "undetermined"
    assert "Command Range" in needed(found)[0]
    assert "fire_zones.Allied" in needed(found)[1]
    row = "unit,face,command_range\nLeader/KG Huber,front,5\n"
    (owner / "ratings.csv").write_text(row, encoding="utf-8")
    state["fire_zones"] = FREE
    assert place(asked, "KG Chill", "49.130", number=0, state=state)["verdict"] == "legal"


@pytest.mark.parametrize("game", ["wed", "tdc"])
def test_indirect_he_units_in_the_hex_may_join_for_ever(asked: Asking, game: str) -> None:
    unit = {"hex": "45.124", "indirect": True}
    found = asked("artillery.join", map=game, hex="45.124", unit=unit)
    assert found["verdict"] == "legal"
    assert "can never leave it" in reasons(found)
    assert "always In Command" in reasons(found)
    assert "from its next activation it may fire indirectly" in reasons(found)
    assert "may never Direct Fire" in reasons(found)
    for wrong in ({"hex": "45.125"}, {"indirect": False}):
        found = asked("artillery.join", map=game, hex="45.124", unit={**unit, **wrong})
        assert found["verdict"] == "illegal"
    found = asked("artillery.join", map=game, hex="45.124", unit={})
    assert found["verdict"] == "undetermined"


@pytest.mark.parametrize(
    ("target", "number", "total"),
    [("45.124", 4, 4), ("45.130", 4, 10), ("49.122", 0, 4), ("55.124", 2, 12)],
)
def test_the_range_counts_from_the_marker_and_adds_its_number(
    asked: Asking, target: str, number: int, total: int
) -> None:
    params: dict[str, Any] = {"map": "wed", "park": "x", "hex": "45.124", "target": target}
    found = asked("artillery.range", **params, number=number)
    assert found["range"] == total
    # both for the maximum and the minimum range
    within = {"range": total, "minimum": total}
    assert asked("artillery.range", **params, number=number, unit=within)["verdict"] == "legal"
    short = {"range": total - 1, "minimum": 0}
    assert asked("artillery.range", **params, number=number, unit=short)["verdict"] == "illegal"
    near = {"range": 99, "minimum": total + 1}
    assert asked("artillery.range", **params, number=number, unit=near)["verdict"] == "illegal"


def test_the_owners_numbers_and_ratings(asked: Asking, owner: Path) -> None:
    params: dict[str, Any] = {"map": "wed", "park": "59th", "hex": "45.124", "target": "45.130"}
    assert asked("artillery.range", **params)["verdict"] == "undetermined"
    (owner / "parks.csv").write_text(PARKS, encoding="utf-8")
    assert asked("artillery.range", **params)["range"] == 10
    ratings = "unit,face,range,minimum\n1./159/59,front,9,2\n"
    (owner / "ratings.csv").write_text(ratings, encoding="utf-8")
    found = asked("artillery.range", **params, unit={"name": "1./159/59"})
    assert "beyond its range of 9" in reasons(found, "illegal")


def test_an_enemy_in_the_hex_eliminates_the_units_of_the_park(asked: Asking) -> None:
    for game in ("wed", "tdc"):
        found = asked("artillery.entered", map=game, side="German", entering="Allied")
        assert found["eliminated"] is True
        assert "never a target of fire" in reasons(found)
        found = asked("artillery.entered", map=game, side="German", entering="German")
        assert found["eliminated"] is False


def test_in_wed_a_park_never_moves_in_tdc_it_takes_two_points(asked: Asking) -> None:
    wed = asked("artillery.move", map="wed", turn=september(18, "0900"), points=2)
    assert "never moves [WED S1.0]" in reasons(wed, "illegal")
    tdc = asked("artillery.move", map="tdc", turn=september(18, "1900"), points=2)
    assert (tdc["verdict"], tdc["returns"]) == ("legal", september(19, "0700"))
    unsaid = asked("artillery.move", map="tdc", turn=september(18, "1900"))
    assert (unsaid["verdict"], unsaid["points"]) == ("undetermined", 2)
    poor = asked("artillery.move", map="tdc", turn=september(18, "1900"), points=1)
    assert poor["verdict"] == "illegal"
