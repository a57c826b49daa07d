"""Markers that Units leave by a check, or not at all, whichever method judges it (WED S3.1)."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from tests.rules.needed import needed

UNIT = {"name": "A/1/501", "hex": "70.150", "column": False}
METHODS = ("move.check", "move.best", "deploy.check", "scenario.limits")


def asked(context: Context, method: str, kind: str, act: str, **more: Any) -> Any:
    """The answer to whether a Unit goes from a marker's hex to the next one."""
    state = {"units": [], "markers": [{"kind": kind, "hex": "70.150"}]}
    told: dict[str, Any] = {"map": "wed", "unit": UNIT, "state": state}
    if method == "move.check":
        told["path"] = ["70.150", "70.149"]
    elif method == "move.best":
        told |= {"from": "70.150", "to": "70.149"}
    elif method == "deploy.check":
        told |= {"hex": "70.149", "act": act}
    else:
        told |= {"hex": "70.149", "act": act, "scenario": "WED-CAMPAIGN"}
        del told["map"]
    return ask(context, method, {**told, **more})


@pytest.mark.parametrize("method", METHODS)
def test_no_method_lets_a_unit_move_out_of_the_hex_of_the_dutch(
    real_context: Context, method: str
) -> None:
    answer = asked(real_context, method, "dutch", "move")
    rules = [step["rule"] for step in answer["steps"] if step.get("verdict") == "illegal"]
    assert (answer["verdict"], rules) == ("illegal", ["WED S3.1"])


@pytest.mark.parametrize("method", METHODS)
def test_every_method_asks_for_the_check_to_leave_a_minefield(
    real_context: Context, method: str
) -> None:
    answer = asked(real_context, method, "minefield", "move")
    assert answer["verdict"] == "undetermined"
    assert any("to leave the minefield in 70.150" in need for need in needed(answer))


def test_the_dutch_hold_nobody_who_retreats(real_context: Context) -> None:
    """Only a Movement Action is forbidden."""
    answer = asked(real_context, "deploy.check", "dutch", "retreat")
    assert not any(step["rule"] == "WED S3.1" for step in answer["steps"])


def test_who_stays_in_the_hex_is_held_by_nothing(real_context: Context) -> None:
    answer = asked(real_context, "deploy.check", "dutch", "move", hex="70.150")
    assert not any(step["rule"] == "WED S3.1" for step in answer["steps"])


WORKS = {"suppressed": False, "cohesion_hit": False}
LEG = {"class": "leg", "column": True, "side": "Allied", "division": "101st Airborne"}


def ferried(context: Context, method: str, kind: str, *, scenario: str = "") -> Any:
    """The answer to whether a Unit crosses by a ferry out of a marker's hex."""
    ferry = {"kind": "ferry", "hex": "66.157", "to": "66.156", "side": "Allied", **WORKS}
    markers = [ferry, {"kind": kind, "hex": "66.157"}] if kind else [ferry]
    state: dict[str, Any] = {"units": [], "markers": markers}
    state |= {"bridges": {"66.156/66.157": "destroyed"}}
    state |= {"scenario": scenario} if scenario else {}
    told: dict[str, Any] = {"map": "wed", "unit": {**LEG, "hex": "66.157"}, "state": state}
    if method == "move.check":
        told["path"] = ["66.157", {"hex": "66.156", "via": "ferry"}]
    else:
        told |= {"hex": "66.157", "to": "66.156", "begins": True, "second_action": False}
    return ask(context, method, told)


@pytest.mark.parametrize("method", ["move.check", "ferry.use"])
@pytest.mark.parametrize(
    ("kind", "verdict"), [("dutch", "illegal"), ("minefield", "undetermined"), ("", "legal")]
)
def test_a_ferry_takes_nobody_from_where_he_may_not_leave(
    real_context: Context, method: str, kind: str, verdict: str
) -> None:
    assert ferried(real_context, method, kind)["verdict"] == verdict


@pytest.mark.parametrize("method", ["move.check", "ferry.use"])
def test_a_ferry_takes_nobody_out_of_the_playing_area(real_context: Context, method: str) -> None:
    """WED-1 is played elsewhere than at Son's ferry."""
    answer = ferried(real_context, method, "", scenario="WED-1")
    inside = ask(real_context, "scenario.area", {"scenario": "WED-1", "hex": "66.156"})
    assert inside["verdict"] == "illegal"
    assert answer["verdict"] == "illegal"
    assert any("scenario boundary markers" in step["why"] for step in answer["steps"])


MINED = {"units": [], "markers": [{"kind": "minefield", "hex": "95.164"}]}
WHEELED = {"class": "wheeled", "column": False}
TRUCKED = {"class": "leg", "column": False, "organic": "wheeled", "mounted": True}
CHECKED = "the Troop Quality Check to leave the minefield in 95.164"


def best_by(context: Context, unit: dict[str, Any], state: dict[str, Any], **more: Any) -> Any:
    """The cheapest way from 94.163 to 94.164, of which the cheapest road leads by 95.164."""
    way = {"map": "wed", "unit": unit, "from": "94.163", "to": "94.164", "state": state}
    return ask(context, "move.best", {**way, **more})


@pytest.mark.parametrize("unit", [WHEELED, TRUCKED], ids=["bare", "with Organic Transport"])
@pytest.mark.parametrize(
    ("allowance", "verdict", "total"),
    [(None, "legal", 3), (3, "legal", 3), (2.5, "undetermined", 2), (1.5, "illegal", 2)],
)
def test_a_sure_way_within_the_allowance_goes_before_a_cheaper_one_by_a_check(
    real_context: Context, unit: dict[str, Any], allowance: float | None, verdict: str, total: float
) -> None:
    """WED S3.1: only who enters the minefield has to pass the check to leave it."""
    able = unit if allowance is None else {**unit, "ma": allowance}
    answer = best_by(real_context, able, MINED)
    cheaper = [note for note in answer.get("notes", ()) if CHECKED in note]
    told = ["cheaper by 94.163–95.164–94.164, 2 MP, which turns on "] if verdict == "legal" else []
    assert (answer["verdict"], answer["total"]) == (verdict, total)
    assert [note.partition(CHECKED)[0] for note in cheaper] == told
    assert any(CHECKED in need for need in needed(answer)) == (verdict != "legal")


def test_a_way_without_the_check_goes_first_where_more_is_unknown(real_context: Context) -> None:
    """WED-4: nobody said where the German park lies, from which Allied Units keep off."""
    unit = {**WHEELED, "side": "Allied", "id": "x", "ma": 10}
    answer = best_by(real_context, unit, {**MINED, "scenario": "WED-4"})
    assert (answer["verdict"], answer["total"]) == ("undetermined", 3)
    assert [need.partition(":")[0] for need in needed(answer)] == ["state.markers"]
    (note,) = [one for one in answer["notes"] if CHECKED in one]
    assert note.startswith("cheaper by 94.163–95.164–94.164, 2 MP, which turns on the Troop Qual")
    assert "artillery_park" not in note


def test_a_way_that_no_minefield_makes_cheaper_is_told_alone(real_context: Context) -> None:
    """Into the minefield leads a way that no check is needed for, and beside it the same way."""
    into = best_by(real_context, WHEELED, MINED, to="95.164")
    free = best_by(real_context, WHEELED, {"units": [], "markers": []})
    assert (into["verdict"], into["total"], "notes" in into) == ("legal", 1.5, False)
    assert (free["verdict"], free["total"], "notes" in free) == ("legal", 2, False)


@pytest.mark.parametrize("unit", [WHEELED, TRUCKED], ids=["bare", "with Organic Transport"])
@pytest.mark.parametrize(
    ("allowance", "sure", "by_check"), [(1.5, None, None), (2, None, 2), (3, 3, None)]
)
def test_a_reach_tells_apart_what_turns_on_a_check(
    real_context: Context,
    unit: dict[str, Any],
    allowance: float,
    sure: float | None,
    by_check: float | None,
) -> None:
    asked = {"map": "wed", "unit": unit, "from": "94.163", "state": MINED}
    answer = ask(real_context, "move.reach", {**asked, "allowance": allowance})
    assert answer["verdict"] == "legal"
    assert answer["hexes"].get("94.164") == sure
    assert answer.get("by_check", {}).get("94.164") == by_check
    assert answer["hexes"]["95.164"] == 1.5
    assert any(CHECKED in line for line in answer["unchecked"])
    more = len(answer.get("by_check", ()))
    assert (f"; {more} more if it passes a check by the way" in answer["summary"]) == bool(more)


@pytest.mark.parametrize("states", [False, True])
def test_a_reach_that_meets_no_minefield_is_that_without_one(
    real_context: Context, states: bool
) -> None:
    asked = {"map": "wed", "unit": WHEELED, "from": "94.163", "allowance": 1, "states": states}
    mined = ask(real_context, "move.reach", {**asked, "state": MINED})
    bare = ask(real_context, "move.reach", {**asked, "state": {"units": [], "markers": []}})
    assert mined == bare
