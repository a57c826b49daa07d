"""What both rulebooks say, asked on the map of The Devil's Cauldron."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.builder.errors import InputError
from tests.rules.campaign.conftest import (
    NOBODY,
    Asking,
    entered,
    reasons,
)

ARNHEM = "49.29/49.30"
NIJMEGEN_RAIL = "38.62/38.63"
WAAL: dict[str, Any] = {"map": "tdc", "hex": "34.60", "to": "33.61"}
FERRY = {
    "kind": "ferry",
    "hex": "34.60",
    "to": "33.61",
    "suppressed": False,
    "cohesion_hit": False,
}
RIDER = {"side": "German", "class": "leg", "column": True, "hex": "34.60"}

# ---------------------------------------------------------------- bridges


def test_control_needs_nobody_on_the_bridge(asked: Asking) -> None:
    """TDC 2.15.4: different Units at different times, and none need remain."""
    history = [*entered(("German", "49.29"), ("German", "49.30"), ("German", "49.31"))]
    found = asked("bridge.control", map="tdc", bridge=ARNHEM, state={**NOBODY, "history": history})
    assert (found["verdict"], found["side"]) == ("controlled", "German")
    assert "German controlled [TDC 2.15.4]" in reasons(found)


@pytest.mark.parametrize("method", ["bridge.control", "bridge.wire"])
def test_a_bridge_over_a_stream_is_none_of_the_named_ones(asked: Asking, method: str) -> None:
    """TDC 2.11, TDC 2.15: it is plain Road, neither controlled nor wired."""
    unit = {} if method == "bridge.control" else {"unit": {"engineer": True}}
    with pytest.raises(InputError, match=r"found no bridge at 27\.42/27\.43"):
        asked(method, map="tdc", bridge="27.42/27.43", **unit)
    crossed = asked(
        "move.check",
        map="tdc",
        unit={"class": "leg", "column": False},
        path=["27.42", "27.43"],
        state={"bridges": {}, "turn": {"date": "1944-09-23", "time": "0700"}},
    )
    assert crossed["verdict"] == "legal"


@pytest.mark.parametrize(
    ("unit", "more", "why"),
    [
        ({}, {}, ""),
        ({"side": "Allied"}, {}, "the Allied side must control the bridge to wire it"),
        ({"hex": "49.28"}, {}, "it must begin its Action in 49.29 or 49.30"),
        ({"column": True}, {}, "a Unit in Column may not take an Engineer Action"),
        ({"engineer": False}, {}, "no engineer symbol"),
        ({}, {"bridges": {ARNHEM: "destroyed"}}, "the bridge is destroyed"),
    ],
)
def test_wiring_a_bridge(asked: Asking, unit: Any, more: Any, why: str) -> None:
    """TDC 2.15.5, TDC 2.15.3."""
    position = {
        **NOBODY,
        "history": entered(("German", "49.29"), ("German", "49.30")),
        "bridges": {ARNHEM: "not_wired"},
        **more,
    }
    pioneers = {"name": "Pio", "side": "German", "hex": "49.29", "engineer": True, "column": False}
    told = {"map": "tdc", "bridge": ARNHEM, "scenario": "Campaign 2", "state": position}
    found = asked("bridge.wire", **told, unit={**pioneers, **unit})
    assert found["verdict"] == ("illegal" if why else "legal")
    assert (why or "[TDC 2.15.5]") in reasons(found)
    if not why:
        assert [one["check"] for one in found["outcomes"]] == ["passed", "failed"]


def test_an_engineer_action_is_what_improving_takes(asked: Asking) -> None:
    """TDC 2.15.3: no Command Point, not in Column, Opportunity Fire, Men at Work."""
    unit = {"engineer": True, "hex": "38.62", "column": False}
    told: dict[str, Any] = {"map": "tdc", "bridge": NIJMEGEN_RAIL, "state": {"bridges": {}}}
    found = asked("bridge.improve", **told, unit=unit, check="passed")
    assert found["result"] == "improved"
    line = next(one for one in found["steps"] if "an Engineer Action" in one["why"])
    assert line["rule"] == "TDC 2.15.3"
    for part in (
        "no Command Point",
        "triggers Opportunity Fire",
        "Men at Work marker may be placed",
    ):
        assert part in line["why"]
    column = asked("bridge.improve", **told, unit={**unit, "column": True})
    assert "in Column may not take an Engineer Action [TDC 2.15.3]" in reasons(column, "illegal")


def test_who_wired_it_alone_may_blow_it(asked: Asking) -> None:
    """TDC 2.15.5."""
    position = {
        **NOBODY,
        "history": entered(("German", "49.29"), ("German", "49.30")),
        "bridges": {ARNHEM: {"state": "wired", "wired_by": "German"}},
    }
    told: dict[str, Any] = {"map": "tdc", "bridge": ARNHEM, "state": position}
    entering = {"side": "Allied", "hex": "49.30"}
    assert asked("bridge.demolish", **told, entering=entering)["verdict"] == "legal"
    found = asked("bridge.demolish", **told, entering=entering, side="Allied")
    assert "only the German side, which wired it, may demolish it [TDC 2.15.5]" in reasons(
        found, "illegal"
    )


# ---------------------------------------------------------------- ferries


def test_an_engineer_at_a_ferry_site_may_be_a_ferry(asked: Asking) -> None:
    """TDC 2.18.1."""
    unit = {"side": "Allied", "engineer": True, "column": False, "hex": "34.60"}
    told: dict[str, Any] = {**WAAL, "unit": unit, "state": NOBODY}
    found = asked("ferry.create", **told, check="passed")
    assert found["result"] == "ferry"
    assert "does not count for stacking but for the mass modifier" in str(found)
    assert "it works from the end of this Action" in str(found)
    assert "34.60 is in no enemy Fire Zone [TDC 2.18.1]" in reasons(found)
    failed = asked("ferry.create", **told, check="failed")
    assert "may try again in its next activation" in failed["summary"]
    away = asked("ferry.create", **{**told, "unit": {**unit, "hex": "34.61"}})
    assert "it must begin its Action in 34.60 or 33.61, not in 34.61 [TDC 2.18.1]" in reasons(
        away, "illegal"
    )


@pytest.mark.parametrize(
    ("unit", "marker", "more", "why"),
    [
        ({}, {}, {}, ""),
        ({"hex": "33.61"}, {}, {"hex": "33.61", "to": "34.60"}, ""),
        ({"class": "tracked"}, {}, {}, "only leg Units may use it"),
        ({"column": False}, {}, {}, "it must be in Column"),
        ({}, {"suppressed": True}, {}, "it is Suppressed"),
        ({"hex": "34.61"}, {}, {}, "it must begin its activation in 34.60"),
        ({}, {}, {"second_action": True}, "no Command Point or Second Action"),
        ({}, {}, {"enemy": "33.61"}, "enemy Units are in 33.61"),
    ],
)
def test_crossing_by_a_ferry(asked: Asking, unit: Any, marker: Any, more: Any, why: str) -> None:
    """TDC 2.18.3."""
    told = {**WAAL, "second_action": False, **more}
    enemy = told.pop("enemy", None)
    units = [{"side": "Allied", "hex": enemy}] if enemy else []
    state = {**NOBODY, "units": units, "markers": [{**FERRY, **marker}]}
    found = asked("ferry.use", **told, unit={**RIDER, **unit}, state=state)
    assert found["verdict"] == ("illegal" if why else "legal")
    assert "[TDC 2.18.3]" in reasons(found)
    if why:
        assert why in reasons(found, "illegal")
    else:
        whole = "its whole activation, a Movement Action; no activation of the ferry"
        assert f"{whole} [TDC 2.18.3]" in reasons(found)


# ---------------------------------------------------------------- drops


def test_dropping_in_a_zone(asked: Asking) -> None:
    """TDC 3.1, TDC 3.4."""

    def place(hex: str = "53.89", **unit: Any) -> Any:
        given = {"arrival": "glider", "column": False, "drop": 2, **unit}
        return asked("drop.place", map="tdc", zone="DZ N", unit=given, hex=hex, drop=2, delays=0)

    found = place(mounted=True)
    assert found["verdict"] == "legal"
    freely = "no stacking limit; the drop triggers no Opportunity Fire [TDC 3.4]"
    assert freely in reasons(found)
    assert "it may drop mounted [TDC 3.4]" in reasons(found)
    assert "comes with no other [TDC 3.1]" in reasons(place(drop=3), "illegal")
    assert "Units cannot drop in Column [TDC 3.4]" in reasons(place(column=True), "illegal")
    assert "is not in DZ N [TDC 3.4]" in reasons(place("41.64"), "illegal")


def test_when_a_drop_is_rolled_for(asked: Asking) -> None:
    """TDC 3.4.1: Drop One at once, later ones when the Unit first activates."""
    params = {"map": "tdc", "zone": "DZ N", "unit": {"arrival": "glider"}}
    first, later = (asked("drop.roll", **params, drop=drop) for drop in (1, 2))
    assert "as soon as it has dropped [TDC 3.4.1]" in reasons(first)
    assert "the first time it activates after the drop [TDC 3.4.1]" in reasons(later)


# ---------------------------------------------------------------- parks, stacks, command


def test_a_park_and_its_range(asked: Asking) -> None:
    """TDC S1.0."""
    leader = {"name": "L", "kind": "leader", "side": "Allied", "division": "82nd Airborne"}
    state = {"units": [{**leader, "hex": "41.66", "command_range": 5}], **NOBODY}
    told: dict[str, Any] = {"map": "tdc", "park": "82nd", "side": "Allied", "number": 0}
    told |= {"division": "82nd Airborne"}
    assert asked("artillery.place", **told, hex="41.68", state=state)["verdict"] == "legal"
    far = asked("artillery.place", **told, hex="41.75", state=state)
    assert "not within Command Range of a Leader of 82nd Airborne [TDC S1.0]" in reasons(
        far, "illegal"
    )
    zones = {"fire_zones": {"Allied": [], "German": ["41.68"]}}
    near = asked("artillery.place", **told, hex="41.68", state={**state, **zones})
    assert "[TDC S1.0]" in reasons(near, "illegal")
    aims = {"map": "tdc", "park": "82nd", "hex": "41.68", "target": "41.64", "number": 3}
    found = asked("artillery.range", **aims, unit={"range": 7, "minimum": 7})
    assert (found["verdict"], found["range"]) == ("legal", 7)
    assert "[TDC S1.0]" in reasons(found)
    short = asked("artillery.range", **aims, unit={"range": 6, "minimum": 0})
    assert short["verdict"] == "illegal"


def test_a_rider_counts_once_for_stacking(asked: Asking) -> None:
    """TDC S5.11.3."""
    tank = {"id": "t", "side": "Allied", "hex": "41.64", "piggyback": True}
    state = {"units": [{**tank, "rider": {"class": "leg"}}], "markers": []}
    found = asked("stacking.check", map="tdc", hex="41.64", side="Allied", limit=1, state=state)
    assert (found["verdict"], found["stacking"], found["mass"]) == ("legal", 1, 2)
    assert "count as one, and as two for the mass modifier [TDC S5.11.3]" in reasons(found)


@pytest.mark.parametrize(
    ("leader", "chit", "active"),
    [("504 PIR", "504 PIR", True), ("505 PIR", "505 PIR", False), ("505 PIR", "504 PIR", False)],
)
def test_which_chit_activates_a_unit(asked: Asking, leader: str, chit: str, active: bool) -> None:
    """TDC S5.9: not that of another Leader, nor its own out of its Leader's range."""
    division = {"side": "Allied", "division": "82nd Airborne"}
    unit = {**division, "formation": "504 PIR", "hex": "41.64"}
    him = {**division, "name": f"Leader/{leader}", "kind": "leader", "formation": leader}
    him |= {"hex": "41.66", "command_range": 5, "telephone": False}
    found = asked("command.check", map="tdc", unit=unit, chit=chit, state={"units": [him]})
    assert found["active"] is active
    assert "[TDC S5.9]" in reasons(found)
