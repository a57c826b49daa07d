"""Parameters and results that the ``clubroute.*`` methods share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.rules.gts.clubroute.fire_zones import FIRE_ZONE_SCHEMA
from clubroute.rules.gts.clubroute.readings import Readings
from clubroute.rules.gts.old_states import STATE_SCHEMA
from clubroute.rules.gts.params import HEX, MAP_PARAM, options_param
from clubroute.rules.methods import Param

HEXES: Mapping[str, Any] = {"type": "array", "items": HEX, "maxItems": 1000}
POINTS: Mapping[str, Any] = {"type": "integer", "minimum": 0, "maximum": 99}

RULES_PARAM = Param(
    "rules",
    {"type": "string", "enum": ["printed", "marker"]},
    "tdc: printed, or marker for the rule of MG 2.5; printed if absent",
)
STATE_PARAM = Param(
    "state",
    STATE_SCHEMA,
    "units, markers, bridges, fire_zones, turn and club_route; or an open state's handle",
)
OPTIONS_PARAM = options_param(Readings)
SCENARIO_PARAM = Param(
    "scenario",
    {"type": "string", "maxLength": 20},
    "a scenario with a Club Route of its own: 4",
)
FIRE_ZONE_PARAM = Param(
    "fire_zone",
    FIRE_ZONE_SCHEMA,
    "what a Fire Zone is (series rules), where the state does not list fire_zones",
)
BRIDGE_ROLLS_PARAM = Param(
    "bridge_rolls",
    {"type": "object"},
    "by hexside, the dice of suspect bridges checked as the route is traced over them",
)
BASE = (MAP_PARAM, STATE_PARAM, RULES_PARAM, SCENARIO_PARAM, FIRE_ZONE_PARAM, BRIDGE_ROLLS_PARAM)
BY_PARAM = Param("by", HEXES, "which way it takes: a spur (best, son), or hexes it passes")

OBJECT: Mapping[str, Any] = {"type": "object"}
OPEN = ("open", "closed", "undetermined")
