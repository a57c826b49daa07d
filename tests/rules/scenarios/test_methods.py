"""The methods about scenarios give every number of every scenario's text (WED scenario 1–4).

Where units enter: WED scenario 2, WED scenario 3, WED scenario 4.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from tests.counters.test_wed_particulars import STICKS
from tests.counters.test_wed_scenarios import (
    FRAMES,
    HEXES,
    IDS,
    LISTED,
    PLAYING_AREAS,
    POINTS,
)
from tests.rules.campaign.conftest import Asking, reasons, september
from tests.rules.needed import needed

LAST = {
    "WED-1": "1300, September 11, 1944",
    "WED-2": "1700, September 20, 1944",
    "WED-3": "1900, September 19, 1944",
    "WED-4": "Night, September 23, 1944",
    "WED-CAMPAIGN": "Night, September 24, 1944",
}


def counted(rows: list[dict[str, Any]], key: str = "hex") -> Counter[str]:
    """How many counters the rows of an answer have by hex."""
    found: Counter[str] = Counter()
    for row in rows:
        found[row[key]] += row.get("count", 1)
    return found


def test_the_scenarios_are_listed_with_their_turns(asked: Asking) -> None:
    listed = {one["id"]: one for one in asked("scenario.list", map="wed")["scenarios"]}
    assert {id: one["last"] for id, one in listed.items()} == LAST
    for id, (first, last, count, _, _) in FRAMES.items():
        assert (listed[id]["first"], listed[id]["last"], listed[id]["turns"]) == (
            first,
            last,
            count,
        )


@pytest.mark.parametrize("scenario", IDS)
def test_every_unit_stands_in_its_printed_hex(asked: Asking, scenario: str) -> None:
    answer = asked("scenario.setup", scenario=scenario)
    start = HEXES[scenario].split(" | ")[0].split()
    # The numbers are listed once a row: a row of three alike counters is one.
    assert Counter(row["hex"] for row in answer["units"]) == Counter(start)


@pytest.mark.parametrize("scenario", IDS)
def test_every_division_has_as_many_units_at_the_start_as_listed(
    asked: Asking, scenario: str
) -> None:
    answer = asked("scenario.setup", scenario=scenario)
    found = counted([*answer["units"], *answer["to_place"]], "division")
    listed: Counter[str] = Counter()
    for (division, _), how in LISTED[scenario].items():
        listed[division] += how.get("start", 0) + how.get("start leader", 0)
    assert found == +listed


@pytest.mark.parametrize("scenario", IDS)
def test_ratings_and_points_are_the_printed_ones(asked: Asking, scenario: str) -> None:
    names = ("command_rating", "command_points", "dispatch_rating", "dispatch_points")
    values = asked("scenario.values", scenario=scenario)["values"]
    found = {one["division"] or one["side"]: tuple(map(one.get, names)) for one in values}
    assert found == POINTS[scenario]


@pytest.mark.parametrize("scenario", IDS)
def test_the_mug_holds_as_many_chits_as_listed(asked: Asking, scenario: str) -> None:
    _, _, _, count, first = FRAMES[scenario]
    mug = asked("scenario.values", scenario=scenario)["mug"]
    assert len(mug["chits"]) == count
    names = [name.removesuffix(" Formation Activation") for name in mug.get("first_chits", [])]
    assert tuple(names) == first


@pytest.mark.parametrize(
    ("scenario", "date", "time", "ids"),
    [
        ("WED-3", 18, "0900", {"household-cavalry", "klemm"}),
        ("WED-3", 18, "1100", {"artillery-59"}),
        ("WED-3", 18, "1300", {"gliders"}),
        ("WED-3", 19, "0900", {"hussars"}),
        ("WED-3", 19, "1100", {"airborne-artillery"}),
        ("WED-3", 19, "1300", {"medium"}),
        ("WED-3", 18, "1500", set()),
        ("WED-CAMPAIGN", 17, "1500", {"59-17-1500"}),
        ("WED-CAMPAIGN", 17, "1700", {"59-17-1700"}),
        ("WED-CAMPAIGN", 17, "1900", {"59-17-1900"}),
        ("WED-CAMPAIGN", 17, "Night", {"huber-choice"}),
        ("WED-CAMPAIGN", 18, "1100", {"rink"}),
        ("WED-CAMPAIGN", 19, "1300", {"pz-brig-19"}),
        ("WED-CAMPAIGN", 20, "0700", {"chill-20"}),
        ("WED-CAMPAIGN", 22, "0900", {"jungwirth-22"}),
        ("WED-CAMPAIGN", 24, "0900", {"bloch", "erdmann"}),
    ],
)
def test_what_comes_by_the_clock(
    asked: Asking, scenario: str, date: int, time: str, ids: set[str]
) -> None:
    told = {"scenario": scenario, **september(date, time)}
    answer = asked("scenario.reinforcements", **told)
    assert {one["id"] for one in answer["arrivals"]} == ids
    state = {"turn": september(date, time)}
    assert asked("scenario.reinforcements", scenario=scenario, state=state) == answer


@pytest.mark.parametrize("scenario", IDS)
def test_arrivals_come_to_their_printed_hexes(asked: Asking, scenario: str) -> None:
    answer = asked("scenario.reinforcements", scenario=scenario)
    found = {
        one["id"]: " ".join(row["hex"] for row in one.get("units", []) if "hex" in row)
        for one in (*answer["arrivals"], *answer["conditional"])
    }
    printed = {}
    for part in HEXES[scenario].split(" | ")[1:]:
        name, _, hexes = part.partition(" ")
        printed[name] = hexes.strip()
    assert {id: hexes for id, hexes in found.items() if hexes} == printed


def test_every_stick_of_the_three_drops(asked: Asking) -> None:
    drops = asked("scenario.reinforcements", scenario="WED-CAMPAIGN")["drops"]
    found = [
        f"{drop['drop']}/{stick['number']} {stick.get('by')} {stick['delay']} {len(stick['units'])}"
        for drop in drops
        for stick in drop["sticks"]
    ]
    printed = [text.split() for line in STICKS.split("\n") for text in line.split("|") if text]
    assert found == [" ".join((one[0], one[1], one[2], one[4])) for one in printed]
    assert [drop.get("jeeps") for drop in drops] == [0, 3, 3]


def test_a_drop_is_due_on_its_day(asked: Asking) -> None:
    told = {"scenario": "WED-CAMPAIGN", "date": "1944-09-18"}
    assert [one["drop"] for one in asked("scenario.reinforcements", **told)["drops"]] == [2]


def test_reinforcements_of_one_side(asked: Asking) -> None:
    told = {"scenario": "WED-3", **september(18, "0900")}
    german = asked("scenario.reinforcements", **told, side="German")
    assert [one["id"] for one in german["arrivals"]] == ["klemm"]


@pytest.mark.parametrize(
    ("scenario", "event", "count", "figures"),
    [
        ("WED-1", "HK Team", None, {"fire": 4, "colour": "white"}),
        ("WED-2", "Dutch Farmer", None, {"divide_by": 2}),
        ("WED-3", "Ammo", None, {"cohesion_hits": 5}),
        ("WED-4", "AA Gun", 3, {"fire": 3, "colour": "yellow", "within": 1}),
        ("WED-4", "Rations", 1, {"dispatch_points": 3}),
        ("WED-CAMPAIGN", "Intelligence", None, {"command_points": 6, "dispatch_points": 2}),
    ],
)
def test_an_event_with_its_number_and_figures(
    asked: Asking, scenario: str, event: str, count: int | None, figures: dict[str, Any]
) -> None:
    (told,) = asked("scenario.events", scenario=scenario, event=event)["events"]
    assert (told.get("count"), told["figures"]) == (count, figures)


def test_hells_highway_has_fourteen_events_in_its_order(asked: Asking) -> None:
    answer = asked("scenario.events", scenario="WED-4")
    order = answer["cup"]["order"]
    assert len(order) == 14
    assert Counter(order) == {one["name"]: one["count"] for one in answer["events"]}


def test_an_unknown_event_is_refused_with_the_nearest_name(asked: Asking) -> None:
    with pytest.raises(InputError, match="did you mean Rations"):
        asked("scenario.events", scenario="WED-4", event="Ration")


@pytest.mark.parametrize(("scenario", "inside", "outside"), PLAYING_AREAS)
def test_hexes_the_boundary_touches_are_in_play(
    asked: Asking, scenario: str, inside: str, outside: str
) -> None:
    for numbers, verdict in ((inside, "legal"), (outside, "illegal")):
        for number in numbers.split():
            answer = asked("scenario.area", scenario=scenario, hex=number)
            assert answer["verdict"] == verdict, number


LIMITS = [
    # scenario, unit, hex, act; state; verdict, words of the answer
    ("WED-2", "1./Pz 2107", "87.155", "setup", {}, "legal", "listed in 87.155"),
    ("WED-2", "1./Pz 2107", "87.156", "setup", {}, "illegal", "listed in 87.155, not in 87.156"),
    ("WED-2", "A/15/19 KRH", "66.156", "setup", {}, "illegal", "comes later: event Reinf! (US"),
    ("WED-2", "A/15/19 KRH", "66.156", "enter", {}, "undetermined", "event Reinf! (US armor)"),
    ("WED-2", "101 HQ", "66.156", "enter", {}, "illegal", "there from the start"),
    ("WED-2", "1./559 PzJgr", "66.156", "setup", {}, "illegal", "not in its lists"),
    ("WED-3", "Leader/KG Klemm", "47.151", "enter", september(18, "0700"), "illegal", "later than"),
    ("WED-3", "Leader/KG Klemm", "47.151", "enter", september(18, "0900"), "legal", "due at 0900"),
    ("WED-3", "Leader/KG Klemm", "47.151", "enter", {}, "undetermined", "state.turn"),
    ("WED-3", "Leader/KG Klemm", "47.152", "enter", september(18, "0900"), "illegal", "not in 47"),
    ("WED-2", "101 HQ", "66.163", "move", {}, "illegal", "outside the scenario boundary"),
    ("WED-2", "101 HQ", "66.155", "move", {}, "legal", "inside the scenario boundary"),
    ("WED-2", "1./Pz 2107", "86.155", "move", {}, "legal", "stays in a road hex"),
    ("WED-4", "Leader/KG Huber", "41.131", "setup", {}, "illegal", ""),
    ("WED-CAMPAIGN", "Leader/Group Hot", "45.224", "setup", {}, "legal", "any Unit of Group Hot"),
    ("WED-CAMPAIGN", "14. PzJg", "50.215", "setup", {}, "undetermined", "the Frontline is drawn"),
]


@pytest.mark.parametrize(("scenario", "unit", "hex", "act", "turn", "verdict", "words"), LIMITS)
def test_where_a_unit_may_be_set_up_enter_and_move(
    asked: Asking,
    scenario: str,
    unit: str,
    hex: str,
    act: str,
    turn: dict[str, str],
    verdict: str,
    words: str,
) -> None:
    state = {"turn": turn} if turn else {}
    told = {"scenario": scenario, "unit": {"name": unit}, "hex": hex, "act": act}
    answer = asked("scenario.limits", **told, state=state)
    assert answer["verdict"] == verdict, answer
    assert words in reasons(answer) + " ".join(needed(answer))


@pytest.mark.parametrize(
    ("hex", "verdict"), [("77.127", "legal"), ("77.122", "legal"), ("77.121", "illegal")]
)
def test_a_company_of_hells_highway_stands_within_five_hexes_of_veghel(
    asked: Asking, hex: str, verdict: str
) -> None:
    told = {"scenario": "WED-4", "unit": {"id": "101-d-2-501"}, "act": "setup"}
    assert asked("scenario.limits", **told, hex=hex)["verdict"] == verdict


def test_a_unit_stands_near_its_leader_wherever_the_state_has_him(asked: Asking) -> None:
    told = {"scenario": "WED-4", "unit": {"id": "101-a-1-501"}, "act": "setup", "hex": "77.125"}
    assert asked("scenario.limits", **told)["verdict"] == "illegal"
    leader = {"id": "101-leader-501", "side": "Allied", "hex": "77.126"}
    assert asked("scenario.limits", **told, state={"units": [leader]})["verdict"] == "legal"


@pytest.mark.parametrize(
    ("unit", "due"),
    [
        ({"id": "chill-gr-w-kg-huber"}, "Night, September 21"),
        ({"id": "59-gr-w-kg-huber"}, "0700, September 18"),
        ({"name": "Gr.W/KG Huber"}, "Night, September 21"),  # as WED-4 prints KG Chill's
        ({"name": "1./KG Huber", "division": "KG Chill"}, "Night, September 21"),
        ({"name": "1./KG Huber", "division": "59th Infantry"}, "0700, September 18"),
    ],
)
def test_a_counter_comes_when_its_own_set_of_kg_huber_does(
    asked: Asking, unit: dict[str, str], due: str
) -> None:
    """WED S5.5: both sets print the same names; each has its own division and turn."""
    for scenario in ("WED-CAMPAIGN", "MG"):
        told = {"scenario": scenario, "hex": "75.130", "act": "enter", "unit": unit}
        answer = asked("scenario.limits", **told, state={"units": []})
        assert f"comes at {due}" in reasons(answer) + " ".join(needed(answer)), answer


def test_bridges_and_what_is_known_are_told_with_the_set_up(asked: Asking) -> None:
    answer = asked("scenario.setup", scenario="WED-CAMPAIGN")
    son = next(one for one in answer["bridges"] if one.get("hexside") == "66.156/66.157")
    assert (son["state"], son["wired"], son["control"]) == (["intact"], "German", "German")
    assert answer["sets_up_first"] == "German"
    assert asked("scenario.setup", scenario="WED-4")["sets_up_first"] == "Allied"


def test_the_scenario_of_the_state_is_the_one_asked_about(asked: Asking) -> None:
    answer = asked("scenario.area", state={"scenario": "WED-2"}, hex="66.163")
    assert answer["verdict"] == "illegal"
    with pytest.raises(InputError, match="expected one of WED-1"):
        asked("scenario.area", hex="66.163")


def test_a_drive_in_the_country_has_four_steps_of_one_turn(asked: Asking) -> None:
    """WED scenario 1: steps 6 to 9 of the one turn 1300."""
    turns = asked("scenario.values", scenario="WED-1")["turns"]
    assert (turns["steps"], turns["count"], turns["first"][:4]) == ([6, 7, 8, 9], 1, "1300")


def test_the_pzers_unit_of_the_campaign_is_immobile(asked: Asking) -> None:
    """WED campaign, set-up: PzErs in 60.142 counts as immobile."""
    units = asked("scenario.setup", scenario="WED-CAMPAIGN", hex="60.142")["units"]
    assert [(unit["name"], unit["class"]) for unit in units] == [("PzErs", "immobile")]


@pytest.mark.parametrize(
    ("group", "near"), [("101th", "101st Airborne Division"), ("Walter", "KG Walther")]
)
def test_a_group_that_no_counter_is_of_is_refused(asked: Asking, group: str, near: str) -> None:
    with pytest.raises(InputError, match=f"did you mean {near}"):
        asked("scenario.setup", scenario="WED-4", division=group)
