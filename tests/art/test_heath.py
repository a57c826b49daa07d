"""Heath and meadows: open ground to the rules, for the eye something else."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from clubroute.builder.art.board import draw_board, part_view
from clubroute.builder.art.courses import courses_of
from clubroute.builder.art.plan import Beyond, BoardPlan, Outlying
from clubroute.builder.grid import hexsides, within
from clubroute.builder.pixels import BoardView, Scale
from clubroute.builder.survey.inputs import HEATH
from clubroute.builder.terrain.terrain_map import HexsideFeature, HexTerrain, TerrainMap
from tests.art.test_colour_blind import (
    MIDDLE,
    SEEN,
    STYLE,
    features,
)

from .every_kind import BASIS, LATTICE

pytestmark = pytest.mark.slow

GROUND = frozenset({"ground"})


def linear(picture: Any) -> Any:
    """Linear RGB (0..1) of a picture."""
    pixels = np.asarray(picture, np.float64) / 255
    return np.where(pixels <= 0.04045, pixels / 12.92, ((pixels + 0.055) / 1.055) ** 2.4)


def land_of(terrain: str) -> TerrainMap:
    hexes = {h: HexTerrain(h, terrain, BASIS) for h in LATTICE.hexes("main")}
    return TerrainMap(LATTICE, hexes, {}, {}, {})


def pictures(made: TerrainMap) -> tuple[Any, Any]:
    """A part of a map without heath, and the same with heath all over it."""
    view: BoardView = part_view(made, within(MIDDLE, 1), 0, Scale())
    left, top, right, bottom = (
        view.left - 900, view.top - 900, view.left + view.width + 900, view.top + view.height + 900,
    )  # fmt: skip
    ring = ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
    courses = courses_of(made, STYLE)
    plans = (
        BoardPlan(courses=courses, beyond=beyond)
        for beyond in (Beyond(), Beyond((Outlying("a-heath", HEATH, ring),)))
    )
    plain, heath = (draw_board(made, view, STYLE, GROUND, (), plan) for plan in plans)
    return linear(plain), linear(heath)


@pytest.mark.parametrize("eye", SEEN)
def test_heath_can_be_seen_but_not_be_told_for_a_terrain(eye: str) -> None:
    plain, heath = (features(one, SEEN[eye])[0] for one in pictures(land_of("clear")))
    assert 0.5 < float(np.linalg.norm(plain - heath)) < 8


@pytest.mark.parametrize("terrain", ["woods", "polder", "village"])
def test_only_open_ground_is_heath(terrain: str) -> None:
    plain, heath = pictures(land_of(terrain))
    assert np.array_equal(plain, heath)


def test_grass_grows_along_streams_of_open_ground_only() -> None:
    side = hexsides(MIDDLE)[0]
    for terrain, grows in (("clear", True), ("polder", False)):
        dry = land_of(terrain)
        wet = TerrainMap(
            LATTICE, dry.hexes, {side: (HexsideFeature(side, "stream", BASIS),)}, {}, {}
        )
        before, after = (pictures(one)[0] for one in (dry, wet))
        assert np.array_equal(before, after) != grows
