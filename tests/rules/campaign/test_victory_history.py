"""The campaign's score from a state and its history; Guards Steps off Club Route (WED, MG 6.0)."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.builder.errors import InputError
from tests.rules.campaign.conftest import Asking, reasons, september
from tests.rules.campaign.scoring import (
    GONE,
    LINES,
    NOTHING,
    status,
)
from tests.rules.needed import needed


def test_statuses_are_counted_by_1900_turn(asked: Asking) -> None:
    """September 17 has a 1900 turn as well; one that is missing is needed. (WED campaign VP)"""
    history = [status(17, "open"), status(18, "cut"), status(19, "open")]
    counts = {name: 0 for name in LINES if name not in ("cut", "not_cut")}
    question: dict[str, Any] = {
        "scenario": "campaign",
        "date": "1944-09-19",
        "counts": counts,
        "state": {**GONE, "history": history},
    }
    found = asked("victory.score", **question)
    assert found["lines"]["not_cut"]["points"] == 16
    assert found["lines"]["cut"]["points"] == 10
    assert any("step 3" in note for note in found["notes"])
    question["state"]["history"] = history[:2]
    found = asked("victory.score", **question)
    assert found["verdict"] == "undetermined"
    assert needed(found) == ["state.history: Club Route's status at 1900 on 1944-09-19"]
    found = asked("victory.score", **question, options={"status_at": "reset"})
    assert (found["lines"]["not_cut"]["count"], found["lines"]["cut"]["count"]) == (3, 0)
    question["state"] = {"history": history, "club_route": {**GONE["club_route"], "cut_by": ["x"]}}
    assert needed(asked("victory.score", **question, options={"status_at": "reset"}))


def test_everything_from_the_history(asked: Asking) -> None:
    """WED 4.3.1."""
    history = [
        status(17, "open"),
        {"event": "earned", "turn": september(18, "0900"), "attacked": 1, "closed": 1},
        {"event": "guards_activation", "turn": september(18, "1100"), "steps_off": 3},
        status(18, "open"),
        {"event": "released", "turn": september(18, "1900"), "formation": "Group Hot"},
        {"event": "released", "turn": september(18, "1900"), "formation": "44 RTR", "auto": True},
        {"event": "guards_activation", "turn": september(19, "1100"), "steps_off": 2},
        status(19, "cut"),
        {"event": "guards_activation", "turn": september(20, "0700"), "steps_on_map": 4},
        {"event": "guards_left", "turn": september(20, "0900"), "command": 6, "dispatch": 2},
        status(20, "open"),
        {"event": "emergency_call", "turn": september(22, "0700")},
    ]
    state = {"history": history, "club_route": {"removed": "1944-09-19"}}
    found = asked("victory.score", scenario="campaign", date="1944-09-20", state=state)
    points = {name: line["points"] for name, line in found["lines"].items()}
    assert points == {
        "off_map": 20,
        "released": 5,
        "not_cut": 24,
        "command": 18,
        "dispatch": 8,
        "steps_off": 5,
        "steps_on_map": 4,
        "cut": 10,
        "attacked": 1,
        "closed": 2,
        "emergency": 0,  # called on the 22nd
    }
    assert (found["allied"], found["german"], found["score"]) == (75, 22, 53)
    assert found["winner"] == "Allied"


def test_formations_released_but_sea_tails_that_missed(asked: Asking) -> None:
    """WED campaign VP."""
    route = {
        "removed": "1944-09-19",
        "released": ["Group Hot", "Group Cold", "101st Sea Tail"],
        "missed": ["101st Sea Tail"],
        "attacked": 1,
        "closed": 2,
        "used": {"attacked": 3, "closed": 1},
    }
    counts = {k: 0 for k in LINES if k not in ("released", "attacked", "closed")}
    found = asked(
        "victory.score",
        scenario="campaign",
        date="1944-09-20",
        counts=counts,
        state={"club_route": route},
    )
    assert found["lines"]["released"]["points"] == 10
    # markers set aside by a check were gained all the same
    assert found["lines"]["attacked"]["points"] == 4
    assert found["lines"]["closed"]["points"] == 6


def test_guards_points_only_once_the_last_unit_has_left(asked: Asking) -> None:
    """WED campaign VP."""
    guards = {"id": "x", "side": "Allied", "division": "Guards Armored", "hex": "75.129"}
    counts = {k: 0 for k in LINES if k not in ("command", "dispatch", "steps_on_map")}
    question = {"scenario": "campaign", "date": "1944-09-20", "counts": counts}
    for state in ({"club_route": {"marker": "61.141"}}, {**GONE, "units": [guards]}):
        found = asked("victory.score", **question, state=state)
        assert found["lines"]["command"]["points"] == 0
        assert found["lines"]["dispatch"]["points"] == 0
    found = asked("victory.score", **question, state=GONE)
    assert any(need.startswith("counts.command") for need in needed(found))


def test_without_data_nothing_is_guessed(asked: Asking) -> None:
    found = asked("victory.score", scenario="campaign", date="1944-09-20")
    assert found["verdict"] == "undetermined"
    assert len(needed(found)) >= 8
    words = [need.rpartition(": ")[2] for need in needed(found)]
    assert "Guards Steps off Club Route at each Guards Division Activation" in words
    assert not [one for one in words if "_" in one], "a parameter's name is no word"
    assert "winner" not in found


@pytest.mark.parametrize("value", [-1, "two", True, 10**9])
def test_a_record_with_a_wrong_number(asked: Asking, value: Any) -> None:
    history = [{"event": "guards_activation", "turn": september(18, "0900"), "steps_off": value}]
    with pytest.raises(InputError, match="steps_off"):
        asked("victory.score", scenario="campaign", date="1944-09-20", state={"history": history})


@pytest.mark.parametrize(
    ("told", "message"),
    [({"status": "maybe"}, "one of open, cut"), ({}, "a status, open or cut, with its turn")],
)
def test_a_status_without_a_word(asked: Asking, told: Any, message: str) -> None:
    history = [{"event": "status", "turn": september(18, "1900"), **told}]
    with pytest.raises(InputError, match=message):
        asked("victory.score", scenario="campaign", date="1944-09-20", state={"history": history})


def test_steps_off_club_route_at_an_activation(asked: Asking) -> None:
    """WED S7.3.0, WED campaign VP."""

    def unit(hex: str, **more: Any) -> dict[str, Any]:
        return {
            "id": more.pop("id", hex),
            "side": "Allied",
            "division": "Guards Armored",
            "hex": hex,
            "steps": 2,
            **more,
        }

    units = [
        unit("42.229"),  # the Marker's hex: potential Club Route
        unit("41.230"),  # on it
        unit("44.220"),  # off it
        unit("45.220", id="A/2 HHC"),
        unit("45.219", formation="231st Brigade"),
        unit("46.219", emergency=True),
        unit("46.220", division="101st Airborne"),
    ]
    state = {"units": units, "club_route": {"marker": "42.229"}, "history": []}
    found = asked("victory.activation", map="wed", state=state)
    assert (found["verdict"], found["steps_off"]) == ("decided", 2)
    assert "44.220" in reasons(found)
    off = asked("victory.activation", map="wed", state=state, options={"marker_hex": "off"})
    assert off["steps_off"] == 4
    assert found["notes"] != off["notes"]
    del units[2]["steps"]
    assert needed(asked("victory.activation", map="wed", state=state)) == ["steps of 44.220"]


def test_steps_that_linger_after_the_marker_has_left(asked: Asking) -> None:
    """WED campaign VP."""
    unit = {"side": "Allied", "division": "Guards Armored", "hex": "41.230", "steps": 3}
    state: dict[str, Any] = {"units": [unit], "club_route": {"marker": "off_map"}, "history": []}
    for map in ("wed", "mg"):  # MG 6.0: the points for lingering Units stay
        found = asked("victory.activation", map=map, state=state)
        assert found["steps_on_map"] == 3
        assert ("WED MG 6.0" in found["steps"][-1]["rule"]) == (map == "mg")
    state["history"] = [{"event": "emergency_call"}]
    assert asked("victory.activation", map="wed", state=state)["steps_on_map"] == 0


@pytest.mark.parametrize(
    ("route", "history", "points"),
    [
        ({"marker": "75.129"}, [], 0),
        ({"marker": "41.64"}, [(18, "75.129"), (19, "41.64"), (20, "49.30")], 20),
        # Both maps show 13.87; it is a Stop hex of the other one (MG set-up).
        ({"marker": "36.86"}, [(18, "75.129"), (19, "13.87"), (20, "36.86")], 20),
        ({"marker": "14.89"}, [(19, "14.89")], 0),
        ({"marker": "41.64", "removed": "1944-09-20"}, [], 10),
        ({"marker": "41.64"}, [], None),
    ],
)
def test_in_the_combined_game_the_marker_leaves_for_the_other_map(
    asked: Asking, route: Any, history: Any, points: int | None
) -> None:
    """WED 5.2: off the map is north onto the map of The Devil's Cauldron."""
    records = [
        {"event": "marker", "turn": september(day, "1900"), "hex": hex} for day, hex in history
    ]
    state = {"club_route": route, "history": records}
    found = asked(
        "victory.score",
        scenario="campaign",
        map="mg",
        date="1944-09-20",
        counts=NOTHING,
        state=state,
    )
    assert found["lines"]["off_map"].get("points") == points
    unit = {"side": "Allied", "division": "Guards Armored", "hex": "75.129", "steps": 3}
    found = asked("victory.activation", map="mg", state={**state, "units": [unit]})
    assert ("steps_on_map" in found) == (route["marker"] in ("41.64", "36.86"))
