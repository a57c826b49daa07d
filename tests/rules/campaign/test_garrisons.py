"""The garrisons of Grave and Mook, sentence by sentence (TDC S5.5)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from tests.rules.campaign.conftest import Asking, reasons, september
from tests.rules.needed import needed

GRAVE = "13.87 14.86"
TABLE = f"town,hexes,relief\nGrave,{GRAVE},Sherwood Foresters; 8 Arm Bde\nMook,42.80,\n"
NIGHT = september(17, "Night")


@pytest.fixture
def towns(owner: Path) -> Path:
    """An owner's table of the towns."""
    (owner / "garrisons.csv").write_text(TABLE, encoding="utf-8")
    return owner


def unit(id: str, hex: str, **more: Any) -> dict[str, Any]:
    """An American Unit."""
    return {"id": id, "side": "Allied", "division": "82nd Airborne", "hex": hex, **more}


GARRISON = [unit("D/2/504", "13.87"), unit("E/2/504", "14.91"), unit("A/1/504", "30.76")]


def checked(asked: Asking, town: str = "Grave", **more: Any) -> Any:
    """The check of a town's garrison at Night of the 17th, its bridge standing."""
    state = {"turn": NIGHT, "units": GARRISON, **more.pop("state", {})}
    params = {"map": "tdc", "town": town, "bridge_demolished": False, "state": state, **more}
    return asked("garrison.check", **params)


@pytest.mark.parametrize(
    ("time", "must"), [("1500", False), ("1700", False), ("1900", False), ("Night", True)]
)
def test_by_the_beginning_of_the_first_night_turn(
    asked: Asking, towns: Path, time: str, must: bool
) -> None:
    found = checked(asked, state={"turn": september(17, time)})
    assert found["required"] == must
    assert "1944-09-17 Night" in reasons(found)


@pytest.mark.parametrize("town", ["Grave", "Mook"])
@pytest.mark.parametrize("gone", [False, True])
def test_a_demolished_bridge_lifts_it(asked: Asking, towns: Path, town: str, gone: bool) -> None:
    assert checked(asked, town, bridge_demolished=gone)["required"] != gone


@pytest.mark.parametrize(
    ("town", "bridge", "other"),
    [("Grave", "14.86/15.86", "Mook"), ("Mook", "40.89/40.90", "Grave")],
)
def test_the_bridge_of_a_town_from_the_state(
    asked: Asking, towns: Path, town: str, bridge: str, other: str
) -> None:
    """The bridges are told whole: the other town's, which they do not name, stands."""
    for word, must in (("destroyed", False), ("intact", True)):
        state = {"turn": NIGHT, "units": GARRISON, "bridges": {bridge: word}}
        found = asked("garrison.check", map="tdc", town=town, state=state)
        assert found["required"] == must
        found = asked("garrison.check", map="tdc", town=other, state=state)
        assert found["required"] is True


@pytest.mark.parametrize("gone", [False, True])
@pytest.mark.parametrize(("town", "must"), [("Grave", True), ("Mook", False)])
def test_once_club_route_is_declared_only_the_town_on_it(
    asked: Asking, towns: Path, town: str, must: bool, gone: bool
) -> None:
    """Independent of bridge status."""
    found = checked(asked, town, route_town="Grave", bridge_demolished=gone)
    assert found["required"] == must


@pytest.mark.parametrize(
    ("battalion", "hex", "verdict"),
    [
        ("2/504", "14.91", "legal"),  # 5 hexes off
        ("2/504", "14.92", "illegal"),  # 6
        ("1/504", "14.91", "illegal"),
        ("3/508", "14.91", "illegal"),  # all its Units are eliminated
    ],
)
def test_all_units_of_the_battalion_within_5_hexes(
    asked: Asking, towns: Path, battalion: str, hex: str, verdict: str
) -> None:
    units = [GARRISON[0], unit("E/2/504", hex), GARRISON[2]]
    found = checked(asked, battalion=battalion, state={"units": units})
    assert found["verdict"] == verdict
    if battalion == "3/508":
        assert "another American battalion" in reasons(found)
    if hex == "14.92":
        assert "E/2/504 is 6 hexes" in reasons(found)
        assert "counterattack" in reasons(found)


def test_which_battalions_could(asked: Asking, towns: Path) -> None:
    assert checked(asked)["battalions"] == ["2/504"]
    found = checked(asked, state={"units": [GARRISON[2]]})
    assert (found["verdict"], found["battalions"]) == ("illegal", [])


@pytest.mark.parametrize(
    "other",
    [
        unit("D/2/504", "13.87", side="German"),
        unit("D/2/504", "13.87", division="101st Airborne"),
        unit("Leader", "13.87"),
    ],
)
def test_only_american_battalions(asked: Asking, towns: Path, other: Any) -> None:
    assert checked(asked, state={"units": [other]})["battalions"] == []


def test_what_must_be_known(asked: Asking, towns: Path) -> None:
    found = asked("garrison.check", map="tdc", town="Mook", state={"turn": NIGHT})
    need, units = needed(found)
    assert need.endswith("or bridge_demolished: whether the bridge is demolished")
    assert units == "state.units: the American Units in play, each with its hex"
    found = asked("garrison.check", map="tdc", town="Mook", bridge_demolished=False)
    assert needed(found) == ["state.turn: Mook must be garrisoned from 1944-09-17 Night on", units]
    (towns / "garrisons.csv").unlink()
    found = checked(asked)  # by our map, which is told
    assert "Grave is 14.88 14.89 15.88 15.89 on our map" in reasons(found)
    assert "owner/garrisons.csv" in reasons(found)
    assert found["provenance"] == "survey"
    (towns / "garrisons.csv").write_text("town,hexes,relief\nGrave,99.999,\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"garrisons\.csv:2"):
        checked(asked)


@pytest.mark.parametrize(
    ("start", "end", "verdict"),
    [
        ("14.90", "14.91", "legal"),  # 4 to 5 hexes
        ("14.91", "14.92", "illegal"),  # 5 to 6
        ("14.93", "14.92", "legal"),  # out of range it comes nearer
        ("14.93", "14.94", "illegal"),
        ("14.93", "15.93", "illegal"),
    ],
)
def test_a_garrison_cannot_move_more_than_5_hexes_from_its_town(
    asked: Asking, towns: Path, start: str, end: str, verdict: str
) -> None:
    params = {"map": "tdc", "town": "Grave", "from": start, "to": end}
    assert asked("garrison.move", **params)["verdict"] == verdict


@pytest.mark.parametrize(
    ("by", "before", "hexes", "verdict"),
    [
        ("Sherwood Foresters", [], ["14.86"], "legal"),
        ("Sherwood Foresters", [], ["14.86", "30.76"], "illegal"),  # not in position
        ("8 Arm Bde", [], ["14.86"], "illegal"),  # not its turn
        ("8 Arm Bde", ["Sherwood Foresters"], ["14.86"], "legal"),
        ("third", ["Sherwood Foresters", "8 Arm Bde"], ["14.86"], "illegal"),
    ],
)
def test_relief_in_order_and_in_position(
    asked: Asking, towns: Path, by: str, before: list[str], hexes: list[str], verdict: str
) -> None:
    params = {"map": "tdc", "town": "Grave", "by": by, "hexes": hexes, "relieved_by": before}
    assert asked("garrison.relief", **params)["verdict"] == verdict
    params["town"] = "Mook"
    assert asked("garrison.relief", **params)["verdict"] != "legal"


@pytest.mark.parametrize(("town", "bridge"), [("Grave", "Grave Bridge"), ("Mook", "Mook Rail")])
def test_relieving_units_may_leave_club_route_once_across(
    asked: Asking, town: str, bridge: str
) -> None:
    for crossed, verdict in ((True, "legal"), (False, "illegal"), (None, "undetermined")):
        more = {} if crossed is None else {"crossed": crossed}
        found = asked("garrison.leave_route", map="tdc", town=town, **more)
        assert found["verdict"] == verdict
        if crossed is not None:
            assert bridge in reasons(found)


@pytest.mark.parametrize(
    ("path", "verdict"),
    [
        (("13.87", "12.86"), "legal"),
        (("14.81", "14.80"), "illegal"),
        (("14.79", "14.78"), "illegal"),
        (("14.79", "14.80"), "legal"),
        (("14.79", "14.78", "14.79", "14.80"), "legal"),
    ],
)
def test_a_unit_of_a_garrison_moves_within_5_hexes(
    asked: Asking, towns: Path, path: tuple[str, str], verdict: str
) -> None:
    """From out of range it passes where it likes, but ends nearer than it began."""
    unit = {"name": "D/2/504", "side": "Allied", "division": "82nd Airborne", "class": "leg"}
    unit |= {"column": False, "garrison": "Grave"}
    found = asked("move.check", map="tdc", unit=unit, path=list(path), state={"units": []})
    refused = [step["rule"] for step in found["steps"] if step.get("verdict") == "illegal"]
    assert refused == (["TDC S5.5"] if verdict == "illegal" else [])
    ends = {"map": "tdc", "town": "Grave", "from": path[0], "to": path[-1]}
    assert asked("garrison.move", **ends)["verdict"] == verdict
    reach = {"map": "tdc", "unit": unit, "from": path[0], "allowance": 20, "state": {"units": []}}
    assert (path[-1] in asked("move.reach", **reach)["hexes"]) == (verdict == "legal")


def test_whether_a_battalion_of_the_82nd_garrisons_is_told_where_it_is_not_said(
    asked: Asking, towns: Path
) -> None:
    unit = {"name": "D/2/504", "side": "Allied", "division": "82nd Airborne", "class": "leg"}
    found = asked("move.check", map="tdc", unit=unit, path=["13.87", "12.86"])
    assert any("whether it garrisons Grave or Mook" in line for line in found["unchecked"])


@pytest.mark.parametrize(("town", "bridge"), [("Grave", "14.86/15.86"), ("Mook", "40.89/40.90")])
def test_a_town_knows_its_bridge(asked: Asking, town: str, bridge: str) -> None:
    """TDC S5.5: by how the state's bridges stand, or by what has happened."""
    turn = {"turn": {"date": "1944-09-18", "time": "0700"}, "units": []}
    for gone, told in (
        (True, {"bridges": {bridge: "destroyed"}}),
        (False, {"bridges": {bridge: "intact"}}),
        (False, {"bridges": {}}),
        (True, {"history": [{"event": "demolished", "side": "German", "hexside": bridge}]}),
        (False, {"history": []}),
    ):
        found = asked("garrison.check", map="tdc", town=town, state={**turn, **told})
        assert found["required"] is not gone
    unsaid = asked("garrison.check", map="tdc", town=town, state=turn)
    assert needed(unsaid)[0].startswith(f"state.bridges.{bridge}")
