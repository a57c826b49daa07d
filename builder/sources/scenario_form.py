"""``scenario.toml``: what the scenario files of one series have beside those of every game.

Its tables are declared column by column and read by :mod:`clubroute.builder.sources.declared_rows`;
docs/counters.md describes the file. A game without one has no such tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from clubroute.builder.sources.game_folder import GameFolder
from clubroute.builder.sources.toml_table import TomlTable, read_toml_table

FILE = "scenario.toml"
KINDS: Mapping[str, str] = {
    "text": "a text, blank if it is not there",
    "texts": "a list of texts",
    "flag": "true or false; false if it is not there",
    "number": "a whole number from 0",
    "word": "one of words",
    "words": "a list of words",
    "hex": "a printed hex number",
    "hexside": "two printed hex numbers, 66.156/66.157; each once in a scenario's tables",
    "side": "one of the game's sides, or one of words",
    "sides": "a list of sides",
    "division": "one of divisions.csv",
    "unit": "the id of a unit of the scenario",
    "markers": "a list of ids of markers of the scenario",
    "turns": "a list of turns of the scenario",
    "areas": "a list of ids of areas.csv or regions.csv",
    "provenance": "what the row rests on",
}
"""What a column may hold."""


@dataclass(frozen=True, slots=True)
class DeclaredColumn:
    """A column of a declared table.

    A column that is not ``needed`` and not there is None, or the empty value of its kind: a text
    or list of nothing, false. ``silent`` makes a list that is not there None: not said.
    """

    name: str
    kind: str
    needed: bool = False
    words: tuple[str, ...] = ()
    lowest: int = 0
    silent: bool = False
    at: str = ""
    """The hexside column at which this unit stands."""


@dataclass(frozen=True, slots=True)
class DeclaredTable:
    """A table a scenario may have: once, or ``many`` times.

    Of the columns in ``one_of`` exactly one is there. ``key`` names the columns by which a row of
    a joined scenario is another's again, () where every row is its own, None where rows of joined
    scenarios do not hold. ``counts`` gives the column with the number of each of the points.
    """

    name: str
    columns: tuple[DeclaredColumn, ...]
    many: bool = False
    one_of: tuple[str, ...] = ()
    key: tuple[str, ...] | None = None
    counts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ScenarioForm:
    """What is a series' own in its scenarios.

    ``points`` are what its divisions spend, ``rider`` the state of a unit on another, ``boundary``
    the marker at the corners of a playing area, ``first_drawn`` the line of the notes on the first
    and the last lot of the cup; "" is no such thing. ``triggers`` are further triggers of an
    arrival, with what a tray says of one.
    """

    tables: Mapping[str, DeclaredTable] = field(default_factory=dict)
    points: tuple[str, ...] = ()
    rider: str = ""
    boundary: str = ""
    first_drawn: str = ""
    triggers: Mapping[str, str] = field(default_factory=dict)


def read_form(folder: GameFolder) -> ScenarioForm:
    """The form of a game's scenarios; an empty one without a file.

    :raises InputError: a missing or unknown key, an unknown kind, a column that is not declared.
    """
    if not folder.has(FILE):
        return ScenarioForm()
    top = read_toml_table(folder.file(FILE))
    top.only(("points", "rider", "boundary", "first_drawn", "triggers", "table"))
    points = top.texts("points")
    triggers = top.inner("triggers") if "triggers" in top.table else None
    tables = top.inner("table") if "table" in top.table else None
    return ScenarioForm(
        {name: read_table(tables.inner(name), name, points) for name in tables.table}
        if tables
        else {},
        points,
        top.optional("rider"),
        top.optional("boundary"),
        top.optional("first_drawn"),
        {name: triggers.value(name, str) for name in triggers.table} if triggers else {},
    )


def read_table(entry: TomlTable, name: str, points: tuple[str, ...]) -> DeclaredTable:
    """A ``[table.NAME]``. :raises InputError: see :func:`read_form`."""
    entry.only(("many", "one_of", "key", "counts", "column"))
    declared = entry.inner("column")
    columns = tuple(read_column(declared.inner(one), one) for one in declared.table)
    names = [column.name for column in columns]
    counts = entry.inner("counts") if "counts" in entry.table else None
    if counts:
        counts.only(points)
    return DeclaredTable(
        name,
        columns,
        entry.flag("many"),
        entry.choices("one_of", names),
        entry.choices("key", names) if "key" in entry.table else None,
        {what: counts.choice(what, names) for what in counts.table} if counts else {},
    )


def read_column(entry: TomlTable, name: str) -> DeclaredColumn:
    """A column: ``NAME = { is = "…" }``. :raises InputError: see :func:`read_form`."""
    entry.only(("is", "needed", "words", "lowest", "silent", "at"))
    return DeclaredColumn(
        name,
        entry.choice("is", KINDS),
        entry.flag("needed"),
        entry.texts("words"),
        entry.number("lowest", 0, 99) if "lowest" in entry.table else 0,
        entry.flag("silent"),
        entry.optional("at"),
    )
