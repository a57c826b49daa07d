"""The methods about paradrops and glider landings: ``drop.*``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.rules.context import Context
from clubroute.rules.gts.campaign import drops
from clubroute.rules.gts.campaign.answers import OUTCOMES
from clubroute.rules.gts.campaign.declarations import DIE_PARAM, GAME_PARAM, STATE_PARAM
from clubroute.rules.gts.campaign.drop_plan import check_plan
from clubroute.rules.gts.campaign.turns import TURN_SCHEMA
from clubroute.rules.gts.campaign.weather import KIND_OF_WEATHER as WEATHER
from clubroute.rules.gts.campaign.zones import zone_at
from clubroute.rules.gts.maps import map_of
from clubroute.rules.gts.params import COUNT, DATE, HEX, INTEGER, MAP_PARAM, NAME, YES, answer_of
from clubroute.rules.methods import Method, Param

DROP: Mapping[str, Any] = {"type": "integer", "minimum": 1, "maximum": 20}
UNIT: Mapping[str, Any] = {
    "type": "object",
    "required": ["arrival"],
    "properties": {
        "name": NAME,
        "arrival": {"type": "string", "enum": ["parachute", "glider"]},
        "column": YES,
        "mounted": YES,
        "drop": {**DROP, "description": "the drop it is scheduled for"},
        "ox_and_bucks": YES,
    },
}
ENTRY: Mapping[str, Any] = {
    "type": "object",
    "required": ["formation", "division", "drop", "zone"],
    "properties": {"formation": NAME, "division": NAME, "drop": DROP, "zone": NAME},
}
ZONE_PARAM = Param("zone", NAME, "the airborne zone, by id or name: dz-b, DZ B", True)
UNIT_PARAM = Param("unit", UNIT, "the Unit: how it arrives, column, mounted …", True)
DROP_PARAM = Param("drop", DROP, "the number of the drop")
FLAK = (
    Param("germans", COUNT, "German Units in the zone, if not those of the state"),
    Param("flak", COUNT, "German flak Units (no 88s) with a Fire Zone in the zone"),
    Param("flak_88", COUNT, "German 88 flak Units with a Fire Zone in the zone"),
)


def answer_timing(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``drop.timing``."""
    return drops.timing(params)


def answer_modifiers(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``drop.modifiers``."""
    zone = zone_at(context, map_of(context, params["map"]), params["zone"])
    return drops.modifiers(zone, params["map"], params)


def answer_roll(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``drop.roll``."""
    zone = zone_at(context, map_of(context, params["map"]), params["zone"])
    return drops.roll(context, zone, params["map"], params)


def answer_place(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``drop.place``."""
    map = map_of(context, params["map"])
    hex = map.number(map.id(params["hex"]))
    zone = zone_at(context, map, params["zone"])
    return drops.place(zone, params["map"], {**params, "hex": hex})


def answer_act(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``drop.act``."""
    return drops.act(params["game"], params)


def answer_sticks(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``drop.sticks``."""
    return drops.sticks(params["game"], params)


def answer_plan(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``drop.plan``."""
    return check_plan(context, map_of(context, params["map"]), params)


METHODS = (
    Method(
        "drop.timing",
        "The turns on which a day's drop may come, by the weather.",
        (
            GAME_PARAM,
            Param("date", DATE, "the day, as 1944-09-18", True),
            Param("weather", WEATHER, "the weather of the day as it was at 0700", True),
            Param(
                "cleared",
                {"type": "string", "enum": ["0900", "1100", "never"]},
                "in fog: the turn on which it cleared",
            ),
            Param("replanned", YES, "whether the drop was planned anew on this day's 0700 turn"),
            DROP_PARAM,
        ),
        answer_of(
            "decided",
            "undetermined",
            drop={"type": "boolean"},
            turns={"type": "array", "items": TURN_SCHEMA},
            days_later=INTEGER,
        ),
        ("WED 3.1", "WED 3.2", "WED 3.6", "TDC 3.1", "TDC 3.2", "TDC 3.6"),
        answer_timing,
    ),
    Method(
        "drop.modifiers",
        "The modifiers of a Unit's roll on the Drop Table.",
        (MAP_PARAM, ZONE_PARAM, UNIT_PARAM, *FLAK, STATE_PARAM),
        answer_of("decided", "undetermined", modifier=INTEGER),
        ("WED 3.4.1", "TDC 3.4.1", "TDC O8.1"),
        answer_modifiers,
    ),
    Method(
        "drop.roll",
        "What becomes of a Unit that drops, from the owner's Drop Table.",
        (MAP_PARAM, ZONE_PARAM, UNIT_PARAM, DROP_PARAM, *FLAK, DIE_PARAM, STATE_PARAM),
        answer_of(
            "legal",
            "illegal",
            "decided",
            "undetermined",
            modifier=INTEGER,
            delays=INTEGER,
            step_losses=INTEGER,
            eliminated={"type": "boolean"},
            outcomes=OUTCOMES,
        ),
        ("WED 3.4.1", "TDC 3.4.1"),
        answer_roll,
    ),
    Method(
        "drop.place",
        "Whether a Unit may drop in a hex of a zone, and how many glider/paradrop markers it gets.",
        (
            MAP_PARAM,
            ZONE_PARAM,
            UNIT_PARAM,
            Param("hex", HEX, "the hex it is put in", True),
            Param("drop", DROP, "the number of the drop", True),
            Param("delays", COUNT, "the delays it has suffered"),
        ),
        answer_of("legal", "illegal", markers=INTEGER),
        ("WED 3.3", "WED 3.4", "TDC 3.3", "TDC 3.4"),
        answer_place,
    ),
    Method(
        "drop.act",
        "What a Unit with glider/paradrop markers may do.",
        (
            GAME_PARAM,
            Param("markers", COUNT, "the markers on it", True),
            Param(
                "action",
                {"type": "string", "enum": ["remove_marker", "other"]},
                "the Action it wants to take",
                True,
            ),
        ),
        answer_of("legal", "illegal", markers=INTEGER),
        ("WED 3.4.2", "TDC 3.4.2"),
        answer_act,
    ),
    Method(
        "drop.sticks",
        "The sticks of the Historical Drop: units, how they arrive, zones.",
        (
            GAME_PARAM,
            Param("drop", DROP, "the number of the drop", True),
            DIE_PARAM,
        ),
        answer_of("decided", "undetermined", sticks={"type": "array"}),
        ("WED 3.3.1",),
        answer_sticks,
    ),
    Method(
        "drop.plan",
        "Whether a plan of a Free Drop is legal: zones and drop numbers of Formations.",
        (
            MAP_PARAM,
            Param(
                "plan",
                {"type": "array", "items": ENTRY, "maxItems": 200},
                "a Formation, or Units of an Independent one, with drop number and zone, each",
                True,
            ),
        ),
        answer_of("legal", "illegal", "undetermined"),
        ("WED 3.3.2", "TDC 3.3", "TDC 3.3.2"),
        answer_plan,
    ),
    Method(
        "drop.change",
        "Whether a Division's drop locations may be planned anew, from the owner's Drop "
        "Zone/Landing Zone Changing Table.",
        (
            GAME_PARAM,
            Param("time", {"type": "string", "maxLength": 10}, "the turn of the day", True),
            DIE_PARAM,
        ),
        answer_of(
            "legal",
            "illegal",
            "decided",
            "undetermined",
            result={"enum": ["success", "abort", "no_effect"]},
            days_later=INTEGER,
            outcomes=OUTCOMES,
            meanings={"type": "object"},
        ),
        ("WED 3.6", "TDC 3.6"),
        drops.change,
    ),
)
"""What this module answers."""
