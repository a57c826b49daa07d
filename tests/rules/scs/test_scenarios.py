"""The questions about scenarios of It Never Snows."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.scs.games import book
from clubroute.rules.scs.scenarios import turn_number
from tests.rules.needed import needed
from tests.rules.scs.conftest import Ins


def scenario(context: Context, question: str, **more: Any) -> dict[str, Any]:
    """The answer to a question about scenarios of It Never Snows."""
    found = ask(context, f"scenario.{question}", {"map": "ins", **more})
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(
    ("text", "number"),
    [("PM, September 17", 1), ("AM, September 18", 2), ("AM, September 20", 6),
     ("PM, September 25", 17)],
)  # fmt: skip
def test_turn_1_is_an_afternoon_and_even_turns_are_mornings(text: str, number: int) -> None:
    assert turn_number(text) == number


def test_there_are_eight_scenarios(ins_context: Context) -> None:
    rows = scenario(ins_context, "list")["scenarios"]
    assert [(row["first"], row["last"], row["turns"]) for row in rows] == [
        *[(1, 17, 17)] * 2,
        (2, 17, 16),
        (6, 17, 12),
        (8, 17, 10),
        (2, 7, 6),
        (6, 14, 9),
        (10, 17, 8),
    ]


@pytest.mark.parametrize("name", ["5.6", "INS-5.6", "hold until relieved"])
def test_a_scenario_is_known_by_its_number_and_its_title(ins_context: Context, name: str) -> None:
    assert scenario(ins_context, "values", scenario=name)["turns"] == {"first": 2, "last": 7}


def test_the_scenario_of_the_state_is_meant(ins_context: Context) -> None:
    found = scenario(ins_context, "setup", hex="A49.06", state={"scenario": "5.3"})
    names = [row["name"] for row in found["units"]]
    assert names == ["A/2/1Para", "B/2/1Para", "C/3/1Para", "1 Eng/1Para"]


def test_without_a_scenario_the_question_is_refused_with_their_names(ins_context: Context) -> None:
    with pytest.raises(InputError, match=r"scenario: found nothing, expected one of INS-5\.1"):
        scenario(ins_context, "setup")


def test_units_placed_within_a_radius_on_a_road_are_to_be_placed(ins_context: Context) -> None:
    found = scenario(ins_context, "setup", scenario="5.3", formation="Irish Gds Bde")
    assert found["units"] == []
    where = {row["to_place"] for row in found["to_place"]}
    assert (len(found["to_place"]), where) == (8, {"within 4 of E14.15, in a hex with a road"})


@pytest.mark.parametrize(
    ("number", "turn", "groups", "units"),
    [("5.1", 1, 7, 31), ("5.1", 2, 22, 100), ("5.3", 2, 21, 97), ("5.4", 10, 6, 30),
     ("5.8", 10, 9, 48), ("5.6", 3, 0, 0)],
)  # fmt: skip
def test_what_the_germans_have_coming(
    ins_context: Context, number: str, turn: int, groups: int, units: int
) -> None:
    found = scenario(
        ins_context, "reinforcements", scenario=number, turn=turn, side="German"
    )["arrivals"]  # fmt: skip
    if number in ("5.3", "5.4"):
        found = [one for one in found if one["cite"].startswith("INS German")]
    assert (len(found), sum(len(one["units"]) for one in found)) == (groups, units)


def test_the_turn_of_the_state_is_meant(ins_context: Context) -> None:
    state = {"scenario": "5.2", "turn": {"number": 12}}
    found = scenario(ins_context, "reinforcements", state=state, side="Allied")["arrivals"]
    assert {one["turn"] for one in found} == {12}
    assert sum(len(one["units"]) for one in found) == 5 + 9 + 4


def test_what_was_due_before_the_scenario_is_left_to_the_players(ins_context: Context) -> None:
    found = scenario(ins_context, "reinforcements", scenario="5.3", turn=2)["conditional"]
    assert [one["when"] for one in found] == ["due PM, September 17"]
    assert "does not say" in found[0]["open"]


def test_5_7_prints_no_victory_conditions(ins_context: Context) -> None:
    found = scenario(ins_context, "values", scenario="5.7")
    assert found["victory"] == []
    assert "No victory conditions" in found["open"][0]["text"]


@pytest.mark.parametrize("number", [f"5.{one}" for one in range(1, 9)])
def test_the_rules_and_the_set_ups_tell_the_same_ammunition(
    ins_context: Context, number: str
) -> None:
    rules = book("ammo")["scenarios"].values[number]
    stocks = [
        one
        for one in scenario(ins_context, "values", scenario=number)["stocks"]
        if one["what"] == "Artillery Ammunition" and one.get("division") != "XXX Corps"
    ]
    for side, name in (("German", "German"), ("Allied", "airborne")):
        for one in (row for row in stocks if row["side"] == side):
            assert one.get("unlimited", False) == rules[name].get("unlimited", False)
            assert one.get("at_start") == rules[name].get("start")
            assert one.get("each_turn", 0) == rules[name].get("each", 0)
            assert one.get("from") == rules[name].get("first")


@pytest.mark.parametrize(
    ("number", "hex_", "verdict"),
    [
        ("5.5", "A42.14", "legal"),
        ("5.5", "A41.14", "illegal"),
        ("5.6", "A54.03", "legal"),
        ("5.6", "A49.16", "illegal"),
        ("5.7", "A34.07", "legal"),
        ("5.7", "B22.29", "illegal"),
        ("5.8", "C40.06", "legal"),
        ("5.8", "C41.06", "illegal"),
        ("5.1", "E12.10", "legal"),
    ],
)
def test_the_edges_of_a_playing_area_are_in_play(
    ins_context: Context, number: str, hex_: str, verdict: str
) -> None:
    assert scenario(ins_context, "area", scenario=number, hex=hex_)["verdict"] == verdict


@pytest.mark.parametrize(
    ("number", "unit", "hex_", "verdict"),
    [
        ("5.6", "1/Aufk/Grabner", "A47.05", "legal"),
        ("5.6", "1/Aufk/Grabner", "A48.05", "illegal"),
        ("5.6", "R/1/1Para", "A48.13", "legal"),  # within 1 of A48.12
        ("5.6", "R/1/1Para", "A48.14", "illegal"),
        ("5.6", "Mielke/Knaust", "A51.03", "legal"),  # it comes on turn 2
        ("5.6", "A/Nott/82 Arm", "A51.03", "illegal"),  # not in its lists
        ("5.7", "D/2/505", "B20.31", "legal"),  # within 1 of one of three hexes
        ("5.7", "D/2/505", "B25.31", "illegal"),
        ("5.3", "2/2/Irish", "E20.15", "illegal"),  # 6 hexes from E14.15
        ("5.3", "2/2/Irish", "E14.15", "legal"),  # the Club Route, as surveyed
        ("5.3", "2/2/Irish", "E14.17", "undetermined"),  # no Road is drawn there
        ("5.3", "A/1/506", "E57.25", "legal"),  # north of the canal
        ("5.3", "A/1/506", "E54.25", "illegal"),  # south of it
        ("5.4", "Runge/Henke", "B22.32", "legal"),  # south of the Waal
        ("5.4", "Runge/Henke", "B23.33", "illegal"),
        ("5.2", "1/Ewald/Dewald", "C19.35", "legal"),  # by Entry Area D, as assumed
        ("5.2", "1/Ewald/Dewald", "C20.01", "undetermined"),
    ],
)
def test_where_a_unit_is_set_up_or_enters(
    ins_context: Context, number: str, unit: str, hex_: str, verdict: str
) -> None:
    found = scenario(ins_context, "limits", scenario=number, unit=unit, hex=hex_)
    assert found["verdict"] == verdict


def test_every_bridge_that_is_prepared_is_a_bridge_of_the_map(ins_context: Context) -> None:
    markers = scenario(ins_context, "setup", scenario="5.1")["markers"]
    assert len(markers) == 16
    for one in markers:
        told = ask(ins_context, "hex.describe", {"map": "ins", "hex": one["hex"]})
        assert "bridge" in str(told).lower(), one


@pytest.mark.parametrize(("scenario", "verdict"), [("5.1", "undetermined"), ("5.8", "illegal")])
def test_airborne_units_of_the_campaign_come_by_drop_and_are_not_told_off(
    ins: Ins, scenario: str, verdict: str
) -> None:
    """5.1: they are all available, and no list has them."""
    told = ins("scenario.limits", scenario=scenario, unit="504-a-1", hex="C31.09")
    assert told["verdict"] == verdict
    assert any("airdrop.plan" in need for need in needed(told)) is (scenario == "5.1")
