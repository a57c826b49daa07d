"""Victory, sentence by sentence: every scenario and every day (WED, campaign; MG 6.0, 11.0)."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.errors import InputError
from rules.context import Context
from rules.methods import ask
from tests.rules.campaign.conftest import Asking, reasons, september

LINES = (
    "released",
    "not_cut",
    "command",
    "dispatch",
    "steps_off",
    "lingering",
    "cut",
    "attacked",
    "closed",
    "emergency",
)
GONE = {"club_route": {"removed": "1944-09-19"}}
NOTHING = dict.fromkeys(LINES, 0)


def campaign(asked: Asking, date: int, state: Any = GONE, **counts: int) -> Any:
    """The campaign's score at the end of a day of September, lines not named at 0."""
    return asked(
        "victory.score",
        scenario="campaign",
        date=f"1944-09-{date:02}",
        state=state,
        counts={**NOTHING, **counts},
    )


# ---------------------------------------------------------------- the campaign's lines


@pytest.mark.parametrize(
    ("line", "side", "each"),
    [
        ("released", "Allied", 5),
        ("not_cut", "Allied", 8),
        ("command", "Allied", 3),
        ("dispatch", "Allied", 4),
        ("steps_off", "German", 1),
        ("lingering", "German", 1),
        ("cut", "German", 10),
        ("attacked", "German", 1),
        ("closed", "German", 2),
        ("emergency", "German", 10),
    ],
)
def test_what_each_line_is_worth(asked: Asking, line: str, side: str, each: int) -> None:
    base = campaign(asked, 20)
    found = campaign(asked, 20, **{line: 1})
    assert found["lines"][line] == {"side": side, "count": 1, "points": each}
    change = each if side == "Allied" else -each
    assert found["score"] - base["score"] == change
    assert found["score"] == found["allied"] - found["german"]


@pytest.mark.parametrize(("day", "points"), [(18, 30), (19, 20), (20, 10), (21, 0)])
def test_the_day_the_marker_leaves_the_map(asked: Asking, day: int, points: int) -> None:
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


# ---------------------------------------------------------------- the totals of the days


@pytest.mark.parametrize(
    ("day", "allied", "german"),
    [(18, 71, -11), (19, 61, -8), (20, 51, 15), (21, 51, 25), (22, 51, 30), (23, 51, 45)],
)
def test_totals_of_a_day_with_a_draw(asked: Asking, day: int, allied: int, german: int) -> None:
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


# ---------------------------------------------------------------- what the state tells


def status(day: int, word: str) -> dict[str, Any]:
    """A record of the status at a 1900 turn."""
    return {"event": "status", "turn": september(day, "1900"), "status": word}


def test_statuses_are_counted_by_1900_turn(asked: Asking) -> None:
    """September 17 has a 1900 turn as well; one that is missing is needed."""
    history = [status(17, "open"), status(18, "cut"), status(19, "open")]
    counts = {name: 0 for name in LINES if name not in ("cut", "not_cut")}
    question: dict[str, Any] = {
        "scenario": "campaign",
        "date": "1944-09-19",
        "counts": counts,
        "state": {**GONE, "history": history},
    }
    found = asked("victory.score", **question)
    assert found["lines"]["not_cut"]["points"] == 16
    assert found["lines"]["cut"]["points"] == 10
    assert any("step 3" in note for note in found["notes"])
    question["state"]["history"] = history[:2]
    found = asked("victory.score", **question)
    assert found["verdict"] == "undetermined"
    assert found["needs"] == ["state.history: Club Route's status at 1900 on 1944-09-19"]
    found = asked("victory.score", **question, options={"status_at": "reset"})
    assert (found["lines"]["not_cut"]["count"], found["lines"]["cut"]["count"]) == (3, 0)
    question["state"] = {"history": history, "club_route": {**GONE["club_route"], "cut_by": ["x"]}}
    assert asked("victory.score", **question, options={"status_at": "reset"})["needs"]


def test_everything_from_the_history(asked: Asking) -> None:
    history = [
        status(17, "open"),
        {"event": "earned", "turn": september(18, "0900"), "attacked": 1, "closed": 1},
        {"event": "guards_activation", "turn": september(18, "1100"), "steps_off": 3},
        status(18, "open"),
        {"event": "released", "turn": september(18, "1900"), "formation": "Group Hot"},
        {"event": "released", "turn": september(18, "1900"), "formation": "44 RTR", "auto": True},
        {"event": "guards_activation", "turn": september(19, "1100"), "steps_off": 2},
        status(19, "cut"),
        {"event": "guards_activation", "turn": september(20, "0700"), "steps_on_map": 4},
        {"event": "guards_left", "turn": september(20, "0900"), "command": 6, "dispatch": 2},
        status(20, "open"),
        {"event": "emergency_call", "turn": september(22, "0700")},
    ]
    state = {"history": history, "club_route": {"removed": "1944-09-19"}}
    found = asked("victory.score", scenario="campaign", date="1944-09-20", state=state)
    points = {name: line["points"] for name, line in found["lines"].items()}
    assert points == {
        "off_map": 20,
        "released": 5,
        "not_cut": 24,
        "command": 18,
        "dispatch": 8,
        "steps_off": 5,
        "lingering": 4,
        "cut": 10,
        "attacked": 1,
        "closed": 2,
        "emergency": 0,  # called on the 22nd
    }
    assert (found["allied"], found["german"], found["score"]) == (75, 22, 53)
    assert found["winner"] == "Allied"


def test_formations_released_but_sea_tails_that_missed(asked: Asking) -> None:
    route = {
        "removed": "1944-09-19",
        "released": ["Group Hot", "Group Cold", "101st Sea Tail"],
        "lost": ["101st Sea Tail"],
        "attacked": 1,
        "closed": 2,
        "used": {"attacked": 3, "closed": 1},
    }
    counts = {k: 0 for k in LINES if k not in ("released", "attacked", "closed")}
    found = asked(
        "victory.score",
        scenario="campaign",
        date="1944-09-20",
        counts=counts,
        state={"club_route": route},
    )
    assert found["lines"]["released"]["points"] == 10
    # markers set aside by a check were gained all the same
    assert found["lines"]["attacked"]["points"] == 4
    assert found["lines"]["closed"]["points"] == 6


def test_guards_points_only_once_the_last_unit_has_left(asked: Asking) -> None:
    guards = {"id": "x", "side": "Allied", "division": "Guards Armored", "hex": "75.129"}
    counts = {k: 0 for k in LINES if k not in ("command", "dispatch", "lingering")}
    question = {"scenario": "campaign", "date": "1944-09-20", "counts": counts}
    for state in ({"club_route": {"marker": "61.141"}}, {**GONE, "units": [guards]}):
        found = asked("victory.score", **question, state=state)
        assert found["lines"]["command"]["points"] == 0
        assert found["lines"]["dispatch"]["points"] == 0
    found = asked("victory.score", **question, state=GONE)
    assert any(need.startswith("counts.command") for need in found["needs"])


def test_without_data_nothing_is_guessed(asked: Asking) -> None:
    found = asked("victory.score", scenario="campaign", date="1944-09-20")
    assert found["verdict"] == "undetermined"
    assert len(found["needs"]) >= 8
    assert "winner" not in found


@pytest.mark.parametrize("value", [-1, "two", True, 10**9])
def test_a_record_with_a_wrong_number(asked: Asking, value: Any) -> None:
    history = [{"event": "guards_activation", "turn": september(18, "0900"), "steps_off": value}]
    with pytest.raises(InputError, match="steps_off"):
        asked("victory.score", scenario="campaign", date="1944-09-20", state={"history": history})


def test_a_status_without_a_word(asked: Asking) -> None:
    history = [{"event": "status", "turn": september(18, "1900"), "status": "maybe"}]
    with pytest.raises(InputError, match="open or cut"):
        asked("victory.score", scenario="campaign", date="1944-09-20", state={"history": history})


# ---------------------------------------------------------------- steps off the route


def test_steps_off_club_route_at_an_activation(asked: Asking) -> None:
    def unit(hex: str, **more: Any) -> dict[str, Any]:
        return {
            "id": more.pop("id", hex),
            "side": "Allied",
            "division": "Guards Armored",
            "hex": hex,
            "steps": 2,
            **more,
        }

    units = [
        unit("42.229"),  # the Marker's hex: potential Club Route
        unit("41.230"),  # on it
        unit("44.220"),  # off it
        unit("45.220", id="A/2 HHC"),
        unit("45.219", formation="231st Brigade"),
        unit("46.219", emergency=True),
        unit("46.220", division="101st Airborne"),
    ]
    state = {"units": units, "club_route": {"marker": "42.229"}}
    found = asked("victory.activation", map="wed", state=state)
    assert (found["verdict"], found["steps_off"]) == ("decided", 2)
    assert "44.220" in reasons(found)
    off = asked("victory.activation", map="wed", state=state, options={"marker_hex": "off"})
    assert off["steps_off"] == 4
    assert found["notes"] != off["notes"]
    del units[2]["steps"]
    assert asked("victory.activation", map="wed", state=state)["needs"] == ["steps of 44.220"]


def test_steps_that_linger_after_the_marker_has_left(asked: Asking) -> None:
    unit = {"side": "Allied", "division": "Guards Armored", "hex": "41.230", "steps": 3}
    state: dict[str, Any] = {"units": [unit], "club_route": {"marker": "off_map"}}
    for map in ("wed", "mg"):  # MG 6.0: the points for lingering Units stay
        assert asked("victory.activation", map=map, state=state)["steps_on_map"] == 3
    state["history"] = [{"event": "emergency_call"}]
    assert asked("victory.activation", map="wed", state=state)["steps_on_map"] == 0


@pytest.mark.parametrize(
    ("route", "history", "points"),
    [
        ({"marker": "75.129"}, [], 0),
        ({"marker": "41.64"}, [(18, "75.129"), (19, "41.64"), (20, "49.30")], 20),
        ({"marker": "41.64", "removed": "1944-09-20"}, [], 10),
        ({"marker": "41.64"}, [], None),
    ],
)
def test_in_the_combined_game_the_marker_leaves_for_the_other_map(
    asked: Asking, route: Any, history: Any, points: int | None
) -> None:
    """WED 5.2: off the map is north onto the map of The Devil's Cauldron."""
    records = [
        {"event": "marker", "turn": september(day, "1900"), "hex": hex} for day, hex in history
    ]
    state = {"club_route": route, "history": records}
    found = asked(
        "victory.score",
        scenario="campaign",
        game="mg",
        date="1944-09-20",
        counts=NOTHING,
        state=state,
    )
    assert found["lines"]["off_map"].get("points") == points
    unit = {"side": "Allied", "division": "Guards Armored", "hex": "75.129", "steps": 3}
    found = asked("victory.activation", map="mg", state={**state, "units": [unit]})
    assert ("steps_on_map" in found) == (route["marker"] == "41.64")


# ---------------------------------------------------------------- Hell's Highway

HIGHWAY = {
    "stop_hexes": 5,
    "attacked": 1,
    "closed": 2,
    "ops": 3,
    "cut": 5,
    "command": -1,
    "dispatch": -2,
    "quiet_turns": -1,
    "no_fire_zone": -10,
    "panthers": -4,
}


@pytest.mark.parametrize("line", HIGHWAY)
def test_the_lines_of_hells_highway(asked: Asking, line: str) -> None:
    counts = {**dict.fromkeys(HIGHWAY, 0), line: 1}
    found = asked("victory.score", scenario="WED-4", counts=counts)
    assert found["score"] == HIGHWAY[line]
    assert "WED scenario 4" in reasons(found)


@pytest.mark.parametrize(
    ("total", "winner"), [(31, "German"), (30, "undefined"), (29, "Allied"), (0, "Allied")]
)
def test_the_total_of_hells_highway(asked: Asking, total: int, winner: str) -> None:
    counts = {**dict.fromkeys(HIGHWAY, 0), "attacked": total}
    found = asked("victory.score", scenario="WED-4", counts=counts)
    assert (found["score"], found["winner"]) == (total, winner)
    assert (winner == "undefined") == bool(found.get("notes"))


@pytest.mark.parametrize("hex", ["75.129", "74.129"])
def test_entering_a_veghel_bridge_hex_ends_it(asked: Asking, hex: str) -> None:
    entered = {"event": "entered", "side": "German", "hex": hex}
    for state in ({"history": [entered]}, {"units": [{"side": "German", "hex": hex}]}):
        found = asked("victory.score", scenario="WED-4", state=state)
        assert (found["winner"], found["immediate"]) == ("German", True)
    state = {"history": [{**entered, "side": "Allied"}]}
    assert "immediate" not in asked("victory.score", scenario="WED-4", state=state)


def test_hells_highway_from_its_history(asked: Asking, owner: Path) -> None:
    (owner / "stops.csv").write_text("hex,name,game\n66.157,,\n75.130,,\n", encoding="utf-8")
    enter = {"event": "entered", "side": "German"}
    history = [
        {**enter, "turn": september(22, "0700"), "hex": "66.157"},
        {**enter, "turn": september(22, "0900"), "hex": "66.157"},
        {**enter, "turn": september(22, "0900"), "hex": "60.140"},
        {"event": "op_entered", "turn": september(22, "0900"), "hex": "70.140"},
        {"event": "earned", "turn": september(22, "1100"), "attacked": 1, "closed": 1},
        status(22, "cut"),
        {"event": "step_lost", "turn": september(23, "0700"), "kind": "panther", "steps": 2},
        status(23, "cut"),
    ]
    state: dict[str, Any] = {"history": history, "fire_zones": {"German": ["94.112"]}}
    question: dict[str, Any] = {
        "scenario": "WED-4",
        "state": state,
        "counts": {"command": 2, "dispatch": 1},
    }
    found = asked("victory.score", **question)
    points = {name: line["points"] for name, line in found["lines"].items()}
    assert points == {
        "stop_hexes": 5,
        "attacked": 1,
        "closed": 2,
        "ops": 3,
        "cut": 5,
        "command": -2,
        "dispatch": -2,
        "quiet_turns": -15,  # of sixteen turns
        "no_fire_zone": 0,
        "panthers": -8,
    }
    assert sum("referee" in note for note in found["notes"]) == 3
    each = asked("victory.score", **question, options={"entries": "each", "cut_days": "each"})
    assert each["lines"]["stop_hexes"]["points"] == 10
    assert each["lines"]["cut"]["points"] == 10
    state["fire_zones"]["German"] = ["40.140"]
    assert asked("victory.score", **question)["lines"]["no_fire_zone"]["points"] == -10


# ---------------------------------------------------------------- the other scenarios


@pytest.mark.parametrize(
    ("hexes", "winner"),
    [
        (["44.225", "55.202", "44.225"], "Allied"),
        (["44.225", "55.202"], "German"),
        (["55.203", "44.225"], "German"),
        (["44.225"], "German"),
        ([], "German"),
    ],
)
def test_a_drive_in_the_country(asked: Asking, hexes: list[str], winner: str) -> None:
    history = [{"event": "entered", "unit": "D(-)/2 HHC", "hex": hex} for hex in hexes]
    history.append({"event": "entered", "unit": "other", "hex": "44.225"})
    found = asked("victory.score", scenario="WED-1", state={"history": history})
    assert (found["verdict"], found["winner"]) == ("decided", winner)
    assert asked("victory.score", scenario="WED-1")["verdict"] == "undetermined"


@pytest.mark.parametrize(
    ("destroyed", "sides", "winner"),
    [
        (True, [], "German"),
        (True, ["Allied"], "German"),
        (False, ["German"], "draw"),
        (False, ["German", "Allied"], "Allied"),
        (False, [], "Allied"),
    ],
)
def test_son_with_the_wind(asked: Asking, destroyed: bool, sides: Any, winner: str) -> None:
    units = [{"side": side, "hex": "77.165"} for side in sides]
    found = asked(
        "victory.score", scenario="WED-2", bridge_destroyed=destroyed, state={"units": units}
    )
    assert found["winner"] == winner


def test_son_with_the_wind_from_the_state(asked: Asking) -> None:
    state = {"bridges": {"66.156/66.157": "destroyed"}, "units": []}
    assert asked("victory.score", scenario="WED-2", state=state)["winner"] == "German"
    assert asked("victory.score", scenario="WED-2")["needs"] == [
        "state.bridges: how the bridge at 66.156/66.157 stands"
    ]
    found = asked("victory.score", scenario="WED-2", bridge_destroyed=False)
    assert found["needs"] == ["state.units: who is in 77.165"]


@pytest.mark.parametrize(
    ("blown", "hexes", "winner"),
    [
        (True, [], "German"),
        (False, ["47.156", "51.158"], "German"),
        (False, ["47.156"], "Allied"),
        (False, ["51.158"], "Allied"),
        (False, [], "Allied"),
    ],
)
def test_the_best_laid_plans(asked: Asking, blown: bool, hexes: list[str], winner: str) -> None:
    units = [{"side": "German", "hex": hex} for hex in hexes]
    found = asked("victory.score", scenario="WED-3", bridge_destroyed=blown, state={"units": units})
    assert found["winner"] == winner
    if winner == "Allied":
        found = asked("victory.score", scenario="WED-3", state={"units": units})
        assert found["verdict"] == "undetermined"


def test_tdc_has_no_conditions_in_its_rulebook(asked: Asking) -> None:
    found = asked("victory.score", scenario="tdc")
    assert (found["verdict"], found["winner"]) == ("undetermined", "undefined")


@pytest.mark.parametrize(
    ("not_cut", "tdc", "winner"),
    [
        (20, "major", "Allied"),
        (20, "minor", "Allied"),
        (20, "draw", "German"),
        (20, "german", "German"),
        (0, "major", "German"),
        (0, None, "German"),
    ],
)
def test_both_games(asked: Asking, not_cut: int, tdc: Any, winner: str) -> None:
    found = asked(
        "victory.score",
        scenario="combined",
        date="1944-09-24",
        state=GONE,
        counts={**NOTHING, "not_cut": not_cut},
        **({"tdc": tdc} if tdc else {}),
    )
    assert found["winner"] == winner
    assert "WED MG 11.0" in reasons(found)


def test_a_draw_in_where_eagles_dare_is_no_allied_victory(asked: Asking) -> None:
    counts = {**NOTHING, "not_cut": 1}
    found = asked(
        "victory.score",
        scenario="combined",
        date="1944-09-20",
        tdc="major",
        state={"club_route": {"removed": "1944-09-18"}},
        counts=counts,
    )
    assert (found["wed"]["winner"], found["winner"]) == ("draw", "German")


def test_both_games_with_one_result_missing(asked: Asking) -> None:
    counts = {**NOTHING, "not_cut": 20}
    found = asked(
        "victory.score", scenario="combined", date="1944-09-24", state=GONE, counts=counts
    )
    assert found["verdict"] == "undetermined"
    assert found["needs"][0].startswith("tdc: ")


# ---------------------------------------------------------------- properties

RECORDS = st.lists(
    st.one_of(
        st.fixed_dictionaries(
            {
                "event": st.just("earned"),
                "attacked": st.integers(0, 1),
                "closed": st.integers(0, 1),
            }
        ),
        st.fixed_dictionaries(
            {
                "event": st.just("guards_activation"),
                "steps_off": st.integers(0, 9),
                "steps_on_map": st.integers(0, 9),
            }
        ),
        st.fixed_dictionaries({"event": st.just("emergency_call")}),
        st.fixed_dictionaries({"event": st.just("released"), "formation": st.text(max_size=2)}),
    ),
    max_size=12,
)


@settings(max_examples=40, deadline=None)
@given(records=RECORDS)
def test_neither_side_ever_loses_points_as_a_day_goes_on(
    real_context: Context, records: list[dict[str, Any]]
) -> None:
    counts = {"not_cut": 0, "cut": 0, "command": 0, "dispatch": 0}
    seen: list[tuple[int, int]] = []
    history: list[dict[str, Any]] = [{"event": "guards_activation"}]
    for record in [{"event": "guards_activation"}, *records]:
        history.append({**record, "turn": september(22, "0900")})
        state = {"club_route": {"removed": "1944-09-19"}, "history": history}
        params = {"scenario": "campaign", "date": "1944-09-22", "counts": counts, "state": state}
        found = ask(real_context, "victory.score", params)
        assert found["verdict"] == "decided"
        seen.append((found["allied"], found["german"]))
    for before, after in pairwise(seen):
        assert before[0] <= after[0]
        assert before[1] <= after[1]


COUNTS = st.fixed_dictionaries({name: st.integers(0, 40) for name in LINES})
ALLIES = ("released", "not_cut", "command", "dispatch")


@settings(max_examples=60, deadline=None)
@given(counts=COUNTS, more=st.sampled_from(LINES), day=st.integers(18, 24))
def test_more_of_a_line_never_helps_the_other_side(
    real_context: Context, counts: dict[str, int], more: str, day: int
) -> None:
    def scored(told: dict[str, int]) -> Any:
        params = {
            "scenario": "campaign",
            "date": f"1944-09-{day}",
            "state": GONE,
            "counts": told,
        }
        return ask(real_context, "victory.score", params)

    before, after = scored(counts), scored({**counts, more: counts[more] + 1})
    order = ["German", "draw", "Allied"]
    if more in ALLIES:
        assert after["score"] > before["score"]
        assert order.index(after["winner"]) >= order.index(before["winner"])
    else:
        assert after["score"] <= before["score"]
        assert order.index(after["winner"]) <= order.index(before["winner"])
    assert after["score"] == after["allied"] - after["german"]
    listed = sum(
        line["points"] * (1 if line["side"] == "Allied" else -1) for line in after["lines"].values()
    )
    assert listed == after["score"]
