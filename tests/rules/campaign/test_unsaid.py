"""Nothing unsaid is a fact: what a position leaves out is needed, never taken for "no"."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.campaign.conftest import Asking

VEGHEL = "74.129/75.129"
ENGINEER = {"name": "Pio", "side": "German", "hex": "75.129", "engineer": True, "column": False}
RIFLES = {"id": "u", "side": "Allied", "division": "101st Airborne", "hex": "75.129"}
ENTERING = {"side": "Allied", "hex": "75.129"}


@pytest.mark.parametrize(
    ("method", "params", "need"),
    [
        ("command.check", {"map": "wed", "unit": RIFLES}, "state.units: the Leaders"),
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
    assert any(need in one for one in found["needs"]), found["needs"]
    assert found["summary"].startswith("undetermined: ")


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
    assert (found["verdict"], found["needs"][0][:13]) == ("undetermined", "state.history")
    told = asked("bridge.control", map="wed", bridge=VEGHEL, state={"history": []})
    assert told["verdict"] == "contested"
