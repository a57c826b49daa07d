"""The methods about ferries: ``ferry.*``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.rules.context import Context
from clubroute.rules.gts.campaign import ferrying
from clubroute.rules.gts.campaign.answers import OUTCOMES
from clubroute.rules.gts.campaign.declarations import DIE_PARAM, GAME_PARAM, STATE_PARAM, UNIT
from clubroute.rules.gts.campaign.engineers import CHECK_PARAM
from clubroute.rules.gts.maps import map_of
from clubroute.rules.gts.params import HEX, MAP_PARAM, YES, answer_of
from clubroute.rules.methods import Method, Param

FERRIES = ("ferry", "improved_ferry", "assault_ferry")
HEX_PARAM = Param("hex", HEX, "the ferry hex", True)
TO_PARAM = Param("to", HEX, "the hex across the water it points to", True)
UNIT_PARAM = Param("unit", UNIT, "the Unit: name, side, hex, class, column, engineer …", True)
ACTION = answer_of(
    "legal",
    "illegal",
    "undetermined",
    "decided",
    result={"type": "string"},
    outcomes=OUTCOMES,
    fire_modifiers={"type": "object"},
)


def answer_create(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``ferry.create``."""
    at = ferrying.crossing_at(map_of(context, params["map"]), params)
    return ferrying.create(context, at, params)


def answer_improve(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``ferry.improve``."""
    at = ferrying.crossing_at(map_of(context, params["map"]), params)
    return ferrying.improve(context, at, params)


def answer_assault(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``ferry.assault``."""
    at = ferrying.crossing_at(map_of(context, params["map"]), params)
    return ferrying.assault_ferry(context, at, params)


def answer_use(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``ferry.use``."""
    at = ferrying.crossing_at(map_of(context, params["map"]), params)
    return ferrying.use(context, at, params)


def answer_after(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``ferry.after``."""
    return ferrying.after(params["game"], params.get("kind", "ferry"), params["event"])


METHODS = (
    Method(
        "ferry.create",
        "Whether an engineer may become a ferry, and what its Troop Quality Check brings.",
        (MAP_PARAM, HEX_PARAM, TO_PARAM, UNIT_PARAM, CHECK_PARAM, DIE_PARAM, STATE_PARAM),
        ACTION,
        ("WED 2.18", "WED 2.18.1", "TDC 2.18", "TDC 2.18.1"),
        answer_create,
    ),
    Method(
        "ferry.improve",
        "Whether a second engineer may improve a ferry for vehicles.",
        (MAP_PARAM, HEX_PARAM, TO_PARAM, UNIT_PARAM, CHECK_PARAM, DIE_PARAM, STATE_PARAM),
        ACTION,
        ("WED 2.18", "TDC 2.18.2"),
        answer_improve,
    ),
    Method(
        "ferry.assault",
        "Whether two engineers may become the assault ferry.",
        (
            MAP_PARAM,
            HEX_PARAM,
            TO_PARAM,
            Param(
                "units",
                {"type": "array", "items": UNIT, "minItems": 1, "maxItems": 9},
                "the engineers in the hex; the first takes the Troop Quality Check",
                True,
            ),
            CHECK_PARAM,
            DIE_PARAM,
            STATE_PARAM,
        ),
        ACTION,
        ("TDC 2.18.6",),
        answer_assault,
    ),
    Method(
        "ferry.use",
        "Whether a Unit may be ferried from hex to to by the state's ferry marker, and the "
        "modifiers of fire at it. move.check takes the same step in a path.",
        (
            MAP_PARAM,
            Param("hex", HEX, "the hex it leaves", True),
            Param("to", HEX, "the hex it goes to", True),
            UNIT_PARAM,
            Param("second_action", YES, "whether it would be a Second Action"),
            CHECK_PARAM,
            DIE_PARAM,
            STATE_PARAM,
        ),
        ACTION,
        ("WED 2.18.2", "WED 2.18.4", "TDC 2.18.3", "TDC 2.18.5", "TDC 2.18.6"),
        answer_use,
    ),
    Method(
        "ferry.after",
        "What an event does to a ferry and its engineers.",
        (
            GAME_PARAM,
            Param("kind", {"type": "string", "enum": list(FERRIES)}, "which ferry (ferry)"),
            Param(
                "event",
                {
                    "type": "string",
                    "enum": list(ferrying.EVENTS),
                    "description": "; ".join(f"{k}: {v}" for k, v in ferrying.EVENTS.items()),
                },
                "what happens",
                True,
            ),
        ),
        answer_of("decided", "illegal", result={"enum": ["stays", "stopped", "removed"]}),
        ("WED 2.18.3", "TDC 2.18.4", "TDC 2.18.6"),
        answer_after,
    ),
)
"""What this module answers."""
