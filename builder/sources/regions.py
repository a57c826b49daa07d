"""Reading ``regions.csv``: areas that a rule describes by rivers, places or boards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.errors import nearest_name, one_of
from clubroute.builder.grid import Hex, Lattice
from clubroute.builder.sources.cells import BASIS_COLUMNS, basis_cells, hexes_cell
from clubroute.builder.sources.lattice import BoardSource
from clubroute.builder.sources.tables import Row, read_rows, unique
from clubroute.builder.sources.vocabulary import Vocabulary
from clubroute.builder.terrain.terrain_map import Basis

COLUMNS = {
    "id": True,
    "kind": True,
    "name": False,
    "game": False,
    "from": False,
    "waters": False,
    "walls": False,
    "outside": False,
    "hexes": False,
    "outlines": False,
    "boards": False,
    **BASIS_COLUMNS,
}


@dataclass(frozen=True, slots=True)
class RegionRecord:
    """A row: everything that can be reached from ``start`` without crossing one of ``waters`` or
    entering one of ``walls``, with ``hexes``, the hexes of surveyed ``outlines`` and all of
    ``boards``.

    ``game`` is the window it lies in ("" for all). ``outside`` are hexes that cannot belong to it:
    if they can be reached, a water is broken and the region has no known end.
    """

    id: str
    kind: str
    name: str
    game: str
    start: tuple[Hex, ...]
    waters: tuple[str, ...]
    walls: tuple[Hex, ...]
    outside: tuple[Hex, ...]
    hexes: tuple[Hex, ...]
    outlines: tuple[str, ...]
    boards: tuple[BoardSource, ...]
    basis: Basis
    path: str
    row: int


def read_regions(
    path: Path,
    lattice: Lattice,
    vocabulary: Vocabulary,
    boards: tuple[BoardSource, ...],
    names: frozenset[str],
) -> tuple[RegionRecord, ...]:
    """Read the rows of a ``regions.csv``; ``names`` are those of the country's waters and
    outlines.

    :raises InputError:
    """
    rows = read_rows(path, COLUMNS)
    unique(rows, "id")
    by_name = {board.name: board for board in boards}
    return tuple(region(row, lattice, vocabulary, by_name, names) for row in rows)


def region(
    row: Row,
    lattice: Lattice,
    vocabulary: Vocabulary,
    boards: Mapping[str, BoardSource],
    names: frozenset[str],
) -> RegionRecord:
    """Return the region of a row. :raises InputError:"""

    def hexes(column: str) -> tuple[Hex, ...]:
        return hexes_cell(row, column, lattice) if row.optional(column) else ()

    record = RegionRecord(
        id=row.text("id"),
        kind=row.choice("kind", vocabulary.areas),
        name=row.optional("name") or "",
        game=row.optional_choice("game", tuple(lattice.windows)) or "",
        start=hexes("from"),
        waters=words(row, "waters", names),
        walls=hexes("walls"),
        outside=hexes("outside"),
        hexes=hexes("hexes"),
        outlines=words(row, "outlines", names),
        boards=tuple(boards[name] for name in words(row, "boards", frozenset(boards))),
        basis=basis_cells(row),
        path=row.path,
        row=row.row,
    )
    if not (record.start or record.hexes or record.outlines or record.boards):
        raise row.error("from", "a blank cell", "a hex, or hexes, outlines or boards")
    if record.start and not (record.waters or record.walls):
        raise row.error("waters", "a blank cell", "the waters, or walls, the region ends at")
    return record


def words(row: Row, column: str, known: frozenset[str]) -> tuple[str, ...]:
    """Return the names of a cell, semicolons between them. :raises InputError: an unknown name."""
    names = tuple(word.strip() for word in (row.optional(column) or "").split(";") if word.strip())
    for word in names:
        if word not in known:
            # Names of waters are long: a list of more hides the nearest name.
            expected = one_of(sorted(known)) if len(known) < 12 else "a known name"
            raise row.error(column, repr(word), expected, nearest_name(word, sorted(known)))
    return names
