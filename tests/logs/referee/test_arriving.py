"""What scenarios list as coming is never refused in the hex and the turn they list."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.maps import map_of
from clubroute.rules.scenarios.book import ToldScenario, find_scenario, scenario_files
from clubroute.rules.scenarios.places import Arriving, arriving, every_arriving
from clubroute.rules.scs.campaign.airdrop import may_land_at
from clubroute.rules.scs.logcheck.turn_ends import scenarios_with
from clubroute.rules.scs.position import Unit
from clubroute.rules.scs.roster import enlisted
from clubroute.rules.scs.scenarios import turn_number
from tests.logs.referee.scoreboard import with_ratings


@pytest.fixture(scope="module")
def table(
    gts_map: CompiledMap, ins_map: CompiledMap, tmp_path_factory: pytest.TempPathFactory
) -> Context:
    return with_ratings(tmp_path_factory.mktemp("arriving"))


def coming(series: str) -> Iterator[tuple[ToldScenario, Arriving]]:
    """Every unit that comes later in a scenario of a series, as it is listed."""
    for id_ in scenario_files(series):
        told = find_scenario(series, id_)
        for unit, counter in told.units.items():
            one = arriving(told, unit, counter.name)
            if one is not None:
                yield told, one


@pytest.mark.parametrize(("series", "least"), [("gts", 150), ("scs", 300)])
def test_a_unit_may_come_in_every_hex_its_list_names(
    series: str, least: int, table: Context
) -> None:
    tried = 0
    for told, one in coming(series):
        country = map_of(table, told.game)
        for hex_ in sorted(one.hexes(country))[:1]:
            place = one.place(country, country.number(hex_))
            assert place.verdict != "illegal", (told.scenario.id, one.name, country.number(hex_))
        tried += 1
    assert tried >= least


def test_where_the_scenario_is_not_known_none_refuses_the_turn_of_another() -> None:
    tried = 0
    timed = [pair for pair in coming("scs") if pair[1].arrival.trigger == "turn"]
    for told, one in timed[::SOME]:
        due = turn_number(one.arrival.when)
        unit = next(id_ for id_, counter in told.units.items() if counter.name == one.name)
        others = every_arriving(scenarios_with(due), unit, one.name)
        dues = [turn_number(o.arrival.when) for o in others if o.arrival.trigger == "turn"]
        assert not dues or min(dues) <= due, (told.scenario.id, one.name)
        tried += 1
    assert tried >= 10


SOME = 16
"""Of so many units one is tried against all scenarios."""
OWN = {
    "pol-4-2": "dz-pol",
    "504-a-1": "dz-504",
    "505-a-1": "dz-505",
    "508-a-1": "dz-508",
    "501-a-1": "dz-501",
    "502-d-2": "dz-502",
    "506-a-1": "dz-506",
    "1para-a-2": "dz-1-para",
    "4para-a-10": "dz-4-para",
    "82-376": "dz-82",
    "101-321": "dz-101",
    "1al-b-ksb": "dz-1-abn",
}
"""By unit the marker of its command."""


@pytest.mark.parametrize("unit", OWN)
def test_a_unit_may_land_at_its_own_drop_zone_and_at_no_other_divisions(
    unit: str, table: Context
) -> None:
    told = enlisted(table, Unit(id=unit), "unit")
    assert may_land_at(told, OWN[unit]) is not False
    home = OWN[unit] in ("dz-pol",) or told.airborne
    assert home
    foreign = "dz-506" if told.airborne != "101" else "dz-504"
    assert may_land_at(told, foreign) is False
    assert may_land_at(told, "dz-of-a-friend") is None
