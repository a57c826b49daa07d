"""Ways with mounting and dismounting, ferries and leaving the map, asked as methods."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from tests.rules.needed import needed

FOOT: dict[str, Any] = {"class": "leg", "column": True, "organic": "wheeled", "mounted": False}
RIDING: dict[str, Any] = {**FOOT, "mounted": True}
KNOWN = {"mount": 3, "dismount": 2}
GUARDS: dict[str, Any] = {"class": "tracked", "column": True, "division": "Guards Armored"}
GONE = {"club_route": {"marker": "off_map"}}


@pytest.fixture
def best(context: Context) -> Any:
    """Asks ``move.best`` from a hex to another."""

    def asked(unit: dict[str, Any], start: str, to: str, window: str = "wed", **more: Any) -> Any:
        params = {"map": window, "unit": unit, "from": start, "to": to, **more}
        return ask(context, "move.best", params)

    return asked


def test_best_dismounts_where_transport_cannot_go(best: Any) -> None:
    """A railroad bridge that is not improved is crossed on foot, and the transport is lost."""
    left = best(RIDING, "49.160", "49.159", costs=KNOWN)
    assert (left["verdict"], left["total"]) == ("legal", 0.5)
    assert left["steps"][0]["rule"] == "WED 2.15.3"
    vehicles = {"options": {"railroad_transport": "dismounts"}}
    answer = best(RIDING, "49.160", "49.159", costs=KNOWN, **vehicles)
    assert (answer["verdict"], answer["total"]) == ("legal", 2.5)
    said = [(step.get("cost"), step["rule"]) for step in answer["steps"]]
    assert said == [(2, "GTS series"), (0.5, "WED 2.6"), (None, "WED 2.15.3")]
    assert [p["total"] for p in answer["path"]] == [0, 2, 2.5]
    unknown = best(RIDING, "49.160", "49.159", **vehicles)
    assert unknown["verdict"] in ("legal", "undetermined")
    assert needed(unknown) == ["series rule: cost of dismounting (costs.dismount)"] or any(
        "whether it is cheaper to" in line for line in unknown["unchecked"]
    )


def test_a_declared_path_of_the_best_way_costs_the_same(best: Any, check: Any) -> None:
    for way, reading in (
        ("49.160", "left"),
        ({"hex": "49.160", "action": "dismount"}, "dismounts"),
    ):
        by = {"options": {"railroad_transport": reading}, "costs": KNOWN}
        answer = best(RIDING, "49.160", "49.159", **by)
        declared = check(RIDING, way, {"hex": "49.159"}, **by)
        assert declared["total"] == answer["total"]


def test_transport_lost_at_a_bridge_cannot_be_mounted_again(check: Any) -> None:
    over = ["49.160", {"hex": "49.159", "action": "mount"}]
    answer = check(FOOT, *over, costs=KNOWN)
    assert answer["verdict"] == "illegal"
    assert answer["steps"][-1]["why"] == "the Unit has no transport to mount"
    back = check(FOOT, *over[:1], "49.159", "49.160", costs=KNOWN)
    lost = [s for s in back["steps"] if "transport is lost" in s["why"]]
    assert len(lost) == 1


def test_reach_with_transport(context: Context) -> None:
    params = {"map": "wed", "unit": RIDING, "from": "49.160", "allowance": 6, "states": True}
    assert "49.159" in ask(context, "move.reach", params)["hexes"]
    params["options"] = {"railroad_transport": "dismounts"}
    alone = ask(context, "move.reach", params)
    more = ask(context, "move.reach", {**params, "costs": KNOWN})
    assert set(alone["hexes"]) < set(more["hexes"])
    assert any("if it may mount or dismount" in line for line in alone["unchecked"])
    assert not any("if it may" in line for line in more["unchecked"])
    assert more["counts"]["states"] == len(more["states"])
    assert {s["mounted"] for s in more["states"]} == {True, False}
    assert any(s.get("abandoned") for s in more["states"])


def test_best_leaves_the_map(best: Any) -> None:
    answer = best(GUARDS, "14.90", "14.89", exit=True, state=GONE)
    assert answer["verdict"] == "legal"
    assert answer["steps"][-1]["why"] == "leaves the map"
    assert answer["steps"][-1]["rule"] == "WED S7.2.0"
    assert answer["total"] == best(GUARDS, "14.90", "14.89", state=GONE)["total"]
    comes_back = best(GUARDS, "14.89", "14.89", exit=True, state=GONE)
    assert comes_back["total"] > 0
    assert [step["to"] for step in comes_back["steps"] if step.get("to")][-1:] == ["14.89"]
    unknown = best(GUARDS, "14.90", "14.89", exit=True)
    assert needed(unknown) == [
        "whether the Club Route Marker has left the map to the north (WED S7.2.0)"
    ]
    nowhere = best(GUARDS, "14.89", "14.90", exit=True, state=GONE)
    assert nowhere["summary"] == "No Unit leaves the map here, only in 14.89"


def test_reach_lists_exits(context: Context) -> None:
    params = {"map": "wed", "unit": {**GUARDS, "ma": 6}, "from": "14.90", "state": GONE}
    near = ask(context, "move.reach", params)
    assert near["exits"] == [
        {"hex": "14.89", "total": near["hexes"]["14.89"], "rule": "WED S7.2.0"}
    ]
    (again,) = ask(context, "move.reach", {**params, "from": "14.89"})["exits"]
    assert again["total"] > 0
    assert "needs" in ask(context, "move.reach", {**params, "state": None})["exits"][0]
    other = {**params, "unit": {**GUARDS, "ma": 6, "division": "101st Airborne"}}
    assert "exits" not in ask(context, "move.reach", other)
    assert "exits" not in ask(context, "move.reach", {**params, "allowance": 0.5, "from": "12.95"})


WORKS = {"suppressed": False, "cohesion_hit": False}
FERRY = {
    "markers": [{"kind": "ferry", "hex": "66.157", "to": "66.156", **WORKS}],
    "bridges": {"66.156/66.157": "destroyed"},
}


def test_a_ferry_takes_the_whole_activation(check: Any) -> None:
    column = {"class": "leg", "column": True}
    whole = "using a ferry is the whole activation: nothing else can be done in it"
    onward = check(column, "66.157", "66.156", "66.155", state=FERRY)
    assert (onward["verdict"], onward["steps"][-1]["why"]) == ("illegal", whole)
    assert onward["steps"][-1]["rule"] == "WED 2.18.2"
    mounts = {"hex": "66.156", "action": "mount"}
    then = check(FOOT, "66.157", mounts, state=FERRY, costs=KNOWN)
    assert (then["verdict"], then["steps"][-1]["why"]) == ("illegal", whole)
    for before in (["66.158", "66.157"], [{"hex": "66.157", "action": "mount"}]):
        late = check(FOOT, *before, "66.156", state=FERRY, costs=KNOWN)
        assert late["verdict"] == "illegal"
        assert "begins its activation" in late["steps"][-1]["why"]
        assert late["steps"][-1]["rule"] == "WED 2.18.2"
    abandons = check(RIDING, "66.157", "66.156", state=FERRY)
    assert abandons["verdict"] == "legal"
    assert abandons["steps"][-1]["why"] == "its Organic Transport is abandoned for ever"


def test_a_second_action_after_an_assault_ferry(check: Any) -> None:
    """TDC 2.18.6: the ride is one Action, a Second Action may follow, of movement too."""
    state = {"markers": [{"kind": "assault_ferry", "hex": "34.60", "to": "33.61"}]}
    unit = {**FOOT, "column": False, "ma": 6}
    onward = check(
        unit, "34.60", "33.61", {"hex": "33.61", "column": True}, window="tdc", state=state
    )
    assert onward["verdict"] == "undetermined"
    assert "a passed Troop Quality Check (TDC 2.18.6)" in needed(onward)
    assert onward["total"] == 1
    assert any("Second Action (TDC 2.18.6" in line for line in onward["unchecked"])
    action = {"hex": "33.61", "action": "mount"}
    mounts = check(unit, "34.60", action, window="tdc", state=state, costs=KNOWN)
    assert mounts["verdict"] == "illegal"
    assert mounts["steps"][-1]["why"] == "the Unit has no transport to mount"
    slow = {**unit, "ma": 0.5}
    late = check(
        slow, "34.60", "33.61", {"hex": "33.61", "column": True}, window="tdc", state=state
    )
    assert late["verdict"] == "illegal"
    assert "needs" not in late


@pytest.mark.parametrize(
    ("unit", "path", "kind", "window", "why"),
    [
        ({"class": "tracked"}, ("34.60", "33.61"), "assault_ferry", "tdc", "Leg Units only"),
        ({"class": "leg"}, ("33.61", "34.60"), "assault_ferry", "tdc", "by ferry"),
        ({"class": "leg", "column": True}, ("34.60", "33.61"), "ferry", "tdc", "enemy Units"),
        ({"class": "leg"}, ("66.157", "66.156"), "assault_ferry", "wed", "no assault ferries"),
        ({"class": "leg"}, ("66.157", "66.156"), "improved_ferry", "wed", "no improved ferries"),
    ],
)
def test_what_ferries_may_not_do(
    check: Any, unit: dict[str, Any], path: tuple[str, str], kind: str, window: str, why: str
) -> None:
    ends = ("34.60", "33.61") if window == "tdc" else ("66.157", "66.156")
    state: dict[str, Any] = {"markers": [{"kind": kind, "hex": ends[0], "to": ends[1]}]}
    if window == "wed":
        state["bridges"] = {"66.156/66.157": "destroyed"}
    if "enemy" in why:
        state["units"] = [{"id": "e", "side": "german", "hex": "33.61"}]
    answer = check({**unit, "side": "allied"}, *path, window=window, state=state)
    assert answer["verdict"] == "illegal"
    assert any(why in step["why"] for step in answer["steps"])


def test_a_bailey_bridge_takes_the_ferrys_place(check: Any) -> None:
    state = {**FERRY, "bridges": {"66.156/66.157": "bailey"}}
    answer = check({"class": "leg", "column": True}, "66.157", "66.156", state=state)
    assert answer["steps"][0]["why"] == "a ferry is possible only where a bridge is destroyed"
