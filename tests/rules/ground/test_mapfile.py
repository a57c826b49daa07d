"""The columns of a compiled map hold exactly what the TerrainMap holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.grid import HexNumberError, hexside, neighbours
from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.terrain.terrain_file import encode_terrain
from clubroute.builder.terrain.terrain_head import lattice_of, open_terrain
from clubroute.builder.terrain.terrain_map import TerrainMap
from clubroute.rules.ground.mapfile import (
    NOWHERE,
    MapFile,
    map_file,
    open_map,
    read_map,
)


@pytest.fixture(scope="module")
def terrain(gts_map: CompiledMap) -> TerrainMap:
    return gts_map.terrain


@pytest.fixture(scope="module")
def data(terrain: TerrainMap) -> bytes:
    return encode_terrain(terrain)


@pytest.fixture(params=["wed", "tdc", "mg"])
def opened(request: pytest.FixtureRequest, data: bytes) -> MapFile:
    return read_map(data, "gts.terrain", request.param)


def test_hexes_of_the_window_in_order(terrain: TerrainMap, opened: MapFile) -> None:
    hexes = terrain.lattice.hexes(opened.window)
    assert [opened.hex(id) for id in range(len(opened))] == hexes
    assert [opened.find(h) for h in hexes] == list(range(len(hexes)))
    outside = {n for h in hexes for n in neighbours(h)} - set(hexes)
    assert {opened.find(h) for h in outside} == {NOWHERE}


def test_columns_by_hex(terrain: TerrainMap, opened: MapFile) -> None:
    for id in range(len(opened)):
        h = opened.hex(id)
        info = terrain.hexes[h]
        assert opened.terrain_of(id) == info.terrain
        assert opened.provenance_of(id) == info.basis.provenance
        assert opened.bases[opened.hex_basis[id]].cite == info.basis.cite
        assert opened.names.get(id, "") == info.name
        assert [column[id] for column in opened.beside] == [opened.find(n) for n in neighbours(h)]
        assert opened.number(id) == terrain.lattice.format(h)
        assert opened.id(opened.number(id)) == id
        first = next(s for s in terrain.lattice.window(opened.window) if h in s)
        assert opened.game(id) == first.name


def test_roads_in_a_hex(terrain: TerrainMap, opened: MapFile) -> None:
    part = terrain.window(opened.window)
    for id in range(len(opened)):
        links = part.links_at(opened.hex(id))
        roads = [opened.roads[road].id for road in opened.roads_in(id)]
        assert len(roads) == len(set(roads))
        assert set(roads) == {link.road for link in links}


def test_hexsides_and_links_from_both_hexes(terrain: TerrainMap, opened: MapFile) -> None:
    part = terrain.window(opened.window)
    for id in range(len(opened)):
        for direction in range(6):
            other = opened.beside[direction][id]
            if other == NOWHERE:
                continue
            place, side = id * 6 + direction, hexside(opened.hex(id), opened.hex(other))
            features = [(f.kind, f.name, f.note) for f in opened.sides.get(place, ())]
            assert features == [(f.kind, f.name, f.note) for f in part.features(side)]
            roads = [opened.roads[link.road].id for link in opened.links.get(place, ())]
            assert roads == [link.road for link in part.links.get(side, ())]
            assert opened.direction(id, other) == direction
    for place in opened.sides:
        side = opened.lattice.parse_hexside(opened.hexside_number(place), opened.window)
        assert side in terrain.hexsides


def test_roads_that_do_not_meet(terrain: TerrainMap, opened: MapFile) -> None:
    part = terrain.window(opened.window)
    assert part.apart
    found = {(opened.hex(id), opened.roads[a].id, opened.roads[b].id) for id, a, b in opened.apart}
    assert found >= set(part.apart)
    assert {h for h, _, _ in found} <= set(part.hexes)


def test_areas(terrain: TerrainMap, opened: MapFile) -> None:
    part = terrain.window(opened.window)
    found = [(a.id, a.kind, tuple(map(opened.hex, a.hexes)), a.game) for a in opened.areas]
    assert found == [(a.id, a.kind, a.hexes, a.game) for a in part.areas]


def test_mistakes_are_named(terrain: TerrainMap, data: bytes, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        open_map(tmp_path / "no.terrain", "wed")
    with pytest.raises(InputError, match="digest of the window wed does not match"):
        read_map(data[:-1] + b" ", "x", "wed")
    with pytest.raises(InputError, match="bytes of facts"):
        read_map(data[:-1], "x", "wed")
    with pytest.raises(InputError, match="digest"):
        read_map(data.replace(b"lattice", b"lettice", 1), "x", "wed")
    with pytest.raises(InputError, match="no window wed"):
        read_map(encode_terrain(terrain, windows=()), "x", "wed")
    with pytest.raises(InputError, match="expected form 2"):
        read_map(data.replace(b" 2 ", b" 7 ", 1), "x", "wed")
    with pytest.raises(InputError, match="another kind of file"):
        read_map(b"", "x", "wed")
    with pytest.raises(InputError, match="did you mean wed"):
        read_map(data, "x", "wde")
    opened = read_map(data, "x", "tdc")
    with pytest.raises(InputError, match=r"75\.129"):
        opened.id("75.129")
    with pytest.raises(HexNumberError):
        opened.lattice.parse("75.129", "tdc")


@pytest.mark.parametrize(
    ("table", "forged"),
    [
        ("links", [[[999, 0]]]),
        ("links", [[[0, -1]]]),
        ("features", [["0", 99_999, "", ""]]),
        ("kinds", []),
        ("bases", []),
    ],
)
def test_what_refers_to_nothing_is_damage(data: bytes, table: str, forged: list[object]) -> None:
    """Whoever forged a file can forge its digests, too."""
    opened = open_terrain(data, "gts.terrain")
    opened.head["tables"][table][: len(forged) or None] = forged
    lattice = lattice_of(opened.head["lattice"])
    with pytest.raises((IndexError, TypeError, ValueError)):
        map_file(opened, lattice, "gts.terrain", "wed")
