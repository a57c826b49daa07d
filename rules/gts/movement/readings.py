"""Readings of the movement rules that a referee may have to choose between.

Each is an option with a default. An answer that turns on one says so: ``referee: …``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.readings import Meanings, in_words, options_schema


@dataclass(frozen=True, slots=True)
class Readings:
    """The chosen readings, by name. See :data:`MEANINGS` for what each value means."""

    change_road: str = "in_hex"
    raised_ends: str = "open"
    stream_on_foot: str = "pays"
    leave_column: str = "mp"
    leave_raised: str = "mp"
    swamp_column: str = "kept"
    missing_terrain: str = "other_game"
    unchecked_bridge: str = "cross"

    def chosen(self, name: str) -> str:
        """A reading in words, as an answer says it."""
        return in_words(self, MEANINGS, name)


MEANINGS: Meanings = {
    "change_road": {
        "in_hex": "changing between Roads that do not meet costs the shared hex's terrain (2.5)",
        "next_hex": "leaving along a Road that does not meet the present one costs the next "
        "hex's terrain (2.5)",
    },
    "raised_ends": {
        "open": "where a raised Road ends, a Road that meets it leads on and off (2.16)",
        "closed": "a raised Road hex is entered and left along a raised Road only (2.16)",
    },
    "stream_on_foot": {
        "pays": "only a Unit in Column uses a Road: on foot it pays for the stream (2.11)",
        "road": "a Leg Unit not in Column pays no stream where a Road crosses it (2.11)",
    },
    "leave_column": {
        "mp": "leaving Column costs the same everywhere as the rules say for raised Roads (2.16)",
        "free": "leaving Column costs nothing outside raised Road hexes",
    },
    "leave_raised": {
        "mp": "a Leg Unit leaves Column on a raised Road for movement points (2.16)",
        "hit": "a Leg Unit leaves Column on a raised Road for a Cohesion Hit (2.16)",
    },
    "swamp_column": {
        "kept": "vehicles in a swamp may not leave Column, as in woods (2.20 does not say)",
        "free": "vehicles in a swamp may leave Column (2.20 does not forbid it)",
    },
    "missing_terrain": {
        "other_game": "terrain this game has no row for costs what the other game says",
        "closed": "terrain this game has no row for may not be entered",
    },
    "unchecked_bridge": {
        "cross": "vehicles may try a suspect bridge that has not been checked (2.11)",
        "avoid": "vehicles keep off a suspect bridge that has not been checked (2.11)",
    },
}


def readings_of(values: Mapping[str, Any]) -> Readings:
    """The readings a caller chose (already checked against :func:`readings_schema`)."""
    return Readings(**values)


def readings_schema() -> dict[str, Any]:
    """JSON Schema of the ``options`` parameter."""
    return options_schema(Readings, MEANINGS)
