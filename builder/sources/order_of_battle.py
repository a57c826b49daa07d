"""Divisions, formations and scenarios of a game: the names that counters may use."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from clubroute.builder.errors import Where, nearest_name, one_of
from clubroute.builder.sources.layout import Layout, read_layout
from clubroute.builder.sources.tables import Row, optional_rows, unique
from clubroute.builder.sources.toml_table import (
    GameFolder,
    TomlTable,
    game_folder,
    read_toml_table,
    state_words,
)

# ``scenario.toml``: what the scenario files of one series have beside those of every game.
#
# Its tables are declared column by column and read by
# :mod:`clubroute.builder.sources.scenario_tables`; docs/counters.md describes the file. A game
# without one has no such tables.

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

    A column that is not ``needed`` and absent is None, or the empty value of its kind. ``silent``
    makes an absent list None: not said.
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
    """The tables and words that only one series has in its scenarios.

    ``points`` are what its divisions spend, ``rider`` the state of a unit on another, ``boundary``
    the marker at the corners of a playing area, ``first_drawn`` the line of the notes on the first
    and the last lot of the cup; "" means none. ``triggers`` are further triggers of an arrival,
    with the words of their tray.
    """

    tables: Mapping[str, DeclaredTable] = field(default_factory=dict)
    points: tuple[str, ...] = ()
    rider: str = ""
    boundary: str = ""
    first_drawn: str = ""
    triggers: Mapping[str, str] = field(default_factory=dict)


def read_form(folder: GameFolder) -> ScenarioForm:
    """Read the form of a game's scenarios; an empty one without a file.

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
    """Read a ``[table.NAME]``. :raises InputError: see :func:`read_form`."""
    entry.only(("many", "one_of", "key", "counts", "column"))
    declared = entry.inner("column")
    columns = tuple(read_column(declared.inner(column), column) for column in declared.table)
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
    """Read a column: ``NAME = { is = "…" }``. :raises InputError: see :func:`read_form`."""
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


PROVENANCES = ("rulebook", "survey", "assumed")


@dataclass(frozen=True, slots=True)
class Division:
    """A parent formation: its name, side, short name for a counter, and other spellings."""

    name: str
    side: str
    short: str
    aliases: tuple[str, ...]
    cite: str
    note: str
    where: Where = field(compare=False)


@dataclass(frozen=True, slots=True)
class Formation:
    """A formation of a division; ``Independent`` and ``Artillery`` are formations too."""

    division: str
    name: str
    aliases: tuple[str, ...]
    cite: str
    note: str
    where: Where = field(compare=False)


@dataclass(frozen=True, slots=True)
class ScenarioName:
    """A scenario of the game by the id that the other sources use, such as ``WED-1``."""

    id: str
    title: str
    cite: str
    note: str
    where: Where = field(compare=False)


@dataclass(frozen=True, slots=True)
class OrderOfBattle:
    """The sides, divisions, formations and scenarios of one game, in source order, the layout of
    its unit counters, the words a set-up may use for how a unit stands, and the series' own tables
    of a scenario."""

    sides: tuple[str, ...]
    layout: Layout
    states: tuple[str, ...]
    divisions: tuple[Division, ...]
    formations: tuple[Formation, ...]
    scenarios: tuple[ScenarioName, ...]
    form: ScenarioForm = field(default_factory=ScenarioForm)

    def division(self, name: str) -> Division | None:
        """Return the division with this name or alias; None if there is none."""
        return next((d for d in self.divisions if name in (d.name, *d.aliases)), None)

    def formation(self, division: str, name: str) -> Formation | None:
        """Return the formation of ``division`` with this name or alias; None if there is none."""
        return next(
            (f for f in self.formations if f.division == division and name in (f.name, *f.aliases)),
            None,
        )

    def formations_of(self, division: str) -> list[str]:
        """Return the names of a division's formations, in source order."""
        return [f.name for f in self.formations if f.division == division]


def read_order_of_battle(folder: Path) -> OrderOfBattle:
    """Read ``divisions.csv``, ``formations.csv`` and ``scenarios.csv`` of a game, of which each may
    be absent.

    :raises InputError: an unreadable source, an unknown side or division, a name twice.
    """
    game = game_folder(folder)
    divisions = read_divisions(folder / "divisions.csv", game.sides)
    return OrderOfBattle(
        game.sides or tuple(dict.fromkeys(division.side for division in divisions)),
        read_layout(game),
        tuple(state_words(game)),
        divisions,
        read_formations(folder / "formations.csv", divisions),
        read_scenario_names(folder / "scenarios.csv"),
        read_form(game),
    )


def read_divisions(path: Path, sides: Sequence[str]) -> tuple[Division, ...]:
    """Read the divisions of a game; any side if none are known.

    :raises InputError: see :func:`read_order_of_battle`.
    """
    columns = {"division": True, "side": True, "short": True}
    rows = optional_rows(path, columns | {"aliases": False, "cite": True, "note": False})
    unique(rows, "division")
    return tuple(
        Division(
            row.text("division"),
            row.choice("side", sides) if sides else row.text("side"),
            row.optional("short") or "",
            names(row, "aliases"),
            row.text("cite"),
            row.optional("note") or "",
            row.where(),
        )
        for row in rows
    )


def read_formations(path: Path, divisions: Sequence[Division]) -> tuple[Formation, ...]:
    """Read the formations of those divisions. :raises InputError: see
    :func:`read_order_of_battle`."""
    columns = {"division": True, "formation": True, "aliases": False, "cite": True, "note": False}
    seen: dict[tuple[str, str], int] = {}
    formations = []
    for row in optional_rows(path, columns):
        key = (row.choice("division", [d.name for d in divisions]), row.text("formation"))
        if key in seen:
            raise row.error(
                "formation", f"{key[1]!r} again", f"a new formation (first in row {seen[key]})"
            )
        seen[key] = row.row
        cite, note = row.text("cite"), row.optional("note") or ""
        formations.append(Formation(*key, names(row, "aliases"), cite, note, row.where()))
    return tuple(formations)


NAME_COLUMNS = {"id": True, "title": True, "cite": True, "note": False}
"""The columns of ``scenarios.csv``."""


def read_scenario_names(path: Path) -> tuple[ScenarioName, ...]:
    """Read the scenarios of a game. :raises InputError: see :func:`read_order_of_battle`."""
    rows = optional_rows(path, NAME_COLUMNS)
    unique(rows, "id")
    return tuple(
        ScenarioName(
            row.text("id"),
            row.text("title"),
            row.text("cite"),
            row.optional("note") or "",
            row.where(),
        )
        for row in rows
    )


def names(row: Row, column: str) -> tuple[str, ...]:
    """Return a cell of names separated by ``;``. :raises InputError: an empty or repeated name."""
    cell = row.optional(column)
    if cell is None:
        return ()
    parts = tuple(part.strip() for part in cell.split(";"))
    if "" in parts:
        raise row.error(column, repr(cell), "names separated by single ';'")
    if len(set(parts)) != len(parts):
        raise row.error(column, repr(cell), "each name once")
    return parts


def chosen_names(row: Row, column: str, valid: Sequence[str]) -> tuple[str, ...]:
    """Return names as :func:`names` does, each one of ``valid``. :raises InputError: with the
    nearest name."""
    parts = names(row, column)
    for part in parts:
        if part not in valid:
            raise row.error(column, repr(part), one_of(valid), nearest_name(part, valid))
    return parts


def identifier(row: Row, column: str = "id") -> str:
    """Return a stable id: lower-case letters, digits and hyphens. :raises InputError: otherwise."""
    value = row.text(column)
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", value):
        raise row.error(column, repr(value), "lower-case letters, digits and single hyphens")
    return value


def division_and_formation(
    row: Row, book: OrderOfBattle, side: str | None
) -> tuple[str | None, str | None]:
    """Return the ``division`` and ``formation`` cells; both may be blank.

    :raises InputError: unknown, of the other side, or a formation without a division.
    """
    division = row.optional_choice("division", [d.name for d in book.divisions])
    if division is None:
        if row.optional("formation") is not None:
            raise row.error("division", "a blank cell", "the division of the formation")
        return None, None
    known = book.division(division)
    if known is not None and side is not None and known.side != side:
        raise row.error("division", f"{division!r} for side {side}", f"a division of the {side}")
    return division, row.optional_choice("formation", book.formations_of(division))
