"""Rout, sentence by sentence (WED S3.1, S7.4.0, scenarios 2 to 4; TDC S4.4; WED MG 1.3)."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from tests.cases import each
from tests.rules.campaign.conftest import Asking, reasons, september
from tests.rules.needed import needed

CHOSEN: dict[str, Any] = {"step_losses": 3, "in_fire_zones": True}


def checked(asked: Asking, division: str, game: str = "wed", **more: Any) -> Any:
    """The check of a Formation of a Division, one of whose Units has just lost a Step."""
    usual = {"step_loss": True, "independent": False}
    return asked("rout.check", map=game, division=division, **{**usual, **more})


# ---------------------------------------------------------------- the inequalities


@each(
    ("game", "division", "scenario", "below"),
    [
        ("wed", "59th Infantry", "campaign", False),  # "that number or less"
        ("wed", "59th Infantry", "WED-3", True),  # "LESS than"
        ("wed", "KG Chill", "WED-4", True),
        ("mg", "Korps Feldt", "campaign", True),
    ],
)
def test_each_inequality(
    asked: Asking, game: str, division: str, scenario: str, below: bool
) -> None:
    """WED scenario 3, scenario 4."""
    state = {"turn": september(20, "0900")}
    for step_losses, die in itertools.product(range(5), range(10)):
        params = {"step_losses": step_losses, "die": die, "scenario": scenario}
        params |= {"points": 0} if game == "mg" else {}
        found = checked(asked, division, game, in_fire_zones=True, **params, state=state)
        if scenario == "campaign" and step_losses == 0:
            assert found["verdict"] == "illegal", params
            continue
        assert found["verdict"] == "decided", params
        assert found["routs"] == (die < step_losses if below else die <= step_losses), params


@each("division", ["Korps Feldt", "von Tettau"])
@each(("day", "number"), [(17, 2), (18, 2), (19, 1), (20, 1), (21, None)])
def test_the_rout_table_of_tdc(asked: Asking, division: str, day: int, number: int | None) -> None:
    """0-2 on the 17th and 18th, 0-1 on the 19th and 20th; 1 point adds 1, 3 points add 2."""
    state = {"turn": september(day, "0900")}
    for (points, added), die in itertools.product(((0, 0), (1, 1), (3, 2)), range(10)):
        found = checked(asked, division, "tdc", die=die, points=points, state=state)
        routs = number is not None and die + added <= number
        assert found["routs"] == routs, (points, die)
        if number is None:
            assert "no rout after 1944-09-20" in reasons(found), (points, die)


@pytest.mark.parametrize(("game", "points"), [("tdc", 2), ("tdc", 4), ("mg", 3)])
def test_points_that_may_not_be_spent(asked: Asking, game: str, points: int) -> None:
    state = {"turn": september(18, "0900")}
    with pytest.raises(InputError, match="points"):
        checked(asked, "Korps Feldt", game, **CHOSEN, points=points, die=0, state=state)


@pytest.mark.parametrize(("points", "routs"), [(0, True), (1, True), (2, False)])
def test_dispatch_points_in_the_combined_game(asked: Asking, points: int, routs: bool) -> None:
    state = {"turn": september(18, "0900")}
    found = checked(asked, "von Tettau", "mg", **CHOSEN, points=points, die=1, state=state)
    assert found["routs"] == routs


def test_every_face_is_listed_without_a_die(asked: Asking) -> None:
    found = checked(asked, "59th Infantry", **CHOSEN)
    assert found["outcomes"] == [
        {"die": [0, 1, 2, 3], "result": "it routs"},
        {"die": [4, 5, 6, 7, 8, 9], "result": "it holds"},
    ]


# ---------------------------------------------------------------- who may be chosen


@pytest.mark.parametrize(
    ("more", "verdict"),
    [
        ({"step_losses": 0, "in_fire_zones": True}, "illegal"),
        ({"step_losses": 1, "in_fire_zones": False}, "illegal"),
        ({"step_losses": 1}, "undetermined"),
        ({"in_fire_zones": True}, "undetermined"),
    ],
)
def test_a_unit_in_a_fire_zone_and_a_step_lost(asked: Asking, more: Any, verdict: str) -> None:
    for division, game in (
        ("101st Airborne", "wed"),
        ("59th Infantry", "wed"),
        ("KG Walther", "mg"),
    ):
        side = "Allied" if "101st" in division else "German"
        assert checked(asked, division, game, side=side, **more)["verdict"] == verdict


def test_independents_losses_count_in_the_combined_game_only(asked: Asking) -> None:
    spared: dict[str, Any] = {"step_losses": 0, "in_fire_zones": True}
    assert "Independent" in reasons(checked(asked, "59th Infantry", **spared))
    found = checked(asked, "Korps Feldt", "mg", **spared)
    assert "Independent" not in reasons(found)


@pytest.mark.parametrize(
    ("game", "scenario", "division", "side"),
    [
        ("tdc", "campaign", "Hohenstaufen", "German"),
        ("tdc", "campaign", "82nd Airborne", "Allied"),
        ("wed", "WED-3", "101st Airborne", "Allied"),
        ("wed", "WED-1", "KG Walther", "German"),
        ("wed", "campaign", "43rd Infantry", "Allied"),
    ],
)
def test_who_is_never_checked(
    asked: Asking, game: str, scenario: str, division: str, side: str
) -> None:
    found = checked(asked, division, game, scenario=scenario, side=side, **CHOSEN, die=0)
    assert found["verdict"] == "illegal"


def test_s4_4_needs_a_step_loss_of_a_unit_that_is_not_independent(asked: Asking) -> None:
    state = {"turn": september(18, "0900")}
    for more in ({"independent": True}, {"step_loss": False}):
        found = checked(asked, "Korps Feldt", "tdc", die=0, state=state, **more)
        assert found["verdict"] == "illegal"
    assert needed(checked(asked, "Korps Feldt", "tdc", die=0)) == [
        "state.turn: the date, which gives the number to roll"
    ]


def test_s4_4_is_off_in_the_combined_game(asked: Asking) -> None:
    """MG 5.0: random events cover it."""
    state = {"turn": september(18, "0900")}
    found = checked(asked, "Korps Feldt", "mg", **CHOSEN, die=0, state=state)
    assert "TDC S4.4" not in reasons(found)
    assert "WED MG 1.3" in reasons(found)
    assert "WED MG 5.0" in reasons(found)
    # Without an event nobody may be chosen, whoever has lost a Step.
    found = checked(asked, "Korps Feldt", "mg", in_fire_zones=False, step_losses=3, state=state)
    assert found["verdict"] == "illegal"
    other = checked(asked, "KG Chill", "mg", **CHOSEN, die=0, state=state)
    assert "WED MG 5.0" not in reasons(other)


@pytest.mark.parametrize(
    ("hex", "step_loss"), [("77.165", True), ("77.165", False), ("77.164", True)]
)
def test_the_units_in_77_165_in_scenario_2(asked: Asking, hex: str, step_loss: bool) -> None:
    """WED scenario 2."""
    found = checked(
        asked,
        "101st Airborne",
        scenario="WED-2",
        side="Allied",
        hex=hex,
        step_loss=step_loss,
        units=[{"id": "a", "independent": False}, {"id": "b", "independent": False}],
    )
    if hex == "77.165" and step_loss:
        assert found["units"] == {"a": "gone", "b": "gone"}
    else:
        assert found["verdict"] == "illegal"


# ---------------------------------------------------------------- what becomes of the Units

UNITS = [
    {"id": "free", "in_fire_zones": False, "independent": False},
    {"id": "out", "in_fire_zones": True, "can_leave": True, "independent": False},
    {"id": "stuck", "in_fire_zones": True, "can_leave": False, "independent": False},
    {"id": "with", "in_fire_zones": False, "independent": True, "stacked": True, "in_range": False},
    {"id": "near", "in_fire_zones": False, "independent": True, "stacked": False, "in_range": True},
    {"id": "far", "in_fire_zones": False, "independent": True, "stacked": False, "in_range": False},
]


@pytest.mark.parametrize(
    ("game", "division", "side"),
    [
        ("wed", "101st Airborne", "Allied"),
        ("wed", "Guards Armored", "Allied"),
        ("mg", "101st Airborne", "Allied"),
        ("mg", "1st Airborne", "Allied"),
        ("mg", "82nd Airborne", "Allied"),
        ("mg", "Guards Armored", "Allied"),
        ("mg", "43rd Infantry", "Allied"),
        ("mg", "Hohenstaufen", "German"),
        ("mg", "Frundsberg", "German"),
    ],
)
def test_divisions_that_stand(asked: Asking, game: str, division: str, side: str) -> None:
    found = checked(asked, division, game, side=side, **CHOSEN, units=UNITS)
    assert found["units"] == {
        "free": "stays",
        "out": "moves",
        "stuck": "entrenched",
        "with": "stays",
        "near": "not_affected",
        "far": "not_affected",
    }
    assert "returns" not in found


def test_formations_of_where_eagles_dare_rout_by_its_own_event_in_the_combined_game(
    asked: Asking,
) -> None:
    """WED MG 1.0: the new chits are for The Devil's Cauldron; WED S3.1 holds in the other half."""
    state = {"turn": september(18, "0900")}
    for division in ("KG Walther", "Eindhoven Regional Command / KG Chill", "107 Panzer"):
        found = checked(asked, division, "mg", **CHOSEN, state=state)
        assert (found["verdict"], found["routs"]) == ("decided", True)
        assert "no die is rolled" in reasons(found)
        assert "off-map box" in reasons(found)
        assert "WED MG 1.3" not in reasons(found)
        assert "read so: MG 1.0" in reasons(found)
        assert found["provenance"] == "assumed"
        alone = checked(asked, division, "wed", **CHOSEN, state=state)
        assert alone["provenance"] == "rulebook"
    found = checked(asked, "59th Infantry", "mg", **CHOSEN, die=3, state=state)
    assert found["routs"]
    assert "3 or less" in reasons(found)
    found = checked(asked, "Korps Feldt", "mg", **CHOSEN, die=3, state=state)
    assert not found["routs"]


def test_other_germans_leave_the_map(asked: Asking) -> None:
    state = {"turn": september(18, "0900")}
    found = checked(asked, "KG Chill", **CHOSEN, units=UNITS, state=state)
    assert found["routs"]
    assert found["units"] == {
        "free": "off_map",
        "out": "off_map",
        "stuck": "eliminated",
        "with": "off_map",
        "near": "not_affected",
        "far": "not_affected",
    }
    assert "off-map box" in reasons(found)


def test_the_59th_never_returns(asked: Asking) -> None:
    found = checked(asked, "59th Infantry", **CHOSEN, die=0, units=UNITS)
    assert found["units"] == {
        "free": "gone",
        "out": "gone",
        "stuck": "gone",
        "with": "gone",
        "near": "gone",
        "far": "not_affected",
    }
    assert "returns" not in found


@pytest.mark.parametrize("scenario", ["WED-3", "WED-4"])
def test_scenarios_take_independents_in_range_of_the_leader(asked: Asking, scenario: str) -> None:
    found = checked(asked, "KG Chill", scenario=scenario, step_losses=1, die=0, units=UNITS)
    assert found["units"]["near"] == "gone"
    assert found["units"]["with"] == found["units"]["far"] == "not_affected"
    assert checked(asked, "KG Chill", scenario=scenario, die=0)["verdict"] == "undetermined"


def test_s4_4_takes_independents_no_other_leader_could_command(asked: Asking) -> None:
    units = [{"other_leader": False, **unit} for unit in UNITS]
    units.append({**UNITS[4], "id": "shared", "other_leader": True})
    found = checked(
        asked, "Korps Feldt", "tdc", die=0, units=units, state={"turn": september(18, "1900")}
    )
    assert found["units"]["near"] == found["units"]["free"] == "leave"
    assert found["units"]["shared"] == found["units"]["far"] == "not_affected"
    # two calendar days later on the 0700 turn, whatever the time
    assert found["returns"] == september(20, "0700")
    assert "reduced Units stay reduced" in reasons(found)
    assert "reinforcements due before then come with them" in reasons(found)


def test_what_is_not_told_of_a_unit_is_needed(asked: Asking) -> None:
    state = {"turn": september(18, "0900")}
    for unit, need in (
        ({"id": "a"}, "independent of a"),
        ({"id": "a", "independent": False}, "in_fire_zones of a"),
        ({"id": "a", "independent": False, "in_fire_zones": True}, "can_leave of a"),
        ({"id": "a", "independent": True}, "stacked of a"),
    ):
        found = checked(asked, "KG Chill", **CHOSEN, units=[unit], state=state)
        assert found["verdict"] == "undetermined"
        assert need in needed(found)[0]


# ---------------------------------------------------------------- when they return

RETURNS = [
    ("0700", 19),
    ("0900", 19),
    ("1100", 19),
    ("1300", 19),
    ("1500", 19),
    ("1700", 20),
    ("1900", 20),
    ("Night", 20),
]


@pytest.mark.parametrize(("time", "day"), RETURNS)
def test_the_next_0700_or_the_second_one(asked: Asking, time: str, day: int) -> None:
    state = {"turn": september(18, time)}
    back = september(day, "0700")
    assert checked(asked, "KG Chill", **CHOSEN, state=state)["returns"] == back
    found = checked(asked, "Korps Feldt", "mg", **CHOSEN, die=0, state=state)
    assert found["returns"] == back
    assert "reinforcement hex" in reasons(found)
    for game in ("wed", "mg"):
        unit = {"id": "x", "side": "German", "ma": 5}
        found = asked("rout.voluntary", map=game, unit=unit, state=state)
        assert (found["verdict"], found["returns"]) == ("legal", back)


# ---------------------------------------------------------------- voluntary rout


@pytest.mark.parametrize(
    ("unit", "scenario", "verdict"),
    [
        ({"ma": 5, "side": "German"}, "campaign", "legal"),
        ({"ma": 5}, "campaign", "undetermined"),
        ({"ma": 0}, "campaign", "illegal"),
        ({"ma": 5, "side": "Allied"}, "campaign", "illegal"),
        ({"ma": 5}, "WED-4", "illegal"),
        ({"id": "x"}, "campaign", "undetermined"),
    ],
)
def test_who_may_rout_voluntarily(asked: Asking, unit: Any, scenario: str, verdict: str) -> None:
    state = {"turn": september(18, "0900")}
    found = asked("rout.voluntary", map="wed", unit=unit, scenario=scenario, state=state)
    assert found["verdict"] == verdict


def test_a_movement_allowance_on_either_side_of_the_counter(asked: Asking, owner: Path) -> None:
    rows = ["unit,face,move", "gun,front,", "gun,back,3", "fixed,front,", "fixed,back,"]
    (owner / "ratings.csv").write_text(ratings(rows), encoding="utf-8")
    state = {"turn": september(18, "0900")}
    for id, verdict in (("gun", "legal"), ("fixed", "illegal"), ("other", "undetermined")):
        unit = {"id": id, "side": "German"}
        found = asked("rout.voluntary", map="wed", unit=unit, state=state)
        assert found["verdict"] == verdict


def ratings(rows: list[str]) -> str:
    """An owner's table of ratings with the columns a test fills."""
    header = "unit,face,engineer,indirect,tq,defence,move,range,minimum,command_range,telephone"
    found = [header]
    for row in rows[1:]:
        unit, face, move = row.split(",")
        found.append(f"{unit},{face},,,,,{move},,,,")
    return "\n".join(found) + "\n"


def test_without_a_turn_the_return_is_told_both_ways(asked: Asking) -> None:
    """WED S7.4.0: the turn dates the return, and forbids nothing."""
    found = asked("rout.voluntary", map="wed", unit={"ma": 5, "side": "German"})
    assert found["verdict"] == "legal"
    assert "the next 0700 turn, routed on 1700, 1900 or Night the second" in reasons(found)


@pytest.mark.parametrize(
    ("more", "fate"),
    [
        ({"immobile": True, "can_leave": False}, "eliminated"),
        ({"immobile": True, "can_leave": True}, "eliminated"),
        ({"immobile": True, "in_fire_zones": False}, "stays"),
        ({"immobile": False, "can_leave": False}, "entrenched"),
        ({"can_leave": False}, "entrenched"),
    ],
)
def test_a_gun_without_movement_that_must_leave_a_fire_zone_is_eliminated(
    asked: Asking, more: dict[str, Any], fate: str
) -> None:
    """WED S3.1: a Unit that must retreat and cannot."""
    gun = {"id": "gun", "in_fire_zones": True, "independent": False, **more}
    found = checked(asked, "101st Airborne", side="Allied", **CHOSEN, units=[gun])
    assert found["units"] == {"gun": fate}
    left = any("no movement" in line for line in found.get("unchecked", ()))
    assert left is (fate == "entrenched" and "immobile" not in more)


def test_of_a_gun_of_the_counters_it_is_asked_whether_it_is_out_of_its_transport(
    asked: Asking,
) -> None:
    """WED S3.1."""
    gun = {"id": "101-at-327", "in_fire_zones": True, "can_leave": False, "independent": False}
    told = {"side": "Allied", **CHOSEN, "units": [gun]}
    found = checked(asked, "101st Airborne", **told)
    assert [need[:32] for need in needed(found)] == ["units: immobile of 101-at-327: w"]
    for mounted, fate in ((True, "entrenched"), (False, "eliminated")):
        stands = [{"id": "101-at-327", "hex": "66.156", "mounted": mounted}]
        state = {"units": stands}
        assert checked(asked, "101st Airborne", **told, state=state)["units"] == {
            "101-at-327": fate
        }
