"""JSON Schemas of the campaign's answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.rules.answers import answer_of

LEGALITY = answer_of("legal", "illegal", "undetermined")
OUTCOMES: Mapping[str, Any] = {"type": "array", "items": {"type": "object"}}
"""The result of each face of a die."""
ACTION_VERDICTS = ("legal", "illegal", "undetermined", "decided")
ACTION = answer_of(*ACTION_VERDICTS, result={"type": "string"}, outcomes=OUTCOMES)
"""The result of an Action with a Troop Quality Check."""
ACTION_WITH_FIRE = answer_of(
    *ACTION_VERDICTS,
    result={"type": "string"},
    outcomes=OUTCOMES,
    fire_modifiers={"type": "object"},
)
"""The same, and the modifiers of fire at whoever takes it."""
