"""One situation for all methods: what is in play, what a hex holds, which bridges stand, who may
move, what the position shows (INS 1.5, 1.8a, 1.10, 1.12a, 1.13, 1.14, 1.15b, 1.15c, 1.16, 1.17,
2.1c, 2.1g, 2.1h, 2.3, 2.5, 3.2, 5.3 to 5.8).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from clubroute.rules.asking.context import Context
from tests.rules.needed import needed
from tests.rules.scs.agreement import CALM, FOE
from tests.rules.scs.conftest import Ins
from tests.rules.scs.scenario_facts import PLAYING_AREAS

UNIT = {**FOE, **CALM, "name": "it", "side": "Allied", "corps": False, "exploit": True, "ma": 8}
GERMAN = {**FOE, "name": "foe", "side": "German"}


def stack(hex_: str, count: int, **more: Any) -> list[dict[str, Any]]:
    """So many Allied units in a hex."""
    return [{**FOE, "name": f"{n}", "side": "Allied", "hex": hex_, **more} for n in range(count)]


def position(scenario: str, turn: int, *units: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """A position of a scenario, its Ferries told."""
    state = {"scenario": scenario, "turn": {"number": turn}, "units": [*units], "ferries": {}}
    return {**state, **more}


def test_son_is_blown_when_5_4_begins_and_stands_by_the_bridging_unit_set_up_there(
    ins: Ins,
) -> None:
    """5.4: Son is set up blown side up, 128 Bridge Co emplaced in E54.24."""
    over = {"unit": UNIT, "path": ["E54.24", "E55.25"]}
    assert ins("move.check", **over, state=position("5.4", 6))["verdict"] == "illegal"
    bridging = {"name": "128/XXX", "hex": "E54.24"}
    assert ins("move.check", **over, state=position("5.4", 6, bridging))["verdict"] == "legal"
    away = {"name": "128/XXX", "hex": "E53.24"}
    assert ins("move.check", **over, state=position("5.4", 6, away))["verdict"] == "illegal"


def test_a_bridge_that_was_set_up_blown_is_blown_in_later_turns_too(ins: Ins) -> None:
    """3.2: it ceases to exist; only a Bridging unit spans the water again (1.15c)."""
    over = {"unit": UNIT, "path": ["B8.28", "B8.29"]}
    later = position("5.3", 9, ferries={})
    assert ins("move.check", **over, state=later)["verdict"] == "illegal"
    prepared = ins("move.check", unit=UNIT, path=["B22.32", "B23.33"], state=later)
    assert prepared["verdict"] == "legal"
    assert any("bridges that are prepared" in one for one in prepared["unchecked"])


def test_xxx_corps_traces_over_no_bridge_that_is_blown(ins: Ins) -> None:
    """1.8a, 5.4."""
    corps = {**UNIT, "corps": True, "hex": "E56.25"}
    trace = ins("supply.trace", unit=corps, state=position("5.4", 6, corps))
    steps = list(zip(trace.get("path", ()), trace.get("path", ())[1:], strict=False))
    assert ("E55.25", "E54.24") not in steps


@pytest.mark.parametrize("scenario", PLAYING_AREAS)
def test_no_trace_leaves_the_playing_area(ins: Ins, ins_context: Context, scenario: str) -> None:
    """5.5 to 5.8."""
    closed = set(ins("scenario.area", scenario=scenario, everywhere=True)["closed"])
    start = {"5.5": "A50.12", "5.6": "A53.10", "5.7": "A30.05", "5.8": "C20.20"}[scenario]
    for side in ("German", "Allied"):
        unit = {**UNIT, "side": side, "corps": side == "Allied", "hex": start}
        trace = ins("supply.trace", unit=unit, state=position(scenario, 10, unit, bridges={}))
        assert not closed & set(trace.get("path", ()))
        assert trace.get("path") or trace["verdict"] == "closed"


def test_off_map_artillery_reaches_the_playing_area_only(ins: Ins) -> None:
    """5.5."""
    gun = {"name": "64 Med", "side": "Allied", "kind": "artillery", "barrage": 4, "range": 9}
    gun |= {"yellow": True, "corps": True, "oos": False}
    told = {"unit": gun, "off_map": True, "fired": False}
    for hex_, verdict in (("A30.10", "illegal"), ("A45.10", "legal")):
        spotter = {**UNIT, "hex": {"A30.10": "A30.11", "A45.10": "A45.11"}[hex_]}
        answer = ins("barrage.check", hex=hex_, state=position("5.5", 9, spotter), **told)
        assert answer["verdict"] == verdict


def test_entry_area_a_holds_any_number_of_allied_units(ins: Ins) -> None:
    """1.5: for stacking, a move, a retreat, an advance and an overrun."""
    five = stack("E1.14", 5)
    told = {"unit": {**UNIT, "hex": "E2.14"}, "state": {**position("5.1", 2, *five), "bridges": {}}}
    ends = {"from": "E2.14"}
    side = {"hex": "E1.14", "side": "Allied", "state": told["state"]}
    assert ins("stacking.check", **side)["verdict"] == "legal"
    assert ins("combat.retreat", hexes=1, **told, **ends)["dg"] == []
    assert "full" not in ins("combat.advance", to="E1.14", **told, **ends)["summary"]
    moved = ins("move.check", path=["E2.14", "E1.14"], **told)
    assert not [note for note in moved.get("notes", ()) if "overstacked" in note]
    out = [{**UNIT, "hex": "E1.14"}]
    overrun = ins("overrun.resolve", hex="E2.14", attackers=out, mp_left=4, state=told["state"])
    assert "more than" not in overrun["summary"]
    german = {**UNIT, "side": "German", "hex": "E2.14"}
    five = [{**one, "side": "German"} for one in five]
    state = {**position("5.1", 2, *five), "bridges": {}}
    assert ins("combat.retreat", unit=german, hexes=1, state=state, **ends)["dg"] == ["E1.14"]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"ma": "Na"}, "does not move"),
        ({"ma": 0}, "no MP"),
        ({"landed": True}, "polder"),
        ({"ferried": True}, "crossed"),
    ],
)
def test_who_cannot_move_crosses_by_no_ferry_and_overruns_nobody(
    ins: Ins, said: dict[str, Any], why: str
) -> None:
    """1.6b, 1.14, 2.1e."""
    unit = {**UNIT, "hex": "A44.10", **said}
    ferries = {"A44.10/A44.11": {"used": 0}}
    state = {**position("5.1", 2, ferries=ferries), "bridges": {}}
    state["turn"] = {"number": 2, "phase": "movement"}
    used = ins("ferry.use", unit=unit, between="A44.10/A44.11", state=state)
    assert used["verdict"] == "illegal"
    assert why in str(used["steps"])
    foe = {**GERMAN, "hex": "A43.10"}
    told = {"hex": "A43.10", "attackers": [unit], "mp_left": 4}
    assert ins("overrun.resolve", state={**state, "units": [foe]}, **told)["verdict"] == "illegal"


def test_a_bridging_unit_is_put_down_on_no_bank_the_enemy_holds_and_moves_on_from_the_other(
    ins: Ins,
) -> None:
    """1.15c."""
    bridging = {**UNIT, "name": "128", "kind": "bridging", "hex": "E54.24", "back": True}
    foe = {**GERMAN, "hex": "E55.25", "ma": 0}
    turn = {"number": 8, "phase": "movement", "player": "Allied"}
    state = {"units": [bridging, foe], "bridges": {"E54.24/E55.25": "built"}, "turn": turn}
    told = {"unit": bridging, "between": "E54.24/E55.25", "state": {**state, "ferries": {}}}
    taken = ins("bridge.take_up", **told)
    assert taken["banks"] == ["E54.24"]
    on = ins("bridge.take_up", path=["E54.24", "E53.24", "E52.23"], **told)
    assert (on["verdict"], on["banks"]) == ("legal", ["E54.24"])
    assert on["total"] > 0
    assert ins("bridge.take_up", path=["E55.25", "E56.25"], **told)["verdict"] == "illegal"


def test_the_bridge_that_is_taken_up_carries_its_unit_no_more(ins: Ins) -> None:
    """1.15c: the counter is a Bridging unit again, and the water as it was."""
    bridging = {**UNIT, "name": "128", "kind": "bridging", "hex": "E54.24", "back": True}
    turn = {"number": 6, "phase": "movement", "player": "Allied"}
    state = {**position("5.4", 6, bridging), "turn": turn}
    state["bridges"] = {"E55.25": "blown", "E54.24/E55.25": "built"}
    told = {"unit": bridging, "between": "E54.24/E55.25", "state": state}
    back = ins("bridge.take_up", path=["E54.24", "E55.25"], **told)
    assert "no bridge stands" in back["summary"]


@pytest.mark.parametrize(
    "bridges",
    [
        {"A23.01/A22.00": "built"},
        {"A22.00/A23.01": "built"},
        {"A23.01/A22.00": "built", "B22.34": "built"},  # A22.00, as map B numbers it
        {"A23.01/A22.00": "built", "A22.00": "built"},
        {"A23.01/A22.00": "built", "A22.00/A23.01": "stands"},
        {"B22.34": "built"},
        {"A23.01/A22.00": "built", "E54.24/E55.25": "built"},
    ],
)
def test_a_bridge_that_two_names_tell_is_taken_up_by_both(
    ins: Ins, bridges: Mapping[str, str]
) -> None:
    """1.15c: one counter that is flipped back leaves no bridge over its water."""
    bridging = {**UNIT, "name": "128", "kind": "bridging", "hex": "A23.01", "back": True}
    turn = {"phase": "movement", "player": "Allied"}
    state = {"units": [], "ferries": {}, "turn": turn, "bridges": bridges, "linked": []}
    told = {"unit": bridging, "between": "A23.01/A22.00", "state": state}
    assert ins("bridge.take_up", **told)["verdict"] == "legal"
    assert ins("bridge.take_up", path=["A23.01", "A22.00"], **told)["verdict"] == "illegal"


def test_another_bridge_at_the_same_bank_still_carries_the_unit_that_was_taken_up(
    ins: Ins,
) -> None:
    """1.15c: only the bridge whose counter is flipped back is gone."""
    bridging = {**UNIT, "name": "128", "kind": "bridging", "hex": "A23.01", "back": True}
    turn = {"phase": "movement", "player": "Allied"}
    bridges = {"A23.01/A22.00": "built", "A23.01/A22.01": "built"}
    state = {"units": [], "ferries": {}, "turn": turn, "bridges": bridges, "linked": []}
    told = {"unit": bridging, "between": "A23.01/A22.00", "state": state}
    assert ins("bridge.take_up", path=["A23.01", "A22.00"], **told)["verdict"] == "illegal"
    assert ins("bridge.take_up", path=["A23.01", "A22.01"], **told)["verdict"] == "legal"


def test_enemy_engineers_bring_nobody_to_a_dropped_ammo_point(ins: Ins) -> None:
    """1.15b, 2.1g: over an engineer's Ferry only its own side comes."""
    german = {**GERMAN, "hex": "A44.10", "dukw": False}
    allied = {**UNIT, "hex": "A47.14"}
    for side, enemy in (("Allied", None), ("German", 1)):
        ferries = {"A44.10/A44.11": {"side": side}}
        state = {**position("5.1", 2, german, allied, ferries=ferries), "bridges": {}}
        state["bridges"] = {"A48.05": "blown", "A44.11": "blown"}
        told = ins("airdrop.ammo", hex="A44.11", state=state)
        assert (told.get("enemy") == 1) is (enemy == 1)


def test_in_5_4_the_1st_airborne_has_no_dz_to_trace_to(ins: Ins) -> None:
    """5.4: the Germans have captured it; in 5.2 and 5.3 it is open."""
    for scenario, turn, verdict in (("5.2", 1, "open"), ("5.3", 2, "open"), ("5.4", 6, "closed")):
        state = position(scenario, turn, linked=[])
        trace = ins("supply.trace", unit={"name": "A/2/1Para", "hex": "A49.06"}, state=state)
        assert trace["verdict"] == verdict
    state = position("5.4", 6, linked=[])
    for name, hex_ in (("A/1/504", "A20.02"), ("A/1/506", "E41.20")):
        trace = ins("supply.trace", unit={"name": name, "hex": hex_}, state=state)
        assert trace["steps"][0]["rule"] != "INS 5.4"


@pytest.mark.parametrize("turn", [9, 12, 17])
def test_the_germans_win_5_5_whenever_they_have_cleared_the_north_bank(ins: Ins, turn: int) -> None:
    """5.5: before the end of the scenario."""
    said = ins("victory.score", north=False, state={"scenario": "5.5", "turn": {"number": turn}})
    south = {**UNIT, "hex": "A42.11"}
    shown = ins("victory.score", state=position("5.5", turn, south))
    for answer in (said, shown):
        assert (answer["verdict"], answer["winner"]) == ("decided", "German")
    north = ins("victory.score", state=position("5.5", turn, {**UNIT, "hex": "A46.14"}))
    assert north["verdict"] == ("decided" if turn == 17 else "undetermined")


def test_who_stands_alone_in_a_hex_controls_it(ins: Ins) -> None:
    """5.6: the northern end of the Arnhem bridge."""
    for side in ("Allied", "German"):
        state = position("5.6", 7, {**UNIT, "side": side, "hex": "A49.06"})
        assert ins("victory.score", state=state)["winner"] == side
    empty = ins("victory.score", state=position("5.6", 7))
    assert needed(empty)[0].startswith("held.A49.06")


@pytest.mark.parametrize("name", ["Spt/KSB/1AL", "Spt/Bdr/1AL", "Spt/Ssf/1AL"])
def test_the_weapon_companies_of_the_1st_airborne_land_by_glider_points_only(
    ins: Ins, name: str
) -> None:
    """2.1c."""
    landing = {"unit": name, "zone": "divisional", "division": "1"}
    for glider, verdict in ((True, "legal"), (False, "illegal")):
        one = {**landing, "glider": glider}
        state = {"scenario": "5.1", "turn": {"number": 2}}
        answer = ins("airdrop.plan", landings=[one], points=[5, 5], state=state)
        assert answer["verdict"] == verdict


def test_no_bridge_is_built_inside_a_full_hex_bridge_that_stands(ins: Ins) -> None:
    """1.13, 1.15c."""
    unit = {**UNIT, "kind": "bridging", "hex": "A47.05"}
    turn = {"number": 3, "phase": "movement", "player": "Allied"}
    told = {"unit": unit, "between": "A47.05/A48.05/A49.06"}
    for word, verdict in (("stands", "illegal"), ("prepared", "illegal"), ("blown", "legal")):
        state = {"turn": turn, "bridges": {"A48.05": word}}
        assert ins("bridge.build", state=state, **told)["verdict"] == verdict


def test_a_gun_that_was_not_named_before_the_first_die_does_not_fire(ins: Ins) -> None:
    """1.10: all units that fire at a hex are identified before the first is resolved."""
    guns = [
        {"name": name, "side": "German", "hex": "B15.19", "kind": "mortar", "barrage": 3}
        | {"range": 5, "yellow": False, "oos": False, "dg": False}
        for name in ("m1", "m2")
    ]
    spotter = {**GERMAN, "hex": "B15.20"}
    state = {**position("5.1", 2, spotter), "bridges": {}}
    told = {"hex": "B15.21", "units": guns, "fired": [], "terrain": ["clear"], "state": state}
    both = ins("barrage.declare", **told)
    assert both["verdict"] == "legal"
    assert {one["result"]: one["chance"] for one in both["outcomes"]} == {
        "no effect": "1/4",
        "DG, no step lost": "85/144",
        "DG, 1 step lost": "11/72",
        "DG, 2 steps lost": "1/144",
    }
    assert ins("barrage.declare", late=["m2"], **told)["verdict"] == "illegal"
    fired = ins("barrage.declare", dice=[[2, 6], [3, 6]], **told)
    assert (fired["dg"], fired["lost"]) == (True, 2)
    one = {"unit": guns[1], "hex": "B15.21", "fired": False, "rolled": True, "state": state}
    assert ins("barrage.check", named=False, **one)["verdict"] == "illegal"
    assert ins("barrage.check", named=True, **one)["verdict"] == "legal"


@pytest.mark.parametrize(
    ("hex_", "first", "verdict"),
    [
        ("A48.22", True, "legal"),
        ("A48.23", True, "legal"),
        ("A48.24", True, "illegal"),
        ("A48.22", False, "illegal"),
        ("A48.22", None, "undetermined"),
    ],
)
def test_pilots_are_placed_in_or_next_to_the_glider_zone_on_its_first_turn(
    ins: Ins, hex_: str, first: bool | None, verdict: str
) -> None:
    """2.1h."""
    state = {**position("5.1", 1), "drop_zones": {"1": "A48.22"}}
    said = {} if first is None else {"first": first}
    answer = ins("airdrop.pilots", unit="A/1/Pilot", hex=hex_, state=state, **said)
    assert answer["verdict"] == verdict


def test_unreleased_armour_must_move_to_be_with_its_division(ins: Ins) -> None:
    """2.3."""
    tank = {**UNIT, "name": "tank", "assigned": "101", "released": False, "corps": True}
    tank |= {"hex": "E41.20", "kind": "armour"}
    para = {**UNIT, "name": "para", "division": "101", "hex": "E45.23"}
    state = {**position("5.4", 6, tank, para), "bridges": {}}
    due = ins("turn.list", side="Allied", state=state)["due"]
    (armour,) = [one for one in due if one["what"] == "armour"]
    assert (armour["hex"], armour["towards"]) == ("E41.20", "E45.23")
    assert "must move to be with the 101" in armour["why"]
    for path, nearer in ((["E41.20", "E42.20"], True), (["E41.20", "E40.19"], False)):
        notes = str(ins("move.check", unit=tank, path=path, state=state)["notes"])
        assert ("no nearer" in notes) is not nearer
    free = {**tank, "released": True}
    moved = ins("move.check", unit=free, path=["E41.20", "E40.19"], state=state)
    assert "must move to be with" not in str(moved.get("notes"))


def test_what_is_due_as_the_allied_movement_phase_begins(ins: Ins) -> None:
    """3.2: the German decides on a Prepared Bridge with an Allied unit at an end."""
    state = {**position("5.1", 1, {**UNIT, "hex": "E54.24"}), "turn": {"number": 1}}
    (due,) = ins("turn.list", side="Allied", state=state)["due"]
    assert (due["what"], due["bridge"], due["rule"]) == ("bridge", "E55.25", "INS 3.2")
    assert "due" not in ins("turn.list", side="German", state=state)


def test_the_guards_enter_5_7_by_a_hex_with_a_road(ins: Ins) -> None:
    """5.7, 1.12a."""
    assert any(side.get("roads") for side in ins("hex.describe", hex="B17.32")["hexsides"])


def test_that_our_map_shows_no_road_is_only_as_sure_as_our_map(ins: Ins) -> None:
    """1.12a: whoever asks is told to look at his own map."""
    state = {**position("5.1", 1), "bridges": {}}
    for path in (["A48.22", "A48.21"], ["B17.32", "B18.31"]):
        march = ins("roadmarch.check", unit=UNIT, path=path, state=state)
        assert march["verdict"] == "illegal"
        assert march["provenance"] != "rulebook"
        assert any("look at yours" in one for one in march["unchecked"])


def test_a_gun_in_a_hex_is_not_off_the_map(ins: Ins) -> None:
    """2.5: it is not asked."""
    gun = {"name": "m", "side": "German", "hex": "B15.19", "kind": "mortar", "barrage": 3}
    gun |= {"range": 5, "yellow": False, "oos": False}
    state = {**position("5.1", 2, {**GERMAN, "hex": "B15.20"}), "bridges": {}}
    assert ins("barrage.check", unit=gun, hex="B15.21", fired=False, state=state)["verdict"] == (
        "legal"
    )


def test_a_set_up_tells_bridges_in_the_words_of_positions(ins: Ins) -> None:
    """5.4, 3.2."""
    markers = ins("scenario.setup", scenario="5.4")["markers"]
    words = {one["hex"]: one["is"] for one in markers if "bridge" in one["marker"].casefold()}
    assert words["E55.25"] == "blown"
    assert words["B23.33"] == "prepared"
    assert not [one for one in markers if "back" in one]
    answer = ins("scenario.area", scenario="5.5", hex="A45.10")
    assert "the Playing Area" in answer["steps"][0]["why"]


def test_a_bridging_unit_that_stands_as_a_bridge_does_not_count_in_its_hex(ins: Ins) -> None:
    """1.5, 1.15c."""
    bridging = {"name": "128", "side": "Allied", "kind": "bridging", "hex": "E54.24"}
    for back, verdict in ((True, "legal"), (False, "illegal")):
        units = [*stack("E54.24", 4), {**bridging, "back": back}]
        state = {"units": units, "bridges": {"E54.24/E55.25": "built"}}
        answer = ins("stacking.check", hex="E54.24", side="Allied", state=state)
        assert answer["verdict"] == verdict


def test_a_bridge_of_a_bridging_unit_serves_the_germans_too(ins: Ins) -> None:
    """1.15c."""
    unit = {**UNIT, "side": "German", "oval": True}
    for bridges, verdict in (({"E55.25": "blown"}, "illegal"), ({}, "legal")):
        state = {"units": [], "ferries": {}}
        state["bridges"] = {**bridges, **({} if bridges else {"E54.24/E55.25": "built"})}
        moved = ins("move.check", unit=unit, path=["E54.24", "E55.25"], state=state)
        assert moved["verdict"] == verdict


def test_no_retreat_goes_by_ferry(ins: Ins) -> None:
    """1.14: whoever has nowhere else to go is destroyed."""
    unit = {**UNIT, "hex": "A44.10"}
    state = {"units": [unit], "bridges": {}, "ferries": {"A44.10/A44.11": {"used": 0}}}
    back = ins("combat.retreat", unit=unit, hexes=1, state=state, **{"from": "A44.10"})
    assert back["hexes"]
    assert "A44.11" not in back["hexes"]


def test_the_twelve_historical_drop_zones_are_set_up(ins: Ins) -> None:
    """5.2: one of them, the Polish, has two hexes to choose from."""
    markers = ins("scenario.setup", scenario="5.2")["markers"]
    zones = [one.get("hex") for one in markers if "DZ" in one["marker"]]
    printed = "A48.22 A44.22 A50.31 B15.19 B11.17 B2.32 B2.34 C12.14 E60.31 E59.30 E58.31"
    assert set(printed.split()) <= set(zones)
    assert len(zones) == 12


def test_only_a_bridge_with_a_marker_is_wired(ins: Ins) -> None:
    """3.2, 5.1: no other bridge is blown, whatever comes to it."""
    told = {"unit": {"side": "Allied"}, "way": "movement", "attempt": False}
    for name, hex_ in (("E49.32/E50.32", "E50.32"), ("A49.00/A49.01", "A49.00")):
        answer = ins("bridge.blow", bridge=name, hex=hex_, state=position("5.1", 1), **told)
        assert answer["verdict"] == "illegal"
        assert "is not Prepared" in answer["summary"]
