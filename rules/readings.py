"""Readings a referee may have to choose between: options with a default, said when they matter.

Each kind of question has a frozen dataclass of its readings, one text field each, and a table of
what every value means.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Meanings = Mapping[str, Mapping[str, str]]
"""By reading and value: what it means, in words."""


def in_words(readings: DataclassInstance, meanings: Meanings, name: str) -> str:
    """A chosen reading as an answer says it."""
    return f"referee: {meanings[name][getattr(readings, name)]} ({name})"


def options_schema(kind: type[DataclassInstance], meanings: Meanings) -> dict[str, Any]:
    """JSON Schema of an ``options`` parameter that chooses readings of a kind."""
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            field.name: {
                "type": "string",
                "enum": list(meanings[field.name]),
                "default": field.default,
                "description": "; ".join(f"{k}: {v}" for k, v in meanings[field.name].items()),
            }
            for field in fields(kind)
        },
    }
