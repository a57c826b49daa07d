"""A village that no Road reaches has a lane, and no ring of houses."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from clubroute.builder.art.board import part_view
from clubroute.builder.art.layers.land_cover import lane_of
from clubroute.builder.art.numbers import Frame
from clubroute.builder.art.parcels import mix
from clubroute.builder.grid import Hex, neighbours
from clubroute.builder.pixels import Scale
from clubroute.builder.sources.style import read_board_style
from clubroute.builder.terrain.terrain_map import HexTerrain, TerrainMap

from .every_kind import BASIS, LATTICE, at

MIDDLE = at(101, 16)
BESIDE = neighbours(MIDDLE)


def frame(*built: Hex) -> Frame:
    """A view of open ground in which only some hexes are built over, without any Road."""
    hexes = {h: HexTerrain(h, "clear", BASIS) for h in LATTICE.hexes("main")}
    hexes |= {h: replace(hexes[h], terrain="village") for h in built}
    made = TerrainMap(LATTICE, hexes, {}, {}, {})
    return Frame(made, part_view(made, sorted(hexes), 12, Scale()), read_board_style())


@pytest.mark.parametrize("other", BESIDE)
def test_its_lane_leads_through_the_middle_to_the_village_beside_it(other: Hex) -> None:
    here = frame(MIDDLE, other)
    towards, middle, away = lane_of(here, MIDDLE)
    assert middle == here.centre(MIDDLE)
    assert towards == mix(middle, here.centre(other), 0.5)
    assert mix(towards, away, 0.5) == middle
    assert lane_of(here, other)[0] == towards  # both lanes meet on the hexside


def test_its_lane_joins_two_villages() -> None:
    here = frame(MIDDLE, BESIDE[0], BESIDE[2])
    ends = [mix(here.centre(MIDDLE), here.centre(one), 0.5) for one in (BESIDE[0], BESIDE[2])]
    assert [lane_of(here, MIDDLE)[0], lane_of(here, MIDDLE)[2]] == ends


def test_a_lane_that_leads_nowhere_stays_within_its_hex() -> None:
    here = frame(MIDDLE)
    one, middle, other = lane_of(here, MIDDLE)
    assert here.hex_at(one) == here.hex_at(other) == MIDDLE
    assert math.dist(one, other) == pytest.approx(2 * math.dist(one, middle))
