"""Who may carry whom: piggyback by the rules of either game, Divisional Trucks and Jeeps."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from tests.rules.movement.conftest import reasons

TANK: dict[str, Any] = {
    "class": "tracked",
    "column": True,
    "ma": 13,
    "formation": "Irish Guards",
    "division": "Guards Armored",
    "steps": 2,
    "piggyback": True,
}
RIDER: dict[str, Any] = {"class": "leg", "formation": "Irish Guards", "organic": False, "steps": 2}
PATH = {"wed": ("75.129", "75.128"), "tdc": ("35.58", "36.58"), "mg": ("35.58", "36.58")}


@pytest.mark.parametrize(
    ("rider", "why", "rule"),
    [
        ({"class": "wheeled"}, "only Infantry rides in piggyback mode", "S4.0"),
        (
            {"formation": "506 PIR"},
            "Infantry rides on vehicles of its own Formation only",
            "S4.0",
        ),
        (
            {"organic": True},
            "Infantry with Organic Transport never rides in piggyback mode",
            "S4.3",
        ),
        ({"steps": 3}, "the vehicle has fewer Steps than the Infantry it carries", "S4.3"),
    ],
)
@pytest.mark.parametrize("window", ["wed", "tdc"])
def test_who_may_not_ride(
    check: Any, window: str, rider: dict[str, Any], why: str, rule: str
) -> None:
    cites = {"S4.0": "TDC S5.11", "S4.3": "TDC S5.11.3"}
    answer = check({**TANK, "rider": {**RIDER, **rider}}, *PATH[window], window=window)
    assert reasons(answer) == [(why, f"WED {rule}" if window == "wed" else cites[rule])]


def test_what_is_not_said_of_the_rider_is_unchecked(check: Any) -> None:
    known = check({**TANK, "rider": RIDER}, *PATH["wed"])
    assert known["verdict"] == "legal"
    assert not any("rider" in line for line in known["unchecked"])
    bare = check({**TANK, "formation": ""}, *PATH["wed"])
    assert bare["verdict"] == "legal"
    for line in (
        "that the rider is Infantry (WED S4.0)",
        "that the rider is of the vehicle's Formation (WED S4.0)",
        "that the rider has no Organic Transport (WED S4.3)",
        "that the vehicle has at least as many Steps as the rider (WED S4.3)",
    ):
        assert line in bare["unchecked"]


def test_only_the_irish_guards_ride_in_the_other_game(check: Any) -> None:
    """TDC S5.11; MG 8.0 frees it for all in the combined game."""
    others = {**TANK, "formation": "Welsh Guards", "rider": {**RIDER, "formation": "Welsh Guards"}}
    refused = check(others, *PATH["tdc"], window="tdc")
    assert reasons(refused) == [("only Irish Guards ride in piggyback mode", "TDC S5.11")]
    irish = check({**TANK, "rider": RIDER}, *PATH["tdc"], window="tdc")
    assert not reasons(irish)
    assert "that the Units arrived or were set up so (TDC S5.11)" in irish["unchecked"]
    joined = check(others, *PATH["mg"], window="mg")
    assert not reasons(joined)
    assert "in the combined game all may ride in piggyback mode (WED MG 8.0)" in joined["notes"]


def test_best_and_reach_look_at_the_rider_too(context: Context) -> None:
    unit = {**TANK, "rider": {**RIDER, "organic": True}}
    params = {"map": "wed", "unit": unit, "from": "75.129"}
    for answer in (
        ask(context, "move.best", {**params, "to": "75.128"}),
        ask(context, "move.reach", params),
    ):
        assert answer["verdict"] == "illegal"
        assert reasons(answer)[0][1] == "WED S4.3"


def test_getting_on_takes_the_whole_action_of_both(check: Any) -> None:
    """WED S4.1; in The Devil's Cauldron nobody gets on in play."""
    empty = {**TANK, "piggyback": False}
    on = {"hex": "75.129", "action": "mount_riders"}
    refusal = "riders get on with the whole movement action of both Units"
    answer = check(empty, on, on)
    assert reasons(answer)[0][1] == "WED S4.1"
    boards = check(empty, "75.129", on)
    assert (boards["verdict"], boards["total"]) == ("legal", 0)
    assert boards["steps"][0]["rule"] == "WED S4.1"
    assert any("spends its movement action too" in line for line in boards["unchecked"])
    moves = check(empty, "75.129", on, "75.128")
    assert reasons(moves) == [(refusal, "WED S4.1")]
    twice = check({**TANK, "rider": RIDER}, "75.129", on)
    assert reasons(twice)[-1] == ("one vehicle carries one Infantry Unit", "WED S4.1")
    start = PATH["tdc"][0]
    north = check(empty, start, {"hex": start, "action": "mount_riders"}, window="tdc")
    assert reasons(north)[-1][1] == "TDC S5.11"


def test_a_vehicle_with_riders_does_nothing_else(check: Any) -> None:
    """TDC S5.11.1."""
    unit = {**TANK, "rider": RIDER}
    answer = check(unit, "75.129", {"hex": "75.129", "action": "dismount"}, costs={"dismount": 1})
    why = "a vehicle that carries Infantry does nothing but move and let it get off"
    assert reasons(answer) == [(why, "WED S4.3")]


def test_divisional_transport_is_for_leg_units(check: Any) -> None:
    """WED S5.3 and S6.3 say Leg Units; TDC O9.0, which is optional, says Units."""
    unit = {"class": "wheeled", "column": True, "organic": "wheeled", "divisional": True}
    mounts = {"hex": "75.129", "action": "mount"}
    answer = check(unit, "75.129", mounts, costs={"mount": 1})
    assert reasons(answer) == [
        ("only Leg Units mount Divisional Trucks or Jeeps", "WED S5.3, S6.3")
    ]
    start = PATH["tdc"][0]
    north = check(
        {**unit, "class": "leg"},
        start,
        {"hex": start, "action": "mount"},
        window="tdc",
        costs={"mount": 1},
    )
    assert not reasons(north)
    for line in (
        "that the Trucks or Jeeps are of its Division and not in use (TDC O9.0)",
        "that the optional rule is in play (TDC O9.0)",
    ):
        assert line in north["unchecked"]


@pytest.mark.parametrize(
    ("rider", "rule"),
    [
        ({"formation": "KG Richter"}, "WED S4.0"),  # not of the vehicle's Formation
        ({"class": "tracked"}, "WED S4.0"),
        ({"organic": True}, "WED S4.3"),
        ({"steps": 2}, "WED S4.3"),  # more Steps than the vehicle
        ({"class": "leg", "formation": "KG Roestel", "organic": False, "steps": 1}, ""),
        ({}, ""),
    ],
)
def test_who_may_not_ride_may_not_get_on(check: Any, rider: Any, rule: str) -> None:
    """WED S4.0, S4.3: the same Infantry is refused getting on and driving off."""
    vehicle = {"class": "tracked", "column": True, "ma": 10, "formation": "KG Roestel", "steps": 1}
    unit = {**vehicle, "rider": rider}
    gets_on = check(unit, "93.148", {"hex": "93.148", "action": "mount_riders"})
    drives = check({**unit, "piggyback": True}, "93.148", "93.149")
    for answer in (gets_on, drives):
        refused = [s["rule"] for s in answer["steps"] if s.get("verdict") == "illegal"]
        assert refused == ([rule] if rule else [])
    known = len(rider) == 4
    assert ("that the rider is Infantry (WED S4.0)" in gets_on["unchecked"]) == (
        not known and "class" not in rider and not rule
    )


def test_getting_on_is_a_path_of_its_own(check: Any) -> None:
    """WED S4.1: a whole movement action, in the hex where both begin."""
    vehicle = {"class": "tracked", "column": True, "ma": 10}
    answer = check(vehicle, {"hex": "93.148", "action": "mount_riders"})
    assert (answer["verdict"], answer["total"]) == ("legal", 0)
