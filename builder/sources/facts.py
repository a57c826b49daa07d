"""Reading ``facts.csv``: what the rulebooks say about the map, to hold the map against."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.sources.tables import read_rows, unique

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

    ``status`` is "stated" where the rulebook says so, "inferred" where it follows only with the
    geography or history.
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
    """The rows of a ``facts.csv``. :raises InputError: at the cell."""
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
