"""Reading ``facts.csv``: statements of the rulebooks about the map, to hold the map against."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.grid import Hex, Lattice
from clubroute.builder.sources.cells import hexes_cell, source_name
from clubroute.builder.sources.tables import read_rows, unique

# Reading ``readings.csv``: the rulebooks' own slips, and how each is read.

READING_COLUMNS = {
    "id": True,
    "subject": True,
    "hexes": True,
    "printed": True,
    "read": True,
    "explains": False,
    "cite": True,
}


@dataclass(frozen=True, slots=True)
class Reading:
    """A slip of a rulebook about a subject (hex, hexside or area id): the print and its reading.

    ``explains`` is the rule of the finding that the slip would otherwise cause; that finding is
    then a note.
    """

    id: str
    subject: str
    hexes: tuple[Hex, ...]
    printed: str
    read: str
    explains: str
    cite: str
    source: str


def read_readings(path: Path, lattice: Lattice, rules: tuple[str, ...]) -> tuple[Reading, ...]:
    """Read the rows of a ``readings.csv``; ``rules`` may stand in ``explains``. :raises
    InputError:"""
    rows = read_rows(path, READING_COLUMNS)
    unique(rows, "id")
    return tuple(
        Reading(
            row.text("id"),
            row.text("subject"),
            hexes_cell(row, "hexes", lattice),
            row.text("printed"),
            row.text("read"),
            row.optional_choice("explains", rules) or "",
            row.text("cite"),
            f"{source_name(row.path)}:{row.row}",
        )
        for row in rows
    )


FACT_COLUMNS = {
    "id": True,
    "game": True,
    "subject": True,
    "predicate": True,
    "object": False,
    "cite": True,
    "status": True,
}
STATUSES = ("stated", "inferred")


@dataclass(frozen=True, slots=True)
class Fact:
    """One statement: ``subject`` (hex, hexside or area) ``predicate`` ``object``.

    ``status`` is "stated" if the rulebook says so, "inferred" if it follows only with geography or
    history.
    """

    id: str
    game: str
    subject: str
    predicate: str
    object: str
    cite: str
    status: str
    path: str
    row: int


def read_facts(path: Path, predicates: tuple[str, ...]) -> tuple[Fact, ...]:
    """Read the rows of a ``facts.csv``. :raises InputError: at the cell."""
    rows = read_rows(path, FACT_COLUMNS)
    unique(rows, "id")
    return tuple(
        Fact(
            row.text("id"),
            row.text("game"),
            row.text("subject"),
            row.choice("predicate", predicates),
            row.optional("object") or "",
            row.text("cite"),
            row.choice("status", STATUSES),
            row.path,
            row.row,
        )
        for row in rows
    )
