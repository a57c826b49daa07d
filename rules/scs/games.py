"""The games of the Standard Combat Series and their rulebooks (``series.toml``, ``tables/``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from clubroute.rules.answers import answer_of
from clubroute.rules.methods import Answer, method
from clubroute.rules.rulebook import Section, topic
from clubroute.rules.series import series

SERIES = series("scs")
MAPS = SERIES.maps
GAME = MAPS[0]
"""The one game of the series there is."""


def book(name: str, game: str = GAME) -> Section:
    """A topic's rules as a game has them."""
    return topic(SERIES.id, name, game)


def applied(name: str) -> tuple[str, ...]:
    """The rules a method applies, as cited (``tables/applies.toml``)."""
    rows = book("applies").listed("rules")
    return tuple(next(row for row in rows if name in row.words("methods")).cite.split(", "))


def answers(
    name: str, *verdicts: str, quick: bool = False, **results: Any
) -> Callable[[Answer], Answer]:
    """Declare the function that answers a method with a receipt; its rules are those ``applied``.

    :param verdicts: those it may have. :param results: its further values by name, JSON Schemas.
    """
    schema = answer_of(*verdicts, **results)
    return method(name, answers=schema, cites=applied(name), quick=quick)
