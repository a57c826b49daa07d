"""Lines may be drawn more calmly than the lattice, within what the rules let one read off them.

Shown on every hex and hexside of the whole maps.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.courses import Courses, courses_of
from clubroute.builder.art.courses.borders import Leeway, Place, relaxed
from clubroute.builder.art.courses.roads import LANE, SIGHT_CROSSINGS, SIGHT_KINDS, THROUGH
from clubroute.builder.art.courses.waters import MEANDERS, REACH, WANDERS, WATERS
from clubroute.builder.art.naming.lettering_plan import whole_view
from clubroute.builder.art.numbers import Frame, covered, inks, touching
from clubroute.builder.art.parcels import gap
from clubroute.builder.art.plan import BoardPlan
from clubroute.builder.grid import Hexside, hexsides
from clubroute.builder.sources.style import BoardStyle, read_board_style
from clubroute.builder.survey.compile import compile_map
from clubroute.builder.terrain.terrain_map import TerrainMap
from tests.properties import examples

from .conftest import Planned

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
MOST_TURN = 30.0
"""Degrees by which a Road that sight meets turns from one of its spots to the next, at most."""
CLEAR_OF_CENTRE = {"river": 20.0, "canal": 17.0, "stream": 15.0}
"""Px that the middle of a water keeps from every hex centre: the dot is never in it, for half a
river is 12 px wide with its bank, a dot 6."""


@dataclass(frozen=True)
class Drawn:
    terrain: TerrainMap
    courses: Courses
    place: Place
    style: BoardStyle


@pytest.fixture(scope="module", params=["wed", "tdc", "mg", "ins"])
def drawn(request: pytest.FixtureRequest, planned: Callable[[str], Planned]) -> Drawn:
    """A game's whole map, its lines relaxed as for its boards."""
    one = planned(str(request.param))
    return Drawn(one.terrain, one.courses, Place(one.terrain.lattice), one.style)


@pytest.fixture(scope="module")
def ways(drawn: Drawn) -> dict[Hexside, shapely.LineString]:
    """The straight way from centre to centre over every hexside."""
    centre = drawn.place.centre
    sides = sorted({side for h in drawn.terrain.hexes for side in hexsides(h)})
    lines = shapely.linestrings([[centre(side.a), centre(side.b)] for side in sides])
    return dict(zip(sides, lines.tolist(), strict=True))


@pytest.mark.parametrize("kind", WATERS)
def test_a_water_is_crossed_between_the_hexes_it_parts_and_no_others(
    drawn: Drawn, ways: dict[Hexside, shapely.LineString], kind: str
) -> None:
    pieces = [p for p in drawn.courses.waters if p.kind == kind]
    wet = {side for side in drawn.terrain.hexsides if drawn.terrain.has(side, kind)}
    assert {piece.side for piece in pieces} == wet
    sides = list(ways)
    tree = shapely.STRtree([shapely.LineString(piece.line) for piece in pieces] or [None])
    crossed = {sides[k] for k in tree.query(list(ways.values()), predicate="intersects")[0]}
    assert crossed == wet


@pytest.mark.parametrize("kind", WATERS)
def test_a_water_keeps_near_its_hexsides_and_clear_of_dots(drawn: Drawn, kind: str) -> None:
    pieces = [p for p in drawn.courses.waters if p.kind == kind]
    most = REACH[kind] + (WANDERS.get(kind, 0.0) + MEANDERS.get(kind, 0.0)) * math.sqrt(2) + 0.1
    for piece in pieces:
        assert math.dist(piece.middle, drawn.place.middle(piece.side)) <= most
        for h in piece.side:
            assert gap(drawn.place.centre(h), piece.line) >= CLEAR_OF_CENTRE[kind], piece.side


def test_water_runs_on_without_a_gap(drawn: Drawn) -> None:
    ends: dict[tuple[str, tuple[int, int]], set[Spot]] = {}
    for piece in drawn.courses.waters:
        a, b = drawn.terrain.lattice.hexside_ends(piece.side)
        for vertex, spot in ((a, piece.line[0]), (b, piece.line[-1])):
            ends.setdefault((piece.kind, (vertex.x, vertex.y)), set()).add(spot)
    assert all(len(spots) == 1 for spots in ends.values())


def test_no_road_leaves_its_hex(drawn: Drawn) -> None:
    place = drawn.place
    assert len(drawn.courses.roads) > 1000
    for piece in drawn.courses.roads:
        ring = shapely.Polygon([place.px(v) for v in place.lattice.vertices(piece.hex)])
        assert ring.buffer(0.05).covers(shapely.LineString(piece.line)), piece


def test_every_link_is_drawn_on_both_sides_of_its_hexside(drawn: Drawn) -> None:
    linked = {
        (h, side, link.road)
        for side, links in drawn.terrain.links.items()
        for link in links
        for h in side
    }
    found = [(p.hex, p.side, road) for p in drawn.courses.roads for road in p.roads]
    assert len(found) == len(set(found))
    assert set(found) == linked
    for first, second in itertools.pairwise(drawn.courses.roads):
        if first.side == second.side and first.roads == second.roads:
            assert first.line[0] == second.line[0], "one carriageway crosses in one spot"


def test_roads_share_a_hub_where_they_meet_and_only_there(drawn: Drawn) -> None:
    rails = ("railroad", "raised_railroad")
    for h, pieces in drawn.courses.in_hex.items():
        hubs: dict[str, Spot] = {road: p.line[-1] for p in pieces for road in p.roads}
        for a, b in itertools.combinations(sorted(hubs), 2):
            kinds = [drawn.terrain.roads[road].kind in rails for road in (a, b)]
            if kinds[0] == kinds[1] and drawn.terrain.meet(h, a, b):
                assert hubs[a] == hubs[b], (h, a, b)


def test_a_raised_road_winds_and_has_no_corner(drawn: Drawn) -> None:
    """It once turned by 60° at a hex centre, and back by as much at the next: a ruler's zigzag."""
    sharp, count = [], 0
    for piece in drawn.courses.roads:
        if set(piece.kinds) & set(SIGHT_KINDS) or drawn.terrain.has(piece.side, *SIGHT_CROSSINGS):
            count += 1
            assert math.dist(piece.line[-1], drawn.place.centre(piece.hex)) <= LANE + THROUGH
            sharp.append(max(turns(piece.line)))
    assert count > 50
    assert max(sharp) < MOST_TURN
    assert sorted(sharp)[len(sharp) // 2] < MOST_TURN / 4


def turns(line: Sequence[Spot]) -> list[float]:
    """By how much a line turns at each of its spots, degrees."""
    ways = [math.atan2(b[1] - a[1], b[0] - a[0]) for a, b in itertools.pairwise(line)]
    return [abs((math.degrees(b - a) + 180) % 360 - 180) for a, b in itertools.pairwise(ways)]


def test_a_canal_is_calm(drawn: Drawn) -> None:
    """Canals once turned by 103° within a hex; the middle one turns by a fifth of that now."""
    turns = []
    for piece in drawn.courses.waters:
        if piece.kind == "canal":
            (ax, ay), (bx, by), (cx, cy) = piece.line[0], piece.middle, piece.line[-1]
            angle = math.atan2(cy - by, cx - bx) - math.atan2(by - ay, bx - ax)
            turns.append(abs((math.degrees(angle) + 180) % 360 - 180))
    if turns:
        assert sorted(turns)[len(turns) // 2] < 20


def test_a_hex_is_drawn_as_its_terrain_whatever_its_edge(drawn: Drawn) -> None:
    """The middle of every hex, half way to each corner, lies on the ground of its terrain."""
    whole = whole_view(drawn.terrain)
    frame = Frame(drawn.terrain, whole, drawn.style, BoardPlan(courses=drawn.courses))
    spots: dict[str, list[Spot]] = {}
    for h, there in drawn.terrain.hexes.items():
        (x, y), ring = drawn.place.centre(h), frame.corners(h)
        inner = [((x + a) / 2, (y + b) / 2) for a, b in ring]
        spots.setdefault(there.terrain, []).extend([(x, y), *inner])
    for kind, inside in spots.items():
        region = frame.regions[kind]
        shapely.prepare(region)
        assert shapely.contains_xy(region, *zip(*inside, strict=True)).all(), kind


def test_few_numbers_stand_under_a_line_and_none_outside_its_hex(drawn: Drawn) -> None:
    whole = whole_view(drawn.terrain)
    frame = Frame(drawn.terrain, whole, drawn.style, BoardPlan(courses=drawn.courses))
    crossed, top = [], (0.0, -drawn.style.size["number_rise"])
    for h, at in frame.numbers.items():
        (x, y), ring = frame.centre(h), shapely.Polygon(frame.corners(h))
        assert ring.contains(shapely.Point(x + at[0], y + at[1]))
        if covered(at, list(inks(frame, h))):
            crossed.append(h)
    assert sum(at != top for at in frame.numbers.values()) > 500, "numbers make way for lines"
    assert len(crossed) < len(frame.numbers) / 100
    assert [h for h in frame.numbers if [*touching(frame, frame.numbers, h)]] == []


def test_borders_keep_to_the_edge_of_the_map(drawn: Drawn) -> None:
    lattice = drawn.terrain.lattice
    for border in drawn.courses.borders:
        for vertex, spot in zip(border.ends, (border.line[0], border.line[-1]), strict=True):
            around = {h for side in hexsides(border.side.a) for h in side}
            at = [h for h in around if vertex in lattice.vertices(h)]
            if not all(h in drawn.terrain.hexes for h in at):
                assert math.dist(spot, drawn.place.px(vertex)) < 0.1


def test_roads_that_do_not_meet_have_hubs_of_their_own() -> None:
    terrain = compile_map(ROOT, "example").terrain
    here = terrain.lattice.parse("2.05")
    roads = ("brook-road", "north-road")
    assert not terrain.meet(here, *roads)
    for apart, hubs in ((terrain.apart, 2), ({}, 1)):
        courses = courses_of(replace(terrain, apart=apart), read_board_style())
        ends = {p.line[-1] for p in courses.in_hex[here] if set(p.roads) & set(roads)}
        assert len(ends) == hubs


def test_relaxing_straightens_a_zigzag_within_its_limits() -> None:
    homes = [(10.0 * k, 6.0 if k % 2 else 0.0) for k in range(21)]
    bends = [(k - 1, k, k + 1) for k in range(1, 20)]
    free = relaxed(homes, bends, {k: Leeway(10.0) for k in range(21)})
    assert max(y for _, y in free[3:-3]) - min(y for _, y in free[3:-3]) < 0.5
    near = relaxed(homes, bends, {k: Leeway(1.0) for k in range(21)})
    assert all(math.dist(a, b) <= 1.1 for a, b in zip(near, homes, strict=True))
    assert relaxed(homes, bends, {}) == homes


@examples(30)
@given(
    st.lists(st.tuples(st.floats(-50, 50), st.floats(-50, 50)), min_size=3, max_size=12),
    st.floats(0, 20),
)
def test_no_node_leaves_its_limit(homes: list[Spot], reach: float) -> None:
    bends = [(k - 1, k, k + 1) for k in range(1, len(homes) - 1)]
    limits = {
        k: Leeway(reach) if k % 2 else Leeway(way=(0.6, 0.8), low=-reach, high=reach)
        for k in range(len(homes))
    }
    found = relaxed(homes, bends, limits)
    for k, (spot, home) in enumerate(zip(found, homes, strict=True)):
        off = (spot[0] - home[0], spot[1] - home[1])
        assert math.hypot(*off) <= reach + 0.1
        if not k % 2:
            assert abs(off[0] * 0.8 - off[1] * 0.6) < 0.1


def test_side_order_does_not_matter() -> None:
    terrain = compile_map(ROOT, "ombrey").terrain
    style = read_board_style(ROOT / "map_sources" / "ombrey" / "style.toml")
    links = dict(sorted(terrain.links.items(), reverse=True))
    sides = dict(sorted(terrain.hexsides.items(), reverse=True))
    assert len(links) + len(sides) > 50
    turned = replace(terrain, links=links, hexsides=sides)
    assert courses_of(turned, style) == courses_of(terrain, style)
