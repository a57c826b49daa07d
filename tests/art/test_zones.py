"""The line round a zone runs inside its outer hexsides and never breaks."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from clubroute.builder.art.board import part_view
from clubroute.builder.art.layers.areas import ZONE_INSET, drawn_in, outer_sides
from clubroute.builder.art.numbers import Frame
from clubroute.builder.grid import Hex, neighbours
from clubroute.builder.pixels import Scale
from clubroute.builder.sources.style import read_board_style
from clubroute.builder.survey.compile import compile_map
from clubroute.builder.terrain.terrain_map import Area, Basis

TERRAIN = compile_map(Path(__file__).parents[2], "example").terrain
MIDDLE = TERRAIN.lattice.parse("4.05")
BENT = (MIDDLE, *map(TERRAIN.lattice.parse, ("4.06", "3.06", "3.07", "5.06")))


def frame() -> Frame:
    view = part_view(TERRAIN, sorted(TERRAIN.hexes), 12, Scale())
    return Frame(TERRAIN, view, read_board_style())


@pytest.mark.parametrize("hexes", [(MIDDLE,), BENT, (MIDDLE, *neighbours(MIDDLE))])
@pytest.mark.parametrize("inset", [ZONE_INSET, 3 * ZONE_INSET])
def test_the_line_round_a_zone_never_breaks(hexes: tuple[Hex, ...], inset: float) -> None:
    here = frame()
    assert set(hexes) <= set(TERRAIN.hexes)
    area = Area("zone", "drop_zone", hexes, Basis("assumed", "a test"))
    ends: Counter[tuple[float, float]] = Counter()
    for h, k in outer_sides(here, area):
        for corner in (k - 1, k):
            x, y = drawn_in(here, set(hexes), h, corner, inset)
            assert here.hex_at((x, y)) in hexes
            ends[round(x, 6), round(y, 6)] += 1
    assert ends
    assert set(ends.values()) == {2}
