"""Areas described by waters, outlines and boards, worked out on the example map."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.grid import Hex, hexside, neighbours
from clubroute.builder.sources.lattice import BoardSource, read_lattice
from clubroute.builder.sources.regions import RegionRecord, read_regions
from clubroute.builder.sources.vocabulary import read_vocabulary
from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.survey.outlines import region_areas
from clubroute.builder.terrain.terrain_map import Basis, TerrainMap

SOURCES = Path(__file__).parents[2] / "map_sources"
HEAD = "id,kind,name,game,from,waters,walls,outside,hexes,outlines,boards,provenance,cite\n"


def region(terrain: TerrainMap, **told: object) -> RegionRecord:
    """A region that starts in the middle of nowhere unless told otherwise."""
    blank = RegionRecord(
        "r", "deployment", "", "", (), (), (), (), (), (), (), Basis("survey", "x"), "r.csv", 2
    )
    return replace(blank, **told)  # type: ignore[arg-type]


def hexes(terrain: TerrainMap, text: str) -> tuple[Hex, ...]:
    return tuple(terrain.lattice.parse(word) for word in text.split())


def test_the_two_sides_of_a_river_share_it_out(gts_map: CompiledMap) -> None:
    """The sides of the Waal are the whole map, and what they share is the Waal's."""
    terrain = gts_map.terrain
    north, south = (
        set(
            region_areas(
                (region(terrain, start=hexes(terrain, at), waters=("Waal",)),), terrain, {}
            )[0][0].hexes
        )
        for at in ("41.63", "41.64")
    )
    assert not north & south
    assert len(north | south) == len(terrain.hexes)
    for h in north:
        for other in neighbours(h):
            if other in south:
                assert any(f.name == "Waal" for f in terrain.features(hexside(h, other)))


def test_a_broken_river_leaves_the_region_out(gts_map: CompiledMap) -> None:
    terrain = gts_map.terrain
    start, outside = hexes(terrain, "41.63"), hexes(terrain, "41.64")
    record = region(terrain, start=start, waters=("Waal",), outside=outside)
    gone = hexside(*hexes(terrain, "41.63 41.64"))
    broken = replace(
        terrain, hexsides={s: many for s, many in terrain.hexsides.items() if s != gone}
    )
    areas, warnings = region_areas((record,), broken, {})
    assert areas == ()
    assert "region r is left out: Waal does not part it from 41.64" in warnings[0]
    assert region_areas((record,), terrain, {})[1] == []


def test_walls_outlines_boards_and_single_hexes(gts_map: CompiledMap) -> None:
    terrain = gts_map.terrain
    start = hexes(terrain, "45.200")
    walls = neighbours(start[0])
    lake, other = hexes(terrain, "50.200 51.200")
    board = BoardSource("b", "wed", (60, 61), (180, 182), (0, 0))
    record = region(
        terrain, game="wed", start=start, waters=("Waal",), walls=walls,
        hexes=(other,), outlines=("Lake",), boards=(board,),
    )  # fmt: skip
    (area,), _ = region_areas((record,), terrain, {lake: "Lake", start[0]: "Heath"})
    boards = hexes(terrain, "60.180 60.181 60.182 61.180 61.181 61.182")
    assert set(area.hexes) == {start[0], lake, other, *boards}
    assert area.hexes == tuple(sorted(area.hexes))


def test_a_region_may_not_have_an_areas_id(gts_map: CompiledMap) -> None:
    terrain = gts_map.terrain
    record = region(terrain, id=terrain.areas[0].id, hexes=hexes(terrain, "50.200"))
    with pytest.raises(InputError, match=r"r\.csv:2:id: found 'dz-a1', expected an id that no"):
        region_areas((record,), terrain, {})


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("a,deploymint,,,,,,,50.200,,,survey,x", r":2:kind: .*did you mean deployment\?"),
        ("a,deployment,,,50.200,Waall,,,,,,survey,x", r":2:waters: .*did you mean Waal\?"),
        ("a,deployment,,,50.200,,,,,,,survey,x", r":2:waters: found a blank cell"),
        ("a,deployment,,,,,,,,,Sonn,survey,x", r":2:boards: .*did you mean Son\?"),
        ("a,deployment,,,,,,,,,,survey,x", r":2:from: found a blank cell"),
        ("a,deployment,,,,,,,99.999,,,survey,x", r":2:hexes: "),
        ("a,deployment,,wedd,,,,,50.200,,,survey,x", r":2:game: .*did you mean wed\?"),
    ],
)
def test_mistakes_in_a_row(tmp_path: Path, row: str, message: str) -> None:
    path = tmp_path / "regions.csv"
    path.write_text(HEAD + row + "\n", encoding="utf-8")
    source = read_lattice(SOURCES / "gts" / "lattice.toml")
    vocabulary = read_vocabulary(SOURCES / "gts" / "terrain.toml")
    with pytest.raises(InputError, match=message):
        read_regions(path, source.lattice, vocabulary, source.boards, frozenset({"Waal"}))
