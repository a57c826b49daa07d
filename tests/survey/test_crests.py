"""Crests of the real map: along hexsides, with their reason and the hex on the higher side."""

from __future__ import annotations

import pytest

from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.terrain.terrain_map import HexsideFeature, TerrainMap


@pytest.fixture(scope="module")
def terrain(gts_map: CompiledMap) -> TerrainMap:
    return gts_map.terrain


@pytest.fixture(scope="module")
def crests(terrain: TerrainMap) -> list[HexsideFeature]:
    return [f for many in terrain.hexsides.values() for f in many if f.kind == "crest"]


def test_a_crest_names_the_higher_of_its_two_hexes(
    terrain: TerrainMap, crests: list[HexsideFeature]
) -> None:
    for crest in crests:
        high = crest.note.removeprefix("high ground in ")
        window = "wed" if crest.name == "Peel scarp" else "tdc"
        assert terrain.lattice.parse(high, window) in crest.side


def test_crests_are_assumed_and_only_where_there_are_heights(
    terrain: TerrainMap, crests: list[HexsideFeature]
) -> None:
    assert 100 < len(crests) < 300
    assert {crest.basis.provenance for crest in crests} == {"assumed"}
    shown = set(terrain.lattice.hexes("wed")) - set(terrain.lattice.hexes("tdc"))
    assert {c.name for c in crests if shown.intersection(c.side)} == {"Peel scarp"}


def test_the_ground_is_high_south_of_the_ubbergen_scarp(
    terrain: TerrainMap, crests: list[HexsideFeature]
) -> None:
    scarp = [c for c in crests if c.name == "Ubbergen and Beek scarp"]
    assert len(scarp) > 10
    south = 0
    for crest in scarp:
        high = terrain.lattice.parse(crest.note.removeprefix("high ground in "), "tdc")
        low = crest.side.b if high == crest.side.a else crest.side.a
        south += high.half - low.half
        # North of it lies the Ooij polder. The scarp runs east and a little south, so that only a
        # hexside that leans with it may have its higher hex to the west and a little north.
        assert high.half > low.half or high.line < low.line
    assert south > len(scarp) / 2


def test_the_city_limits_are_the_city(terrain: TerrainMap) -> None:
    limits = terrain.area("city-limits-nijmegen")
    assert limits.basis.provenance == "assumed"
    kinds = {terrain.hexes[h].terrain for h in limits.hexes}
    assert kinds == {"city", "fortified"}
    assert len(limits.hexes) > 50
