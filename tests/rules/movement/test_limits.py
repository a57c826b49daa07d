"""Deployment limits on the real map: who is kept out of where, and where that cannot be told."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context

LEG: dict[str, Any] = {"class": "leg", "column": True}


def verdict(answer: Any) -> tuple[str, str]:
    """The verdict of an answer and, if it is refused, the rule."""
    refused = [s["rule"] for s in answer["steps"] if s.get("verdict") == "illegal"]
    return answer["verdict"], refused[0] if refused else ""


@pytest.mark.parametrize(
    ("window", "unit", "path", "expected"),
    [
        # TDC S4.9, across the Arnhem Road Bridge and away from it
        ("tdc", {"division": "von Tettau"}, ("49.29", "49.30"), ("illegal", "TDC S4.9")),
        ("tdc", {"division": "von Tettau"}, ("49.30", "49.29"), ("legal", "")),
        ("mg", {"division": "von Tettau"}, ("49.29", "49.30"), ("illegal", "TDC S4.9")),
        ("tdc", {"division": "Hohenstaufen"}, ("49.29", "49.30"), ("undetermined", "")),
        ("tdc", {"division": "Hohenstaufen"}, ("49.30", "49.29"), ("legal", "")),
        # the Nijmegen Road Bridge
        ("tdc", {"division": "Korps Feldt"}, ("41.64", "41.63"), ("illegal", "TDC S4.9")),
        ("tdc", {"division": "Korps Feldt"}, ("41.63", "41.64"), ("legal", "")),
        ("tdc", {"division": "Frundsberg"}, ("41.64", "41.63"), ("legal", "")),
        # WED S6.10: beyond the Eindhoven map, on it, and south of it
        ("wed", {"formation": "231st Brigade"}, ("75.130", "76.130"), ("illegal", "WED S6.10")),
        ("wed", {"formation": "231st Brigade"}, ("55.202", "56.201"), ("legal", "")),
        ("wed", {"formation": "231st Brigade"}, ("63.186", "63.185"), ("undetermined", "")),
        # WED S7.1.0: an Allied set-up hex, a hex between the lines, a German set-up hex
        ("wed", {"side": "German"}, ("45.223", "45.224"), ("illegal", "WED S7.1.0")),
        ("wed", {"side": "German"}, ("45.223", "44.223"), ("undetermined", "")),
        ("wed", {"side": "German"}, ("45.222", "45.223"), ("legal", "")),
        ("wed", {"side": "Allied"}, ("45.223", "45.224"), ("legal", "")),
    ],
)
def test_limits(
    check: Any, window: str, unit: Any, path: tuple[str, ...], expected: tuple[str, str]
) -> None:
    assert verdict(check({**LEG, **unit}, *path, window=window)) == expected


def test_a_limit_rests_on_what_its_area_rests_on(check: Any) -> None:
    for unit, path, window, basis in (
        ({"division": "von Tettau"}, ("49.29", "49.30"), "tdc", "survey"),
        ({"formation": "231st Brigade"}, ("75.130", "76.130"), "wed", "assumed"),
    ):
        answer = check({**LEG, **unit}, *path, window=window)
        assert [s["provenance"] for s in answer["steps"] if s.get("verdict")] == [basis]


def test_frundsberg_in_the_towns_and_between_the_rivers(context: Context) -> None:
    """In Arnhem or Nijmegen, or north of the Waal and south of the Rhine; else by the Division."""
    unit = {**LEG, "division": "Frundsberg", "ma": 3}
    reach = {"map": "tdc", "unit": unit, "from": "41.64"}
    inside = ask(context, "move.reach", {**reach, "from": "38.43"})
    assert not any("Frundsberg" in line for line in inside["unchecked"])
    far = {**reach, "unit": {**unit, "ma": 60}, "to": "12.13"}
    told = [step["why"] for step in ask(context, "move.best", far)["steps"]]
    assert sum("counts as one by its Division" in why for why in told) == 1
    named = ask(context, "hex.describe", {"map": "tdc", "hex": "41.64"})
    assert "frundsberg-activation" in str(named["areas"])


def test_best_and_reach_keep_north_of_the_rhine(context: Context) -> None:
    unit = {**LEG, "division": "von Tettau", "ma": 6}
    question = {"map": "tdc", "unit": unit, "from": "49.29"}
    free = {"map": "tdc", "unit": {**LEG, "ma": 6}, "from": "49.29"}
    assert "49.30" in ask(context, "move.reach", free)["hexes"]
    assert "49.30" not in ask(context, "move.reach", question)["hexes"]
    answer = ask(context, "move.best", {**question, "to": "49.31"})
    assert answer["verdict"] == "illegal"
    assert "TDC S4.9" in str(answer)


def test_the_frontline_is_between_the_armies(context: Context) -> None:
    """Every German set-up hex is north of it, every Allied one south, and both are told so."""
    german = "38.225 39.227 40.226 41.224 42.223 43.223 44.222 45.223 46.224 46.229 47.222"
    allied = "45.224 44.224 44.225 43.226 43.227 43.228 42.228 42.229"

    def areas(number: str) -> str:
        return str(ask(context, "hex.describe", {"map": "wed", "hex": number})["areas"])

    assert not any("the-frontline" in areas(number) for number in german.split())
    assert all("south-of-the-frontline" in areas(number) for number in allied.split())


ENTERED = [{"event": "controls", "side": "German", "hexside": "49.29/49.30"}]
QUIET = {"Allied": [], "German": []}


@pytest.mark.parametrize(
    ("unit", "state", "path", "expected"),
    [
        # TDC S4.9: unless the Arnhem Road Bridge is German controlled
        ({"division": "Hohenstaufen"}, {}, ("49.29", "49.30"), ("undetermined", "")),
        (
            {"division": "Hohenstaufen"},
            {"bridges": {"49.29/49.30": {"control": "German"}}},
            ("49.29", "49.30"),
            ("legal", ""),
        ),
        (
            {"division": "Hohenstaufen"},
            {"bridges": {"49.29/49.30": {"control": "Allied"}}},
            ("49.29", "49.30"),
            ("illegal", "TDC S4.9"),
        ),
        (
            {"division": "Hohenstaufen"},
            {"history": ENTERED, "fire_zones": QUIET},
            ("49.29", "49.30"),
            ("legal", ""),
        ),
        (
            {"division": "Hohenstaufen"},
            {"history": ENTERED, "fire_zones": {**QUIET, "Allied": ["49.30"]}},
            ("49.29", "49.30"),
            ("illegal", "TDC S4.9"),
        ),
        # TDC S4.9 forbids no hex: outside, any activation counts as one by its Division
        ({"division": "Frundsberg"}, {}, ("49.28", "48.27"), ("legal", "")),
        ({"division": "Frundsberg"}, {}, ("34.76", "34.75"), ("legal", "")),
        ({"division": "Frundsberg", "by_division": True}, {}, ("34.76", "34.75"), ("legal", "")),
        ({"division": "Frundsberg", "by_division": False}, {}, ("34.76", "34.75"), ("legal", "")),
    ],
)
def test_a_condition_of_a_limit_can_be_told(
    check: Any, unit: Any, state: Any, path: tuple[str, str], expected: tuple[str, str]
) -> None:
    assert verdict(check({**LEG, **unit}, *path, window="tdc", state=state)) == expected


@pytest.mark.parametrize(
    ("division", "path", "decided"),
    [
        ("82nd Airborne", ("54.80", "54.81"), "legal"),  # TDC S5.7, in its DZ/LZ T
        ("82nd Airborne", ("46.80", "46.81"), "undetermined"),
        ("1st Airborne", ("24.17", "24.18"), "legal"),  # TDC S5.6, in DZ/LZ S
        ("1st Airborne", ("40.24", "40.25"), "undetermined"),
    ],
)
def test_an_airborne_division_is_inside_its_line_where_it_lands(
    check: Any, division: str, path: tuple[str, str], decided: str
) -> None:
    assert check({**LEG, "division": division}, *path, window="tdc")["verdict"] == decided
