"""Air drops, sentence by sentence: INS 1.3a, 1.8a, 1.8b, 1.13, 2.1a, 2.1b, 2.1c, 2.1d, 2.1e, 2.1f,
2.1g, 2.1h, 5.2, Air points, Air Drop Losses.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from tests.rules.needed import needed
from tests.rules.scs.conftest import Ins

HISTORICAL = {
    "1": {"1 Para": "A44.22", "4 Para": "A50.31", "divisional": "A48.22"},
    "82": {"504": "B2.34", "505": "B11.17", "508": "B15.19", "divisional": "B2.32"},
    "101": {"501": "C12.14", "502": "E60.31", "506": "E58.31", "divisional": "E59.30"},
    "Polish": {"1 Pol": "A45.05"},
}


def at(turn: int, scenario: str = "5.1", **said: Any) -> dict[str, Any]:
    """A state with a scenario and a turn."""
    return {"scenario": scenario, "turn": {"number": turn}, **said}


@pytest.mark.parametrize(
    ("turn", "die", "points"),
    [
        (1, None, (70, 18)),
        (2, None, (12, 20)),
        (4, 1, (2, 0)),
        (4, 2, (2, 0)),
        (4, 3, (2, 0)),
        (6, 4, (3, 3)),
        (8, 5, (7, 10)),
        (16, 6, (10, 18)),
    ],
)
def test_every_row_of_the_points_table(
    ins: Ins, turn: int, die: int | None, points: tuple[int, int]
) -> None:
    said = {} if die is None else {"die": die}
    answer = ins("airdrop.points", state=at(turn), **said)
    assert (answer["air_drop"], answer["glider"]) == points


@pytest.mark.parametrize("turn", [3, 5, 17])
def test_no_drops_on_pm_turns_after_the_first(ins: Ins, turn: int) -> None:
    assert ins("airdrop.points", state=at(turn))["verdict"] == "illegal"


@pytest.mark.parametrize("scenario", ["5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8"])
def test_only_the_campaign_has_points(ins: Ins, scenario: str) -> None:
    assert ins("airdrop.points", state=at(4, scenario))["verdict"] == "illegal"


def test_without_a_scenario_the_table_is_told_beside_what_is_missing(ins: Ins) -> None:
    answer = ins("airdrop.points", state={"turn": {"number": 6}}, die=5)
    assert answer["verdict"] == "undetermined"
    assert "7 Air Drop Points, 10 Glider Points" in str(answer["steps"])
    odd = ins("airdrop.points", state={"turn": {"number": 5}}, die=5)
    assert odd["verdict"] == "illegal"


def plan(ins: Ins, *landings: dict[str, Any], **said: Any) -> Mapping[str, Any]:
    """Ask about landings of turn 1 with its points."""
    told = {"points": [70, 18], "state": at(1, linked=[])} | said
    return ins("airdrop.plan", landings=list(landings), **told)


def landing(zone: str, division: str, by_glider: bool = False, **unit: Any) -> dict[str, Any]:
    """A landing of an infantry company at a Drop Zone."""
    told = {"name": "A/1", "kind": "infantry", "division": division, "glider": False} | unit
    known = {name: value for name, value in told.items() if value is not None}
    return {"zone": zone, "division": division, "glider": by_glider, "unit": known}


@pytest.mark.parametrize(
    ("drop", "verdict"),
    [
        (landing("505", "82", formation="505"), "legal"),
        (landing("505", "82", True, formation="505"), "legal"),
        (landing("504", "82", formation="505"), "illegal"),
        (landing("505", "101", formation="505") | {"division": "82"}, "illegal"),
        (landing("divisional", "82", formation="505"), "illegal"),
        (landing("divisional", "82", kind="engineer", formation="82 Abn Div"), "legal"),
        (landing("divisional", "82", kind="engineer"), "undetermined"),
        (landing("divisional", "82", True, formation="505", glider=None), "undetermined"),
        (landing("divisional", "82", True, glider=True), "legal"),
        (landing("505", "82", True, formation="505", glider=None), "undetermined"),
        (landing("504", "82", True, formation="505", glider=None), "illegal"),
        (landing("divisional", "82", True, formation="325", glider=True), "legal"),
        (landing("divisional", "82", False, formation="325", glider=True), "illegal"),
        (landing("divisional", "1", False, name="Spt/KSB Wpn"), "illegal"),
        (landing("divisional", "1", True, name="Spt/KSB Wpn"), "legal"),
        (landing("divisional", "Polish", kind="antitank") | {"division": "1"}, "legal"),
        (landing("1 Pol", "Polish", kind="antitank", formation="1 Pol"), "illegal"),
        (landing("505", "82"), "undetermined"),
    ],
)
def test_who_lands_where_and_by_which_point(ins: Ins, drop: dict[str, Any], verdict: str) -> None:
    assert plan(ins, drop)["verdict"] == verdict


@pytest.mark.parametrize(
    ("unit", "zone", "by_glider", "verdict"),
    [
        ("504-a-1", "504", False, "legal"),
        ("504-a-1", "505", False, "illegal"),
        ("504-a-1", "divisional", False, "illegal"),
        ("A/1/504", "504", False, "legal"),
    ],
)
def test_a_unit_of_the_counters_is_known_by_name_with_its_command(
    ins: Ins, unit: str, zone: str, by_glider: bool, verdict: str
) -> None:
    drop = {"unit": unit, "zone": zone, "division": "82", "glider": by_glider}
    assert plan(ins, drop)["verdict"] == verdict


def test_the_counters_of_the_1st_para_brigade_land_at_its_zone(ins: Ins) -> None:
    drop = landing("1 Para", "1st Airborne Division", formation="1 CW Para Bde")
    assert plan(ins, drop | {"division": "1"})["verdict"] == "legal"
    assert plan(ins, drop | {"division": "1", "zone": "4 Para"})["verdict"] == "illegal"


@pytest.mark.parametrize("scenario", ["5.2", "5.3", "5.4", "5.5"])
def test_nothing_is_planned_where_there_are_no_points(ins: Ins, scenario: str) -> None:
    one = landing("505", "82", formation="505")
    assert plan(ins, one, state=at(8, scenario, linked=[]))["verdict"] == "illegal"


def test_a_point_lands_one_counter_and_pilots_cost_none(ins: Ins) -> None:
    one = landing("505", "82", formation="505")
    pilot = landing("divisional", "1", True, kind="pilot")
    assert plan(ins, one, pilot, points=[1, 0])["spent"] == [1, 0, 0]
    assert plan(ins, one, one, points=[1, 0])["verdict"] == "illegal"


def test_ammo_takes_points_of_either_kind_and_goes_to_divisions_not_linked_up(ins: Ins) -> None:
    assert plan(ins, ammo={"82": 3}, points=[1, 2])["verdict"] == "legal"
    assert plan(ins, ammo={"82": 4}, points=[1, 2])["verdict"] == "illegal"
    assert plan(ins, ammo={"82": 1}, state=at(2, linked=["82"]))["verdict"] == "illegal"
    assert plan(ins, ammo={"82": 1}, state=at(2, "5.2", linked=[]))["verdict"] == "illegal"


@pytest.mark.parametrize(("die", "hexes"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_units_scatter_half_the_die_rounded_down(ins: Ins, die: int, hexes: int) -> None:
    answer = ins("airdrop.roll", hex="B15.19", cargo="unit", towards="B15.20", dice=[die])
    assert answer["hexes"] == [f"B15.{19 + hexes}"]


def test_ammo_scatters_two_dice_added_up(ins: Ins) -> None:
    answer = ins("airdrop.roll", hex="B15.10", cargo="ammo", towards="B15.11", dice=[5, 6])
    assert answer["hexes"] == ["B15.21"]


def test_a_glider_may_adjust_one_hex_and_others_may_not(ins: Ins) -> None:
    asked = {"hex": "B15.19", "towards": "B15.20", "dice": [2]}
    assert len(ins("airdrop.roll", cargo="glider", **asked)["hexes"]) == 7
    moved = ins("airdrop.roll", cargo="glider", adjust="B16.20", **asked)
    assert moved["hexes"] == ["B16.20"]
    assert ins("airdrop.roll", cargo="glider", adjust="B15.22", **asked)["verdict"] == "illegal"
    assert ins("airdrop.roll", cargo="ammo", adjust="B15.21", **asked | {"dice": [1, 1]})[
        "verdict"
    ] == ("illegal")


def test_what_scatters_off_the_map_is_lost(ins: Ins) -> None:
    answer = ins("airdrop.roll", hex="E1.14", cargo="ammo", dice=[6, 6])
    assert "off the map" in str(answer["outcomes"])


def test_without_dice_every_landing_hex_has_its_chance(ins: Ins) -> None:
    outcomes = ins("airdrop.roll", hex="B15.19", cargo="unit")["outcomes"]
    assert sum(Fraction(one["chance"]) for one in outcomes) == 1
    assert len(outcomes) == 1 + 3 * 6
    assert outcomes[0] == {"chance": "1/6", "result": "B15.19"}


def losses(
    ins: Ins, terrain: list[str], units: list[dict[str, Any]] | None = None, **said: Any
) -> Mapping[str, Any]:
    """Ask what a full company loses in landing."""
    state = {"units": units or [], "bridges": {}}
    unit = {"name": "A/1", "steps": 2}
    return ins("airdrop.losses", hex="B15.19", unit=unit, terrain=terrain, state=state, **said)


@pytest.mark.parametrize(
    ("terrain", "level"),
    [
        (["clear"], 0),
        (["polder"], 1),
        (["woods"], 2),
        (["village"], 2),
        (["fort"], 2),
        (["city"], 2),
        (["full_hex_bridge"], 2),
        (["clear", "woods"], 2),
        (["polder", "clear"], 1),
    ],
)
def test_the_worst_level_of_the_hex_counts_and_the_die_must_beat_it(
    ins: Ins, terrain: list[str], level: int
) -> None:
    for die in range(1, 7):
        answer = losses(ins, terrain, die=die)
        assert (answer["level"], answer["lost"]) == (level, int(die <= level))


def german(hex_: str, **said: Any) -> dict[str, Any]:
    """A German company."""
    told = {"name": "1/Eul", "side": "German", "hex": hex_, "kind": "infantry"}
    return told | {"dg": False, "oos": False, "ma": 6} | said


def test_an_enemy_zoc_costs_a_step_more_in_any_terrain(ins: Ins) -> None:
    assert losses(ins, ["clear"], [german("B15.20")])["lost"] == 1
    assert losses(ins, ["woods"], [german("B15.20")], die=1)["destroyed"] is True
    assert losses(ins, ["clear"], [german("B15.20", dg=True)])["lost"] == 0


def test_a_unit_that_lands_on_germans_is_destroyed_without_a_roll(ins: Ins) -> None:
    assert losses(ins, ["clear"], [german("B15.19", dg=True)])["destroyed"] is True


def test_a_unit_that_lands_in_an_enclosed_hex_is_destroyed(ins: Ins) -> None:
    state = {"units": [], "bridges": {}}
    answer = ins("airdrop.losses", hex="A49.07", unit={"name": "A/1"}, state=state)
    assert answer["destroyed"] is True


def test_units_that_land_in_polder_stay_this_turn(ins: Ins) -> None:
    assert losses(ins, ["polder"], die=6)["may_move"] is False
    assert losses(ins, ["woods"], die=6)["may_move"] is True


@pytest.mark.parametrize(
    ("friend", "enemy", "result"),
    [
        ("B15.20", "B15.22", "it joins the division's stocks"),
        ("B15.22", "B15.20", "lost"),
        ("B15.21", "B15.17", "a coin is flipped"),
    ],
)
def test_the_nearer_unit_has_the_ammo_point(ins: Ins, friend: str, enemy: str, result: str) -> None:
    mine = {"name": "A/1", "side": "Allied", "hex": friend, "ma": 6, "dukw": False}
    units = [mine, german(enemy, dukw=False)]
    answer = ins("airdrop.ammo", hex="B15.19", state={"units": units, "bridges": {}})
    assert answer["result"] == result


def test_units_that_cannot_move_there_do_not_count_for_ammo(ins: Ins) -> None:
    mine = {"name": "A/1", "side": "Allied", "hex": "B15.23", "ma": 6, "dukw": False}
    for still in ({"ma": "Na"}, {"ma": 0}):
        units = [mine, german("B15.20", dukw=False, **still)]
        answer = ins("airdrop.ammo", hex="B15.19", state={"units": units, "bridges": {}})
        assert answer["result"] == "it joins the division's stocks"
    units = [mine, {**german("B15.20"), "ma": None}]
    units[1].pop("ma")
    answer = ins("airdrop.ammo", hex="B15.19", state={"units": units, "bridges": {}})
    assert answer["verdict"] == "undetermined"


def test_ammo_in_an_enclosed_hex_is_lost(ins: Ins) -> None:
    answer = ins("airdrop.ammo", hex="A49.07", state={"units": [], "bridges": {}})
    assert answer["result"] == "lost"


def test_the_historical_zones_of_the_82nd_fit_and_two_of_the_101st_lie_too_near(ins: Ins) -> None:
    answer = ins("dz.check", zones=HISTORICAL)
    told = str(answer["steps"])
    assert "all zones of 82 are within 20 hexes" in told
    assert "all zones of 101 are within 20 hexes" in told
    assert "are not apart" not in told
    assert answer["verdict"] == "legal"


def test_zones_may_not_lie_in_or_next_to_another_of_anyone(ins: Ins) -> None:
    for hex_ in ("A45.05", "A45.06"):
        zones = HISTORICAL | {"1": {**HISTORICAL["1"], "4 Para": hex_}}
        assert "are not apart" in ins("dz.check", zones=zones)["summary"]


def test_a_division_needs_one_hex_near_all_its_zones_not_only_pairs(ins: Ins) -> None:
    zones = HISTORICAL | {
        "101": {"501": "C5.03", "502": "C5.34", "506": "C36.18", "divisional": "C20.18"}
    }
    for a, b in (("C5.03", "C5.34"), ("C5.34", "C36.18"), ("C36.18", "C5.03")):
        away = ins("hex.distance", **{"from": a, "to": b})["distance"]
        assert away <= 40
    answer = ins("dz.check", zones=zones)
    assert answer["summary"].partition(" [")[0] == "No: no hex has all zones of 101 within 20 hexes"


def test_a_zone_not_told_is_named(ins: Ins) -> None:
    answer = ins("dz.check", zones={**HISTORICAL, "Polish": {}})
    assert needed(answer) == ["zones.Polish.1 Pol: the hex of its Drop Zone"]


CORPS = {"name": "Recce", "kind": "armour", "side": "Allied", "hex": "E54.24", "corps": True}
CORPS |= {"oos": False, "released": False, "division": "Guards"}
AIRBORNE = {"name": "C/326", "side": "Allied", "hex": "E56.25", "division": "101", "corps": False}


@pytest.mark.parametrize(
    ("corps", "division", "linked"),
    [
        ({}, "101", True),
        ({"oos": True}, "101", False),
        ({"hex": "E52.24"}, "101", False),
        ({"released": True}, "101", False),
        ({}, "82", False),
        ({}, "Polish", False),
    ],
)
def test_a_supplied_corps_unit_within_three_hexes_links_a_division_up(
    ins: Ins, corps: dict[str, Any], division: str, linked: bool
) -> None:
    state = {"units": [{**CORPS, **corps}, AIRBORNE], "linked": []}
    assert ins("supply.link_up", division=division, state=state)["linked"] is linked


def test_a_division_once_linked_up_stays_so(ins: Ins) -> None:
    state = {"units": [], "linked": ["101"]}
    assert ins("supply.link_up", division="101", state=state)["linked"] is True
