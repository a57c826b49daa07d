"""Who may be on which half of the combined map (WED MG 2.1, 8.0), and who is not limited."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.maps import map_of
from clubroute.rules.gts.situation.limits.areas import shown_on
from tests.rules.needed import needed


@pytest.fixture
def over(context: Context, check: Any) -> Any:
    """Asks about the step over the seam, northwards or southwards."""

    def asked(division: str, *, north: bool, window: str = "mg", formation: str = "") -> Any:
        unit = {"class": "leg", "division": division, "formation": formation}
        start, end = edge(context, "tdc" if north else "wed")
        return check(unit, start, end, window=window)

    return asked


def edge(context: Context, game: str) -> tuple[str, str]:
    """Neighbouring open hexes: one both maps may show, then one that only that game's does.

    How far the printed maps reach is in no rulebook, so that the rows where they meet are open.
    """
    map = map_of(context, "mg")
    only, shared = shown_on(map, game)
    for hex in sorted(only):
        for direction, beside in enumerate(map.beside):
            if beside[hex] in shared and not map.sides.get(hex * 6 + direction):
                return map.number(beside[hex]), map.number(hex)
    raise AssertionError("the maps do not meet")


@pytest.mark.parametrize(
    ("division", "north"),
    [
        ("101st Airborne Division", True),
        ("59th Infantry Division", True),
        ("KG Chill", True),
        ("Eindhoven Regional Command / KG Chill", True),
        ("Kampfgruppe Walther", True),
        ("43rd Infantry Division", False),
        ("43rd Wessex Infantry Division", False),
        ("82nd Airborne Division", False),
        ("1st Airborne Division", False),
        ("Hohenstaufen", False),
        ("Frundsberg Division", False),
        ("Division von Tettau", False),
        ("Korps Feldt", False),
    ],
)
def test_who_stays_on_a_half(over: Any, division: str, north: bool) -> None:
    barred = over(division, north=north)
    assert barred["verdict"] == "illegal"
    (line,) = [step for step in barred["steps"] if step.get("verdict") == "illegal"]
    assert line["rule"] == "WED MG 8.0"
    assert line["provenance"] == "assumed"
    free = over(division, north=not north)
    assert not any(step["rule"] == "WED MG 8.0" for step in free["steps"])


def test_who_may_cross(over: Any) -> None:
    for north in (True, False):
        guards = over("Guards Armored Division", north=north)
        assert (guards["verdict"], needed(guards)) == ("legal", [])
    brigade = over("43rd Infantry Division", north=False, formation="231st Brigade")
    assert not any(step["rule"] == "WED MG 8.0" for step in brigade["steps"])
    unknown = over("", north=True)
    note = "limits of where some Divisions may go (unit.division is not given)"
    assert note in unknown["unchecked"]


def test_the_planner_keeps_to_its_half(context: Context) -> None:
    south, north = edge(context, "tdc")
    unit = {"class": "leg", "division": "101st Airborne Division", "ma": 6}
    params = {"map": "mg", "unit": unit, "from": south}
    best = ask(context, "move.best", {**params, "to": north})
    assert best["verdict"] == "illegal"
    assert "WED MG 8.0" in {step["rule"] for step in best["steps"]}
    reached = ask(context, "move.reach", params)["hexes"]
    free = ask(context, "move.reach", {**params, "unit": {**unit, "division": "Guards Armored"}})
    assert north not in reached
    assert north in free["hexes"]


def test_where_the_maps_meet_it_is_open_whose_the_hex_is(context: Context, check: Any) -> None:
    shared, north = edge(context, "tdc")
    unit = {"class": "leg", "division": "82nd Airborne Division"}
    answer = check(unit, north, shared, window="mg")
    assert answer["verdict"] == "undetermined"
    assert any(need.startswith("on whose map the hex lies") for need in needed(answer))


def test_one_division_is_not_another(check: Any) -> None:
    """The 101st is not the 1st: the red deployment line is not for it (TDC S5.6)."""
    answer = check({"class": "leg", "division": "101st Airborne"}, "41.66", "41.67", window="tdc")
    told = (*needed(answer), *answer["unchecked"])
    assert not any("S5.6" in line for line in told)
