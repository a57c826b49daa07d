"""Actions in a declared path: riders get off, a unit mounts or dismounts its transport."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.builder.errors import InputError
from tests.rules.needed import needed

CARRIER: dict[str, Any] = {"class": "tracked", "column": True, "ma": 13, "piggyback": True}
FOOT: dict[str, Any] = {"class": "leg", "column": True, "organic": "wheeled"}
RIDING: dict[str, Any] = {**FOOT, "mounted": True}
KNOWN = {"mount": 3, "dismount": 2}
OFF = {"hex": "76.128", "action": "dismount_riders"}


def lines(answer: Any) -> list[tuple[Any, str]]:
    return [(step.get("cost"), step["rule"]) for step in answer["steps"]]


@pytest.mark.parametrize(
    ("window", "path", "rule"),
    [("wed", ("75.129", "76.128"), "WED S4.2"), ("tdc", ("35.58", "36.58"), "TDC S5.11.2")],
)
def test_riders_getting_off_take_half_of_the_printed_allowance(
    check: Any, window: str, path: tuple[str, str], rule: str
) -> None:
    start, there = path
    off = {"hex": there, "action": "dismount_riders"}
    answer = check(CARRIER, start, off, start, window=window)
    assert (answer["verdict"], answer["total"]) == ("legal", 0.5 + 6.5 + 0.5)
    assert lines(answer)[1] == (6.5, rule)
    assert [p["total"] for p in answer["path"]] == [0, 0.5, 7, 7.5]
    assert not any("getting off spends" in line for line in answer["unchecked"])


def test_riders_get_off_at_once_and_only_once(check: Any) -> None:
    at_once = check(CARRIER, {"hex": "75.129", "action": "dismount_riders"}, "76.128")
    assert [p["total"] for p in at_once["path"]] == [0, 6.5, 7]
    twice = check(CARRIER, "75.129", OFF, {"hex": "75.129", "action": "dismount_riders"})
    assert twice["verdict"] == "illegal"
    assert twice["steps"][-1]["why"] == "no Infantry rides on the Unit"
    assert twice["total"] == 7.5
    slow = check({**CARRIER, "ma": 1}, "75.129", OFF, "75.129")
    assert slow["verdict"] == "illegal"
    assert slow["steps"][-1]["why"] == "1½ MP, more than its 1"


def test_riders_need_the_allowance(check: Any) -> None:
    unit = {"class": "tracked", "column": True, "piggyback": True}
    answer = check(unit, "75.129", OFF)
    assert answer["verdict"] == "undetermined"
    assert needed(answer) == ["unit.ma: the printed movement allowance (WED S4.2)"]
    none = check({**CARRIER, "piggyback": False}, "75.129", OFF)
    assert lines(none)[-1] == (None, "WED S4.2")
    on_foot = check({**CARRIER, "class": "leg"}, "75.129", OFF)
    assert on_foot["steps"][-1]["why"].startswith("only a vehicle")
    assert on_foot["steps"][-1]["rule"] == "WED S4.0"


def test_mounting_makes_a_vehicle_of_a_unit(check: Any) -> None:
    """Beyond the hex it mounts in, it pays as its transport: 2 for clear ground, not 1."""
    path = ["75.129", {"hex": "76.128", "via": "none"}]
    assert check(FOOT, *path)["total"] == 1
    mounts = [{"hex": "75.129", "action": "mount"}, path[1]]
    asked = check(FOOT, *mounts)
    assert asked["verdict"] == "undetermined"
    assert needed(asked) == ["series rule: cost of mounting (costs.mount)"]
    told = check(FOOT, *mounts, costs=KNOWN)
    assert (told["verdict"], told["total"]) == ("legal", 3 + 2)
    assert [p["total"] for p in told["path"]] == [0, 3, 5]
    again = check(RIDING, *mounts)
    assert again["steps"][-1]["why"] == "the Unit is mounted already"
    bare = check({"class": "leg", "column": True}, *mounts)
    assert bare["steps"][-1]["why"] == "the Unit has no transport to mount"


def test_dismounting_makes_it_a_leg_unit_again(check: Any) -> None:
    gets_off = [{"hex": "75.129", "action": "dismount"}, {"hex": "76.128", "via": "none"}]
    asked = check(RIDING, *gets_off)
    assert needed(asked) == ["series rule: cost of dismounting (costs.dismount)"]
    told = check(RIDING, *gets_off, costs=KNOWN)
    assert (told["verdict"], told["total"]) == ("legal", 2 + 1)
    refused = check({**FOOT, "mounted": False}, *gets_off)
    assert refused["steps"][-1]["why"] == "the Unit is not mounted"
    both = [*gets_off, {"hex": "75.129", "action": "mount"}, {"hex": "76.128", "via": "none"}]
    assert check(RIDING, *both, costs=KNOWN)["verdict"] == "legal"


def test_on_a_raised_road_the_vehicles_are_lost(check: Any) -> None:
    path = ["35.58", {"hex": "36.58", "action": "dismount"}]
    answer = check(RIDING, *path, window="tdc", costs=KNOWN)
    assert (answer["verdict"], answer["total"]) == ("legal", 2.5)
    assert lines(answer)[-1] == (0, "TDC 2.16")
    back = check(RIDING, *path, {"hex": "35.58", "action": "mount"}, window="tdc", costs=KNOWN)
    assert back["steps"][-1]["why"] == "the Unit has no transport to mount"


def test_railroad_bridges_after_mounting_and_dismounting(check: Any) -> None:
    crossing = "49.159"
    gets_on = {"hex": "49.160", "action": "mount"}
    vehicles = {"options": {"railroad_transport": "dismounts"}}
    mounted = check(FOOT, gets_on, crossing, costs=KNOWN, **vehicles)
    assert lines(mounted)[-1] == (None, "WED 2.15.3")
    assert mounted["verdict"] == "illegal"
    left = check(FOOT, gets_on, crossing, costs=KNOWN)
    assert (left["verdict"], left["total"]) == ("legal", 3.5)
    assert lines(left)[1] == (0, "WED 2.15.3")
    walked = check(RIDING, {"hex": "49.160", "action": "dismount"}, crossing, costs=KNOWN)
    assert walked["verdict"] == "legal"
    assert "transport is lost" in walked["steps"][-1]["why"]


@pytest.mark.parametrize(
    ("window", "hex", "rule"),
    [("wed", "75.129", "WED S5.3, S6.3"), ("tdc", "35.58", "TDC O9.0")],
)
def test_divisional_trucks_and_jeeps(check: Any, window: str, hex: str, rule: str) -> None:
    unit = {**FOOT, "divisional": True}
    mounts = [{"hex": hex, "action": "mount"}, {"hex": hex, "action": "dismount"}]
    answer = check(unit, *mounts, window=window, costs=KNOWN)
    assert (answer["verdict"], answer["total"]) == ("legal", 5)
    assert lines(answer)[:2] == [(3, rule), (2, rule)]
    assert f"that the Unit is In Command ({rule})" in answer["unchecked"]


def test_mounting_where_vehicles_are_only_in_column(check: Any) -> None:
    unit = {**FOOT, "column": False}
    answer = check(unit, "38.64", {"hex": "38.64", "action": "mount"}, window="tdc", costs=KNOWN)
    assert needed(answer) == [
        "whether a Unit not in Column may mount in 38.64 (series rules)",
    ]


def test_wrong_actions_are_named(check: Any) -> None:
    with pytest.raises(InputError, match="dismount_riders"):
        check(CARRIER, "75.129", {"hex": "76.128", "action": "dismont"})
    with pytest.raises(InputError, match="costs"):
        check(CARRIER, "75.129", OFF, costs={"mount": -1})
