"""A compiled map read for answering: columns by hex id instead of objects, in a few ms.

``open_map`` reads a ``.terrain`` file (:mod:`builder.terrain_file`) and keeps one window of it.
The hexes of the window are numbered 0..n-1 in sorted order; everything else is a column by that
id, or a mapping by *place*: ``id * 6 + direction``, the side of a hex towards its neighbour in
``direction`` (0..5 as in :data:`builder.grid.NEIGHBOUR_OFFSETS`). What stands on a hexside is in
the mapping at both of its places.
"""

from __future__ import annotations

import hashlib
import json
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from builder.errors import InputError, Where, nearest_name
from builder.grid import NEIGHBOUR_OFFSETS, Hex, HexNumberError, Lattice, Sheet
from builder.terrain import Provenance
from builder.terrain_file import MAGIC, VERSION, lattice_of

NOWHERE = -1
"""In ``beside``: the neighbour is not in the window."""


class Feature(NamedTuple):
    """A feature of a hexside. ``basis`` is an index into ``MapFile.bases``."""

    kind: str
    basis: int
    name: str
    note: str


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
    """Why a fact is in the map: see :class:`builder.terrain.Basis`."""

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
    sides: dict[int, tuple[Feature, ...]]
    links: dict[int, tuple[RoadLink, ...]]
    roads: tuple[RoadName, ...]
    areas: tuple[MapArea, ...]
    names: dict[int, str]
    apart: dict[tuple[int, int, int], int]
    printed: dict[int, str] = field(default_factory=dict)
    asked: dict[str, int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.lines)

    def hex(self, id: int) -> Hex:
        """The hex with that id."""
        return Hex(self.lines[id], self.halves[id])

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

    def nearest(self, number: str) -> str | None:
        """A printed number of the window that looks like the text, for messages."""
        first = number.strip().partition(".")[0]
        alike = [text for text in self.all_numbers() if text.partition(".")[0] == first]
        return nearest_name(number.strip(), alike or list(self.all_numbers()))

    def all_numbers(self) -> Iterator[str]:
        """Every printed number of the window, by id."""
        return (self.number(id) for id in range(len(self)))

    def number(self, id: int) -> str:
        """The number printed in a hex."""
        text = self.printed.get(id)
        if text is None:
            text = self.lattice.sheet(self.sheets[self.sheet[id]]).format(self.hex(id))
            self.printed[id] = text
        return text

    def hexside_number(self, place: int) -> str:
        """A hexside of the map as printed, ``55.202/56.201``, lower hex first."""
        id, direction = divmod(place, 6)
        other = self.beside[direction][id]
        return "/".join(self.number(end) for end in sorted((id, other)))

    def direction(self, a: int, b: int) -> int:
        """The direction from a hex to an adjacent one. :raises ValueError: not adjacent."""
        step = (self.lines[b] - self.lines[a], self.halves[b] - self.halves[a])
        return NEIGHBOUR_OFFSETS.index(step)

    def terrain_of(self, id: int) -> str:
        """The terrain of a hex, a word of the lattice's ``terrain.toml``."""
        return self.kinds[self.terrain[id]]

    def provenance_of(self, id: int) -> Provenance:
        """What the terrain of a hex rests on."""
        return self.bases[self.hex_basis[id]].provenance

    def game(self, id: int) -> str:
        """The game whose map shows the hex: its sheet's name (``wed``, ``tdc``)."""
        return self.sheets[self.sheet[id]]

    def areas_of(self, kind: str) -> tuple[MapArea, ...]:
        """The areas of one kind, in source order."""
        return tuple(area for area in self.areas if area.kind == kind)


def open_map(path: Path, window: str) -> MapFile:
    """Read one window of a compiled map.

    :raises InputError: missing, not a compiled map, another version, damaged, or no such window.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(
            Where.of(path), error.strerror or "unreadable", "a compiled .terrain file"
        ) from None
    return read_map(data, str(path), window)


def read_map(data: bytes, path: str, window: str) -> MapFile:
    """One window of the bytes of a compiled map. :raises InputError: as :func:`open_map`."""
    head, _, body = data.partition(b"\n")
    parts = head.split(b" ")
    if len(parts) != 3 or parts[0] != MAGIC:
        raise InputError(Where(path), "another kind of file", "a compiled .terrain file")
    if parts[1] != b"%d" % VERSION:
        found = parts[1].decode("ascii", "replace")
        raise InputError(Where(path, 1), f"version {found}", f"version {VERSION}")
    digest = hashlib.sha256(body).hexdigest()
    if parts[2] != b"sha256:" + digest.encode():
        raise InputError(Where(path, 1), "a digest that does not match", "an undamaged file")
    try:
        record = json.loads(body)
        lattice = lattice_of(record["lattice"])
        if window in lattice.windows:
            return columns(record, lattice, path, digest, window)
    except (ValueError, KeyError, TypeError, IndexError, OverflowError, RecursionError) as error:
        raise InputError(
            Where(path, 2), f"{type(error).__name__}: {error}", "a compiled terrain record"
        ) from None
    raise InputError(
        Where("params", part="map"),
        repr(window),
        "one of " + ", ".join(lattice.windows),
        nearest_name(window, lattice.windows),
    )


def columns(
    record: dict[str, Any], lattice: Lattice, path: str, digest: str, window: str
) -> MapFile:
    """The columns of a decoded body."""
    lines, halves = array("h"), array("h")
    terrain, hex_basis = array("H"), array("i")
    sheet = bytearray()
    runs: dict[int, list[Run]] = {}
    shown = lattice.window(window)
    spans = [line_spans(s) for s in shown]
    for line, half, kinds, reasons in record["runs"]:
        for start, count, owner in covered(spans, line, half, len(kinds)):
            first, at = len(lines), (start - half) // 2
            before = runs.get(line, ())
            if before and before[-1].half + 2 * before[-1].length == start:
                last = before[-1]
                before[-1] = Run(last.half, last.length + count, last.first)
            else:
                runs.setdefault(line, []).append(Run(start, count, first))
            lines += array("h", [line]) * count
            halves.extend(range(start, start + 2 * count, 2))
            terrain.extend(kinds[at : at + count])
            hex_basis.extend(reasons[at : at + count])
            sheet += bytes([owner]) * count
    found = MapFile(
        path=path,
        digest=digest,
        window=window,
        lattice=lattice,
        lines=lines,
        halves=halves,
        runs={line: tuple(many) for line, many in runs.items()},
        kinds=tuple(record["kinds"]),
        terrain=terrain,
        hex_basis=hex_basis,
        bases=tuple(Reason(*reason) for reason in record["bases"]),
        beside=neighbour_columns(runs, len(lines)),
        sheets=tuple(s.name for s in shown),
        sheet=bytes(sheet),
        sides={},
        links={},
        roads=tuple(RoadName(*road) for road in record["roads"]),
        areas=(),
        names={},
        apart={},
    )
    lay(found, record)
    return found


def lay(found: MapFile, record: dict[str, Any]) -> None:
    """Put hexside features, Road links, areas and names of a body at their places."""
    kinds, at, beside = found.kinds, found.at, found.beside
    # The same few features and links stand on thousands of hexsides: one object for each.
    features: dict[tuple[Any, ...], tuple[Feature, ...]] = {}
    sides: dict[int, tuple[Feature, ...]] = {}
    for line, half, step, kind, basis, name, note in record["hexsides"]:
        id = at(line, half)
        if id < 0 or (other := beside[step][id]) < 0:
            continue
        key = (kind, basis, name, note)
        feature = features.get(key)
        if feature is None:
            feature = features[key] = (Feature(kinds[kind], basis, name, note),)
        for place in (id * 6 + step, other * 6 + (step + 3) % 6):
            sides[place] = sides[place] + feature if place in sides else feature
    single: dict[tuple[int, int], tuple[RoadLink, ...]] = {}
    links: dict[int, tuple[RoadLink, ...]] = {}
    for line, half, step, road, basis in record["links"]:
        id = at(line, half)
        if id < 0 or (other := beside[step][id]) < 0:
            continue
        link = single.get((road, basis))
        if link is None:
            link = single[road, basis] = (RoadLink(road, basis),)
        for place in (id * 6 + step, other * 6 + (step + 3) % 6):
            links[place] = links[place] + link if place in links else link
    found.sides, found.links = sides, links
    areas = []
    for id_, kind_, members, basis, name, game in record["areas"]:
        inside = tuple(i for line, half in members if (i := at(line, half)) >= 0)
        if inside:
            areas.append(MapArea(id_, kind_, inside, basis, name, game))
    found.areas = tuple(areas)
    for line, half, name in record["names"]:
        id = at(line, half)
        if id >= 0:
            found.names[id] = name
    for line, half, a, b, basis in record.get("apart", ()):
        id = at(line, half)
        if id >= 0:
            found.apart[id, a, b] = basis


Spans = dict[int, list[tuple[int, int]]]
"""By line: the (first, last) halves of the stretches a sheet shows, ascending, not touching."""


def line_spans(sheet: Sheet) -> Spans:
    """What a sheet shows, line by line, without asking for every hex. Exact."""
    spans: Spans = {}
    low, high = sheet.numbers
    for first in range(sheet.lines[0], sheet.lines[1] + 1):
        line, start = sheet.place(first, low)
        end = sheet.place(first, high).half
        inside = outline_spans(sheet.outline, line) if sheet.outline else [(start, end)]
        kept: list[tuple[int, int]] = []
        for lower, upper in inside:
            top, bottom = max(lower, start), min(upper, end)
            top += (top - start) % 2
            bottom -= (bottom - start) % 2
            if top <= bottom:
                kept.append((top, bottom))
        if kept:
            spans[line] = kept
    return spans


def outline_spans(outline: tuple[Hex, ...], line: int) -> list[tuple[int, int]]:
    """Halves on or inside a polygon of hex centres along a line (even-odd rule), ascending."""
    crossings: list[tuple[int, int]] = []  # as numerator, denominator > 0
    touched: list[tuple[int, int]] = []
    for a, b in zip(outline, (*outline[1:], outline[0]), strict=True):
        if a.line == line and b.line == line:
            touched.append((min(a.half, b.half), max(a.half, b.half)))
        elif a.line == line:
            touched.append((a.half, a.half))
        if (a.line > line) != (b.line > line):
            width = b.line - a.line
            top = a.half * width + (line - a.line) * (b.half - a.half)
            crossings.append((top, width) if width > 0 else (-top, -width))
    crossings.sort(key=lambda ratio: ratio[0] / ratio[1])
    spans = [
        (-(-top // under), last // below)  # round inwards
        for (top, under), (last, below) in zip(crossings[::2], crossings[1::2], strict=True)
    ]
    merged: list[tuple[int, int]] = []
    for low, high in sorted(span for span in (*spans, *touched) if span[0] <= span[1]):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return merged


def covered(spans: list[Spans], line: int, half: int, count: int) -> list[tuple[int, int, int]]:
    """The stretches (start half, count, sheet) of a line that some sheet shows, the first wins."""
    free = [(0, count - 1)]
    found: list[tuple[int, int, int]] = []
    for number, shown in enumerate(spans):
        for a, b in shown.get(line, ()):
            low, high = (a - half) // 2, (b - half) // 2
            left: list[tuple[int, int]] = []
            for first, last in free:
                start, end = max(first, low), min(last, high)
                if start > end:
                    left.append((first, last))
                    continue
                found.append((half + 2 * start, end - start + 1, number))
                left += [(first, start - 1)] if first < start else []
                left += [(end + 1, last)] if end < last else []
            free = left
    return sorted(found)


def neighbour_columns(runs: dict[int, list[Run]], size: int) -> tuple[array[int], ...]:
    """For each direction the neighbour's id by id, run against run."""
    found = tuple(array("i", [NOWHERE]) * size for _ in NEIGHBOUR_OFFSETS)
    every = array("i", range(size))
    for line, many in runs.items():
        for run in many:
            for direction, (along, across) in enumerate(NEIGHBOUR_OFFSETS):
                column = found[direction]
                others = runs.get(line + along, ())
                at = bisect_right(others, run.half + across, key=run_half) if others else 0
                for other in others[max(0, at - 1) :]:
                    shift = (run.half + across - other.half) // 2  # of run's first hex in other
                    low, high = max(0, -shift), min(run.length, other.length - shift)
                    if low < high:
                        start = other.first + shift
                        column[run.first + low : run.first + high] = every[
                            start + low : start + high
                        ]
    return found


def run_half(run: Run) -> int:
    """Sort key."""
    return run.half
