"""What leads on from each hex of a map, worked out once for all questions."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.kit.search import Onward, Ways
from clubroute.rules.plain.book.tables import RuleTables


def once_a_map(
    context: Context,
    rules: RuleTables,
    country: MapFile,
    name: Hashable,
    onward: Callable[[int], Onward],
) -> Ways:
    """By hex what leads on from it, by some tables on a map, kept under a name of one's own."""
    key = ("plain ways", (country.path, country.digest, id(rules), name))
    kept: tuple[RuleTables, Ways] | None = context.loaded.get(key)
    if kept is None:
        # The tables are kept along: while they are, no others have their id.
        kept = context.loaded[key] = rules, [onward(a) for a in range(len(country))]
    return kept[1]
