"""A compiled map read for answering: columns by hex id instead of objects, in a few ms.

``open_map`` reads a ``.terrain`` file (:mod:`.terrain_file`) and keeps one window of it.
The hexes of the window are numbered 0..n-1 in sorted order; everything else is a column by that
id, or a mapping by *place*: ``id * 6 + direction``, the side of a hex towards its neighbour in
``direction`` (0..5 as in :data:`builder.grid.NEIGHBOUR_OFFSETS`). What stands on a hexside is in
the mapping at both of its places.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import starmap
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from clubroute.builder.errors import InputError, Where, nearest_name, one_of
from clubroute.builder.grid import DOT, NEIGHBOUR_OFFSETS, Hex, HexNumberError, Lattice, distance
from clubroute.builder.provenance import Provenance
from clubroute.builder.terrain.terrain_head import NOWHERE as NOWHERE
from clubroute.builder.terrain.terrain_head import (
    Opened,
    damaged,
    file_bytes,
    lattice_of,
    open_terrain,
)
from clubroute.rules.position.names import squeezed

if TYPE_CHECKING:
    from clubroute.builder.terrain.terrain_head import Columns

SHOWN = frozenset[Provenance](("rulebook", "owner"))
"""What the players of a module have seen: its own boards, and what a rulebook prints."""


class PlacedFeature(NamedTuple):
    """A feature of a hexside. ``basis`` is an index into ``MapFile.bases``."""

    kind: str
    basis: int
    name: str
    note: str

    def is_never(self, state: str) -> bool:
        """Whether its note says that it may never be so: ``destroyed``."""
        return "never" in self.note and state in self.note


class RoadLink(NamedTuple):
    """A Road through a hexside: its index in ``MapFile.roads`` and an index into ``bases``."""

    road: int
    basis: int


class RoadName(NamedTuple):
    """A Road's identity: id, kind (``road``, ``raised_road``…) and the name it is called."""

    id: str
    kind: str
    name: str


class MapArea(NamedTuple):
    """A named set of hexes of the window, by hex id, in the source's order."""

    id: str
    kind: str
    hexes: tuple[int, ...]
    basis: int
    name: str
    game: str  # "wed", "tdc", "mg", or "" for all


class Reason(NamedTuple):
    """Why a fact is in the map: see :class:`clubroute.builder.terrain.terrain_map.Basis`."""

    provenance: Provenance
    cite: str
    source: str
    replaced: str


class Run(NamedTuple):
    """Consecutive hexes of one line: from ``half`` on, ``length`` of them, ids from ``first``."""

    half: int
    length: int
    first: int


@dataclass(slots=True)
class MapFile:
    """One window of a compiled map. Read only: nothing changes it once it is open.

    ``lines`` and ``halves`` are the hexes' coordinates by id; ``runs`` the way back from a line.
    ``terrain`` is an index into ``kinds`` by id, ``hex_basis`` one into ``bases``. ``beside[d]``
    is the id of the neighbour in direction ``d`` by id, or ``NOWHERE``. ``sheet`` is an index into
    ``sheets`` by id: the first sheet of the window that shows the hex, whose game's rules hold
    there. ``sides`` and ``links`` are by place (``id * 6 + direction``), only where there is
    something. ``names`` are place names by id. ``apart`` holds ``(id, road, road)``, lower road
    index first: two Roads in the hex that do not meet there (rule 2.5).
    """

    path: str
    digest: str
    window: str
    lattice: Lattice
    lines: array[int]
    halves: array[int]
    runs: dict[int, tuple[Run, ...]]
    kinds: tuple[str, ...]
    terrain: array[int]
    hex_basis: array[int]
    bases: tuple[Reason, ...]
    beside: tuple[array[int], ...]
    sheets: tuple[str, ...]
    sheet: bytes
    sides: dict[int, tuple[PlacedFeature, ...]]
    links: dict[int, tuple[RoadLink, ...]]
    roads: tuple[RoadName, ...]
    areas: tuple[MapArea, ...]
    names: dict[int, str]
    apart: dict[tuple[int, int, int], int]
    printed: dict[int, str] = field(default_factory=dict)
    asked: dict[str, int] = field(default_factory=dict)
    placed: dict[str, int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.lines)

    def hex(self, id_: int) -> Hex:
        """The hex with that id."""
        return Hex(self.lines[id_], self.halves[id_])

    def find(self, h: Hex) -> int:
        """The id of a hex, ``NOWHERE`` if the window does not show it."""
        return self.at(h[0], h[1])

    def at(self, line: int, half: int) -> int:
        """The id of the hex with those coordinates, ``NOWHERE`` if the window shows none."""
        for start, length, first in self.runs.get(line, ()):
            twice = half - start
            if not twice & 1 and 0 <= twice < 2 * length:
                return first + (twice >> 1)
        return NOWHERE

    def id(self, number: str) -> int:
        """The id of a printed number such as ``75.129``. :raises InputError: with the nearest."""
        try:
            found = self.known(number)
        except HexNumberError as error:
            raise InputError(
                Where("params", part="hex"),
                str(error),
                f"a hex of {self.window}",
                self.nearest(number),
            ) from None
        if found == NOWHERE:
            raise InputError(
                Where("params", part="hex"), repr(number), f"a hex of the compiled {self.window}"
            )
        return found

    def known(self, number: str) -> int:
        """The id of a printed number, ``NOWHERE`` if the window does not show the hex.

        Kept for the next question if it is written as printed.

        :raises HexNumberError: it is no number of the window.
        """
        found = self.asked.get(number)
        if found is None:
            found = self.find(self.lattice.parse(number, self.window))
            if found != NOWHERE and self.number(found) == number:
                self.asked[number] = found
        return found

    def anywhere(self, number: str) -> int:
        """The id of a printed number of any map of the game, ``NOWHERE`` if this window does not
        show the hex. Kept for the next question as by :meth:`known`.

        :raises HexNumberError: it is no number, or two hexes of the maps have it.
        """
        found = self.placed.get(number)
        if found is None:
            found = self.find(self.lattice.parse(number))
            if found != NOWHERE and self.number(found) == number:
                self.placed[number] = found
        return found

    def nearest(self, number: str) -> str | None:
        """A printed number of the window that looks like the text, for messages."""
        first, dot, _ = number.strip().partition(DOT)
        every = list(self.all_numbers())
        if not dot and DOT in every[0]:
            # Column and row in one, 66157: near is what has just these figures.
            return next((text for text in every if text.replace(DOT, "") == first), None)
        alike = [text for text in every if text.partition(DOT)[0] == first]
        return nearest_name(number.strip(), alike or every)

    def all_numbers(self) -> Iterator[str]:
        """Every printed number of the window, by id."""
        return (self.number(id_) for id_ in range(len(self)))

    def number(self, id_: int) -> str:
        """The number printed in a hex."""
        text = self.printed.get(id_)
        if text is None:
            text = self.lattice.sheet(self.sheets[self.sheet[id_]]).format(self.hex(id_))
            self.printed[id_] = text
        return text

    def called(self, name: str) -> list[str]:
        """The numbers of the hexes whose place has a name; case and spaces do not count."""
        wanted = squeezed(name)
        return [self.number(id_) for id_, one in self.names.items() if squeezed(one) == wanted]

    def hexside_number(self, place: int) -> str:
        """A hexside of the map as printed, ``55.202/56.201``, lower hex first."""
        id_, direction = divmod(place, 6)
        other = self.beside[direction][id_]
        return "/".join(self.number(end) for end in sorted((id_, other)))

    def around(self, id_: int) -> list[int]:
        """The hexes beside a hex that the window shows."""
        return [column[id_] for column in self.beside if column[id_] != NOWHERE]

    def exits(self, id_: int) -> Iterator[tuple[int, int]]:
        """The places of a hex's hexsides, each with the hex beyond that the window shows."""
        for direction, column in enumerate(self.beside):
            if (other := column[id_]) != NOWHERE:
                yield id_ * 6 + direction, other

    def between(self, a: int, b: int) -> int:
        """How many hexes a hex lies from another."""
        return distance(self.hex(a), self.hex(b))

    def direction(self, a: int, b: int) -> int:
        """The direction from a hex to an adjacent one. :raises ValueError: not adjacent."""
        step = (self.lines[b] - self.lines[a], self.halves[b] - self.halves[a])
        return NEIGHBOUR_OFFSETS.index(step)

    def place(self, a: int, b: int, part: str = "hex") -> int:
        """The place of the hexside between a hex and an adjacent one.

        :param part: the parameter that names the other. :raises InputError: they are not adjacent.
        """
        try:
            return a * 6 + self.direction(a, b)
        except ValueError:
            where, expected = Where("params", part=part), f"a hex next to {self.number(a)}"
            raise InputError(where, repr(self.number(b)), expected) from None

    def features(self, place: int) -> frozenset[str]:
        """The kinds of what lies along a hexside."""
        return frozenset(feature.kind for feature in self.sides.get(place, ()))

    def terrain_of(self, id_: int) -> str:
        """The terrain of a hex, a word of the lattice's ``terrain.toml``."""
        return self.kinds[self.terrain[id_]]

    def provenance_of(self, id_: int) -> Provenance:
        """The provenance of a hex's terrain."""
        return self.bases[self.hex_basis[id_]].provenance

    def roads_in(self, id_: int) -> tuple[int, ...]:
        """List the Roads in a hex by their indices in ``roads``, each once, ascending."""
        links = (self.links.get(id_ * 6 + direction, ()) for direction in range(6))
        return tuple(sorted({link.road for many in links for link in many}))

    def silence_of(self, id_: int) -> Provenance:
        """The provenance of what the map does not show in a hex: never better than a survey, but
        that a module's boards show nothing there is as sure as what they do show."""
        own = self.provenance_of(id_)
        return "survey" if own == "rulebook" else own

    def drawn_by(self, ids: Iterable[int] = ()) -> Provenance:
        """The provenance of what no rulebook gives in some hexes, or on the whole map if none are
        named: ``owner`` where a module's boards show all of it, else ``survey``."""
        bases = {self.hex_basis[id_] for id_ in ids} or set(self.hex_basis)
        told = {self.bases[basis].provenance for basis in bases}
        return "owner" if "owner" in told and told <= SHOWN else "survey"

    def game(self, id_: int) -> str:
        """The game whose map shows the hex: its sheet's name (``wed``, ``tdc``)."""
        return self.sheets[self.sheet[id_]]

    def areas_of(self, kind: str) -> tuple[MapArea, ...]:
        """The areas of one kind, in source order."""
        return tuple(area for area in self.areas if area.kind == kind)


def hex_id(mapfile: MapFile, number: str | None) -> int:
    """Look up the id of a printed number; NOWHERE if the map has no such hex."""
    if number is None:
        return NOWHERE
    try:
        return mapfile.known(number)
    except HexNumberError:
        return NOWHERE


def open_map(path: Path, window: str) -> MapFile:
    """Read one window of a compiled map.

    :raises InputError: missing, not a compiled map, another version, damaged, or no such window.
    """
    return read_map(file_bytes(path), str(path), window)


def read_map(data: bytes, path: str, window: str) -> MapFile:
    """One window of the bytes of a compiled map. :raises InputError: as :func:`open_map`."""
    opened = open_terrain(data, path)
    try:
        lattice = lattice_of(opened.head["lattice"])
        if window in lattice.windows:
            return map_file(opened, lattice, path, window)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise damaged(path, error) from None
    raise InputError(
        Where("params", part="map"),
        repr(window),
        one_of(lattice.windows),
        nearest_name(window, lattice.windows),
    )


def map_file(opened: Opened, lattice: Lattice, path: str, window: str) -> MapFile:
    """A window from its columns and the tables of the file."""
    head, columns = opened.head, opened.columns(window)
    tables = head["tables"]
    kinds = tuple(tables["kinds"])
    features = [PlacedFeature(kinds[kind], *rest) for kind, *rest in tables["features"]]
    sides = [tuple(features[number] for number in group) for group in tables["sides"]]
    links = [tuple(starmap(RoadLink, group)) for group in tables["links"]]
    runs: dict[int, list[Run]] = {}
    for line, half, length, first in rows(columns["run"], 4):
        runs.setdefault(line, []).append(Run(half, length, first))
    names = tables["names"]
    found = MapFile(
        path=path,
        digest=opened.digest,
        window=window,
        lattice=lattice,
        lines=columns["line"],
        halves=columns["half"],
        runs={line: tuple(many) for line, many in runs.items()},
        kinds=kinds,
        terrain=columns["terrain"],
        hex_basis=columns["basis"],
        bases=tuple(starmap(Reason, tables["bases"])),
        beside=(
            columns["beside0"],
            columns["beside1"],
            columns["beside2"],
            columns["beside3"],
            columns["beside4"],
            columns["beside5"],
        ),
        sheets=tuple(sheet.name for sheet in lattice.window(window)),
        sheet=columns["sheet"].tobytes(),
        sides=placed(columns["side_place"], columns["side_group"], sides),
        links=placed(columns["link_place"], columns["link_group"], links),
        roads=tuple(starmap(RoadName, head["roads"])),
        areas=tuple(areas_of(head["areas"], columns)),
        names={id_: names[number] for id_, number in rows(columns["name"], 2)},
        apart={(id_, a, b): basis for id_, a, b, basis in rows(columns["apart"], 4)},
    )
    hold_together(found, features, links)
    return found


def hold_together(
    found: MapFile, features: Sequence[PlacedFeature], links: Sequence[Sequence[RoadLink]]
) -> None:
    """Check that what refers to a hex, a Road or a reason refers to one that there is.

    :raises IndexError: it does not: the file is damaged.
    """
    hexes, roads, bases = len(found.lines), len(found.roads), len(found.bases)
    taken = [link for many in links for link in many]
    ids = [id_ for area in found.areas for id_ in area.hexes]
    referred: Sequence[tuple[Collection[int], int, int]] = (
        (found.terrain, 0, len(found.kinds)),
        (found.hex_basis, 0, bases),
        (found.sheet, 0, len(found.sheets)),
        *((column, NOWHERE, hexes) for column in found.beside),
        ([link.road for link in taken], 0, roads),
        ([link.basis for link in taken], 0, bases),
        ([feature.basis for feature in features], 0, bases),
        ([area.basis for area in found.areas], 0, bases),
        (found.apart.values(), 0, bases),
        ([road for _, *many in found.apart for road in many], 0, roads),
        (ids, 0, hexes),
        (found.names, 0, hexes),
        (found.sides, 0, 6 * hexes),
        (found.links, 0, 6 * hexes),
    )
    for values, least, size in referred:
        if values and not least <= min(values) <= max(values) < size:
            raise IndexError(f"{min(values)} to {max(values)} of {size}")


def rows(column: array[int], width: int) -> Iterator[tuple[int, ...]]:
    """A column of several values a row, row by row."""
    values = iter(column)
    return zip(*[values] * width, strict=True)


T = TypeVar("T")


def placed(places: array[int], groups: array[int], known: Sequence[T]) -> dict[int, T]:
    """By place what stands there; the same few things stand on thousands of hexsides."""
    return dict(zip(places, map(known.__getitem__, groups), strict=True))


def areas_of(records: Sequence[Sequence[Any]], columns: Columns) -> Iterator[MapArea]:
    """The areas with hexes in the window."""
    at, members = 0, columns["area_hex"]
    for number, count in rows(columns["area"], 2):
        id_, kind, basis, name, game = records[number]
        yield MapArea(id_, kind, tuple(members[at : at + count]), basis, name, game)
        at += count
