"""The kinds of values that questions and positions of the series hold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

from clubroute.builder.errors import InputError, Where
from clubroute.rules.model import MOVE_CLASSES
from clubroute.rules.position.record import Kind, of, plain, word
from clubroute.rules.schema import shown

ALLIED, GERMAN = "Allied", "German"
SIDES = (ALLIED, GERMAN)
ENEMY: Mapping[str, str] = {ALLIED: GERMAN, GERMAN: ALLIED}
WEATHERS = ("clear", "overcast", "rain", "fog")

NUMBER_FORM = re.compile(r"[0-9A-Za-z.]*")
"""A printed number is written in ASCII: digits of other scripts are no hex's."""


def printed(value: str, path: str) -> str:
    """A printed number without spaces around it."""
    text = value.strip()
    if not all(NUMBER_FORM.fullmatch(end.strip()) for end in text.split("/")):
        raise InputError(Where("params", part=path), shown(value), "a number as printed: 75.129")
    return text


def day(value: str, path: str) -> int:
    """A day from ``1944-09-18``, as days of the calendar. :raises InputError: no such day."""
    try:
        if len(value) != 10 or not value.isascii():
            raise ValueError
        return date.fromisoformat(value).toordinal()
    except ValueError:
        raise InputError(Where("params", part=path), repr(value), "a date as 1944-09-18") from None


def halves(value: float, path: str) -> int:
    """Movement points as half-MP."""
    return round(value * 2)


MOST_MP = 99
"""No unit has more movement points."""

HEX = of({"type": "string", "maxLength": 12}, printed)
HEXSIDE = of({"type": "string", "maxLength": 24}, printed)
NAME = plain({"type": "string", "maxLength": 100})
YES = plain({"type": "boolean"})
DIE = plain({"type": "integer", "minimum": 0, "maximum": 9})
POINTS = plain({"type": "integer", "minimum": 0, "maximum": 99})
COUNT = plain({"type": "integer", "minimum": 0, "maximum": 999})
DATE = of({"type": "string", "maxLength": 10}, day)
DROP = plain({"type": "integer", "minimum": 1, "maximum": 20})
SIDE = word(*SIDES)
WEATHER = word(*WEATHERS)
MOVE_CLASS = word(*MOVE_CLASSES)
CARRIER = word("wheeled", "tracked")
"""The class of a unit's Organic Transport."""
MP = of({"type": "number", "minimum": 0, "maximum": MOST_MP, "multipleOf": 0.5}, halves)
"""Movement points; half-MP once read."""


def choice(*options: str) -> Kind:
    """One of some words, exactly as written."""
    return plain({"type": "string", "enum": list(options)})


def day_text(day: int) -> str:
    """A day as ``1944-09-18``."""
    return date.fromordinal(day).isoformat()
