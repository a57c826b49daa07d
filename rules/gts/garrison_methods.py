"""The methods about garrisons and deployment: ``garrison.*``, ``deploy.*``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.rules.context import Context
from clubroute.rules.gts.campaign import deployment, garrisons
from clubroute.rules.gts.campaign.answers import LEGALITY
from clubroute.rules.gts.campaign.declarations import STATE_PARAM, UNIT
from clubroute.rules.gts.maps import map_of
from clubroute.rules.gts.move_methods import tables_of
from clubroute.rules.gts.params import HEX, MAP_PARAM, NAME, TEXTS, YES, answer_of
from clubroute.rules.methods import Method, Param

HERE = Param("map", {"type": "string", "enum": ["tdc", "mg"]}, "the map: tdc or mg", True)
TOWN = Param("town", {"type": "string", "enum": ["Grave", "Mook"]}, "the town", True)
HEXES: Mapping[str, Any] = {"type": "array", "items": HEX, "minItems": 1, "maxItems": 400}


def answer_check(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``garrison.check``."""
    return garrisons.check(context, map_of(context, params["map"]), params)


def answer_move(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``garrison.move``."""
    return garrisons.move(context, map_of(context, params["map"]), params)


def answer_relief(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``garrison.relief``."""
    return garrisons.relief(context, map_of(context, params["map"]), params)


def answer_leave_route(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``garrison.leave_route``."""
    return garrisons.leave_route(map_of(context, params["map"]), params)


def answer_deploy(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``deploy.check``."""
    map = map_of(context, params["map"])
    return deployment.check(context, map, tables_of(context), params)


METHODS = (
    Method(
        "garrison.check",
        "Whether Grave or Mook must be garrisoned, and whether an American battalion does it.",
        (
            HERE,
            TOWN,
            Param("battalion", NAME, "the chosen battalion, as 2/504; else every one that could"),
            Param("bridge_demolished", YES, "whether the town's bridge is; else state.bridges"),
            Param(
                "route_town",
                {"type": "string", "enum": ["Grave", "Mook"]},
                "once Club Route is declared: the town it passes through",
            ),
            STATE_PARAM,
        ),
        answer_of("legal", "illegal", "undetermined", required=YES, battalions=TEXTS),
        ("TDC S5.5",),
        answer_check,
    ),
    Method(
        "garrison.move",
        "Whether a Unit of a garrison may move from one hex to another.",
        (HERE, TOWN, Param("from", HEX, "its hex", True), Param("to", HEX, "its goal", True)),
        LEGALITY,
        ("TDC S5.5",),
        answer_move,
    ),
    Method(
        "garrison.relief",
        "Whether a garrison may depart, relieved by British Units.",
        (
            HERE,
            TOWN,
            Param("by", NAME, "who relieves it, as in owner/garrisons.csv", True),
            Param("hexes", HEXES, "the hexes of the relieving Units", True),
            Param("relieved_by", TEXTS, "who has relieved the town before"),
        ),
        LEGALITY,
        ("TDC S5.5",),
        answer_relief,
    ),
    Method(
        "garrison.leave_route",
        "Whether Units that come to relieve a garrison may move off Club Route.",
        (HERE, TOWN, Param("crossed", YES, "whether they have crossed the town's bridge")),
        LEGALITY,
        ("TDC S5.5",),
        answer_leave_route,
    ),
    Method(
        "deploy.check",
        "Whether a Unit may be set up, be, move or retreat in a hex on a date.",
        (
            MAP_PARAM,
            Param("unit", UNIT, "the Unit: side, division, formation, id, hex", True),
            Param("hex", HEX, "the hex asked about", True),
            Param(
                "act",
                {"type": "string", "enum": list(deployment.ACTS)},
                "what it does there; be if absent. barrage: its fire lands there",
            ),
            Param(
                "scenario",
                {"type": "string", "enum": ["WED-1", "WED-2", "WED-3", "WED-4"]},
                "a scenario with limits of its own",
            ),
            STATE_PARAM,
        ),
        answer_of("legal", "illegal", "undetermined", eliminated=YES),
        (
            "TDC 2.2",
            "TDC S4.9",
            "TDC S5.6",
            "TDC S5.7",
            "TDC S5.8",
            "WED S6.10",
            "WED S7.1.0",
            "WED MG 8.0",
            "WED General Comments",
            "WED scenario 1",
            "WED scenario 2",
            "WED scenario 4",
        ),
        answer_deploy,
    ),
)
"""What this module answers."""
