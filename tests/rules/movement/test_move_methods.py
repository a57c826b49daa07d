"""The movement methods on the real map: the rulebooks' own examples, receipts, refusals, states."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.answer.receipt_text import answer_lines, receipt_lines
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from tests.rules.movement.conftest import reasons
from tests.rules.needed import needed

LEG: dict[str, Any] = {"class": "leg", "side": "allied", "id": "a"}
TANK: dict[str, Any] = {"class": "tracked", "column": True, "ma": 13, "side": "allied", "id": "t"}
TRUCK: dict[str, Any] = {"class": "wheeled", "column": True, "ma": 20, "side": "allied", "id": "w"}


def test_the_play_notes(check: Any) -> None:
    assert check(LEG, "75.130", "76.130")["verdict"] == "legal"
    wet = check(LEG, "76.130", "76.129")
    assert wet["verdict"] == "illegal"
    assert reasons(wet)[0][1] == "WED 2.12"
    assert check(LEG, "35.60", "34.60", window="tdc")["verdict"] == "legal"
    assert reasons(check(LEG, "34.60", "33.61", window="tdc"))[0][1] == "TDC 2.12"
    dam = check(LEG, "56.71", "55.72", window="tdc")
    assert reasons(dam) == [("the hexside is impassable without a Road", "TDC 2.14")]


def test_the_bridge_blowing_example(check: Any) -> None:
    """A tank gets into Column for 1 MP and moves next to the bridge for half a point.

    WED 2.15.6.
    """
    tank = {**TANK, "column": False}
    answer = check(tank, "49.31", {"hex": "49.30", "column": True}, window="tdc")
    if answer["verdict"] == "illegal":  # 49.31 may not lie on the Road on our map
        answer = check(tank, "48.30", {"hex": "49.30", "column": True}, window="tdc")
    assert answer["total"] == 1.5
    assert 13 - answer["total"] == 11.5
    north = {"hex": "49.29", "column": True}
    path = ["48.30", {"hex": "49.30", "column": True}, north]
    assert check(tank, *path, window="tdc")["verdict"] == "legal"
    state = {"bridges": {"49.29/49.30": "destroyed"}}
    blown = check(tank, *path, window="tdc", state=state)
    assert blown["verdict"] == "illegal"
    assert reasons(blown) == [("the bridge is destroyed", "TDC 2.15.5")]
    assert blown["total"] == 1.5
    bailey = {"bridges": {"49.29/49.30": "bailey"}}
    assert check(tank, *path, window="tdc", state=bailey)["total"] == 2


def test_receipts_add_up_and_say_what_they_rest_on(check: Any) -> None:
    answer = check(TANK, "75.129", "74.129", "73.130")
    assert answer["total"] == 1 == sum(step["cost"] for step in answer["steps"])
    assert [p["total"] for p in answer["path"]] == [0, 0.5, 1]
    assert {p["road"] for p in answer["path"][1:]} == {"club-route-north"}
    assert answer["steps"][0]["provenance"] == "rulebook"
    assert answer["provenance"] == "survey"
    assert answer["summary"] == "Yes, 1 of 13 MP in Column [WED 2.5]"
    assert any("no state given" in line for line in answer["unchecked"])
    text = receipt_lines(answer)
    assert text[0] == answer["summary"]
    assert "Compare on your board: " in "\n".join(text)
    assert text[1].split()[:5] == ["75.129", "→", "74.129", "…", "73.130"]
    assert "[WED 2.5]" in text[1]


def test_declining_the_road(check: Any) -> None:
    """WED 2.6, TDC 2.6."""
    declined = check(TANK, "75.129", {"hex": "76.128", "via": "none"})
    assert declined["total"] == 1
    by_id = check(TANK, "75.129", {"hex": "76.128", "via": "club-route-north"})
    by_kind = check(TANK, "75.129", {"hex": "76.128", "via": "main_road"})
    assert by_id["total"] == by_kind["total"] == 0.5
    wrong = check(TANK, "75.129", {"hex": "76.128", "via": "railroad"})
    assert reasons(wrong)[0][0].startswith("no way 'railroad' leads there")
    bridge = check(TANK, "75.129", {"hex": "74.129", "via": "none"})
    assert reasons(bridge) == [("a bridge is crossed along its Road", "WED 2.15.1")]


@pytest.mark.parametrize(
    ("window", "path", "cite"),
    [("wed", ("36.137", "37.137"), "WED 2.6"), ("tdc", ("03.16", "04.15"), "TDC 2.6")],
)
def test_declining_the_railroad(check: Any, window: str, path: tuple[str, str], cite: str) -> None:
    """WED 2.6, TDC 2.6: half an MP along it on foot, else what the clear hex costs in Column."""
    start, to = path
    leg = {"class": "leg", "column": True}
    along = check(leg, start, {"hex": to, "via": "railroad"}, window=window)
    declined = check(leg, start, {"hex": to, "via": "none"}, window=window)
    assert (along["total"], declined["total"]) == (0.5, 1)
    assert along["steps"][-1]["rule"] == cite


def test_the_allowance(check: Any) -> None:
    slow = {**TANK, "ma": 0.5}
    answer = check(slow, "75.129", "74.129", "73.130")
    assert answer["verdict"] == "illegal"
    why = "1 MP, more than its ½"
    assert reasons(answer) == [(why, "GTS series")]
    unknown = check({"class": "tracked", "column": True}, "75.129", "74.129")
    assert unknown["verdict"] == "legal"
    assert any("movement allowance" in line for line in unknown["unchecked"])


def test_suspect_bridges(check: Any) -> None:
    path = ["76.127", "77.127"]
    unknown = check(TRUCK, *path)
    assert unknown["verdict"] == "undetermined"
    assert needed(unknown) == [
        "bridge_dice: the die for the check of the suspect bridge 76.127/77.127; on 9 it is "
        "unstable and may not be crossed (WED 2.11)"
    ]
    assert unknown["notes"][0].startswith("referee:")
    side = "76.127/77.127"
    stable = check(TRUCK, *path, state={"bridges": {side: "stable"}})
    assert (stable["verdict"], stable["total"]) == ("legal", 0.5)
    broken = {"bridges": {side: "unstable"}}
    assert reasons(check(TRUCK, *path, state=broken))[0][1] == "WED 2.11"
    on_foot = {**LEG, "column": True}
    assert check(on_foot, *path, state=broken)["verdict"] == "legal"


def test_the_culvert(check: Any) -> None:
    # The Dommel's meadows are polder there: 2, 3 and 1 MP in Column (WED 2.2).
    for unit, total in ((TANK, 2 + 4), (TRUCK, 3 + 6), ({**LEG, "column": True}, 1 + 2)):
        answer = check(unit, "70.157", "70.156")
        assert answer["total"] == total
        assert answer["steps"][1]["rule"] == "WED 2.17"
    refused = check(LEG, "70.157", {"hex": "70.156", "column": False})
    assert refused["verdict"] == "illegal"


def test_railroad_bridges_and_organic_transport(check: Any) -> None:
    path, side = ["49.160", "49.159"], "49.159/49.160"
    walking = {**LEG, "column": True, "organic": "wheeled", "mounted": False}
    crossed = check(walking, *path)
    assert crossed["verdict"] == "legal"
    assert crossed["steps"][-1]["rule"] == "WED 2.15.3"
    assert "transport is lost" in crossed["steps"][-1]["why"]
    mounted = {**walking, "mounted": True}
    left = check(mounted, *path)
    assert (left["verdict"], left["total"]) == ("legal", 0.5)
    assert (left["steps"][0]["rule"], left["steps"][0]["cost"]) == ("WED 2.15.3", 0)
    assert any("(railroad_transport)" in note for note in left["notes"])
    vehicle = check(mounted, *path, options={"railroad_transport": "dismounts"})
    assert reasons(vehicle)[0][1] == "WED 2.15.3"
    assert vehicle["verdict"] == "illegal"
    with pytest.raises(InputError, match=r"may be improved \(WED 2\.15\.6\)"):
        check(TANK, *path, state={"bridges": {side: "improved"}})
    other, ends = "38.30/38.31", ["38.31", "38.30"]
    better = check(TRUCK, *ends, window="tdc", state={"bridges": {other: "improved"}})
    assert better["total"] == 2


def test_what_carrying_and_being_carried_means(check: Any) -> None:
    carrier = {**TANK, "piggyback": True}
    noted = check(carrier, "75.129", "74.129")["unchecked"]
    assert "the Infantry getting off spends 6.5 MP of the vehicle (WED S4.2)" in noted
    mounted = {**LEG, "organic": "wheeled", "mounted": True, "column": True}
    dike = check(mounted, "35.58", "36.58", window="tdc")
    assert dike["total"] == 0.5
    assert "dismounting in 36.58 loses the vehicles (TDC 2.16)" in dike["unchecked"]
    assert any("mounting" in line for line in dike["unchecked"])


def test_ferries_in_both_games(check: Any) -> None:
    works = {"suppressed": False, "cohesion_hit": False}
    ferry: dict[str, Any] = {"kind": "ferry", "hex": "66.157", "to": "66.156", **works}
    unsaid = {"markers": [{"kind": "ferry", "hex": "66.157", "to": "66.156"}]}
    unsaid |= {"bridges": {"66.156/66.157": "destroyed"}}
    blown = {"markers": [ferry], "bridges": {"66.156/66.157": "destroyed"}}
    column = {**LEG, "column": True}
    there = check(column, "66.157", "66.156", state=blown)
    assert there["verdict"] == "legal"
    assert there["steps"][0]["rule"] == "WED 2.18.2"
    hit = {**blown, "markers": [{**ferry, "cohesion_hit": True}]}
    assert check(column, "66.157", "66.156", state=hit)["verdict"] == "illegal"
    asks = check(column, "66.157", "66.156", state=unsaid)
    assert [need.partition(": ")[2] for need in needed(asks)] == [
        "whether the ferry is Suppressed (WED 2.18.2)",
        "whether the ferry has a Cohesion Hit (WED 2.18)",
    ]
    assert check(column, "66.156", "66.157", state=blown)["verdict"] == "legal"
    spread = {**LEG, "column": False}
    assert check(spread, "66.157", "66.156", state=blown)["verdict"] == "illegal"
    assert check(TANK, "66.157", "66.156", state=blown)["verdict"] == "illegal"
    onward = check(column, "66.158", "66.157", "66.156", state=blown)
    assert onward["verdict"] == "illegal"
    standing = {"markers": [ferry], "bridges": {}}
    assert "destroyed" in reasons(check(column, "66.157", "66.156", state=standing))[0][0]
    shown = check(column, "66.157", "66.156", state={"markers": [ferry]})
    assert shown["verdict"] == "legal"
    assert "that the bridge is destroyed, as the ferry shows (WED 2.18.1)" in shown["unchecked"]
    assault = {"kind": "assault_ferry", "hex": "34.60", "to": "33.61", **works}
    rowed = check(LEG, "34.60", "33.61", window="tdc", state={"markers": [assault]})
    assert rowed["verdict"] == "undetermined"
    assert needed(rowed) == ["a passed Troop Quality Check (TDC 2.18.6)"]
    improved: dict[str, Any] = {"kind": "improved_ferry", "hex": "34.60", "to": "33.61", **works}
    afloat = {"markers": [improved]}
    assert check(TANK, "34.60", "33.61", window="tdc", state=afloat)["verdict"] == "legal"
    state: dict[str, Any] = {"markers": [{**improved, "suppressed": True}]}
    assert check(TANK, "34.60", "33.61", window="tdc", state=state)["verdict"] == "illegal"


def test_enemies_road_blocks_and_groups(check: Any) -> None:
    enemy = {"units": [{"id": "g", "side": "german", "hex": "74.129"}]}
    met = check(TANK, "75.129", "74.129", state=enemy)
    assert "Assault" in reasons(met)[0][0]
    friend = {"units": [{"id": "b", "side": "allied", "hex": "74.129"}]}
    shared = check(TANK, "75.129", "74.129", state=friend)
    assert shared["verdict"] == "legal"
    assert "stacking with friendly Units in 74.129 (series rules)" in shared["unchecked"]
    block = {"markers": [{"kind": "road_block", "hex": "76.128"}]}
    noted = check(TANK, "75.129", "76.128", state=block)
    assert any("road block in 76.128" in line for line in noted["unchecked"])
    dike = ["35.58", "36.58", "37.58"]
    blocked = {"markers": [{"kind": "road_block", "hex": "37.58"}]}
    column = {**LEG, "column": True}
    assert check(column, *dike, window="tdc")["total"] == 1
    stopped = check(column, *dike, window="tdc", state=blocked)
    assert reasons(stopped) == [("a road block is in the raised Road hex", "TDC 2.16")]
    brigade = {**LEG, "formation": "231st Brigade"}
    limited = check(brigade, "75.130", "76.130")
    assert reasons(limited) == [
        ("the 231st Brigade never moves north of its deployment limit", "WED S6.10")
    ]
    guards = {**TANK, "division": "Guards Armored"}
    for window, held in (("tdc", True), ("mg", False)):
        lines = needed(check(guards, "13.90", "14.89", window=window))
        assert any("TDC S5.8" in line for line in lines) == held
    leaving = check(guards, "13.90", "14.89")
    assert any("WED S7.2.0" in line for line in leaving["unchecked"])


@pytest.mark.parametrize(
    ("window", "group", "area", "rule"),
    [
        ("tdc", "1st Airborne", "1st-airborne-deployment", "TDC S5.6"),
        ("tdc", "82nd Airborne", "82nd-airborne-deployment", "TDC S5.7"),
    ],
)
def test_limits_without_an_area(check: Any, window: str, group: str, area: str, rule: str) -> None:
    """A need where a hex is entered and nothing else forbids it; a note otherwise."""
    start, there = "35.58", "36.58"
    unit = {"class": "leg", "column": True, "division": group}
    moves = check(unit, start, there, window=window)
    assert moves["verdict"] == "undetermined"
    (need,) = needed(moves)
    assert need.startswith(f"supply owner/areas.csv: {area} (")
    assert need.endswith(f"{rule})")
    note = f"(no area {area} on the map)"
    assert not any(note in line for line in moves["unchecked"])
    for quiet in (
        check(unit, start, {"hex": start, "column": True}, window=window),
        check({**unit, "ma": 0}, start, there, window=window),
    ):
        assert quiet["verdict"] != "undetermined"
        assert "needs" not in quiet
        assert any(note in line for line in quiet["unchecked"])
    stranger = check({**unit, "division": "52nd Air Landing"}, start, there, window=window)
    assert stranger["verdict"] == "legal"
    assert not any(area in line for line in stranger["unchecked"])


def test_the_declared_club_route_holds_its_divisions(check: Any) -> None:
    """TDC S5.8: once it is declared they stay on it until they reach its end at Nijmegen."""
    unit = {"class": "leg", "column": False, "division": "43rd Infantry"}
    ways = {"on": ("35.58", "36.58"), "off": ("35.58", "35.59")}
    declared = {"club_route": {"route": ["34.58", "35.58", "36.58"]}}

    def asked(way: str, **more: Any) -> Any:
        state = more.pop("state", declared)
        return check({**unit, **more}, *ways[way], window="tdc", state=state)

    assert asked("on", reached_end=False)["verdict"] == "legal"
    held = asked("off", reached_end=False, relieving=False)
    assert [rule for _, rule in reasons(held)] == ["TDC S5.8"]
    (need,) = needed(asked("off"))
    assert need.startswith("unit.reached_end: ")
    assert asked("on")["verdict"] == "legal"
    across = {"relieving": True, "crossed": True}
    for free in ({"reached_end": True}, across, {"division": "82nd Airborne"}):
        assert not any("S5.8" in rule for _, rule in reasons(asked("off", **free)))
    for none_holds in (
        {"turn": {"date": "1944-09-19", "time": "0900"}},
        {"club_route": {"marker": "75.129"}},
    ):
        assert asked("off", reached_end=False, state=none_holds)["verdict"] == "legal"
    later = {"turn": {"date": "1944-09-19", "time": "1100"}}
    for unknown in (later, {}):
        (need,) = needed(asked("off", reached_end=False, state=unknown))
        assert need.startswith("state.club_route.route: ")
    with pytest.raises(InputError, match=r"state\.club_route\.route"):
        asked("off", state={"club_route": {"route": ["nowhere"]}})


@pytest.mark.parametrize(
    ("window", "path", "hex", "rule"),
    [
        ("wed", ("75.129", "76.128"), "74.129", r"74\.129/75\.129.*\(WED 2\.15\.2\)"),
        ("wed", ("75.129", "76.128"), "75.129", r"74\.129/75\.129.*\(WED 2\.15\.2\)"),
        ("tdc", ("48.30", "49.30"), "49.29", r"49\.29/49\.30.*\(TDC 2\.15\.2\)"),
    ],
)
def test_no_road_block_at_a_bridge(
    check: Any, window: str, path: tuple[str, str], hex: str, rule: str
) -> None:
    state = {"markers": [{"kind": "road_block", "hex": hex}]}
    with pytest.raises(InputError, match=rule):
        check(TANK, *path, window=window, state=state)


def test_what_crosses_a_stream_is_no_bridge(check: Any) -> None:
    """2.15: a Road over a stream is no bridge, so a road block may stand beside it."""
    state = {"markers": [{"kind": "road_block", "hex": "77.127"}]}
    stopped = check(LEG, "76.127", "77.127", state=state)
    assert any("road block in 77.127" in line for line in stopped["unchecked"])


def test_the_ooij_polder_and_its_day(context: Context) -> None:
    ooij = next(
        hex
        for hex in ("46.64", "47.64", "48.64", "49.65", "50.65", "51.66", "52.66")
        if ask(context, "hex.describe", {"map": "tdc", "hex": hex})["cite"] == "Ooijpolder"
    )
    params = {"map": "tdc", "unit": LEG, "from": "41.66", "to": ooij}
    unknown = ask(context, "move.best", params)
    assert unknown["verdict"] == "undetermined"
    assert "TDC 2.2" in needed(unknown)[0]
    before = {"turn": {"date": "1944-09-21", "time": "1900"}}
    barred = ask(context, "move.best", {**params, "state": before})
    assert barred["verdict"] == "illegal"
    assert "unreachable because" in barred["summary"]
    assert {step["rule"] for step in barred["steps"]} == {"TDC 2.2"}
    after = {"turn": {"date": "1944-09-22", "time": "0700"}}
    assert ask(context, "move.best", {**params, "state": after})["verdict"] == "legal"


def test_reach_and_best_agree(context: Context) -> None:
    params = {"map": "wed", "unit": TRUCK, "from": "75.129"}
    found = ask(context, "move.reach", {**params, "allowance": 6, "states": True})
    assert found["hexes"]["75.129"] == 0
    assert found["counts"] == {"hexes": len(found["hexes"]), "states": len(found["states"])}
    for number in sorted(found["hexes"])[::9]:
        best = ask(context, "move.best", {**params, "to": number})
        assert best["total"] == found["hexes"][number]
        assert sum(step.get("cost", 0) for step in best["steps"]) == best["total"]
        declared = [
            {"hex": p["hex"], "column": p["column"], "via": p.get("road")} for p in best["path"]
        ]
        path = [{k: v for k, v in entry.items() if v is not None} for entry in declared]
        path[0].pop("via", None)
        if len(path) > 1:
            again = ask(context, "move.check", {"map": "wed", "unit": TRUCK, "path": path})
            assert again["total"] == best["total"]
    unit = {"class": "leg"}
    asked = ask(context, "move.reach", {"map": "wed", "unit": unit, "from": "75.129"})
    assert (asked["verdict"], needed(asked)) == (
        "undetermined",
        ["unit.ma: the movement allowance"],
    )


def test_changing_roads_by_both_readings(
    context: Context, check: Any, gts_map: CompiledMap
) -> None:
    """Two Roads that run side by side: going over costs a hex's terrain, by either reading."""
    described = ask(context, "hex.describe", {"map": "wed", "hex": "75.129"})
    assert "apart" not in described
    terrain = gts_map.terrain
    tried = 0
    for h, a, b in sorted(terrain.apart):
        number = terrain.lattice.format(h)
        if h not in terrain.lattice.hexes("wed"):
            continue
        onward = [link.side for link in terrain.links_at(h) if link.road == b]
        ends = [side.b if side.a == h else side.a for side in onward]
        unit = {**LEG, "column": True, "road": a}
        for end in ends:
            to = {"hex": terrain.lattice.format(end), "via": b}
            here = check(unit, number, to)
            rail = terrain.roads[b].kind
            if here["verdict"] != "legal" or rail.startswith("raised"):
                continue
            price = {"woods": 2, "swamp": 3}.get(terrain.hexes[h].terrain, 1)
            assert here["total"] == price + 0.5
            assert here["steps"][0]["rule"].startswith("WED 2.")
            beyond = {"woods": 2, "swamp": 3}.get(terrain.hexes[end].terrain, 1)
            other = check(unit, number, to, options={"change_road": "next_hex"})
            assert other["total"] == beyond
            assert here["notes"] != other["notes"]
            tried += 1
    assert tried > 3


def test_what_cannot_be_reached_and_why(context: Context) -> None:
    params = {"map": "tdc", "unit": TANK, "from": "40.66", "to": "40.66"}
    stuck = ask(context, "move.best", {**params, "column": False})
    assert stuck["verdict"] == "illegal"
    assert stuck["summary"] == (
        "40.66 can be reached, but not in that formation: "
        "vehicles in a city hex may not leave Column"
    )
    ringed = {
        "units": [
            {"id": n["to"], "side": "german", "hex": n["to"]}
            for n in ask(context, "hex.describe", {"map": "wed", "hex": "80.150"})["hexsides"]
        ]
    }
    question = {"map": "wed", "unit": LEG, "from": "80.150", "to": "84.150", "state": ringed}
    answer = ask(context, "move.best", question)
    assert answer["summary"].startswith("84.150 is unreachable because at the nearest frontier: ")
    assert "an enemy Unit is in the hex" in answer["summary"]
    assert "total" not in answer


def test_describe(context: Context) -> None:
    veghel = ask(context, "hex.describe", {"map": "wed", "hex": "75.129"})
    west = next(s for s in veghel["hexsides"] if s["to"] == "74.129")
    assert {f["kind"] for f in west["features"]} == {"canal", "bridge"}
    assert west["roads"][0]["id"] == "club-route-north"
    assert veghel["costs"]["wheeled"] == {"not_column": 3, "column": 2}


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"path": ["75.129", "75.999"]}, r"75\.999"),
        ({"path": ["75.129"]}, "2 hexes, or an action there"),
        ({"path": []}, "found 0 items, expected 1 to 400"),
        ({"map": "wde"}, "did you mean wed"),
        ({"unit": {"class": "weeled"}}, "did you mean wheeled"),
        ({"unit": {"id": "x"}, "state": {"units": [{"id": "x", "class": "leg", "ma": 1e9}]}}, "99"),
        ({"unit": {"id": "x"}, "state": {"units": [{"id": "x"}, {"id": "x"}]}}, "one unit an id"),
        ({"unit": {}}, "one of leg, wheeled, tracked"),
        ({"unit": {**TANK, "road": "nowhere"}}, "a Road in the hex"),
        ({"state": {"bridges": {"74.129/75.129": "blown"}}}, "one of intact, destroyed"),
        ({"state": {"bridges": {"74.129/75.131": "intact"}}}, "not adjacent"),
        ({"state": {"bridges": {"76.128/75.129": "intact"}}}, "no bridge there"),
        ({"state": {"units": [{"hex": "x"}]}}, "a hex or a place of wed"),
        ({"options": {"change_road": "free"}}, "in_hex, next_hex"),
    ],
)
def test_mistakes_are_named(check: Any, params: dict[str, Any], message: str) -> None:
    given = {"unit": TANK, "path": ["75.129", "74.129"], **params}
    window = given.pop("map", "wed")
    unit, path = given.pop("unit"), given.pop("path")
    with pytest.raises(InputError, match=message):
        check(unit, *path, window=window, **given)


def test_paths_that_make_no_sense(check: Any) -> None:
    assert reasons(check(TANK, "75.129", "70.129"))[0][0] == "the hexes are not adjacent"
    stays = check(TANK, "75.129", {"hex": "75.129", "column": False})
    assert (stays["verdict"], stays["total"]) == ("legal", 1)
    town = check({**TANK, "column": True}, "40.66", {"hex": "40.66", "column": False}, window="tdc")
    assert reasons(town) == [("vehicles in a city hex may not leave Column", "TDC 2.9")]


@pytest.mark.parametrize(
    ("window", "start", "to", "allowed"),
    [
        ("wed", "75.130", "76.130", True),
        ("wed", "76.130", "76.129", False),
        ("tdc", "35.60", "34.60", True),
        ("tdc", "34.60", "33.61", False),
        ("tdc", "56.71", "55.72", False),
    ],
)
def test_the_steps_the_rulebooks_name(
    check: Any, window: str, start: str, to: str, allowed: bool
) -> None:
    """Land that reaches into a hex, water and dams between hexes (WED 2.0, TDC 2.0).

    A hex with land on both banks is entered where it is not impassable (WED 2.12, TDC 2.12).
    """
    answer = check({"class": "leg"}, start, to, window=window)
    assert (answer["verdict"] == "legal") == allowed


def test_describe_says_what_a_raised_road_does(context: Context) -> None:
    """TDC 2.16: double on foot, no vehicles out of Column, in Column along the raised Road only."""
    dike = ask(context, "hex.describe", {"map": "tdc", "hex": "37.58"})
    assert dike["raised"]["rule"] == "TDC 2.16"
    assert dike["costs"]["leg"] == {"not_column": 4, "column": "road"}
    for vehicle in ("wheeled", "tracked"):
        assert dike["costs"][vehicle] == {"not_column": None, "column": "road"}
    plain = ask(context, "hex.describe", {"map": "wed", "hex": "75.129"})
    assert "raised" not in plain


def test_a_long_way_round_says_why_the_direct_step_is_closed(context: Context) -> None:
    unit = {"class": "leg", "column": True}
    asked = {"map": "wed", "unit": unit, "from": "76.130", "to": "76.129"}
    answer = ask(context, "move.best", asked)
    assert answer["verdict"] == "legal"
    (note,) = [note for note in answer["notes"] if note.startswith("the straight way is closed")]
    assert "at 76.130–76.129: a river or canal is crossed only at a bridge" in note
    assert "[WED 2.12]" in note
    plain = ask(context, "move.best", {**asked, "to": "76.131"})
    assert not any("straight way" in note for note in plain.get("notes", ()))


HALF: dict[str, Any] = {"class": "leg", "column": True, "ma": 8, "name": "Alpha"}


@pytest.mark.parametrize(
    ("path", "more", "sentence"),
    [
        (
            ("75.129", "76.128", "76.127"),
            {},
            "Yes, 1 of 8 MP in Column [WED 2.5]",
        ),
        (
            ("75.129", "74.129"),
            {"state": {"units": []}},
            "Yes, ½ of 8 MP in Column [WED 2.5]",
        ),
        (
            ("76.130", "76.129"),
            {},
            "No, by our map: a river or canal is crossed only at a bridge or by ferry [WED 2.12]",
        ),
    ],
)
def test_a_summary_is_a_sentence_for_the_chat(
    check: Any, path: tuple[str, ...], more: Any, sentence: str
) -> None:
    answer = check(HALF, *path, **more)
    assert answer["summary"] == sentence
    assert receipt_lines(answer)[0] == sentence


def test_every_answer_about_ground_says_itself_in_a_sentence(context: Context) -> None:
    """The first line of its text, and the whole text is a screen."""
    unit = {**HALF, "ma": 3}
    for name, params, begin in (
        ("move.best", {"unit": unit, "from": "75.129", "to": "76.127"}, "Yes, "),
        ("move.reach", {"unit": unit, "from": "75.129"}, ""),
        ("los.check", {"from": "75.129", "to": "76.128"}, "Yes, it sees 76.128 "),
        ("los.fan", {"from": "75.129", "range": 3}, "75.129 sees "),
        ("hex.describe", {"hex": "75.129"}, "75.129: clear; Leg 2, 1 in Column; "),
    ):
        answer = ask(context, name, {"map": "wed", **params})
        lines = answer_lines(answer)
        assert lines[0].startswith(begin), lines[0]
        assert answer["summary"] in lines[0]
        assert len(lines) <= 45, (name, len(lines))


def test_what_was_not_checked_is_one_line(check: Any) -> None:
    lines = receipt_lines(check(TANK, "75.129", "74.129", "73.130"))
    assert len([line for line in lines if line.startswith("Not included: ")]) == 1
