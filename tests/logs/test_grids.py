"""Grids on paper; tests/engine/test_grids.py has them against the engine."""

from __future__ import annotations

import struct

import pytest

from clubroute.rules.logs.grids.hexgrid import (
    HexGrid,
    Numbering,
    Pixel,
    Snapping,
    cell_number,
    formatted,
    inside,
    java_round,
)
from clubroute.rules.logs.grids.layout import (
    GridZone,
    LaidBoard,
    MapLayout,
    RegionGrid,
    SquareGrid,
    ZonedGrid,
)
from clubroute.rules.logs.grids.maps import picture_size, snapping_of
from tests.engine.handmade import png
from tests.engine.small_board import MAP_NAME, hex_centres
from tests.logs.samples import small_maps

NUMBERED = Numbering(stagger=False, offsets=(0, 0), separator=".")
HEXES = HexGrid(30.0, 34.0, 15, 17, numbering=NUMBERED)


@pytest.mark.parametrize("snapping", list(Snapping))
def test_every_hex_of_the_small_board(snapping: Snapping) -> None:
    layout = small_maps().maps[MAP_NAME].laid_out(None, snapping)
    for name, (x, y) in hex_centres().items():
        for dx, dy in ((0, 0), (9, -12), (-9, 12), (0, 16)):
            assert layout.snap(x + dx, y + dy) == (x, y)
            assert layout.hex_at(x + dx, y + dy) == name


def test_old_versions_take_hexes_for_rectangles() -> None:
    corner = Pixel(15 + 14, 17 + 14)  # in the column of the first hex, but in its neighbour
    assert HEXES.centre(corner, Snapping.RECTANGLES) == (15, 17)
    assert HEXES.centre(corner, Snapping.HEXES) == (45, 34)
    assert snapping_of("3.6.19") is Snapping.RECTANGLES
    assert snapping_of("3.7.0-beta3") is Snapping.RECTANGLES
    assert snapping_of("3.7.0-beta4") is snapping_of("3.8.0") is snapping_of("") is Snapping.HEXES


@pytest.mark.parametrize("sideways", [False, True])
def test_a_hex_holds_what_is_nearest_its_centre(sideways: bool) -> None:
    grid = HexGrid(30.0, 34.64, 15, 17, sideways=sideways)
    for x in range(60, 140):
        for y in range(60, 140):
            centre = grid.centre(Pixel(x, y), Snapping.HEXES)
            near = (centre.x - x) ** 2 + (centre.y - y) ** 2
            # Half the diagonal of a hex is 20 px; a pixel of rounding on top.
            assert near <= 21**2
            assert grid.centre(centre, Snapping.HEXES) == centre


@pytest.mark.parametrize(
    ("number", "kind", "leading", "text"),
    [
        (7, "N", 0, "7"),
        (7, "N", 1, "07"),
        (107, "N", 1, "107"),
        (-7, "N", 2, "-007"),
        (0, "A", 1, "A"),
        (25, "A", 1, "Z"),
        (26, "A", 1, "AA"),
        (27, "A", 1, "BB"),
        (-1, "A", 1, "-B"),
    ],
)
def test_cell_numbers(number: int, kind: str, leading: int, text: str) -> None:
    assert cell_number(number, kind, leading) == text


def test_formats() -> None:
    values = {"name": "Yard", "gridLocation": "07"}
    assert formatted("$name$: $gridLocation$$other$!", values) == "Yard: 07!"
    assert formatted("plain", values) == "plain"
    assert formatted("5 $", values) == "5 $"


def test_squares_and_named_places() -> None:
    squares = SquareGrid(50.0, 50.0, 25, 25, numbering=NUMBERED)
    assert squares.snap(Pixel(60, 10), Snapping.HEXES) == (75, 25)
    assert squares.location(Pixel(75, 25)) == "01.00"
    assert SquareGrid(50, 50, 25, 25, edges=True).snap(Pixel(52, 26), Snapping.HEXES) == (50, 25)
    assert SquareGrid(50, 50, 25, 25, corners=True).snap(Pixel(52, 48), Snapping.HEXES) == (50, 50)
    places = RegionGrid((("Port", Pixel(10, 10)), ("Yard", Pixel(90, 10))))
    assert places.location(Pixel(60, 0)) == "Yard"
    assert places.snap(Pixel(20, 0), Snapping.HEXES) == (10, 10)
    assert RegionGrid(()).location(Pixel(1, 1)) is None


def test_zones() -> None:
    path = (Pixel(0, 0), Pixel(100, 0), Pixel(100, 100), Pixel(0, 100))
    zoned = ZonedGrid((GridZone("Yard", path, "$name$", None),), HEXES)
    board = LaidBoard("B", 10, 20, 400, 300, zoned)
    layout = MapLayout("M", (board,), ((Pixel(12, 22), "Mug"),))
    assert layout.location(12, 22) == "Mug"
    assert layout.location(50, 50) == layout.hex_at(50, 50) == "Yard"
    assert layout.zone_at(50, 50) == "Yard"
    assert layout.snap(51, 50) == (51, 50)
    assert layout.zone_at(200, 200) is None
    assert layout.hex_at(10 + 15 + 120, 20 + 17 + 170) == "04.05"
    assert layout.hex_at(5, 5) is None


def test_reversed_boards() -> None:
    board = LaidBoard("B", 100, 0, 300, 340, HEXES, reversed=True)
    layout = MapLayout("M", (board,))
    # The first hex's centre is as far from the lower right corner as from the upper left.
    assert layout.hex_at(100 + 300 - 15, 340 - 17) == "00.00"
    assert layout.snap(100 + 300 - 13, 340 - 15) == (385, 323)


def test_insides_like_javas() -> None:
    square = (Pixel(0, 0), Pixel(10, 0), Pixel(10, 10), Pixel(0, 10))
    assert inside(square, 0, 0)
    assert not inside(square, 10, 0)
    assert not inside(square, 0, 10)
    assert not inside(square[:2], 0, 0)
    assert [java_round(v) for v in (0.5, -0.5, 1.5, -1.5, 2.4)] == [1, 0, 2, -1, 2]


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (png(30, 20, (1, 2, 3)), (30, 20)),
        (b"GIF89a" + struct.pack("<HH", 30, 20), (30, 20)),
        (b"\xff\xd8\xff\xe0\0\4ab\xff\xc0\0\x11\x08" + struct.pack(">HH", 20, 30), (30, 20)),
        (b'<?xml version="1.0"?><svg width="30px" height="20.4" x="1">', (30, 20)),
        (b"<svg>", None),
        (b"\xff\xd8\xff", None),
        (b"", None),
        (png(30, 20, (1, 2, 3))[:20], None),
    ],
)
def test_picture_sizes(data: bytes, size: tuple[int, int] | None) -> None:
    assert picture_size(data) == size
