"""The campaign's first day, September 17, from its set-up to Night, by questions alone.

One game as two players have it: each step asks what the rules say, and the state takes down what
happened. Nothing is looked up but by a method.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.rules.campaign.conftest import (
    NOBODY,
    Asking,
    reasons,
    september,
)

SON, VEGHEL = "66.156/66.157", "74.129/75.129"
State = Mapping[str, Any]


def begin(asked: Asking) -> dict[str, Any]:
    """Before the first chit: who sets up, what stands where, points, strikes, the first drop."""
    state = {"scenario": "WED-CAMPAIGN"}
    assert [one["id"] for one in asked("scenario.list", map="wed")["scenarios"]][-1] == (
        "WED-CAMPAIGN"
    )
    setup = asked("scenario.setup", state=state)
    assert setup["sets_up_first"] == "German"
    assert len(setup["units"]) == 81
    irish = asked("scenario.setup", state=state, hex="45.224")["units"]
    assert {unit["division"] for unit in irish} == {"Guards Armored Division"}
    kerutt = asked("scenario.setup", state=state, hex="45.223")["units"]
    assert [unit["state"] for unit in kerutt] == [["ip"], ["ip"]]
    leader = {"unit": {"name": "Leader/Group Hot"}, "hex": "45.224", "act": "setup"}
    assert asked("scenario.limits", **leader, state=state)["verdict"] == "legal"
    values = asked("scenario.values", state=state)
    guards = next(one for one in values["values"] if one["division"].startswith("Guards"))
    assert (guards["command_points"], guards["dispatch_points"]) == (12, 3)
    assert [strike["count"] for strike in values["strikes"]] == [10, 6, 8]
    sources = ("opening", "opening_corps")
    opening = [asked("air.strikes", map="wed", source=one)["count"] for one in sources]
    assert opening == [6, 8]
    due = asked("scenario.reinforcements", state=state, **september(17, "1500"))
    assert [drop["drop"] for drop in due["drops"]] == [1]
    assert len(asked("drop.sticks", map="wed", drop=1)["sticks"]) == 11
    return state


def afternoon(asked: Asking, state: State) -> dict[str, Any]:
    """1500: Group Hot meets KG Kerutt, the 101st comes to Son, and the bridge is blown."""
    tank = {"side": "Allied", "class": "tracked", "division": "Guards Armored Division"}
    attack = asked("move.check", map="wed", unit=tank, path=["45.224", "45.223"], state=state)
    assert attack["verdict"] == "illegal"
    assert "an enemy Unit is in the hex" in reasons(attack)
    assert "as set up, WED-CAMPAIGN" in reasons(attack)
    quiet = {**state, **NOBODY}
    assert asked("bridge.control", map="wed", bridge=SON, state=quiet)["side"] == "German"
    told = {"map": "wed", "bridge": SON, "entering": {"side": "Allied", "hex": "66.156"}}
    blown = asked("bridge.demolish", **told, die=3, state=quiet)
    assert (blown["number"], blown["result"]) == (5, "demolished")
    # Veghel Bridge is not wired, so the 2nd battalion of the 501 takes it whole.
    veghel = {"map": "wed", "bridge": VEGHEL, "entering": {"side": "Allied", "hex": "75.129"}}
    assert asked("bridge.demolish", **veghel, state=quiet)["verdict"] == "illegal"
    turn = september(17, "1500")
    history = [
        {"event": "dropped", "drop": 1, "turn": turn},
        {"event": "entered", "side": "Allied", "hex": "75.129", "turn": turn},
        {"event": "demolished", "side": "German", "hexside": SON, "turn": turn},
    ]
    return {**quiet, "bridges": {SON: "destroyed"}, "history": history}


def next_turn(asked: Asking, state: State, turn: Mapping[str, str]) -> dict[str, Any]:
    """The turn that follows, by the calendar of the game."""
    return {**state, "turn": asked("turn.next", turn=turn)["turn"]}


def evening(asked: Asking, state: State) -> None:
    """1700: the 59th comes by Boxtel; nobody crosses at Son; Veghel Bridge is contested."""
    assert state["turn"] == september(17, "1700")
    due = asked("scenario.reinforcements", state=state)
    assert [one["id"] for one in due["arrivals"]] == ["59-17-1700"]
    assert {unit["hex"] for unit in due["arrivals"][0]["units"]} == {"37.136"}
    assert len(due["arrivals"][0]["units"]) == 9
    pioneers = {"unit": {"name": "2./Pio 159"}, "hex": "37.136", "act": "enter"}
    assert asked("scenario.limits", **pioneers, state=state)["verdict"] == "legal"
    early = {**state, "turn": september(17, "1500")}
    assert asked("scenario.limits", **pioneers, state=early)["verdict"] == "illegal"
    company = {"side": "Allied", "class": "leg", "ma": 10}
    over = asked("move.check", map="wed", unit=company, path=["66.156", "66.157"], state=state)
    assert (over["verdict"], "the bridge is destroyed" in reasons(over)) == ("illegal", True)
    veghel = asked("bridge.control", map="wed", bridge=VEGHEL, state=state)
    # The Allied side has entered 75.129, and nobody 74.129: that is no German bridge any more.
    assert veghel["verdict"] == "contested"


def list_of_1900(asked: Asking, state: State) -> None:
    """1900: the list in its order; no release on the first day; the Marker stays."""
    assert state["turn"] == september(17, "1900")
    answer = asked("turn.1900", state=state)
    steps = {step["id"]: step["applies"] for step in answer["list"]}
    assert len(steps) >= 11
    release = next(step for step in answer["list"] if "release" in step["title"].lower())
    assert release["applies"] == "no"
    marker = {**state, "club_route": {"marker": "42.229"}, "units": [], "markers": []}
    assert asked("clubroute.release", map="wed", state=marker)["released"] == []
    advance = asked("clubroute.advance", map="wed", state=marker)
    assert "Son Bridge 66.156/66.157: destroyed" in reasons(advance)
    held = [{"id": "1-i-kerutt", "side": "German", "hex": "45.223"}]
    assert asked("clubroute.advance", map="wed", state={**marker, "units": held})["reach"] == []
    due = asked("scenario.reinforcements", state=state)
    assert [one["id"] for one in due["arrivals"]] == ["59-17-1900"]


def night(asked: Asking, state: State) -> None:
    """Night: no chit for the Guards, KG Huber's side is chosen, and the day is scored."""
    assert state["turn"] == september(17, "Night")
    chit = asked("command.night", map="wed", division="Guards Armored Division", time="Night")
    assert chit["verdict"] == "illegal"
    due = asked("scenario.reinforcements", state=state)
    assert [one["id"] for one in due["arrivals"]] == ["huber-choice"]
    assert due["drops"] == []
    sight = {"map": "wed", "from": "66.150", "to": "66.153", "sight": {"night": 1}}
    assert asked("los.check", **sight, state=state)["verdict"] == "blocked"
    events = [
        *state["history"],
        {"event": "guards_activation", "steps_off": 0, "turn": september(17, "1700")},
        {"event": "status", "status": "open", "turn": september(17, "1900")},
    ]
    route = {"marker": "42.229", "attacked": 0, "closed": 0}
    score = asked(
        "victory.score",
        scenario="campaign",
        date="1944-09-17",
        state={**state, "history": events, "club_route": route},
    )
    assert score["lines"]["not_cut"] == {"side": "Allied", "count": 1, "points": 8}
    assert score["lines"]["cut"]["points"] == 0
    tomorrow = asked("turn.next", turn=september(17, "Night"))["turn"]
    assert tomorrow == september(18, "0700")
    drop = asked("drop.timing", map="wed", date="1944-09-18", weather="clear")
    assert [one["time"] for one in drop["turns"]] == ["0900", "1100"]


def test_the_first_day_of_the_campaign_is_walked_by_questions_alone(asked: Asking) -> None:
    state = begin(asked)
    state = afternoon(asked, state)
    state = next_turn(asked, state, september(17, "1500"))
    evening(asked, state)
    state = next_turn(asked, state, state["turn"])
    list_of_1900(asked, state)
    state = next_turn(asked, state, state["turn"])
    night(asked, state)
