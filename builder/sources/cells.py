"""Cells that name places on a lattice, and the cells every fact row shares.

A place is written as printed: a hex ``55.202``, a hexside ``55.202/56.201``, several hexes with
blanks between them. A printed number that is on no sheet, or names two hexes, is an error at that
cell.
"""

from __future__ import annotations

from clubroute.builder.grid import Hex, HexNumberError, Hexside, Lattice, NotAdjacentError, adjacent
from clubroute.builder.provenance import PROVENANCES, Provenance
from clubroute.builder.sources.tables import Row
from clubroute.builder.terrain import Basis

BASIS_COLUMNS = {"provenance": True, "cite": True}


def hex_cell(row: Row, column: str, lattice: Lattice) -> Hex:
    """The hex a cell names."""
    return hex_word(row, column, lattice, row.text(column))


def hex_word(row: Row, column: str, lattice: Lattice, word: str) -> Hex:
    """The hex one word of a cell names. :raises InputError: at the cell."""
    try:
        return lattice.parse(word)
    except HexNumberError as error:
        raise row.error(column, str(error), f"a hex number of {lattice.name}, as 55.202") from None


def hexes_cell(row: Row, column: str, lattice: Lattice) -> tuple[Hex, ...]:
    """The hexes a cell names, blanks between them, each once."""
    found: list[Hex] = []
    for word in row.text(column).split():
        h = hex_word(row, column, lattice, word)
        if h in found:
            raise row.error(column, f"{word} twice", "each hex once")
        found.append(h)
    return tuple(found)


def chain_cell(row: Row, column: str, lattice: Lattice) -> tuple[Hex, ...]:
    """The hexes of a chain, each adjacent to the one before."""
    words = row.text(column).split()
    chain = [hex_word(row, column, lattice, word) for word in words]
    for k in range(1, len(chain)):
        if not adjacent(chain[k - 1], chain[k]):
            raise row.error(
                column, f"{words[k - 1]} then {words[k]}, which share no hexside", "no gap"
            )
    if len(chain) < 2:
        raise row.error(column, f"{len(chain)} hex", "two or more hexes")
    return tuple(chain)


def hexside_cell(row: Row, column: str, lattice: Lattice) -> Hexside:
    """The hexside a cell names."""
    try:
        return lattice.parse_hexside(row.text(column))
    except (HexNumberError, NotAdjacentError) as error:
        raise row.error(column, str(error), "a hexside as 55.202/56.201") from None


def basis_cells(row: Row) -> Basis:
    """Provenance, citation and place of a fact row."""
    provenance: Provenance = "assumed"
    chosen = row.choice("provenance", PROVENANCES)
    for candidate in PROVENANCES:
        if candidate == chosen:
            provenance = candidate
    return Basis(provenance, row.text("cite"), f"{source_name(row.path)}:{row.row}")


def source_name(path: str) -> str:
    """A source's name in the map: its last two parts, the same wherever the project lies."""
    return "/".join(path.replace("\\", "/").split("/")[-2:])
