"""Turns, arrivals and victory, by sentence: INS 1.1, 1.7, 1.12b, 3.3, 4.0, 5.0, 5.5–5.8."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.methods import Registry
from clubroute.rules.scs.games import book
from tests.rules.needed import needed
from tests.rules.scs.conftest import Ins

ALLIED = ["reinforcements", "air_drops", "road_march", "barrage", "movement", "combat"]
ALLIED += ["exploitation", "supply", "dg_removal"]


def turn(ins: Ins, number: int, scenario: str = "5.1", **said: Any) -> Mapping[str, Any]:
    """Ask for the phases of a turn."""
    return ins("turn.list", state={"scenario": scenario, "turn": {"number": number}}, **said)


def test_the_phases_of_both_sides_in_the_rulebooks_order(ins: Ins) -> None:
    phases = turn(ins, 1)["phases"]
    assert [one["id"] for one in phases if one["side"] == "Allied"] == ALLIED
    german = [one["id"] for one in phases if one["side"] == "German"]
    assert german == [one for one in ALLIED if one != "air_drops"]
    assert phases[0]["side"] == "Allied"


def test_unused_air_strikes_go_with_the_barrage_phase(ins: Ins) -> None:
    told = [one["does"] for one in turn(ins, 1)["phases"] if one["id"] == "barrage"]
    assert told == ["conduct barrages, then remove unused Air Strikes"] * 2


@pytest.mark.parametrize(("number", "drops"), [(1, True), (2, True), (3, False), (16, True)])
def test_air_drops_come_on_turn_one_and_am_turns(ins: Ins, number: int, drops: bool) -> None:
    assert ("air_drops" in [one["id"] for one in turn(ins, number)["phases"]]) is drops


@pytest.mark.parametrize("scenario", ["5.5", "5.6", "5.7", "5.8"])
def test_a_scenario_without_air_drops_lists_none(ins: Ins, scenario: str) -> None:
    state = {"scenario": scenario, "turn": {"number": 6 if scenario in ("5.6", "5.7") else 12}}
    told = ins("turn.list", state=state)
    assert "air_drops" not in [phase["id"] for phase in told["phases"]]
    assert any(scenario in step["rule"] for step in told["steps"] if "Air Drops" in step["why"])


@pytest.mark.parametrize(("scenario", "first"), [("5.5", 8), ("5.8", 10)])
def test_two_scenarios_begin_with_the_german_player_turn(
    ins: Ins, scenario: str, first: int
) -> None:
    assert {one["side"] for one in turn(ins, first, scenario)["phases"]} == {"German"}
    assert {one["side"] for one in turn(ins, first + 1, scenario)["phases"]} == {"Allied", "German"}


@pytest.mark.parametrize(
    ("scenario", "first", "last"),
    [
        ("5.1", 1, 17),
        ("5.2", 1, 17),
        ("5.3", 2, 17),
        ("5.4", 6, 17),
        ("5.5", 8, 17),
        ("5.6", 2, 7),
        ("5.7", 6, 14),
        ("5.8", 10, 17),
    ],
)
def test_the_first_and_last_turn_of_each_scenario(
    ins: Ins, scenario: str, first: int, last: int
) -> None:
    for number in range(1, 18):
        inside = turn(ins, number, scenario)["verdict"] == "decided"
        assert inside is (first <= number <= last)


@pytest.mark.parametrize("name", ["5.5", "INS-5.5", "ins-5.5", "Hexenkessel"])
def test_a_scenario_is_meant_by_its_number_its_id_and_its_title(ins: Ins, name: str) -> None:
    assert {one["side"] for one in turn(ins, 8, name)["phases"]} == {"German"}


def test_the_turns_and_air_strikes_are_those_of_the_set_ups(ins: Ins) -> None:
    for scenario, row in book("turns").rows("scenarios").items():
        told = ins("scenario.values", scenario=scenario)
        turns = told["turns"]
        assert (turns["first"], turns["last"]) == (row.number("first"), row.number("last"))
        begins = turns.get("begins")
        assert {"German": "Allied", "Allied": "German"}.get(begins, "") == row.text("skip")
        strikes = [one for one in told["stocks"] if one["what"] == "Air Strikes"]
        divided = book("barrage")["air"].rows("scenarios").get(scenario)
        for one in strikes:
            assert divided is not None
            assert one["divided_by"] == divided.number("divide")
            assert one["side"] == divided.text("side")
        assert bool(strikes) is (divided is not None)


def test_every_method_a_phase_names_can_be_asked(ins: Ins) -> None:
    known = {one.name for methods in Registry().others().values() for one in methods}
    named = {
        name for number in (1, 2) for one in turn(ins, number)["phases"] for name in one["ask"]
    }
    assert named <= known


@pytest.mark.parametrize(
    ("due", "shifts", "choices"),
    [
        ("E", [], ["E", "F", "D"]),
        ("E", ["F"], ["F", "G"]),
        ("E", ["F", "G"], ["G", "H"]),
        ("E", ["F", "G", "H"], ["H"]),
        ("E", ["D"], ["D", "C"]),
        ("B", [], ["B", "C"]),
        ("L", [], ["L", "K"]),
        ("C", ["B"], ["B"]),
    ],
)
def test_a_group_shifts_an_area_a_turn_one_way_three_times_and_never_to_a(
    ins: Ins, due: str, shifts: list[str], choices: list[str]
) -> None:
    assert ins("arrival.shift", due=due, shifts=shifts)["choices"] == choices


@pytest.mark.parametrize(
    "shifts", [["G"], ["F", "E"], ["F", "F"], ["F", "G", "H", "I"], ["D", "C", "B", "A"]]
)
def test_a_group_neither_jumps_nor_turns_back_nor_waits(ins: Ins, shifts: list[str]) -> None:
    assert ins("arrival.shift", due="E", shifts=shifts)["verdict"] == "illegal"


def test_a_group_enters_where_it_stands_or_shifts_on(ins: Ins) -> None:
    for to, verdict in (("F", "legal"), ("G", "legal"), ("E", "illegal"), ("H", "illegal")):
        assert ins("arrival.shift", due="E", shifts=["F"], to=to)["verdict"] == verdict


def score(ins: Ins, scenario: str, number: int = 17, **said: Any) -> Mapping[str, Any]:
    """Ask who wins at the end of a turn."""
    return ins("victory.score", state={"scenario": scenario, "turn": {"number": number}}, **said)


@pytest.mark.parametrize("scenario", ["5.1", "5.2", "5.3", "5.4"])
def test_the_campaigns_turn_on_the_trace_of_airborne_units_in_arnhem(
    ins: Ins, scenario: str
) -> None:
    assert score(ins, scenario, arnhem=True)["winner"] == "Allied"
    assert score(ins, scenario, arnhem=False)["winner"] == "German"
    assert score(ins, scenario)["verdict"] == "undetermined"
    assert score(ins, scenario, 16, arnhem=True)["verdict"] == "undetermined"


def test_the_germans_win_the_cauldron_by_clearing_the_north_of_the_rhine(ins: Ins) -> None:
    assert score(ins, "5.5", north=False)["winner"] == "German"
    assert score(ins, "5.5", north=True)["winner"] == "Allied"


@pytest.mark.parametrize("side", ["Allied", "German"])
def test_who_controls_the_northern_end_wins_hold_until_relieved(ins: Ins, side: str) -> None:
    assert score(ins, "5.6", 7, held={"A49.06": side})["winner"] == side


def test_hail_mary_has_no_printed_conditions(ins: Ins) -> None:
    assert "your group" in needed(score(ins, "5.7", 14))[0]


OBJECTIVES = ("C16.15", "C17.15", "C15.13", "C16.12", "C31.09", "C12.23")


@pytest.mark.parametrize(
    ("allied", "cut", "winner", "level"),
    [
        ((), [], "German", "decisive"),
        (("C12.23",), [17], "German", "marginal"),
        (("C12.23",), [12, 13, 14, 15], "German", "minor"),
        (("C12.23",), [12, 13, 14, 16], "Allied", None),
        (("C31.09",), [], "Allied", None),
        (("C16.12",), [14, 15, 16, 17], "German", "marginal"),
    ],
)
def test_the_levels_of_hells_highway(
    ins: Ins, allied: tuple[str, ...], cut: list[int], winner: str, level: str | None
) -> None:
    held = {one: "Allied" if one in allied else "German" for one in OBJECTIVES}
    answer = score(ins, "5.8", held=held, uden_cut=cut)
    assert (answer["winner"], answer.get("level")) == (winner, level)


def test_an_unknown_area_is_told_with_the_nearest(ins: Ins) -> None:
    with pytest.raises(InputError, match="expected one of A, B"):
        ins("arrival.shift", due="M")


PARA = {"name": "x", "side": "Allied", "division": "1", "hex": "A51.06"}


def test_a_campaign_is_won_by_the_trace_that_the_position_allows(ins: Ins) -> None:
    """4.0: of a unit in Arnhem whose division XXX Corps has reached, from the road to Entry A."""
    end = {"scenario": "5.1", "turn": {"number": 17}, "bridges": {}, "ferries": {}}

    def winner(*units: Mapping[str, Any], **said: Any) -> Any:
        return ins("victory.score", state={**end, "units": list(units), **said})

    assert winner(PARA, linked=["1"])["winner"] == "Allied"
    assert winner(PARA, linked=[])["winner"] == "German"
    assert winner({**PARA, "hex": "A40.06"}, linked=["1"])["winner"] == "German"
    assert winner(PARA)["verdict"] == "undetermined"
    german = {"side": "German", "kind": "infantry", "ma": 6, "dg": False, "oos": False}
    ring = ("A51.05", "A51.07", "A50.05", "A50.06", "A52.05", "A52.06", "A50.07", "A52.07")
    around = [{**german, "hex": one, "name": one} for one in ring]
    assert winner(PARA, *around, linked=["1"])["winner"] == "German"


def test_uden_is_cut_at_the_end_where_no_trace_leads_there(ins: Ins) -> None:
    """5.8: the marginal victory; that of four turns in a row is in no position."""
    german = {"kind": "infantry", "ma": 6, "dg": False, "oos": False, "side": "German"}
    end = {"scenario": "5.8", "turn": {"number": 17}, "bridges": {}}
    held = {"C31.09": "Allied"}
    free = ins("victory.score", state={**end, "units": []}, held=held)
    assert free["verdict"] == "undetermined"
    assert "uden_cut" in needed(free)[0]
    ring = ("C30.08", "C30.09", "C31.08", "C31.10", "C32.08", "C32.09", "C32.10", "C30.10")
    around = [{**german, "name": one, "hex": one} for one in ring]
    cut = ins("victory.score", state={**end, "units": around}, held=held)
    assert (cut["winner"], cut["level"]) == ("German", "marginal")
