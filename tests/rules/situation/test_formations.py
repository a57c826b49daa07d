"""A Unit's Formation is the scenario's own, wherever and by whatever name it is asked for."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.maps import map_of
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.roster import known_unit, roster_of
from clubroute.rules.gts.scenarios.book import find_scenario
from clubroute.rules.gts.situation.condition import Condition, Limiting, conditions_of
from tests.cases import each
from tests.rules.needed import needed

WED4 = ("WED-4", "wed-4", "4", "scenario 4", "Hell's Highway")
RICHTER = {"name": "1./KG Richter", "hex": "02.142"}
LEADER = {"kind": "leader", "side": "German", "hex": "02.142", "command_range": 7}
BRIGADE = {**LEADER, "id": "leader", "division": "KG Walther", "formation": "Pz-Brig. 107"}
HEYDTE = {**LEADER, "id": "leader", "division": "KG Chill", "formation": "KG v.d. Heydte"}


def attached() -> list[Any]:
    """Every counter that a scenario attaches elsewhere, with the scenario and each of its names."""
    found = []
    for counter in roster_of("wed").ids.values():
        for one in counter.attached:
            for name in (counter.id, counter.name, *counter.aliases):
                found.append((one.scenario, name, counter.id, one.formation))
    return found


@each(("scenario", "name", "id_", "formation"), attached())
def test_every_name_of_an_attached_counter_gives_the_scenario_s_formation(
    real_context: Context, scenario: str, name: str, id_: str, formation: str
) -> None:
    state = Position(scenario=scenario)
    unit = known_unit(real_context, name, {"map": "wed", "state": state})
    assert (unit.id, unit.formation) == (id_, formation)


@pytest.mark.parametrize("scenario", WED4)
@pytest.mark.parametrize(
    ("unit", "leader"), [(RICHTER, BRIGADE), ({"name": "1./I/2 FJ", "hex": "02.142"}, HEYDTE)]
)
def test_the_leader_of_the_scenario_s_formation_commands_it(
    real_context: Context, scenario: str, unit: Any, leader: Any
) -> None:
    state = {"scenario": scenario, "units": [leader], "markers": []}
    answer = ask(real_context, "command.check", {"map": "wed", "unit": unit, "state": state})
    assert (answer["verdict"], answer["points"]) == ("legal", 1)


@pytest.mark.parametrize("units", [{}, {"units": []}])
@pytest.mark.parametrize(
    ("vehicle", "formation"),
    [("KG Roestel", "Pz-Brig. 107"), ("2./559 PzJgr", "KG Huber")],
)
def test_infantry_rides_on_a_vehicle_of_the_scenario_s_formation(
    real_context: Context, vehicle: str, formation: str, units: Any
) -> None:
    """WED S4.1; WED-4 sets these pairs up piggybacked."""
    rider = {"class": "leg", "formation": formation, "organic": False}
    unit = {"name": vehicle, "piggyback": True, "column": True, "rider": rider}
    state = {"scenario": "WED-4", **units}
    given = {"map": "wed", "unit": unit, "path": ["93.148", "93.149"], "state": state}
    assert ask(real_context, "move.check", given)["verdict"] == "legal"


@pytest.mark.parametrize("unit", ["Easy/2/506", "101-easy-2-506"])
@pytest.mark.parametrize("method", ["scenario.limits", "deploy.check"])
def test_a_unit_known_by_its_counter_is_limited_as_its_side(
    real_context: Context, method: str, unit: str
) -> None:
    """WED-2: the Allied Units in 77.165 may not move."""
    key = "id" if unit.startswith("101") else "name"
    given: dict[str, Any] = {"hex": "77.164", "act": "move", "scenario": "WED-2"}
    if method == "deploy.check":
        given["map"] = "wed"
    here = ask(real_context, method, {**given, "unit": {key: unit, "hex": "77.165"}})
    elsewhere = ask(real_context, method, {**given, "unit": {key: unit, "hex": "77.163"}})
    assert (here["verdict"], elsewhere["verdict"]) == ("illegal", "legal")


def test_who_is_in_no_hex_that_is_known_may_be_in_the_one_nobody_leaves(
    real_context: Context,
) -> None:
    """WED-2, 77.165; scenario.limits takes the hex from the set-up, where the Unit stands."""
    given: dict[str, Any] = {"hex": "77.164", "act": "move", "scenario": "WED-2"}
    unsaid = ask(real_context, "deploy.check", {**given, "map": "wed", "unit": {"side": "Allied"}})
    assert unsaid["verdict"] == "undetermined"
    assert any("unit.hex: whether it is in 77.165" in need for need in needed(unsaid))
    set_up = ask(real_context, "scenario.limits", {**given, "unit": "101 HQ"})
    assert set_up["verdict"] == "legal"


@pytest.mark.parametrize("method", ["scenario.limits", "deploy.check", "move.check"])
def test_the_frontline_is_a_limit_of_the_campaign_for_every_method(
    real_context: Context, method: str
) -> None:
    """WED S7.1.0: no German Unit moves south of the Frontline."""
    given: dict[str, Any] = {"unit": {"name": "1./Krause", "hex": "41.230"}, "hex": "41.231"}
    given |= {"act": "move", "scenario": "WED-CAMPAIGN"}
    if method == "deploy.check":
        given["map"] = "wed"
    if method == "move.check":
        state = {"scenario": "WED-CAMPAIGN", "units": []}
        unit = {"name": "1./Krause", "column": True}
        given = {"map": "wed", "unit": unit, "path": ["41.230", "41.231"], "state": state}
    answer = ask(real_context, method, given)
    assert answer["verdict"] == "illegal"
    assert any(step["rule"] == "WED S7.1.0" for step in answer["steps"])


def test_a_scenario_s_conditions_are_made_once(real_context: Context) -> None:
    country, state = map_of(real_context, "wed"), Position(scenario="WED-2", units=())
    unit = known_unit(real_context, "Easy/2/506", {"map": "wed", "state": state})

    def made() -> list[Condition]:
        return list(conditions_of(Limiting(real_context, country, unit, state, "WED-2")))

    assert find_scenario("WED-2").scenario.playing_area is not None
    assert [id(one) for one in made() if one.shut] == [id(one) for one in made() if one.shut]
