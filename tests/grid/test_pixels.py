"""Boards in pixels: whole numbers, seams, and the way back from a pixel to its hex."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.pixels import BoardView, board_views
from clubroute.builder.sources.lattice import read_lattice

SOURCE = read_lattice(Path(__file__).parents[2] / "map_sources" / "gts" / "lattice.toml")
VIEWS = board_views(SOURCE.lattice, SOURCE.boards_of("wed"))


def test_every_hex_is_on_exactly_one_board() -> None:
    shown = [h for view in VIEWS for h in view.hexes()]
    assert sorted(shown) == SOURCE.lattice.hexes("wed")


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_centres_keep_clear_of_the_edges(view: BoardView) -> None:
    for h in view.hexes():
        x, y = view.centre(h)
        assert 18 <= x <= view.width - 18
        assert 18 <= y <= view.height - 18


def test_boards_meet_without_gap_or_overlap() -> None:
    for above, below in itertools.pairwise(VIEWS):
        assert above.width == below.width
        assert above.map_y + above.height == below.map_y
        assert above.top + above.height == below.top
        assert above.left == below.left


@given(st.sampled_from(VIEWS), st.data())
def test_a_pixel_lies_in_the_hex_whose_polygon_holds_it(
    view: BoardView, data: st.DataObject
) -> None:
    from shapely.geometry import Point, Polygon

    x = data.draw(st.integers(0, view.width - 1))
    y = data.draw(st.integers(0, view.height - 1))
    h = view.hex_at(x, y)
    # The picture is not quite regular (63 for 62.35 px), so allow that much at the border.
    assert Polygon(view.polygon(h)).distance(Point(x, y)) <= 1.0
