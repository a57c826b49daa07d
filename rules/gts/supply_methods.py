"""The methods about supply: ``supply.*``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.rules.context import Context
from clubroute.rules.gts.campaign import supply
from clubroute.rules.gts.campaign.declarations import GAME_PARAM, STATE_PARAM, UNIT
from clubroute.rules.gts.campaign.weather import KIND_OF_WEATHER as WEATHER
from clubroute.rules.gts.maps import map_of
from clubroute.rules.gts.params import INTEGER, MAP_PARAM, NAME, TEXTS, answer_of, options_param
from clubroute.rules.methods import Method, Param

DIVISION_PARAM = Param("division", NAME, "the Division, as 101st Airborne", True)
OPTIONS_PARAM = options_param(supply.Readings)


def answer_drop(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``supply.drop``."""
    return supply.when(params, supply.Readings.asked(params))


def answer_check(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``supply.check``."""
    map = map_of(context, params["map"])
    return supply.interdiction(context, map, params, supply.Readings.asked(params))


def answer_quality(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``supply.troop_quality``."""
    map = map_of(context, params["map"])
    return supply.troop_quality(context, map, params, supply.Readings.asked(params))


METHODS = (
    Method(
        "supply.drop",
        "When an airborne Division's supplies drop on a day.",
        (
            GAME_PARAM,
            DIVISION_PARAM,
            Param(
                "reinforcements",
                {"type": "string", "maxLength": 10},
                "the turn of the day on which its reinforcements arrive, if any do",
            ),
            Param("weather", WEATHER, "the weather of the day"),
            STATE_PARAM,
            OPTIONS_PARAM,
        ),
        answer_of("decided", "illegal", turns=TEXTS),
        ("WED 3.5", "TDC 3.5", "WED MG 2.2.2"),
        answer_drop,
    ),
    Method(
        "supply.check",
        "Whether a supply drop is interdicted: a German Unit is in the supply drop zone.",
        (
            MAP_PARAM,
            DIVISION_PARAM,
            Param("zone", NAME, "its supply drop zone; else the owner's table, or history's"),
            STATE_PARAM,
            OPTIONS_PARAM,
        ),
        answer_of("open", "closed", "undetermined", zone=NAME, troop_quality=INTEGER),
        ("WED 3.5", "WED S6.1.1", "TDC 3.5", "TDC S5.1.1"),
        answer_check,
    ),
    Method(
        "supply.troop_quality",
        "What supply adds to a Unit's Troop Quality: supply drops, Club Route, Germany, the "
        "Arnhem Road Bridge, KG Chill.",
        (
            MAP_PARAM,
            Param("unit", UNIT, "the Unit: side, division, hex", True),
            Param(
                "club_route",
                {"type": "string", "enum": ["open", "closed"]},
                "the status of Club Route",
            ),
            STATE_PARAM,
            OPTIONS_PARAM,
        ),
        answer_of("decided", "undetermined", modifier=INTEGER),
        ("WED 3.5", "WED S5.1.1", "WED S6.1", "TDC 3.5", "TDC S4.1", "TDC S4.2", "TDC S5.1"),
        answer_quality,
    ),
)
"""What this module answers."""
