"""Sentences of the movement rules that are no cost of a cell: who, where, by which way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from tests.rules.movement.conftest import reasons

COLUMN: dict[str, Any] = {"class": "leg", "column": True}


def step(**params: Any) -> Any:
    return ask(Context(Path("nowhere")), "step.cost", params)


def test_declining_the_road_over_a_stream_pays_for_it(check: Any) -> None:
    """2.5 and 2.11: who does not use the Road pays the terrain and the stream; vehicles may not."""
    by_road = check(COLUMN, "76.127", "77.127")
    declined = check(COLUMN, "76.127", {"hex": "77.127", "via": "none"})
    assert (by_road["total"], declined["total"]) == (0.5, 1 + 1)
    tank = {"class": "tracked", "column": True}
    stopped = check(tank, "76.127", {"hex": "77.127", "via": "none"})
    assert reasons(stopped)[0][1] == "WED 2.11"


def test_the_pontoon_bridge(check: Any) -> None:
    """TDC 2.15.7: no way over before it is assembled, nor once the attempt has failed."""
    path = ["48.28", "47.29"]
    side = "47.29/48.28"
    site = check(COLUMN, *path, window="tdc")
    assert reasons(site) == [("the pontoon bridge has not been assembled", "TDC 2.15.7")]
    for state, verdict in (("assembled", True), ("destroyed", False)):
        answer = check(COLUMN, *path, window="tdc", state={"bridges": {side: state}})
        assert (not reasons(answer)) == verdict
    # A raised Road ends at the site: to leave it for the pontoon is a reading of 2.16.
    state = {"bridges": {side: "assembled"}}
    notes = check(COLUMN, *path, window="tdc", state=state)["notes"]
    assert any("(raised_ends)" in note for note in notes)
    closed = {"options": {"raised_ends": "closed"}, "state": state}
    for way in (path, path[::-1]):
        assert reasons(check(COLUMN, *way, window="tdc", state=state)) == []
        # that the dike ends there is our map's guess
        refused = check(COLUMN, *way, window="tdc", **closed)
        assert (refused["verdict"], refused["steps"][0]["rule"]) == ("undetermined", "TDC 2.16")
    spread = {"class": "leg", "column": False}
    on_foot = check(spread, *path, window="tdc", state={"bridges": {side: "assembled"}})
    assert reasons(on_foot)[0][1] == "TDC 2.15.1"


@pytest.mark.parametrize(
    ("side", "state", "message"),
    [
        ("49.159/49.160", "destroyed", "wired and destroyed"),
        ("49.159/49.160", "wired", "wired and destroyed"),
        ("76.127/77.127", "wired", "a bridge there"),
        ("76.127/77.127", "destroyed", "a bridge or pontoon there"),
        ("74.129/75.129", "stable", "a stream bridge there"),
        ("74.129/75.129", "assembled", "a pontoon there"),
    ],
)
def test_a_state_fits_what_is_there(check: Any, side: str, state: str, message: str) -> None:
    """2.11: what leads over a stream is not wired; 2.15.6: the Best bridge never."""
    with pytest.raises(InputError, match=message):
        check(COLUMN, "75.129", "74.129", state={"bridges": {side: state}})


def test_wired_bridges_are_crossed_as_others(check: Any) -> None:
    state = {"bridges": {"74.129/75.129": ["intact", "wired"]}}
    assert check(COLUMN, "75.129", "74.129", state=state)["total"] == 0.5


@pytest.mark.parametrize("game", ["wed", "tdc"])
def test_raised_roads_that_do_not_cross(game: str) -> None:
    """2.16: no jump from one raised Road to another in the hex."""
    for move_class in ("leg", "wheeled", "tracked"):
        answer = step(
            map=game,
            unit={"class": move_class, "column": True},
            act="change_road",
            **{"from": {"raised": True}},
        )
        assert reasons(answer)[0][1] == f"{game.upper()} 2.16"


def test_the_raised_road_examples(check: Any) -> None:
    """2.16: into Column for 1, onto the dike along it for a half, along it for another.

    WED 2.16 example 1.
    """
    onto = {"hex": "36.58", "column": True}
    para = check({"class": "leg"}, "35.58", onto, "37.58", window="tdc")
    assert [line["cost"] for line in para["steps"]] == [1, 0.5, 0.5]
    beside = {"hex": "36.58", "via": "none"}
    vehicle = check({"class": "wheeled", "column": True}, "35.58", beside, window="tdc")
    assert reasons(vehicle)[0][1] == "TDC 2.16"
    loose = check({"class": "wheeled"}, "35.58", {"hex": "36.58", "column": False}, window="tdc")
    assert reasons(loose)[0][1] == "TDC 2.16"


def test_the_culvert_joins_its_own_hexes_only(check: Any) -> None:
    """2.17: follow the arrows."""
    through = check(COLUMN, "70.157", {"hex": "70.156", "via": "culvert"})
    assert through["verdict"] == "legal"
    back = check(COLUMN, "70.156", {"hex": "70.157", "via": "culvert"})
    assert back["total"] == through["total"]
    aside = check(COLUMN, "70.157", {"hex": "71.157", "via": "culvert"})
    assert aside["verdict"] == "illegal"
    enemy = {"units": [{"id": "e", "side": "german", "hex": "70.156"}]}
    met = check({**COLUMN, "side": "allied"}, "70.157", "70.156", state=enemy)
    assert "Assault" in reasons(met)[0][0]


def test_a_bridge_is_crossed_at_the_cost_of_normal_movement(check: Any) -> None:
    """2.15.1: in Column, at the Road's cost, whatever the hex beyond is."""
    for move_class in ("leg", "wheeled", "tracked"):
        unit = {"class": move_class, "column": True}
        assert check(unit, "75.129", "74.129")["total"] == 0.5
        on_foot = check({"class": move_class}, "75.129", {"hex": "74.129", "column": False})
        assert [rule for _, rule in reasons(on_foot)][:1] == ["WED 2.15.1"]


@pytest.mark.parametrize(
    ("window", "unit", "path", "via", "total"),
    [
        # 2.5: what players call a road, whatever kind the map says it is
        ("wed", COLUMN, ("66.158", "66.159"), "road", 0.5),
        ("wed", COLUMN, ("66.158", "66.159"), "main_road", 0.5),
        ("tdc", COLUMN, ("37.58", "36.58"), "road", 0.5),
        # 2.5: not in Column the base terrain cost, along a Road or not
        ("wed", {"class": "leg"}, ("66.158", "66.159"), "road", 2),
        ("wed", {"class": "tracked"}, ("66.158", "66.159"), "road", 2),
        ("wed", {"class": "leg"}, ("66.158", "66.159"), "main_road", 2),
    ],
)
def test_a_road_by_the_word_of_the_rules(
    check: Any, window: str, unit: Any, path: tuple[str, str], via: str, total: float
) -> None:
    answer = check(unit, path[0], {"hex": path[1], "via": via}, window=window)
    assert (answer["verdict"], answer["total"]) == ("legal", total)


def test_no_railroad_is_a_road_and_no_road_a_railroad(check: Any) -> None:
    answer = check(COLUMN, "66.158", {"hex": "66.159", "via": "railroad"})
    assert answer["verdict"] == "illegal"


def test_the_culvert_says_that_it_is_for_columns(check: Any) -> None:
    """2.17, not "no way leads there"."""
    for unit, refused in (({"class": "leg", "column": False}, True), (COLUMN, False)):
        answer = check(unit, "70.156", {"hex": "70.157", "via": "culvert"})
        why = [("a Unit must be in Column to use the culvert", "WED 2.17")] if refused else []
        assert reasons(answer) == why


FIRST = "55.202/56.201"
SUSPECT = "76.127/77.127"
TRUCK: dict[str, Any] = {"class": "wheeled", "column": True}


@pytest.mark.parametrize(
    ("path", "more", "verdict"),
    [
        # 2.11: scenario 1 decides the most southern one; the campaign: stable if it is skipped
        (("55.202", "56.201"), {}, "legal"),
        (("55.202", "56.201"), {"options": {"first_bridge": "ask"}}, "undetermined"),
        (("55.202", "56.201"), {"state": {"bridges": {FIRST: "unstable"}}}, "illegal"),
        (("55.202", "56.201"), {"state": {"bridges": {FIRST: "stable"}}}, "legal"),
        # 2.11: the others are checked as a vehicle crosses, unstable on a 9
        (("76.127", "77.127"), {}, "undetermined"),
        (("76.127", "77.127"), {"bridge_dice": {SUSPECT: 9}}, "illegal"),
        (("76.127", "77.127"), {"bridge_dice": {SUSPECT: 8}}, "legal"),
        (("76.127", "77.127"), {"bridge_dice": {SUSPECT: 0}}, "legal"),
    ],
)
def test_suspect_bridges(check: Any, path: tuple[str, ...], more: Any, verdict: str) -> None:
    answer = check(TRUCK, *path, **more)
    assert answer["verdict"] == verdict
    on_foot = check({"class": "leg", "column": True}, *path, **more)
    assert on_foot["verdict"] == "legal"


def test_the_skipped_scenario_is_a_reading_and_named(check: Any) -> None:
    notes = check(TRUCK, "55.202", "56.201")["notes"]
    assert [note for note in notes if note.endswith("(first_bridge)")]


@pytest.mark.parametrize(
    ("rolls", "state", "message"),
    [
        ({"74.129/75.129": 3}, {}, "no suspect bridge there"),
        ({"nowhere": 3}, {}, "a hexside"),
        ({SUSPECT: 3}, {"bridges": {SUSPECT: "stable"}}, "one of the two"),
        ({SUSPECT: 10}, {}, "10"),
    ],
)
def test_a_die_is_for_a_suspect_bridge(check: Any, rolls: Any, state: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        check(TRUCK, "76.127", "77.127", bridge_dice=rolls, state=state)
