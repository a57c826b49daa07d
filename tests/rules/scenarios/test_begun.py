"""What a state does not say is as set up in its scenario, while nothing later is said of it."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.context import Context
from clubroute.rules.gts.asked import completed
from clubroute.rules.gts.games import SERIES
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.turns import read_turn
from tests.rules.campaign.conftest import (
    NOBODY,
    Asking,
    reasons,
    september,
)

SON = "66.156/66.157"
VEGHEL = "74.129/75.129"
CAMPAIGN: dict[str, Any] = {"scenario": "WED-CAMPAIGN"}


def position(context: Context, **state: Any) -> Position:
    """A state as the rules see it."""
    return completed(context, SERIES.read_state(state), {})


def test_son_bridge_is_wired_by_the_german_side_when_the_campaign_begins(asked: Asking) -> None:
    told = {"map": "wed", "bridge": SON, "entering": {"side": "Allied", "hex": "66.156"}}
    answer = asked("bridge.demolish", **told, state={**CAMPAIGN, **NOBODY})
    assert (answer["verdict"], answer["number"]) == ("legal", 5)
    assert "as set up, WED-CAMPAIGN: Son Bridge (66.156/66.157) is intact, wired by the German" in (
        reasons(answer)
    )
    assert asked("bridge.demolish", **told, state=NOBODY)["verdict"] == "undetermined"


def test_fire_zones_by_their_definition_rest_on_the_units_of_the_set_up_alone(
    asked: Asking,
) -> None:
    told = {"map": "wed", "unit": {"class": "leg", "side": "Allied", "ma": 6}}
    zones = {"definition": {"range": 1, "sight": False}}
    state = {"scenario": "WED-2", "fire_zones": zones}
    answer = asked("move.check", **told, path=["45.223", "45.222"], state=state)
    lines = [step["why"] for step in answer["steps"] if step["why"].startswith("as set up")]
    assert lines == ["as set up, WED-2: 13 Units stand in their hexes"]


def test_only_the_fact_an_answer_turns_on_is_told(asked: Asking) -> None:
    answer = asked("bridge.control", map="wed", bridge=VEGHEL, state={**CAMPAIGN, **NOBODY})
    lines = [step for step in answer["steps"] if step["why"].startswith("as set up")]
    assert [line["rule"] for line in lines] == ["WED campaign Markers"]
    assert (answer["verdict"], answer["side"]) == ("controlled", "German")


def test_every_bridge_not_named_is_unwired_and_german(asked: Asking) -> None:
    answer = asked("bridge.control", map="wed", bridge="82.135/83.136", state=CAMPAIGN | NOBODY)
    assert answer["side"] == "German"
    assert "every other bridge with a marker" in reasons(answer)


def test_what_the_state_says_of_a_bridge_comes_first(asked: Asking) -> None:
    told = {"map": "wed", "bridge": SON, "entering": {"side": "Allied", "hex": "66.156"}}
    state = {**CAMPAIGN, **NOBODY, "bridges": {"66.157/66.156": "not_wired"}}
    assert asked("bridge.demolish", **told, state=state)["verdict"] == "illegal"


@pytest.mark.parametrize(
    ("said", "wired"),
    [("intact", True), ("destroyed", False), ("not_wired", False), ({"control": "Allied"}, True)],
)
def test_a_bridge_is_wired_as_set_up_unless_the_state_says_otherwise(
    real_context: Context, said: Any, wired: bool
) -> None:
    found = position(real_context, **CAMPAIGN, bridges={SON: said})
    assert found.bridge(("66.156", "66.157")).wired is wired


def test_a_bridge_the_history_names_is_not_as_set_up(real_context: Context) -> None:
    blown = [{"event": "demolished", "side": "German", "hexside": SON}]
    found = position(real_context, **CAMPAIGN, history=blown).bridge(("66.156", "66.157"))
    assert (found.wired, found.control) == (None, None)


def test_a_bridge_somebody_has_entered_is_controlled_by_nobody_as_set_up(
    real_context: Context,
) -> None:
    entry = [{"event": "entered", "side": "Allied", "hex": "66.157"}]
    found = position(real_context, **CAMPAIGN, history=entry).bridge(("66.156", "66.157"))
    assert (found.wired_by, found.control) == ("German", None)


def test_turn_weather_units_and_club_route_are_as_set_up(real_context: Context) -> None:
    found = position(real_context, **CAMPAIGN)
    assert found.turn == read_turn(september(17, "1500"), "turn")
    assert found.now is not None
    assert found.now.weather == "clear"
    assert found.club_route is not None
    assert (found.club_route.marker, found.club_route.status) == ("42.229", "open")
    assert found.history == ()
    assert len(found.units_in(["67.160"], "German")) == 2


def test_weather_is_as_set_up_on_the_first_day_and_not_on_the_second(real_context: Context) -> None:
    def weather(day: int, time: str) -> str | None:
        found = position(real_context, **CAMPAIGN, turn=september(day, time))
        return found.now.weather if found.now else None

    assert [weather(17, "Night"), weather(18, "0700")] == ["clear", None]


def test_units_are_not_as_set_up_in_a_later_turn(real_context: Context) -> None:
    later = position(real_context, **CAMPAIGN, turn=september(18, "0900"))
    assert (later.units, later.history, later.club_route) == (None, None, None)
    son = ("66.156", "66.157")
    assert later.bridge(son).wired_by is None
    told = position(real_context, **CAMPAIGN, turn=september(18, "0900"), history=[])
    assert told.bridge(son).wired_by == "German"


def test_units_are_not_as_set_up_once_something_has_happened(real_context: Context) -> None:
    entry = [{"event": "entered", "side": "Allied", "hex": "45.223"}]
    assert position(real_context, **CAMPAIGN, history=entry).units is None


def test_units_to_be_placed_are_neither_there_nor_absent(
    real_context: Context, asked: Asking
) -> None:
    found = position(real_context, **CAMPAIGN)
    assert found.begun is not None
    leader = found.unit("gds-leader-group-hot")
    assert leader is not None
    assert leader.hex is None
    assert len(found.begun.set_up.to_place) == 5
    path = ["67.161", "67.160"]
    answer = asked("move.check", map="wed", unit="A/1/501", path=path, state=CAMPAIGN)
    assert any("neither there nor absent" in line for line in answer["unchecked"])


def test_the_bailey_bridge_of_son_with_the_wind_stands(real_context: Context) -> None:
    found = position(real_context, scenario="WED-2")
    assert found.bridge(("66.156", "66.157")).is_("bailey")
    tank = found.unit("wal-1-pz-2107")
    assert tank is not None
    assert (tank.hex, tank.column, tank.piggyback) == ("87.155", True, True)


def test_an_open_state_begins_with_its_scenario_too(real_context: Context, asked: Asking) -> None:
    handle = real_context.states.open({**CAMPAIGN, **NOBODY})
    answer = asked("bridge.control", map="wed", bridge=VEGHEL, state=handle)
    assert answer["side"] == "German"


def test_an_unknown_scenario_is_refused_with_the_nearest_name(asked: Asking) -> None:
    with pytest.raises(InputError, match="did you mean WED-4"):
        asked("bridge.control", map="wed", bridge=VEGHEL, state={"scenario": "WED-44"})


def test_the_combined_game_begins_with_the_bridges_of_its_southern_half(
    real_context: Context, asked: Asking
) -> None:
    found = position(real_context, scenario="MG")
    assert found.bridge(("66.156", "66.157")).wired_by == "German"
    assert found.units is None
    assert found.club_route is not None
    assert found.club_route.marker == "42.229"
    told = {"map": "mg", "state": {"scenario": "MG", **NOBODY}}
    assert asked("bridge.control", **told, bridge="82.135/83.136")["side"] == "German"
    # Where Eagles Dare's set-up says nothing of the bridges of The Devil's Cauldron.
    assert "side" not in asked("bridge.control", **told, bridge="38.30/38.31")


def test_the_units_of_the_combined_games_southern_half_stand_on_its_map(
    real_context: Context, asked: Asking
) -> None:
    state = SERIES.read_state({"scenario": "MG"})
    south, alone = (
        completed(real_context, one, {"map": "wed"})
        for one in (state, SERIES.read_state({"scenario": "WED-CAMPAIGN"}))
    )
    assert south.units == alone.units
    north = completed(real_context, state, {"map": "tdc"})
    assert north.units is None
    assert north.begun is not None
    # Where they stand is in another book: nothing is said to be free of them.
    assert "the Units of KG Krafft" in " ".join(north.begun.set_up.to_place)
    tank = {"side": "Allied", "class": "tracked"}
    told = {"unit": tank, "path": ["45.224", "45.223"], "state": {"scenario": "MG"}}
    answer = asked("move.check", map="wed", **told)
    assert "as set up, MG: 1./I./Kerutt and 2./I./Kerutt in 45.223" in reasons(answer)


@pytest.mark.parametrize("name", ["WED-4", "wed-4", "Hell's Highway", "scenario 4"])
def test_a_scenario_may_be_named_as_the_rulebook_names_it(
    real_context: Context, asked: Asking, name: str
) -> None:
    assert position(real_context, scenario=name).scenario == "WED-4"
    assert asked("scenario.area", scenario=name, hex="66.163")["verdict"] == "legal"


def test_what_is_played_is_the_states_scenario_where_a_question_does_not_say(
    asked: Asking,
) -> None:
    evening = {"turn": september(22, "1900"), "scenario": "WED-4"}
    assert asked("turn.1900", state=evening)["scenario"] == "WED-4"
    assert asked("turn.1900", state={"turn": september(22, "1900")})["scenario"] == "campaign"
    unit = {"unit": {"name": "101 HQ", "side": "Allied"}, "map": "wed", "hex": "66.163"}
    outside = asked("deploy.check", **unit, act="move", state={"scenario": "WED-2"})
    assert outside["verdict"] == "illegal"
    flank = {"map": "wed", "corps": "XII", "state": {"scenario": "WED-4"}}
    assert "campaign game only" in reasons(asked("flank.advance", **flank))


def test_hells_highway_has_a_club_route_of_its_own(asked: Asking) -> None:
    route = asked("clubroute.trace", map="wed", state={"scenario": "WED-4", **NOBODY})
    assert {route["route"][0], route["route"][-1]} == {"66.163", "94.112"}


def test_the_units_an_answer_turns_on_are_named(asked: Asking) -> None:
    tank = {"side": "Allied", "class": "tracked"}
    answer = asked("move.check", map="wed", unit=tank, path=["45.224", "45.223"], state=CAMPAIGN)
    told = [step["why"] for step in answer["steps"] if step["why"].startswith("as set up")]
    assert told == ["as set up, WED-CAMPAIGN: 1./I./Kerutt and 2./I./Kerutt in 45.223"]


def test_of_many_units_to_be_placed_the_first_are_named(asked: Asking) -> None:
    tank = {"side": "Allied", "class": "tracked"}
    state = {"scenario": "WED-4"}
    answer = asked("move.check", map="wed", unit=tank, path=["93.148", "94.148"], state=state)
    (line,) = [one for one in answer["unchecked"] if "neither there nor absent" in one]
    assert "scenario.setup lists all" in line
    assert line.count(";") == 6


LATE = {"scenario": "WED-CAMPAIGN", "turn": september(20, "0900")}
VEGHEL = "74.129/75.129"
ENTERS = {"side": "Allied", "hex": "75.129"}


@pytest.mark.parametrize("state", [LATE, {**LATE, "under_way": True}])
@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("bridge.control", {"bridge": VEGHEL}),
        ("bridge.demolish", {"bridge": VEGHEL, "entering": ENTERS}),
    ],
)
def test_no_bridge_stands_as_set_up_in_a_later_turn(
    asked: Asking, method: str, params: dict[str, Any], state: dict[str, Any]
) -> None:
    found = asked(method, map="wed", **params, state=state)
    assert found["verdict"] == "undetermined"
    assert not any("as set up" in step["why"] for step in found["steps"])
    begun = asked(method, map="wed", **params, state={"scenario": "WED-CAMPAIGN"})
    assert begun["verdict"] != "undetermined"
    assert any("as set up" in step["why"] for step in begun["steps"])


def test_a_later_move_names_bridges_that_nobody_tells_of(asked: Asking) -> None:
    unit = {"class": "leg", "side": "Allied", "column": True, "ma": 8}
    for state in (LATE, {**LATE, "under_way": True}):
        found = asked("move.check", map="wed", unit=unit, path=["66.157", "66.156"], state=state)
        assert "bridges (not said)" in found["unchecked"]


@pytest.mark.parametrize("state", [{"scenario": "WED-CAMPAIGN"}, LATE])
def test_the_bridge_that_scenario_1_decides_is_a_reading_in_the_campaign(
    asked: Asking, state: dict[str, Any]
) -> None:
    """WED 2.11."""
    unit = {"class": "tracked", "side": "Allied", "column": True, "ma": 20}
    told = {"map": "wed", "unit": unit, "path": ["55.202", "56.201"], "state": state}
    found = asked("move.check", **told)
    assert any("(first_bridge)" in note for note in found["notes"])
    assert asked("move.check", **told, options={"first_bridge": "ask"})["verdict"] == "undetermined"
    lost = {**state, "bridges": {"55.202/56.201": "unstable"}}
    assert asked("move.check", **{**told, "state": lost})["verdict"] == "illegal"
