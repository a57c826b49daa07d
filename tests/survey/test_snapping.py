"""Water to hexsides and Roads to hexes: continuous, through what is documented, over bridges."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.grid import (
    Hex,
    Hexside,
    Lattice,
    Sheet,
    adjacent,
    hexside,
    hexsides,
)
from clubroute.builder.survey.plane import (
    Spot,
    centre_spot,
    hex_at,
    middle_spot,
    shortest_path,
)
from clubroute.builder.survey.snap_roads import RoadBounds, RoadChain, snap_road
from clubroute.builder.survey.waters import VertexStep, snap_water

FLAT = Lattice("flat", "flat", (Sheet("s", (0, 40), (0, 40)),))
POINTY = Lattice("pointy", "pointy", (Sheet("s", (0, 40), (0, 40)),))
DRY_GROUND = RoadBounds(frozenset(), frozenset(), frozenset(), {})

lines = st.lists(
    st.tuples(st.floats(8, 22), st.floats(8, 22)).map(lambda p: Spot(*p)), min_size=2, max_size=5
)
lattices = st.sampled_from([FLAT, POINTY])


def sides_of(steps: list[VertexStep]) -> list[Hexside]:
    """The hexsides of a chain, in order."""
    return [step.side for step in steps]


def is_chain(lattice: Lattice, sides: list[Hexside]) -> bool:
    """Whether consecutive hexsides share a vertex."""
    return all(
        set(lattice.hexside_ends(a)) & set(lattice.hexside_ends(b)) for a, b in pairwise(sides)
    )


@given(lattices, st.tuples(st.floats(8, 22), st.floats(8, 22)), st.floats(-9, 9), st.floats(2, 9))
def test_a_straight_river_is_one_chain_near_its_line(
    lattice: Lattice, start: tuple[float, float], dx: float, dy: float
) -> None:
    line = [Spot(*start), Spot(start[0] + dx, start[1] + dy)]
    sides = sides_of(snap_water(lattice, line, []))
    assert sides
    assert is_chain(lattice, sides)
    length = ((line[1].x - line[0].x) ** 2 + (line[1].y - line[0].y) ** 2) ** 0.5
    for side in sides:
        place = middle_spot(lattice, side)
        cross = (place.x - line[0].x) * dy - (place.y - line[0].y) * dx
        assert abs(cross) / length < 0.75


@given(lattices, st.tuples(st.floats(8, 22), st.floats(8, 22)), st.floats(-9, 9), st.floats(3, 9))
def test_the_high_ground_of_a_slope_is_on_the_right_of_its_line(
    lattice: Lattice, start: tuple[float, float], dx: float, dy: float
) -> None:
    line = [Spot(*start), Spot(start[0] + dx, start[1] + dy)]
    steps = snap_water(lattice, line, [])
    back = {step.side: step.right for step in snap_water(lattice, line[::-1], [])}
    for step in steps:
        left = step.side.b if step.right == step.side.a else step.side.a
        high, low = centre_spot(lattice, step.right), centre_spot(lattice, left)
        # Right of the way (dx, dy), with y downwards, is (-dy, dx).
        along = -dy * (high.x - low.x) + dx * (high.y - low.y)
        assert along > -1e-6
        if step.side in back and along > 1e-6:
            assert back[step.side] == left


@given(lattices, lines)
def test_a_road_is_a_chain_of_adjacent_hexes_from_end_to_end(
    lattice: Lattice, line: list[Spot]
) -> None:
    chain = snap_road(lattice, line, (), DRY_GROUND, [], rail=False)
    assert chain.hexes[0] == hex_at(lattice, line[0])
    assert chain.hexes[-1] == hex_at(lattice, line[-1])
    assert all(adjacent(a, b) for a, b in pairwise(chain.hexes))
    assert not chain.against


@given(lattices, st.integers(10, 18), st.integers(-1, 1))
def test_a_road_passes_its_documented_hexes(lattice: Lattice, along: int, off: int) -> None:
    ends = [centre_spot(lattice, Hex(8, 21)), centre_spot(lattice, Hex(20, 21))]
    documented = Hex(along, 21 + 2 * off if along % 2 == 0 else 20 + 2 * off)
    chain = snap_road(lattice, ends, (documented,), DRY_GROUND, [], rail=False)
    assert documented in chain.hexes
    assert all(adjacent(a, b) for a, b in pairwise(chain.hexes))


def river(column: int) -> frozenset[Hexside]:
    """Every hexside between two columns of the flat lattice."""
    return frozenset(
        side
        for half in range(80)
        if (column + half) % 2
        for side in hexsides(Hex(column, half))
        if side.b.line == column + 1
    )


def crossed(chain: RoadChain, barred: frozenset[Hexside]) -> list[Hexside]:
    """The water a chain passes."""
    return [s for s in (hexside(a, b) for a, b in pairwise(chain.hexes)) if s in barred]


ROAD = [centre_spot(FLAT, Hex(8, 21)), centre_spot(FLAT, Hex(20, 21))]
RIVER = river(14)
BRIDGE = hexside(Hex(14, 25), Hex(15, 24))


def test_a_road_uses_the_documented_bridge_and_no_other_hexside() -> None:
    ground = RoadBounds(RIVER, frozenset(), frozenset(), {BRIDGE: False})
    crossing = [Spot(ROAD[0].x + 5.6, ROAD[0].y)]
    chain = snap_road(FLAT, ROAD, (), ground, crossing, rail=False)
    assert crossed(chain, RIVER) == [BRIDGE]
    assert not chain.against


def test_a_railroad_keeps_off_the_road_bridge() -> None:
    ground = RoadBounds(RIVER, frozenset(), frozenset(), {BRIDGE: False})
    crossing = [Spot(ROAD[0].x + 5.6, ROAD[0].y)]
    chain = snap_road(FLAT, ROAD, (), ground, crossing, rail=True)
    assert len(crossed(chain, RIVER)) == 1
    assert BRIDGE not in crossed(chain, RIVER)


def test_an_undocumented_crossing_is_where_the_lines_cross() -> None:
    ground = RoadBounds(RIVER, frozenset(), frozenset(), {})
    crossing = Spot(ROAD[0].x + 5.6, ROAD[0].y)
    chain = snap_road(FLAT, ROAD, (), ground, [crossing], rail=False)
    (side,) = crossed(chain, RIVER)
    place = middle_spot(FLAT, side)
    assert abs(place.x - crossing.x) + abs(place.y - crossing.y) < 2
    assert not chain.against


def test_water_crossed_for_no_reason_is_reported() -> None:
    ground = RoadBounds(RIVER, frozenset(), frozenset(), {})
    chain = snap_road(FLAT, ROAD, (), ground, [], rail=False)
    assert list(chain.against) == crossed(chain, RIVER)
    assert len(chain.against) == 1


def test_no_road_leads_through_an_impassable_hexside() -> None:
    wall = frozenset(s for s in RIVER if s != BRIDGE)
    chain = snap_road(
        FLAT, ROAD, (), RoadBounds(frozenset(), frozenset(), wall, {}), [], rail=False
    )
    assert crossed(chain, RIVER) == [BRIDGE]


def test_a_river_runs_through_documented_hexsides_and_not_through_dry_ones() -> None:
    line = [Spot(10, 8), Spot(10, 20)]
    free = sides_of(snap_water(FLAT, line, []))
    dry = free[len(free) // 2]
    around = sides_of(snap_water(FLAT, line, [], frozenset({dry})))
    assert dry not in around
    assert is_chain(FLAT, around)
    aside = hexside(Hex(12, 27), Hex(13, 28))
    forced = sides_of(snap_water(FLAT, line, [aside]))
    assert aside in forced
    assert is_chain(FLAT, forced)


def test_a_documented_hexside_far_away_is_of_another_river() -> None:
    line = [Spot(10, 8), Spot(10, 20)]
    far = hexside(Hex(25, 26), Hex(26, 27))
    assert far not in sides_of(snap_water(FLAT, line, [far]))


@given(st.dictionaries(st.tuples(st.integers(0, 6), st.integers(0, 6)), st.integers(1, 5)))
def test_shortest_path_costs_what_brute_force_finds(
    edges: dict[tuple[int, int], int],
) -> None:
    best = {0: 0}
    for _ in range(7):
        for (a, b), price in edges.items():
            if a in best:
                best[b] = min(best.get(b, 99), best[a] + price)
    path = shortest_path(0, 6, lambda n: [(b, p) for (a, b), p in sorted(edges.items()) if a == n])
    if 6 not in best:
        assert path == []
    else:
        assert sum(edges[step] for step in pairwise(path)) == best[6]
        assert (path[0], path[-1]) == (0, 6)
