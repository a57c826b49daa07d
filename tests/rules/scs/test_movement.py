"""Movement, sentence by sentence (INS 1.3a, 1.3b, 1.5–1.7, 1.8a, 1.13–1.17, 2.1e–2.4, 3.2).

The chart's rows are Terrain: clear, Terrain: polder, Terrain: primary and secondary road,
Terrain: railroad and the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile
from tests.cases import each
from tests.rules.needed import needed
from tests.rules.scs.made_map import (
    block,
    context_of,
    course,
    hexside,
    made_map,
)

PLAIN = {
    "name": "A",
    "side": "Allied",
    "division": "101",
    "ma": 6,
    "exploit": False,
    "oval": False,
    "dukw": False,
    "dg": False,
    "oos": False,
    "landed": False,
    "ferried": False,
}
QUIET: Mapping[str, Any] = {"units": [], "bridges": {}, "ferries": {}}
ENEMY = {
    "name": "g",
    "side": "German",
    "kind": "infantry",
    "ma": 5,
    "dg": False,
    "oos": False,
}
START, NEXT, AFTER = "A22.14", "A22.13", "A22.12"


def unit(**more: Any) -> dict[str, Any]:
    """A plain unit, with something else of it."""
    return {**PLAIN, **more}


def notes(answer: Mapping[str, Any]) -> list[str]:
    """What an answer notes, but for the scenario it takes for granted."""
    return [one for one in answer.get("notes", ()) if not one.startswith("Taken for granted: ")]


def enemy(hex_: str, **more: Any) -> dict[str, Any]:
    """A German infantry unit in a hex."""
    return {**ENEMY, "hex": hex_, **more}


def friend(hex_: str, **more: Any) -> dict[str, Any]:
    """Another Allied unit in a hex."""
    return {**ENEMY, "side": "Allied", "name": "b", "hex": hex_, **more}


def land(**told: Any) -> Context:
    """A block of clear hexes with something on it."""
    return context_of(made_map(block(7, 9), **told))


def step(to: list[str], *features: str, via: str | None = None, **of: Any) -> Mapping[str, Any]:
    """The answer about a step."""
    asked = {"map": "ins", "unit": unit(**of), "to": to, "features": list(features)}
    return ask(Context(Path("nowhere")), "step.cost", asked | ({"via": via} if via else {}))


def check(context: Context, *path: Any, state: Any = None, **of: Any) -> Mapping[str, Any]:
    """The answer about a path of a unit."""
    options = of.pop("options", {})
    phase = of.pop("phase", "movement")
    asked = {"map": "ins", "unit": unit(**of), "path": list(path), "phase": phase}
    return ask(
        context, "move.check", asked | {"state": {**QUIET, **(state or {})}, "options": options}
    )


CHART = [
    (["clear"], (), None, {}, 1),
    (["polder"], (), None, {"ma": 7}, 2),
    (["polder"], (), None, {"ma": 8}, 5),
    (["polder"], (), None, {"ma": 8, "dukw": True}, 2),
    (["polder"], (), None, {"ma": 9, "dg": True}, 5),
    (["woods"], (), None, {}, 2),
    (["clear"], (), "primary_road", {}, 0.5),
    (["clear"], (), "secondary_road", {}, 0.5),
    (["clear"], (), "railroad", {}, 1),
    (["village", "clear"], (), None, {}, 1),
    (["village", "woods"], (), None, {}, 2),
    (["fort", "polder"], (), None, {}, 2),
    (["city", "clear"], (), None, {}, 1),
    (["clear"], ("river",), None, {}, 3),
    (["clear"], ("river",), None, {"dukw": True}, 2),
    (["clear"], ("sea_line",), None, {}, None),
    (["clear"], ("sea_line",), None, {"dukw": True}, 4),
    (["clear"], ("sea_line", "bridge"), "primary_road", {}, 0.5),
    (["clear"], ("sea_line", "bridge"), "railroad", {}, 1),
    (["clear"], ("sea_line", "bridge"), None, {}, None),
    (["full_hex_bridge"], ("sea_line", "bridge"), "primary_road", {}, 0.5),
    (["full_hex_bridge"], (), None, {}, None),
    (["enclosed"], ("sea_line",), None, {}, None),
]


@each(("to", "features", "via", "of", "mp"), CHART)
def test_a_step_costs_what_the_terrain_effects_chart_says(
    to: list[str], features: tuple[str, ...], via: str | None, of: Any, mp: float | None
) -> None:
    answer = step(to, *features, via=via, **of)
    assert answer.get("total") == mp
    assert answer["verdict"] == ("illegal" if mp is None else "legal")
    assert answer["steps"][-1]["rule"].startswith("INS ")


def test_of_several_terrains_the_dearest_counts_and_a_road_replaces_all() -> None:
    """1.3a: the highest MP cost; roads and railroads negate the others."""
    assert step(["clear", "woods", "polder"], ma=9)["total"] == 5
    assert step(["clear", "woods", "polder"], ma=6)["total"] == 2
    assert step(["woods", "polder"], "river", via="secondary_road", ma=9)["total"] == 0.5
    assert step(["woods", "polder"], "river", via="railroad", ma=9)["total"] == 1


def test_a_unit_whose_dukws_are_not_said_is_asked_after_them() -> None:
    silent = {name: value for name, value in unit(ma=9).items() if name != "dukw"}
    asked = {"map": "ins", "unit": silent, "to": ["polder"]}
    answer = ask(Context(Path("nowhere")), "step.cost", asked)
    assert answer["verdict"] == "undetermined"
    assert needed(answer) == ["unit.dukw: whether it has DUKWs; else 5 MP"]


def test_no_step_is_priced_for_a_unit_that_never_moves() -> None:
    """1.6b: a movement allowance of Na."""
    answer = step(["clear"], ma="Na")
    assert (answer["verdict"], answer["steps"][0]["rule"]) == ("illegal", "INS 1.6b")


@pytest.mark.parametrize("oval", [True, False])
def test_no_unit_with_an_armour_oval_crosses_a_light_bridge(oval: bool) -> None:
    """1.16."""
    answer = step(["clear"], "sea_line", "light_bridge", via="primary_road", oval=oval)
    assert answer["verdict"] == ("illegal" if oval else "legal")
    water = hexside(START, NEXT)
    roads = {water: ["primary_road"]}
    context = land(sides={water: ["sea_line", "bridge"]}, links=roads)
    told = {"bridges": {water: {"light": True}}}
    assert check(context, START, NEXT, state=told, oval=oval)["verdict"] == answer["verdict"]
    assert check(context, START, NEXT, oval=oval)["verdict"] == "legal"


def test_a_road_is_used_only_where_it_crosses_the_hexside() -> None:
    context = land(
        terrain=dict.fromkeys(block(7, 9), "woods"),
        links={key: ["primary_road"] for key in course("A23.15", START, NEXT)},
    )
    assert check(context, START, NEXT)["total"] == 0.5
    assert check(context, START, "A21.15")["total"] == 2
    assert check(context, START, {"hex": NEXT, "via": "off_road"})["total"] == 2
    refused = check(context, START, {"hex": NEXT, "via": "railroad"})
    assert "no railroad runs" in refused["summary"]


def test_an_allowance_is_spent_step_by_step() -> None:
    context = land(terrain=dict.fromkeys(block(7, 9), "woods"))
    path = [f"A22.{n}" for n in range(17, 12, -1)]
    assert check(context, *path[:4])["total"] == 6
    assert check(context, *path)["verdict"] == "illegal"
    assert "8 MP are spent, of 6" in check(context, *path)["summary"]


@pytest.mark.parametrize(
    ("of", "left"),
    [
        ({"ma": 6}, 6),
        ({"ma": 6, "dg": True}, 3),
        ({"ma": 5, "dg": True}, 3),
        ({"ma": 5, "oos": True}, 3),
        ({"ma": 3, "oos": True}, 2),
        ({"ma": 6, "dg": True, "oos": True}, 2),
    ],
)
def test_disorganized_and_unsupplied_units_move_half_as_far(of: Any, left: int) -> None:
    """1.7, 1.8a."""
    asked = {"map": "ins", "unit": unit(**of), "from": START, "state": QUIET}
    hexes = ask(land(), "move.reach", asked)["hexes"]
    assert max(hexes.values()) == left
    assert check(land(), *[f"A22.{n}" for n in range(18, 18 - left - 1, -1)], **of)["total"] == left


def test_the_rounding_of_a_disorganized_unit_is_a_reading() -> None:
    path = [f"A22.{n}" for n in range(18, 14, -1)]
    up = check(land(), *path, ma=5, dg=True)
    down = check(land(), *path, ma=5, dg=True, options={"rounding": "down"})
    assert (up["verdict"], down["verdict"]) == ("legal", "illegal")
    for answer in (up, down):
        assert answer["provenance"] == "assumed"
        assert notes(answer)[-1].endswith("(rounding)")


@pytest.mark.parametrize("ma", ["Na", 0])
def test_a_unit_without_a_movement_allowance_does_not_move(ma: Any) -> None:
    """1.6b."""
    assert check(land(), START, NEXT, ma=ma)["verdict"] == "illegal"


def test_who_came_down_in_polder_this_turn_does_not_move() -> None:
    """2.1e."""
    context = land(terrain={START: "polder"})
    assert check(context, START, NEXT, landed=True)["verdict"] == "illegal"
    assert check(context, START, NEXT)["verdict"] == "legal"
    assert check(land(), START, NEXT, landed=True)["verdict"] == "legal"


ZONES = [
    ({}, True),
    ({"dg": True}, False),
    ({"oos": True}, False),
    ({"ma": "Na"}, False),
    ({"ma": 0}, False),
    ({"kind": "artillery", "barrage": 3}, False),
]


@pytest.mark.parametrize(("of", "zone"), ZONES)
def test_who_exerts_a_zone_of_control(of: Any, zone: bool) -> None:
    """1.6b, 1.7, 1.8a, 1.9."""
    state = {"units": [enemy("A23.13", **of)]}
    assert (check(land(), START, NEXT, AFTER, state=state)["verdict"] == "illegal") is zone


def test_a_unit_stops_in_an_enemy_zone_by_one_reading() -> None:
    state = {"units": [enemy("A23.13")]}
    stopped = check(land(), START, NEXT, AFTER, state=state)
    assert "entered an enemy Zone of Control" in stopped["summary"]
    assert notes(stopped) == [
        "referee: a unit stops on entering an enemy Zone of Control (zoc_stops)"
    ]
    assert check(land(), START, NEXT, state=state)["verdict"] == "legal"
    free = check(land(), START, NEXT, AFTER, state=state, options={"zoc_stops": "pass"})
    assert free["verdict"] == "legal"


def test_a_friend_in_the_hex_lifts_the_stop_by_one_reading() -> None:
    state = {"units": [enemy("A23.13"), friend(NEXT)]}
    asked = (land(), START, NEXT, AFTER)
    assert check(*asked, state=state)["verdict"] == "illegal"
    assert check(*asked, state=state, options={"zoc_friend": "yes"})["verdict"] == "legal"


def test_a_unit_may_go_from_zone_to_zone_by_one_reading() -> None:
    state = {"units": [enemy("A23.13")]}
    assert check(land(), NEXT, "A22.12", state=state)["verdict"] == "legal"
    bound = check(land(), NEXT, "A23.14", state=state, options={"zoc_to_zoc": "may_not"})
    assert "from one enemy Zone of Control into another" in bound["summary"]


def test_a_zone_does_not_reach_over_a_sea_line_without_a_bridge() -> None:
    state = {"units": [enemy("A23.13")]}
    water = {hexside("A23.13", NEXT): ["sea_line"]}
    assert check(land(sides=water), START, NEXT, AFTER, state=state)["verdict"] == "legal"
    bridged = {hexside("A23.13", NEXT): ["sea_line", "bridge"]}
    assert check(land(sides=bridged), START, NEXT, AFTER, state=state)["verdict"] == "illegal"


def test_an_enemy_unit_of_which_nothing_is_said_may_exert_a_zone() -> None:
    state = {"units": [{"name": "g", "side": "German", "hex": "A23.13"}]}
    answer = check(land(), START, NEXT, AFTER, state=state)
    assert answer["verdict"] == "undetermined"
    assert needed(answer)[0].startswith("state.units[0].kind, ma, dg or oos: whether g exerts")
    told = answer["summary"]
    assert told == "Yes, 2 of 6 MP, unless g exerts a Zone of Control"
    assert check(land(), START, NEXT, state=state)["verdict"] == "legal"


@pytest.mark.parametrize(("method", "who"), [("move.reach", "g"), ("hex.zones", "g or h")])
def test_an_answer_that_hangs_on_zones_tells_what_is_so_either_way(method: str, who: str) -> None:
    """And names the units it hangs on; of a rated unit it tells what is so."""

    def told(*units: Any) -> Mapping[str, Any]:
        own = {"side": "German"} if method == "hex.zones" else {"unit": unit(), "from": START}
        state = {**QUIET, "units": list(units)}
        return ask(land(), method, {"map": "ins", "state": state, **own})

    unrated = [enemy("A23.13", name="g", ma=None), enemy("A24.13", name="h", ma=None)]
    unrated = [{name: it for name, it in one.items() if it is not None} for one in unrated]
    answer = told(*unrated)
    still, moving = (told(*({**one, "ma": ma} for one in unrated)) for ma in ("Na", 5))
    assert answer["verdict"] == "undetermined"
    assert "exerts a Zone of Control" in answer["summary"] or "; at worst " in answer["summary"]
    assert f"whether {who} exerts a Zone of Control" in needed(answer)[0]
    if method == "hex.zones":
        assert answer["hexes"] == still["hexes"] == []
        assert answer["perhaps"] == moving["hexes"]
    else:
        assert answer["hexes"] == moving["hexes"]
        more = still["hexes"].items() - moving["hexes"].items()
        assert answer["perhaps"] == dict(more) != {}


def test_a_hex_with_an_enemy_unit_is_not_entered() -> None:
    state = {"units": [enemy(NEXT, ma="Na")]}
    assert "enemy units are in A22.13" in check(land(), START, NEXT, state=state)["summary"]


@pytest.mark.parametrize(
    ("of", "fine"),
    [
        ({"exploit": True}, True),
        ({}, False),
        ({"exploit": True, "dg": True}, False),
        ({"exploit": True, "oos": True}, False),
    ],
)
def test_only_exploit_capable_units_that_are_whole_exploit(of: Any, fine: bool) -> None:
    """1.6a, 1.7, 1.8a."""
    answer = check(land(), START, NEXT, phase="exploitation", **of)
    assert answer["verdict"] == ("legal" if fine else "illegal")


def test_who_begins_in_an_enemy_zone_does_not_exploit_by_one_reading() -> None:
    state = {"units": [enemy("A23.15")]}
    asked = {"phase": "exploitation", "exploit": True, "state": state}
    assert check(land(), START, NEXT, **asked)["verdict"] == "illegal"
    free = {"options": {"exploitation_start": "any"}}
    assert check(land(), START, NEXT, **asked, **free)["verdict"] == "legal"


OVERRUNS = [
    ("clear", (), {"exploit": True}, True),
    ("polder", (), {"exploit": True}, True),
    ("woods", (), {"exploit": True}, False),
    ("village", (), {"exploit": True}, False),
    ("city", (), {"exploit": True}, False),
    ("full_hex_bridge", (), {"exploit": True}, False),
    ("clear", ("river",), {"exploit": True}, False),
    ("clear", ("sea_line", "bridge"), {"exploit": True}, False),
    ("clear", (), {}, False),
    ("clear", (), {"exploit": True, "dg": True}, False),
    ("clear", (), {"exploit": True, "oos": True}, False),
    ("clear", (), {"exploit": True, "assigned": "101", "released": False}, False),
]


@pytest.mark.parametrize(("terrain", "features", "of", "fine"), OVERRUNS)
def test_an_overrun_costs_two_mp_where_the_chart_allows_it(
    terrain: str, features: tuple[str, ...], of: Any, fine: bool
) -> None:
    """1.6a, 1.7, 1.8a, 1.17, 2.3, Terrain Effects Chart."""
    context = land(terrain={NEXT: terrain}, sides={hexside(START, NEXT): features})
    state = {"units": [enemy(NEXT, ma="Na")]}
    answer = check(context, START, {"hex": NEXT, "overrun": True}, state=state, **of)
    assert (answer["verdict"], answer.get("total")) == (("legal", 2) if fine else ("illegal", None))
    if fine:
        assert any("its combat" in one for one in answer["unchecked"])


def test_no_overrun_leaves_an_overstacked_hex() -> None:
    """1.5."""
    crowd = [friend(START, name=str(n)) for n in range(4)]
    state = {"units": [enemy(NEXT, ma="Na"), *crowd]}
    overrun = {"hex": NEXT, "overrun": True}
    assert "overstacked" in check(land(), START, overrun, state=state, exploit=True)["summary"]
    fewer = {"units": state["units"][:-1]}
    assert check(land(), START, overrun, state=fewer, exploit=True)["verdict"] == "legal"


@pytest.mark.parametrize(("friends", "over"), [(3, 0), (4, 1), (5, 2)])
def test_whoever_is_too_many_in_a_hex_is_destroyed_at_the_end_of_the_phase(
    friends: int, over: int
) -> None:
    """1.5."""
    state = {"units": [friend(NEXT, name=str(n)) for n in range(friends)]}
    answer = check(land(), START, NEXT, state=state)
    assert answer["verdict"] == "legal"
    assert [note for note in answer.get("notes", ()) if "overstacked" in note] == (
        [
            f"A22.13 is overstacked: {over} of its units will be destroyed at the end of the phase "
            "(INS 1.5)"
        ]
        if over
        else []
    )
    assert not notes(check(land(), START, NEXT, AFTER, state=state))


SPAN = [hexside(START, "A22.13"), hexside("A22.13", AFTER)]


def spanned() -> MapFile:
    """A Full Hex Bridge in A22.13, a road over it, water about it."""
    around = ["A22.14", "A22.12", "A21.13", "A21.14", "A23.13", "A23.14"]
    sides = {hexside("A22.13", one): ["sea_line"] for one in around}
    sides |= {side: ["sea_line", "bridge"] for side in SPAN}
    return made_map(
        block(7, 9),
        terrain={"A22.13": "full_hex_bridge"},
        sides=sides,
        links={key: ["primary_road"] for key in SPAN},
    )


def test_a_full_hex_bridge_holds_one_unit_even_while_others_move() -> None:
    """1.5, 1.13."""
    context = context_of(spanned())
    assert check(context, START, NEXT, AFTER)["total"] == 1
    state = {"units": [friend(NEXT)]}
    assert "holds one" in check(context, START, NEXT, AFTER, state=state)["summary"]
    reach = {"map": "ins", "unit": unit(ma=1), "from": START}
    hexes = ask(context, "move.reach", {**reach, "state": QUIET})["hexes"]
    assert hexes[AFTER] == 1
    assert AFTER not in ask(context, "move.reach", {**reach, "state": {**QUIET, **state}})["hexes"]


@pytest.mark.parametrize("name", ["A22.13", "A22.14/A22.13/A22.12"])
def test_a_blown_full_hex_bridge_leaves_an_enclosed_hex(name: str) -> None:
    """1.13, 3.2."""
    state = {"bridges": {name: "blown"}}
    context = context_of(spanned())
    assert check(context, START, NEXT, state=state)["verdict"] == "illegal"
    assert "Enclosed" in check(context, START, NEXT, state=state, dukw=True)["summary"]
    # Over two Sea Lines with DUKWs: twice 3, and two hexes.
    assert check(context, START, NEXT, AFTER, state=state, dukw=True, ma=8)["total"] == 8


def test_an_enclosed_hex_is_passed_with_dukws_and_not_ended_in() -> None:
    """1.13."""
    asked = {"map": "ins", "unit": unit(dukw=True, ma=8), "from": START}
    answer = ask(
        context_of(spanned()),
        "move.reach",
        {**asked, "state": {**QUIET, "bridges": {"A22.13": "blown"}}},
    )
    assert NEXT not in answer["hexes"]
    assert AFTER in answer["hexes"]


def test_a_bridging_unit_joins_the_roads_of_both_banks() -> None:
    """1.15c."""
    side = hexside(START, NEXT)
    roads = {hexside(START, "A22.15"): ["primary_road"], SPAN[1]: ["secondary_road"]}
    context = land(sides={side: ["sea_line"]}, links=roads)
    assert check(context, START, NEXT)["verdict"] == "illegal"
    built = {"bridges": {side: "built"}}
    assert check(context, START, NEXT, state=built, oval=True)["total"] == 0.5


def test_the_pontoon_is_an_enclosed_hex_until_it_is_built() -> None:
    """1.13, 1.15d."""
    around = ["A22.14", "A22.12", "A21.13", "A21.14", "A23.13", "A23.14"]
    sides = {hexside(NEXT, one): ["sea_line"] for one in around}
    roads = {hexside(START, "A22.15"): ["primary_road"], hexside(AFTER, "A22.11"): ["primary_road"]}
    context = land(terrain={NEXT: "enclosed"}, sides=sides, links=roads)
    assert check(context, START, NEXT, AFTER)["verdict"] == "illegal"
    state = {"bridges": {f"{START}/{NEXT}/{AFTER}": "built"}}
    assert check(context, START, NEXT, AFTER, state=state)["total"] == 1
    crowded = {**state, "units": [friend(NEXT)]}
    assert "holds one" in check(context, START, NEXT, AFTER, state=crowded)["summary"]


FERRY = hexside(START, NEXT)


def by_ferry(*path: Any, ferry: Any = None, **of: Any) -> Mapping[str, Any]:
    """The answer about a way over a Ferry between two hexes."""
    told = {FERRY: {"used": 0} if ferry is None else ferry}
    context = land(sides={FERRY: ["sea_line"]}, terrain={"A22.15": "woods", START: "woods"})
    more = of.pop("more", {})
    return check(context, *path, state={"ferries": told, **more}, **of)


def test_a_ferry_takes_no_mp_and_ends_the_move() -> None:
    """1.14: the whole allowance may be used to get to it."""
    cross = {"hex": NEXT, "via": "ferry"}
    assert by_ferry("A22.16", "A22.15", START, cross, ma=4)["total"] == 4
    assert "moves no more" in by_ferry(START, cross, AFTER)["summary"]
    assert by_ferry(START, NEXT)["verdict"] == "illegal"


@pytest.mark.parametrize(("used", "fine"), [(0, True), (3, True), (4, False)])
def test_a_ferry_carries_four_units_a_turn(used: int, fine: bool) -> None:
    """1.14."""
    answer = by_ferry(START, {"hex": NEXT, "via": "ferry"}, ferry={"used": used})
    assert answer["verdict"] == ("legal" if fine else "illegal")


def test_a_ferry_whose_crossings_are_not_said_is_asked_after() -> None:
    answer = by_ferry(START, {"hex": NEXT, "via": "ferry"}, ferry={})
    assert answer["verdict"] == "undetermined"
    assert "how many units the Ferry has carried" in needed(answer)[0]


def test_a_ferry_is_used_in_the_movement_phase_only_and_not_onto_a_full_bank() -> None:
    """1.14."""
    cross = {"hex": NEXT, "via": "ferry"}
    exploits = by_ferry(START, cross, phase="exploitation", exploit=True)
    assert "Movement Phase only" in exploits["summary"]
    bank = {"units": [friend(NEXT, name=str(n)) for n in range(4)]}
    assert "overstack" in by_ferry(START, cross, more=bank)["summary"]
    again = by_ferry(START, cross, ferried=True)
    assert again["verdict"] == "illegal"


@pytest.mark.parametrize(("side", "fine"), [("Allied", True), ("German", False)])
def test_a_ferry_made_by_engineers_serves_their_own_side(side: str, fine: bool) -> None:
    """1.15b."""
    answer = by_ferry(START, {"hex": NEXT, "via": "ferry"}, ferry={"side": side, "used": 0})
    assert answer["verdict"] == ("legal" if fine else "illegal")


def test_a_ferry_over_a_whole_hex_goes_to_the_far_bank() -> None:
    """1.14, 1.15b."""
    around = ["A22.14", "A22.12", "A21.13", "A21.14", "A23.13", "A23.14"]
    sides = {hexside(NEXT, one): ["sea_line"] for one in around}
    context = land(terrain={NEXT: "enclosed"}, sides=sides)
    told = {"ferries": {f"{START}/{NEXT}/{AFTER}": {"used": 0}}}
    cross = {"hex": AFTER, "via": "ferry"}
    assert check(context, START, cross, state=told)["total"] == 0
    assert check(context, START, {"hex": NEXT, "via": "ferry"}, state=told)["verdict"] == "illegal"
    asked = {"map": "ins", "unit": unit(ma=1), "from": START, "state": {**QUIET, **told}}
    assert ask(context, "move.reach", asked)["hexes"][AFTER] == 0


def test_the_xxx_corps_boundary_binds_the_corps_alone(tmp_path: Path) -> None:
    """2.2: its own hexes and all north of the Maas are inside."""
    inside = [START, "A22.15"]
    (tmp_path / "areas.csv").write_text("area,hexes\nxxx-corps-boundary," + " ".join(inside) + "\n")
    context = land(areas={"north-of-the-maas": [AFTER]})
    context.owner_folder = tmp_path
    assert "outside" in check(context, START, NEXT, division="XXX Corps")["summary"]
    assert check(context, START, "A22.15", division="XXX Corps")["verdict"] == "legal"
    assert check(context, START, NEXT, division="82")["verdict"] == "legal"
    assert check(context, START, NEXT, assigned="82", released=False)["verdict"] == "illegal"
    assert check(context, "A22.11", AFTER, division="43rd Infantry Division")["verdict"] == "legal"
    context.owner_folder = Path("nowhere")
    open_ = check(context, START, NEXT, division="XXX Corps")
    assert any("XXX Corps Boundary" in line for line in open_["unchecked"])


def test_a_unit_beyond_the_boundary_comes_back_through_what_lies_outside(tmp_path: Path) -> None:
    """2.2: a retreat may have put it there."""
    (tmp_path / "areas.csv").write_text("area,hexes\nXXX Corps Boundary,A22.15\n")
    context = land()
    context.owner_folder = tmp_path
    back = check(context, START, NEXT, START, "A22.15", division="XXX Corps")
    assert back["verdict"] == "legal"
    assert any("must come back inside" in note for note in back["notes"])
    asked = {"map": "ins", "unit": unit(division="XXX Corps"), "state": QUIET}
    home = ask(context, "move.best", {**asked, "from": NEXT, "to": "A22.15"})
    assert (home["verdict"], home["total"]) == ("legal", 2)
    away = ask(context, "move.best", {**asked, "from": "A22.15", "to": NEXT})
    assert f"{NEXT} is outside the XXX Corps Boundary" in away["summary"]


def test_a_wrong_hex_of_the_owners_areas_is_told_with_its_cell(tmp_path: Path) -> None:
    (tmp_path / "areas.csv").write_text("area,hexes\nxxx-corps-boundary,A22.15 Z99.99\n")
    context = land()
    context.owner_folder = tmp_path
    with pytest.raises(InputError, match=r"areas.csv:2:hexes: found 'Z99.99'"):
        check(context, START, NEXT, division="XXX Corps")


@pytest.mark.parametrize(
    ("end", "at", "fine"),
    [
        ("A22.13", "A22.10", True),
        ("A22.15", "A22.10", True),
        ("A22.15", "A42.10", False),
        ("A23.14", "A42.10", True),
    ],
)
def test_released_armour_keeps_within_ten_hexes_of_its_division(
    end: str, at: str, fine: bool
) -> None:
    """2.3: or moves toward its nearest airborne unit."""
    far = made_map([*block(7, 9), "A42.10"])
    airborne = friend(at, division="82nd Airborne Division", name="para")
    told = {"assigned": "82", "released": True, "state": {"units": [airborne]}}
    assert check(context_of(far), START, end, **told)["verdict"] == ("legal" if fine else "illegal")


def test_an_allied_unit_at_a_prepared_bridge_makes_the_german_decide() -> None:
    """3.2."""
    side = hexside(NEXT, AFTER)
    context = land(sides={side: ["sea_line", "bridge"]}, links={side: ["primary_road"]})
    state = {"bridges": {side: "prepared"}}
    assert any("German decides" in one for one in check(context, START, NEXT, state=state)["notes"])
    assert not notes(check(context, START, NEXT))
    german = check(context, START, NEXT, state=state, side="German", division="German forces")
    assert not notes(german)


def test_the_best_way_takes_the_ferry_the_road_and_no_hex_of_the_enemy() -> None:
    context = land(
        sides={FERRY: ["sea_line"], hexside(START, "A21.14"): ["sea_line"]},
        terrain=dict.fromkeys(block(7, 9), "woods"),
        links={key: ["secondary_road"] for key in course("A22.16", "A22.15", START)},
    )
    asked = {"map": "ins", "unit": unit(ma=3), "from": "A22.16", "to": NEXT}
    state = {**QUIET, "ferries": {FERRY: {"used": 1}}}
    best = ask(context, "move.best", {**asked, "state": state})
    assert (best["verdict"], best["total"]) == ("legal", 1)
    assert [one["hex"] for one in best["path"]] == ["A22.16", "A22.15", START, NEXT]
    blocked = {**state, "units": [enemy(START, ma="Na")]}
    dear = ask(context, "move.best", {**asked, "state": blocked})
    assert (dear["verdict"], START in str(dear.get("path"))) == ("illegal", False)


def test_silence_about_the_position_is_told() -> None:
    asked = {"map": "ins", "unit": unit(), "path": [START, NEXT]}
    answer = ask(land(), "move.check", asked)
    assert answer["verdict"] == "legal"
    assert [one.partition(":")[0] for one in answer["unchecked"]] == [
        "state.units",
        "state.bridges",
        "phase",
        "state.ferries",
    ]


def test_a_unit_whose_allowance_is_not_said_may_not_get_there() -> None:
    silent = {name: value for name, value in unit().items() if name != "ma"}
    asked = {"map": "ins", "unit": silent, "path": [START, NEXT], "state": QUIET}
    answer = ask(land(), "move.check", asked)
    assert answer["verdict"] == "undetermined"
    assert needed(answer)[0].startswith("unit.ma: its printed movement allowance")
