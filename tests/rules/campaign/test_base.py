"""What the campaign's methods stand on: turns, history, topics as data, the working."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.errors import InputError
from clubroute.rules.answer.chances import by_face
from clubroute.rules.answer.working import Working
from clubroute.rules.gts.games import SERIES
from clubroute.rules.gts.position import NOTHING_SAID
from clubroute.rules.gts.position.turns import (
    TIMES,
    Turn,
    first_turn,
    read_turn,
)


def turn(day: int, time: str) -> Turn:
    """A turn of September 1944."""
    return read_turn({"date": f"1944-09-{day:02}", "time": time}, "turn")


def test_a_day_has_eight_turns_and_night_follows_1900() -> None:
    """WED 1.1: the night turn begins the turn after the 1900 turn."""
    assert len(TIMES) == 8
    assert turn(17, "1900").later(1) == turn(17, "Night")
    assert turn(17, "Night").later(1) == turn(18, "0700")
    assert str(first_turn()) == "1944-09-17 1500"


@given(st.integers(0, 500), st.integers(-400, 400))
def test_turns_count_on_through_the_days(start: int, by: int) -> None:
    first = Turn(700000 + start // 8, start % 8)
    assert first.later(by).number - first.number == by
    assert (first.later(by) > first) == (by > 0)
    assert first.later(by).later(-by) == first


@pytest.mark.parametrize("text", ["0900", "09:00", "900"])
def test_a_time_may_be_written_in_several_ways(text: str) -> None:
    assert turn(18, text).record() == {"date": "1944-09-18", "time": "0900"}
    assert turn(18, "night").time == "Night"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"date": "1944-09-18", "time": "0800"}, "turn.time: found '0800', expected one of 0700"),
        ({"date": "1944-09-31", "time": "0900"}, "turn.date: found '1944-09-31', expected a date"),
        ({"date": 18, "time": "0900"}, "turn.date: found 18"),
        ("0900", "turn: found '0900', expected a turn"),
    ],
)
def test_a_wrong_turn_is_one_line(value: Any, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_turn(value, "turn")
    assert message in str(caught.value)


def test_history_is_read_in_order() -> None:
    records = [
        {"event": "entered", "side": "German", "hex": "75.129"},
        {"event": "released", "formation": "Group Cold", "turn": turn(18, "1900").record()},
        {"event": "entered", "side": "Allied", "hex": "75.129"},
    ]
    position = SERIES.read_state({"history": records})
    found = position.history
    assert found is not None
    assert [event.side for event in found] == ["German", None, "Allied"]
    assert (found[1].formation, found[1].turn) == ("Group Cold", turn(18, "1900"))
    assert len(position.events("entered")) == 2
    assert (NOTHING_SAID.history, NOTHING_SAID.events("entered")) == (None, ())


@pytest.mark.parametrize(
    ("records", "message"),
    [
        ([{"event": "enterd"}], "history[0].event: found 'enterd', expected one of"),
        ([{"event": "enterd"}], "(did you mean entered?)"),
        (
            [
                {"event": "entered", "turn": {"date": "1944-09-18", "time": "0900"}},
                {"event": "entered", "turn": {"date": "1944-09-17", "time": "1900"}},
            ],
            "history[1].turn: found 1944-09-17 1900 after 1944-09-18 0900",
        ),
    ],
)
def test_a_wrong_history_is_one_line(records: list[Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        SERIES.read_state({"history": records})
    assert message in str(caught.value)


def test_a_working_is_legal_until_something_forbids_or_lacks() -> None:
    work = Working()
    work.check(True, "yes", "no", "WED 1.1")
    assert (work.verdict, work.receipt().record()["steps"][0]["why"]) == ("legal", "yes")
    work.check(None, "yes", "no", "WED 1.1", "the die")
    assert (work.verdict, work.needs) == ("undetermined", ["the die"])
    work.check(False, "yes", "no", "WED 1.1")
    assert (work.verdict, work.receipt().record()["steps"][-1]["verdict"]) == ("illegal", "illegal")


def test_faces_with_the_same_result_stand_together() -> None:
    assert by_face({2: "b", 0: "a", 1: "a"}) == [
        {"die": [0, 1], "result": "a"},
        {"die": [2], "result": "b"},
    ]


def test_what_a_state_says_of_fire_zones() -> None:
    position = SERIES.read_state(
        {
            "fire_zones": {"German": ["75.129"]},
            "units": [{"side": "German", "hex": "75.129"}, {"side": "Allied", "hex": "75.129"}],
        }
    )
    assert position.zones("German") == frozenset(("75.129",))
    assert position.zones("Allied") is None
    assert position.in_zone("German", ["74.129", "75.129"]) is True
    assert position.in_zone("German", ["74.129"]) is False
    assert position.in_zone("Allied", ["74.129"]) is None
    assert len(position.units_in(["75.129"], "German")) == 1
