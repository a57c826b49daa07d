"""The games of the Standard Combat Series and their rulebooks (``series.toml``, ``tables/``)."""

from __future__ import annotations

from functools import partial

from clubroute.rules.book.applies import answers_of
from clubroute.rules.book.rulebook import Section, topic
from clubroute.rules.series import series

SERIES = series("scs")
answers = partial(answers_of, SERIES.id)
"""Declares the function that answers a method of the series with a receipt."""
MAPS = SERIES.maps
GAME = MAPS[0]
"""The one game of the series there is."""


def book(name: str, game: str = GAME) -> Section:
    """A topic's rules as a game has them.

    >>> book("supply").where.path.endswith("supply.toml")
    True
    """
    return topic(SERIES.id, name, game)
