"""Open states: a position sent once and referred to by its handle.

A handle is made from the state's content, so opening the same state twice gives the same handle,
on every machine. Only so many stay open: the one longest unused makes room, and whoever still
refers to it is told to open it again.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any

from clubroute.builder.errors import InputError, Where, nearest_name

MAX_STATES = 64
MAX_BYTES = 16 * 1024 * 1024
"""All open states together, as compact JSON."""


class OpenValue(dict[str, Any]):
    """The value of an open state. Nobody else has it, so it never changes."""

    __slots__ = ("handle",)

    def __init__(self, handle: str, value: Mapping[str, Any]) -> None:
        super().__init__(value)
        self.handle = handle


@dataclass(slots=True)
class OpenState:
    """An open state: its value, its size in bytes of JSON, and how often it was opened."""

    value: OpenValue
    size: int
    opened: int = 1


class States:
    """The states that are open, by handle. May be used by several threads at once."""

    def __init__(self, most: int = MAX_STATES, most_bytes: int = MAX_BYTES) -> None:
        self._most, self._most_bytes = most, most_bytes
        self._open: OrderedDict[str, OpenState] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._open)

    def open(self, value: Mapping[str, Any]) -> str:
        """Keep a state; returns its handle. :raises InputError: too big to keep at all."""
        import hashlib  # loads a big library; most runs never open a state

        text = json.dumps(value, sort_keys=True, separators=(",", ":")).encode("ascii")
        if len(text) > self._most_bytes:
            raise InputError(
                Where("params", part="state"),
                f"{len(text)} bytes",
                f"a state of at most {self._most_bytes} bytes",
            )
        handle = "s-" + hashlib.sha256(text).hexdigest()[:16]
        with self._lock:
            if handle in self._open:
                self._open[handle].opened += 1
                self._open.move_to_end(handle)
                return handle
            self._open[handle] = OpenState(OpenValue(handle, json.loads(text)), len(text))
            self._size += len(text)
            while len(self._open) > self._most or self._size > self._most_bytes:
                _, dropped = self._open.popitem(last=False)
                self._size -= dropped.size
        return handle

    def value(self, handle: str) -> Mapping[str, Any]:
        """The open state. :raises InputError: there is none with that handle."""
        with self._lock:
            found = self._find(handle)
            self._open.move_to_end(handle)
            return found.value

    def close(self, handle: str) -> bool:
        """Close a state as often as it was opened; returns whether that was the last time.

        :raises InputError: there is none with that handle.
        """
        with self._lock:
            found = self._find(handle)
            found.opened -= 1
            if found.opened:
                return False
            del self._open[handle]
            self._size -= found.size
            return True

    def _find(self, handle: str) -> OpenState:
        found = self._open.get(handle)
        if found is None:
            raise InputError(
                Where("params", part="state"),
                repr(handle),
                "the handle of an open state (open it again with state.open)",
                nearest_name(handle, self._open),
            )
        return found


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
