"""Beyond the sheet the country goes on: Roads and waters run off, and nothing on the map moves."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from clubroute.builder.art.beyond import (
    FAR,
    NEAR,
    RUN_ON,
    around,
    beyond,
    cosine,
    direction,
    road_ends,
    water_ends,
)
from clubroute.builder.art.board import draw_board, part_view
from clubroute.builder.art.naming.label import Box
from clubroute.builder.art.naming.lettering_plan import whole_view
from clubroute.builder.art.numbers import Frame
from clubroute.builder.art.plan import Beyond, BoardPlan
from clubroute.builder.grid import Hexside
from clubroute.builder.passes.map_words import map_words
from clubroute.builder.pixels import Scale
from clubroute.builder.project import Project
from clubroute.builder.sources.style import BoardStyle, read_board_style
from clubroute.builder.survey.inputs import CountryStretch
from clubroute.builder.survey.plane import Spot
from clubroute.builder.terrain.compiled import compiled_map
from clubroute.builder.terrain.terrain_map import Basis, HexsideFeature, TerrainMap
from tests.art.conftest import Planned
from tests.art.every_kind import LATTICE
from tests.conftest import ROOT

GTS = Path(__file__).parents[2] / "map_sources" / "gts"


@pytest.fixture(scope="module")
def outlying(wed: TerrainMap) -> Beyond:
    """The country around Where Eagles Dare."""
    country = map_words(GTS, wed.lattice)[3]
    return beyond(country, wed.lattice, around(whole_view(wed)))


@pytest.fixture(scope="module")
def frame(
    wed: TerrainMap, style: BoardStyle, outlying: Beyond, planned: Callable[[str], Planned]
) -> Frame:
    """The whole map, with the country around it."""
    plan = BoardPlan(courses=planned("wed").courses, beyond=outlying)
    return Frame(wed, whole_view(wed), style, plan)


def test_roads_run_off_the_sheet(frame: Frame) -> None:
    ends = list(road_ends(frame))
    assert len(ends) >= 40
    for out, on in ends:
        assert on.kind == out.kind
        assert frame.hex_at(out.line[0]) in frame.terrain.hexes
        assert frame.hex_at(on.line[-1]) not in frame.terrain.hexes
        assert out.line[-1] == on.line[0]
        assert math.dist(out.line[0], on.line[-1]) <= FAR
        assert all(road in frame.terrain.roads for road in out.roads)


def test_the_club_route_and_the_canals_run_off_the_sheet(frame: Frame) -> None:
    roads = {road for out, _ in road_ends(frame) for road in out.roads}
    assert {"club-route-approach", "club-route-north"} <= roads
    canals = [out for out, _ in water_ends(frame) if out.kind == "canal"]
    assert len(canals) >= 6
    for out, on in water_ends(frame):
        assert math.dist(out.line[0], on.line[-1]) <= NEAR
        assert frame.hex_at(on.line[-1]) not in frame.terrain.hexes


def test_nothing_on_the_map_is_drawn_otherwise_but_what_runs_off(
    wed: TerrainMap, style: BoardStyle, frame: Frame
) -> None:
    hexes = [wed.lattice.parse(n, "wed") for n in ("93.172", "99.160")]
    view = part_view(wed, hexes, 12, Scale())
    layers = frozenset({"beyond", "ground", "grid", "water", "roads", "edge", "dots"})
    plan, alone = frame.plan, BoardPlan(courses=frame.courses)
    bare, full = (np.asarray(draw_board(wed, view, style, layers, plan=p)) for p in (alone, plan))
    framed = Frame(wed, view, style, plan)
    ends = {out.hex for out, _ in road_ends(framed)}
    ends |= {framed.hex_at(out.line[0]) for out, _ in water_ends(framed)}
    changed = np.argwhere((bare != full).any(axis=2))
    moved = {framed.hex_at((x + view.left + 0.5, y + view.top + 0.5)) for y, x in changed.tolist()}
    assert len(changed) > 500
    beside = [h for h in moved if h in wed.hexes and h not in ends]
    # Where a line leaves a hex, its casing may touch the next by a px or two.
    assert all(any(abs(h.line - e.line) <= 3 for e in ends) for h in beside), beside


def test_a_country_is_cut_off_at_the_sheet() -> None:
    line = CountryStretch("a-road", "road", False, ((Spot(-100, 3), Spot(100, 3)),))
    wood = CountryStretch(
        "a-wood",
        "woods",
        True,
        (
            (Spot(-9, -9), Spot(9, -9), Spot(9, 9), Spot(-9, 9), Spot(-9, -9)),
            (Spot(-1, -1), Spot(1, -1), Spot(1, 1), Spot(-1, 1), Spot(-1, -1)),
        ),
    )
    found = beyond((wood, line), LATTICE, Box(-300, -300, 300, 300))
    assert [one.id for one in (*found.outlines, *found.lines)] == ["a-wood", "a-road"]
    for one in (*found.outlines, *found.lines):
        assert all(-300 <= x <= 300 and -300 <= y <= 300 for x, y in one.line)
    assert found.shown(Box(400, 400, 500, 500)) == Beyond()
    assert beyond((), LATTICE, Box(0, 0, 9, 9)) == Beyond()


def frame_off_earth() -> Frame:
    """The example, which lies nowhere on earth."""
    terrain = compiled_map(Project(ROOT), "example").window("testland")
    style = read_board_style(ROOT / "map_sources" / "example" / "style.toml")
    return Frame(terrain, whole_view(terrain), style, BoardPlan())


def test_roads_and_waters_run_off_a_map_without_a_country() -> None:
    frame = frame_off_earth()
    numbers = [frame.view.lattice.format(out.hex) for out, _ in road_ends(frame)]
    assert sorted(numbers) == ["1.04", "1.05", "1.09", "6.05", "6.07"]
    waters = list(water_ends(frame))
    assert sorted(out.kind for out, _ in waters) == ["river", "river", "stream"]
    ends = [(out.line, on.line) for out, on in road_ends(frame)]
    for out, on in (*ends, *((out.line, on.line) for out, on in waters)):
        assert out[-1] == on[0]
        assert frame.hex_at(on[-1]) not in frame.terrain.hexes
        assert math.dist(on[0], on[-1]) < RUN_ON + 0.01
        assert cosine(direction(out[-2], out[-1]), direction(*on)) > 0.85, "no corner at the edge"


def test_roads_that_meet_at_the_edge_end_there(frame: Frame) -> None:
    """Three Roads end in Heeze, at the edge of the sheet, at each other."""
    heeze = frame.view.lattice.parse("81.191", "wed")
    assert len(frame.courses.in_hex[heeze]) >= 3
    assert heeze not in {out.hex for out, _ in road_ends(frame)}


def test_a_water_that_ends_inland_does_not_run_off() -> None:
    frame = frame_off_earth()
    inland = replace(frame, terrain=replace(frame.terrain, hexsides=upper_brook(frame.terrain)))
    assert list(water_ends(inland)) == []


def upper_brook(terrain: TerrainMap) -> dict[Hexside, tuple[HexsideFeature, ...]]:
    """One hexside of a stream, far from the map's edge."""
    side = next(s for s in terrain.hexsides if terrain.lattice.format(s.a) == "3.07")
    return {side: (HexsideFeature(side, "stream", Basis("assumed", "a test")),)}
