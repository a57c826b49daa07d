"""Arrivals that positions decide (TDC S5.8; WED S7.3.0, MG 8.0)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.campaign.conftest import Asking, reasons, september
from tests.rules.needed import needed

# ---------------------------------------------------------------- SS reinforcement hexes


def guards(hex: str, division: str = "Guards Armored") -> dict[str, Any]:
    """An Allied Unit of a Division."""
    return {"side": "Allied", "division": division, "hex": hex}


@pytest.mark.parametrize(
    ("units", "verdict", "for_good"),
    [
        ([], "legal", None),
        ([guards("41.64")], "illegal", True),  # in the hex
        ([guards("41.65")], "illegal", None),  # 1 hex off: closed this turn
        ([guards("41.66", "43rd Infantry")], "illegal", None),
        ([guards("41.67")], "legal", None),
        ([guards("41.65", "82nd Airborne")], "legal", None),
    ],
)
def test_a_unit_near_an_ss_reinforcement_hex(
    asked: Asking, units: Any, verdict: str, for_good: Any
) -> None:
    state = {"units": units, "history": []}
    found = asked("deploy.entry", map="tdc", hex="41.64", state=state)
    assert (found["verdict"], found.get("for_good")) == (verdict, for_good)
    if for_good:
        assert "eliminated" in reasons(found)


@pytest.mark.parametrize(
    ("state", "need"),
    [
        ({"history": []}, "state.units: whether a Unit of"),
        ({"units": []}, "state.history: whether a Unit of"),
        ({"units": [{"side": "Allied", "hex": "41.65"}], "history": []}, "state.units"),
    ],
)
def test_a_hex_is_open_only_where_all_is_told(asked: Asking, state: Any, need: str) -> None:
    found = asked("deploy.entry", map="tdc", hex="41.64", state=state)
    assert found["verdict"] == "undetermined"
    assert needed(found)[0].startswith(need)


def test_a_hex_entered_once_is_closed_for_good(asked: Asking) -> None:
    entered = {"event": "entered", "hex": "41.64", "division": "Guards Armored"}
    found = asked("deploy.entry", map="tdc", hex="41.64", state={"history": [entered]})
    assert (found["verdict"], found["for_good"]) == ("illegal", True)


def test_the_entry_is_delayed_if_all_hexes_are_out_of_play(asked: Asking) -> None:
    near, both = {"units": [guards("41.65")]}, {"units": [guards("41.65"), guards("30.76")]}
    params = {"map": "tdc", "hex": "41.64", "others": ["30.76"]}
    assert "delayed" not in asked("deploy.entry", **params, state=near)
    assert asked("deploy.entry", **params, state=both)["delayed"]


# ---------------------------------------------------------------- the emergency call


@pytest.mark.parametrize(
    ("game", "day", "time", "verdict"),
    [
        ("wed", 21, "Night", "illegal"),
        ("wed", 22, "0700", "legal"),
        ("wed", 23, "0700", "legal"),
        ("mg", 20, "Night", "illegal"),
        ("mg", 21, "0700", "legal"),
    ],
)
def test_from_when_it_may_be_called(
    asked: Asking, game: str, day: int, time: str, verdict: str
) -> None:
    found = asked("deploy.emergency", map=game, state={"turn": september(day, time)})
    assert found["verdict"] == verdict
    assert asked("deploy.emergency", map=game)["verdict"] == "undetermined"


@pytest.mark.parametrize("die", range(10))
def test_the_die_is_the_number_of_turns(asked: Asking, die: int) -> None:
    """0 this turn, 1 the next, and so on."""
    state = {"turn": september(22, "0700")}
    found = asked("deploy.emergency", map="wed", die=die, state=state)
    times = ["0700", "0900", "1100", "1300", "1500", "1700", "1900", "Night"]
    assert found["arrives"] == september(22 + die // 8, times[die % 8])
    assert (found["hex"], found["points"]) == ("14.89", {"command": 10, "dispatch": 2})
    assert "never leave the map again" in reasons(found)
    listed = asked("deploy.emergency", map="wed", state=state)["outcomes"]
    assert listed[die]["result"] == f"{found['arrives']['date']} {found['arrives']['time']}"


def test_later_turns_of_a_day_are_a_reading(asked: Asking) -> None:
    state = {"turn": september(22, "1100")}
    found = asked("deploy.emergency", map="wed", state=state)
    assert found["verdict"] == "legal"
    assert found["notes"][0].startswith("referee:")
    found = asked("deploy.emergency", map="wed", state=state, options={"call": "only_0700"})
    assert found["verdict"] == "illegal"


def test_victory_knows_that_nobody_can_have_called_before(asked: Asking) -> None:
    for game, day, known in (("wed", 21, True), ("wed", 22, False), ("mg", 21, False)):
        found = asked("victory.score", scenario="campaign", map=game, date=f"1944-09-{day}")
        assert ("points" in found["lines"]["emergency"]) == known
