"""Reading the tables of a map: hexes, hexsides, junctions, links and areas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from clubroute.builder.errors import nearest_name
from clubroute.builder.grid import Hex, Hexside, Lattice
from clubroute.builder.sources.cells import (
    BASIS_COLUMNS,
    basis_cells,
    chain_cell,
    hex_cell,
    hexes_cell,
    hexside_cell,
)
from clubroute.builder.sources.mistakes import read_each
from clubroute.builder.sources.tables import Row, read_rows, unique
from clubroute.builder.sources.vocabulary import DRY, Vocabulary
from clubroute.builder.terrain.terrain_map import Basis

# Reading ``hexes.csv``: terrain or name of single hexes.

HEX_COLUMNS = {"hex": True, "terrain": True, "name": False, **BASIS_COLUMNS}


@dataclass(frozen=True, slots=True)
class HexRecord:
    """A row: the terrain of a hex (blank: as the survey says) and its lettering."""

    hex: Hex
    terrain: str
    name: str
    basis: Basis


def read_hexes(path: Path, lattice: Lattice, vocabulary: Vocabulary) -> tuple[HexRecord, ...]:
    """Read the rows of a ``hexes.csv``. :raises InputError: at the cell."""
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


# Reading ``hexsides.csv``: features of single hexsides.

HEXSIDE_COLUMNS = {"hexside": True, "kind": True, "name": False, "note": False, **BASIS_COLUMNS}


@dataclass(frozen=True, slots=True)
class HexsideRecord:
    """A row: a feature on a hexside, or (kind ``dry``) that no water runs there.

    A water row's ``name`` is that of the surveyed water that must run through the hexside.
    """

    side: Hexside
    kind: str
    name: str
    note: str
    basis: Basis


def read_hexsides(
    path: Path, lattice: Lattice, vocabulary: Vocabulary
) -> tuple[HexsideRecord, ...]:
    """Read the rows of a ``hexsides.csv``. :raises InputError: at the cell."""
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


# Reading ``junctions.csv``: whether Roads that share a hex meet there.

JUNCTION_COLUMNS = {"hex": True, "roads": True, "meet": True, **BASIS_COLUMNS}


@dataclass(frozen=True, slots=True)
class JunctionRecord:
    """A row: Roads (ids, ascending) that share a hex, and whether they meet in it."""

    hex: Hex
    roads: tuple[str, ...]
    meet: bool
    basis: Basis
    path: str
    row: int


def read_junctions(path: Path, lattice: Lattice) -> tuple[JunctionRecord, ...]:
    """Read the rows of a ``junctions.csv``. :raises InputError: at the cell."""
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


# Reading ``links.csv``: Roads hex by hex, and hexes a surveyed Road must pass.

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
    """A row: part of a Road.

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
    """Read the rows of a ``links.csv``.

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
    """Return a row that says where a raised Road of an earlier row is level. :raises InputError:"""
    road = row.text("road")
    raised = [name for name, told in kinds.items() if vocabulary.roads[told].raised]
    if road not in raised:
        raise row.error("road", f"{road!r}", "the id of a raised Road", nearest_name(road, raised))
    if vocabulary.roads[kind].raised:
        raise row.error("kind", repr(kind), "a kind of Road that is not raised")
    hexes = hexes_cell(row, "hexes", lattice)
    name, basis = row.optional("name") or "", basis_cells(row)
    return LinkRecord(road, kind, name, "level", hexes, basis, row.path, row.row)


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
    """A row: an area's hexes, or the ids of Roads whose hexes make it up, end to end."""

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
    """Read the rows of an ``areas.csv``; ``games`` may stand in ``game``. :raises InputError:"""
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
