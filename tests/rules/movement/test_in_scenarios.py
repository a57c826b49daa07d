"""Moves in a named scenario: its boundary and special rules hold, and no other's."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from tests.rules.movement.conftest import reasons
from tests.rules.needed import needed

ALLIED = {"class": "leg", "side": "Allied", "name": "A/1/501", "column": False}
GERMAN = {"class": "wheeled", "side": "German", "name": "x", "column": False}
DRIVE, PANTHERS = "D(-)/2HHC", "1./Pz 2107"
PARK = {"markers": [{"kind": "artillery_park", "side": "German", "hex": "76.126"}]}


def moved(context: Context, scenario: str, unit: Any, *path: str, **state: Any) -> Any:
    """A move with a set-up whose other Units are away."""
    told = {"scenario": scenario, "units": [], **state}
    return ask(
        context, "move.check", {"map": "wed", "unit": unit, "path": list(path), "state": told}
    )


@pytest.mark.parametrize(
    ("scenario", "unit", "path", "state", "rule"),
    [
        ("WED-1", DRIVE, ("44.225", "44.224"), {}, ""),
        ("WED-1", DRIVE, ("44.225", "43.225"), {}, "WED scenario 1"),
        ("WED-1", ALLIED, ("44.225", "44.224"), {}, "WED scenario 1"),
        ("WED-2", ALLIED, ("77.165", "77.164"), {}, "WED scenario 2"),
        ("WED-2", ALLIED, ("77.163", "77.164"), {}, ""),
        ("WED-2", ALLIED, ("66.162", "66.163"), {}, "WED-2 set-up; WED Scenario General Comments"),
        ("WED-4", ALLIED, ("75.129", "75.128"), PARK, "WED scenario 4"),
        ("WED-4", GERMAN, ("75.129", "75.128"), PARK, ""),
        ("WED-4", ALLIED, ("75.132", "75.133"), PARK, ""),
        # the Frontline is the campaign's (S7.1.0)
        ("campaign", GERMAN, ("45.223", "45.224"), {}, "WED S7.1.0"),
        ("WED-4", GERMAN, ("45.223", "45.224"), {}, "WED-4 set-up"),
        ("campaign", ALLIED, ("77.165", "77.164"), {}, ""),
    ],
)
def test_the_special_rules_of_the_scenario_hold(
    context: Context, scenario: str, unit: Any, path: tuple[str, ...], state: Any, rule: str
) -> None:
    answer = moved(context, scenario, unit, *path, **state)
    assert [cite for _, cite in reasons(answer)] == ([rule] if rule else []), answer["summary"]


def test_who_moves_in_a_scenario_where_one_may_is_asked(context: Context) -> None:
    unnamed = {"class": "leg", "side": "Allied", "column": False}
    answer = moved(context, "WED-1", unnamed, "44.225", "44.224")
    assert answer["verdict"] == "undetermined"
    assert needed(answer) == [f"unit.id or unit.name: whether it is {DRIVE} (WED scenario 1)"]


def test_a_way_and_a_reach_keep_inside_the_boundary(context: Context) -> None:
    asked = {"map": "wed", "unit": DRIVE, "from": "44.225", "state": {"scenario": "WED-1"}}
    reach = ask(context, "move.reach", {**asked, "allowance": 20})
    freely = ask(context, "move.reach", {**asked, "allowance": 20, "state": {"units": []}})
    assert set(reach["hexes"]) < set(freely["hexes"])
    off = ask(context, "move.best", {**asked, "to": "43.225"})
    assert (off["verdict"], reasons(off)[-1][1]) == ("illegal", "WED scenario 1")


PANZER = {"name": PANTHERS, "column": True}


def test_that_no_road_leads_off_a_hex_is_only_as_sure_as_the_map(context: Context) -> None:
    answer = moved(context, "WED-2", PANTHERS, "77.150", "77.151")
    assert answer["verdict"] == "undetermined"
    (need,) = needed(answer)
    assert need.startswith("depends on your map: whether a Road leads off 77.151")
    assert "look at yours" in need
    assert need.endswith("it may not leave Column or a road hex (WED scenario 2)")


@pytest.mark.parametrize("there", ["87.155", "86.155"])
def test_the_panthers_never_leave_column(context: Context, there: str) -> None:
    entry: Any = {"hex": there, "column": False}
    answer = moved(context, "WED-2", PANZER, "87.155", entry)
    told = ("illegal", ("it may not leave Column or a road hex", "WED scenario 2"))
    assert (answer["verdict"], reasons(answer)[-1]) == told
    elsewhere = moved(context, "WED-4", PANZER, "75.129", {"hex": "75.129", "column": False})
    assert elsewhere["verdict"] == "legal"


def test_the_panthers_reach_no_hex_out_of_column(context: Context) -> None:
    state = {"scenario": "WED-2", "units": []}
    given = {"map": "wed", "unit": {**PANZER, "ma": 6}, "from": "87.155", "states": True}
    reached = ask(context, "move.reach", {**given, "state": state})
    assert reached["states"]
    assert all(one["column"] for one in reached["states"])


@pytest.mark.parametrize("start", ["70.150", "70.151"])
def test_nobody_leaves_the_hex_of_the_dutch(context: Context, start: str) -> None:
    """WED S3.1, of every Unit: who was in the hex, and who comes in."""
    state = {"units": [], "markers": [{"kind": "dutch", "hex": "70.150"}]}
    given = {"map": "wed", "unit": "A/1/501", "path": [start, "70.150", "70.149"], "state": state}
    given["path"] = list(dict.fromkeys(given["path"]))
    answer = ask(context, "move.check", given)
    assert (answer["verdict"], reasons(answer)[-1][1]) == ("illegal", "WED S3.1")
    best = {**given, "from": "70.150", "to": "70.149"}
    del best["path"]
    assert ask(context, "move.best", best)["verdict"] == "illegal"


def test_a_unit_leaves_a_minefield_by_a_check(context: Context) -> None:
    """WED S3.1: it comes in freely, and leaves only after a passed Troop Quality Check."""
    state = {"units": [], "markers": [{"kind": "minefield", "hex": "70.150"}]}
    given = {"map": "wed", "unit": "A/1/501", "state": state}
    enters = ask(context, "move.check", {**given, "path": ["70.151", "70.150"]})
    leaves = ask(context, "move.check", {**given, "path": ["70.150", "70.149"]})
    best = ask(context, "move.best", {**given, "from": "70.150", "to": "70.149"})
    need = "the Troop Quality Check to leave the minefield in 70.150"
    assert enters["verdict"] == "legal"
    for answer in (leaves, best):
        assert answer["verdict"] == "undetermined"
        assert any(one.startswith(need) for one in needed(answer))
    unit = {"name": "A/1/501", "ma": 3}
    reached = ask(context, "move.reach", {**given, "unit": unit, "from": "70.150"})
    assert reached["verdict"] == "undetermined"
    assert any(one.startswith(need) for one in needed(reached))
    through = ask(context, "move.reach", {**given, "unit": unit, "from": "70.151"})
    assert through["verdict"] == "legal"
    assert any(need in line for line in through["unchecked"])
