"""What is Club Route and what is not (WED 4.0, 4.1), sentence by sentence."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.context import Context
from tests.rules.clubroute.asking import (
    german,
    state,
    wed,
    words,
)
from tests.rules.needed import needed

pytestmark = pytest.mark.slow


def test_the_start_of_the_campaign(real_context: Context) -> None:
    """The Marker starts in 42.229: 41.230 to 41.232 are Club Route, 42.228 on only may be."""
    answer = wed(real_context, "trace", state("42.229"))
    assert answer["verdict"] == "open"
    assert answer["route"] == ["41.230", "41.231", "41.232"]
    assert "42.228" in answer["potential"]
    assert "14.89" in answer["potential"]
    assert "42.229" not in (*answer["route"], *answer["potential"])


def test_the_markers_hex_and_all_north_of_it_is_not_club_route(real_context: Context) -> None:
    answer = wed(real_context, "trace", state("61.141", spur="son"))
    assert not {"61.141", "61.140", "14.89"} & set(answer["route"])
    assert answer["route"][0] == "61.142"
    assert answer["route"][-1] == "41.232"
    assert not {"52.158", "66.157"} & set(answer["potential"])  # spurs lie behind it
    assert {"61.140", "14.89"} <= set(answer["potential"])
    assert answer["steps"][0]["rule"] == "WED 4.0, WED 4.1"


def test_every_hex_comes_with_its_road(real_context: Context) -> None:
    answer = wed(real_context, "trace", state("61.141", spur="best"))
    hexes = [step["to"] for step in answer["steps"] if step["why"].startswith("Club Route along")]
    assert hexes == answer["route"]
    assert "Best spur" in words(answer)


def test_only_one_spur_is_ever_club_route(real_context: Context) -> None:
    """WED 4.2."""
    answer = wed(real_context, "trace", state("61.141", spur="son"))
    assert "takes the Son spur; the Best spur is never Club Route any more" in words(answer)
    assert "52.158" not in answer["route"]
    assert "66.157" in answer["route"]
    other = wed(real_context, "trace", state("61.141", spur="best"))
    assert "takes the Best spur; the Son spur" in words(other)
    assert "66.157" not in other["route"]
    assert "52.158" in other["route"]


def test_without_the_spur_it_cannot_be_told(real_context: Context) -> None:
    answer = wed(real_context, "trace", state("61.141"))
    assert answer["verdict"] == "undetermined"
    assert needed(answer) == ["state.club_route.spur: which spur was taken, best or son"]
    assert {"66.157", "52.158"} <= set(answer["doubtful"])
    assert "63.175" in answer["route"]


def test_a_hex_passed_tells_the_spur_too(real_context: Context) -> None:
    answer = wed(real_context, "trace", state("61.141", via=["66.157"]))
    assert "66.157" in answer["route"]
    assert not answer["doubtful"]


@pytest.mark.parametrize(
    ("told", "hex", "why"),
    [
        ({"units": [german("66.158")]}, "66.158", "an enemy Unit is there: KG"),
        ({"fire_zones": {"German": ["66.150"]}}, "66.150", "in an enemy Fire Zone"),
        ({"bridges": {"66.156/66.157": "destroyed"}}, "66.157", "Son Bridge"),
        ({"bridges": {"63.185/63.186": "unstable"}}, "63.186", "unstable"),
        ({"bridges": {"55.202/56.201": "unstable"}}, "55.202", "unstable"),
        ({"bridges": {"66.156/66.157": "bailey_out"}}, "66.157", "does not act"),
    ],
)
def test_what_spoils_it(real_context: Context, told: dict[str, Any], hex: str, why: str) -> None:
    answer = wed(real_context, "trace", state("61.141", spur="son", **told))
    assert answer["verdict"] == "closed"
    assert answer["spoiled"] == [hex]
    assert why in words(answer)


@pytest.mark.parametrize(
    "told",
    [
        {"units": [german("61.141")]},  # the Marker's hex
        {"units": [german("70.133")]},  # potential
        {"units": [german("52.158")]},  # the other spur
        {"units": [{"id": "2IG", "side": "Allied", "hex": "66.158"}]},
        {"bridges": {"66.156/66.157": "bailey"}},
        {"bridges": {"74.129/75.129": "destroyed"}},  # north of the Marker
        {"bridges": {"52.157/52.158": "destroyed"}},
    ],
)
def test_what_does_not(real_context: Context, told: dict[str, Any]) -> None:
    assert wed(real_context, "trace", state("61.141", spur="son", **told))["verdict"] == "open"


def test_fire_zones_must_be_told(real_context: Context) -> None:
    told = state("61.141", spur="son", units=[german("70.133")])
    del told["fire_zones"]
    answer = wed(real_context, "trace", told)
    assert answer["verdict"] == "undetermined"
    assert "state.fire_zones" in needed(answer)[0]


def test_fire_zones_by_the_owners_definition(real_context: Context) -> None:
    told = state("61.141", spur="son", units=[german("65.158")])

    def traced(**definition: Any) -> Any:
        return wed(real_context, "trace", {**told, "fire_zones": {"definition": definition}})

    near = traced(range=1)
    assert near["verdict"] == "closed"
    assert "66.158" in near["spoiled"]
    assert "in 65.158, 1 hex off" in next(s["why"] for s in near["steps"] if s.get("verdict"))
    assert traced(range=0)["verdict"] == "open"
    blind, seen = traced(range=3, sight=False), traced(range=3)
    assert set(near["spoiled"]) <= set(seen["spoiled"]) <= set(blind["spoiled"])
    told["units"][0]["column"] = True
    assert traced(range=3, column=False)["verdict"] == "open"


def test_a_units_own_fire_zones_spoil_the_route(real_context: Context) -> None:
    far = {**german("65.158"), "fire_zones": ["66.160"]}
    told = state("61.141", spur="son", units=[far], fire_zones={"definition": {"range": 1}})
    answer = wed(real_context, "trace", told)
    assert answer["spoiled"] == ["66.160"]


def test_scenario_4_has_its_own_route(real_context: Context) -> None:
    answer = wed(real_context, "trace", state(), scenario="4")
    assert answer["verdict"] == "open"
    assert answer["route"][0] == "94.112"
    assert answer["route"][-1] == "66.163"
    assert "52.158" not in answer["route"]
    assert "66.157" in answer["route"]


def test_off_the_map_the_whole_route_is_club_route(real_context: Context) -> None:
    answer = wed(real_context, "trace", state("off_map", spur="son"))
    assert answer["route"][0] == "14.89"
    assert answer["route"][-1] == "41.232"
    assert answer["potential"] == []


def test_the_marker_among_the_markers_is_the_same(real_context: Context) -> None:
    told = {"markers": [{"kind": "club_route", "hex": "42.229"}], "fire_zones": {"German": []}}
    assert wed(real_context, "trace", told)["route"] == ["41.230", "41.231", "41.232"]


def test_nowhere(real_context: Context) -> None:
    answer = wed(real_context, "trace", {})
    assert answer["verdict"] == "undetermined"
    assert needed(answer) == ["state.club_route.marker: where the Club Route Marker is"]


@pytest.mark.parametrize(
    ("told", "message"),
    [
        (state("50.150"), "a hex of the Club Route"),
        (state("42.229", spur="sun"), "one of best, son .did you mean son"),
        (state("42.229", via=["10.10"]), "is not on|outside|no hex|a hex of"),
        (state("42.229", status="shut"), "one of open, cut"),
        (state("42.229", markers=[{"kind": "club_route", "hex": "61.141"}]), "one place"),
    ],
)
def test_bad_states(real_context: Context, told: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        wed(real_context, "trace", told)


def test_unknown_scenario_and_rules(real_context: Context) -> None:
    with pytest.raises(InputError, match="scenario with a Club Route of its own: WED-4"):
        wed(real_context, "trace", state("42.229"), scenario="2")
    with pytest.raises(InputError, match="printed on map wed"):
        wed(real_context, "trace", state("42.229"), rules="marker")


def test_fire_zones_of_units_nobody_placed_are_not_none(real_context: Context) -> None:
    zones = {"definition": {"range": 1, "sight": False}}
    told = {**state("61.141", spur="son", units=[{"side": "German", "name": "x"}])}
    answer = wed(real_context, "trace", {**told, "fire_zones": zones})
    assert answer["verdict"] == "undetermined"
    assert any("side and hex of x" in need for need in needed(answer))
