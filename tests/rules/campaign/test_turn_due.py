"""The turns of a day and what is due on each (WED 1.1, TDC 1.1, WED S4.5.4 …)."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.methods import Registry
from clubroute.rules.cli import main
from clubroute.rules.gts.position.turns import TIMES
from tests.cases import each
from tests.rules.campaign.conftest import Asking, september


def later(asked: Asking, turn: dict[str, str], turns: int = 1) -> Any:
    return asked("turn.next", turn=turn, turns=turns)["turn"]


@pytest.mark.parametrize(
    ("start", "turns", "end"),
    [
        (september(17, "1500"), 1, september(17, "1700")),
        (september(17, "1900"), 1, september(17, "Night")),
        (september(17, "Night"), 1, september(18, "0700")),
        (september(18, "0700"), 8, september(19, "0700")),
        (september(18, "0700"), -1, september(17, "Night")),
        (september(20, "1100"), 3, september(20, "1700")),
        (september(20, "1700"), 3, september(21, "0700")),
    ],
)
def test_the_night_turn_follows_1900_and_counts_as_a_turn(
    asked: Asking, start: dict[str, str], turns: int, end: dict[str, str]
) -> None:
    """WED 1.1, TDC 1.1: eight turns a day, the last of them Night."""
    assert later(asked, start, turns) == end
    assert asked("turn.next", turn=start, to=end)["turns"] == turns


def ids(asked: Asking, game: str, time: str, day: int | None = None) -> list[str]:
    date = {} if day is None else {"date": f"1944-09-{day}"}
    return [one["id"] for one in asked("turn.list", map=game, time=time, **date)["list"]]


def test_the_morning_has_weather_before_the_drops(asked: Asking) -> None:
    for game in ("wed", "tdc", "mg"):
        assert "weather" in ids(asked, game, "0700", 18)
        due = ids(asked, game, "0900", 18)
        assert due.index("fog") < due.index("drops")
        assert "fog" not in ids(asked, game, "1300", 18)


def test_the_first_turn_has_drop_one_and_no_other_day_has(asked: Asking) -> None:
    assert "drop_one" in ids(asked, "wed", "1500", 17)
    assert "drops" not in ids(asked, "wed", "1500", 17)
    assert "drop_one" not in ids(asked, "wed", "1500", 18)


@pytest.mark.parametrize(
    ("what", "day", "time"),
    [
        ("hartung", 18, "0900"),
        ("declare_route", 19, "1100"),
        ("groups", 23, "0900"),
        ("red_markers", 17, "Night"),
        ("green_markers", 18, "Night"),
        ("reorganise", 20, "Night"),
    ],
)
def test_what_is_due_on_one_turn_of_the_devils_cauldron(
    asked: Asking, what: str, day: int, time: str
) -> None:
    assert what in ids(asked, "tdc", time, day)
    assert what not in ids(asked, "tdc", time, day + 1)
    assert what not in ids(asked, "wed", time, day)
    always = asked("turn.list", map="tdc", time=time)["list"]
    assert next(one for one in always if one["id"] == what)["on"] == [f"1944-09-{day}"]


def test_in_the_combined_game_no_route_is_declared_and_no_german_air_comes(asked: Asking) -> None:
    assert "declare_route" not in ids(asked, "mg", "1100", 19)
    assert "german_air" in ids(asked, "tdc", "0700", 19)
    assert "german_air" not in ids(asked, "mg", "0700", 19)


# What the rulebooks give a turn, in either game and both joined, and what they cannot: each row is
# held on the turn named, by the rule named.
DUE: tuple[tuple[str, str, str, str, str], ...] = (
    # game, day and time, must be listed, must not be, rule
    (
        "wed",
        "17 1500",
        "drop_one strikes arrivals flak",
        "bridge_units emergency drops",
        "3.1, S5.4",
    ),
    ("wed", "17 1700", "strikes arrivals bridge_units", "drop_one flak routed_back", "2.15.7"),
    ("wed", "17 1900", "artillery bridge_units", "release sea-tails strikes", "4.3.1"),
    ("wed", "17 Night", "huber night_chits", "raid glider_pilots_leave end_of_day", "S5.5"),
    ("wed", "18 0700", "weather drop_choice routed_back", "chill emergency", "1.2, S3.1"),
    ("wed", "18 1500", "drops supply_drops glider_pilots", "strikes flak", "3.5, Conditional"),
    ("wed", "18 1900", "release night_chits", "artillery", "4.3.1"),
    ("wed", "18 Night", "raid glider_pilots_leave end_of_day", "huber marker_late", "S5.2"),
    ("wed", "20 0700", "chill arrivals", "emergency", "S5.1.1"),
    ("wed", "21 0700", "weather", "emergency chill", "S7.3.0"),
    ("wed", "21 Night", "arrivals marker_late end_of_day", "raid huber", "Victory Conditions"),
    ("wed", "22 0700", "emergency arrivals", "german_air", "S7.3.0"),
    ("wed", "24 Night", "emergency end_of_day", "marker_late", "S7.3.0"),
    (
        "tdc",
        "17 1500",
        "german_air_first german_air_units strikes drop_one flak",
        "bridge_units",
        "S4.3",
    ),
    ("tdc", "17 1700", "german_air_units", "german_air bridge_units drops emergency", "S4.3"),
    (
        "tdc",
        "17 Night",
        "garrisons red_markers replacements",
        "green_markers german_air_units",
        "S3.0",
    ),
    ("tdc", "18 0700", "german_air weather", "routed_two_days bridge_units ooij", "S4.3, S4.4"),
    ("tdc", "18 0900", "hartung fog supply_drops drop_strikes van_hoof", "bridge_units", "S4.5.4"),
    ("tdc", "18 1900", "bruhn german-air", "marker-option garrisons", "S4.5.1"),
    ("tdc", "18 Night", "green_markers", "red_markers raid huber end_of_day", "S3.0"),
    (
        "tdc",
        "19 0700",
        "routed_two_days german_air oranje_bon",
        "off_map_entry routed_back",
        "S4.4",
    ),
    (
        "tdc",
        "19 1100",
        "declare_route new_route_1100",
        "new_route_1300 bridge_units",
        "4.2, MG 2.5",
    ),
    ("tdc", "20 0900", "american_pilots", "bridge_units", "2.15.6, O1.0"),
    ("tdc", "20 1100", "bridge_units", "bridge_units_come declare_route", "2.15.6"),
    ("tdc", "20 1700", "bridge_units bridge_units_come", "", "2.15.6"),
    ("tdc", "20 Night", "reorganise", "groups", "S4.5.2"),
    ("tdc", "22 0700", "ooij routed_two_days", "emergency chill", "2.2, S4.4"),
    ("tdc", "23 0700", "german_air", "routed_two_days ooij", "S4.4"),
    ("tdc", "23 0900", "groups", "hartung", "S5.10"),
    (
        "mg",
        "17 1500",
        "drop_one strikes flak arrivals",
        "german_air_first bridge_units emergency",
        "MG 4.0",
    ),
    ("mg", "18 0900", "supply_drops drop_strikes hartung", "german_air_units", "MG 4.0, S4.5.4"),
    ("mg", "18 1900", "no-night-both sea-tails", "no-night german-air", "MG 6.0"),
    ("mg", "19 0700", "routed_back off_map_entry", "routed_two_days german_air", "MG 5.0"),
    ("mg", "19 1100", "drops", "declare_route new_route_1100", "MG 2.1"),
    ("mg", "20 0700", "chill", "emergency", "S5.1.1, MG 8.0"),
    ("mg", "21 0700", "emergency", "ooij", "MG 8.0"),
    ("mg", "22 0700", "emergency ooij", "german_air", "2.2"),
)


@each(("game", "turn", "must", "must_not", "rule"), DUE)
def test_a_turn_lists_what_the_rules_have_due_then_and_nothing_that_cannot_be(
    asked: Asking, game: str, turn: str, must: str, must_not: str, rule: str
) -> None:
    day, time = turn.split()
    listed = set(ids(asked, game, time, int(day)))
    assert set(must.split()) <= listed, rule
    assert not set(must_not.split()) & listed, rule


def cites(asked: Asking, game: str, time: str, day: int) -> dict[str, str]:
    rows = asked("turn.list", map=game, time=time, date=f"1944-09-{day}")["list"]
    return {one["id"]: one["cite"] for one in rows}


def test_a_row_cites_the_rule_of_its_game(asked: Asking) -> None:
    """Only Where Eagles Dare and both joined have Sea Tails; MG 8.0 has a call of its own."""
    tdc = asked("turn.list", map="tdc", time="1100", date="1944-09-19")["list"]
    supply = next(one for one in tdc if one["id"] == "supply_drops")
    assert "Sea Tail" not in supply["text"]
    assert supply["cite"] == "TDC 3.5"
    assert cites(asked, "mg", "0700", 21)["emergency"] == "WED MG 8.0, WED S7.3.0"
    assert cites(asked, "mg", "0700", 19)["routed_back"].startswith("WED S3.1, WED MG 1.3")


@pytest.mark.parametrize("game", ["wed", "tdc", "mg"])
def test_no_turn_before_the_first_or_after_the_last_has_a_list(asked: Asking, game: str) -> None:
    for day, time in ((17, "1300"), (16, "1500"), (25, "0700")):
        with pytest.raises(InputError, match="1500, September 17, 1944 to Night, September 24"):
            ids(asked, game, time, day)


def in_scenario(asked: Asking, scenario: str, **turn: str) -> dict[str, Any]:
    answer = asked("turn.list", map="wed", scenario=scenario, **turn)
    return {one["id"]: one for one in answer["list"]}


def test_a_scenario_has_due_what_it_takes_of_the_sequence_of_play(asked: Asking) -> None:
    """WED-2: play begins with step 5, steps 1 to 4 are never taken; the weather is told."""
    due = in_scenario(asked, "WED-2", time="1500")
    assert list(due) == ["sequence", "points", "mug", "first_chit", "events"]
    assert due["sequence"]["text"].startswith("Play begins with step 5")
    assert "KG Walther: Command Rating 4, Command Points 6" in due["points"]["text"]
    assert "101st Division Activation" in due["mug"]["text"]
    assert list(in_scenario(asked, "WED-2", time="1700")) == ["sequence", "events", "last"]
    assert "only steps 6 to 9" in in_scenario(asked, "WED-1")["sequence"]["text"].casefold()


def test_a_scenario_takes_the_games_own_list_as_far_as_it_plays_it(asked: Asking) -> None:
    four = in_scenario(asked, "WED-4", time="0700", date="1944-09-23")
    assert "bridge_units" in four
    assert {"weather", "drops"}.isdisjoint(four)
    campaign = in_scenario(asked, "campaign", time="0700", date="1944-09-18")
    assert {"weather", "drop_change", "off_map_entry"} <= set(campaign)
    assert "mug" in in_scenario(asked, "campaign")


def test_a_turn_outside_a_scenario_is_refused(asked: Asking) -> None:
    with pytest.raises(InputError, match="expected a turn of WED-2: 1500, September 20"):
        in_scenario(asked, "WED-2", time="0700")
    with pytest.raises(InputError, match="one of 0700"):
        asked("turn.list", map="wed")
    with pytest.raises(InputError, match="one of 0700"):  # a day has eight turns
        in_scenario(asked, "WED-4", date="1944-09-23")


def test_the_1900_turn_is_told_step_by_step(asked: Asking) -> None:
    due = ids(asked, "wed", "1900", 18)
    assert due.index("advance") < due.index("release") < due.index("open")


def test_every_turn_of_every_game_names_methods_that_are_there(asked: Asking) -> None:
    known = {method.name for method in Registry().all()}
    for game in ("wed", "tdc", "mg"):
        for time in TIMES:
            for one in asked("turn.list", map=game, time=time)["list"]:
                assert set(one["ask"]) <= known, one


@pytest.mark.usefixtures("gts_map")
def test_the_command_lists_any_turn(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["turn", "0900", "1944-09-18", "--text"]) == 0
    assert "whether it lifts. [WED 1.2]" in capsys.readouterr().out
    assert main(["turn", "0800"]) == 2
    assert "one of 0700" in capsys.readouterr().err
