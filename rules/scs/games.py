"""The games of the Standard Combat Series and their rulebooks (``series.toml``, ``tables/``)."""

from __future__ import annotations

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
    """The rules that methods of one kind apply, as cited (``tables/applies.toml``)."""
    return tuple(book("applies")[name].cite.split(", "))
