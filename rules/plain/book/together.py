"""Holds tables against each other: what one asks of another must be there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clubroute.rules.plain.book.source import KeyPath, RuleSource
from clubroute.rules.plain.book.tables import RuleTables

POINTS = "stacking"
"""The column of ``[units]`` with stacking points."""


def hold_together(tables: RuleTables, others: Iterable[RuleTables], source: RuleSource) -> None:
    """Keep the mistake of each key that asks for a table or a column that is nowhere.

    :param others: the same tables with each overlay.
    """
    if POINTS not in tables.columns:
        for key in pointed(tables):
            found = "stacking points, and no column with them"
            source.mistake(key, found, f'{POINTS} = "…" in [units]')
    if tables.facing is None and all(one.facing is None for one in others):
        for key in faced(tables):
            source.mistake(key, f"{key[-1]}, and no [facing]", "[facing], by which units face")


def pointed(tables: RuleTables) -> Iterator[KeyPath]:
    """The keys that count stacking points."""
    row = tables.stacking
    if row is None:
        return
    if row.points:
        yield ("stacking", "by")
    for index, limit in enumerate(row.limits, start=1):
        if limit.points:
            yield ("stacking", "limit", str(index), "by")


def faced(tables: RuleTables) -> Iterator[KeyPath]:
    """The keys that ask which way a unit faces."""
    for index, one in enumerate(tables.combat.modifiers if tables.combat else (), start=1):
        if "from_side" in one.when:
            yield ("combat", "modifier", str(index), "when", "from_side")
    further = tables.advance.further if tables.advance is not None else None
    if further is not None and further.straight:
        yield ("advance", "further", "straight")
