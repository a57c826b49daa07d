"""How far one sees at all: night, fog and day, as far as the owner of the game has said so.

The distances are in the series rules, which are not part of either game's rules: they are
the owner's data. Without them a line that is clear at night is undetermined.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

CONDITIONS: tuple[str, ...] = ("night", "fog", "day")

LIMITS_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {name: {"type": "integer", "minimum": 0, "maximum": 1000} for name in CONDITIONS},
}
"""The ``sight`` parameter: the longest range, in hexes, at which one sees."""


@dataclass(frozen=True, slots=True)
class Limit:
    """The longest range one sees, in hexes (None: no limit known), and what is missing."""

    hexes: int | None = None
    why: str = ""
    needs: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()


def limit_of(turn: Any, given: Mapping[str, int]) -> Limit:
    """The limit in a state's turn (or none), by the owner's distances."""
    if not isinstance(turn, Mapping):
        hexes = given.get("day")
        return Limit(hexes, "by day", unchecked=("night and fog (no turn given)",))
    time = str(turn.get("time", turn.get("turn", ""))).lower()
    weather = str(turn.get("weather", "")).lower()
    unchecked = []
    if not time:
        unchecked.append("night (the turn's time is not given)")
    if not weather:
        unchecked.append("fog (the turn's weather is not given)")
    conditions: list[str] = [name for name in CONDITIONS[:2] if name in (time, weather)]
    needs = tuple(
        f"how many hexes one sees {phrase(name)} (series rules): give sight.{name}"
        for name in conditions
        if name not in given
    )
    known = [(given[name], phrase(name)) for name in conditions or ["day"] if name in given]
    hexes, why = min(known, default=(None, ""))
    return Limit(hexes, why, needs, tuple(unchecked))


def phrase(condition: str) -> str:
    """A condition in words."""
    return {"night": "at night", "fog": "in fog", "day": "by day"}[condition]
