"""What the campaign's methods answer, as JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.rules.gts.params import answer_of

LEGALITY = answer_of("legal", "illegal", "undetermined")
OUTCOMES: Mapping[str, Any] = {"type": "array", "items": {"type": "object"}}
"""What each face of a die brings."""
ACTION_VERDICTS = ("legal", "illegal", "undetermined", "decided")
ACTION = answer_of(*ACTION_VERDICTS, result={"type": "string"}, outcomes=OUTCOMES)
"""What an Action with a Troop Quality Check brings."""
ACTION_WITH_FIRE = answer_of(
    *ACTION_VERDICTS,
    result={"type": "string"},
    outcomes=OUTCOMES,
    fire_modifiers={"type": "object"},
)
"""The same, and the modifiers of fire at whoever takes it."""
