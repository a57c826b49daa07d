"""The compiled map written and read whole: the same bytes for the same map.

What the file is made of, and how a part of it is opened, is in :mod:`builder.terrain.terrain_head`.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

from clubroute.builder.grid import NEIGHBOUR_OFFSETS, Hex, Hexside
from clubroute.builder.terrain.terrain_head import (
    MAGIC,
    RECORD,
    VERSION,
    Tables,
    damaged,
    digest_of,
    file_bytes,
    lattice_of,
    lattice_record,
    open_terrain,
    packed,
    window_columns,
)
from clubroute.builder.terrain.terrain_map import (
    Area,
    Basis,
    HexsideFeature,
    HexTerrain,
    Link,
    Road,
    TerrainMap,
)


def encode_terrain(terrain: TerrainMap, windows: Collection[str] | None = None) -> bytes:
    """The compiled file's bytes: the record, for whoever builds, and some windows, or all."""
    tables = Tables(sorted(terrain.roads))
    parts = {RECORD: compact(map_record(terrain, tables))}
    layouts: dict[str, Any] = {}
    for window in sorted(terrain.lattice.windows if windows is None else windows):
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


def decode_terrain(data: bytes, path: str) -> TerrainMap:
    """A compiled file's map. :raises InputError: not one, another version, or damaged."""
    opened = open_terrain(data, path)
    try:
        for name, *_ in opened.head["parts"]:
            opened.part(name)
        return terrain_of(opened.head, opened.record())
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
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
            Area(id_, kind, members_of(members), bases[reason], name, game)
            for (id_, kind, reason, name, game), members in zip(
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


def load_terrain(path: Path) -> TerrainMap:
    """Read a compiled file. :raises InputError: missing, not one, another version, damaged."""
    return decode_terrain(file_bytes(path), str(path))
