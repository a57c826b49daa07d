"""The head of a compiled map: what a file must say of itself before anything of it is read.

The file is versioned and digested. The first line is
``clubroute-terrain <version> sha256:<digest of the second>``. The second, the head, is a JSON
object: the lattice (a reader needs nothing else), the tables of what repeats, and size and digest
of every part of the rest. The rest is the *record*, one JSON object with every fact, for whoever
builds or edits; and for each window its facts laid out in columns, for
whoever answers: who opens a window reads neither the record nor another window.
"""

from __future__ import annotations

import hashlib
import sys
from array import array
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.forms import other_form
from clubroute.builder.files.regular import read_file
from clubroute.builder.grid import DOT, NEIGHBOUR_OFFSETS, Hex, Hexside, Lattice, Sheet
from clubroute.builder.sources.json_text import json_of

# A window of a map laid out in columns, ready for answering: part of the compiled file.
#
# The hexes of the window are numbered 0..n-1 in sorted order (their *ids*); a *place* is ``id * 6
# + direction``, the side of a hex towards its neighbour in ``direction``. What repeats (the
# features of a hexside, the Roads through one) stands once in the tables of the file, and a column
# has its number there. Columns are little-endian arrays, so that reading one is a copy of memory.

NOWHERE = -1
"""In ``beside``: the neighbour is not in the window."""

if TYPE_CHECKING:  # Only mypy needs the class, and making it would cost every command 0.2 ms.
    from typing import TypedDict

    from clubroute.builder.terrain.terrain_map import Basis, TerrainMap

    class Columns(TypedDict):
        """The columns of a window, in the order of the file: what is written is what is read."""

        line: array[int]  # by id, as the next ones
        half: array[int]
        terrain: array[int]
        basis: array[int]
        sheet: array[int]
        run: array[int]  # (line, half, length, first id) of each stretch of a line
        beside0: array[int]  # by id, as the next ones
        beside1: array[int]
        beside2: array[int]
        beside3: array[int]
        beside4: array[int]
        beside5: array[int]
        side_place: array[int]
        side_group: array[int]  # what stands at each side_place
        link_place: array[int]
        link_group: array[int]  # the Roads through each link_place
        area: array[int]  # (area, how many of area_hex)
        area_hex: array[int]
        name: array[int]  # (id, name)
        apart: array[int]  # (id, Road, Road, basis)


NARROW = 2**15
"""Ids below this fit 16 bits."""


class Index:
    """Distinct values in the order first asked for, each with its number."""

    def __init__(self) -> None:
        self.numbers: dict[Any, int] = {}

    def __getitem__(self, value: Any) -> int:
        return self.numbers.setdefault(value, len(self.numbers))

    def values(self) -> list[Any]:
        """The values by number."""
        return list(self.numbers)


class Tables:
    """What stands once in a file: terrains and other kinds, bases, features, Roads, names."""

    def __init__(self, roads: Sequence[str]) -> None:
        self.kinds, self.bases, self.names = Index(), Index(), Index()
        self.features, self.sides, self.links = Index(), Index(), Index()
        self.roads = {road: number for number, road in enumerate(roads)}

    def basis(self, value: Basis) -> int:
        """The number of a basis."""
        return self.bases[(value.provenance, value.cite, value.source, value.replaced)]

    def record(self) -> dict[str, list[Any]]:
        """The tables as JSON values: a hexside's features and its links are numbers again."""
        return {
            "kinds": self.kinds.values(),
            "bases": self.bases.values(),
            "names": self.names.values(),
            "features": self.features.values(),
            "sides": self.sides.values(),
            "links": self.links.values(),
        }


def window_columns(terrain: TerrainMap, window: str, tables: Tables) -> Columns:
    """The columns of a window."""
    sheets = terrain.lattice.window(window)
    owner: dict[Hex, int] = {}
    for h in sorted(terrain.hexes):
        first = next((k for k, sheet in enumerate(sheets) if h in sheet), None)
        if first is not None:
            owner[h] = first
    ids = {h: id_ for id_, h in enumerate(owner)}
    wide = "h" if len(ids) < NARROW else "i"
    infos = [terrain.hexes[h] for h in ids]
    terrains = array("H", [tables.kinds[info.terrain] for info in infos])
    bases = array("i", [tables.basis(info.basis) for info in infos])
    beside = [
        array(wide, [ids.get(Hex(h.line + along, h.half + across), NOWHERE) for h in ids])
        for along, across in NEIGHBOUR_OFFSETS
    ]
    sides = {
        side: tables.sides[
            tuple(
                tables.features[tables.kinds[f.kind], tables.basis(f.basis), f.name, f.note]
                for f in many
            )
        ]
        for side, many in terrain.hexsides.items()
    }
    links = {
        side: tables.links[tuple((tables.roads[k.road], tables.basis(k.basis)) for k in many)]
        for side, many in terrain.links.items()
    }
    at_sides, at_links = sorted(places(sides, ids)), sorted(places(links, ids))
    members = [[ids[h] for h in area.hexes if h in ids] for area in terrain.areas]
    shown = [(number, inside) for number, inside in enumerate(members) if inside]
    return {
        "line": array("h", [h.line for h in ids]),
        "half": array("h", [h.half for h in ids]),
        "terrain": terrains,
        "basis": bases,
        "sheet": array("B", owner.values()),
        "run": array("i", stretches(ids)),
        "beside0": beside[0],
        "beside1": beside[1],
        "beside2": beside[2],
        "beside3": beside[3],
        "beside4": beside[4],
        "beside5": beside[5],
        "side_place": array("i", [place for place, _ in at_sides]),
        "side_group": array("i", [group for _, group in at_sides]),
        "link_place": array("i", [place for place, _ in at_links]),
        "link_group": array("i", [group for _, group in at_links]),
        "area": flat((number, len(inside)) for number, inside in shown),
        "area_hex": flat(inside for _, inside in shown),
        "name": flat((id_, tables.names[info.name]) for id_, info in enumerate(infos) if info.name),
        "apart": flat(
            (ids[h], tables.roads[a], tables.roads[b], tables.basis(terrain.apart[h, a, b]))
            for h, a, b in sorted(terrain.apart)
            if h in ids
        ),
    }


def flat(rows: Iterable[Iterable[int]]) -> array[int]:
    """Rows end to end."""
    return array("i", [value for row in rows for value in row])


def stretches(ids: Mapping[Hex, int]) -> list[int]:
    """Consecutive hexes of a line: line, first half, length and first id of each, end to end."""
    found: list[int] = []
    last: Hex | None = None
    for h, id_ in ids.items():
        if last is not None and h == (last.line, last.half + 2):
            found[-2] += 1
        else:
            found += (h.line, h.half, 1, id_)
        last = h
    return found


def places(groups: Mapping[Hexside, int], ids: Mapping[Hex, int]) -> list[tuple[int, int]]:
    """Both places of every hexside between two hexes of the window, with what stands there."""
    found = []
    for (a, b), group in groups.items():
        if a in ids and b in ids:
            step = NEIGHBOUR_OFFSETS.index((b.line - a.line, b.half - a.half))
            found += [(ids[a] * 6 + step, group), (ids[b] * 6 + (step + 3) % 6, group)]
    return found


def packed(columns: Columns) -> tuple[list[list[Any]], bytes]:
    """The columns as (name, type, length) in order, and their bytes one after the other."""
    named = cast("Mapping[str, array[int]]", columns)
    parts = []
    for values in named.values():
        part = array(values.typecode, values)
        if sys.byteorder == "big":
            part.byteswap()
        parts.append(part.tobytes())
    return [[name, v.typecode, len(v)] for name, v in named.items()], b"".join(parts)


def unpacked(layout: Iterable[Sequence[Any]], data: bytes | memoryview) -> Columns:
    """The columns that :func:`packed` packed. :raises ValueError: more or fewer bytes than told."""
    found: dict[str, array[int]] = {}
    at = 0
    for name, typecode, length in layout:
        part = array(typecode)
        size = length * part.itemsize
        part.frombytes(data[at : at + size])
        if len(part) != length:
            raise ValueError(f"column {name} is cut short")
        if sys.byteorder == "big":
            part.byteswap()
        found[name] = part
        at += size
    if at != len(data):
        raise ValueError("more bytes than columns")
    return cast("Columns", found)


LEVEL = "-level"
"""Behind a raised Road's id: the stretches of it that lie level with the ground, as one Road."""


MAGIC = b"clubroute-terrain"
MOST_BYTES = 64 << 20
"""Bytes of a compiled map; ours have one and a half million."""
VERSION = 2
RECORD = "record"
"""The part with every fact."""


def of_another_form(path: Path) -> bool:
    """Whether a file is a compiled map of another number than this program reads."""
    try:
        with path.open("rb") as stream:
            first = stream.readline(200).split(b" ")
    except OSError:
        return False
    return len(first) == 3 and first[0] == MAGIC and first[1] != b"%d" % VERSION


def digest_of(data: bytes | memoryview) -> str:
    """The SHA-256 of some bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


class Opened(NamedTuple):
    """A compiled file whose head is undamaged: the head, the rest, and the head's digest."""

    head: dict[str, Any]
    rest: memoryview
    digest: str

    def part(self, wanted: str) -> memoryview:
        """A part of the rest. :raises ValueError: damaged, or missing."""
        at = 0
        for name, size, digest in self.head["parts"]:
            if name == wanted:
                found = self.rest[at : at + size]
                if digest_of(found) != digest:
                    raise ValueError(f"the digest of the {name} does not match")
                return found
            at += size
        raise ValueError(f"no {wanted}")

    def record(self) -> Any:
        """Every fact. :raises ValueError: damaged. :raises InputError: no JSON."""
        return json_of(bytes(self.part(RECORD)), Where(RECORD), "a compiled terrain record")

    def columns(self, window: str) -> Columns:
        """A window's columns. :raises ValueError: damaged, or a file without columns."""
        return unpacked(self.head["layouts"].get(window, ()), self.part(f"window {window}"))


def open_terrain(data: bytes, path: str) -> Opened:
    """A compiled file's head. :raises InputError: not one, another version, or damaged."""
    end = data.find(b"\n")
    parts = data[: max(end, 0)].split(b" ")
    if len(parts) != 3 or parts[0] != MAGIC:
        raise InputError(Where(path), "another kind of file", "a compiled .terrain file")
    if parts[1] != b"%d" % VERSION:
        number = parts[1].decode("ascii", "replace")
        raise other_form(Where(path, 1), "terrain", number, VERSION, "run clubroute build again")
    last = data.find(b"\n", end + 1)
    head = data[end + 1 : last]
    digest = digest_of(head)
    if last < 0 or parts[2] != b"sha256:" + digest.encode():
        raise InputError(Where(path, 1), "a digest that does not match", "an undamaged file")
    try:
        told = json_of(head, Where(path, 2), "a compiled terrain record")
        opened = Opened(told, memoryview(data)[last + 1 :], digest)
        size = sum(part[1] for part in opened.head["parts"])
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise damaged(path, error) from None
    if len(opened.rest) != size:
        raise InputError(Where(path), f"{len(opened.rest)} bytes of facts", f"{size} bytes")
    return opened


def is_whole(data: bytes) -> bool:
    """Whether a compiled file is undamaged from end to end."""
    try:
        opened = open_terrain(data, "")
        for name, _, _ in opened.head["parts"]:
            opened.part(name)
    except (InputError, ValueError):
        return False
    return True


def damaged(path: str, error: Exception) -> InputError:
    """What is said of a file that is not what its first line says."""
    return InputError(
        Where(path, 2), f"{type(error).__name__}: {error}", "a compiled terrain record"
    )


def lattice_record(lattice: Lattice) -> dict[str, Any]:
    """A lattice as plain JSON values."""
    return {
        "name": lattice.name,
        "orientation": lattice.orientation,
        "line_sign": lattice.line_sign,
        "half_sign": lattice.half_sign,
        "windows": {name: list(sheets) for name, sheets in sorted(lattice.windows.items())},
        "sheets": [
            {
                "name": s.name,
                "lines": list(s.lines),
                "numbers": list(s.numbers),
                "prefix": s.prefix,
                "line_offset": s.line_offset,
                "half_offset": s.half_offset,
                "wrap": s.wrap,
                "first_digits": s.first_digits,
                "second_digits": s.second_digits,
                "outline": [list(h) for h in s.outline],
                **({"low": s.low} if s.low != "even" else {}),
                **({"separator": s.separator} if s.separator != DOT else {}),
                **({"letters": True} if s.letters else {}),
            }
            for s in lattice.sheets
        ],
    }


def lattice_of(record: dict[str, Any]) -> Lattice:
    """The lattice that :func:`lattice_record` wrote."""

    def pair(values: Iterable[int]) -> tuple[int, int]:
        low, high = values
        return low, high

    sheets = tuple(
        Sheet(
            **{
                **s,
                "lines": pair(s["lines"]),
                "numbers": pair(s["numbers"]),
                "outline": tuple(Hex(*h) for h in s["outline"]),
            }
        )
        for s in record["sheets"]
    )
    return Lattice(
        name=record["name"],
        orientation=record["orientation"],
        sheets=sheets,
        line_sign=record["line_sign"],
        half_sign=record["half_sign"],
        windows={name: tuple(members) for name, members in record["windows"].items()},
    )


def file_bytes(path: Path) -> bytes:
    """The bytes of a compiled file. :raises InputError: missing, unreadable or too large."""
    return read_file(path, Where.of(path), "a compiled .terrain file", MOST_BYTES)
