"""The position read from a set-up is the one its scenario tells."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.module.setups import window_boards
from clubroute.builder.vassal.setup import PlacedPiece, Setup, setup_archive
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.maps import map_of
from clubroute.rules.gts.position.position import SetUp
from clubroute.rules.gts.scenarios.book import find_scenario
from clubroute.rules.gts.scenarios.set_up import set_up_of
from clubroute.rules.saves.position import FilePosition
from clubroute.rules.saves.reading import (
    ToldOfFile,
    position_at,
    read_position,
    save_of,
)
from clubroute.rules.scenarios.book import find_scenario as find_any
from clubroute.rules.scs.scenarios import turn_number
from clubroute.rules.series import series_of
from tests.saves.setups import (
    GAMES,
    SCENARIOS,
    empty,
    metadata,
    set_up,
    shelf,
)

GTS = [one for one in SCENARIOS if one[0] != "ins"]
INS = [one for one in SCENARIOS if one[0] == "ins"]
SHOWN = ("column", "mounted", "back")
"""What a counter shows of a Unit that changes in play."""


def read(context: Context, game: str, scenario: str) -> FilePosition:
    return position_at(save_of(context, set_up(game, scenario), f"{scenario}.vsav"))


def opened(context: Context, position: FilePosition) -> Any:
    series = series_of({"map": position.map})
    assert series is not None
    return series.read_state(position.state)


def told_of(game: str, scenario: str) -> SetUp:
    """A scenario's set-up. Of the joined game only one half's counters are told."""
    return set_up_of(find_scenario(scenario), "wed" if game == "mg" else game)


def test_the_scenarios_are_those_the_modules_offer() -> None:
    offered = [(game, one.id) for game in GAMES for one in shelf(game).counters.setups]
    assert list(SCENARIOS) == offered


@pytest.mark.parametrize(("game", "scenario"), GTS)
def test_units_stand_as_the_scenario_has_them(context: Context, game: str, scenario: str) -> None:
    position = opened(context, read(context, game, scenario))
    told = told_of(game, scenario)
    standing = [one for one in told.units or () if one.hex is not None and one.id is not None]
    found = Counter((one.id, one.hex) for one in position.units)
    assert found == Counter((one.id, one.hex) for one in standing)
    units = {(one.id, one.hex): one for one in position.units}
    for one in standing:
        seen = units[one.id, one.hex]
        assert seen.side == one.side
        for name in SHOWN:
            wanted = getattr(one, name)
            # A counter lies with its front up where the owner may yet choose.
            if getattr(seen, name) is not None:
                assert bool(getattr(seen, name)) == bool(wanted), (one.id, name)


@pytest.mark.parametrize(("game", "scenario"), GTS)
def test_markers_turn_and_route_are_those_of_the_scenario(
    context: Context, game: str, scenario: str
) -> None:
    found = read(context, game, scenario)
    position, told = opened(context, found), told_of(game, scenario)
    assert found.scenario == scenario
    assert position.under_way is False
    assert position.now.turn == told.first
    assert position.now.weather in (None, told.weather)
    marks = {(one.kind, one.hex) for one in position.markers or ()}
    assert marks == {(one.kind, one.hex) for one in told.markers or () if one.hex is not None}
    if told.route is not None and position.club_route is not None:
        assert position.club_route.marker in (None, told.route.marker)
        assert position.club_route.status in (None, told.route.status)
    for ends, bridge in (position.bridges or {}).items():
        wanted = told.bridges.get(ends) or told.bridges["/".join(reversed(ends.split("/")))]
        assert set(bridge.words or ()) <= set(wanted.words or ())


@pytest.mark.parametrize(("game", "scenario"), INS)
def test_its_units_stand_as_the_scenario_has_them(
    context: Context, game: str, scenario: str
) -> None:
    found = read(context, game, scenario)
    position, told = opened(context, found), find_any("scs", scenario).scenario
    # Adjoining maps may print one hex under two numbers.
    hex_of = map_of(context, game).known
    rows = [row for row in told.units if row.standing]
    wanted = Counter((row.unit, hex_of(row.hex or "")) for row in rows for _ in range(row.count))
    assert Counter((one.id, hex_of(one.hex)) for one in position.units) == wanted
    units = {(one.id, hex_of(one.hex)): one for one in position.units}
    for row in rows:
        unit = units[row.unit, hex_of(row.hex or "")]
        assert (unit.dg, unit.oos) == ("dg" in row.state, "oos" in row.state)
        assert unit.back is bool({"reduced", "bridge", "back"} & set(row.state))
    assert position.now.number == turn_number(told.turns.first)
    assert position.scenario == scenario.removeprefix("INS-")


@pytest.mark.parametrize("game", ["wed", "ins"])
def test_a_map_without_a_scenario_names_it_as_unknown(context: Context, game: str) -> None:
    found = position_at(save_of(context, empty(game), "empty.vsav"))
    assert found.scenario is None
    assert "scenario" not in found.state
    assert [one.source for one in found.notes if one.part == "scenario"] == ["unknown"]


def test_a_scenario_may_be_named_by_who_asks(context: Context, tmp_path: Path) -> None:
    path = tmp_path / "empty.vsav"
    path.write_bytes(empty("wed"))
    found = read_position(context, path, told=ToldOfFile(scenario="Son with the Wind"))
    assert (found.scenario, found.state["scenario"]) == ("WED-2", "WED-2")
    assert found.state["under_way"] is True


def test_the_boxes_of_the_club_route_are_counted(context: Context) -> None:
    made = shelf("wed")
    (route,) = (one for one in made.counters.windows.windows if one.title == "Club Route")
    boxes = {box.title: box.centre for box in route.boxes}
    lying = (
        ("club-route-status", "Club Route Status"),
        *(("club-route-attacked", "Hell's Highway") for _ in range(3)),
        ("club-route-closed", "Hell's Highway"),
        ("club-route-attacked", "Set aside by checks"),
    )
    placed = [
        PlacedPiece(made.pieces[id_].definition, route.title, *boxes[box]) for id_, box in lying
    ]
    prototypes = made.counters.traits.prototypes
    setup = Setup(placed, window_boards(made), prototypes=prototypes)
    data = setup_archive(setup, metadata("wed"))
    state = position_at(save_of(context, data, "boxes.vsav")).state
    assert state["club_route"] == {
        "status": "open",
        "attacked": 3,
        "closed": 1,
        "used": {"attacked": 1, "closed": 0},
    }
