"""The kinds of values that questions and positions of the series hold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.rules.gts.games import SERIES
from clubroute.rules.model import MOVE_CLASSES
from clubroute.rules.position.record import Kind, of, plain, word
from clubroute.rules.schema import check_value, shown

if TYPE_CHECKING:
    from clubroute.rules.context import Context

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


def number_or_place(value: object, path: str) -> str:
    """A printed number, or what may be a place's name: that has no digits."""
    check_value(value, {"type": "string", "maxLength": 40}, path)
    text = str(value).strip()
    if text[:1].isalpha() and text.isprintable() and not any(map(str.isnumeric, text)):
        return text
    check_value(value, {"type": "string", "maxLength": 12}, path)
    return printed(text, path)


def placed(context: Context, value: str, told: Mapping[str, Any], path: str = "") -> str:
    """A hex's number, where a place is named on the question's map.

    :raises InputError: the map has no such place, with the nearest; or several of that name.
    """
    if not value[:1].isalpha():
        return value
    from clubroute.rules.gts.maps import country_of  # most questions name no place

    country = country_of(context, told)
    if country is None:
        return value
    places = {country.number(id_): name for id_, name in country.names.items()}
    found = [one for one, name in places.items() if name.casefold() == value.casefold()]
    if len(found) == 1:
        return found[0]
    part = path or next((name for name, one in told.items() if one is value), "hex")
    expected = "one of " + ", ".join(found) if found else f"a hex or a place of {country.window}"
    near = None if found else nearest_name(value, places.values())
    raise InputError(Where("params", part=part), shown(value), expected, near)


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

HEX_NUMBER = of({"type": "string", "maxLength": 12}, printed)
"""A hex as printed: 75.129."""
HEX = Kind(lambda: {"type": "string", "maxLength": 40}, number_or_place, placed)
"""A hex of a question: its printed number, or the name of a place on the map."""
HEXSIDE = of({"type": "string", "maxLength": 24}, printed)
NAME = plain({"type": "string", "maxLength": 100})
YES = plain({"type": "boolean"})
DIE_FACES = tuple(range(10))
"""A die's faces (WED and TDC, Components)."""
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


def one_scenario(*names: str) -> Kind:
    """One of some scenarios, by any name the rulebooks have for it; of all if none is named."""
    known = {name: SERIES.scenarios[name] for name in names or SERIES.scenarios}
    return word(*known, also={other: name for name, them in known.items() for other in them})


def day_text(day: int) -> str:
    """A day as ``1944-09-18``."""
    return date.fromordinal(day).isoformat()
