"""Weather and fog, sentence by sentence (WED 1.2, TDC 1.2)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from tests.cases import each
from tests.rules.campaign.conftest import Asking
from tests.rules.needed import needed

TABLE = """game,date,low,high,weather,fog_number
,,0,2,clear,
,,3,4,fog,5
,,5,7,overcast,
,,8,9,rain,
wed,1944-09-19,0,9,fog,2
"""


def test_the_first_day_is_clear(asked: Asking) -> None:
    for game in ("wed", "mg"):
        found = asked("weather.day", map=game, date="1944-09-17")
        assert (found["verdict"], found["weather"]) == ("decided", "clear")
    assert asked("weather.day", map="tdc", date="1944-09-17")["verdict"] == "undetermined"


def test_without_the_table_it_is_needed(asked: Asking) -> None:
    found = asked("weather.day", map="wed", date="1944-09-18", die=3)
    assert found["verdict"] == "undetermined"
    assert needed(found) == ["supply owner/weather.csv: The Weather Table"]


@pytest.mark.parametrize(
    ("scenario", "date", "verdict"),
    [
        ("WED-2", "1944-09-20", "decided"),
        ("WED-4", "1944-09-22", "decided"),
        ("WED-4", "1944-09-23", "decided"),
        ("WED-4", "1944-09-25", "undetermined"),
        ("campaign", "1944-09-17", "decided"),
        ("campaign", "1944-09-18", "undetermined"),
    ],
)
def test_a_scenario_may_fix_the_weather(
    asked: Asking, scenario: str, date: str, verdict: str
) -> None:
    found = asked("weather.day", map="wed", scenario=scenario, date=date, die=9)
    assert found["verdict"] == verdict
    assert found.get("weather") == ("clear" if verdict == "decided" else None)


@pytest.mark.parametrize("scenario", ["WED-1", "WED-2", "WED-3", "WED-4"])
def test_a_scenario_that_fixes_its_weather_needs_no_day_and_has_no_fog(
    asked: Asking, scenario: str
) -> None:
    day = asked("weather.day", map="wed", scenario=scenario)
    fog = asked("weather.fog", map="wed", scenario=scenario, time="0900", fog_number=5, die=9)
    course = asked("weather.course", map="wed", scenario=scenario, weather="fog", fog_number=5)
    assert day["weather"] == fog["weather"] == "clear"
    assert [one["verdict"] for one in (day, fog, course)] == ["decided"] * 3
    assert set(course["turns"].values()) == {"clear"}


@pytest.mark.parametrize("told", [{}, {"scenario": "campaign"}])
def test_else_weather_is_of_a_day_and_fog_is_rolled_for(
    asked: Asking, told: dict[str, Any]
) -> None:
    with pytest.raises(InputError, match="date: found nothing, expected the day"):
        asked("weather.day", map="wed", **told)
    found = asked("weather.fog", map="wed", **told, time="0900", fog_number=5, die=9)
    assert found["weather"] == "fog"


def test_the_0700_roll_of_the_example(asked: Asking, owner: Path) -> None:
    """A 3 produces fog with a clear number of 5."""
    (owner / "weather.csv").write_text(TABLE, encoding="utf-8")
    found = asked("weather.day", map="tdc", date="1944-09-18", die=3)
    assert (found["weather"], found["fog_number"]) == ("fog", 5)
    listed = asked("weather.day", map="tdc", date="1944-09-18")
    assert listed["outcomes"][1] == {"die": [3, 4], "result": "fog, clear number 5"}
    own = asked("weather.day", map="wed", date="1944-09-19", die=9)
    assert (own["weather"], own["fog_number"]) == ("fog", 2)


@each("game", ["wed", "tdc", "mg"])
@each("die", range(10))
@each(("time", "stays"), [("0900", "fog"), ("1100", "overcast")])
def test_fog_clears_on_the_number_or_less(
    asked: Asking, game: str, die: int, time: str, stays: str
) -> None:
    """WED Components, TDC Components."""
    found = asked("weather.fog", map=game, time=time, fog_number=5, die=die)
    assert found["weather"] == ("clear" if die <= 5 else stays)
    until = "for the 0900 turn" if found["weather"] == "fog" else "for the rest of the day"
    assert until in found["steps"][-1]["why"]


def test_every_face_is_listed_without_a_die(asked: Asking) -> None:
    found = asked("weather.fog", map="wed", time="0900", fog_number=5)
    assert found["outcomes"] == [
        {"die": [0, 1, 2, 3, 4, 5], "result": "clear"},
        {"die": [6, 7, 8, 9], "result": "fog"},
    ]
    assert asked("weather.fog", map="wed", time="0900")["verdict"] == "undetermined"
    found = asked("weather.fog", map="wed", time="1300", fog_number=5)
    assert found["verdict"] == "illegal"


@pytest.mark.parametrize(
    ("weather", "rolls", "turns", "cleared"),
    [
        ("clear", {}, ["clear"] * 8, None),
        ("rain", {}, ["rain"] * 8, None),
        ("fog", {"0900": 5}, ["fog"] + ["clear"] * 7, "0900"),
        ("fog", {"0900": 6, "1100": 0}, ["fog"] * 2 + ["clear"] * 6, "1100"),
        ("fog", {"0900": 6, "1100": 6}, ["fog"] * 2 + ["overcast"] * 6, None),
    ],
)
def test_the_course_of_a_day(
    asked: Asking, weather: str, rolls: Any, turns: list[str], cleared: str | None
) -> None:
    found = asked("weather.course", map="wed", weather=weather, fog_number=5, dice=rolls)
    assert list(found["turns"].values()) == turns
    assert found.get("cleared") == cleared


def test_a_die_that_is_missing_is_needed(asked: Asking) -> None:
    found = asked("weather.course", map="wed", weather="fog", fog_number=5, dice={"0900": 9})
    assert (found["verdict"], list(found["turns"])) == ("undetermined", ["0700", "0900"])
    assert needed(found) == ["dice.1100: the die for the fog"]
    with pytest.raises(InputError, match="fog_number"):
        asked("weather.course", map="wed", weather="fog", dice={"0900": 9})
