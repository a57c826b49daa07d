"""Reading ``links.csv``: Roads hex by hex, and hexes a surveyed Road must pass."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.errors import nearest_name
from clubroute.builder.grid import Hex, Lattice
from clubroute.builder.mistakes import read_each
from clubroute.builder.sources.cells import BASIS_COLUMNS, basis_cells, chain_cell, hexes_cell
from clubroute.builder.sources.tables import Row, read_rows
from clubroute.builder.sources.vocabulary import Vocabulary
from clubroute.builder.terrain import Basis

LINK_COLUMNS = {
    "road": True,
    "kind": True,
    "name": False,
    "course": False,
    "hexes": True,
    **BASIS_COLUMNS,
}
COURSES = ("exact", "via", "level")


@dataclass(frozen=True, slots=True)
class LinkRecord:
    """One row: part of a Road.

    ``course`` is ``exact`` (the hexes are the Road, each adjacent to the one before), ``via``
    (a surveyed Road passes these hexes in this order; the survey finds the way between) or
    ``level`` (in these hexes a raised Road lies level with the ground, and is of this kind).
    """

    road: str
    kind: str
    name: str
    course: str
    hexes: tuple[Hex, ...]
    basis: Basis
    path: str = ""
    row: int = 0


def read_links(
    path: Path, lattice: Lattice, vocabulary: Vocabulary, surveyed: Mapping[str, str]
) -> tuple[LinkRecord, ...]:
    """The rows of a ``links.csv``.

    :param surveyed: id → kind of the Roads in the geography.
    :raises InputError: at the cell.
    """
    kinds: dict[str, str] = dict(surveyed)
    via: set[str] = set()

    def record(row: Row) -> LinkRecord:
        road = row.text("road")
        kind = row.choice("kind", vocabulary.roads)
        course = row.optional_choice("course", COURSES) or "exact"
        if course == "level":
            return level_record(row, kind, kinds, vocabulary, lattice)
        if kinds.setdefault(road, kind) != kind:
            raise row.error("kind", repr(kind), f"{kinds[road]}, the kind of {road} elsewhere")
        if course == "via":
            if road not in surveyed:
                raise row.error(
                    "road",
                    f"{road!r} with course via",
                    "the id of a Road in the geography",
                    nearest_name(road, surveyed),
                )
            if road in via:
                raise row.error("road", f"a second via row of {road!r}", "one via row a Road")
            via.add(road)
            hexes = hexes_cell(row, "hexes", lattice)
        else:
            hexes = chain_cell(row, "hexes", lattice)
        return LinkRecord(road, kind, row.optional("name") or "", course, hexes, basis_cells(row))

    return read_each(record, read_rows(path, LINK_COLUMNS))


def level_record(
    row: Row, kind: str, kinds: Mapping[str, str], vocabulary: Vocabulary, lattice: Lattice
) -> LinkRecord:
    """A row that says where a raised Road told before it is level. :raises InputError:"""
    road = row.text("road")
    raised = [name for name, told in kinds.items() if vocabulary.roads[told].raised]
    if road not in raised:
        raise row.error("road", f"{road!r}", "the id of a raised Road", nearest_name(road, raised))
    if vocabulary.roads[kind].raised:
        raise row.error("kind", repr(kind), "a kind of Road that is not raised")
    hexes = hexes_cell(row, "hexes", lattice)
    name, basis = row.optional("name") or "", basis_cells(row)
    return LinkRecord(road, kind, name, "level", hexes, basis, row.path, row.row)
