"""Nothing unsaid is a fact: what a position leaves out is needed, never taken for "no"."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.campaign.conftest import Asking, reasons, september
from tests.rules.needed import needed

VEGHEL = "74.129/75.129"
ENGINEER = {"name": "Pio", "side": "German", "hex": "75.129", "engineer": True, "column": False}
RIFLES = {"id": "u", "side": "Allied", "division": "101st Airborne", "hex": "75.129"}
ENTERING = {"side": "Allied", "hex": "75.129"}


@pytest.mark.parametrize(
    ("method", "params", "need"),
    [
        ("command.check", {"map": "wed", "unit": RIFLES}, "state.units: where its Leaders are"),
        (
            "bridge.demolish",
            {"map": "wed", "bridge": VEGHEL, "entering": ENTERING},
            "whether it is wired, and by whom",
        ),
        (
            "bridge.wire",
            {"map": "wed", "bridge": VEGHEL, "unit": ENGINEER},
            "whether it is wired already",
        ),
        (
            "ferry.use",
            {"map": "wed", "hex": "75.129", "to": "74.129", "unit": {**RIFLES, "class": "leg"}},
            "state.markers: whether a ferry lies between",
        ),
        ("victory.activation", {"map": "wed"}, "state.units: the Guards Units"),
    ],
)
def test_without_a_position_the_missing_thing_is_named(
    asked: Asking, method: str, params: dict[str, Any], need: str
) -> None:
    found = asked(method, **params)
    assert found["verdict"] == "undetermined"
    assert any(need in one for one in needed(found)), needed(found)


@pytest.mark.parametrize(
    ("method", "params", "state", "verdict"),
    [
        ("command.check", {"map": "wed", "unit": RIFLES}, {"units": []}, "illegal"),
        (
            "bridge.demolish",
            {"map": "wed", "bridge": VEGHEL, "entering": ENTERING},
            {"bridges": {VEGHEL: "not_wired"}},
            "illegal",
        ),
        (
            "ferry.use",
            {"map": "wed", "hex": "75.129", "to": "74.129", "unit": {**RIFLES, "class": "leg"}},
            {"markers": []},
            "illegal",
        ),
    ],
)
def test_what_is_said_to_be_none_decides(
    asked: Asking, method: str, params: dict[str, Any], state: dict[str, Any], verdict: str
) -> None:
    assert asked(method, **params, state=state)["verdict"] == verdict


def test_that_a_bridge_stands_says_nothing_of_charges_on_it(asked: Asking) -> None:
    params = {"map": "wed", "bridge": VEGHEL, "entering": ENTERING}
    found = asked("bridge.demolish", **params, state={"bridges": {VEGHEL: "intact"}})
    assert found["verdict"] == "undetermined"


def test_who_entered_last_is_not_nobody_where_no_history_is_told(asked: Asking) -> None:
    found = asked("bridge.control", map="wed", bridge=VEGHEL)
    assert (found["verdict"], needed(found)[0][:13]) == ("undetermined", "state.history")
    told = asked("bridge.control", map="wed", bridge=VEGHEL, state={"history": []})
    assert told["verdict"] == "contested"


GRAVE = {"map": "tdc", "town": "Grave", "bridge_demolished": False}
AT_NIGHT = {"turn": september(17, "Night")}
PONTOON = {
    "map": "tdc",
    "bridge": "47.29/48.28",
    "check": "passed",
    "unit": {"side": "Allied", "hex": "48.28", "engineer": True, "column": False},
}
DECLARE = {"map": "wed", "turn": september(19, "0900"), "unit": "128 Bridge, RE"}
PAIR = [{"id": one, "side": "Allied", "hex": "75.129"} for one in "ab"]
STACK = {"map": "wed", "hex": "75.129", "side": "Allied", "limit": 1}


@pytest.mark.parametrize(
    ("method", "params", "need"),
    [
        ("garrison.check", {**GRAVE, "state": AT_NIGHT}, "state.units: the American Units"),
        (
            "garrison.check",
            {**GRAVE, "state": AT_NIGHT, "battalion": "2/504"},
            "state.units: the American Units",
        ),
        ("bridge.declare", {**DECLARE, "state": {}}, "a Formation of 43rd Infantry"),
        ("bridge.pontoon", {**PONTOON, "state": {"bridges": {}}}, "(pontoon_failed)"),
        (
            "stacking.check",
            {**STACK, "state": {"units": PAIR, "markers": []}},
            "whether a or b is a Leader",
        ),
    ],
)
def test_a_part_that_is_not_told_is_no_empty_part(
    asked: Asking, method: str, params: dict[str, Any], need: str
) -> None:
    found = asked(method, **params)
    assert found["verdict"] == "undetermined"
    assert any(need in one for one in needed(found)), needed(found)


@pytest.mark.parametrize(
    ("method", "params", "verdict"),
    [
        ("garrison.check", {**GRAVE, "state": {**AT_NIGHT, "units": []}}, "illegal"),
        ("bridge.declare", {**DECLARE, "unit": "1 Bridge, RE", "state": {}}, "illegal"),
        ("bridge.pontoon", {**PONTOON, "state": {"bridges": {}, "history": []}}, "decided"),
        (
            "stacking.check",
            {
                **STACK,
                "state": {
                    "units": [{**one, "kind": "infantry"} for one in PAIR],
                    "markers": [],
                },
            },
            "illegal",
        ),
    ],
)
def test_a_part_that_is_told_to_be_empty_decides(
    asked: Asking, method: str, params: dict[str, Any], verdict: str
) -> None:
    assert asked(method, **params)["verdict"] == verdict


@pytest.mark.parametrize("act", ["move", "retreat"])
def test_a_unit_that_goes_on_names_what_is_not_told_of_where_it_goes(
    asked: Asking, act: str
) -> None:
    unit = {"side": "Allied", "division": "Guards Armored", "class": "leg", "hex": "66.157"}
    told = {"map": "wed", "unit": {**unit, "column": False}, "hex": "66.156", "act": act}
    found = asked("deploy.check", **told)
    for part in ("enemy Units", "road blocks and ferries", "bridges"):
        assert f"{part} (not said)" in found["unchecked"]
    assert "unchecked" not in asked(
        "deploy.check", **told, state={"units": [], "markers": [], "bridges": {}}
    )


@pytest.mark.parametrize("date", ["1944-09-18", "1944-09-20"])
def test_that_a_drop_was_planned_anew_is_left_open_where_nobody_says_so(
    asked: Asking, date: str
) -> None:
    """WED 3.6, TDC 3.6."""
    told = {"map": "tdc", "date": date, "weather": "clear"}
    found = asked("drop.timing", **told)
    assert "0900 or 1100, unless it was planned anew this day" in found["summary"]
    assert any("(replanned)" in line for line in found["unchecked"])
    assert "unchecked" not in asked("drop.timing", **told, replanned=False)


@pytest.mark.parametrize(
    ("date", "drop", "turns"),
    [
        ("1944-09-16", None, []),
        ("1944-09-17", 2, []),
        ("1944-09-17", None, [september(17, "1500")]),
        ("1944-09-17", 1, [september(17, "1500")]),
    ],
)
def test_before_the_first_turn_nothing_drops_and_that_day_only_drop_one(
    asked: Asking, date: str, drop: int | None, turns: list[Any]
) -> None:
    """WED 3.1, TDC 3.1."""
    told = {"map": "tdc", "date": date, "weather": "clear"} | ({"drop": drop} if drop else {})
    assert asked("drop.timing", **told)["turns"] == turns


def test_points_on_a_rout_s_die_are_asked_for_where_they_could_turn_it(asked: Asking) -> None:
    """TDC S4.4."""
    told = {"map": "tdc", "division": "Korps Feldt", "step_loss": True, "independent": False}
    told |= {"state": {"turn": september(18, "0900")}}
    found = asked("rout.check", **told, die=1)
    (need,) = needed(found)
    none, few, many = need.partition("; ")[2].split("; ")
    assert (none, few) == ("0: the die is 1: it routs", "1: the die is 1, 2 in all: it routs")
    assert many.casefold().startswith("3: the die is 1, 3 in all: it holds")
    assert asked("rout.check", **told, die=1, points=0)["routs"] is True
    assert asked("rout.check", **told, die=3)["routs"] is False
    assert any("(points)" in line for line in asked("rout.check", **told)["unchecked"])


def test_no_line_says_that_club_route_is_not_cut_where_that_is_not_known(asked: Asking) -> None:
    """TDC S5.1.2."""
    unit = {"side": "Allied", "division": "Guards Armored", "hex": "40.45"}
    found = asked("supply.troop_quality", map="tdc", unit=unit)
    assert any("club_route: open or cut" in need for need in needed(found))
    assert "Club Route is not Cut" not in reasons(found)
    told = asked("supply.troop_quality", map="tdc", unit=unit, club_route="open")
    assert "Club Route is not Cut" in reasons(told)


FERRY = {"kind": "ferry", "hex": "74.129", "to": "75.129", "suppressed": False}
ACROSS = {
    "map": "wed",
    "hex": "74.129",
    "to": "75.129",
    "unit": {"side": "Allied", "class": "leg", "column": True, "hex": "74.129"},
    "state": {
        "units": [],
        "markers": [{**FERRY, "cohesion_hit": False}],
        "bridges": {VEGHEL: "destroyed"},
    },
}


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ({"second_action": False}, "legal"),
        ({"begins": True}, "legal"),
        ({"begins": False, "second_action": False}, "illegal"),
        ({"begins": False, "second_action": True}, "illegal"),
        ({"begins": False}, "undetermined"),
    ],
)
def test_what_does_not_begin_at_the_ferry_is_not_said_to_begin_there(
    asked: Asking, said: dict[str, Any], verdict: str
) -> None:
    """WED 2.18.2."""
    found = asked("ferry.use", **ACROSS, **said)
    assert found["verdict"] == verdict
    begins = "it begins its activation in 74.129" in reasons(found)
    assert begins is (said.get("begins") is not False)
