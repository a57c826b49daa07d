"""What the campaign's methods answer, as JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.rules.gts.params import answer_of

LEGALITY = answer_of("legal", "illegal", "undetermined")
OUTCOMES: Mapping[str, Any] = {"type": "array", "items": {"type": "object"}}
"""What each face of a die brings."""
