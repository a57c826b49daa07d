"""The road to Arnhem on the map as it is: vehicles can drive it from end to end."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from tests.cases import each
from tests.rules.needed import needed

PLACES = {
    "Joe's Bridge": "42.229",
    "Veghel Bridge": "75.129",
    "Grave Bridge, south": "14.86",
    "Grave Bridge, north": "15.86",
    "Nijmegen Road Bridge": "41.64",
    "Arnhem Road Bridge": "49.29",
}
LEGS = list(zip(PLACES, list(PLACES)[1:], strict=False))


@each(("start", "end"), [*LEGS, *((b, a) for a, b in LEGS)])
@each("move_class", ["wheeled", "tracked"])
def test_vehicles_drive_the_road_to_arnhem(
    real_context: Context, move_class: str, start: str, end: str
) -> None:
    """No dike, railway or water may shut it; bridges stand, suspect ones wait for their check."""
    unit = {"class": move_class, "column": True}
    asked = {"map": "mg", "unit": unit, "from": PLACES[start], "to": PLACES[end]}
    answer = ask(real_context, "move.best", asked)
    assert answer["verdict"] != "illegal", answer["summary"]


BETUWE = ("36.44", "32.55", "30.33", "46.52", "38.53", "44.34")
"""Elst, Oosterhout, Driel, Bemmel, Ressen and Elden."""


@pytest.mark.parametrize("place", BETUWE)
@pytest.mark.parametrize("move_class", ["wheeled", "tracked"])
def test_vehicles_reach_the_villages_of_the_betuwe(
    real_context: Context, move_class: str, place: str
) -> None:
    """Dikes, road and railway are raised by assumption; ramps and crossings lead over them."""
    unit = {"class": move_class, "column": True}
    asked = {"map": "tdc", "unit": unit, "from": "41.64", "to": place}
    answer = ask(real_context, "move.best", asked)
    assert answer["verdict"] == "legal", answer["summary"]


DECLINED = ("38.51", {"hex": "38.50", "via": "none"})
"""A step along a railway whose embankment is our map's guess, without the railway."""


@pytest.mark.parametrize(
    ("window", "unit", "path", "verdict", "look"),
    [
        # the railway's embankment is our map's guess
        ("tdc", {"class": "wheeled", "column": True}, ("38.51", "39.52"), "undetermined", "38.51"),
        ("tdc", {"class": "tracked"}, ("39.52", "38.51"), "undetermined", "38.51"),
        # TDC 2.16 has a raised road in 37.58
        ("tdc", {"class": "wheeled", "column": True}, ("37.58", "37.57"), "illegal", ""),
        # a water is no guess, whatever the dike beside it
        ("tdc", {"class": "leg"}, ("34.60", "33.61"), "illegal", ""),
        # declined, the embankment is a barrier along its own Road
        ("tdc", {"class": "leg", "column": True}, DECLINED, "undetermined", "raised in 38.50"),
        ("tdc", {"class": "tracked", "column": True}, DECLINED, "undetermined", "in 38.51"),
        # ponds our map takes for impassable
        ("wed", {"class": "leg"}, ("63.201", "64.201"), "undetermined", "64.201"),
    ],
)
def test_an_assumed_barrier_refuses_nothing(
    real_context: Context, window: str, unit: Any, path: tuple[Any, Any], verdict: str, look: str
) -> None:
    """It names the hex to look at on one's own map, and what either would decide."""
    asked = {"map": window, "unit": unit, "path": list(path)}
    answer = ask(real_context, "move.check", asked)
    assert answer["verdict"] == verdict
    assert ("look at your map" in " ".join(needed(answer))) == bool(look)
    if look:
        (need,) = needed(answer)
        assert look in need
        assert "If not: allowed" in need
        assert "2.1" in need
        for value, decided in (("open", "legal"), ("stand", "undetermined")):
            told = ask(
                real_context, "move.check", {**asked, "options": {"assumed_barriers": value}}
            )
            assert told["verdict"] == decided


def test_a_viaduct_of_the_map_leads_below_the_railway(real_context: Context) -> None:
    """TDC 2.17: in Column, 6 more for a wheeled Unit, 2 for Leg; its place is assumed."""
    for move_class, more in (("leg", 2), ("wheeled", 6), ("tracked", 4)):
        unit = {"class": move_class, "column": True}
        path = ["36.35", {"hex": "38.35", "via": "viaduct"}]
        asked = {"map": "tdc", "unit": unit, "path": path}
        answer = ask(real_context, "move.check", asked)
        base = {"leg": 1, "wheeled": 3, "tracked": 2}[move_class]
        assert (answer["verdict"], answer["total"]) == ("legal", base + more)
