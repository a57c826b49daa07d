"""JSON Schemas of the movement methods: parameters and a receipt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.rules.answer.answers import PROVENANCE, TEXTS
from clubroute.rules.gts.games import GAMES

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

GROUND: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "terrain": {"type": "string", "enum": list(TERRAINS)},
        "map": {"type": "string", "enum": list(GAMES)},
        "raised": {"type": "boolean"},
        "along": {"type": "boolean"},
        "road_block": {"type": "boolean"},
        "enemy": {"type": "boolean"},
    },
}
