"""Who wins the scenarios of WED, sentence by sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.rules.campaign.conftest import Asking, reasons, september
from tests.rules.campaign.scoring import status
from tests.rules.needed import needed


@pytest.mark.parametrize(
    ("hexes", "winner"),
    [
        (["44.225", "55.202", "44.225"], "Allied"),
        (["44.225", "55.202"], "German"),
        (["55.203", "44.225"], "German"),
        (["44.225"], "German"),
        ([], "German"),
    ],
)
def test_a_drive_in_the_country(asked: Asking, hexes: list[str], winner: str) -> None:
    """WED scenario 1."""
    history = [{"event": "entered", "unit": "D(-)/2 HHC", "hex": hex} for hex in hexes]
    history.append({"event": "entered", "unit": "other", "hex": "44.225"})
    found = asked("victory.score", scenario="WED-1", state={"history": history})
    assert (found["verdict"], found["winner"]) == ("decided", winner)
    assert asked("victory.score", scenario="WED-1")["verdict"] == "undetermined"


@pytest.mark.parametrize(
    ("destroyed", "sides", "winner"),
    [
        (True, [], "German"),
        (True, ["Allied"], "German"),
        (False, ["German"], "draw"),
        (False, ["German", "Allied"], "Allied"),
        (False, [], "Allied"),
    ],
)
def test_son_with_the_wind(asked: Asking, destroyed: bool, sides: Any, winner: str) -> None:
    """WED scenario 2."""
    units = [{"side": side, "hex": "77.165"} for side in sides]
    found = asked(
        "victory.score", scenario="WED-2", bridge_destroyed=destroyed, state={"units": units}
    )
    assert found["winner"] == winner


def test_son_with_the_wind_from_the_state(asked: Asking) -> None:
    state = {"bridges": {"66.156/66.157": "destroyed"}, "units": []}
    assert asked("victory.score", scenario="WED-2", state=state)["winner"] == "German"
    assert needed(asked("victory.score", scenario="WED-2")) == [
        "state.bridges: how the bridge at 66.156/66.157 stands"
    ]
    found = asked("victory.score", scenario="WED-2", bridge_destroyed=False)
    assert needed(found) == ["state.units: who is in 77.165: a draw if only Germans are"]


@pytest.mark.parametrize(
    ("blown", "hexes", "winner"),
    [
        (True, [], "German"),
        (False, ["47.156", "51.158"], "German"),
        (False, ["47.156"], "Allied"),
        (False, ["51.158"], "Allied"),
        (False, [], "Allied"),
    ],
)
def test_the_best_laid_plans(asked: Asking, blown: bool, hexes: list[str], winner: str) -> None:
    """WED scenario 3."""
    units = [{"side": "German", "hex": hex} for hex in hexes]
    found = asked("victory.score", scenario="WED-3", bridge_destroyed=blown, state={"units": units})
    assert found["winner"] == winner
    if winner == "Allied":
        found = asked("victory.score", scenario="WED-3", state={"units": units})
        assert found["verdict"] == "undetermined"


HIGHWAY = {
    "stop_hexes": 5,
    "attacked": 1,
    "closed": 2,
    "ops": 3,
    "cut": 5,
    "command": -1,
    "dispatch": -2,
    "quiet_turns": -1,
    "no_fire_zones": -10,
    "panthers": -4,
}


@pytest.mark.parametrize("line", HIGHWAY)
def test_the_lines_of_hells_highway(asked: Asking, line: str) -> None:
    counts = {**dict.fromkeys(HIGHWAY, 0), line: 1}
    found = asked("victory.score", scenario="WED-4", counts=counts, state={"history": []})
    assert found["score"] == HIGHWAY[line]
    assert "WED scenario 4" in reasons(found)


@pytest.mark.parametrize(
    ("total", "winner"), [(31, "German"), (30, "undefined"), (29, "Allied"), (0, "Allied")]
)
def test_the_total_of_hells_highway(asked: Asking, total: int, winner: str) -> None:
    counts = {**dict.fromkeys(HIGHWAY, 0), "attacked": total}
    found = asked("victory.score", scenario="WED-4", counts=counts, state={"history": []})
    assert (found["score"], found["winner"]) == (total, winner)
    assert (winner == "undefined") == bool(found.get("notes"))


def test_whether_the_veghel_bridge_was_entered_must_be_known(asked: Asking) -> None:
    found = asked("victory.score", scenario="WED-4", counts=dict.fromkeys(HIGHWAY, 0))
    assert found["verdict"] == "undetermined"
    assert "whether German Units have entered 75.129; if so the scenario ends" in needed(found)[0]


@pytest.mark.parametrize("hex", ["75.129", "74.129"])
def test_entering_a_veghel_bridge_hex_ends_it(asked: Asking, hex: str) -> None:
    entered = {"event": "entered", "side": "German", "hex": hex}
    for state in ({"history": [entered]}, {"units": [{"side": "German", "hex": hex}]}):
        found = asked("victory.score", scenario="WED-4", state=state)
        assert (found["winner"], found["immediate"]) == ("German", True)
    state = {"history": [{**entered, "side": "Allied"}]}
    assert "immediate" not in asked("victory.score", scenario="WED-4", state=state)


def test_hells_highway_from_its_history(asked: Asking, owner: Path) -> None:
    (owner / "stops.csv").write_text("hex,name,game\n66.157,,\n75.130,,\n", encoding="utf-8")
    enter = {"event": "entered", "side": "German"}
    history = [
        {**enter, "turn": september(22, "0700"), "hex": "66.157"},
        {**enter, "turn": september(22, "0900"), "hex": "66.157"},
        {**enter, "turn": september(22, "0900"), "hex": "60.140"},
        {"event": "op_entered", "turn": september(22, "0900"), "hex": "70.140"},
        {"event": "earned", "turn": september(22, "1100"), "attacked": 1, "closed": 1},
        status(22, "cut"),
        {"event": "step_loss", "turn": september(23, "0700"), "kind": "panther", "steps": 2},
        status(23, "cut"),
    ]
    state: dict[str, Any] = {"history": history, "fire_zones": {"German": ["94.112"]}}
    question: dict[str, Any] = {
        "scenario": "WED-4",
        "state": state,
        "counts": {"command": 2, "dispatch": 1},
    }
    found = asked("victory.score", **question)
    points = {name: line["points"] for name, line in found["lines"].items()}
    assert points == {
        "stop_hexes": 5,
        "attacked": 1,
        "closed": 2,
        "ops": 3,
        "cut": 5,
        "command": -2,
        "dispatch": -2,
        "quiet_turns": -15,  # of sixteen turns
        "no_fire_zones": 0,
        "panthers": -8,
    }
    assert sum("referee" in note for note in found["notes"]) == 3
    each = asked("victory.score", **question, options={"entries": "each", "cut_days": "each"})
    assert each["lines"]["stop_hexes"]["points"] == 10
    assert each["lines"]["cut"]["points"] == 10
    state["fire_zones"]["German"] = ["40.140"]
    assert asked("victory.score", **question)["lines"]["no_fire_zones"]["points"] == -10
