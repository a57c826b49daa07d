"""Turns of a campaign: their order, and turns so many later (WED 1.1, TDC 1.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.rules.gts.games import MAPS, book

TIMES: tuple[str, ...] = book("turns", MAPS[0])["day"].words("times")
"""The turns of a day, in order."""

TURN_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "required": ["date", "time"],
    "properties": {
        "date": {"type": "string", "maxLength": 10},
        "time": {"type": "string", "maxLength": 10},
        "weather": {"type": "string", "enum": ["clear", "overcast", "rain", "fog"]},
    },
}
"""A turn: ``{"date": "1944-09-18", "time": "0700"}``; ``Night`` follows 1900."""


@dataclass(frozen=True, slots=True, order=True)
class Turn:
    """A game turn: ``day`` counts days of the calendar, ``slot`` is the turn of the day from 0."""

    day: int
    slot: int

    @property
    def time(self) -> str:
        """0700 … 1900 or Night."""
        return TIMES[self.slot]

    @property
    def date(self) -> str:
        """As ``1944-09-18``."""
        return date.fromordinal(self.day).isoformat()

    @property
    def number(self) -> int:
        """Turns counted on through the days."""
        return self.day * len(TIMES) + self.slot

    def later(self, turns: int) -> Turn:
        """The turn so many turns later (earlier if negative)."""
        return Turn(*divmod(self.number + turns, len(TIMES)))

    def record(self) -> dict[str, str]:
        """As JSON."""
        return {"date": self.date, "time": self.time}

    def __str__(self) -> str:
        return f"{self.date} {self.time}"


def turn_of(value: Any, part: str) -> Turn:
    """A turn from JSON. :raises InputError: no date or time of that kind."""
    if not isinstance(value, Mapping):
        raise InputError(Where("params", part=part), repr(value), "a turn {date, time}")
    return Turn(day_of(value.get("date"), f"{part}.date"), slot_of(value, f"{part}.time"))


def turn_or_none(value: Any, part: str) -> Turn | None:
    """A turn, None if not told. :raises InputError: told but wrong."""
    return None if value is None else turn_of(value, part)


def day_of(value: Any, part: str) -> int:
    """A day from ``1944-09-18``. :raises InputError: no such day."""
    try:
        if not isinstance(value, str) or len(value) != 10:
            raise ValueError
        return date.fromisoformat(value).toordinal()
    except ValueError:
        raise InputError(Where("params", part=part), repr(value), "a date as 1944-09-18") from None


def slot_of(value: Mapping[str, Any], part: str) -> int:
    """The turn of the day from ``0900``, ``09:00`` or ``Night``. :raises InputError: no such."""
    told = str(value.get("time", "")).replace(":", "")
    text = told.capitalize() if told.isalpha() else told.zfill(4)
    if text not in TIMES:
        raise InputError(
            Where("params", part=part),
            repr(value.get("time")),
            "one of " + ", ".join(TIMES),
            nearest_name(text, TIMES),
        )
    return TIMES.index(text)


def first_turn() -> Turn:
    """The campaign's first turn, 1500 on September 17."""
    told = book("turns", MAPS[0])["first"]
    return turn_of({"date": told.text("date"), "time": told.text("time")}, "first")
