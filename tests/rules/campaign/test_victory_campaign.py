"""The campaign's score, sentence by sentence: its lines, and the totals of every day (WED)."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.builder.errors import InputError
from tests.rules.campaign.conftest import Asking, september
from tests.rules.campaign.scoring import GONE, NOTHING, campaign


@pytest.mark.parametrize(
    ("line", "side", "each"),
    [
        ("released", "Allied", 5),
        ("not_cut", "Allied", 8),
        ("command", "Allied", 3),
        ("dispatch", "Allied", 4),
        ("steps_off", "German", 1),
        ("steps_on_map", "German", 1),
        ("cut", "German", 10),
        ("attacked", "German", 1),
        ("closed", "German", 2),
        ("emergency", "German", 10),
    ],
)
def test_what_each_line_is_worth(asked: Asking, line: str, side: str, each: int) -> None:
    """WED campaign VP."""
    base = campaign(asked, 20)
    found = campaign(asked, 20, **{line: 1})
    assert found["lines"][line] == {"side": side, "count": 1, "points": each}
    change = each if side == "Allied" else -each
    assert found["score"] - base["score"] == change
    assert found["score"] == found["allied"] - found["german"]


@pytest.mark.parametrize(("day", "points"), [(18, 30), (19, 20), (20, 10), (21, 0)])
def test_the_day_the_marker_leaves_the_map(asked: Asking, day: int, points: int) -> None:
    """WED campaign VP."""
    found = campaign(asked, 22, {"club_route": {"removed": f"1944-09-{day}"}})
    assert found["lines"]["off_map"] == {"side": "Allied", "points": points}
    assert found["score"] == points


def test_a_marker_off_the_map_on_the_first_day_has_no_points_in_the_text(asked: Asking) -> None:
    found = campaign(asked, 19, {"club_route": {"removed": "1944-09-17"}})
    assert found["lines"]["off_map"]["points"] == 0
    assert any("undefined" in note for note in found["notes"])


def test_the_emergency_call_scores_once(asked: Asking) -> None:
    assert campaign(asked, 23, emergency=1)["german"] == 10
    assert campaign(asked, 23, emergency=5)["german"] == 10


@pytest.mark.parametrize(
    ("day", "allied", "german"),
    [(18, 71, -11), (19, 61, -8), (20, 51, 15), (21, 51, 25), (22, 51, 30), (23, 51, 45)],
)
def test_totals_of_a_day_with_a_draw(asked: Asking, day: int, allied: int, german: int) -> None:
    """WED campaign VP."""
    gone = {"club_route": {"removed": "1944-09-21", "marker": "off_map"}}

    def winner(score: int) -> str:
        # 1-point lines make every total: not_cut brings it up in eights, steps_off down by one
        eights = max(0, -(-score // 8))
        found = campaign(asked, day, gone, not_cut=eights, steps_off=eights * 8 - score)
        assert found["score"] == score
        assert found["totals"] == {"Allied": allied, "German": german}
        assert found["margin"] == {"Allied": score - allied, "German": german - score}
        return str(found["winner"])

    assert winner(allied) == "Allied"
    assert winner(allied - 1) == "draw"
    assert winner(german + 1) == "draw"
    assert winner(german) == "German"


def test_the_last_day_has_no_draw(asked: Asking) -> None:
    gone = {"club_route": {"removed": "1944-09-21"}}
    found = campaign(asked, 24, gone, not_cut=7, attacked=5)
    assert (found["score"], found["winner"]) == (51, "Allied")
    found = campaign(asked, 24, gone, not_cut=7, attacked=6)
    assert (found["score"], found["winner"]) == (50, "German")


def test_the_first_day_has_no_totals(asked: Asking) -> None:
    found = campaign(asked, 17, {"club_route": {"marker": "42.229"}})
    assert (found["verdict"], found["winner"]) == ("decided", "undefined")
    assert any("1944-09-17" in note for note in found["notes"])


def test_before_the_night_turn_it_is_only_how_things_stand(asked: Asking) -> None:
    state = {"turn": september(20, "1100"), **GONE}
    found = asked("victory.score", scenario="campaign", state=state, counts=NOTHING)
    assert found["totals"] == {"Allied": 51, "German": 15}
    assert any("Night" in note for note in found["notes"])
    with pytest.raises(InputError, match="the day that has ended"):
        asked("victory.score", scenario="campaign", state=GONE, counts=NOTHING)
    with pytest.raises(InputError, match="not before"):
        campaign(asked, 16)


@pytest.mark.parametrize(
    ("route", "day", "immediate"),
    [
        ({"marker": "61.141"}, 21, True),
        ({"marker": "61.141"}, 22, True),
        ({"marker": "61.141"}, 20, False),
        ({"removed": "1944-09-21"}, 22, False),
        ({"removed": "1944-09-22"}, 22, True),
        ({"marker": "south"}, 21, True),
    ],
)
def test_still_on_the_map_after_the_21st(
    asked: Asking, route: Any, day: int, immediate: bool
) -> None:
    found = campaign(asked, day, {"club_route": route}, not_cut=40)
    assert found.get("immediate", False) == immediate
    if immediate:
        assert found["winner"] == "German"


def test_on_the_21st_itself_the_marker_may_still_leave(asked: Asking) -> None:
    state = {"turn": september(21, "1700"), "club_route": {"marker": "61.141"}}
    found = asked("victory.score", scenario="campaign", state=state, counts=NOTHING)
    assert "immediate" not in found
