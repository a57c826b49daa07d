"""Reading ``hexsides.csv``: features of single hexsides."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.grid import Hexside, Lattice
from clubroute.builder.mistakes import read_each
from clubroute.builder.sources.cells import BASIS_COLUMNS, basis_cells, hexside_cell
from clubroute.builder.sources.tables import Row, read_rows
from clubroute.builder.sources.vocabulary import DRY, Vocabulary
from clubroute.builder.terrain import Basis

HEXSIDE_COLUMNS = {"hexside": True, "kind": True, "name": False, "note": False, **BASIS_COLUMNS}


@dataclass(frozen=True, slots=True)
class HexsideRecord:
    """One row: a feature on a hexside, or (kind ``dry``) that no water runs there.

    A water row's ``name`` is that of the surveyed water that must run through it, if there is one.
    """

    side: Hexside
    kind: str
    name: str
    note: str
    basis: Basis


def read_hexsides(
    path: Path, lattice: Lattice, vocabulary: Vocabulary
) -> tuple[HexsideRecord, ...]:
    """The rows of a ``hexsides.csv``. :raises InputError: at the cell."""
    seen: dict[tuple[Hexside, str], int] = {}
    wet: dict[Hexside, bool] = {}

    def record(row: Row) -> HexsideRecord:
        side = hexside_cell(row, "hexside", lattice)
        kind = row.choice("kind", (*vocabulary.hexsides, DRY))
        if (side, kind) in seen:
            raise row.error(
                "hexside", f"{kind} again", f"each kind once (first in row {seen[side, kind]})"
            )
        seen[side, kind] = row.row
        watery = kind in vocabulary.water
        if (watery or kind == DRY) and wet.setdefault(side, watery) != watery:
            raise row.error("kind", repr(kind), "either water or dry, not both")
        name, note = (row.optional(column) or "" for column in ("name", "note"))
        return HexsideRecord(side, kind, name, note, basis_cells(row))

    return read_each(record, read_rows(path, HEXSIDE_COLUMNS))
