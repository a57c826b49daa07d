"""What the movement methods are asked: the schemas of their parameters and of a receipt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.rules.gts.movement.actions.plan import ACTIONS
from clubroute.rules.gts.movement.readings import MovementReadings
from clubroute.rules.gts.params import HEX, PROVENANCE, TEXTS, options_param
from clubroute.rules.methods import Param
from clubroute.rules.model import MOVE_CLASSES

ROADS = ("road", "main_road", "railroad", "raised_road", "raised_railroad")
TERRAINS = (
    "clear",
    "polder",
    "orchard",
    "woods",
    "village",
    "town",
    "city",
    "fortified",
    "impassable",
    "sand_dunes",
    "swamp",
)

UNIT: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "class": {"type": "string", "enum": list(MOVE_CLASSES)},
        "column": {"type": "boolean"},
        "ma": {"type": "number", "minimum": 0, "maximum": 99, "multipleOf": 0.5},
        "kind": {"type": "string"},
        "id": {"type": "string"},
        "side": {"type": "string"},
        "organic": {"type": "string", "enum": ["wheeled", "tracked"]},
        "mounted": {"type": "boolean"},
        "divisional": {"type": "boolean"},
        "reached_end": {"type": "boolean"},
        "relieving": {"type": "boolean"},
        "piggyback": {"type": "boolean"},
        "steps": {"type": "integer", "minimum": 0, "maximum": 9},
        "rider": {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "class": {"type": "string", "enum": list(MOVE_CLASSES)},
                "formation": {"type": "string"},
                "organic": {"type": "boolean"},
                "steps": {"type": "integer", "minimum": 0, "maximum": 9},
            },
        },
        "formation": {"type": "string"},
        "division": {"type": "string"},
        "road": {"type": "string"},
    },
}
WAYPOINT: Mapping[str, Any] = {
    "type": ["string", "object"],
    "maxLength": 12,
    "additionalProperties": False,
    "properties": {
        "hex": HEX,
        "via": {"type": "string"},
        "column": {"type": "boolean"},
        "action": {"type": "string", "enum": list(ACTIONS)},
        "exit": {"type": "boolean"},
    },
}
COSTS: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        name: {"type": "number", "minimum": 0, "maximum": 99, "multipleOf": 0.5}
        for name in ("mount", "dismount")
    },
}
STATE: Mapping[str, Any] = {
    "type": ["object", "null"],
    "properties": {
        "units": {"type": "array", "items": {"type": "object"}},
        "markers": {"type": "array", "items": {"type": "object"}},
        "bridges": {"type": "object"},
        "turn": {"type": "object"},
    },
}
RECEIPT: Mapping[str, Any] = {
    "type": "object",
    "required": ["verdict", "steps", "provenance"],
    "properties": {
        "verdict": {"enum": ["legal", "illegal", "undetermined"]},
        "total": {"type": "number", "multipleOf": 0.5},
        "summary": {"type": "string"},
        "steps": {"type": "array", "items": {"type": "object"}},
        "needs": TEXTS,
        "unchecked": TEXTS,
        "notes": TEXTS,
        "path": {"type": "array", "items": {"type": "object"}},
        "provenance": PROVENANCE,
    },
}

UNIT_PARAM = Param(
    "unit", UNIT, "the unit: class (leg, wheeled, tracked), column, ma in MP, id, side …", True
)
STATE_PARAM = Param("state", STATE, "units, markers, bridges and turn; or an open state's handle")
COSTS_PARAM = Param("costs", COSTS, "MP the series' rules charge to mount and to dismount")
OPTIONS_PARAM = options_param(MovementReadings)

GROUND: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "terrain": {"type": "string", "enum": list(TERRAINS)},
        "game": {"type": "string", "enum": ["wed", "tdc"]},
        "raised": {"type": "boolean"},
        "along": {"type": "boolean"},
        "road_block": {"type": "boolean"},
        "enemy": {"type": "boolean"},
    },
}
