"""Charts beside the map: none covers a hex, the legend or another, and their words fit."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from clubroute.builder.art.board import board_svg
from clubroute.builder.art.charts import (
    APART,
    STEP,
    Cell,
    ChartPicture,
    stand,
    table_chart,
    track_chart,
    wide_of,
)
from clubroute.builder.art.legend import CLEARANCE, gaps, map_px
from clubroute.builder.art.naming.label import Box
from clubroute.builder.errors import InputError
from clubroute.builder.module.extension import charts_beside
from clubroute.builder.module.game import read_game
from clubroute.builder.pixels import BoardView
from clubroute.builder.project import Project
from clubroute.builder.sources.style import BoardStyle
from clubroute.builder.sources.toml_table import game_folder
from tests.conftest import ROOT

from .void import GAMES, Sheet, shares, sheet_of

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=GAMES)
def sheet(request: pytest.FixtureRequest) -> Sheet:
    return sheet_of(Project(ROOT), request.param)


@pytest.fixture(scope="module")
def wed_sheet() -> Sheet:
    return sheet_of(Project(ROOT), "wed")


def test_no_chart_covers_a_hex_the_legend_or_another(sheet: Sheet) -> None:
    furniture = sheet.plan.furniture
    assert furniture is not None
    boxes, whole = furniture.boxes(), furniture.sheet
    assert not any(a.meets(b) for a, b in combinations(boxes, 2))
    spots = np.array([map_px(sheet.views[0], h) for h in sheet.terrain.hexes])
    for box in boxes:
        assert whole.left < box.left < box.right < whole.right
        assert whole.top < box.top < box.bottom < whole.bottom
        assert gaps(box, spots).min() >= CLEARANCE
    for box, _ in furniture.charts:
        assert any(whole_on(view, box) for view in sheet.views)


def whole_on(view: BoardView, box: Box) -> bool:
    """Whether a box lies on one board."""
    right, bottom = view.left + view.width, view.top + view.height
    return view.left < box.left < box.right < right and view.top < box.top < box.bottom < bottom


def test_where_there_is_room_all_charts_stand(sheet: Sheet) -> None:
    """The boards of The Devil's Cauldron have none: hardly anything beside its hexes is free."""
    furniture = sheet.plan.furniture
    assert furniture is not None
    if furniture.title == "The Devil's Cauldron":
        assert not furniture.charts
        assert all(around < 0.07 for _, around, _, _ in shares(sheet))
    else:
        titles = [chart.title for chart in sheet.charts]
        assert sorted(titles) == sorted(chart.title for _, chart in furniture.charts)


def test_no_board_is_bare_by_a_third(sheet: Sheet) -> None:
    for board, _, _, bare in shares(sheet):
        assert bare < 0.3, board


def test_charts_are_as_large_as_all_find_room() -> None:
    made = [track_chart(title, ("Day",), ("0700",)) for title in ("Turns", "Weather")]
    wide, high = made[0].size
    for times, size in ((1.0, 1.1), (1.5, 1.6), (2.0, 9.0)):
        room = Box(0, 0, wide * size + STEP, 2 * high * size + APART + 2 * STEP)
        found = stand(made, (), (room,), CLEARANCE, ())
        assert [chart.times for _, chart in found] == [times, times]
        for box, chart in found:
            assert (box.right - box.left, box.bottom - box.top) == chart.size
    small = Box(0, 0, wide + STEP, high + STEP)
    assert [chart.title for _, chart in stand(made, (), (small,), CLEARANCE, ())] == ["Turns"]


def test_words_stay_in_their_cells(sheet: Sheet) -> None:
    furniture = sheet.plan.furniture
    assert furniture is not None
    for _, chart in furniture.charts:
        for cell in chart.cells:
            assert all(fits(cell, line, chart) for line in cell.lines), (chart.title, cell)
            assert 0 < cell.box.left < cell.box.right < chart.size[0]
            assert 0 < cell.box.top < cell.box.bottom < chart.size[1]


def fits(cell: Cell, line: str, chart: ChartPicture) -> bool:
    """Whether a line is no wider than its cell."""
    return wide_of(line, cell.bold) * chart.times <= cell.box.right - cell.box.left


def test_a_track_has_a_box_for_a_counter_a_turn() -> None:
    made = track_chart("Turns", ("September 17", "September 18"), ("0700", "Night"))
    boxes = [cell.box for cell in made.cells if cell.framed]
    assert len(boxes) == 4
    assert all(right - left > 60 and bottom - top > 60 for left, top, right, bottom in boxes)


def test_long_words_break_into_lines() -> None:
    made = table_chart("Fire", [("For", "Rule"), ("a way that is told in many words " * 3, "1")])
    long = next(cell for cell in made.cells if len(cell.lines) > 1)
    assert " ".join(long.lines) == ("a way that is told in many words " * 3).strip()


def test_the_picture_of_a_chart_says_what_its_table_says(
    wed_sheet: Sheet, style: BoardStyle
) -> None:
    furniture = wed_sheet.plan.furniture
    assert furniture is not None
    box, chart = next(one for one in furniture.charts if one[1].title == "Fire modifiers")
    view = wed_sheet.views[0]
    view = type(view)(
        "part", "", view.lattice, view.scale, int(box.left), int(box.top), *chart.size
    )
    drawn = board_svg(wed_sheet.terrain, view, style, frozenset(), plan=wed_sheet.plan).decode()
    told = "".join(re.findall(r"<text[^>]*>([^<]*)</text>", drawn))
    table = (ROOT / "counters" / "wed" / "charts" / "fire.csv").read_text(encoding="utf-8")
    for cited in re.findall(r"WED [0-9.]+", table):
        assert cited in told


def test_a_chart_of_no_file_is_told(tmp_path: Path) -> None:
    text = (ROOT / "counters" / "wed" / "module.toml").read_text(encoding="utf-8")
    path = tmp_path / "module.toml"
    path.write_text(text.replace("charts/ways.csv", "charts/way.csv"), encoding="utf-8")
    folder = game_folder(ROOT / "counters" / "wed")
    with pytest.raises(InputError, match=r"module\.toml:\d+:.*'charts/way\.csv', expected a file"):
        charts_beside(read_game(path), folder)
