"""What methods of all families declare alike: kinds of values, parameters, and what they answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.rules.gts.games import MAPS
from clubroute.rules.methods import Param
from clubroute.rules.readings import ChosenReadings

HEX: Mapping[str, Any] = {"type": "string", "maxLength": 12}
HEXSIDE: Mapping[str, Any] = {"type": "string", "maxLength": 24}
NAME: Mapping[str, Any] = {"type": "string", "maxLength": 100}
DATE: Mapping[str, Any] = {"type": "string", "maxLength": 10}
DIE: Mapping[str, Any] = {"type": "integer", "minimum": 0, "maximum": 9}
COUNT: Mapping[str, Any] = {"type": "integer", "minimum": 0, "maximum": 999}
INTEGER: Mapping[str, Any] = {"type": "integer"}
YES: Mapping[str, Any] = {"type": "boolean"}
TEXTS: Mapping[str, Any] = {"type": "array", "items": {"type": "string"}}
PROVENANCE: Mapping[str, Any] = {"enum": ["rulebook", "survey", "assumed"]}

MAP_PARAM = Param(
    "map",
    {"type": "string", "enum": list(MAPS)},
    f"the map: {', '.join(MAPS[:-1])} or {MAPS[-1]}",
    True,
)


def options_param(kind: type[ChosenReadings]) -> Param:
    """The ``options`` of a method whose answers turn on readings of a kind."""
    return Param("options", kind.schema(), "readings a referee may choose between")


def answer_of(*verdicts: str, **extra: Mapping[str, Any]) -> Mapping[str, Any]:
    """JSON Schema of a receipt with these verdicts and further values by name."""
    return {
        "type": "object",
        "required": ["verdict", "steps", "provenance"],
        "properties": {
            "verdict": {"enum": list(verdicts)},
            "summary": {"type": "string"},
            "steps": {"type": "array", "items": {"type": "object"}},
            "needs": TEXTS,
            "unchecked": TEXTS,
            "notes": TEXTS,
            "provenance": PROVENANCE,
            **extra,
        },
    }
