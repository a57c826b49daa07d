"""What a position says, and a set-up tells, reaches the questions about moves."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context


def moved(context: Context, window: str, unit: Any, path: list[Any], **state: Any) -> Any:
    """The answer of ``move.check``."""
    given = {"map": window, "unit": unit, "path": path, "state": state}
    return ask(context, "move.check", given)


REARGUARD = "101-rearguard-502"


def test_of_copies_of_one_counter_the_one_in_its_hex_moves(real_context: Context) -> None:
    """WED-4 sets several Rearguards of the 502 up."""
    answer = moved(real_context, "wed", {"id": REARGUARD}, ["60.135", "59.136"], scenario="WED-4")
    assert answer["verdict"] in ("legal", "undetermined")


def test_copies_that_differ_in_a_hex_are_asked_for(real_context: Context) -> None:
    units = [{"id": REARGUARD, "hex": "60.135", "column": column} for column in (False, True)]
    with pytest.raises(InputError, match="copies of which those in one hex are alike"):
        moved(real_context, "wed", {"id": REARGUARD}, ["60.135", "59.136"], units=units)


def test_another_copy_is_a_friend_where_it_stands(real_context: Context) -> None:
    units = [{"id": REARGUARD, "hex": one, "side": "Allied"} for one in ("60.135", "59.136")]
    answer = moved(real_context, "wed", {"id": REARGUARD}, ["60.135", "59.136"], units=units)
    assert any("friendly Units in 59.136" in line for line in answer["unchecked"])


def test_a_set_up_s_words_for_a_bridge_are_those_of_a_position(real_context: Context) -> None:
    """WED 2.15.6: Best's railroad bridge is never wired."""
    laid = ask(real_context, "scenario.setup", {"scenario": "WED-3"})["bridges"]
    bridges = {one["hexside"]: one["state"] for one in laid if {"hexside", "state"} <= one.keys()}
    assert ["intact", "never_wired"] in bridges.values()
    unit = {"class": "leg", "column": True, "side": "Allied"}
    answer = moved(real_context, "wed", unit, ["49.158", "49.157"], bridges=bridges, units=[])
    assert answer["verdict"] == "legal"


def test_units_of_a_set_up_that_is_not_whole_stand_where_it_has_them(
    real_context: Context,
) -> None:
    """The Germans of Where Eagles Dare stand in the combined game, too (MG 2.0)."""
    unit = {"id": "gds-1-3-irishgds", "column": True}
    begun = moved(real_context, "mg", unit, ["45.224", "46.224"], scenario="MG")
    assert (begun["verdict"], begun["steps"][-1]["verdict"]) == ("illegal", "illegal")
    assert any(step["why"].startswith("as set up, MG: ") for step in begun["steps"])
    later = moved(real_context, "mg", unit, ["45.224", "46.224"], scenario="MG", under_way=True)
    assert later["verdict"] == "legal"


@pytest.mark.parametrize(
    ("said", "words"),
    [({"retreat": True}, "retreats"), ({"suppressed": True}, "Suppressed")],
)
def test_what_is_said_of_a_unit_and_not_read_is_named(
    real_context: Context, said: Any, words: str
) -> None:
    unit = {"class": "leg", "column": False, "side": "Allied", **said}
    answer = moved(real_context, "wed", unit, ["75.129", "75.128"], units=[])
    assert any(words in line for line in answer["unchecked"])


@pytest.mark.parametrize("kind", ["barrage", "rubble", "men_at_work"])
def test_a_marker_that_no_rule_of_movement_reads_is_named(real_context: Context, kind: str) -> None:
    unit = {"class": "leg", "column": False, "side": "Allied"}
    markers = [{"kind": kind, "hex": "75.128"}]
    enters = moved(real_context, "wed", unit, ["75.129", "75.128"], units=[], markers=markers)
    passes = moved(real_context, "wed", unit, ["75.129", "75.130"], units=[], markers=markers)
    words = f"{kind.replace('_', ' ')} marker in 75.128"
    assert any(words in line for line in enters["unchecked"])
    assert not any(words in line for line in passes["unchecked"])


GARRISON = {"class": "leg", "column": False, "mounted": False, "side": "Allied", "id": "x"}
GARRISON |= {"garrison": "Grave", "division": "82nd Airborne"}


@pytest.mark.parametrize(
    ("start", "there", "verdict"),
    [("16.83", "17.83", "illegal"), ("13.83", "12.83", "not legal"), ("16.83", "15.83", "in")],
)
@pytest.mark.parametrize("method", ["move.check", "deploy.check", "garrison.move"])
def test_a_garrison_keeps_its_five_hexes_for_every_method(
    real_context: Context, method: str, start: str, there: str, verdict: str
) -> None:
    """TDC S5.5: it never leaves the five hexes, and out of them it comes back."""
    base: dict[str, Any] = {"map": "tdc"}
    unit: dict[str, Any] = {**GARRISON, "hex": start}
    state = {"turn": {"date": "1944-09-25", "time": "0700"}, "units": [], "markers": []}
    if method == "move.check":
        given = {**base, "unit": unit, "path": [start, there], "state": state}
    elif method == "deploy.check":
        given = {**base, "unit": unit, "hex": there, "act": "move", "state": state}
    else:
        given = {**base, "town": "Grave", "from": start, "to": there}
    answer = ask(real_context, method, given)
    rules = [step["rule"] for step in answer["steps"] if step.get("verdict") == "illegal"]
    if verdict == "illegal":
        assert (answer["verdict"], rules) == ("illegal", ["TDC S5.5"])
    elif verdict == "not legal":
        assert answer["verdict"] in ("illegal", "undetermined")
    else:
        assert "TDC S5.5" not in rules


@pytest.mark.parametrize("hex_", ["49.28", "20.20"])
@pytest.mark.parametrize("act", ["be", "setup", "move", "retreat"])
def test_the_82nd_is_never_north_of_the_rhine(real_context: Context, hex_: str, act: str) -> None:
    """TDC S5.7: all of its deployment area but a small piece at Nijmegen is south of the Waal."""
    unit = {"division": "82nd Airborne", "side": "Allied"}
    given = {"map": "tdc", "unit": unit, "hex": hex_, "act": act}
    answer = ask(real_context, "deploy.check", given)
    assert (answer["verdict"], answer["provenance"]) == ("illegal", "survey")


LOOKED_AT = {
    "units": "enemy Units (not said)",
    "markers": "road blocks and ferries (not said)",
    "bridges": "bridges (not said)",
}
SCRAPS: list[tuple[dict[str, Any], str]] = [
    ({"turn": {"date": "1944-09-20", "time": "0900"}}, ""),
    ({"club_route": {"status": "open"}}, ""),
    ({"bridges": {"74.129/75.129": "intact"}}, "bridges"),
    ({"units": []}, "units"),
    ({"markers": []}, "markers"),
]


@pytest.mark.parametrize(("scrap", "part"), SCRAPS)
def test_a_scrap_of_a_state_hushes_no_caveat_but_its_own(
    real_context: Context, scrap: dict[str, Any], part: str
) -> None:
    unit = {"class": "leg", "side": "Allied", "column": True, "ma": 8}
    answers = [moved(real_context, "wed", unit, ["66.157", "66.156"], **scrap)]
    for method, goal in (("move.best", {"to": "66.156"}), ("move.reach", {})):
        asked = {"map": "wed", "unit": unit, "from": "66.157", "state": scrap, **goal}
        answers.append(ask(real_context, method, asked))
    wanted = [line for name, line in LOOKED_AT.items() if name != part]
    for answer in answers:
        told = [line for line in answer["unchecked"] if line in LOOKED_AT.values()]
        assert told == wanted


def test_a_state_that_tells_every_part_leaves_none_of_them_open(real_context: Context) -> None:
    unit = {"class": "leg", "side": "Allied", "column": True}
    told = moved(real_context, "wed", unit, ["66.157", "66.156"], units=[], markers=[], bridges={})
    assert not set(LOOKED_AT.values()) & set(told["unchecked"])
    begun = moved(real_context, "wed", unit, ["60.135", "59.136"], scenario="WED-4")
    assert not set(LOOKED_AT.values()) & set(begun.get("unchecked", ()))
