"""Deployment limits: who may be where on a date (TDC 2.2, S4.9, S5.6–8; WED S6.10, S7.1.0)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.grid import Hex
from clubroute.builder.sources.scenario_parts import bounds, within
from clubroute.rules.gts.games import GAMES, movement_table
from tests.cases import each
from tests.rules.campaign.conftest import Asking, reasons, september
from tests.rules.needed import needed

CORPS = {"side": "Allied", "division": "52nd Air Landing"}
"""Of a Division no limit is about."""


def checked(asked: Asking, map: str, hex: str, unit: Any, **more: Any) -> Any:
    """Whether a Unit may be in a hex."""
    params = {"state": {"turn": september(19, "0900")}, **more}
    return asked("deploy.check", map=map, hex=hex, unit=unit, **params)


@each(
    ("map", "hex", "unit", "verdict", "cite"),
    [
        # S4.9: von Tettau north of the Rhine, Korps Feldt south of the Waal
        ("tdc", "49.29", {"division": "von Tettau", "side": "German"}, "legal", "TDC S4.9"),
        ("tdc", "49.30", {"division": "von Tettau", "side": "German"}, "illegal", "TDC S4.9"),
        ("tdc", "41.64", {"division": "Korps Feldt", "side": "German"}, "legal", "TDC S4.9"),
        ("tdc", "41.63", {"division": "Korps Feldt", "side": "German"}, "illegal", "TDC S4.9"),
        # Hohenstaufen: unless the bridge is German controlled
        ("tdc", "49.29", {"division": "Hohenstaufen", "side": "German"}, "legal", "TDC S4.9"),
        ("tdc", "49.30", {"division": "Hohenstaufen", "side": "German"}, "undetermined", ""),
        # WED S7.1.0 and S6.10
        ("wed", "42.229", {"side": "German"}, "illegal", "WED S7.1.0"),
        ("wed", "75.129", {"side": "German", "division": "KG Chill"}, "legal", "WED S7.1.0"),
        (
            "wed",
            "75.129",
            {"formation": "231st Brigade", "division": "43rd Infantry", "side": "Allied"},
            "illegal",
            "WED S6.10",
        ),
        ("wed", "75.129", {"division": "101st Airborne", "side": "Allied"}, "legal", "WED"),
        # MG 8.0
        ("mg", "41.64", {"division": "101st Airborne", "side": "Allied"}, "illegal", "MG 8.0"),
        ("mg", "75.129", {"division": "82nd Airborne", "side": "Allied"}, "illegal", "MG 8.0"),
        ("mg", "75.129", {"division": "Hohenstaufen", "side": "German"}, "illegal", "MG 8.0"),
        ("mg", "41.64", {"division": "KG Walther", "side": "German"}, "illegal", "MG 8.0"),
    ],
)
@each("act", ["setup", "be", "move"])
def test_limits(
    asked: Asking, map: str, hex: str, unit: Any, verdict: str, cite: str, act: str
) -> None:
    found = checked(asked, map, hex, unit, act=act)
    assert found["verdict"] == verdict
    assert cite in reasons(found)


@pytest.mark.parametrize(
    ("more", "verdict"),
    [
        ({"state": {"bridges": {"49.29/49.30": {"control": "German"}}}}, "legal"),
        ({"state": {"bridges": {"49.29/49.30": {"control": "Allied"}}}}, "illegal"),
        ({}, "undetermined"),
    ],
)
def test_who_controls_the_arnhem_road_bridge_decides_for_hohenstaufen(
    asked: Asking, more: Any, verdict: str
) -> None:
    unit = {"division": "Hohenstaufen", "side": "German"}
    found = checked(asked, "tdc", "49.30", unit, act="move", **more)
    assert found["verdict"] == verdict


def test_the_frontline_is_the_campaigns(asked: Asking) -> None:
    """S7.1.0 stands in the campaign's section: no scenario has it."""
    unit = {"side": "German", "division": "KG Walther"}
    assert "WED S7.1.0" in reasons(checked(asked, "wed", "42.229", unit), "illegal")
    found = checked(asked, "wed", "44.225", unit, scenario="WED-1")
    assert "S7.1.0" not in reasons(found) + " ".join(needed(found))


def test_whose_unit_it_is_must_be_said_where_a_limit_may_hold_it(asked: Asking) -> None:
    found = checked(asked, "wed", "42.229", {})
    assert needed(found)[0].startswith("unit.side: no German Unit moves south of the Frontline")
    found = checked(asked, "tdc", "41.63", {"side": "German"})
    assert any("unit.division: Korps Feldt units stay south" in need for need in needed(found))


def test_the_ooij_polder_by_date(asked: Asking, real_context: Any) -> None:
    """Nobody enters it before the 0700 turn of September 22."""
    from clubroute.rules.ground.maps import map_of

    map = map_of(real_context, "tdc")
    area = next(area for area in map.areas if area.id == "ooij-polder")
    hex = map.number(area.hexes[0])
    unit = {"side": "Allied", "division": "82nd Airborne"}
    for turn, shut in ((september(21, "Night"), True), (september(22, "0700"), False)):
        found = checked(asked, "tdc", hex, unit, state={"turn": turn})
        assert ("Ooij polder" in reasons(found, "illegal")) == shut
    assert any("turn" in need for need in needed(checked(asked, "tdc", hex, unit, state={})))


@pytest.mark.parametrize(
    ("division", "area", "cite"),
    [
        ("1st Airborne", "1st-airborne-deployment", "TDC S5.6"),
        ("82nd Airborne", "82nd-airborne-deployment", "TDC S5.7"),
    ],
)
def test_the_airborne_deployment_areas(
    asked: Asking, owner: Path, division: str, area: str, cite: str
) -> None:
    """Their lines are printed on the map: the owner supplies the hexes."""
    unit = {"division": division, "side": "Allied"}
    found = checked(asked, "tdc", "41.64", unit)
    assert found["verdict"] == "undetermined"
    assert area in needed(found)[0]
    (owner / "areas.csv").write_text(f"area,hexes\n{area},41.64 41.65\n", encoding="utf-8")
    assert checked(asked, "tdc", "41.64", unit)["verdict"] == "legal"
    found = checked(asked, "tdc", "30.76", unit, act="move")
    assert (found["verdict"], found.get("eliminated")) == ("illegal", None)
    assert cite in reasons(found)
    found = checked(asked, "tdc", "30.76", unit, act="retreat")
    assert (found["verdict"], found["eliminated"]) == ("illegal", True)


def test_club_route_until_nijmegen(asked: Asking, owner: Path) -> None:
    """S5.8: it turns on whether Nijmegen has been reached; the combined game lifts it."""
    table = "area,hexes\nclub-route-to-nijmegen,14.86\n"
    (owner / "areas.csv").write_text(table, encoding="utf-8")
    unit = {"division": "Guards Armored", "side": "Allied"}
    assert checked(asked, "tdc", "14.86", unit)["verdict"] == "legal"
    found = checked(asked, "tdc", "30.60", unit, state={"turn": september(19, "1100")})
    assert found["verdict"] == "undetermined"
    assert "Nijmegen has been reached" in needed(found)[0]
    assert checked(asked, "mg", "30.60", unit)["verdict"] == "legal"


def test_the_declared_club_route_is_known_from_the_state(asked: Asking) -> None:
    """S5.8 by the route that was declared; before its turn, and beside the Marker, none holds."""
    unit = {"division": "Guards Armored", "side": "Allied"}
    route = {"club_route": {"route": ["34.58", "35.58", "36.58"]}}

    def found(hex: str, state: dict[str, Any], **more: Any) -> Any:
        return checked(asked, "tdc", hex, {**unit, **more}, state=state)

    assert found("35.58", route, reached_end=False)["verdict"] == "legal"
    off = found("30.60", route, reached_end=False, relieving=False)
    assert off["verdict"] == "illegal"
    assert "TDC S5.8" in reasons(off)
    assert "unit.reached_end" in needed(found("30.60", route))[0]
    assert found("30.60", route, reached_end=True)["verdict"] == "legal"
    early = {"turn": september(19, "0900")}
    assert found("30.60", early)["verdict"] == "legal"
    assert found("30.60", {"club_route": {"marker": "75.129"}})["verdict"] == "legal"
    later = {"turn": september(19, "1100")}
    assert found("30.60", later)["verdict"] == "undetermined"


def test_the_231st_beyond_its_line_is_eliminated_at_once(asked: Asking) -> None:
    unit = {"formation": "231st Brigade", "division": "43rd Infantry", "side": "Allied"}
    for act in ("move", "retreat", "be"):
        assert checked(asked, "wed", "75.129", unit, act=act)["eliminated"]
    # on the Eindhoven map the printed line decides
    assert checked(asked, "wed", "63.186", unit)["verdict"] == "undetermined"


@pytest.mark.parametrize(
    ("hex", "side", "verdict"),
    [
        ("42.229", "German", "illegal"),
        ("75.129", "German", "legal"),
        ("42.229", "Allied", "legal"),
    ],
)
def test_barrages_south_of_the_frontline(asked: Asking, hex: str, side: str, verdict: str) -> None:
    assert checked(asked, "wed", hex, {"side": side}, act="barrage")["verdict"] == verdict


def test_a_limit_is_written_once(asked: Asking) -> None:
    """What deploy.check says is the text of the movement tables."""
    whys = {limit.why for game in GAMES for limit in movement_table(game).limits}
    found = checked(asked, "tdc", "49.30", {"division": "von Tettau", "side": "German"})
    (line,) = [step for step in found["steps"] if step.get("verdict") == "illegal"]
    assert line["why"] in whys


# ---------------------------------------------------------------- scenarios


@pytest.mark.parametrize(
    ("scenario", "hex", "inside"),
    [
        ("WED-1", "46.226", True),  # a marker's own hex
        ("WED-1", "44.225", True),
        ("WED-1", "55.202", True),
        ("WED-1", "75.129", False),
        ("WED-2", "77.165", True),
        ("WED-2", "66.157", True),
        ("WED-2", "61.141", False),
        ("WED-3", "52.158", True),
        ("WED-3", "47.156", True),
        ("WED-3", "75.129", False),
        ("WED-4", "75.129", True),
        ("WED-4", "94.112", True),
        ("WED-4", "66.163", True),
        ("WED-4", "55.202", False),
    ],
)
def test_scenario_boundaries(asked: Asking, scenario: str, hex: str, inside: bool) -> None:
    """WED General Comments, WED scenario 1, WED scenario 2, WED scenario 3, WED scenario 4."""
    unit = {"division": "101st Airborne", "side": "Allied"}
    found = checked(asked, "wed", hex, unit, scenario=scenario)
    assert found["verdict"] == ("legal" if inside else "illegal")
    assert ("outside the scenario boundary" in reasons(found)) != inside


def test_a_hex_of_another_map_is_outside_a_scenario(asked: Asking) -> None:
    found = checked(asked, "tdc", "49.29", {"side": "Allied"}, scenario="WED-1")
    assert found["verdict"] == "illegal"
    assert "outside the scenario boundary" in reasons(found)


def test_the_area_between_four_corners() -> None:
    """WED scenario 4."""
    corners = [Hex(0, 0), Hex(10, 0), Hex(10, 20), Hex(0, 20)]
    assert all(within(bounds(corners, False))(corner) for corner in corners)
    assert within(bounds(corners, False))(Hex(4, 10))
    assert within(bounds(corners, False))(Hex(5, -1))  # half a hex off: the line touches it
    assert not within(bounds(corners, False))(Hex(4, -2))
    assert not within(bounds(corners, False))(Hex(12, 10))
    strip = [Hex(0, 0), Hex(10, 0), Hex(0, 20), Hex(10, 20)]
    assert within(bounds(strip, True))(Hex(40, 10))
    assert not within(bounds(strip, True))(Hex(40, 24))


@pytest.mark.parametrize(
    ("id", "hex", "verdict"),
    [
        ("D(-)/2 HHC", "55.202", "legal"),
        ("D(-)/2HHC", "44.225", "legal"),
        ("D(-)/2HHC", "43.223", "illegal"),  # off the road
        ("2/2 IG", "55.202", "illegal"),  # nobody else moves
    ],
)
def test_scenario_1(asked: Asking, id: str, hex: str, verdict: str) -> None:
    """WED scenario 1."""
    unit = {"id": id, "side": "Allied"}
    assert checked(asked, "wed", hex, unit, scenario="WED-1", act="move")["verdict"] == verdict
    assert checked(asked, "wed", "43.223", unit, scenario="WED-1", act="be")["verdict"] == "legal"


def test_scenario_2(asked: Asking, real_context: Any) -> None:
    """WED scenario 2."""
    from clubroute.rules.ground.maps import map_of

    panthers = {"id": "1./Pz 2107", "side": "German", "division": "107 Panzer"}
    map = map_of(real_context, "wed")
    roads = {place // 6 for place in map.links}
    inside = [h for h in range(len(map)) if 68 <= int(map.number(h)[:2]) <= 72]
    inside = [h for h in inside if 155 <= int(map.number(h)[3:]) <= 160]
    road = next(h for h in inside if h in roads)
    off = next(h for h in inside if h not in roads)
    for hex, verdict in ((road, "legal"), (off, "undetermined")):
        found = checked(asked, "wed", map.number(hex), panthers, scenario="WED-2", act="move")
        assert found["verdict"] == verdict
    open_order = {**panthers, "column": False}
    found = checked(asked, "wed", map.number(road), open_order, scenario="WED-2", act="be")
    assert "may not leave Column" in reasons(found, "illegal")
    allied = {"id": "x", "side": "Allied", "hex": "77.165"}
    found = checked(asked, "wed", "76.164", allied, scenario="WED-2", act="move")
    assert "may not move" in reasons(found, "illegal")


@pytest.mark.parametrize(("hex", "verdict"), [("60.143", "illegal"), ("60.144", "legal")])
def test_scenario_4_keeps_allied_units_off_the_park(asked: Asking, hex: str, verdict: str) -> None:
    """WED scenario 4."""
    unit = {"id": "x", "side": "Allied", "division": "101st Airborne"}
    marker = {"kind": "artillery_park", "hex": "60.140"}
    state = {"turn": september(22, "0900"), "markers": [marker]}
    params: dict[str, Any] = {"scenario": "WED-4", "act": "move"}
    assert checked(asked, "wed", hex, unit, state=state, **params)["verdict"] == verdict
    assert checked(asked, "wed", hex, unit, **params)["verdict"] == "undetermined"
    german = {"side": "German", "division": "KG Walther"}
    assert checked(asked, "wed", hex, german, state=state, **params)["verdict"] == "legal"


def test_a_scenarios_list_of_set_ups_is_not_looked_at(asked: Asking) -> None:
    unit = {"side": "Allied", "division": "101st Airborne"}
    found = checked(asked, "wed", "61.141", unit, scenario="WED-4", act="setup")
    assert "set up" in found["unchecked"][0]


def test_frundsberg_is_told_how_it_counts_as_activated(asked: Asking) -> None:
    """Outside Arnhem, Nijmegen and the land between the rivers it obeys the Division's limits."""
    unit = {"division": "Frundsberg", "side": "German"}
    assert checked(asked, "tdc", "49.30", unit)["verdict"] == "legal"
    found = checked(asked, "tdc", "14.86", unit)
    assert found["verdict"] == "legal"
    assert "counts as one by its Division" in str(found["steps"])
    by_division = checked(asked, "tdc", "14.86", {**unit, "by_division": True})
    assert "Division Chit" not in str(by_division["steps"])


def test_the_43rd_stays_on_one_map_and_the_guards_do_not(asked: Asking) -> None:
    """In the combined game the Guards may be on both maps, the 43rd on one."""
    for division, hex, verdict in (
        ("Guards Armored", "75.129", "legal"),
        ("Guards Armored", "41.64", "legal"),
        ("43rd Infantry", "75.129", "illegal"),
        ("43rd Infantry", "41.64", "legal"),
    ):
        unit = {"division": division, "side": "Allied"}
        assert checked(asked, "mg", hex, unit)["verdict"] == verdict


@pytest.mark.parametrize(
    ("map", "unit", "to", "verdict", "rule", "lost"),
    [
        # 2.16: in Column on a raised Road a retreat follows it, or the Unit is eliminated
        (
            "tdc",
            {"class": "tracked", "column": True, "hex": "37.58"},
            "37.57",
            "illegal",
            "2.16",
            1,
        ),
        ("tdc", {"class": "leg", "column": True, "hex": "37.58"}, "37.57", "illegal", "2.16", 1),
        ("tdc", {"class": "leg", "column": False, "hex": "37.58"}, "37.57", "legal", "", 0),
        ("tdc", {"class": "tracked", "column": True, "hex": "37.58"}, "36.58", "legal", "", 0),
        ("tdc", {"class": "leg", "hex": "37.58"}, "37.57", "undetermined", "", 0),
        # a dike our map only assumes
        ("tdc", {"class": "leg", "column": True, "hex": "38.51"}, "39.52", "undetermined", "", 0),
        # 2.12 and 2.14
        ("wed", {"class": "leg", "column": False, "hex": "76.130"}, "76.129", "illegal", "2.12", 0),
        ("tdc", {"class": "leg", "column": False, "hex": "56.71"}, "55.72", "illegal", "2.14", 0),
    ],
)
def test_a_retreat_needs_ground_to_go_over(
    asked: Asking, map: str, unit: Any, to: str, verdict: str, rule: str, lost: int
) -> None:
    after = {"turn": september(22, "0900")}
    answer = checked(asked, map, to, {**CORPS, **unit}, act="retreat", state=after)
    assert answer["verdict"] == verdict
    assert [s["rule"] for s in answer["steps"] if s.get("verdict") == "illegal"] == (
        [f"{map.upper()} {rule}"] if rule else []
    )
    assert answer.get("eliminated", False) == bool(lost)


def test_a_limit_of_everybody_is_told_only_near_it(asked: Asking) -> None:
    """TDC 2.2: the Ooij polder is no matter at Veghel, 20 km away."""
    for hex, told in (("75.129", False), ("20.80", False), ("43.66", True)):
        answer = checked(asked, "mg", hex, {"side": "Allied"})
        assert any(step["rule"] == "TDC 2.2" for step in answer["steps"]) == told


@pytest.mark.parametrize(
    ("unit", "more"),
    [
        ({"division": "Korps Feldt", "side": "German"}, {}),
        ({"side": "German"}, {"state": {"scenario": "WED-2"}}),
    ],
)
def test_a_whole_map_is_told_as_each_of_its_hexes_is(asked: Asking, unit: Any, more: Any) -> None:
    name = "wed" if more else "tdc"
    whole = checked(
        asked, name, "41.64" if name == "tdc" else "75.129", unit, everywhere=True, **more
    )
    shut, doubtful = set(whole["closed"]), set(whole["doubtful"])
    assert shut or doubtful
    assert not shut & doubtful
    near = ["41.60", "41.63", "41.64", "49.29"] if name == "tdc" else ["42.229", "66.156", "77.165"]
    for number in near:
        verdict = checked(asked, name, number, unit, **more)["verdict"]
        told = "illegal" if number in shut else "undetermined" if number in doubtful else "legal"
        assert (number, verdict) == (number, told)


def test_a_refused_barrage_says_what_is_refused(asked: Asking) -> None:
    """WED S7.1.0: artillery, not Units; whose it is must be said."""
    found = checked(asked, "wed", "41.231", {"side": "German"}, act="barrage")
    assert "no German artillery barrages south of the Frontline" in found["summary"]
    unsaid = checked(asked, "wed", "41.231", {}, act="barrage")
    assert "unit.side" in needed(unsaid)[0]


def test_a_park_of_the_allied_side_keeps_nobody_off(asked: Asking) -> None:
    """WED scenario 4: the German one does."""
    for side, verdict in (("German", "illegal"), ("Allied", "undetermined")):
        park = {"kind": "artillery_park", "hex": "60.140", "side": side}
        state = {"markers": [park], "scenario": "WED-4", "units": [], "under_way": True}
        unit = {"side": "Allied", "hex": "60.142"}
        found = asked("deploy.check", map="wed", unit=unit, hex="60.141", act="move", state=state)
        assert found["verdict"] == verdict


@pytest.mark.parametrize(
    ("division", "verdict"),
    [("Korps Feldt", "illegal"), ("Frundsberg", "legal"), ("", "undetermined")],
)
def test_the_owner_tells_a_division_by_its_colour(
    asked: Asking, owner: Path, division: str, verdict: str
) -> None:
    """No rulebook says of what Division KG Henke is; its counters' colour does."""
    (owner / "ratings.csv").write_text(
        f"unit,face,division\nLeader/Oberst Henke,front,{division}\n", encoding="utf-8"
    )
    answer = checked(asked, "tdc", "49.29", "Leader/Oberst Henke")
    assert answer["verdict"] == verdict
    assert any("unit.division" in need for need in needed(answer)) == (not division)


def test_a_colour_that_is_none_of_its_sides_is_refused(asked: Asking, owner: Path) -> None:
    (owner / "ratings.csv").write_text(
        "unit,face,division\nRearguard,front,Guards Armored\n", encoding="utf-8"
    )
    with pytest.raises(
        InputError, match=r"ratings.csv:2:division: found 'Guards Armored'.*Korps Feldt"
    ):
        checked(asked, "tdc", "49.29", {"id": "tdc-rearguard-german"})
