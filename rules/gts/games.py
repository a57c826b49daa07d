"""The games of the Grand Tactical Series and their rulebooks (``series.toml``, ``tables/``)."""

from __future__ import annotations

from functools import partial

from clubroute.rules.book.applies import answers_of
from clubroute.rules.book.rulebook import Section, topic
from clubroute.rules.series import series

SERIES = series("gts")
answers = partial(answers_of, SERIES.id)
"""Declares the function that answers a method of the series with a receipt."""
MAPS = SERIES.maps
"""The maps of the series: one a game, and one of all of them joined."""
GAMES = SERIES.printed
"""The games that have a rulebook of their own."""


def book(name: str, game: str) -> Section:
    """A topic's rules as a game, or a rule set, has them. :raises KeyError: no such game.

    >>> book("bridge", "wed").where.path.endswith("bridge.toml")
    True
    """
    return topic(SERIES.id, name, game)
