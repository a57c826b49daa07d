"""Where Roads run inside a hex they share: through one spot where they meet, clear of it if not."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

from clubroute.builder.art.board import part_view
from clubroute.builder.art.courses import RoadPiece, pieces_in
from clubroute.builder.art.frame import Frame
from clubroute.builder.grid import Hex
from clubroute.builder.pixels import Scale
from clubroute.builder.sources.style import read_board_style
from clubroute.builder.survey.compile import compile_map
from clubroute.builder.terrain import TerrainMap

TERRAIN = compile_map(Path(__file__).parents[2], "example").terrain
SHARED = TERRAIN.lattice.parse("2.05")
ROADS = ("brook-road", "north-road")


def courses(terrain: TerrainMap) -> dict[str, RoadPiece]:
    view = part_view(terrain, sorted(terrain.hexes), 12, Scale())
    return {p.road: p for p in pieces_in(Frame(terrain, view, read_board_style()), SHARED)}


def gap(terrain: TerrainMap, h: Hex, road: str) -> float:
    """Px from a Road's course to the hex centre."""
    view = part_view(terrain, sorted(terrain.hexes), 12, Scale())
    centre = Frame(terrain, view, read_board_style()).centre(h)
    return min(math.dist(centre, spot) for spot in courses(terrain)[road].line)


def test_the_example_says_they_do_not_meet() -> None:
    assert not TERRAIN.meet(SHARED, *ROADS)
    assert TERRAIN.meet(TERRAIN.lattice.parse("2.06"), *ROADS)


def test_roads_that_keep_apart_bend_less_near_the_centre_than_roads_that_meet() -> None:
    crossing = replace(TERRAIN, apart={})
    bent = [road for road in ROADS if gap(TERRAIN, SHARED, road) > 1]
    assert bent, "one of the two must bend in the hex, or nothing is tested"
    for road in bent:
        assert gap(TERRAIN, SHARED, road) > gap(crossing, SHARED, road) + 3
