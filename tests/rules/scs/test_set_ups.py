"""What the scenarios print beside their rules: INS 5.0 to 5.8, 3.2, Errata, Order of arrival."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from tests.rules.scs.conftest import Ins

PREPARED = "A14.02 A15.03 A44.11 A48.05 B8.29 B11.34 B5.27 B4.24 B22.34 B23.33 C15.13 C16.15"
PREPARED += " C60.05 C61.17 D1.32 E55.25"


def coming(ins: Ins, scenario: str, turn: int, side: str | None = None) -> list[Mapping[str, Any]]:
    """The groups that come in a turn of a scenario."""
    said = {} if side is None else {"side": side}
    found = ins("scenario.reinforcements", scenario=scenario, turn=turn, **said)
    return list(found["arrivals"])


@pytest.mark.parametrize(
    ("scenario", "hexes"),
    [
        ("5.1", PREPARED),
        ("5.2", PREPARED),
        ("5.3", "A14.02 A15.03 B22.34 B23.33 D1.32 C61.17 A44.11 B8.29 B11.34 B4.24 E55.25"),
        ("5.4", "B22.34 B23.33 D1.32 C61.17 A44.11 A14.02 A15.03 B8.29 B11.34 B4.24 E55.25"),
        ("5.5", "A44.11"),
        ("5.6", ""),
        ("5.7", "B22.34"),
        ("5.8", ""),
    ],
)
def test_the_bridges_of_each_set_up(ins: Ins, scenario: str, hexes: str) -> None:
    markers = ins("scenario.setup", scenario=scenario)["markers"]
    bridges = {one["hex"] for one in markers if "bridge" in one["marker"].casefold()}
    assert bridges == set(hexes.split())


@pytest.mark.parametrize(
    ("scenario", "corners"),
    [
        ("5.5", "A42.08 A42.18 A51.08 A51.18"),
        ("5.6", "A46.03 A46.15 A54.03 A54.15"),
        ("5.7", "A17.10 A36.10 B17.30 B36.30"),
        ("5.8", "C1.01 C1.35 C40.01 C40.35"),
    ],
)
def test_the_corners_of_each_playing_area(ins: Ins, scenario: str, corners: str) -> None:
    found = ins("scenario.values", scenario=scenario)["corners"]
    assert sorted(found) == corners.split()


def test_the_german_groups_of_turn_1(ins: Ins) -> None:
    areas: Counter[str] = Counter()
    for group in coming(ins, "5.1", 1, "German"):
        areas[group["units"][0]["to_place"]] += len(group["units"])
    assert areas == {
        "Entry Area B": 6,
        "Entry Area C or D": 4,
        "Entry Area E": 5,
        "Entry Area H": 11,
        "Entry Area J": 5,
    }


def test_the_german_groups_of_turn_2(ins: Ins) -> None:
    printed = [13, 6, 7, 3, 4, 4, 4, 7, 1, 4, 6, 2, 5, 3, 3, 4, 4, 3, 3, 3, 2, 9]
    groups = [len(group["units"]) for group in coming(ins, "5.1", 2, "German")]
    assert sorted(groups) == sorted(printed)


@pytest.mark.parametrize(
    ("turn", "units"),
    [(1, 21), (2, 10), (3, 16), (4, 10), (5, 17), (6, 24), (7, 20), (8, 5), (9, 19), (10, 16)],
)
def test_xxx_corps_comes_on_turns_1_to_10(ins: Ins, turn: int, units: int) -> None:
    groups = coming(ins, "5.1", turn, "Allied")
    corps = [one for one in groups if "Order of Arrival" in one["cite"]]
    assert sum(len(one["units"]) for one in corps) == units
    assert not [one for one in coming(ins, "5.1", 11, "Allied") if "Order" in one["cite"]]


def test_the_errata_of_the_set_up_card_hold(ins: Ins) -> None:
    placed = {one["unit"]: one for one in ins("scenario.setup", scenario="5.1")["to_place"]}
    ersatz = [one["to_place"] for id_, one in placed.items() if one["formation"] == "6 Erz Bn"]
    assert ersatz == ["within 4 of B24.19"] * 4
    texts = {one["id"]: one["text"] for one in coming(ins, "5.1", 1, "German")}
    assert texts["german-1-kg-dewald"].endswith("C or D")
    assert texts["german-1-kg-jenkel"].endswith("J")


def test_the_off_map_artillery_is_off_the_map(ins: Ins) -> None:
    placed = ins("scenario.setup", scenario="5.1", side="Allied")["to_place"]
    assert {one["name"].split("/")[0] for one in placed} == {"7 Med", "74", "90", "124", "151"}


def test_some_reinforcements_come_off_the_map(ins: Ins) -> None:
    groups = coming(ins, "5.5", 9)
    assert {unit["to_place"] for one in groups for unit in one["units"]} == {"off the map"}


def test_the_grenadiers_withdraw_on_turn_8(ins: Ins) -> None:
    told = [one["text"] for one in coming(ins, "5.7", 8) if not one.get("units")]
    assert len(told) == 1
    assert "Grenadier" in told[0]
    assert "dead" in told[0]


def test_kg_heinke_comes_at_l_on_turn_10(ins: Ins) -> None:
    for scenario in ("5.3", "5.4"):
        groups = {one["id"]: one for one in coming(ins, scenario, 10, "German")}
        units = groups.get("german-10-kg-heinke", {}).get("units", [])
        assert {one["to_place"] for one in units} == {"Entry Area L"}
        assert len(units) == 7
        assert sum("reduced" in one.get("state", ()) for one in units) == 2


def test_kg_grabner_is_on_the_map_in_5_3(ins: Ins) -> None:
    there = ins("scenario.setup", scenario="5.3", hex="A47.05")["units"]
    assert [one["name"] for one in there] == ["1/Aufk/Grabner", "3/Aufk/Grabner"]
    groups = [one["text"] for one in coming(ins, "5.3", 2, "German")]
    assert not [text for text in groups if "Grabner" in text]
    assert [one["text"] for one in coming(ins, "5.1", 2, "German") if "Grabner" in one["text"]]


@pytest.mark.parametrize(
    ("bridge", "told"),
    [
        ("E54.24/E55.25", "Son bridge is blown"),
        ("E55.25", "Son bridge is blown"),
        ("A44.11", "Arnhem RR Bridge is blown"),
        ("B23.33", "Nijmegen bridge is Prepared"),
        ("A10.10/A10.11", "bridge: our map shows none at A10.10/A10.11"),
        # It shares a hex with the bridge of Son, and none leads over it.
        ("E54.24/E54.25", "bridge: our map shows none at E54.24/E54.25"),
    ],
)
def test_a_bridge_stands_as_set_up_and_where_none_is_nothing_is_said(
    ins: Ins, bridge: str, told: str
) -> None:
    assert told in ins("scenario.setup", scenario="5.3", bridge=bridge)["summary"]


NAMESAKES = [
    ("1 Pol Abn Bde", "/Pol"),
    ("3 Wach Bn", "/3Wach"),
    ("3 Fest Bn", "/3Fest"),
    ("6 Erz Bn", "/6Erz"),
    ("6 Pio Erz Bn", "/6Pio"),
    ("6 Penal Bn", "/6Penal"),
    ("1 CW AL Bde", "/1AL"),
    ("1 CW Para Bde", "/1Para"),
    ("1 Para Bde", "/1Para"),
    ("214 Bde", "/214"),
]


@pytest.mark.parametrize(("about", "ending"), NAMESAKES)
def test_a_group_is_told_without_those_that_share_its_number(
    ins: Ins, about: str, ending: str
) -> None:
    """INS 5.1, 5.2."""
    places = ins("scenario.whereabouts", about=about)["places"]
    units = {unit["name"] for place in places for unit in place["units"]}
    assert units
    assert all(unit.endswith(ending) for unit in units), units
