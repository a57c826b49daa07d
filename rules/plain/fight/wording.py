"""The facts of a modifier in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def told_when(when: Mapping[str, Any]) -> str:
    """The facts of a modifier in words."""

    def words(value: Any) -> str:
        many = sorted(value) if isinstance(value, frozenset) else value
        return " or ".join(map(str, many)) if isinstance(many, list | tuple) else str(many)

    return ", ".join(f"{name.replace('_', ' ')} {words(value)}" for name, value in when.items())
