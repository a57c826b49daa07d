"""The compiled map as a file: versioned, digested, the same bytes for the same map.

The first line is ``clubroute-terrain <version> sha256:<digest of the rest>``; the rest is one
compact JSON object of columns. Repeated values (a basis, a terrain) stand once and are referred
to by index, and the hexes of a line are stored as runs, so a file of 13,000 hexes is small and
quick to read. The lattice is in the file: a reader needs nothing else.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from builder.atomic import write_bytes
from builder.errors import InputError, Where
from builder.grid import NEIGHBOUR_OFFSETS, Hex, Hexside, Lattice, Sheet
from builder.terrain import Area, Basis, HexsideFeature, HexTerrain, Link, Road, TerrainMap

MAGIC = b"clubroute-terrain"
VERSION = 1


class Index:
    """Distinct values in the order first asked for, each with its number."""

    def __init__(self) -> None:
        self.numbers: dict[Any, int] = {}

    def __getitem__(self, value: Any) -> int:
        return self.numbers.setdefault(value, len(self.numbers))

    def values(self) -> list[Any]:
        """The values by number."""
        return list(self.numbers)


def encode_terrain(terrain: TerrainMap) -> bytes:
    """The compiled file's bytes."""
    bases, kinds = Index(), Index()

    def basis(value: Basis) -> int:
        return bases[(value.provenance, value.cite, value.source, value.replaced)]

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
    features = [
        [*side(s), kinds[f.kind], basis(f.basis), f.name, f.note]
        for s in sorted(terrain.hexsides)
        for f in terrain.hexsides[s]
    ]
    road_ids = sorted(terrain.roads)
    links = [
        [*side(s), road_ids.index(link.road), basis(link.basis)]
        for s in sorted(terrain.links)
        for link in terrain.links[s]
    ]
    areas = [
        [a.id, a.kind, [list(h) for h in a.hexes], basis(a.basis), a.name, a.game]
        for a in terrain.areas
    ]
    body = {
        "lattice": lattice_record(terrain.lattice),
        "water": sorted(terrain.water),
        "runs": runs,
        "names": names,
        "hexsides": features,
        "roads": [[r, terrain.roads[r].kind, terrain.roads[r].name] for r in road_ids],
        "links": links,
        "areas": areas,
        "apart": [
            [*h, road_ids.index(a), road_ids.index(b), basis(terrain.apart[h, a, b])]
            for h, a, b in sorted(terrain.apart)
        ],
        "kinds": kinds.values(),
        "bases": bases.values(),
    }
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    data = text.encode("utf-8")
    return b"%s %d sha256:%s\n" % (MAGIC, VERSION, hashlib.sha256(data).hexdigest().encode()) + data


def decode_terrain(data: bytes, path: str) -> TerrainMap:
    """A compiled file's map. :raises InputError: not one, another version, or damaged."""
    head, newline, body = data.partition(b"\n")
    parts = head.split(b" ")
    if len(parts) != 3 or parts[0] != MAGIC or not newline:
        raise InputError(Where(path), "another kind of file", "a compiled .terrain file")
    if parts[1] != b"%d" % VERSION:
        raise InputError(
            Where(path, 1), f"version {parts[1].decode('ascii', 'replace')}", f"version {VERSION}"
        )
    digest = hashlib.sha256(body).hexdigest()
    if parts[2] != b"sha256:" + digest.encode():
        raise InputError(Where(path, 1), "a digest that does not match", "an undamaged file")
    try:
        return terrain_of(json.loads(body))
    except (ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
        raise InputError(
            Where(path, 2), f"{type(error).__name__}: {error}", "a compiled terrain record"
        ) from None


def terrain_of(body: dict[str, Any]) -> TerrainMap:
    """The map that a decoded body holds."""
    kinds: list[str] = body["kinds"]
    bases = [Basis(*record) for record in body["bases"]]
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
    roads = [Road(*record) for record in body["roads"]]
    links: dict[Hexside, list[Link]] = {}
    for line, half, step, road, reason in body["links"]:
        s = side_of(line, half, step)
        links.setdefault(s, []).append(Link(s, roads[road].id, bases[reason]))
    return TerrainMap(
        lattice=lattice_of(body["lattice"]),
        hexes=hexes,
        hexsides={s: tuple(many) for s, many in sides.items()},
        roads={road.id: road for road in roads},
        links={s: tuple(many) for s, many in links.items()},
        areas=tuple(
            Area(id, kind, tuple(Hex(*h) for h in members), bases[reason], name, game)
            for id, kind, members, reason, name, game in body["areas"]
        ),
        water=frozenset(body["water"]),
        apart={
            (Hex(line, half), roads[a].id, roads[b].id): bases[reason]
            for line, half, a, b, reason in body.get("apart", ())
        },
    )


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
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(
            Where.of(path), error.strerror or "unreadable", "a compiled .terrain file"
        ) from None
    return decode_terrain(data, str(path))
