"""The ground of a terrain where a picture cuts it off."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import cast

import pytest
import shapely

from clubroute.builder.art.courses.borders import Border
from clubroute.builder.art.plot import Plot, ground_of
from clubroute.builder.grid import (
    Hex,
    Point,
    hexside,
    neighbours,
)

from .every_kind import LATTICE

HERE = Hex(20, 40)


def plot_of(over: float) -> Plot:
    """One hex of side 6, of which a border over its first side bows inward by so many px."""
    corners = LATTICE.vertices(HERE)
    side = hexside(HERE, neighbours(HERE)[0])
    a, b = LATTICE.hexside_ends(side)
    turn = {corner: math.tau * k / 6 for k, corner in enumerate(corners)}

    def px(point: Point) -> tuple[float, float]:
        return 6 * math.cos(turn[point]), 6 * math.sin(turn[point])

    middle = (px(a)[0] + px(b)[0]) / 2, (px(a)[1] + px(b)[1]) / 2
    far = math.hypot(*middle)
    bow = tuple(part * (far - over) / far for part in middle)
    border = Border(side, (a, b), (px(a), (bow[0], bow[1]), px(b)))
    courses = SimpleNamespace(between={(a, b): border})
    return cast(
        "Plot", SimpleNamespace(view=SimpleNamespace(lattice=LATTICE), px=px, courses=courses)
    )


@pytest.mark.parametrize("over", [0.0, 2.0, -2.0, 12.0])
def test_ground_is_there_however_a_border_bows(over: float) -> None:
    """A border that bows over the far side of a lone hex crosses its outline: no ground was
    drawn, and a whole polder of It Never Snows was blank on the part that showed A15.22."""
    ground = ground_of(plot_of(over), [HERE])
    whole = 6 * 6 * 3 * math.sqrt(3) / 2
    assert shapely.area(ground) == pytest.approx(whole - over * 6 / 2, abs=4.5)
    assert shapely.is_valid(ground)
