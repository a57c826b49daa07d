"""JSON Schemas that the answers of many methods share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.builder.provenance import PROVENANCES

INTEGER: Mapping[str, Any] = {"type": "integer"}
TEXTS: Mapping[str, Any] = {"type": "array", "items": {"type": "string"}}
NEED: Mapping[str, Any] = {
    "type": "object",
    "required": ["ask"],
    "properties": {
        "ask": {"type": "string", "description": "the question, as a player is asked it"},
        "path": {"type": "string", "description": "the parameter that tells it: unit.dg"},
        "allowed": {"type": "array", "description": "what that parameter may be"},
        "also": {"type": "array", "description": "others that tell it, too"},
        "file": {"type": "string", "description": "the owner's table that tells it"},
        "if_so": {"type": "string", "description": "what the answer is if so"},
        "else": {"type": "string", "description": "what it is else"},
        "cases": {"type": "object", "description": "what it is by each other value"},
    },
}
NEEDS: Mapping[str, Any] = {"type": "array", "items": NEED}
LEGALITY = ("legal", "illegal", "undetermined")
"""The verdicts on whether something may be done."""
PROVENANCE: Mapping[str, Any] = {"enum": list(PROVENANCES)}


def answer_of(*verdicts: str, **extra: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the JSON Schema of a receipt with these verdicts and further values by name.

    :raises ValueError: a further value has the name of a part of every receipt.
    """
    parts: Mapping[str, Any] = {
        "verdict": {"enum": list(verdicts)},
        "summary": {"type": "string"},
        "steps": {"type": "array", "items": {"type": "object"}},
        "needs": NEEDS,
        "unchecked": TEXTS,
        "notes": TEXTS,
        "provenance": PROVENANCE,
    }
    if taken := parts.keys() & extra.keys():
        raise ValueError(f"every receipt has {', '.join(sorted(taken))}")
    required = ["verdict", "steps", "provenance"]
    return {"type": "object", "required": required, "properties": {**parts, **extra}}
