"""The sheet around the map: legend, scale and compass say what the map is."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import shapely
from lxml import etree
from PIL import ImageChops

from clubroute.builder.art.board import board_svg, draw_board, plan_of
from clubroute.builder.art.layers.furniture import fitting
from clubroute.builder.art.legend import (
    CLEARANCE,
    PAD,
    PITCHES,
    SMALL_PRINT,
    as_drawn,
    furnish,
    gaps,
    inside,
    legend_entries,
    map_px,
    on_lattice,
    panel_size,
    rims_of,
    small_print,
)
from clubroute.builder.art.naming.label import Box
from clubroute.builder.art.plan import BoardPlan, Furniture
from clubroute.builder.art.plate import MEDIUM, width_of
from clubroute.builder.exchange.geojson import Whereabouts
from clubroute.builder.passes.map_words import map_words
from clubroute.builder.pixels import BoardView, board_views
from clubroute.builder.project import Project
from clubroute.builder.sources.lattice import LatticeSource, read_lattice
from clubroute.builder.sources.style import BoardStyle, read_board_style
from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.terrain.terrain_map import TerrainMap
from clubroute.rules.cli import main
from tests.conftest import ROOT

from .conftest import GTS
from .every_kind import LATTICE, boards, every_kind
from .void import GAMES, Sheet, sheet_of

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def source() -> LatticeSource:
    return read_lattice(GTS / "lattice.toml")


@pytest.fixture(scope="module", params=GAMES)
def sheet(request: pytest.FixtureRequest) -> Sheet:
    return sheet_of(Project(ROOT), request.param)


@pytest.fixture(scope="module")
def views(source: LatticeSource) -> tuple[BoardView, ...]:
    return board_views(source.lattice, source.boards_of("wed"))


@pytest.fixture(scope="module")
def made(
    wed: TerrainMap, views: tuple[BoardView, ...], style: BoardStyle, source: LatticeSource
) -> Furniture:
    titles, where, thanks, _ = map_words(GTS, source.lattice)
    return furnish(wed, views, style, "Where Eagles Dare", titles, where, thanks)


def test_the_legend_lists_what_stands_on_the_map_once(wed: TerrainMap, made: Furniture) -> None:
    listed = [(e.group, e.kind) for e in made.entries]
    assert len(set(listed)) == len(listed)
    kinds = {kind for _, kind in listed}
    assert {h.terrain for h in wed.hexes.values()} <= kinds
    assert {f.kind for many in wed.hexsides.values() for f in many} <= kinds
    assert {road.kind for road in wed.roads.values()} <= kinds
    assert {"club_route", "drop_zone", "stop_hex"} <= kinds
    assert all(e.title for e in made.entries)


def test_the_panel_hides_no_hex_and_stays_on_the_sheet(
    wed: TerrainMap, views: tuple[BoardView, ...], made: Furniture
) -> None:
    assert made.panel is not None
    spots = np.array([map_px(views[0], h) for h in wed.hexes])
    assert gaps(made.panel, spots).min() >= CLEARANCE
    sheet = made.sheet
    assert sheet.left < made.panel.left < made.panel.right < sheet.right
    assert sheet.top < made.panel.top < made.panel.bottom < sheet.bottom


def test_every_hex_is_whole_on_its_boards(sheet: Sheet) -> None:
    """Boards may end where a map's hexes do, and never in a hex.

    But of It Never Snows: south of D only some hexes have a board beside them, all others lose
    the tip below the seam.
    """
    boards = shapely.union_all(
        [shapely.box(v.left, v.top, v.left + v.width, v.top + v.height) for v in sheet.views]
    )
    view = sheet.views[0]
    spots = [
        [(x + view.left, y + view.top) for x, y in view.polygon(h)] for h in sheet.terrain.hexes
    ]
    hexes = shapely.polygons(np.array(spots))
    if view.window == "ins":
        shown = shapely.area(shapely.intersection(boards, hexes)) / shapely.area(hexes)
        assert (shown > 0.95).all()
    else:
        assert shapely.contains(boards.buffer(-20, join_style="mitre"), hexes).all()


def test_a_line_runs_round_all_boards_and_over_no_hex(sheet: Sheet) -> None:
    furniture = sheet.plan.furniture
    assert furniture is not None
    boards = shapely.union_all(
        [shapely.box(v.left, v.top, v.left + v.width, v.top + v.height) for v in sheet.views]
    )
    rim = boards.buffer(-11, join_style="mitre").exterior
    drawn = shapely.union_all(
        [shapely.LineString([rule.start, rule.end]) for rule in furniture.rules if rule.width > 3]
    )
    hexes = shapely.MultiPoint([map_px(sheet.views[0], h) for h in sheet.terrain.hexes])
    assert shapely.distance(drawn, hexes) > 42
    missing = rim.difference(drawn.buffer(0.1))
    each = shapely.get_parts(hexes)
    near = shapely.multipoints(each[shapely.dwithin(each, missing, 2 * CLEARANCE)])
    assert missing.is_empty or near.buffer(2 * CLEARANCE).contains(missing)
    assert missing.is_empty == (sheet.views[0].window != "ins")


def test_the_outline_of_a_staircase_moves_inwards() -> None:
    (rim,) = rims_of([Box(0, 0, 100, 50), Box(0, 50, 60, 80)])
    assert rim == ((0, 0), (0, 80), (60, 80), (60, 50), (100, 50), (100, 0))
    assert inside(rim, 5) == [(5, 5), (5, 75), (55, 75), (55, 45), (95, 45), (95, 5)]


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("Road", ("Road",)),
        ("Scenario boundary marker", ("Scenario", "boundary marker")),
        ("Spur of the Club Route", ("Spur of the", "Club Route")),
    ],
)
def test_long_words_beside_a_sample_stand_in_two_lines(words: str, lines: tuple[str, ...]) -> None:
    assert fitting(words, 136) == lines


def test_pointy_maps_have_their_key_beside_the_hexes_too(ins_map: CompiledMap) -> None:
    folder = ROOT / "map_sources" / "ins"
    source = read_lattice(folder / "lattice.toml")
    look = read_board_style(folder / "style.toml")
    terrain = as_drawn(ins_map.terrain, look.drawn)
    views = board_views(source.lattice, source.boards_of("ins"))
    titles, where, thanks, _ = map_words(folder, source.lattice)
    found = furnish(terrain, views, look, "It Never Snows", titles, where, thanks)
    assert {"Sea Line", "Polder", "Primary Road"} <= {entry.title for entry in found.entries}
    assert found.panel is not None
    spots = np.array([map_px(views[0], h) for h in terrain.hexes])
    assert gaps(found.panel, spots).min() >= CLEARANCE
    blank = next(view for view in views if view.blank)
    assert blank.left < found.panel.left < found.panel.right < blank.left + blank.width
    view = replace(
        views[0],
        left=int(found.panel.left),
        top=int(found.panel.top),
        width=int(found.panel.right - found.panel.left),
        height=int(found.panel.bottom - found.panel.top),
    )
    told = text_of(board_svg(terrain, view, look, frozenset(), plan=BoardPlan((), found)))
    assert all(entry.title in told for entry in found.entries)


def test_north_is_where_longitude_stays_and_latitude_grows(
    source: LatticeSource, views: tuple[BoardView, ...], made: Furniture
) -> None:
    """By the whereabouts of map points, not by the fit's own turn."""
    _, where, _, _ = map_words(GTS, source.lattice)
    assert made.north is not None
    x, y = (made.sheet.left + made.sheet.right) // 2, (made.sheet.top + made.sheet.bottom) // 2
    lon, lat = degrees(where, views[0], x, y)
    ahead = 4000.0
    turn = math.radians(made.north)
    lon2, lat2 = degrees(where, views[0], x + ahead * math.sin(turn), y - ahead * math.cos(turn))
    metres_east = (lon2 - lon) * 111_320 * math.cos(math.radians(lat))
    metres_north = (lat2 - lat) * 111_200
    assert metres_north > 20_000
    assert abs(math.degrees(math.atan2(metres_east, metres_north))) < 0.15
    assert abs(made.north) < 3  # the lattice stands nearly upright; its sheets are turned by 30°


def degrees(where: Whereabouts, view: BoardView, x: float, y: float) -> tuple[float, float]:
    """Longitude and latitude of a map px."""
    from clubroute.builder.survey.plane import Spot

    along, across = view.scale.line_pitch, view.scale.hex_pitch
    return where.degrees_of(Spot(x / along * math.sqrt(3) / 2, y / across))


def test_the_scale_is_that_of_the_fit(made: Furniture) -> None:
    assert made.hex_metres == pytest.approx(409, abs=2)


def test_every_sample_is_drawn_on_the_panel(
    wed: TerrainMap, views: tuple[BoardView, ...], style: BoardStyle, made: Furniture
) -> None:
    assert made.panel is not None
    box = made.panel
    view = replace(
        views[0],
        left=int(box.left),
        top=int(box.top),
        width=int(box.right - box.left),
        height=int(box.bottom - box.top),
    )
    picture = draw_board(wed, view, style, plan=BoardPlan((), made))
    colours = {c for _, c in picture.getcolors(1 << 24) or ()}
    for entry in made.entries:
        if entry.group == "hex":
            paint = style.hex_paint(entry.kind)
            assert (paint.dot or paint.fill) in colours, entry
        elif entry.kind in style.roads:
            assert style.roads[entry.kind].fill in colours, entry
        elif entry.kind in style.areas:
            assert style.areas[entry.kind].ink in colours, entry
        else:
            paint = style.hexsides[entry.kind]
            assert {paint.fill, paint.edge} & colours, entry


def test_where_there_is_no_room_there_is_no_panel(style: BoardStyle) -> None:
    terrain = every_kind()
    views = boards((10, 23))
    found = furnish(terrain, views, style, "Test", {}, Whereabouts(LATTICE, None))
    assert found.panel is None
    assert (found.north, found.hex_metres) == (None, None)
    picture = draw_board(terrain, views[0], style, plan=BoardPlan((), found))
    bare = draw_board(terrain, views[0], style, plan=BoardPlan())
    changed = ImageChops.difference(picture, bare).getbbox()
    assert changed is not None  # the neat line
    # Title and scale stand between it and the hexes.
    told = text_of(board_svg(terrain, views[0], style, frozenset(), plan=BoardPlan((), found)))
    assert "Test" in told
    assert "3 hexes" in told
    assert "Woods" not in told


def test_a_drawn_map_without_room_has_its_legend_below(tmp_path: Path) -> None:
    """As TDC and every game that `clubroute new` makes."""
    out = tmp_path / "map.svg"
    assert main(["draw", "testland", "--out", str(out), "--project", str(ROOT)]) == 0
    told = text_of(out.read_bytes())
    for words in ("Testland", "TERRAIN", "Woods", "Impassable", "HEXSIDES", "River", "6 hexes"):
        assert words in told, words
    boxes = etree.fromstring(out.read_bytes()).get("viewBox").split()
    assert float(boxes[3]) > 479 + 1000, "the map, and below it the legend"
    # The panel is no wider than the map, but for its margins: 836 px without a legend.
    assert 836 <= float(boxes[2]) < 836 + 64


@pytest.mark.parametrize("columns", [1, 2, 3, 4])
def test_a_panel_holds_its_words_at_any_width(
    made: Furniture, views: tuple[BoardView, ...], wed: TerrainMap, columns: int
) -> None:
    """Title, credits, scales: nothing leaves it, however few entries stand side by side."""
    size = panel_size(made, PITCHES["flat"], columns)
    lines = small_print(made.credits, size[0])
    assert " ".join(lines) == " ".join(made.credits)
    room = size[0] - 2 * PAD
    assert all(width_of(line, MEDIUM) * SMALL_PRINT <= room for line in lines)
    panel = on_lattice(views[0], 0, 0, *size)
    alone = replace(made, panel=panel, columns=columns, charts=(), rules=())
    around = replace(
        views[0],
        left=int(panel.left) - 200,
        top=int(panel.top) - 20,
        width=size[0] + 400,
        height=size[1] + 40,
    )
    plan = BoardPlan(furniture=alone)
    empty = replace(wed, hexes={}, hexsides={}, roads={}, links={}, areas=())
    picture = draw_board(empty, around, read_board_style(GTS / "style.toml"), plan=plan)
    bare = draw_board(empty, around, read_board_style(GTS / "style.toml"), plan=BoardPlan())
    box = ImageChops.difference(picture, bare).getbbox()
    assert box is not None
    assert (box[0], box[2]) == (198, 202 + size[0]), "its own frame, and nothing beside"


def test_a_map_without_furniture_has_none(style: BoardStyle) -> None:
    assert plan_of(every_kind(), style).furniture is None


def test_samples_are_titled_in_the_players_words(style: BoardStyle) -> None:
    entries = legend_entries(every_kind(), style, {"hex.woods": "Forest"})
    titles = {e.kind: e.title for e in entries}
    assert titles["woods"] == "Forest"
    assert titles["sand_dunes"] == "Sand dunes"
    assert titles["unstable"] == "Unstable bridge"


@pytest.mark.parametrize(
    ("spot", "far"), [((5, 5), 0.0), ((-3, 5), 3.0), ((5, 14), 4.0), ((13, 14), 5.0)]
)
def test_the_gap_to_a_box(spot: tuple[int, int], far: float) -> None:
    assert gaps(Box(0, 0, 10, 10), np.array([spot])).tolist() == [far]


def text_of(svg: bytes) -> str:
    """A picture's texts, one after the other."""
    return " ".join("".join(t.itertext()) for t in etree.fromstring(svg).iter("{*}text"))


def test_a_sheet_says_whom_its_country_is_owed_to_with_a_panel_or_without(
    wed: TerrainMap, views: tuple[BoardView, ...], style: BoardStyle, made: Furniture
) -> None:
    assert any("© OpenStreetMap contributors" in told for told in made.credits)
    assert any("GeoNames" in told for told in made.credits)
    assert made.panel is not None
    box, sheet = made.panel, made.sheet
    corner = replace(
        views[0],
        left=int(box.left),
        top=int(box.top),
        width=int(box.right - box.left),
        height=int(box.bottom - box.top),
    )
    edge = replace(
        views[0], left=int(sheet.left), top=int(sheet.bottom) - 60, width=1600, height=60
    )
    for view, furniture in ((corner, made), (edge, replace(made, panel=None))):
        told = text_of(board_svg(wed, view, style, frozenset(), plan=BoardPlan((), furniture)))
        for credit in made.credits:
            assert credit in told
