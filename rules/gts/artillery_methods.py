"""The methods about artillery parks: ``artillery.*``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.rules.context import Context
from clubroute.rules.gts.campaign import parks
from clubroute.rules.gts.campaign.declarations import GAME_PARAM, SIDE, STATE_PARAM, UNIT
from clubroute.rules.gts.campaign.turns import TURN_SCHEMA
from clubroute.rules.gts.maps import map_of
from clubroute.rules.gts.params import COUNT, HEX, INTEGER, MAP_PARAM, NAME, YES, answer_of
from clubroute.rules.methods import Method, Param

PARK_PARAM = Param("park", NAME, "the park, as in owner/parks.csv", True)
NUMBER_PARAM = Param("number", COUNT, "the number on its marker, if the owner's table lacks it")
HEX_PARAM = Param("hex", HEX, "the park marker's hex", True)


def answer_place(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``artillery.place``."""
    return parks.place(context, map_of(context, params["map"]), params)


def answer_join(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``artillery.join``."""
    return parks.join(context, params)


def answer_range(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``artillery.range``."""
    return parks.park_range(context, map_of(context, params["map"]), params)


def answer_entered(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``artillery.entered``."""
    return parks.overrun(params)


def answer_move(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``artillery.move``."""
    return parks.move(params)


METHODS = (
    Method(
        "artillery.place",
        "Whether an artillery park may be placed in a hex.",
        (
            MAP_PARAM,
            PARK_PARAM,
            HEX_PARAM,
            Param("side", SIDE, "whose park it is", True),
            Param("division", NAME, "its Division; any Leader counts if absent"),
            NUMBER_PARAM,
            STATE_PARAM,
        ),
        answer_of("legal", "illegal", "undetermined", number=INTEGER),
        ("WED S1.0", "TDC S1.0"),
        answer_place,
    ),
    Method(
        "artillery.join",
        "Whether a Unit may enter the Artillery Park Box.",
        (
            GAME_PARAM,
            HEX_PARAM,
            Param(
                "unit", {**UNIT, "properties": {**UNIT["properties"], "indirect": YES}}, "it", True
            ),
        ),
        answer_of("legal", "illegal", "undetermined"),
        ("WED S1.0", "TDC S1.0"),
        answer_join,
    ),
    Method(
        "artillery.range",
        "The range from an artillery park to a target: hexes from the marker plus its number.",
        (
            MAP_PARAM,
            PARK_PARAM,
            HEX_PARAM,
            Param("target", HEX, "the target hex", True),
            NUMBER_PARAM,
            Param("unit", UNIT, "the Unit that fires: range and minimum in hexes, name"),
        ),
        answer_of("legal", "illegal", "undetermined", range=INTEGER),
        ("WED S1.0", "TDC S1.0"),
        answer_range,
    ),
    Method(
        "artillery.entered",
        "What a Unit that enters the park's hex does to the Units in its box.",
        (
            GAME_PARAM,
            Param("side", SIDE, "whose park it is", True),
            Param("entering", SIDE, "whose Unit enters", True),
        ),
        answer_of("decided", eliminated={"type": "boolean"}),
        ("WED S1.0", "TDC S1.0"),
        answer_entered,
    ),
    Method(
        "artillery.move",
        "Whether a park may be taken off the map, and when it may come back.",
        (
            GAME_PARAM,
            Param("turn", TURN_SCHEMA, "the turn in whose reinforcement phase it is done", True),
            Param("points", COUNT, "Dispatch Points paid for it"),
        ),
        answer_of("legal", "illegal", returns=TURN_SCHEMA, points=INTEGER),
        ("WED S1.0", "TDC S1.0"),
        answer_move,
    ),
)
"""What this module answers."""
