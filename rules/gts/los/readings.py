"""Readings of the line-of-sight rules that a referee may have to choose between.

Each is an option with a default. An answer that turns on one says so: ``referee: …``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class Readings:
    """The chosen readings, by name. See :data:`MEANINGS` for what each value means."""

    vertex_touch: str = "clear"
    orchard_side: str = "better"
    crest_along: str = "blocks"
    crest_touch: str = "clear"
    raised_along: str = "clear"
    raised_touch: str = "clear"
    barrage: str = "blocks"
    rubble: str = "terrain"
    destroyed_bridge: str = "clear"
    overlap: str = "first"


MEANINGS: Mapping[str, Mapping[str, str]] = {
    "vertex_touch": {
        "clear": "a hex the line meets at one vertex only does not count",
        "blocks": "a hex the line meets at one vertex only counts as passed through",
    },
    "orchard_side": {
        "better": "along a hexside the better of the two hexes counts, an orchard as an orchard",
        "counts": "along a hexside an orchard on either side counts as one passed through",
    },
    "crest_along": {
        "blocks": "a crest hexside the line runs along blocks",
        "clear": "a crest hexside the line runs along does not block",
    },
    "crest_touch": {
        "clear": "a crest met at a vertex blocks only if it goes on to the line's other side",
        "blocks": "a crest hexside met at one vertex only blocks",
    },
    "raised_along": {
        "clear": "running along a raised Road is not crossing it",
        "blocks": "running along a raised Road outside the end hexes blocks",
    },
    "raised_touch": {
        "clear": "a raised Road met where it bends or ends blocks only if it goes on to the "
        "line's other side",
        "blocks": "a raised Road met where it bends or ends blocks",
    },
    "barrage": {
        "blocks": "a barrage marker makes its hex block (series rule)",
        "clear": "a barrage marker does not block",
    },
    "rubble": {
        "terrain": "a City or Fortified hex in rubble blocks as before (WED 2.9, 2.10 change "
        "only its defence)",
        "clear": "a hex in rubble does not block",
    },
    "destroyed_bridge": {
        "clear": "a destroyed bridge no longer blocks",
        "blocks": "a destroyed bridge blocks as before",
    },
    "overlap": {
        "first": "a hex on two maps has the rules of the first (WED before TDC)",
        "last": "a hex on two maps has the rules of the last (TDC after WED)",
    },
}
"""Every reading with its values; the first value of each is the default."""


def readings_of(values: Mapping[str, Any]) -> Readings:
    """Readings from checked option values; what is not given is the default."""
    return Readings(**{name: str(value) for name, value in values.items()})


def readings_schema() -> dict[str, Any]:
    """The JSON Schema of the options."""
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            name: {
                "type": "string",
                "enum": list(values),
                "default": next(iter(values)),
                "description": "; ".join(f"{value}: {text}" for value, text in values.items()),
            }
            for name, values in MEANINGS.items()
        },
    }


def referee_note(readings: Readings, name: str) -> str:
    """The note an answer carries when it turns on a reading."""
    value: str = getattr(readings, name)
    return f"referee: {MEANINGS[name][value]} (option {name}={value})"


NAMES: tuple[str, ...] = tuple(field.name for field in fields(Readings))
