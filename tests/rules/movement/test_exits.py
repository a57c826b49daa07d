"""Leaving the map as the last entry of a declared path."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from tests.rules.needed import needed

GUARDS: dict[str, Any] = {"class": "tracked", "column": True, "division": "Guards Armored"}
GONE = {"club_route": {"marker": "off_map"}}
STAYS = {"markers": [{"kind": "club_route", "hex": "75.129"}]}


def test_the_club_route_of_the_state_says_whether_the_marker_has_left(check: Any) -> None:
    """What ``clubroute.remove`` answers is what the exit asks."""
    gone = check(GUARDS, "14.90", "14.89", "exit", state={"club_route": {"marker": "off_map"}})
    assert gone == check(GUARDS, "14.90", "14.89", "exit", state=GONE)
    stays = check(GUARDS, "14.90", "14.89", "exit", state={"club_route": {"marker": "75.129"}})
    assert stays["verdict"] == "illegal"


@pytest.mark.parametrize("last", ["exit", {"exit": True}])
def test_guards_leave_by_entering_the_exit_hex(check: Any, last: Any) -> None:
    """The hex is entered at its usual cost; being taken off the map costs nothing more."""
    entered = check(GUARDS, "14.90", "14.89", state=GONE)
    left = check(GUARDS, "14.90", "14.89", last, state=GONE)
    assert (left["verdict"], left["total"]) == ("legal", entered["total"])
    end = left["steps"][-1]
    assert (end["why"], end["rule"], end["cost"]) == ("leaves the map", "WED S7.2.0", 0)
    assert any("S7.2.0" in line for line in entered["unchecked"])
    assert not any("S7.2.0" in line for line in left["unchecked"])
    assert any("WED S7.3.0" in line for line in left["unchecked"])
    assert check(GUARDS, "14.90", {"hex": "14.89", "exit": True}, state=GONE) == left


@pytest.mark.parametrize(
    ("unit", "path", "state", "why"),
    [
        (GUARDS, ("14.90", "14.89"), STAYS, "the Club Route Marker has not left the map"),
        (GUARDS, ("14.89",), GONE, "a Unit leaves the map by entering the hex"),
        (GUARDS, ("75.129", "75.128"), GONE, "no Unit leaves the map here, only in 14.89"),
        (
            {**GUARDS, "division": "101st Airborne"},
            ("14.90", "14.89"),
            GONE,
            "only Guards Armored Units leave the map here",
        ),
    ],
)
def test_who_may_not_leave(
    check: Any, unit: dict[str, Any], path: tuple[str, ...], state: dict[str, Any], why: str
) -> None:
    answer = check(unit, *path, "exit", state=state)
    assert answer["verdict"] == "illegal"
    assert answer["steps"][-1]["why"].startswith(why)
    assert answer["steps"][-1]["rule"] == "WED S7.2.0"


def test_what_decides_whether_a_unit_leaves(check: Any) -> None:
    unknown = check({"class": "tracked", "column": True}, "14.90", "14.89", "exit")
    assert unknown["verdict"] == "undetermined"
    assert needed(unknown) == [
        "unit.division: only Guards Armored Units leave the map (WED S7.2.0)",
        "whether the Club Route Marker has left the map to the north (WED S7.2.0)",
    ]


def test_nobody_leaves_in_the_combined_game(check: Any) -> None:
    joined = check(GUARDS, "14.90", "14.89", "exit", window="mg", state=GONE)
    assert joined["verdict"] == "illegal"
    assert joined["steps"][-1]["rule"] == "WED MG 6.0"
    entered = check(GUARDS, "14.90", "14.89", window="mg", state=GONE)
    assert not any("S7.2.0" in line for line in entered["unchecked"])


def test_no_rule_of_the_other_game_lets_a_unit_leave(check: Any) -> None:
    answer = check(GUARDS, "35.58", "36.58", "exit", window="tdc", state=GONE)
    assert answer["steps"][-1]["why"] == "no Unit leaves the map here"


@pytest.mark.parametrize(
    ("path", "message"),
    [
        (("14.90", "exit", "14.89"), "exit as the last entry"),
        (("exit", "14.89"), "a hex"),
        (("14.90", {"column": True}), "a hex, or exit"),
    ],
)
def test_wrong_entries_are_named(check: Any, path: tuple[Any, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        check(GUARDS, *path)


CALLED = {"event": "emergency_call", "turn": {"date": "1944-09-22", "time": "0700"}}


@pytest.mark.parametrize(
    ("unit", "history", "verdict", "open_"),
    [
        ({"emergency": True}, None, "illegal", False),
        ({"emergency": True, "formation": "Group Cold"}, [CALLED], "illegal", False),
        ({"emergency": False}, [CALLED], "legal", False),
        ({"formation": "Group Cold"}, [], "legal", False),  # nobody was called
        ({"formation": "Group Cold"}, [CALLED], "legal", True),
        ({"formation": "Irish Guards"}, [CALLED], "legal", False),  # only Group Cold comes back
        ({}, None, "legal", True),
    ],
)
def test_who_came_by_the_emergency_call_never_leaves_the_map(
    check: Any, unit: dict[str, Any], history: Any, verdict: str, open_: bool
) -> None:
    """WED S7.3.0."""
    state = GONE if history is None else {**GONE, "history": history}
    answer = check({**GUARDS, **unit}, "14.90", "14.89", "exit", state=state)
    assert answer["verdict"] == verdict
    asked = [line for line in answer.get("unchecked", ()) if "emergency" in line]
    assert bool(asked) is open_
    if verdict == "illegal":
        assert answer["steps"][-1]["why"].startswith("it came by the emergency call")
        assert answer["steps"][-1]["rule"] == "WED S7.3.0"


def test_no_search_takes_a_unit_that_was_called_back_off_the_map(real_context: Context) -> None:
    """WED S7.3.0: what checks a way, looks for one and lists them say the same."""
    for emergency, leaves in ((True, False), (False, True)):
        unit = {**GUARDS, "side": "Allied", "emergency": emergency, "ma": 4}
        asked = {"map": "wed", "unit": unit, "state": GONE, "from": "14.90"}
        best = ask(real_context, "move.best", {**asked, "to": "14.89", "exit": True})
        assert (best["verdict"] == "legal") is leaves
        reach = ask(real_context, "move.reach", asked)
        assert bool(reach.get("exits")) is leaves
        into = ask(real_context, "move.best", {**asked, "to": "14.89"})
        assert any("S7.2.0" in line for line in into["unchecked"]) is leaves
