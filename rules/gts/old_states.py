"""The old schema of a state, until every family reads the parsed one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

HEXES: Mapping[str, Any] = {
    "type": "array",
    "items": {"type": "string", "maxLength": 40},
    "maxItems": 20000,
}
UNIT_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "required": ["hex"],
    "properties": {
        "id": {"type": "string", "maxLength": 100},
        "side": {"type": "string", "maxLength": 100},
        "hex": {"type": "string", "maxLength": 40},
        "class": {"type": "string", "enum": ["leg", "wheeled", "tracked"]},
        "column": {"type": "boolean"},
        "ma": {"type": "number", "minimum": 0, "maximum": 1000, "multipleOf": 0.5},
        "kind": {"type": "string", "maxLength": 100},
        "name": {"type": "string", "maxLength": 100},
        "division": {"type": "string", "maxLength": 100},
        "formation": {"type": "string", "maxLength": 100},
        "fire_zone": {**HEXES, "description": "the hexes in which it projects a Fire Zone"},
        "command_range": {"type": "integer", "minimum": 0, "description": "a Leader's, in hexes"},
        "telephone": {"type": "boolean", "description": "whether a Leader has the telephone"},
    },
}
EVENT_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "required": ["event"],
    "properties": {
        "event": {"type": "string", "maxLength": 40},
        "turn": {"type": "object"},
        "side": {"type": "string", "maxLength": 100},
        "unit": {"type": "string", "maxLength": 100},
        "hex": {"type": "string", "maxLength": 40},
        "hexside": {"type": "string", "maxLength": 40},
    },
}

MARKER_COUNT: Mapping[str, Any] = {"type": "integer", "minimum": 0, "maximum": 999}
NAME_LIST: Mapping[str, Any] = {
    "type": "array",
    "items": {"type": "string", "maxLength": 100},
    "maxItems": 400,
}


def counts(*names: str) -> Mapping[str, Any]:
    """JSON Schema of an object of counts."""
    properties = dict.fromkeys(names, MARKER_COUNT)
    return {"type": "object", "additionalProperties": False, "properties": properties}


CLUB_ROUTE_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "marker": {
            "type": "string",
            "maxLength": 12,
            "description": "the Club Route Marker's hex; off_map once it has left to the north; "
            "south before it has come onto the map",
        },
        "spur": {"type": "string", "maxLength": 20, "description": "the chosen spur: best or son"},
        "via": {
            **NAME_LIST,
            "description": "hexes the established Club Route passes, where it forks",
        },
        "route": {
            **NAME_LIST,
            "description": "The Devil's Cauldron: the hexes declared as Club Route",
        },
        "status": {
            "type": "string",
            "enum": ["open", "cut"],
            "description": "the Club Route Status marker: cut by a check until the 1900 turn",
        },
        "cut_by": {
            **NAME_LIST,
            "description": "bridges that cut it, as hexsides, until repaired and Allied: the "
            "Club Route Marker is on its Cut side",
        },
        "attacked": {**MARKER_COUNT, "description": "Attacked markers in the Hell's Highway box"},
        "closed": {**MARKER_COUNT, "description": "Closed markers in the Hell's Highway box"},
        "used": {**counts("attacked", "closed"), "description": "markers set aside by checks"},
        "this_turn": {
            **counts("attacked", "closed"),
            "description": "markers earned this Game Turn, the air raid's not counted",
        },
        "raid": {
            "type": "object",
            "additionalProperties": False,
            "properties": {"revealed": {"type": "boolean"}, "paid": MARKER_COUNT},
            "description": "the Eindhoven Air Raid, and Dispatch Points paid to stop it",
        },
        "removed": {"type": "string", "maxLength": 20, "description": "the day the Marker left"},
        "queue": {
            **NAME_LIST,
            "description": "the Formations still in line, the first in line first",
        },
        "released": {**NAME_LIST, "description": "Formations released, Auto ones not counted"},
        "lost": {**NAME_LIST, "description": "Sea Tails that missed their hex"},
        "placed": {
            **counts("bailey", "bulldozer"),
            "description": "Bailey Bridges and Bulldozers placed on the preceding Game Day",
        },
    },
}
"""The ``club_route`` object of a state."""

OFF_MAP_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "corps": {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "VIII": {"type": "string", "maxLength": 100},
                "XII": {"type": "string", "maxLength": 100},
            },
            "description": "the box each flank corps' marker stands in",
        },
        "formations": {
            "type": "object",
            "description": "the box each German Formation on the display stands in, or map_display",
        },
    },
}
"""The ``off_map`` object of a state: the off-map display (WED 5.0)."""

STATE_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "units": {"type": "array", "items": UNIT_SCHEMA, "maxItems": 5000},
        "markers": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "kind": {"type": "string", "maxLength": 100},
                    "hex": {"type": "string", "maxLength": 40},
                    "to": {
                        "type": "string",
                        "maxLength": 40,
                        "description": "the hex a ferry points to",
                    },
                },
            },
            "maxItems": 5000,
        },
        "bridges": {"type": "object"},
        "turn": {"type": "object"},
        "fire_zones": {
            "type": "object",
            "properties": {"Allied": HEXES, "German": HEXES},
            "additionalProperties": False,
        },
        "history": {"type": "array", "items": EVENT_SCHEMA, "maxItems": 20000},
        "club_route": CLUB_ROUTE_SCHEMA,
        "off_map": OFF_MAP_SCHEMA,
    },
    "additionalProperties": False,
}
"""A position. ``ma`` is in MP; hexes are printed numbers; ``bridges`` says by hexside
(``"55.202/56.201"``) how a bridge stands; ``turn`` holds the date and what depends on it;
``fire_zones`` the hexes in which each side projects Fire Zones; ``history`` what has happened,
oldest first (docs/campaign.md); ``club_route`` how the Club Route stands (docs/club-route.md);
``off_map`` where flank corps and German Formations stand on the off-map display."""
