"""The kinds of values that questions and positions of the series hold."""

from __future__ import annotations

from datetime import date

from clubroute.builder.errors import InputError, Where
from clubroute.rules.answer.model import MOVE_CLASSES
from clubroute.rules.asking.kinds import ALLIED as ALLIED
from clubroute.rules.asking.kinds import BRIDGE as BRIDGE
from clubroute.rules.asking.kinds import COUNT as COUNT
from clubroute.rules.asking.kinds import ENEMY as ENEMY
from clubroute.rules.asking.kinds import GERMAN as GERMAN
from clubroute.rules.asking.kinds import HEX as HEX
from clubroute.rules.asking.kinds import HEX_NUMBER as HEX_NUMBER
from clubroute.rules.asking.kinds import HEXSIDE as HEXSIDE
from clubroute.rules.asking.kinds import MP as MP
from clubroute.rules.asking.kinds import NAME as NAME
from clubroute.rules.asking.kinds import POINTS as POINTS
from clubroute.rules.asking.kinds import SIDE as SIDE
from clubroute.rules.asking.kinds import SIDES as SIDES
from clubroute.rules.asking.kinds import YES as YES
from clubroute.rules.asking.kinds import choice as choice
from clubroute.rules.asking.kinds import placed as placed
from clubroute.rules.asking.kinds import printed as printed
from clubroute.rules.gts.games import SERIES
from clubroute.rules.position.record import (
    Kind,
    of,
    plain,
    word,
)

WEATHERS = ("clear", "overcast", "rain", "fog")


def day(value: str, path: str) -> int:
    """A day from ``1944-09-18``, as days of the calendar. :raises InputError: no such day."""
    try:
        if len(value) != 10 or not value.isascii():
            raise ValueError
        return date.fromisoformat(value).toordinal()
    except ValueError:
        raise InputError(Where("params", part=path), repr(value), "a date as 1944-09-18") from None


DIE_FACES = tuple(range(10))
"""A die's faces (WED and TDC, Components)."""
DIE = plain({"type": "integer", "minimum": 0, "maximum": 9})
DATE = of({"type": "string", "maxLength": 10}, day)
DROP = plain({"type": "integer", "minimum": 1, "maximum": 20})
WEATHER = word(*WEATHERS)
MOVE_CLASS = word(*MOVE_CLASSES)
CARRIER = word("wheeled", "tracked")
"""The class of a unit's Organic Transport."""


def one_scenario(*names: str) -> Kind:
    """One of some scenarios, by any name the rulebooks have for it; of all if none is named."""
    known = {name: SERIES.scenarios[name] for name in names or SERIES.scenarios}
    return word(*known, also={other: name for name, them in known.items() for other in them})


def day_text(day: int) -> str:
    """A day as ``1944-09-18``."""
    return date.fromordinal(day).isoformat()
