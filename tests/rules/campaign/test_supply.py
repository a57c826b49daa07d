"""Supply drops and Troop Quality, sentence by sentence (WED 3.5, S6.1; TDC 3.5, S4.1–2, S5.1)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from tests.rules.campaign.conftest import Asking, reasons, september
from tests.rules.needed import needed

ABN = "101st Airborne"
TAIL = {"event": "sea_tail", "division": "101st Airborne Division"}


@pytest.mark.parametrize(
    ("more", "turns"),
    [
        # the same time any reinforcements arrive that day
        ({"reinforcements": "0900"}, ["0900"]),
        # none, either due to the weather or the schedule: 1300 or 1500
        ({}, ["1300", "1500"]),
        ({"weather": "rain"}, ["1300", "1500"]),
        ({"weather": "rain", "options": {"rain": "none"}}, []),
        # once the Sea Tail has been released: always in supply
        ({"state": {"history": [TAIL]}}, []),
    ],
)
def test_when_supplies_drop(asked: Asking, more: Any, turns: list[str]) -> None:
    params = {"map": "wed", "division": ABN, "state": {"history": []}, **more}
    found = asked("supply.drop", **params)
    assert found["turns"] == turns
    assert ("weather" in more) == any("(rain)" in note for note in found.get("notes", ()))


@pytest.mark.parametrize(
    ("game", "division", "verdict"),
    [
        ("wed", ABN, "decided"),
        ("wed", "82nd Airborne", "illegal"),
        ("tdc", "1st Airborne", "decided"),
        ("tdc", "82nd Airborne Division", "decided"),
        ("tdc", "Guards Armored", "illegal"),
        ("mg", ABN, "decided"),
        ("mg", "82nd Airborne", "decided"),
    ],
)
def test_who_is_supplied_by_air(asked: Asking, game: str, division: str, verdict: str) -> None:
    state = {"history": []}
    assert asked("supply.drop", map=game, division=division, state=state)["verdict"] == verdict


@pytest.mark.parametrize("method", ["supply.drop", "supply.check"])
def test_whether_the_sea_tail_has_come_must_be_known(asked: Asking, method: str) -> None:
    state = {"units": [{"side": "German", "hex": "59.152"}]}
    found = asked(method, map="wed", division=ABN, state=state)
    assert found["verdict"] == "undetermined"
    assert needed(found)[0].startswith("state.history: whether the Sea Tail of 101st Airborne")


def test_the_sea_tail_does_not_matter_in_tdc_alone(asked: Asking) -> None:
    history = [{"event": "sea_tail", "division": "82nd Airborne"}]
    params = {"division": "82nd Airborne", "state": {"history": history}}
    assert asked("supply.drop", map="tdc", **params)["turns"] == ["1300", "1500"]
    assert asked("supply.drop", map="mg", **params)["turns"] == []


def test_an_enemy_in_the_supply_drop_zone_interdicts(asked: Asking) -> None:
    german = {"side": "German", "hex": "59.152"}
    params = {"map": "wed", "division": ABN}
    found = asked("supply.check", **params, state={"units": [german], "history": []})
    assert (found["verdict"], found["zone"], found["troop_quality"]) == ("closed", "lz-w", -1)
    assert "SDZ Closed" in reasons(found)
    assert "WED S6.1.1" in reasons(found)
    for unit in ({**german, "hex": "75.129"}, {**german, "side": "Allied"}):
        found = asked("supply.check", **params, state={"units": [unit]})
        assert (found["verdict"], found["troop_quality"]) == ("open", 0)
    found = asked("supply.check", **params, state={"units": [german], "history": [TAIL]})
    assert found["verdict"] == "open"
    for silent in ({}, {"units": [{"hex": "59.152"}]}, {"units": [{"side": "German"}]}):
        found = asked("supply.check", **params, state=silent)
        assert "if so the drop is interdicted, -1 Troop Quality" in needed(found)[0]


def test_another_supply_drop_zone(asked: Asking, owner: Path) -> None:
    unit = {"side": "German", "hex": "50.88"}
    params = {"map": "tdc", "division": "82nd Airborne", "state": {"units": [unit]}}
    assert needed(asked("supply.check", **params)) == [
        "supply owner/division_zones.csv: the supply drop zone of 82nd Airborne"
    ]
    assert asked("supply.check", **params, zone="DZ N")["verdict"] == "closed"
    table = "division,zone,supply\n82nd Airborne,dz-t,no\n82nd Airborne,dz-n,yes\n"
    (owner / "division_zones.csv").write_text(table, encoding="utf-8")
    found = asked("supply.check", **params)
    assert (found["verdict"], found["zone"]) == ("closed", "dz-n")
    assert "TDC S5.1.1" in reasons(found)


# ---------------------------------------------------------------- Troop Quality


def quality(asked: Asking, map: str, unit: Any, **more: Any) -> Any:
    """What supply adds to a Unit's Troop Quality."""
    return asked("supply.troop_quality", map=map, unit=unit, **more)


def dropped(*interdicted: bool) -> dict[str, Any]:
    """A state after supply drops of the 101st."""
    event = {"event": "supply_drop", "division": ABN}
    return {"history": [{**event, "interdicted": one} for one in interdicted]}


@pytest.mark.parametrize(
    ("state", "modifier"),
    [
        (dropped(), 0),
        (dropped(True), -1),
        (dropped(True, True), -1),
        (dropped(True, False), 0),  # until the next non-interdicted supply drop
        (dropped(False, True), -1),
        ({"history": [*dropped(True)["history"], TAIL]}, 0),
    ],
)
def test_an_interdicted_drop_costs_the_division_one(
    asked: Asking, state: Any, modifier: int
) -> None:
    unit = {"side": "Allied", "division": "101st Airborne Division"}
    assert quality(asked, "wed", unit, state=state)["modifier"] == modifier
    other = {"side": "Allied", "division": "43rd Infantry"}
    assert quality(asked, "wed", other, state=state)["modifier"] == 0


@pytest.mark.parametrize(
    ("map", "division", "modifier"),
    [
        ("wed", "Guards Armored Division", -2),
        ("wed", "43rd Infantry", 0),
        ("tdc", "Guards Armored", -2),
        ("tdc", "43rd Infantry Division", -2),
        ("mg", "43rd Infantry Division", -2),
    ],
)
def test_a_closed_club_route_costs_two(
    asked: Asking, map: str, division: str, modifier: int
) -> None:
    """WED S6.1.2, TDC S5.1.2."""
    unit = {"side": "Allied", "division": division}
    assert quality(asked, map, unit, club_route="closed")["modifier"] == modifier
    assert quality(asked, map, unit, club_route="open")["modifier"] == 0
    assert quality(asked, map, unit, club_route="cut")["modifier"] == modifier
    verdict = quality(asked, map, unit)["verdict"]
    assert verdict == ("undetermined" if modifier else "decided")


@pytest.mark.parametrize(
    ("route", "modifier"),
    [({"status": "cut"}, -2), ({"status": "open", "cut_by": []}, 0), ({}, None)],
)
def test_the_club_route_of_the_state_is_heard(
    asked: Asking, route: dict[str, Any], modifier: int | None
) -> None:
    unit = {"side": "Allied", "division": "Guards Armored"}
    found = quality(asked, "wed", unit, state={"club_route": route})
    assert found.get("modifier") == modifier
    if modifier is None:
        assert needed(found)[0].startswith("club_route: open or cut (state.bridges: whether")
        assert "; cut: Troop Quality −2" in needed(found)[0]
        assert "; open: Troop Quality" in needed(found)[0]


def test_germans_in_germany(asked: Asking, owner: Path) -> None:
    """TDC S4.1: by the drawn border, but not within its 600 m; a player's word comes first."""
    unit = {"side": "German", "division": "Korps Feldt", "hex": "58.80"}
    for hex, modifier in (("58.80", 0), ("49.40", 0), ("62.75", 1), ("61.93", 1)):
        assert quality(asked, "tdc", {**unit, "hex": hex})["modifier"] == modifier
    border = {**unit, "hex": "61.80"}
    (need,) = needed(quality(asked, "tdc", border))
    assert need.startswith("in_germany: whether 61.80 is in Germany, darker on your map; if so +1")
    assert quality(asked, "tdc", border, in_germany=True)["modifier"] == 1
    assert quality(asked, "tdc", {**unit, "hex": "62.75"}, in_germany=False)["modifier"] == 0
    nowhere = {key: value for key, value in unit.items() if key != "hex"}
    need = "unit.hex or in_germany: where it is, or whether it is in Germany"
    assert needed(quality(asked, "tdc", nowhere)) == [need]
    (owner / "areas.csv").write_text("area,hexes\ngermany,58.80 58.81\n", encoding="utf-8")
    assert quality(asked, "tdc", unit)["modifier"] == 1
    assert quality(asked, "tdc", {**unit, "hex": "41.64"})["modifier"] == 0
    assert quality(asked, "tdc", {**unit, "side": "Allied"})["modifier"] == 0


def test_a_player_who_says_where_it_is_needs_no_table(asked: Asking) -> None:
    unit = {"side": "German", "division": "Korps Feldt", "hex": "58.80"}
    assert quality(asked, "tdc", unit, in_germany=True)["modifier"] == 1
    assert quality(asked, "tdc", unit, in_germany=False)["modifier"] == 0
    unit = {"side": "German", "division": "Frundsberg", "hex": "49.40"}
    held = {"bridges": {"49.29/49.30": {"control": "Allied"}}}
    params = {"in_germany": False, "south_of_rhine": True, "state": held}
    assert quality(asked, "tdc", unit, **params)["modifier"] == -1


def test_ss_units_south_of_the_rhine_without_the_arnhem_bridge(asked: Asking, owner: Path) -> None:
    """TDC S4.2."""
    (owner / "areas.csv").write_text(
        "area,hexes\ngermany,58.80\nsouth-of-the-rhine,49.31 49.32\n", encoding="utf-8"
    )
    unit = {"side": "German", "division": "Hohenstaufen", "hex": "49.31"}
    entries = [("German", "49.29"), ("German", "49.30")]
    history = [{"event": "entered", "side": side, "hex": hex} for side, hex in entries]
    held = {"history": history, "fire_zones": {"Allied": [], "German": []}}
    assert quality(asked, "tdc", unit, state=held)["modifier"] == 0
    lost = {**held, "fire_zones": {"Allied": ["49.30"]}}
    assert quality(asked, "tdc", unit, state=lost)["modifier"] == -1
    assert quality(asked, "tdc", {**unit, "division": "Frundsberg"}, state=lost)["modifier"] == -1
    assert quality(asked, "tdc", {**unit, "hex": "49.20"}, state=lost)["modifier"] == 0
    assert quality(asked, "tdc", {**unit, "division": "Korps Feldt"}, state=lost)["modifier"] == 0


def test_from_0700_on_september_20_germans_on_the_wed_maps_have_one_more(asked: Asking) -> None:
    unit = {"side": "German", "division": "KG Walther", "hex": "75.129"}
    for turn, modifier in ((september(19, "Night"), 0), (september(20, "0700"), 1)):
        state, played = {"turn": turn}, {"scenario": "campaign"}
        assert quality(asked, "wed", unit, state=state, **played)["modifier"] == modifier
        # "already applied to the counter values"
        assert quality(asked, "wed", unit, state=state, scenario="WED-4")["modifier"] == 0
    late = {"turn": september(22, "0700")}
    assert needed(quality(asked, "wed", unit, state=late)) == [
        "scenario: +1, but in WED-4, where the counters have it already"
    ]
    assert "state.turn" in needed(quality(asked, "wed", unit))[0]
    allied = {**unit, "side": "Allied", "division": ABN}
    assert quality(asked, "wed", allied, state={"history": []})["modifier"] == 0


@pytest.mark.parametrize(
    ("reading", "scenario", "modifier", "named"),
    [
        ("listed", "WED-4", 0, True),
        ("counter", "WED-4", -2, True),
        ("listed", "WED-CAMPAIGN", -2, False),
        ("counter", "WED-CAMPAIGN", -2, False),
    ],
)
def test_supply_of_a_unit_lent_to_another_division_is_a_reading(
    asked: Asking, reading: str, scenario: str, modifier: int, named: bool
) -> None:
    """WED S6.1.2; WED-4 lists A/2 HHC, a Guards Unit, under the 101st."""
    state = {"scenario": scenario, "history": [], "units": []}
    told = {"unit": "A/2 HHC", "club_route": "cut", "options": {"lent": reading}}
    found = asked("supply.troop_quality", map="wed", state=state, **told)
    assert found["modifier"] == modifier
    assert any("(lent)" in note for note in found.get("notes", ())) is named


def test_that_a_hex_is_not_in_germany_rests_on_our_map(asked: Asking) -> None:
    """TDC S4.1, S4.2: a border that our map draws."""
    unit = {"side": "German", "division": "Frundsberg", "hex": "40.45"}
    bridges = {"bridges": {"Arnhem Road Bridge": {"control": "German"}}}
    found = asked("supply.troop_quality", map="tdc", unit=unit, state=bridges)
    lines = {step["why"]: step for step in found["steps"]}
    line = lines["40.45 is not in Germany"]
    assert (line["provenance"] != "rulebook", line["from"]) == (True, "40.45")


@pytest.mark.parametrize("division", ["Frundsberg", "Korps Feldt", None])
def test_what_fits_no_bridge_is_refused_for_every_unit(asked: Asking, division: str | None) -> None:
    """TDC S4.2 looks at the Arnhem Road Bridge: what is said of bridges must fit the map."""
    unit = {"side": "German", "hex": "40.45"} | ({"division": division} if division else {})
    state = {"bridges": {"40.45/40.46": {"state": "destroyed"}}}
    with pytest.raises(InputError, match=r"no bridge there"):
        quality(asked, "tdc", unit, state=state)
