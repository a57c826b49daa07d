"""Ferries made, used and ended, sentence by sentence (WED 2.18, TDC 2.18)."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.builder.errors import InputError
from tests.rules.campaign.conftest import Asking, reasons
from tests.rules.needed import needed

SON = "66.156/66.157"
WED: dict[str, Any] = {"map": "wed", "hex": "66.157", "to": "66.156"}
TDC: dict[str, Any] = {"map": "tdc", "hex": "34.60", "to": "33.61"}
ENGINEER = {"side": "Allied", "engineer": True, "column": False}
GONE: dict[str, Any] = {"bridges": {SON: "destroyed"}}
FREE: dict[str, Any] = {"fire_zones": {"Allied": [], "German": []}}
WELL = {"suppressed": False, "cohesion_hit": False}


# ---------------------------------------------------------------- making one


@pytest.mark.parametrize("hex", ["66.157", "66.156"])
def test_an_engineer_at_a_destroyed_bridge_may_be_a_ferry(asked: Asking, hex: str) -> None:
    unit = {**ENGINEER, "hex": hex}
    found = asked("ferry.create", **WED, unit=unit, state=GONE, check="passed")
    assert found["result"] == "ferry"
    assert "does not count for stacking but for the mass modifier" in str(found)
    assert "it works from the end of this Action" in str(found)
    assert "no Command Point" in reasons(found)
    failed = asked("ferry.create", **WED, unit=unit, state=GONE, check="failed")
    assert "may try again in its next activation" in failed["summary"]
    listed = asked("ferry.create", **WED, unit=unit, state=GONE)
    assert [one["check"] for one in listed["outcomes"]] == ["passed", "failed"]


@pytest.mark.parametrize(
    ("unit", "state", "why"),
    [
        ({}, {"bridges": {}}, "no bridge is destroyed between 66.157 and 66.156"),
        ({"hex": "66.158"}, GONE, "it must begin its Action in 66.157 or 66.156"),
        ({"engineer": False}, GONE, "no engineer symbol"),
        ({"column": True}, GONE, "in Column"),
    ],
)
def test_what_forbids_a_ferry_in_wed(asked: Asking, unit: Any, state: Any, why: str) -> None:
    given = {**ENGINEER, "hex": "66.157", **unit}
    found = asked("ferry.create", **WED, unit=given, state=state)
    assert found["verdict"] == "illegal"
    assert why in reasons(found, "illegal")


def test_in_wed_an_enemy_fire_zone_does_not_matter_in_tdc_it_does(asked: Asking) -> None:
    zones = {"fire_zones": {"Allied": [], "German": ["66.157", "34.60"]}}
    wed = asked("ferry.create", **WED, unit={**ENGINEER, "hex": "66.157"}, state={**GONE, **zones})
    assert wed["verdict"] == "legal"
    unit = {**ENGINEER, "hex": "34.60"}
    tdc = asked("ferry.create", **TDC, unit=unit, state=zones)
    assert "34.60 is in an enemy Fire Zone [TDC 2.18.1]" in reasons(tdc, "illegal")
    assert asked("ferry.create", **TDC, unit=unit, state=FREE)["verdict"] == "legal"
    unknown = asked("ferry.create", **TDC, unit=unit)
    assert "state.fire_zones.German" in needed(unknown)[0]


def test_in_tdc_ferries_are_at_printed_hexes(asked: Asking) -> None:
    unit = {**ENGINEER, "hex": "33.61"}  # the hex it points to will do
    found = asked("ferry.create", **TDC, unit=unit, state=FREE)
    assert found["verdict"] == "legal"
    assert found["unchecked"][0] == "that a ferry is printed there (TDC 2.18)"


def test_two_hexes_must_share_a_hexside(asked: Asking) -> None:
    with pytest.raises(InputError, match=r"params:to: found '66\.160'"):
        asked("ferry.create", map="wed", hex="66.157", to="66.160", unit=ENGINEER)


# ---------------------------------------------------------------- improving one

FERRY = {"kind": "ferry", "hex": "34.60", "to": "33.61", **WELL}


def test_a_second_engineer_in_the_ferry_hex_may_improve_it(asked: Asking) -> None:
    state = {**FREE, "markers": [FERRY]}
    unit = {**ENGINEER, "hex": "34.60"}
    found = asked("ferry.improve", **TDC, unit=unit, state=state, check="passed")
    assert found["result"] == "improved_ferry"
    assert "combat results hit both" in str(found)
    other = asked("ferry.improve", **TDC, unit={**unit, "hex": "33.61"}, state=state)
    assert "it must begin its Action in 34.60" in reasons(other, "illegal")
    zones = {"fire_zones": {"German": ["34.60"]}, "markers": [FERRY]}
    under_fire = asked("ferry.improve", **TDC, unit=unit, state=zones)
    assert "in an enemy Fire Zone [TDC 2.18.2]" in reasons(under_fire, "illegal")
    twice = {**FREE, "markers": [{**FERRY, "kind": "improved_ferry"}]}
    assert asked("ferry.improve", **TDC, unit=unit, state=twice)["verdict"] == "illegal"


def test_there_are_no_improved_or_assault_ferries_in_wed(asked: Asking) -> None:
    unit = {**ENGINEER, "hex": "66.157"}
    found = asked("ferry.improve", **WED, unit=unit, state=GONE)
    assert "no improved ferries in this game [WED 2.18]" in reasons(found, "illegal")
    found = asked("ferry.assault", **WED, units=[unit, unit], state=GONE)
    assert found["verdict"] == "illegal"
    for kind in ("improved_ferry", "assault_ferry"):
        found = asked("ferry.after", map="wed", kind=kind, event="suppressed")
        assert found["verdict"] == "illegal"


# ---------------------------------------------------------------- the assault ferry


def assault(asked: Asking, *units: Any, **more: Any) -> Any:
    """Two engineers at the Waal want to be an assault ferry."""
    given = [{"hex": more.get("hex", "34.60"), **unit} for unit in units or [ENGINEER, ENGINEER]]
    state = {"history": []}
    return asked("ferry.assault", **{**TDC, "units": given, "state": state, **more})


def test_two_engineers_may_be_an_assault_ferry_once(asked: Asking) -> None:
    """TDC 2.18.6."""
    found = assault(asked, check="passed")
    assert found["result"] == "assault_ferry"
    assert "until the end of the turn" in str(found)
    assert "try again" in assault(asked, check="failed")["summary"]
    once = {"history": [{"event": "assault_ferry"}]}
    found = assault(asked, state=once)
    assert "only one may be made in a game" in reasons(found, "illegal")


@pytest.mark.parametrize(
    ("units", "more", "why"),
    [
        ([ENGINEER], {}, "it takes 2 engineer Units in 34.60"),
        ([ENGINEER, {**ENGINEER, "hex": "35.60"}], {}, "it takes 2 engineer Units"),
        ([ENGINEER, {"side": "Allied", "engineer": False}], {}, "it takes 2 engineer Units"),
        ([{**ENGINEER, "side": "German"}] * 2, {}, "only the Allied side"),
        ([ENGINEER] * 2, {"hex": "12.13", "to": "12.12"}, "no river hexside lies between"),
    ],
)
def test_what_forbids_an_assault_ferry(asked: Asking, units: Any, more: Any, why: str) -> None:
    """TDC 2.18.6."""
    found = assault(asked, *units, **more)
    assert found["verdict"] == "illegal"
    assert why in reasons(found, "illegal")


# ---------------------------------------------------------------- using one

WED_FERRY = {"kind": "ferry", "hex": "66.157", "to": "66.156", **WELL}
RIDER = {"side": "German", "class": "leg", "column": True}


def use(asked: Asking, unit: Any = None, marker: Any = None, state: Any = None, **more: Any) -> Any:
    """A Unit wants to cross by the ferry at Son."""
    position = {**GONE, "markers": [{**WED_FERRY, **(marker or {})}], "units": [], **(state or {})}
    start = more.get("hex", "66.157")
    params = {**WED, "unit": {**RIDER, "hex": start, **(unit or {})}, "state": position}
    return asked("ferry.use", **{"second_action": False, **params, **more})


@pytest.mark.parametrize(("hex", "to"), [("66.157", "66.156"), ("66.156", "66.157")])
def test_a_leg_unit_in_column_crosses_either_way(asked: Asking, hex: str, to: str) -> None:
    """TDC 2.18.3."""
    found = use(asked, hex=hex, to=to)
    assert found["verdict"] == "legal"
    assert "its whole activation, a Movement Action; no activation of the ferry" in reasons(found)
    assert "does not affect the ferry [WED 2.18.4]" in reasons(found)


def test_the_fire_of_the_ferry_example_adds_up_to_nine(asked: Asking) -> None:
    """4, Column +2, ferry +2, range -2, Fire Zone to Fire Zone +3: the rulebook prints 8.

    TDC 2.18.5.
    """
    modifiers = use(asked)["fire_modifiers"]
    assert modifiers == {"ferried": 2, "column": 2}
    assert 4 + sum(modifiers.values()) - 2 + 3 == 9


@pytest.mark.parametrize(
    ("unit", "marker", "more", "why"),
    [
        ({"class": "wheeled"}, {}, {}, "only leg Units may use it"),
        ({"class": "tracked"}, {}, {}, "only leg Units may use it"),
        ({"column": False}, {}, {}, "it must be in Column"),
        ({}, {"suppressed": True}, {}, "it is Suppressed"),
        ({}, {"cohesion_hit": True}, {}, "a Cohesion Hit stops it"),
        ({"hex": "66.158"}, {}, {}, "it must begin its activation in 66.157"),
        ({}, {}, {"second_action": True}, "no Command Point or Second Action"),
        ({}, {}, {"hex": "66.158", "to": "66.157"}, "no ferry between 66.158 and 66.157"),
        ({}, {}, {"state": {"bridges": {}, "markers": [WED_FERRY]}}, "no bridge is destroyed"),
    ],
)
def test_what_forbids_crossing(asked: Asking, unit: Any, marker: Any, more: Any, why: str) -> None:
    """TDC 2.18.3."""
    found = use(asked, unit, marker, **more)
    assert found["verdict"] == "illegal"
    assert why in reasons(found, "illegal")


def test_no_enemy_may_be_in_the_hex_ferried_into(asked: Asking) -> None:
    """TDC 2.18.3."""
    enemy = {"side": "Allied", "hex": "66.156"}
    found = use(asked, state={**GONE, "markers": [WED_FERRY], "units": [enemy]})
    assert "enemy Units are in 66.156" in reasons(found, "illegal")


def test_transport_is_abandoned_on_a_ferry_not_on_an_improved_one(asked: Asking) -> None:
    """TDC 2.18.3."""
    unit = {"organic": "wheeled"}
    assert "abandons its Organic Transport for ever" in reasons(use(asked, unit))
    rider = {**RIDER, "hex": "34.60"}
    across: dict[str, Any] = {**TDC, "second_action": False}
    improved = {**FREE, "units": [], "markers": [{**FERRY, "kind": "improved_ferry"}]}
    found = asked("ferry.use", **across, unit={**rider, **unit}, state=improved)
    assert found["verdict"] == "legal"
    assert "abandons" not in reasons(found)
    found = asked("ferry.use", **across, unit={**rider, "class": "tracked"}, state=improved)
    assert found["verdict"] == "legal"
    plain = {**FREE, "units": [], "markers": [FERRY]}
    found = asked("ferry.use", **across, unit={**rider, "class": "tracked"}, state=plain)
    assert found["verdict"] == "illegal"


def crossing(asked: Asking, unit: Any = None, state: Any = None, **more: Any) -> Any:
    """A Unit wants to use the assault ferry over the Waal."""
    ferry = {**FERRY, "kind": "assault_ferry"}
    position = {"markers": [ferry], "units": [], **(state or {})}
    start = more.get("hex", "34.60")
    given = {"side": "Allied", "class": "leg", "column": False, "hex": start, **(unit or {})}
    return asked("ferry.use", **{**TDC, "unit": given, "state": position, **more})


def test_the_assault_ferry_takes_leg_units_in_column_or_not(asked: Asking) -> None:
    """TDC 2.18.6."""
    for column in (False, True):
        found = crossing(asked, {"column": column}, check="passed")
        assert (found["result"], found["fire_modifiers"]) == ("crossed", {"ferried": 2})
        assert "a Second Action is allowed" in reasons(found)
    assert crossing(asked, check="failed")["result"] == "stays"
    assert len(crossing(asked)["outcomes"]) == 2
    assert crossing(asked, {"class": "wheeled"})["verdict"] == "illegal"
    back = crossing(asked, hex="33.61", to="34.60")
    assert "goes only to 33.61" in reasons(back, "illegal")


def test_the_assault_ferry_into_an_enemy_hex_is_an_assault(asked: Asking) -> None:
    """TDC 2.18.6."""
    enemy = {"units": [{"side": "German", "hex": "33.61"}]}
    found = crossing(asked, state=enemy, check="passed")
    assert found["summary"] == "It Assaults 33.61"
    assert "Bravery Check as if against an Armored or entrenched Unit" in reasons(found)
    assert "those assaulted fire once" in reasons(found)


# ---------------------------------------------------------------- ending one


@pytest.mark.parametrize(
    ("game", "kind", "event", "result", "text"),
    [
        ("wed", "ferry", "engineer_moves", "removed", "a Cohesion Hit on it goes to the engineer"),
        ("wed", "ferry", "suppressed", "stopped", "until it Rallies"),
        ("wed", "ferry", "cohesion_hit", "stopped", "marked on the ferry"),
        ("wed", "ferry", "step_loss", "removed", "the engineer takes the Step Loss"),
        ("wed", "ferry", "eliminated", "removed", "the engineer is eliminated"),
        ("wed", "ferry", "assaulted", "removed", "when zero-step Units are"),
        ("wed", "ferry", "bailey_placed", "removed", "at once"),
        ("wed", "ferry", "turn_ends", "stays", ""),
        ("tdc", "ferry", "bailey_placed", "stays", ""),
        ("tdc", "improved_ferry", "engineer_moves", "removed", "does not become a ferry again"),
        ("tdc", "improved_ferry", "step_loss", "removed", "both engineers take the Step Loss"),
        ("tdc", "improved_ferry", "eliminated", "removed", "both engineers are eliminated"),
        ("tdc", "assault_ferry", "turn_ends", "removed", "one engineer goes across"),
        ("tdc", "assault_ferry", "suppressed", "stopped", ""),
        ("tdc", "ferry", "cohesion_hit", "stays", "marked on the ferry"),
        ("tdc", "assault_ferry", "cohesion_hit", "stays", "both engineers take it"),
        ("tdc", "ferry", "turn_ends", "stays", ""),
    ],
)
def test_what_ends_a_ferry(
    asked: Asking, game: str, kind: str, event: str, result: str, text: str
) -> None:
    """WED 2.18.3, TDC 2.18.6."""
    found = asked("ferry.after", map=game, kind=kind, event=event)
    assert found["result"] == result
    assert text in reasons(found)


# ---------------------------------------------------------------- one table for all


@pytest.mark.parametrize("kind", ["ferry", "improved_ferry", "assault_ferry"])
@pytest.mark.parametrize("reading", ["stops", "works"])
def test_what_a_cohesion_hit_does_is_one_reading_for_all_methods(
    asked: Asking, kind: str, reading: str
) -> None:
    """TDC 2.18.3, 2.18.4, 2.18.6 do not say; the example of WED 2.18 stops the ferry."""
    options = {"ferry_hit": reading}
    after = asked("ferry.after", map="tdc", kind=kind, event="cohesion_hit", options=options)
    assert after["result"] == ("stopped" if reading == "stops" else "stays")
    assert any("(ferry_hit)" in note for note in after["notes"])
    hit = {"kind": kind, "hex": "34.60", "to": "33.61", "suppressed": False, "cohesion_hit": True}
    unit = {"side": "Allied", "class": "leg", "column": True, "hex": "34.60"}
    state = {**FREE, "units": [], "markers": [hit]}
    told = {**TDC, "unit": unit, "state": state, "second_action": False, "check": "passed"}
    use = asked("ferry.use", **told, options=options)
    assert (use["verdict"] == "illegal") is (reading == "stops")
    assert any("(ferry_hit)" in note for note in use["notes"])
    assert "TDC 2.18.3]" not in reasons(use, "illegal")


def test_in_wed_the_example_says_that_a_cohesion_hit_stops_the_ferry(asked: Asking) -> None:
    """WED 2.18: no reading, and one that is chosen is refused."""
    after = asked("ferry.after", map="wed", event="cohesion_hit")
    read = any(note.startswith("referee") for note in after.get("notes", ()))
    assert (after["result"], read) == ("stopped", False)
    stopped = use(asked, marker={"cohesion_hit": True})
    assert "a Cohesion Hit stops it [WED 2.18]" in reasons(stopped, "illegal")
    for reading in ("stops", "works"):
        with pytest.raises(InputError, match="ferry_hit"):
            use(asked, marker={"cohesion_hit": True}, options={"ferry_hit": reading})


@pytest.mark.parametrize(("side", "verdict"), [("German", "legal"), ("Allied", "illegal")])
def test_only_a_friendly_unit_uses_a_ferry(asked: Asking, side: str, verdict: str) -> None:
    """WED 2.18.2, TDC 2.18.3: a friendly Unit in Column."""
    found = use(asked, marker={"side": side})
    assert found["verdict"] == verdict
    assert "unchecked" not in found
    assert any("the marker's side" in line for line in use(asked)["unchecked"])


@pytest.mark.parametrize("side", ["German", "Allied", None])
def test_a_path_over_a_ferry_is_judged_as_its_use(asked: Asking, side: str | None) -> None:
    """WED 2.18.2: whose ferry it is matters to both."""
    marker = {**WED_FERRY, **({} if side is None else {"side": side})}
    unit = {**RIDER, "hex": "66.157", "ma": 8}
    state = {**GONE, **FREE, "markers": [marker], "units": []}
    used = asked("ferry.use", **WED, unit=unit, state=state, begins=True)
    path = ["66.157", "66.156"]
    moved = asked("move.check", map="wed", unit=unit, path=path, state=state)
    assert used["verdict"] == moved["verdict"] == ("illegal" if side == "Allied" else "legal")
