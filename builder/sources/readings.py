"""Reading ``readings.csv``: the rulebooks' own slips, and how each is read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.grid import Hex, Lattice
from clubroute.builder.sources.cells import hexes_cell, source_name
from clubroute.builder.sources.tables import read_rows, unique

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
    """One slip: what is printed about a subject (hex, hexside or area id), and what it is read as.

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
    """The rows of a ``readings.csv``; ``rules`` may stand in ``explains``. :raises InputError:"""
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
