"""The Club Route of The Devil's Cauldron (TDC 4, S5.8), sentence by sentence."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.maps import map_of
from clubroute.rules.gts.clubroute.network import network_of, ways
from clubroute.rules.gts.clubroute.ruleset import rule_set
from tests.cases import each
from tests.rules.clubroute.asking import german, words
from tests.rules.needed import needed

DAY = {"date": "1944-09-19", "time": "1100"}
CALM: dict[str, Any] = {"units": [], "markers": [], "bridges": {}}
"""A position with nothing on the map."""
START, END = "13.87", "41.64"
"""Made-up places of the two Club Route symbols, which only the printed map shows."""


@pytest.fixture
def route(real_context: Context) -> list[str]:
    """A way along purple roads between the symbols."""
    map = map_of(real_context, "tdc")
    graph = network_of(map, rule_set("tdc")).graph
    way = ways(graph, map.id(START), map.id(END))[0]
    return [map.number(hex) for hex in way]


def tdc(context: Context, method: str, **params: Any) -> dict[str, Any]:
    """A method on the TDC map."""
    found: dict[str, Any] = ask(context, f"clubroute.{method}", {"map": "tdc", **params})
    return found


def choose(context: Context, route: list[str], **rest: Any) -> dict[str, Any]:
    """``clubroute.choose`` at the right time, the symbols given."""
    params: dict[str, Any] = {"symbols": [START, END], "state": {**CALM, "turn": DAY}, **rest}
    return tdc(context, "choose", route=route, **params)


def test_connected_purple_roads_between_both_symbols(
    real_context: Context, route: list[str]
) -> None:
    """TDC 4.2."""
    answer = choose(real_context, route)
    assert answer["verdict"] == "legal"
    assert answer["begins"] == "open"
    assert answer["club_route"]["route"] == route
    assert answer["provenance"] == "assumed"  # which Roads are purple


def test_hexes_in_any_order(real_context: Context, route: list[str]) -> None:
    assert choose(real_context, sorted(route))["verdict"] == "legal"


def test_a_gap(real_context: Context, route: list[str]) -> None:
    answer = choose(real_context, [hex for hex in route if hex != route[5]])
    assert answer["verdict"] == "illegal"
    assert "not connected" in answer["summary"]


def test_a_symbol_it_does_not_reach(real_context: Context, route: list[str]) -> None:
    for short in (route[1:], route[:-1]):
        answer = choose(real_context, short)
        assert answer["verdict"] == "illegal"
        assert "symbol" in answer["summary"]


def test_a_hex_without_a_purple_road(real_context: Context, route: list[str]) -> None:
    answer = choose(real_context, [*route, "50.50"])
    assert answer["verdict"] == "illegal"
    assert "not connected" in answer["summary"]


@pytest.mark.parametrize(
    "turn",
    [
        {"date": "1944-09-19", "time": "0900"},
        {"date": "1944-09-19", "time": "1300"},
        {"date": "1944-09-18", "time": "1100"},
    ],
)
def test_only_at_1100_on_september_19(
    real_context: Context, route: list[str], turn: dict[str, str]
) -> None:
    assert choose(real_context, route, state={"turn": turn})["verdict"] == "illegal"


def test_it_never_changes(real_context: Context, route: list[str]) -> None:
    declared = {"turn": DAY, "club_route": {"route": route}}
    assert choose(real_context, route, state=declared)["verdict"] == "legal"
    answer = choose(real_context, route[:-1], state=declared)
    assert "never changes" in answer["summary"]


def test_the_symbols_stand_on_the_printed_map(real_context: Context, route: list[str]) -> None:
    answer = choose(real_context, route, symbols=[])
    assert answer["verdict"] == "undetermined"
    assert needed(answer)[0].startswith("symbols")


BRIDGE = "14.86/15.86"


@pytest.mark.parametrize(
    ("state", "why"),
    [
        ({"units": [german("15.86")]}, "German Unit: KG"),
        ({"markers": [{"kind": "light barrage", "hex": "15.86"}]}, "a barrage marker"),
        ({"markers": [{"kind": "heavy barrage", "hex": "15.86"}]}, "a barrage marker"),
        ({"bridges": {BRIDGE: "destroyed"}}, "is demolished"),
    ],
)
def test_what_closes_it(
    real_context: Context, route: list[str], state: dict[str, Any], why: str
) -> None:
    """TDC 4.1, TDC 4.2."""
    told = {**state, "club_route": {"route": route}}
    answer = tdc(real_context, "status", state=told)
    assert answer["verdict"] == "closed"
    assert why in words(answer)
    assert "Guards Armored and 43rd Infantry Units: Troop Quality Rating -2" in words(answer)
    begins = choose(real_context, route, state={**state, "turn": DAY})
    assert (begins["verdict"], begins["begins"]) == ("legal", "closed")
    traced = tdc(real_context, "trace", state=told)
    assert traced["verdict"] == "closed"
    assert traced["route"] == route


@pytest.mark.parametrize(
    "state",
    [
        {},
        {"units": [german("50.50")]},
        {"units": [{"id": "GG", "side": "Allied", "hex": "15.86"}]},
        {"markers": [{"kind": "light barrage", "hex": "50.50"}]},
        {"bridges": {BRIDGE: "bailey"}},
        {"bridges": {"49.29/49.30": "destroyed"}},
    ],
)
def test_what_leaves_it_open(
    real_context: Context, route: list[str], state: dict[str, Any]
) -> None:
    told = {**CALM, **state, "club_route": {"route": route}}
    answer = tdc(real_context, "status", state=told)
    assert answer["verdict"] == "open"
    assert "Troop Quality" not in words(answer)


@pytest.mark.parametrize("unsaid", CALM)
def test_what_is_not_told_may_close_it(
    real_context: Context, route: list[str], unsaid: str
) -> None:
    told = {name: value for name, value in CALM.items() if name != unsaid}
    answer = tdc(real_context, "status", state={**told, "club_route": {"route": route}})
    assert answer["verdict"] == "undetermined"
    assert needed(answer)[0].startswith(f"state.{unsaid}: ")


def test_the_scenario_may_close_it(real_context: Context, route: list[str]) -> None:
    """TDC 4.2."""
    answer = tdc(
        real_context,
        "status",
        state={"club_route": {"route": route}},
        closed_by_scenario=["events off the map"],
    )
    assert answer["verdict"] == "closed"


def test_no_route_no_status(real_context: Context) -> None:
    for method in ("status", "trace"):
        answer = tdc(real_context, method, state={})
        assert answer["verdict"] == "undetermined"
        assert needed(answer)[0].startswith("state.club_route.route")


FREE = {"airborne": False, "relieving": False, "reached_end": False}
GUARDS = {"division": "Guards Armored", "formation": "Group Hot", **FREE}


@each(
    ("unit", "verdict", "why"),
    [
        (GUARDS, "illegal", "may not leave"),
        ({**GUARDS, "division": "43rd Infantry"}, "illegal", "may not leave"),
        ({**GUARDS, "reached_end": True}, "legal", "its end at Nijmegen"),
        ({**GUARDS, "relieving": True, "crossed": True}, "legal", "relieves a garrison"),
        ({**GUARDS, "relieving": True, "crossed": False}, "illegal", "once it has crossed"),
        ({**GUARDS, "relieving": True}, "undetermined", ""),
        ({**GUARDS, "retreat": True}, "illegal", "eliminated"),
        ({"division": "Guards Armored"}, "undetermined", ""),
        ({"division": "Guards Armored", "reached_end": False}, "undetermined", ""),
        ({"formation": "Sherwood Foresters", "reinforcement": True}, "legal", "normally at once"),
        ({"formation": "147th Field Artillery", "reinforcement": True}, "legal", "normally"),
        ({"division": "82nd Airborne", "airborne": True}, "legal", "airborne"),
        # The Division tells that it is airborne, or that it is not.
        ({"division": "82nd Airborne", "reinforcement": True}, "legal", "airborne"),
        ({"division": "1st Airborne"}, "legal", "airborne"),
        (
            {"division": "Guards Armored", "reached_end": False, "relieving": False},
            "illegal",
            "may not leave",
        ),
        ({"side": "German", "division": "Frundsberg"}, "legal", "only Allied Units"),
        ({"division": "43rd Infantry", "reinforcement": True, **FREE}, "illegal", "leave"),
        ({"reinforcement": False}, "legal", "before the declaration"),
        ({"side": "Allied"}, "undetermined", ""),
    ],
)
def test_who_is_held(
    real_context: Context, route: list[str], unit: dict[str, Any], verdict: str, why: str
) -> None:
    """TDC 4.3."""
    state = {"club_route": {"route": route}}
    off = tdc(real_context, "lock", unit=unit, to="50.50", state=state)
    assert off["verdict"] == verdict
    assert why.casefold() in off["summary"].casefold()
    on = tdc(real_context, "lock", unit=unit, to=route[3], state=state)
    assert on["verdict"] == "legal"


def test_before_the_declaration(real_context: Context) -> None:
    """TDC 4.3."""
    early = {"turn": {"date": "1944-09-19", "time": "0900"}}
    answer = tdc(real_context, "lock", unit=GUARDS, to="50.50", state=early)
    assert answer["verdict"] == "legal"
    assert "XXX Corps symbol" in str(answer)
    late = tdc(real_context, "lock", unit=GUARDS, to="50.50", state={"turn": DAY})
    assert late["verdict"] == "undetermined"


def test_in_the_combined_game_nobody_is_held(real_context: Context) -> None:
    """MG 2.1: The Devil's Cauldron's restrictions are ignored."""
    answer = ask(real_context, "clubroute.lock", {"map": "mg", "unit": GUARDS, "to": "50.150"})
    assert answer["verdict"] == "legal"


def test_methods_of_the_other_rules(real_context: Context, route: list[str]) -> None:
    for method in ("advance", "remove", "turn", "release"):
        assert tdc(real_context, method, state={})["verdict"] == "illegal", method
    told = {"map": "wed", "route": ["42.229"]}
    assert ask(real_context, "clubroute.choose", told)["verdict"] == "illegal"


def test_bad_hexes(real_context: Context) -> None:
    with pytest.raises(InputError):
        choose(real_context, ["99.999"])
    with pytest.raises(InputError):
        tdc(real_context, "status", state={"club_route": {"route": ["nowhere"]}})


def test_mg_2_5_the_marker_in_the_devils_cauldron_alone(real_context: Context) -> None:
    told: dict[str, Any] = {
        "club_route": {"marker": "south"},
        "turn": {"date": "1944-09-19", "time": "1900"},
        "fire_zones": {"German": []},
        **CALM,
    }
    params = {"map": "tdc", "rules": "marker", "to": "13.87"}
    answer = ask(real_context, "clubroute.advance", {**params, "state": told})
    assert answer["verdict"] == "legal"
    assert answer["club_route"]["marker"] == "13.87"
    early = {**told, "turn": {"date": "1944-09-18", "time": "1900"}}
    answer = ask(real_context, "clubroute.advance", {**params, "state": early})
    assert answer["verdict"] == "illegal"
    assert "before 1944-09-19" in answer["summary"]
    traced = ask(real_context, "clubroute.trace", {"map": "tdc", "rules": "marker", "state": told})
    assert traced["route"] == []
    assert traced["verdict"] == "open"


def test_reinforcement_hexes_it_shuts(real_context: Context, route: list[str]) -> None:
    """S5.8: in the hex for good, within two hexes for the turn."""
    state = {"club_route": {"route": route}}
    at = route[4]
    map = map_of(real_context, "tdc")
    near = map.number(next(column[map.id(at)] for column in map.beside))
    answer = tdc(
        real_context,
        "lock",
        unit=GUARDS,
        to=at,
        state=state,
        reinforcement_hexes=[at, near, "50.50"],
    )
    assert answer["verdict"] == "legal"
    text = words(answer)
    assert f">{at} this reinforcement hex is out of play for good" in text
    assert f">{near} 1 hex off: this reinforcement hex cannot be used this turn" in text
    assert "50.50" not in text


@pytest.mark.parametrize(
    ("time", "who"), [("1100", "HHC"), ("1300", "Group Cold"), ("1500", "Group Hot")]
)
def test_mg_2_5_arrivals(real_context: Context, time: str, who: str) -> None:
    told = {"club_route": {"marker": "south"}, "turn": {"date": "1944-09-19", "time": time}}
    params = {"map": "tdc", "rules": "marker", "state": told}
    answer = ask(real_context, "clubroute.release", params)
    assert answer["verdict"] == "open"
    assert answer["released"][0]["formation"].startswith(who)
    assert answer["steps"][0]["rule"] == "WED MG 2.5"


def test_the_marker_is_where_the_rules_have_it(real_context: Context) -> None:
    for map, place in (("mg", "off_map"), ("mg", "south"), ("wed", "south")):
        state = {"club_route": {"marker": place}}
        with pytest.raises(InputError, match="always on the map"):
            ask(real_context, "clubroute.trace", {"map": map, "state": state})


DECLARED_BY_HAND = [
    (["40.90", "40.89", "40.88"], "40.89/40.90"),  # Mook
    (["28.71", "29.71"], "28.71/29.71"),  # Honinghutje, the railroad
    (["31.62", "32.62"], "31.62/32.62"),  # Weurt
]


@pytest.mark.parametrize(("hexes", "bridge"), DECLARED_BY_HAND)
def test_a_route_declared_over_a_bridge_is_closed_with_it(
    real_context: Context, hexes: list[str], bridge: str
) -> None:
    """4.2, whatever road our map has for purple."""
    for way in (hexes, hexes[::-1]):
        told = {**CALM, "club_route": {"route": way}}
        gone = {**told, "bridges": {bridge: "destroyed"}}
        for method in ("status", "trace"):
            assert tdc(real_context, method, state=told)["verdict"] == "open"
            assert tdc(real_context, method, state=gone)["verdict"] == "closed"
        unit = {"side": "Allied", "division": "Guards Armored", "hex": way[0]}
        for state, cut in ((told, False), (gone, True)):
            params = {"map": "tdc", "unit": unit, "state": state}
            steps = ask(real_context, "supply.troop_quality", params)["steps"]
            assert any("Club Route is Cut" in step["why"] for step in steps) is cut


def test_whether_it_crosses_a_bridge_it_only_passes_by_is_asked(real_context: Context) -> None:
    way = ["40.88", "40.90", "39.90", "40.89"]
    told = {**CALM, "club_route": {"route": way}, "bridges": {"40.89/40.90": "destroyed"}}
    found = tdc(real_context, "status", state=told)
    assert found["verdict"] == "undetermined"
    assert "whether Club Route crosses 40.89/40.90" in needed(found)[0]


def test_whether_a_road_is_purple_is_asked(real_context: Context) -> None:
    """S5.5: it may pass through Mook."""
    found = choose(real_context, ["40.90", "40.89"], symbols=["40.90", "40.89"])
    assert found["verdict"] == "undetermined"
    assert "a purple road in 40.90, 40.89" in needed(found)[0]
