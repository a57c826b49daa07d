"""Turns, as the questions' raw values have them, until every family reads parsed ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.rules.gts.kinds import DATE
from clubroute.rules.gts.position.turns import TIME, TIMES, TURN, Turn, first_turn, read_turn

__all__ = ["TIMES", "TURN_SCHEMA", "Turn", "day_of", "first_turn", "slot_of", "turn_of"]

TURN_SCHEMA: Mapping[str, Any] = TURN.schema()


def turn_of(value: Any, part: str) -> Turn:
    """A turn from JSON. :raises InputError: no date or time of that kind."""
    return read_turn(value, part)


def turn_or_none(value: Any, part: str) -> Turn | None:
    """A turn, None if not told. :raises InputError: told but wrong."""
    return None if value is None else turn_of(value, part)


def day_of(value: Any, part: str) -> int:
    """A day from ``1944-09-18``. :raises InputError: no such day."""
    if not isinstance(value, str):
        raise InputError(Where("params", part=part), repr(value), "a date as 1944-09-18")
    day: int = DATE.read(value, part)
    return day


def slot_of(value: Mapping[str, Any], part: str) -> int:
    """The turn of the day from ``0900``, ``09:00`` or ``Night``. :raises InputError: no such."""
    slot: int = TIME.read(str(value.get("time", "")), part)
    return slot
