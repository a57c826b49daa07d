"""Trace supply, sentence by sentence (INS 1.8a, 1.14, 1.15b, 1.15c, 1.16, 5.2, 5.4–5.8)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from tests.rules.needed import needed
from tests.rules.scs.made_map import (
    block,
    context_of,
    course,
    hexside,
    made_map,
)
from tests.rules.scs.test_movement import QUIET, enemy

SOURCE, ZONE = "A20.10", "A20.12"
ROAD = [f"A20.{n}" for n in range(10, 20)]
GERMAN = {"name": "K", "side": "German", "oos": False}
CORPS = {"name": "I", "side": "Allied", "division": "XXX Corps", "oos": False}
PARA = {"name": "P", "side": "Allied", "division": "82nd Airborne Division", "oos": False}
ALLY = {**PARA, "name": "friend", "kind": "infantry", "ma": 5, "dg": False}
WALL = [hexside(f"A22.{n:02}", f"A21.{m:02}") for n in range(10, 26) for m in (n, n + 1)]
"""The hexsides between hexrows 21 and 22."""


def land(**told: Any) -> Context:
    """A road from Entry Area A along the south, and an Entry Area in the north."""
    links = {side: ["secondary_road"] for side in course(*ROAD)} | told.pop("links", {})
    areas = {"entry-a": [SOURCE], "entry-h": ["A30.20"], **told.pop("areas", {})}
    hexes = block(11, 16)
    known = set(hexes)
    sides = {
        side: kinds
        for side, kinds in told.pop("sides", {}).items()
        if set(side.split("/")) <= known
    }
    return context_of(made_map(hexes, links=links, areas=areas, sides=sides, **told))


def trace(context: Context, unit: Any, hex_: str, **state: Any) -> Mapping[str, Any]:
    """The answer about a unit in a hex."""
    told = {**QUIET, "drop_zones": {"82": ZONE}, "linked": [], **state}
    question = {"map": "ins", "unit": {**unit, "hex": hex_}, "state": told}
    return ask(context, "supply.trace", question)


def test_germans_trace_to_an_entry_area_of_the_west_north_or_east() -> None:
    answer = trace(land(), GERMAN, "A28.20")
    assert (answer["verdict"], answer["path"][-1]) == ("open", "A30.20")
    assert len(answer["path"]) == 3
    silent = context_of(made_map(block(3, 3)))
    assert "entry-b … entry-l" in needed(trace(silent, GERMAN, "A20.10"))[0]


def test_a_trace_enters_no_enemy_hex_and_no_zone_that_nothing_negates() -> None:
    wall = [enemy(f"A29.{n}", side="Allied") for n in (13, 16, 19, 22)]
    assert trace(land(), GERMAN, "A26.20", units=wall)["verdict"] == "closed"
    still = [{**one, "ma": "Na"} for one in wall]
    assert trace(land(), GERMAN, "A26.20", units=still)["verdict"] == "open"


def test_a_friend_negates_a_zone_for_supply_by_one_reading() -> None:
    wall = [enemy(f"A28.{n}", side="Allied") for n in (11, 14, 17, 20, 23, 25)]
    assert trace(land(), GERMAN, "A26.18", units=wall)["verdict"] == "closed"
    units = [*wall, {**GERMAN, "name": "in the gap", "hex": "A28.13"}]
    found = trace(land(), GERMAN, "A26.18", units=units)
    assert (found["verdict"], "A28.13" in found["path"]) == ("open", True)
    assert [note for note in found["notes"] if note.endswith("(zoc_supply)")]
    state = {**QUIET, "units": units}
    question = {"map": "ins", "unit": {**GERMAN, "hex": "A26.18"}, "state": state}
    strict = ask(land(), "supply.trace", {**question, "options": {"zoc_supply": "no"}})
    assert strict["verdict"] == "closed"


def test_a_trace_of_the_series_kind_crosses_no_sea_line_but_by_bridge_or_ferry() -> None:
    """1.14, 1.15b, 1.8a."""
    context = land(sides={key: ["sea_line"] for key in WALL})
    crossing = WALL[4]
    a, b = crossing.split("/")
    para = (context, PARA, "A24.14")
    assert trace(*para)["verdict"] == "closed"
    for ferry, verdict in (
        ({}, "open"),
        ({"side": "Allied"}, "open"),
        ({"side": "German"}, "closed"),
    ):
        assert trace(*para, ferries={crossing: ferry})["verdict"] == verdict
    assert {a, b} <= set(trace(*para, bridges={crossing: "built"})["path"])
    silent = {"units": [], "bridges": {}, "drop_zones": {"82": ZONE}, "linked": []}
    question = {"map": "ins", "unit": {**PARA, "hex": "A24.14"}, "state": silent}
    assert needed(ask(context, "supply.trace", question))[0].startswith("state.ferries: Ferries")


@pytest.mark.parametrize(("unit", "verdict"), [(PARA, "closed"), (GERMAN, "open")])
def test_no_allied_trace_crosses_a_prepared_bridge(unit: Any, verdict: str) -> None:
    bridged = {key: ["sea_line"] for key in WALL} | {WALL[4]: ["sea_line", "bridge"]}
    context = land(sides=bridged, areas={"entry-h": ["A20.15"]})
    assert trace(context, unit, "A24.14")["verdict"] == "open"
    wired = trace(context, unit, "A24.14", bridges={WALL[4]: "prepared"})
    assert wired["verdict"] == verdict
    blown = trace(context, unit, "A24.14", bridges={WALL[4]: "blown"})
    assert blown["verdict"] == "closed"


def test_airborne_units_trace_to_their_divisions_zone_unless_germans_are_on_it() -> None:
    assert trace(land(), PARA, "A22.14")["path"][-1] == ZONE
    occupied = trace(land(), PARA, "A22.14", units=[enemy(ZONE, ma="Na")])
    assert occupied["verdict"] == "closed"
    unknown = trace(land(), PARA, "A22.14", drop_zones={"101": ZONE})
    assert needed(unknown) == ["state.drop_zones.82: its Glider & Divisional Troops DZ/LZ"]


def test_the_poles_trace_to_any_divisions_zone() -> None:
    pole = {**PARA, "division": "1st Polish Airborne Brigade"}
    zones = {"1": "A29.24", "101": ZONE}
    assert trace(land(), pole, "A22.14", drop_zones=zones)["path"][-1] == ZONE


@pytest.mark.parametrize(("hex_", "verdict"), [("A25.15", "open"), ("A26.15", "closed")])
def test_xxx_corps_is_at_most_five_hexes_from_its_road(hex_: str, verdict: str) -> None:
    answer = trace(land(), CORPS, hex_)
    assert answer["verdict"] == verdict
    if verdict == "open":
        assert answer["path"][0] == hex_
        assert answer["path"][-1] == SOURCE
        assert answer["path"][5] in ROAD


def test_the_five_hexes_go_through_any_terrain_but_no_enemy_zone() -> None:
    wet = land(sides={key: ["sea_line"] for key in WALL})
    assert trace(wet, CORPS, "A24.15")["verdict"] == "open"
    zone = [enemy(f"A22.{n}") for n in (10, 13, 16, 19, 22, 25)]
    assert trace(wet, CORPS, "A24.15", units=zone)["verdict"] == "closed"


@pytest.mark.parametrize(
    ("kinds", "bridges", "verdict"),
    [
        (["sea_line", "bridge"], {}, "open"),
        (["sea_line", "light_bridge"], {}, "closed"),
        (["sea_line", "bridge"], {hexside("A20.13", "A20.14"): {"light": True}}, "closed"),
        (["sea_line", "bridge"], {hexside("A20.13", "A20.14"): "prepared"}, "closed"),
        (["sea_line", "bridge"], {hexside("A20.13", "A20.14"): "blown"}, "closed"),
        (["sea_line"], {hexside("A20.13", "A20.14"): "built"}, "open"),
        (["sea_line"], {}, "closed"),
    ],
)
def test_which_bridges_carry_the_road_part_of_xxx_corps(
    kinds: list[str], bridges: Any, verdict: str
) -> None:
    """1.8a, 1.15c, 1.16."""
    context = land(sides={hexside("A20.13", "A20.14"): kinds})
    assert trace(context, CORPS, "A20.19", bridges=bridges)["verdict"] == verdict


def test_no_ferry_carries_the_trace_of_xxx_corps() -> None:
    """1.8a, 1.14."""
    cut = hexside("A20.13", "A20.14")
    context = land(sides={cut: ["sea_line"]})
    assert trace(context, CORPS, "A20.19", ferries={cut: {}})["verdict"] == "closed"


def test_a_railroad_is_no_road_of_xxx_corps() -> None:
    """1.3b."""
    context = land(links={hexside("A20.13", "A20.14"): ["railroad"]})
    assert trace(context, CORPS, "A20.19")["verdict"] == "closed"


def test_a_division_xxx_corps_has_reached_traces_as_the_corps_does() -> None:
    zone = {"82": "A29.24"}
    far = trace(land(), PARA, "A29.22", drop_zones=zone)
    linked = trace(land(), PARA, "A29.22", drop_zones=zone, linked=["82"])
    assert (far["verdict"], linked["verdict"]) == ("open", "closed")
    silent = {"map": "ins", "unit": {**PARA, "hex": "A29.22"}}
    state = {**QUIET, "drop_zones": zone}
    answer = ask(land(), "supply.trace", {**silent, "state": state})
    assert answer["verdict"] == "undetermined"
    assert "broken through to division 82" in needed(answer)[0]


@pytest.mark.parametrize(
    ("oos", "hex_", "marker"),
    [
        (False, "A20.19", "none"),
        (True, "A20.19", "off"),
        (False, "A30.19", "set"),
        (True, "A30.19", "stays"),
    ],
)
def test_markers_change_in_the_supply_phase_alone(oos: bool, hex_: str, marker: str) -> None:
    answer = trace(land(), {**CORPS, "oos": oos}, hex_)
    assert answer["marker"] == marker
    units = [{**CORPS, "oos": oos, "hex": hex_}]
    phase = {"map": "ins", "side": "Allied", "state": {**QUIET, "units": units, "linked": []}}
    listed = ask(land(), "supply.markers", phase)
    assert listed["verdict"] == "decided"
    assert {name: listed[name] for name in ("set", "off", "stays")} == {
        name: ["I"] if name == marker else [] for name in ("set", "off", "stays")
    }


@pytest.mark.parametrize(
    ("scenario", "unit", "hex_", "verdict"),
    [
        ("5.5", PARA, "A44.16", "closed"),
        ("5.5", GERMAN, "A45.18", "open"),
        ("5.5", CORPS, "A42.14", "open"),
        ("5.6", PARA, "A47.14", "open"),
        ("5.6", GERMAN, "A53.08", "open"),
        ("5.7", CORPS, "B17.32", "open"),
        ("5.7", GERMAN, "A35.06", "open"),
        ("5.8", GERMAN, "C18.02", "open"),
        ("5.8", CORPS, "C1.13", "open"),
    ],
)
def test_scenarios_print_sources_of_their_own(
    ins_context: Context, scenario: str, unit: Any, hex_: str, verdict: str
) -> None:
    """5.5, 5.6, 5.7, 5.8."""
    answer = trace(ins_context, unit, hex_, scenario=scenario)
    assert (answer["verdict"], answer["steps"][0]["rule"]) == (verdict, f"INS {scenario}")


def test_the_historical_set_ups_have_their_zones(ins_context: Context) -> None:
    state = {**QUIET, "scenario": "5.2", "linked": []}
    question = {"map": "ins", "unit": {**PARA, "hex": "B4.32"}, "state": state}
    assert ask(ins_context, "supply.trace", question)["path"][-1] == "B2.32"
    campaign = {**question, "state": {**state, "scenario": "5.1"}}
    assert "state.drop_zones" in needed(ask(ins_context, "supply.trace", campaign))[0]


def test_silence_about_units_decides_nothing(tmp_path: Path) -> None:
    question = {"map": "ins", "unit": {**CORPS, "hex": "A20.19"}, "state": {"bridges": {}}}
    answer = ask(land(), "supply.trace", question)
    assert answer["verdict"] == "undetermined"
    assert needed(answer) == ["state.units: where enemy units and their Zones of Control are"]
