"""Set-ups as the room's page gets them."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.project import shipped_project
from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.asking.context import Context
from clubroute.rules.cli_options import context_of
from clubroute.rules.room.pictures import country_record
from clubroute.rules.room.positions import EMPTY, scenario_list, scenario_tape
from clubroute.rules.scenarios.book import scenario_files
from clubroute.rules.series import (
    all_series,
    every_map,
    own_series_list,
    series_at,
)
from tests.cases import each

SET_UPS = [
    *(
        (file.parents[1].name, id_)
        for of in (*all_series(), *own_series_list())
        for id_, file in scenario_files(of.id).items()
    ),
    *((name, EMPTY) for name in every_map()),
]
"""By map and id, from the names of the files: every process of a run lists the tests."""


@each(("name", "id_"), SET_UPS)
def test_a_set_up_is_a_position_that_questions_take(name: str, id_: str, tmp_path: Path) -> None:
    tape = scenario_tape(Context(tmp_path), name, id_)
    first = tape["first"]
    position = series_at(name).read_state(first)
    if id_ == EMPTY:
        assert (first, tape["counters"]) == ({}, [])
        return
    assert len(position.units) == len(first["units"]) > 0
    assert {one["id"] for one in tape["counters"] if "id" in one}


def test_every_game_can_be_opened_and_its_map_alone() -> None:
    rows = scenario_list()
    assert sorted((row["map"], row["id"]) for row in rows) == sorted(SET_UPS)
    maps = {(row["map"], row["id"] == EMPTY) for row in rows}
    assert maps == {(game, empty) for game in every_map() for empty in (0, 1)}


def test_a_unit_drawn_at_random_has_no_name(tmp_path: Path) -> None:
    units = scenario_tape(Context(tmp_path), "wed", "WED-3")["first"]["units"]
    drawn = [unit for unit in units if "id" not in unit]
    assert drawn != []
    assert all("name" not in unit and unit["side"] == "German" for unit in drawn)
    assert all(unit["immobile"] is True for unit in drawn)  # so are all it may be


@pytest.mark.parametrize(
    ("name", "hexside", "states"),
    [
        ("wed", "66.155/66.156", []),  # a stream bridge is a Road, WED 2.11
        ("wed", "63.185/63.186", ["stable", "unstable", "unchecked"]),
        ("wed", "49.159/49.160", []),  # never wired or destroyed, WED 2.15.6
        ("wed", "66.156/66.157", ["intact", "destroyed", "wired"]),
        ("ins", "A48.05/A49.06", ["stands", "blown", "prepared"]),
    ],
)
def test_a_bridge_is_offered_as_it_can_stand(
    gts_map: CompiledMap, ins_map: CompiledMap, name: str, hexside: str, states: list[str]
) -> None:
    record = country_record(context_of(None, None), shipped_project(), name)
    bridge = next(one for one in record["bridges"] if one["hexside"] == hexside)
    assert bridge["states"] == states
