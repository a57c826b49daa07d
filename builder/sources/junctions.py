"""Reading ``junctions.csv``: whether Roads that share a hex meet there."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from clubroute.builder.grid import Hex, Lattice
from clubroute.builder.sources.cells import BASIS_COLUMNS, basis_cells, hex_cell
from clubroute.builder.sources.tables import read_rows
from clubroute.builder.terrain import Basis

JUNCTION_COLUMNS = {"hex": True, "roads": True, "meet": True, **BASIS_COLUMNS}


@dataclass(frozen=True, slots=True)
class JunctionRecord:
    """One row: Roads (ids, ascending) that share a hex, and whether they meet in it."""

    hex: Hex
    roads: tuple[str, ...]
    meet: bool
    basis: Basis
    path: str
    row: int


def read_junctions(path: Path, lattice: Lattice) -> tuple[JunctionRecord, ...]:
    """The rows of a ``junctions.csv``. :raises InputError: at the cell."""
    records: list[JunctionRecord] = []
    seen: dict[tuple[Hex, str, str], int] = {}
    for row in read_rows(path, JUNCTION_COLUMNS):
        h = hex_cell(row, "hex", lattice)
        roads = tuple(sorted(set(row.text("roads").split())))
        if len(roads) < 2:
            raise row.error("roads", f"{len(roads)} Road", "the ids of two Roads or more")
        for a, b in combinations(roads, 2):
            if (h, a, b) in seen:
                raise row.error("roads", f"{a} and {b} again", f"once (row {seen[h, a, b]})")
            seen[h, a, b] = row.row
        meet = row.choice("meet", ("yes", "no")) == "yes"
        records.append(JunctionRecord(h, roads, meet, basis_cells(row), row.path, row.row))
    return tuple(records)
