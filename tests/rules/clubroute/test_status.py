"""Open and Cut (WED 4.3.3, S6.1.2, The 1900 Turn), sentence by sentence."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from tests.rules.clubroute.asking import state, wed
from tests.rules.needed import needed

DOWN = {"66.156/66.157": "destroyed"}


def status(context: Context, params: dict[str, Any] | None = None, **told: Any) -> dict[str, Any]:
    """``clubroute.status`` with the Marker in 61.141 by the Son spur."""
    return wed(context, "status", state("61.141", spur="son", **told), **(params or {}))


@pytest.mark.parametrize("die", range(10))
def test_the_example_of_seven(real_context: Context, die: int) -> None:
    """Two Closed and three Attacked make 7: anything but an 8 or 9 cuts the route."""
    answer = status(real_context, {"die": die}, attacked=3, closed=2)
    assert (answer["status"] == "cut") is (die <= 7)
    assert answer["verdict"] == ("closed" if die <= 7 else "open")


@pytest.mark.parametrize("die", [0, 9])
def test_all_markers_are_used_whatever_the_result(real_context: Context, die: int) -> None:
    answer = status(
        real_context, {"die": die}, attacked=3, closed=2, used={"attacked": 1, "closed": 0}
    )
    route = answer["club_route"]
    assert (route["attacked"], route["closed"]) == (0, 0)
    assert route["used"] == {"attacked": 4, "closed": 2}


def test_more_than_nine_always_cuts(real_context: Context) -> None:
    answer = status(real_context, {"die": 9}, closed=7)
    assert answer["status"] == "cut"
    assert answer["check"]["value"] == 14
    assert answer["check"]["cut_on"] == list(range(10))


def test_what_a_check_would_need(real_context: Context) -> None:
    answer = status(real_context, {"check": True}, attacked=1, closed=1)
    assert answer["verdict"] == "undetermined"
    assert needed(answer) == ["die: the die of the check, Cut on 3 or less (WED 4.3.3)"]
    assert status(real_context, attacked=1, closed=1)["verdict"] == "open"


def test_only_at_the_guards_activation(real_context: Context) -> None:
    wrong = status(real_context, {"die": 0, "activation": "101st Airborne"}, closed=3)
    assert wrong["verdict"] == "illegal"
    right = status(real_context, {"die": 0, "activation": "Guards Armored Division"}, closed=3)
    assert right["status"] == "cut"


def test_cut_costs_the_guards_two(real_context: Context) -> None:
    line = status(real_context, status="cut")["steps"][-1]
    assert line["why"] == "Guards Armored Units: Troop Quality Rating -2"
    assert line["rule"] == "WED 4.3.3, WED S6.1.2"
    both = wed(real_context, "status", state("61.141", spur="son", status="cut"))
    assert both["verdict"] == "closed"


def test_it_stays_cut_until_1900(real_context: Context) -> None:
    assert status(real_context, status="cut")["status"] == "cut"
    answer = status(real_context, {"reset": True}, status="cut", attacked=2)
    assert answer["status"] == "open"
    assert answer["steps"][0]["rule"] == "WED 4.3.3, WED The 1900 Turn, step 3"
    assert answer["club_route"]["attacked"] == 2  # unused markers stay in the box


def test_a_destroyed_bridge_cuts_at_once(real_context: Context) -> None:
    answer = status(real_context, bridges=DOWN)
    assert answer["status"] == "cut"
    assert answer["club_route"]["cut_by"] == ["66.156/66.157"]


def test_and_no_1900_turn_opens_it(real_context: Context) -> None:
    assert status(real_context, {"reset": True}, bridges=DOWN)["status"] == "cut"


@pytest.mark.parametrize(
    ("bridge", "result"),
    [
        ({"state": "bailey", "control": "Allied"}, "open"),
        ({"state": "intact", "control": "Allied"}, "open"),
        ({"state": "bailey", "control": "German"}, "cut"),
        ({"state": "destroyed", "control": "Allied"}, "cut"),
        ({"state": "bailey_out", "control": "Allied"}, "cut"),
    ],
)
def test_until_repaired_and_under_allied_control(
    real_context: Context, bridge: dict[str, str], result: str
) -> None:
    told: dict[str, Any] = {"bridges": {"66.156/66.157": bridge}, "cut_by": ["66.156/66.157"]}
    answer = status(real_context, **told)
    assert answer["status"] == result
    assert bool(answer["club_route"]["cut_by"]) is (result == "cut")


def test_control_must_be_told(real_context: Context) -> None:
    told: dict[str, Any] = {"bridges": {"66.156/66.157": "bailey"}, "cut_by": ["66.156/66.157"]}
    answer = status(real_context, **told)
    assert answer["verdict"] == "undetermined"
    assert "state.bridges.66.156/66.157.control" in needed(answer)[0]


@pytest.mark.parametrize("bridge", ["74.129/75.129", "52.157/52.158"])
def test_a_bridge_elsewhere_does_not_cut(real_context: Context, bridge: str) -> None:
    """Anywhere along Club Route: not north of the Marker, not on the other spur."""
    assert status(real_context, bridges={bridge: "destroyed"})["status"] == "open"


@pytest.mark.parametrize(
    ("unsaid", "need"),
    [
        ("status", "state.club_route.status: open or cut, as its marker shows"),
        ("cut_by", ""),  # no bridge is told to be destroyed
    ],
)
def test_what_the_markers_show_must_be_told(real_context: Context, unsaid: str, need: str) -> None:
    told = state("61.141", spur="son")
    del told["club_route"][unsaid]
    answer = wed(real_context, "status", told)
    assert answer["verdict"] == ("undetermined" if need else "open")
    assert "".join(needed(answer)).startswith(need)
    assert unsaid not in answer["club_route"] or unsaid == "cut_by"


def test_with_nothing_told_nothing_is_said_to_be_open(real_context: Context) -> None:
    answer = wed(real_context, "status", {})
    assert answer["verdict"] == "undetermined"
    assert [need.partition(":")[0] for need in needed(answer)] == [
        "state.bridges",
        "state.club_route.status",
    ]


def test_a_check_does_not_mend_a_bridge(real_context: Context) -> None:
    answer = status(real_context, {"die": 9}, attacked=1, bridges=DOWN)
    assert answer["status"] == "cut"


def test_the_bridge_mended_a_check_still_cuts(real_context: Context) -> None:
    told: dict[str, Any] = {
        "bridges": {"66.156/66.157": {"state": "bailey", "control": "Allied"}},
        "cut_by": ["66.156/66.157"],
        "status": "cut",
    }
    assert status(real_context, **told)["status"] == "cut"
    assert status(real_context, {"reset": True}, **told)["status"] == "open"


def test_a_check_of_markers_nobody_told_has_no_value(real_context: Context) -> None:
    told = {"club_route": {"marker": "61.141", "status": "open"}}
    asked = {"map": "wed", "state": told, "check": True, "die": 5}
    answer = ask(real_context, "clubroute.status", asked)
    assert (answer["verdict"], "check" in answer) == ("undetermined", False)
    full = {"club_route": {**told["club_route"], "attacked": 1, "closed": 1}}
    assert ask(real_context, "clubroute.status", {**asked, "state": full})["check"]["value"] == 3


@pytest.mark.parametrize("method", ["trace", "status", "advance"])
def test_the_campaign_is_played_on_the_whole_route(real_context: Context, method: str) -> None:
    asked = {"map": "wed", "state": {"club_route": {"marker": "61.141"}}}
    named = ask(real_context, f"clubroute.{method}", {**asked, "scenario": "campaign"})
    assert named == ask(real_context, f"clubroute.{method}", asked)
