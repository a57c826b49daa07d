"""The points that a side has to spend in a scenario, and its sources of supply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clubroute.builder.sources import scenario_tables as tables
from clubroute.builder.sources.order_of_battle import OrderOfBattle
from clubroute.builder.sources.toml_table import TomlTable


@dataclass(frozen=True, slots=True)
class Stock:
    """Points of a kind (``what``) a side, or one of its divisions, has: at the start, and
    ``each_turn`` from a turn on. ``unlimited``: never counted. ``divided_by``: the divisor of the
    roll for them. None means not said."""

    what: str
    side: str
    division: str | None
    at_start: int | None
    unlimited: bool
    each_turn: int | None
    from_turn: str | None
    divided_by: int | None
    text: str
    cite: str


@dataclass(frozen=True, slots=True)
class Supply:
    """The source of a side's supply in this scenario, by areas of the map, or only in words."""

    side: str
    map_areas: tuple[str, ...]
    text: str
    cite: str


def read_stock(entry: TomlTable, book: OrderOfBattle) -> Stock:
    """Read a ``[[stock]]`` table. :raises InputError: an unknown side, division or key."""
    figures = ("at_start", "each_turn", "divided_by")
    entry.only(("what", "side", "division", *figures, "unlimited", "from", "text", "cite"))
    return Stock(
        entry.value("what", str),
        entry.choice("side", book.sides),
        entry.optional_choice("division", [division.name for division in book.divisions]),
        tables.number_or_none(entry, "at_start"),
        entry.flag("unlimited"),
        tables.number_or_none(entry, "each_turn"),
        entry.optional("from") or None,
        tables.number_or_none(entry, "divided_by"),
        entry.optional("text"),
        entry.value("cite", str),
    )


def read_supply(entry: TomlTable, sides: Sequence[str]) -> Supply:
    """Read a ``[[supply]]`` table. :raises InputError: an unknown side or key."""
    entry.only(("side", "map_areas", "text", "cite"))
    return Supply(
        entry.choice("side", sides),
        entry.texts("map_areas"),
        entry.value("text", str),
        entry.value("cite", str),
    )
