"""The kinds of values that questions and positions of every series hold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from clubroute.builder.errors import (
    InputError,
    Where,
    nearest_name,
    one_of,
)
from clubroute.rules.asking.schema import check_value, shown
from clubroute.rules.ground.maps import country_of, map_of
from clubroute.rules.position.record import (
    Kind,
    needed,
    of,
    plain,
    word,
)
from clubroute.rules.series import all_games, series_at

if TYPE_CHECKING:
    from clubroute.rules.asking.context import Context
    from clubroute.rules.ground.mapfile import MapFile

ALLIED, GERMAN = "Allied", "German"
SIDES = (ALLIED, GERMAN)
ENEMY: Mapping[str, str] = {ALLIED: GERMAN, GERMAN: ALLIED}

NUMBER_FORM = re.compile(r"[0-9A-Za-z.]*")
"""A printed number is written in ASCII: digits of other scripts are no hex's."""


def printed(value: str, path: str) -> str:
    """Return a printed number without spaces around it."""
    text = value.strip()
    if not all(NUMBER_FORM.fullmatch(end.strip()) for end in text.split("/")):
        raise InputError(Where("params", part=path), shown(value), "a number as printed: 75.129")
    return text


def is_place(text: str) -> bool:
    """Tell whether a text may be a place's name, which has no digits."""
    return text[:1].isalpha() and text.isprintable() and not any(map(str.isnumeric, text))


def number_or_place(value: object, path: str) -> str:
    """Return a printed number, or what may be a place's name."""
    check_value(value, {"type": "string", "maxLength": 40}, path)
    text = str(value).strip()
    if is_place(text):
        return text
    check_value(value, {"type": "string", "maxLength": 12}, path)
    return printed(text, path)


def hexside_or_name(value: str, path: str) -> str:
    """Return a printed hexside, or what may be a bridge's name."""
    text = value.strip()
    return text if is_place(text) else printed(text, path)


def placed(context: Context, value: str, told: Mapping[str, Any], path: str = "") -> str:
    """Return the hex of a number or of a place on the question's map.

    :raises InputError: the map has no such place, with the nearest; or several of that name.
    """
    if not is_place(value):
        return value

    country = country_of(context, told)
    if country is None:
        return value
    found = country.called(value)
    if len(found) == 1:
        return found[0]
    part = path or next((name for name, one in told.items() if one is value), "hex")
    expected = one_of(found) if found else f"a hex or a place of {country.window}"
    near = None if found else nearest_name(value, country.names.values())
    raise InputError(Where("params", part=part), shown(value), expected, near)


def open_map(context: Context, name: str, told: Mapping[str, Any]) -> MapFile:
    """Look up the compiled map of a name."""
    return map_of(context, name)


def a_map(summary: str, maps: tuple[str, ...]) -> Any:
    """Declare the compiled map a question is about; ``map`` in JSON."""
    return needed(Kind(choice(*maps).schema, choice(*maps).read, open_map), summary, name="map")


def any_map() -> Any:
    """Declare the compiled map, of any series, that a question is about; ``map`` in JSON."""
    known = choice(*all_games())

    def read(value: Any, path: str) -> Any:
        # A game of the project around us is a map, too, of which no schema knows.
        if not isinstance(value, str):
            return known.read(value, path)
        series_at(value)
        return value

    kind = Kind(known.schema, read, open_map)
    return needed(kind, "the map: " + ", ".join(all_games()), name="map")


def halves(value: float, path: str) -> int:
    """Turn movement points into half-MP."""
    return round(value * 2)


MOST_MP = 99
"""No unit has more movement points."""

HEX_NUMBER = of({"type": "string", "maxLength": 12}, printed)
"""A hex as printed: 75.129."""
HEX = Kind(lambda: {"type": "string", "maxLength": 40}, number_or_place, placed)
"""A hex of a question: its printed number, or the name of a place on the map."""
HEXSIDE = of({"type": "string", "maxLength": 24}, printed)
BRIDGE = of({"type": "string", "maxLength": 40}, hexside_or_name)
"""A bridge: its hexside, 55.202/56.201, or its name on the map."""
NAME = plain({"type": "string", "maxLength": 100})
YES = plain({"type": "boolean"})
POINTS = plain({"type": "integer", "minimum": 0, "maximum": 99})
COUNT = plain({"type": "integer", "minimum": 0, "maximum": 999})
SIDE = word(*SIDES)
MP = of({"type": "number", "minimum": 0, "maximum": MOST_MP, "multipleOf": 0.5}, halves)
"""Movement points; half-MP once read."""


def choice(*options: str) -> Kind:
    """Return one of some words, exactly as written."""
    return plain({"type": "string", "enum": list(options)})
