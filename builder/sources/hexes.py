"""Reading ``hexes.csv``: terrain or name of single hexes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.grid import Hex, Lattice
from clubroute.builder.mistakes import read_each
from clubroute.builder.sources.cells import BASIS_COLUMNS, basis_cells, hex_cell
from clubroute.builder.sources.tables import Row, read_rows
from clubroute.builder.sources.vocabulary import Vocabulary
from clubroute.builder.terrain import Basis

HEX_COLUMNS = {"hex": True, "terrain": True, "name": False, **BASIS_COLUMNS}


@dataclass(frozen=True, slots=True)
class HexRecord:
    """One row: what a hex is (``terrain`` blank: as the survey says) and its lettering."""

    hex: Hex
    terrain: str
    name: str
    basis: Basis


def read_hexes(path: Path, lattice: Lattice, vocabulary: Vocabulary) -> tuple[HexRecord, ...]:
    """The rows of a ``hexes.csv``. :raises InputError: at the cell."""
    seen: dict[Hex, int] = {}

    def record(row: Row) -> HexRecord:
        h = hex_cell(row, "hex", lattice)
        if h in seen:
            raise row.error("hex", f"{row.text('hex')} again", f"once (first in row {seen[h]})")
        seen[h] = row.row
        terrain = row.optional_choice("terrain", vocabulary.hexes) or ""
        name = row.optional("name") or ""
        if not terrain and not name:
            raise row.error("terrain", "a blank cell and no name", "a terrain or a name")
        return HexRecord(h, terrain, name, basis_cells(row))

    return read_each(record, read_rows(path, HEX_COLUMNS))
