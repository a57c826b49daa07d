"""Wiring, improving and demolition, sentence by sentence (WED 2.15.3–6, TDC 2.15.3–5)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from tests.cases import each
from tests.rules.campaign.conftest import Asking, reasons, state
from tests.rules.needed import needed

VEGHEL = "74.129/75.129"
BEST_RAIL = "49.159/49.160"
ARNHEM = "49.29/49.30"
NIJMEGEN_RAIL = "38.62/38.63"


def wired(hexside: str = VEGHEL, by: str = "German") -> dict[str, Any]:
    """A bridge wired by a side."""
    return {hexside: {"state": "wired", "wired_by": by}}


def test_what_nobody_said_of_who_enters_is_named(asked: Asking) -> None:
    params = {"map": "wed", "bridge": VEGHEL, "state": {"bridges": wired()}, "die": 3}
    needs = "; ".join(needed(asked("bridge.demolish", **params)))
    assert "whose the Unit is that enters" in needs
    assert "which of the two hexes it enters, 75.129 or 74.129" in needs


# ---------------------------------------------------------------- wiring

ENGINEER = {"name": "Pio", "side": "German", "hex": "75.129", "engineer": True, "column": False}
HELD = {
    **state(("German", "74.129"), ("German", "75.129")),
    "bridges": {VEGHEL: "not_wired"},
}


def wiring(asked: Asking, unit: dict[str, Any] | None = None, **more: Any) -> Any:
    """An attempt to wire Veghel Bridge, which the German side controls."""
    params = {"map": "wed", "bridge": VEGHEL, "state": HELD, "unit": {**ENGINEER, **(unit or {})}}
    return asked("bridge.wire", **{**params, **more})


def test_an_engineer_may_wire_and_both_results_are_listed(asked: Asking) -> None:
    found = wiring(asked)
    assert found["verdict"] == "legal"
    assert [outcome["check"] for outcome in found["outcomes"]] == ["passed", "failed"]
    assert "no Command Point may be spent" in reasons(found)
    assert "triggers Opportunity Fire" in reasons(found)
    assert "Men at Work marker may be placed" in reasons(found)


def test_the_check_decides(asked: Asking) -> None:
    assert wiring(asked, check="passed")["result"] == "wired"
    assert wiring(asked, check="failed")["result"] == "not_wired"
    assert "only the German side may demolish it" in wiring(asked, check="passed")["summary"]


@pytest.mark.parametrize(
    ("unit", "more", "why"),
    [
        ({"side": "Allied"}, {}, "the Allied side must control the bridge to wire it"),
        ({"hex": "76.130"}, {}, "it must begin its Action in 75.129 or 74.129, not in 76.130"),
        ({"column": True}, {}, "a Unit in Column may not take an Engineer Action"),
        ({"engineer": False}, {}, "Pio has no engineer symbol"),
        ({}, {"state": {**HELD, "bridges": wired()}}, "it is wired already"),
        ({}, {"state": {**HELD, "bridges": {VEGHEL: "destroyed"}}}, "the bridge is destroyed"),
        ({}, {"state": state(("German", "75.129"))}, "must control the bridge"),
        ({"hex": "49.160"}, {"bridge": BEST_RAIL}, "Best Railroad Bridge may never be wired"),
    ],
)
def test_what_forbids_wiring(asked: Asking, unit: Any, more: Any, why: str) -> None:
    """TDC 2.15.5."""
    found = wiring(asked, unit, **more)
    assert found["verdict"] == "illegal"
    assert why in reasons(found, "illegal")


def test_what_must_be_known_to_wire(asked: Asking) -> None:
    unit = {key: value for key, value in ENGINEER.items() if key not in ("engineer", "hex")}
    found = asked("bridge.wire", map="wed", bridge=VEGHEL, state=HELD, unit=unit)
    assert found["verdict"] == "undetermined"
    assert any("supply owner/ratings.csv" in need for need in needed(found))
    assert any("unit.hex" in need for need in needed(found))


def test_the_die_needs_troop_quality_and_the_series_way(asked: Asking, owner: Path) -> None:
    found = wiring(asked, die=5)
    assert found["verdict"] == "undetermined"
    assert "supply owner/ratings.csv" in needed(found)[0]
    found = wiring(asked, {"tq": 5}, die=5)
    assert "supply owner/series.csv" in needed(found)[0]
    series = owner / "series.csv"
    series.write_text("rule,value\ntq_check,at_most\n", encoding="utf-8")
    assert wiring(asked, {"tq": 5}, die=5)["result"] == "wired"
    assert wiring(asked, {"tq": 5}, die=6)["result"] == "not_wired"
    series.write_text("rule,value\ntq_check,below\n# \n", encoding="utf-8")
    assert wiring(asked, {"tq": 5}, die=5)["result"] == "not_wired"


def test_the_owners_ratings_tell_engineers(asked: Asking, owner: Path) -> None:
    (owner / "ratings.csv").write_text(
        "unit,face,engineer,tq\nPio,front,yes,6\nPio,back,no,4\n", encoding="utf-8"
    )
    (owner / "series.csv").write_text("rule,value\ntq_check,at_most\n", encoding="utf-8")
    unit = {key: value for key, value in ENGINEER.items() if key != "engineer"}
    params = {"map": "wed", "bridge": VEGHEL, "state": HELD}
    assert asked("bridge.wire", **params, unit=unit, die=6)["result"] == "wired"
    assert asked("bridge.wire", **params, unit={**unit, "back": True})["verdict"] == "illegal"


@pytest.mark.parametrize(
    ("hexside", "scenario", "verdict"),
    [
        # Except for Campaign Games 2, 3 and 4 these may not be wired during the game
        (ARNHEM, "Campaign 1", "illegal"),
        (ARNHEM, "Campaign 2", "legal"),
        (ARNHEM, "Campaign 3", "legal"),
        (ARNHEM, "Campaign 4", "legal"),
        (ARNHEM, "", "undetermined"),
        ("41.63/41.64", "Campaign 1", "illegal"),
        (NIJMEGEN_RAIL, "Campaign 1", "illegal"),
        ("14.86/15.86", "Campaign 1", "illegal"),
        ("38.30/38.31", "Campaign 1", "legal"),
    ],
)
def test_bridges_of_the_devils_cauldron_that_may_not_be_wired(
    asked: Asking, hexside: str, scenario: str, verdict: str
) -> None:
    """TDC 2.15.5."""
    ends = hexside.split("/")
    held = state(("German", ends[0]), ("German", ends[1]), bridges={hexside: "not_wired"})
    more = {"scenario": scenario} if scenario else {}
    unit = {**ENGINEER, "hex": ends[0]}
    found = asked("bridge.wire", map="tdc", bridge=hexside, state=held, unit=unit, **more)
    assert found["verdict"] == verdict


# ---------------------------------------------------------------- improving


@pytest.mark.parametrize(
    ("bridge", "unit", "bridges", "why"),
    [
        (NIJMEGEN_RAIL, {}, {}, ""),
        (NIJMEGEN_RAIL, {"hex": "38.63"}, {}, ""),
        (NIJMEGEN_RAIL, {"column": True}, {}, "in Column"),
        (NIJMEGEN_RAIL, {"engineer": False}, {}, "no engineer symbol"),
        (NIJMEGEN_RAIL, {"hex": "38.64"}, {}, "must begin its Action in"),
        (NIJMEGEN_RAIL, {}, {NIJMEGEN_RAIL: "improved"}, "improved already"),
        (ARNHEM, {"hex": "49.30"}, {}, "no railroad bridge"),
    ],
)
def test_improving_a_railroad_bridge(
    asked: Asking, bridge: str, unit: Any, bridges: Any, why: str
) -> None:
    found = asked(
        "bridge.improve",
        map="tdc",
        bridge=bridge,
        unit={"engineer": True, "hex": "38.62", "column": False, **unit},
        state={"bridges": bridges},
        check="passed",
    )
    assert found["verdict"] == ("illegal" if why else "decided")
    if why:
        assert why in reasons(found, "illegal")
    else:
        assert found["result"] == "improved"
        assert "no Command Point" in reasons(found)


def test_the_best_railroad_bridge_is_never_improved(asked: Asking) -> None:
    unit = {"engineer": True, "hex": "49.160"}
    found = asked("bridge.improve", map="wed", bridge=BEST_RAIL, unit=unit)
    assert "may never be improved [WED 2.15.6]" in reasons(found, "illegal")


# ---------------------------------------------------------------- demolition


def demolishing(asked: Asking, zones: Any = None, **more: Any) -> Any:
    """An attempt on Veghel Bridge, wired and held by the German side, as an Allied Unit enters."""
    position = state(("German", "74.129"), ("German", "75.129"), bridges=wired())
    position["fire_zones"] = {"Allied": [], "German": [], **(zones or {})}
    params = {
        "map": "wed",
        "bridge": VEGHEL,
        "state": position,
        "entering": {"side": "Allied", "hex": "75.129"},
    }
    return asked("bridge.demolish", **{**params, **more})


@each(("zones", "number"), [({}, 5), ({"German": ["74.129"]}, 6)])
@each("die", range(10))
def test_the_number_is_5_and_6_with_a_fire_zone(
    asked: Asking, zones: Any, number: int, die: int
) -> None:
    """TDC 2.15.5."""
    found = demolishing(asked, zones, die=die)
    assert found["number"] == number
    assert found["result"] == ("demolished" if die <= number else "unwired")
    listed = demolishing(asked, zones)
    assert (listed["verdict"], listed["number"]) == ("legal", number)
    assert listed["outcomes"][0] == {"die": list(range(number + 1)), "result": "demolished"}


def test_what_success_and_failure_mean(asked: Asking) -> None:
    """TDC 2.15.5."""
    blown = str(demolishing(asked, die=5))
    assert "destroyed" in blown
    assert "does not cross but stays active" in blown
    # Only the example of the one rulebook says what becomes of who enters.
    tdc = {"bridges": {"49.29/49.30": {"state": "wired", "wired_by": "German"}}}
    told = {"entering": {"side": "Allied", "hex": "49.29"}, "die": 0, "state": tdc}
    other = asked("bridge.demolish", map="tdc", bridge="49.29/49.30", **told)
    assert other["result"] == "demolished"
    assert "stays active" not in other["summary"] + reasons(other)
    failed = str(demolishing(asked, die=6))
    assert "no longer wired" in failed
    assert "only once the side controls it again" in failed


def test_the_bridge_blowing_example(asked: Asking) -> None:
    """A contested, wired Arnhem Road Bridge; a German Fire Zone on one hex: 6, the die is 3."""
    position = {"bridges": wired(ARNHEM), "fire_zones": {"Allied": [], "German": ["49.29"]}}
    params = {
        "bridge": ARNHEM,
        "entering": {"side": "Allied", "hex": "49.30"},
        "state": position,
        "map": "tdc",
    }
    found = asked("bridge.demolish", **params, die=3)
    assert (found["number"], found["result"]) == (6, "demolished")
    position["fire_zones"] = {"Allied": [], "German": []}
    assert asked("bridge.demolish", **params, die=3)["number"] == 5


def test_the_tank_of_the_example_has_eleven_and_a_half_mp_left(real_context: Context) -> None:
    """13 MP: 1 into Column, 1/2 to the hex next to the bridge."""
    tank = {"class": "tracked", "column": False, "ma": 13}
    path = ["76.128", {"hex": "75.129", "via": "main_road", "column": True}]
    found = ask(real_context, "move.check", {"map": "wed", "unit": tank, "path": path})
    assert 13 - found["total"] == 11.5


def test_without_fire_zones_the_die_decides_where_it_can(asked: Asking) -> None:
    params = {
        "map": "tdc",
        "bridge": ARNHEM,
        "entering": {"side": "Allied", "hex": "49.30"},
        "state": {"bridges": wired(ARNHEM)},
    }
    sixes = asked("bridge.demolish", **params, die=6)
    assert (sixes["verdict"], len(needed(sixes))) == ("undetermined", 1)
    assert asked("bridge.demolish", **params, die=5)["result"] == "demolished"
    assert asked("bridge.demolish", **params, die=7)["result"] == "unwired"
    assert asked("bridge.demolish", **params)["verdict"] == "undetermined"


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"state": state(bridges={VEGHEL: "not_wired"})}, "is not wired"),
        ({"side": "Allied"}, "only the German side, which wired it, may demolish it"),
        ({"entering": {"side": "German", "hex": "75.129"}}, "only the entry of an enemy Unit"),
        ({"entering": {"side": "Allied", "hex": "76.130"}}, "it must enter one of the two hexes"),
        ({"bridge": BEST_RAIL}, "may not be destroyed"),
    ],
)
def test_what_forbids_an_attempt(asked: Asking, more: Any, why: str) -> None:
    """TDC 2.15.5."""
    found = demolishing(asked, **more)
    assert found["verdict"] == "illegal"
    assert why in reasons(found, "illegal")


def test_who_wired_it_must_be_known(asked: Asking) -> None:
    position = state(("German", "74.129"), ("German", "75.129"), bridges={VEGHEL: "wired"})
    found = demolishing(asked, state=position)
    assert found["verdict"] == "undetermined"
    assert "wired_by" in needed(found)[0]


def test_an_entry_that_gives_the_enemy_control_allows_no_attempt_in_wed_only(asked: Asking) -> None:
    """WED: "and the bridge becomes contested"; TDC has no such condition. (TDC 2.15.5)"""
    position = state(("German", "74.129"), ("Allied", "74.129"), bridges=wired())
    wed = demolishing(asked, state=position)
    assert wed["verdict"] == "illegal"
    assert "Allied controlled, not contested [WED 2.15.6]" in reasons(wed, "illegal")
    position["fire_zones"] = {"Allied": [], "German": ["74.129"]}
    assert demolishing(asked, state=position)["number"] == 6
    tdc = state(("German", "49.29"), ("Allied", "49.29"), bridges=wired(ARNHEM))
    entering = {"side": "Allied", "hex": "49.30"}
    found = asked("bridge.demolish", map="tdc", bridge=ARNHEM, entering=entering, state=tdc)
    assert (found["verdict"], found["number"]) == ("legal", 5)


@pytest.mark.parametrize(
    ("records", "reading", "verdict"),
    [
        ([("German", "74.129"), ("German", "75.129")], "contested", "legal"),
        ([("German", "74.129"), ("German", "75.129")], "newly", "legal"),
        ([("German", "74.129"), ("German", "75.129")], "lost", "legal"),
        ([("German", "74.129")], "contested", "legal"),
        ([("German", "74.129")], "newly", "illegal"),
        ([("Allied", "74.129")], "contested", "illegal"),
        ([("Allied", "74.129")], "lost", "legal"),
    ],
)
def test_what_becoming_contested_means_is_a_reading(
    asked: Asking, records: Any, reading: str, verdict: str
) -> None:
    found = demolishing(asked, state=state(*records, bridges=wired()), options={"contest": reading})
    assert found["verdict"] == verdict
    assert any("(contest)" in note for note in found["notes"])


# ---------------------------------------------------------------- the modifier


@pytest.mark.parametrize(
    ("map", "hex", "column", "more", "modifier", "terrain"),
    [
        ("wed", "75.129", True, {}, 2, False),
        ("wed", "74.129", True, {}, 2, False),
        ("wed", "75.129", False, {}, 0, True),
        ("wed", "76.130", True, {}, 0, True),
        # over a stream is no bridge
        ("wed", "55.202", True, {}, 0, True),
        ("tdc", "48.28", True, {"side": "Allied", "state": {"bridges": {}}}, 0, True),
        ("tdc", "48.28", True, {"side": "German"}, 0, True),
        (
            "tdc",
            "48.28",
            True,
            {"side": "Allied", "state": {"bridges": {"47.29/48.28": "assembled"}}},
            2,
            True,
        ),
        (
            "tdc",
            "47.29",
            True,
            {"side": "Allied", "state": {"bridges": {"48.28/47.29": "assembled"}}},
            2,
            True,
        ),
        (
            "tdc",
            "48.28",
            True,
            {"side": "German", "state": {"bridges": {"47.29/48.28": "assembled"}}},
            0,
            True,
        ),
    ],
)
def test_the_modifier_of_a_unit_in_column_at_a_bridge(
    asked: Asking, map: str, hex: str, column: bool, more: Any, modifier: int, terrain: bool
) -> None:
    """TDC 2.15.7."""
    told = {"state": {"bridges": {}}, **more}
    found = asked("bridge.modifier", map=map, hex=hex, column=column, **told)
    assert (found["modifier"], found["terrain"]) == (modifier, terrain)
