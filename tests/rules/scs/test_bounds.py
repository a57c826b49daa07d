"""What keeps a unit from going on over the map: the leash of released armour (INS 2.3) and the
playing area of a scenario (5.5 to 5.8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.rules.needed import needed
from tests.rules.scs.conftest import Ins

FREE = {"dg": False, "oos": False, "ferried": False, "landed": False, "dukw": False, "oval": False}
ARMOUR = {"name": "tank", "side": "Allied", "ma": 12, "assigned": "101", "kind": "armour", **FREE}
PARA = {"name": "para", "side": "Allied", "hex": "C12.14", "division": "101", "ma": 5}
START, NEAR, FAR = "C20.20", "C20.22", "C26.20"
ROAD = ["C20.20", "C20.21", "C21.21", "C22.21", "C23.21"]


def armour(ins: Ins, method: str, released: bool | None, **said: Any) -> Mapping[str, Any]:
    """Ask about armour assigned to the 101st, whose only unit is eight hexes from it."""
    unit = ARMOUR if released is None else {**ARMOUR, "released": released}
    state = {"units": [PARA], "bridges": {}, "ferries": {}}
    return ins(method, unit=unit, state=state, **said)


VERDICTS = [(True, "illegal"), (False, "legal"), (None, "undetermined")]


@pytest.mark.parametrize(("released", "verdict"), VERDICTS)
def test_released_armour_goes_no_farther_from_its_division_than_ten_hexes(
    ins: Ins, released: bool | None, verdict: str
) -> None:
    best = armour(ins, "move.best", released, **{"from": START, "to": FAR})
    assert best["verdict"] == verdict
    assert armour(ins, "roadmarch.check", released, path=ROAD)["verdict"] == verdict
    march = armour(ins, "roadmarch.reach", released, **{"from": START, "to": ROAD[-1]})
    assert march["verdict"] == verdict
    if released is None:
        assert needed(best)[0].startswith("unit.released: ")


def test_the_reach_of_released_armour_ends_with_its_leash(ins: Ins) -> None:
    for method in ("move.reach", "roadmarch.reach"):
        bound = set(armour(ins, method, True, **{"from": START})["hexes"])
        free = set(armour(ins, method, False, **{"from": START})["hexes"])
        far = {
            one: ins("hex.distance", **{"from": PARA["hex"], "to": one})["distance"] for one in free
        }
        assert bound == {one for one in free if far[one] <= 10}
        assert bound < free


def test_released_armour_does_not_advance_beyond_its_leash(ins: Ins) -> None:
    ends = {"from": "C22.21", "to": "C23.21"}
    assert armour(ins, "combat.advance", True, **ends)["verdict"] == "illegal"
    assert armour(ins, "combat.advance", False, **ends)["verdict"] == "legal"


def test_without_an_airborne_unit_on_the_map_the_leash_is_left_to_the_players(ins: Ins) -> None:
    state = {"units": [], "bridges": {}, "ferries": {}}
    unit = {**ARMOUR, "released": True}
    told = ins("move.best", unit=unit, state=state, **{"from": START, "to": FAR})
    assert told["verdict"] == "legal"
    assert any("INS 2.3" in one for one in told["unchecked"])


EDGE, BEYOND = "A48.15", "A48.16"
COMPANY = {"name": "q", "side": "Allied", "division": "1", "ma": 5, "attack": 3, **FREE}


def played(ins: Ins, method: str, scenario: str, **said: Any) -> Mapping[str, Any]:
    """Ask about a company at the western edge of the playing area of 5.6."""
    state = {"units": [], "bridges": {}, "ferries": {}, "scenario": scenario}
    return ins(method, unit=COMPANY, state=state, **said)


def test_no_unit_leaves_the_playing_area(ins: Ins) -> None:
    for scenario, verdict in (("5.6", "illegal"), ("5.1", "legal")):
        path = played(ins, "move.check", scenario, path=[EDGE, BEYOND])
        assert path["verdict"] == verdict
        ends = {"from": EDGE, "to": BEYOND}
        assert played(ins, "move.best", scenario, **ends)["verdict"] == verdict
        assert played(ins, "combat.advance", scenario, **ends)["verdict"] == verdict
        reach = played(ins, "move.reach", scenario, **{"from": EDGE})
        assert (BEYOND in reach["hexes"]) is (verdict == "legal")
        back = played(ins, "combat.retreat", scenario, hexes=1, **{"from": EDGE})
        assert (BEYOND in back["hexes"]) is (verdict == "legal")


def test_no_road_march_leaves_the_playing_area(ins: Ins) -> None:
    inside = played(ins, "roadmarch.reach", "5.6", **{"from": "A49.06"})["hexes"]
    every = played(ins, "roadmarch.reach", "5.1", **{"from": "A49.06"})["hexes"]
    area = played_hexes(ins)
    assert set(inside) <= area
    assert set(every) - area


def played_hexes(ins: Ins) -> set[str]:
    """The hexes that 5.6 is played in, by its corners: Axx.15, Axx.03, A46.xx, A54.xx."""
    return {f"A{row}.{number:02}" for row in range(46, 55) for number in range(3, 16)}
