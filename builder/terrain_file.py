"""The compiled map as a file: versioned, digested, the same bytes for the same map.

The first line is ``clubroute-terrain <version> sha256:<digest of the second>``. The second, the
head, is a JSON object: the lattice (a reader needs nothing else), the tables of what repeats, and
size and digest of every part of the rest. The rest is the *record*, one JSON object with every
fact, for whoever builds or edits; and for each window its facts laid out in columns
(:mod:`builder.terrain_columns`), for whoever answers: who opens a window reads neither the record
nor another window.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from builder.atomic import write_bytes
from builder.errors import InputError, Where
from builder.grid import NEIGHBOUR_OFFSETS, Hex, Hexside, Lattice, Sheet
from builder.terrain import Area, Basis, HexsideFeature, HexTerrain, Link, Road, TerrainMap
from builder.terrain_columns import Tables, packed, unpacked, window_columns

if TYPE_CHECKING:
    from builder.terrain_columns import Columns

MAGIC = b"clubroute-terrain"
VERSION = 2
RECORD = "record"
"""The part with every fact."""


def encode_terrain(terrain: TerrainMap, *, windows: bool = True) -> bytes:
    """The compiled file's bytes; without ``windows`` only the record, for whoever builds."""
    tables = Tables(sorted(terrain.roads))
    parts = {RECORD: compact(map_record(terrain, tables))}
    layouts: dict[str, Any] = {}
    for window in sorted(terrain.lattice.windows) if windows else ():
        layouts[window], parts[f"window {window}"] = packed(window_columns(terrain, window, tables))
    head = compact(
        {
            "lattice": lattice_record(terrain.lattice),
            "water": sorted(terrain.water),
            "roads": [
                [r, terrain.roads[r].kind, terrain.roads[r].name] for r in sorted(tables.roads)
            ],
            "areas": [[a.id, a.kind, tables.basis(a.basis), a.name, a.game] for a in terrain.areas],
            "tables": tables.record(),
            "layouts": layouts,
            "parts": [[name, len(part), digest_of(part)] for name, part in parts.items()],
        }
    )
    first = b"%s %d sha256:%s" % (MAGIC, VERSION, digest_of(head).encode())
    return b"\n".join((first, head, b"".join(parts.values())))


def digest_of(data: bytes | memoryview) -> str:
    """The SHA-256 of some bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def compact(value: Any) -> bytes:
    """A JSON value in as few bytes as can be, on one line."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return text.encode("utf-8")


def map_record(terrain: TerrainMap, tables: Tables) -> dict[str, Any]:
    """Every fact of a map as JSON values, what repeats by its number in the tables."""
    kinds, basis, roads = tables.kinds, tables.basis, tables.roads

    def side(value: Hexside) -> list[int]:
        step = (value.b.line - value.a.line, value.b.half - value.a.half)
        return [*value.a, NEIGHBOUR_OFFSETS.index(step)]

    runs: list[list[Any]] = []
    names: list[list[Any]] = []
    last: Hex | None = None
    for h in sorted(terrain.hexes):
        info = terrain.hexes[h]
        if last is None or h != (last.line, last.half + 2):
            runs.append([h.line, h.half, [], []])
        runs[-1][2].append(kinds[info.terrain])
        runs[-1][3].append(basis(info.basis))
        if info.name:
            names.append([*h, info.name])
        last = h
    return {
        "runs": runs,
        "names": names,
        "hexsides": [
            [*side(s), kinds[f.kind], basis(f.basis), f.name, f.note]
            for s in sorted(terrain.hexsides)
            for f in terrain.hexsides[s]
        ],
        "links": [
            [*side(s), roads[link.road], basis(link.basis)]
            for s in sorted(terrain.links)
            for link in terrain.links[s]
        ],
        "areas": [member_runs(area.hexes) for area in terrain.areas],
        "apart": [
            [*h, roads[a], roads[b], basis(terrain.apart[h, a, b])]
            for h, a, b in sorted(terrain.apart)
        ],
    }


def member_runs(hexes: Iterable[Hex]) -> list[list[int]]:
    """Hexes in their order, as stretches of a line: line, first half, number of hexes."""
    runs: list[list[int]] = []
    for h in hexes:
        if runs and h == (runs[-1][0], runs[-1][1] + 2 * runs[-1][2]):
            runs[-1][2] += 1
        else:
            runs.append([h.line, h.half, 1])
    return runs


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
        """Every fact. :raises ValueError: damaged."""
        return json.loads(bytes(self.part(RECORD)))

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
        raise InputError(
            Where(path, 1), f"version {parts[1].decode('ascii', 'replace')}", f"version {VERSION}"
        )
    last = data.find(b"\n", end + 1)
    head = data[end + 1 : last]
    digest = digest_of(head)
    if last < 0 or parts[2] != b"sha256:" + digest.encode():
        raise InputError(Where(path, 1), "a digest that does not match", "an undamaged file")
    try:
        opened = Opened(json.loads(head), memoryview(data)[last + 1 :], digest)
        size = sum(part[1] for part in opened.head["parts"])
    except (ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
        raise damaged(path, error) from None
    if len(opened.rest) != size:
        raise InputError(Where(path), f"{len(opened.rest)} bytes of facts", f"{size} bytes")
    return opened


def damaged(path: str, error: Exception) -> InputError:
    """What is said of a file that is not what its first line says."""
    return InputError(
        Where(path, 2), f"{type(error).__name__}: {error}", "a compiled terrain record"
    )


def decode_terrain(data: bytes, path: str) -> TerrainMap:
    """A compiled file's map. :raises InputError: not one, another version, or damaged."""
    opened = open_terrain(data, path)
    try:
        for name, *_ in opened.head["parts"]:
            opened.part(name)
        return terrain_of(opened.head, opened.record())
    except (ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
        raise damaged(path, error) from None


def terrain_of(head: dict[str, Any], body: dict[str, Any]) -> TerrainMap:
    """The map that a file's head and record hold."""
    kinds: list[str] = head["tables"]["kinds"]
    bases = [Basis(*record) for record in head["tables"]["bases"]]
    names = {Hex(line, half): name for line, half, name in body["names"]}
    hexes: dict[Hex, HexTerrain] = {}
    for line, half, terrains, reasons in body["runs"]:
        for k, (kind, reason) in enumerate(zip(terrains, reasons, strict=True)):
            h = Hex(line, half + 2 * k)
            hexes[h] = HexTerrain(h, kinds[kind], bases[reason], names.get(h, ""))
    sides: dict[Hexside, list[HexsideFeature]] = {}
    for line, half, step, kind, reason, name, note in body["hexsides"]:
        s = side_of(line, half, step)
        sides.setdefault(s, []).append(HexsideFeature(s, kinds[kind], bases[reason], name, note))
    roads = [Road(*record) for record in head["roads"]]
    links: dict[Hexside, list[Link]] = {}
    for line, half, step, road, reason in body["links"]:
        s = side_of(line, half, step)
        links.setdefault(s, []).append(Link(s, roads[road].id, bases[reason]))
    return TerrainMap(
        lattice=lattice_of(head["lattice"]),
        hexes=hexes,
        hexsides={s: tuple(many) for s, many in sides.items()},
        roads={road.id: road for road in roads},
        links={s: tuple(many) for s, many in links.items()},
        areas=tuple(
            Area(id, kind, members_of(members), bases[reason], name, game)
            for (id, kind, reason, name, game), members in zip(
                head["areas"], body["areas"], strict=True
            )
        ),
        water=frozenset(head["water"]),
        apart={
            (Hex(line, half), roads[a].id, roads[b].id): bases[reason]
            for line, half, a, b, reason in body["apart"]
        },
    )


def members_of(runs: Iterable[tuple[int, int, int]]) -> tuple[Hex, ...]:
    """The hexes that :func:`member_runs` wrote."""
    return tuple(Hex(line, half + 2 * k) for line, half, count in runs for k in range(count))


def side_of(line: int, half: int, step: int) -> Hexside:
    """The hexside of a hex towards its neighbour number ``step``."""
    dl, dh = NEIGHBOUR_OFFSETS[step]
    return Hexside(Hex(line, half), Hex(line + dl, half + dh))


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


def save_terrain(terrain: TerrainMap, path: Path) -> str:
    """Write the compiled file atomically; returns its digest (hex)."""
    data = encode_terrain(terrain)
    write_bytes(path, data)
    return data.split(b"\n", 1)[0].rsplit(b":", 1)[1].decode()


def load_terrain(path: Path) -> TerrainMap:
    """Read a compiled file. :raises InputError: missing, not one, another version, damaged."""
    return decode_terrain(file_bytes(path), str(path))


def file_bytes(path: Path) -> bytes:
    """The bytes of a compiled file. :raises InputError: missing or unreadable."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(
            Where.of(path), error.strerror or "unreadable", "a compiled .terrain file"
        ) from None
