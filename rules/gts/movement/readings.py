"""Readings of the movement rules that a referee may have to choose between.

Each is an option with a default. An answer that turns on one says so: ``referee: …``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clubroute.rules.answer.answers import NEEDS, PROVENANCE, TEXTS
from clubroute.rules.book.rulebook import ChosenReadings, reading
from clubroute.rules.gts.games import GAMES

# JSON Schemas of the movement methods: parameters and a receipt.

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
        "needs": NEEDS,
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


@dataclass(frozen=True, slots=True)
class MovementReadings(ChosenReadings):
    """The chosen readings, by name."""

    change_road: str = reading(
        in_hex="changing between Roads that do not meet costs the shared hex's terrain (2.5)",
        next_hex="leaving along a Road that does not meet the present one costs the next "
        "hex's terrain (2.5)",
    )
    raised_ends: str = reading(
        open="where a raised Road ends, a Road that meets it leads on and off (2.16)",
        closed="a raised Road hex is entered and left along a raised Road only (2.16)",
    )
    stream_on_foot: str = reading(
        pays="only a Unit in Column uses a Road: on foot it pays for the stream (2.11)",
        road="a Leg Unit not in Column pays no stream where a Road crosses it (2.11)",
    )
    leave_column: str = reading(
        mp="getting into or out of Column costs the same everywhere as the rules say for raised "
        "Roads (2.16)",
        free="leaving Column costs nothing outside raised Road hexes; getting into it the same",
    )
    leave_raised: str = reading(
        mp="a Leg Unit leaves Column on a raised Road for movement points (2.16)",
        hit="a Leg Unit leaves Column on a raised Road for a Cohesion Hit (2.16)",
    )
    swamp_column: str = reading(
        kept="vehicles in a swamp may not leave Column, as in woods (2.20 does not say)",
        free="vehicles in a swamp may leave Column (2.20 does not forbid it)",
    )
    missing_terrain: str = reading(
        other_game="terrain this game has no row for costs what the other game says",
        closed="terrain this game has no row for may not be entered",
    )
    unchecked_bridge: str = reading(
        cross="vehicles may try a suspect bridge that has not been checked (2.11)",
        avoid="vehicles keep off a suspect bridge that has not been checked (2.11)",
    )
    railroad_transport: str = reading(
        left="a mounted Unit may cross a railroad bridge that is not improved, and leaves its "
        "transport behind for ever, as on a ferry (2.15.3, 2.18)",
        dismounts="a mounted Unit is a vehicle at a railroad bridge that is not improved: it "
        "dismounts before it crosses (2.15.3)",
    )
    assumed_barriers: str = reading(
        stand="raised Roads and impassable hexes stand as our map has them, also those assumed "
        "(2.14, 2.16)",
        open="where our map only assumes a raised Road or an impassable hex, there is none "
        "(2.14, 2.16)",
    )
    first_bridge: str = reading(
        stable="the bridge of scenario 1 is stable if players skip the scenario (campaign)",
        ask="the result of scenario 1 must be given (2.11)",
    )
