"""The declaration of an owner's table: its columns, their meanings, the rules that use it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from clubroute.builder.errors import one_of
from clubroute.rules.book.rulebook import record
from clubroute.rules.series import all_games

UNLOCKS = Path(__file__).with_name("unlocks.toml")
"""The answers each table unlocks, as ``python -m tests.rules.owner.reading`` works them out."""

Kind: TypeAlias = Literal["text", "choice", "integer", "yes_no", "hex", "hexes", "names", "date"]

KINDS: dict[Kind, str] = {
    "text": "text",
    "choice": "one of",
    "integer": "a whole number",
    "yes_no": "yes or no",
    "hex": "a hex as printed, 75.129",
    "hexes": "hexes as printed, blanks between them",
    "names": "names, semicolons between them",
    "date": "a date, 1944-09-18",
}
"""The content of a cell of each kind, in words."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column. ``blank`` says what a blank cell means; "" if the cell may not be blank.

    ``only_if`` names another column and the value it must have: then this cell must be filled,
    else it must be blank. ``low`` and ``high`` bound a number.
    """

    name: str
    kind: Kind
    summary: str
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    blank: str = ""
    only_if: tuple[str, str] | None = None

    @property
    def form(self) -> str:
        """The content of a cell, in words."""
        if self.kind == "choice":
            return one_of(self.choices)
        if self.kind == "integer" and self.low is not None:
            upper = f" to {self.high}" if self.high is not None else " or more"
            return f"{KINDS['integer']}, {self.low}{upper}"
        return KINDS[self.kind]


@dataclass(frozen=True, slots=True)
class DiceTable:
    """A table read by a die: columns ``low`` and ``high`` are the results a row stands for.

    ``groups`` are the columns whose values together choose a sub-table. ``faces`` are the lowest
    and the highest die, all of which must have a row; None: a modified die, where the first row
    goes on downwards (low blank) and the last upwards (high blank).
    """

    groups: tuple[str, ...]
    faces: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class TableSpec:
    """An owner's table, in the file ``<name>.csv`` of the owner folder.

    ``printed`` says where the owner finds the numbers. ``keys`` are the columns whose values
    together stand in one row only. ``examples`` are rows of the right shape, as CSV, with
    made-up numbers.
    """

    name: str
    summary: str
    printed: str
    cites: tuple[str, ...]
    columns: tuple[Column, ...]
    examples: tuple[str, ...]
    keys: tuple[str, ...] = ()
    dice: DiceTable | None = None

    @property
    def file(self) -> str:
        """The name of its file."""
        return f"{self.name}.csv"

    @property
    def unlocks(self) -> tuple[str, ...]:
        """The methods that may read it, sorted."""
        return tuple(record(UNLOCKS)[self.name])

    def column(self, name: str) -> Column:
        """The column of that name. :raises KeyError: there is none."""
        for column in self.columns:
            if column.name == name:
                return column
        raise KeyError(name)


def game_column() -> Column:
    """Which game a row is for."""
    return Column("game", "choice", "the game the row is for", all_games(), blank="every game")


def die_columns(faces: tuple[int, int] | None = None) -> tuple[Column, Column]:
    """``low`` and ``high``: the results of a die a row stands for.

    :param faces: the lowest and highest face; None for a die with modifiers.
    """
    low, high = faces if faces is not None else (None, None)
    open_low = "" if faces is not None else "and everything below"
    open_high = "" if faces is not None else "and everything above"
    return (
        Column("low", "integer", "the lowest die of the row", low=low, high=high, blank=open_low),
        Column("high", "integer", "the highest", low=low, high=high, blank=open_high),
    )
