"""Moving the Marker north (WED 4.2, 4.3.1), sentence by sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.context import Context
from tests.rules.clubroute.asking import (
    STABLE,
    advance,
    german,
    state,
    wed,
    words,
)
from tests.rules.needed import needed


@pytest.fixture
def owner(real_context: Context, tmp_path: Path) -> Context:
    """A context whose owner has listed the printed Stop hexes (made up here)."""
    (tmp_path / "stops.csv").write_text(
        "hex,name,game\n52.210,,wed\n63.174,,wed\n66.150,,wed\n61.141,,wed\n75.129,,wed\n90.115,,wed\n",
        encoding="utf-8",
    )
    return Context(real_context.folder, real_context.loaded, owner_folder=tmp_path)


def test_from_stop_to_stop_until_a_trace_fails(owner: Context) -> None:
    """A trace that meets trouble sends the Marker back to the last Stop hex. (WED 4.1)"""
    answer = advance(owner, state("42.229", units=[german("64.138")]))
    assert answer["verdict"] == "open"
    assert answer["reach"] == ["52.210", "63.174", "66.150", "61.141"]
    assert "61.141>75.129 fails at 64.138: an enemy Unit is there: KG" in words(answer)
    assert answer["removal"] == "no"


def test_without_the_marker_nobody_knows_whether_it_must_go(owner: Context) -> None:
    answer = advance(owner, {})
    assert (answer["verdict"], answer["removal"]) == ("undetermined", "undetermined")


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"units": [german("50.212")]}, "42.229>52.210 fails at 50.212: an enemy Unit"),
        ({"units": [german("52.210")]}, "fails at 52.210: an enemy Unit"),
        ({"fire_zones": {"German": ["47.218"]}}, "fails at 47.218: in an enemy Fire Zone"),
        ({"bridges": {"42.228/42.229": "destroyed"}}, "fails at 42.228/42.229"),
        ({"bridges": {"42.228/42.229": "bailey_out"}}, "fails at 42.228/42.229"),
    ],
)
def test_each_thing_that_stops_it(owner: Context, told: dict[str, Any], why: str) -> None:
    answer = advance(owner, state("42.229", **told))
    assert answer["verdict"] == "closed"
    assert answer["reach"] == []
    assert why in words(answer)


def test_an_unstable_bridge_stops_it(owner: Context) -> None:
    told = state("42.229", bridges={"55.202/56.201": "unstable"})
    assert advance(owner, told)["reach"] == ["52.210"]
    told = state("52.210")
    rolled = advance(owner, told, bridge_dice={**STABLE, "63.185/63.186": 9})
    assert rolled["reach"] == []
    assert rolled["bridges"]["63.185/63.186"] == "unstable"
    assert rolled["bridges"]["76.127/77.127"] == "stable"


@pytest.mark.parametrize("die", range(10))
def test_a_suspect_bridge_is_checked_when_traced_over(owner: Context, die: int) -> None:
    """WED 2.11."""
    answer = advance(owner, state("52.210"), bridge_dice={"63.185/63.186": die})
    assert ("63.174" in answer["reach"]) is (die != 9)


def test_without_the_die_it_cannot_be_told(owner: Context) -> None:
    answer = advance(owner, state("52.210"), bridge_dice={})
    assert answer["verdict"] == "undetermined"
    assert needed(answer)[0].startswith("bridge_dice: the die for 63.185/63.186")


def test_a_repaired_bridge_does_not_stop_it(owner: Context) -> None:
    for repaired in ("bailey", "intact", "improved"):
        told = state("42.229", bridges={"42.228/42.229": repaired})
        assert "52.210" in advance(owner, told)["reach"], repaired


def test_trouble_in_the_markers_own_hex_does_not_count(owner: Context) -> None:
    """The trace is of potential Club Route: north of the Marker."""
    told = state("52.210", units=[german("52.210"), german("64.138", "far")])
    assert "63.174" in advance(owner, told)["reach"]


def test_both_spurs_are_tried(owner: Context) -> None:
    son = advance(owner, state("63.174", units=[german("66.157")]))
    assert son["reach"][0] == "61.141"
    assert "fails by the Son spur at 66.157" in words(son)
    assert "passes by the Best spur" in words(son)
    both = advance(owner, state("63.174", units=[german("66.157"), german("52.158", "b")]))
    assert both["reach"] == []


def test_the_spur_not_chosen_is_closed_for_good(owner: Context) -> None:
    told = state("66.150", spur="son", units=[german("64.147")])
    assert advance(owner, told)["reach"] == []
    assert "Best" not in words(advance(owner, told))
    answer = advance(owner, state("63.174", spur="son", units=[german("66.157")]))
    assert answer["reach"] == []


def test_a_move_past_the_fork_chooses(owner: Context) -> None:
    blocked = [german("70.133")]
    answer = advance(owner, state("63.174", units=blocked), to="61.141")
    assert answer["verdict"] == "undetermined"
    assert needed(answer) == ["by: which spur was taken, best or son"]
    for spur in ("best", "son"):
        answer = advance(owner, state("63.174", units=blocked), to="61.141", by=[spur])
        assert answer["verdict"] == "legal"
        assert answer["club_route"]["spur"] == spur
        assert answer["club_route"]["marker"] == "61.141"


def test_by_a_spur_that_was_not_chosen(owner: Context) -> None:
    told = state("63.174", spur="son", units=[german("70.133")])
    answer = advance(owner, told, to="61.141", by=["52.158"])
    assert answer["verdict"] == "illegal"
    assert "was not chosen" in answer["summary"]


@pytest.mark.parametrize(
    ("to", "verdict", "why"),
    [
        ("stay", "legal", "need not move"),
        ("52.210", "legal", "stays"),
        ("63.174", "legal", "goes to 63.174"),
        ("66.150", "legal", "goes to 66.150"),
        ("42.229", "illegal", "never goes back"),
        ("41.231", "illegal", "never goes back"),
        ("60.196", "illegal", "no Stop hex"),
        ("75.129", "illegal", "fails at 70.133"),
        ("off_map", "illegal", "not clear"),
        ("50.150", "illegal", "not on the route"),
    ],
)
def test_where_it_may_be_put(owner: Context, to: str, verdict: str, why: str) -> None:
    """It may stay or stop at any Stop hex on the way (WED 4.1); it never goes back (WED 4.2)."""
    answer = advance(owner, state("52.210", units=[german("70.133")]), to=to)
    assert answer["steps"][-1]["rule"] == ("WED 4.1" if why == "no Stop hex" else "WED 4.2")
    assert answer["verdict"] == verdict
    assert why in answer["summary"]


def test_only_in_the_1900_turn(owner: Context) -> None:
    told = state("52.210", turn={"date": "1944-09-18", "time": "1700"}, units=[german("70.133")])
    assert advance(owner, told)["verdict"] == "closed"
    answer = advance(owner, told, to="63.174")
    assert answer["verdict"] == "illegal"
    assert "1900 turn" in answer["summary"]
    del told["turn"]
    assert "that it is the 1900 turn" in advance(owner, told)["unchecked"]


def test_when_the_whole_route_is_clear_the_marker_must_go(owner: Context) -> None:
    answer = advance(owner, state("42.229"))
    assert answer["removal"] == "compulsory"
    assert answer["verdict"] == "open"
    assert "the whole route is clear: the Marker must be removed" in words(answer)
    for to in ("stay", "52.210", "90.115"):
        assert advance(owner, state("42.229"), to=to)["verdict"] == "illegal", to
    gone = advance(owner, state("42.229"), to="off_map", by=["son"])
    assert gone["verdict"] == "legal"
    assert gone["club_route"]["marker"] == "off_map"
    assert gone["club_route"]["spur"] == "son"


def test_what_removal_does(owner: Context) -> None:
    params = {"bridge_dice": STABLE}
    answer = wed(owner, "remove", state("90.115", spur="son"), **params)
    assert answer["verdict"] == "legal"
    text = words(answer)
    for what in ("Victory Points", "no Guards Armored reinforcements", "flank corps", "14.89"):
        assert what in text
    assert {"WED 4.3.1", "WED 5.2", "WED S7.2.0"} <= {step["rule"] for step in answer["steps"]}
    no = wed(owner, "remove", state("90.115", spur="son", units=[german("98.109")]), **params)
    assert no["verdict"] == "illegal"


def test_the_whole_route_is_looked_at_from_41_232(owner: Context) -> None:
    """A German Unit far behind the Marker keeps it on the map, not at its Stop hex."""
    told = state("90.115", spur="son", units=[german("57.200")])
    answer = advance(owner, told)
    assert answer["removal"] == "no"
    other = advance(owner, told, options={"whole_map_from": "marker"})
    assert other["removal"] == "compulsory"
    assert any(note.startswith("referee: only the hexes north") for note in other["notes"])


def test_by_either_spur_or_by_both(owner: Context) -> None:
    told = state("52.210", units=[german("66.157")])
    assert advance(owner, told)["removal"] == "compulsory"
    strict = advance(owner, told, options={"whole_map": "every_way"})
    assert strict["removal"] == "no"
    # Once the spur is chosen the other no longer counts.
    told = state("61.141", spur="best", units=[german("66.157")])
    assert advance(owner, told, options={"whole_map": "every_way"})["removal"] == "compulsory"


def test_gone_is_gone(owner: Context) -> None:
    answer = advance(owner, state("off_map", spur="son"))
    assert answer["verdict"] == "closed"
    assert "never comes back" in answer["summary"]


def test_the_printed_stop_hexes_are_the_owners(real_context: Context) -> None:
    told = state("42.229", units=[german("64.138")])
    answer = advance(real_context, told)
    assert answer["reach"] == ["61.141"]
    assert answer["verdict"] == "undetermined"
    assert needed(answer) == ["supply owner/stops.csv: the printed Stop hexes of 61.140–63.139"]
    sure = advance(real_context, told, to="61.141", by=["son"])
    assert sure["verdict"] == "legal"
    asked = advance(real_context, told, to="62.139")
    assert asked["verdict"] == "undetermined"
    # Nothing lies between the Marker and the trouble: no Stop hex can matter.
    told = state("42.229", units=[german("42.228")])
    assert advance(real_context, told)["verdict"] == "closed"


def test_a_stop_hex_that_is_not_on_the_route_is_told(real_context: Context, tmp_path: Path) -> None:
    (tmp_path / "stops.csv").write_text("hex,name,game\n50.150,,\n", encoding="utf-8")
    context = Context(real_context.folder, real_context.loaded, owner_folder=tmp_path)
    answer = advance(context, state("42.229", units=[german("64.138")]))
    assert any("50.150" in line for line in answer["unchecked"])


def test_bad_dice(owner: Context) -> None:
    for rolls in ({"63.185/63.186": 10}, {"63.185/63.186": "x"}, {"nowhere": 3}, {"55.202": 1}):
        with pytest.raises(InputError):
            advance(owner, state("42.229"), bridge_dice=rolls)


def test_scenario_4_has_no_marker(owner: Context) -> None:
    answer = wed(owner, "advance", {}, scenario="4")
    assert answer["verdict"] == "illegal"


def test_what_is_not_known_is_not_said_to_be_impossible(owner: Context) -> None:
    answer = advance(owner, {"club_route": {"marker": "52.210"}})
    assert (answer["verdict"], answer["reach"]) == ("undetermined", [])
    assert answer["summary"].startswith("Tell me ")
