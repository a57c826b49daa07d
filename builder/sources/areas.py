"""Reading ``areas.csv``: named sets of hexes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.grid import Hex, Lattice
from clubroute.builder.sources.cells import BASIS_COLUMNS, basis_cells, hexes_cell
from clubroute.builder.sources.tables import read_rows, unique
from clubroute.builder.sources.vocabulary import Vocabulary
from clubroute.builder.terrain import Basis

AREA_COLUMNS = {
    "id": True,
    "kind": True,
    "name": False,
    "game": False,
    "hexes": False,
    "roads": False,
    **BASIS_COLUMNS,
}


@dataclass(frozen=True, slots=True)
class AreaRecord:
    """One row: an area's hexes, or the ids of the Roads whose hexes it is, end to end."""

    id: str
    kind: str
    name: str
    game: str
    hexes: tuple[Hex, ...]
    roads: tuple[str, ...]
    basis: Basis
    path: str
    row: int


def read_areas(
    path: Path, lattice: Lattice, vocabulary: Vocabulary, games: tuple[str, ...]
) -> tuple[AreaRecord, ...]:
    """The rows of an ``areas.csv``; ``games`` may stand in ``game``. :raises InputError:"""
    rows = read_rows(path, AREA_COLUMNS)
    unique(rows, "id")
    records = []
    for row in rows:
        hexes = hexes_cell(row, "hexes", lattice) if row.optional("hexes") else ()
        roads = tuple((row.optional("roads") or "").split())
        if bool(hexes) == bool(roads):
            raise row.error(
                "hexes", "both hexes and roads" if hexes else "neither hexes nor roads", "one"
            )
        records.append(
            AreaRecord(
                row.text("id"),
                row.choice("kind", vocabulary.areas),
                row.optional("name") or "",
                row.optional_choice("game", games) or "",
                hexes,
                roads,
                basis_cells(row),
                row.path,
                row.row,
            )
        )
    return tuple(records)
