"""The lattice against a brute-force oracle, and against what the rulebooks say of the numbers."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.errors import InputError
from clubroute.builder.grid import (
    Hex,
    HexNumberError,
    Lattice,
    NotAdjacentError,
    Parity,
    Sheet,
    adjacent,
    distance,
    hexside,
    hexsides,
    in_polygon,
    neighbours,
    ring,
    within,
)
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.terrain.terrain_head import lattice_of, lattice_record
from tests.cases import each
from tests.grid.lines import line_of_hexes
from tests.grid.oracle import (
    cube_distance,
    paper,
    passes_inside,
    runs_along_side_of,
)
from tests.properties import examples

pytestmark = pytest.mark.slow

SOURCES = Path(__file__).parents[2] / "map_sources"
GTS = read_lattice(SOURCES / "gts" / "lattice.toml").lattice
INS = read_lattice(SOURCES / "ins" / "lattice.toml").lattice


@st.composite
def some_hex(draw: st.DrawFn) -> Hex:
    line = draw(st.integers(-200, 200))
    return Hex(line, 2 * draw(st.integers(-200, 200)) + (line + 1) % 2)


lattices = st.sampled_from([GTS, INS])


# Every adjacency the rulebooks state or use; the last column is what the text says of movement,
# which is the terrain's business, not the lattice's.
ADJACENT = [
    ("55.202", "56.201"),  # WED 2.11
    ("63.185", "63.186"),  # WED 2.11
    ("76.127", "77.127"),  # WED 2.11
    ("86.118", "87.118"),  # WED 2.11
    ("42.229", "41.230"),  # WED 4.0
    ("42.229", "42.228"),  # WED campaign
    ("56.71", "55.72"),  # TDC 2.0
    ("35.60", "34.60"),  # TDC 2.0
    ("34.60", "33.61"),  # TDC 2.0
    ("48.28", "47.29"),  # TDC 2.15.7
    ("75.130", "76.130"),  # WED 2.0
    ("76.130", "76.129"),  # WED 2.0
    ("70.156", "70.157"),  # WED 2.17
    ("42.65", "41.65"),  # TDC
    ("41.65", "41.64"),  # TDC
    ("75.129", "74.129"),  # WED-4, Veghel bridge
    ("99.120", "00.120"),  # across the column wrap
    ("98.120", "99.121"),
    ("14.86", "13.87"),  # MG 2.4
]


@each(("a", "b"), ADJACENT)
def test_stated_neighbours_are_adjacent(a: str, b: str) -> None:
    assert adjacent(GTS.parse(a), GTS.parse(b))
    assert distance(GTS.parse(a), GTS.parse(b)) == 1


def test_even_columns_stand_half_a_hex_lower() -> None:
    """The diagonal pairs hold for this parity only: with odd columns low they would be 2 apart."""
    for a, b in [("55.202", "56.201"), ("56.71", "55.72"), ("48.28", "47.29"), ("34.60", "33.61")]:
        first, second = GTS.parse(a), GTS.parse(b)
        columns = abs(first.line - second.line)
        rows = (first.half + (first.line % 2) * 2) - (second.half + (second.line % 2) * 2)
        assert columns == 1
        assert abs(rows) != 1


@pytest.mark.parametrize(
    ("low", "beside"),
    [
        ("even", ["04.04", "05.05", "05.06", "04.06", "03.06", "03.05"]),
        ("odd", ["04.04", "05.04", "05.05", "04.06", "03.05", "03.04"]),
    ],
)
def test_either_parity_of_columns_may_lie_lower(low: Parity, beside: list[str]) -> None:
    """As on paper: 04.05 lies below its odd neighbours of the same row, or above them."""
    sheet = Sheet("one", (1, 9), (1, 9), second_digits=2, low=low)
    lattice = Lattice("made", "flat", (sheet,))
    middle = lattice.parse("04.05")
    assert [lattice.format(n) for n in neighbours(middle)] == beside
    lower = lattice.centre(middle).y > lattice.centre(lattice.parse("05.05")).y
    assert lower == (low == "even")
    for h in sheet.hexes():
        assert (h.line + h.half) % 2 == 1
        assert lattice.parse(lattice.format(h)) == h == sheet.place(*sheet.numbers_of(h))
    assert lattice_of(lattice_record(lattice)) == lattice


@pytest.mark.parametrize(
    "corners",
    [
        ("39.223", "46.226"),
        ("55.200", "61.203"),
        ("72.145", "89.154"),
        ("63.160", "79.168"),
        ("52.142", "73.153"),
        ("42.157", "64.168"),
        ("80.105", "06.118"),
        ("43.152", "83.172"),
    ],
)
def test_scenario_boundaries_run_along_a_row_of_hexes(corners: tuple[str, str]) -> None:
    """WED's boundary markers lie exactly on straight rows (two columns over, one row down)."""
    a, b = (GTS.parse(c) for c in corners)
    lines, halves = b.line - a.line, b.half - a.half
    # One column over is half a row down, rounded to the grid: the row climbs by at most one half.
    assert abs(2 * halves - 2 * lines) <= 2


def test_los_example_stays_in_one_column() -> None:
    """TDC 2.16: 37.54 to 37.58 and 37.59."""
    passed = line_of_hexes(GTS.parse("37.54"), GTS.parse("37.59"))
    assert [GTS.format(h) for (h,) in passed] == [f"37.{row}" for row in range(54, 60)]


@pytest.mark.parametrize(
    ("printed", "column", "row"),
    [("14.89", 114, 89), ("98.120", 98, 120), ("02.142", 102, 142), ("37.136", 37, 136),
     ("41.64", 141, 64), ("41.232", 41, 232), ("13.87", 113, 87), ("04.86", 104, 86)],
)  # fmt: skip
def test_columns_wrap_at_one_hundred(printed: str, column: int, row: int) -> None:
    h = GTS.parse(printed)
    assert h.line == column
    assert GTS.sheets[0].numbers_of(h) == (column, row)
    assert GTS.format(h) == printed


@pytest.mark.parametrize(
    ("west", "east"),
    [("C15.13", "C16.12"), ("C16.15", "C17.15"), ("A48.05", "A49.06"), ("A49.06", "A48.05"),
     ("A48.05", "A47.05"), ("E62.00", "D1.16")],
)  # fmt: skip
def test_ins_neighbours(west: str, east: str) -> None:
    assert adjacent(INS.parse(west), INS.parse(east))


def test_ins_maps_are_one_lattice() -> None:
    assert neighbours(INS.parse("D1.16"))[3] == INS.parse("E62.00"), "west of D1.16 (INS errata)"
    assert INS.parse("A20.00") == INS.parse("B20.34")
    assert INS.parse("A21.01") == INS.parse("B21.35")
    assert distance(INS.parse("E60.31"), INS.parse("E59.30")) == 2
    south, north = INS.centre(INS.parse("E12.05")), INS.centre(INS.parse("A48.05"))
    assert north.y < south.y
    assert INS.centre(INS.parse("A48.22")).x < INS.centre(INS.parse("A48.05")).x


@pytest.mark.parametrize("lattice", [GTS, INS])
def test_every_printed_number_reads_back(lattice: Lattice) -> None:
    for window in (None, *lattice.windows):
        hexes = lattice.hexes(window)
        assert len(hexes) == len(set(hexes))
        for h in hexes:
            assert (h.line + h.half) % 2 == 1
            assert lattice.parse(lattice.format(h)) == h


@pytest.mark.parametrize("text", ["", "75", "75.", "x", "75.1299", "A75.129", "75.129.1", "00.232"])
def test_numbers_that_name_no_hex(text: str) -> None:
    with pytest.raises(HexNumberError):
        GTS.parse(text)


def test_hexside_of_far_hexes_is_refused() -> None:
    with pytest.raises(NotAdjacentError):
        GTS.parse_hexside("55.202/57.201")
    with pytest.raises(HexNumberError):
        GTS.parse_hexside("55.202")


@given(some_hex(), some_hex())
def test_distance_is_the_cube_distance(a: Hex, b: Hex) -> None:
    assert distance(a, b) == distance(b, a) == cube_distance(a, b)


@given(some_hex())
def test_neighbours_share_two_vertices(h: Hex) -> None:
    for lattice in (GTS, INS):
        assert len(set(neighbours(h))) == 6
        for k, n in enumerate(neighbours(h)):
            shared = set(lattice.vertices(h)) & set(lattice.vertices(n))
            ends = lattice.hexside_ends(hexside(h, n))
            assert shared == set(ends)
            assert shared == {lattice.vertices(h)[k - 1], lattice.vertices(h)[k]}
            assert hexside(h, n) == hexside(n, h) == hexsides(h)[k]
            x, y = paper(lattice, h)
            nx, ny = paper(lattice, n)
            assert math.isclose(math.hypot(nx - x, ny - y), 1.0)


@given(lattices, some_hex())
def test_neighbours_go_clockwise_from_up_the_line(lattice: Lattice, h: Hex) -> None:
    x, y = paper(lattice, h)
    angles = [math.atan2(b - y, a - x) for a, b in (paper(lattice, n) for n in neighbours(h))]
    steps = {round(math.degrees(q - p)) % 360 for p, q in itertools.pairwise(angles)}
    # INS turns both axes and swaps them, so its fixed order runs the other way round.
    assert steps == {60 if lattice is GTS else 300}


@given(some_hex(), st.integers(0, 12))
def test_rings_are_all_hexes_at_that_range(h: Hex, radius: int) -> None:
    hexes = ring(h, radius)
    assert len(set(hexes)) == len(hexes) == (6 * radius or 1)
    assert all(distance(h, other) == radius for other in hexes)
    if radius > 1:
        assert all(adjacent(a, b) for a, b in zip(hexes, hexes[1:] + hexes[:1], strict=True))
    assert len(set(within(h, radius))) == 1 + 3 * radius * (radius + 1)


@examples(300)
@given(lattices, some_hex(), st.integers(-9, 9), st.integers(-9, 9))
def test_line_of_hexes_equals_exact_clipping(lattice: Lattice, a: Hex, lines: int, n: int) -> None:
    b = Hex(a.line + lines, a.half + 2 * n + lines % 2)
    passed = line_of_hexes(a, b)
    flat = [h for entry in passed for h in entry]
    region = set(within(a, distance(a, b) + 1))
    inside = {h for h in region if passes_inside(lattice, a, b, h)}
    along = {h for h in region if runs_along_side_of(lattice, a, b, h)}
    assert set(flat) == inside | along
    assert len(flat) == len(set(flat))
    assert {h for entry in passed if len(entry) == 2 for h in entry} == along
    assert passed[0] == (a,)
    assert passed[-1] == (b,)
    assert set(flat) == {h for entry in line_of_hexes(b, a) for h in entry}


@given(lattices, some_hex(), st.floats(-0.99, 0.99), st.floats(-0.99, 0.99))
def test_nearest_is_the_nearest_centre_on_paper(
    lattice: Lattice, h: Hex, right: float, down: float
) -> None:
    x, y = lattice.centre(h)
    found = lattice.nearest(x + right, y + down)
    stretch = (1 / (2 * math.sqrt(3)), 0.5)
    sx, sy = stretch if lattice.orientation == "flat" else stretch[::-1]

    def gap(other: Hex) -> float:
        cx, cy = lattice.centre(other)
        return math.hypot((cx - x - right) * sx, (cy - y - down) * sy)

    assert gap(found) <= min(gap(other) for other in within(h, 2)) + 1e-9


@given(st.lists(some_hex(), min_size=3, max_size=6, unique=True), some_hex())
def test_in_polygon_agrees_with_shapely(outline: list[Hex], h: Hex) -> None:
    from shapely.geometry import Point, Polygon

    polygon = Polygon([(3 * c.line, c.half) for c in outline])
    if polygon.is_valid:
        assert in_polygon(h, tuple(outline)) == polygon.covers(Point(3 * h.line, h.half))


def test_a_lattice_says_which_columns_lie_lower(tmp_path: Path) -> None:
    text = (SOURCES / "example" / "lattice.toml").read_text(encoding="utf-8")
    path = tmp_path / "lattice.toml"
    path.write_text(text.replace("[[sheets]]", '[[sheets]]\nlow = "odd"'), encoding="utf-8")
    assert read_lattice(path).lattice.sheets[0].low == "odd"
    path.write_text(text.replace("[[sheets]]", '[[sheets]]\nlow = "od"'), encoding="utf-8")
    with pytest.raises(InputError, match=r"low: found 'od', expected .*even.*odd"):
        read_lattice(path)
