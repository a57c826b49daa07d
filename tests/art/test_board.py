"""What stands on the map shows on the board, in the right place and nowhere else."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy
import pytest
from PIL import Image, ImageChops

from clubroute.builder.art.board import (
    LAYER_NAMES,
    draw_board,
    draw_layers,
    draw_tile,
    plan_of,
    tiles_of,
)
from clubroute.builder.art.canvas import Letter, PillowCanvas, Spot
from clubroute.builder.art.courses.roads import THROUGH
from clubroute.builder.art.layers.letters import NUMBER_RIM
from clubroute.builder.art.numbers import Frame
from clubroute.builder.art.plan import BoardPlan
from clubroute.builder.art.plate import MEDIUM
from clubroute.builder.errors import InputError
from clubroute.builder.grid import Hex, Hexside, hexside
from clubroute.builder.pixels import BoardView, Scale
from clubroute.builder.sources.style import BoardStyle, read_board_style
from clubroute.builder.terrain.terrain_map import (
    Area,
    HexTerrain,
    Link,
    Road,
    TerrainMap,
)
from tests.art.parts import draw_part

from .every_kind import (
    AREA_KINDS,
    BASIS,
    CROSSINGS,
    LATTICE,
    ROADS,
    TERRAINS,
    area_hexes,
    at,
    boards,
    crossing_sides,
    every_kind,
    sides_by_side,
    terrain_hexes,
)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def style() -> BoardStyle:
    return read_board_style()


@pytest.fixture(scope="module")
def terrain() -> TerrainMap:
    return every_kind()


@pytest.fixture(scope="module")
def view() -> BoardView:
    return boards((10, 23))[0]


@pytest.fixture(scope="module")
def picture(terrain: TerrainMap, view: BoardView, style: BoardStyle) -> Image.Image:
    return draw_board(terrain, view, style)


@pytest.fixture(scope="module")
def ground(terrain: TerrainMap, view: BoardView, style: BoardStyle) -> Image.Image:
    """The ground alone."""
    return draw_board(terrain, view, style, frozenset({"ground"}))


@pytest.fixture(scope="module")
def numbers(terrain: TerrainMap, view: BoardView, style: BoardStyle) -> Image.Image:
    """The hex numbers alone."""
    return draw_board(terrain, view, style, frozenset({"numbers"}))


@pytest.fixture(scope="module")
def frame(terrain: TerrainMap, view: BoardView, style: BoardStyle) -> Frame:
    return Frame(terrain, view, style)


def around(image: Image.Image, spot: tuple[float, float], reach: int) -> Image.Image:
    x, y = round(spot[0]), round(spot[1])
    return image.crop((x - reach, y - reach, x + reach, y + reach))


def same(a: Image.Image, b: Image.Image) -> bool:
    return a.size == b.size and a.tobytes() == b.tobytes()


def middle(view: BoardView, a: Hex, b: Hex) -> tuple[float, float]:
    (ax, ay), (bx, by) = view.centre(a), view.centre(b)
    return (ax + bx) / 2, (ay + by) / 2


def test_the_picture_has_the_size_of_its_view(picture: Image.Image, view: BoardView) -> None:
    assert picture.size == (view.width, view.height)
    assert picture.mode == "RGB"


@pytest.mark.parametrize("kind", TERRAINS)
def test_the_centre_dot_tells_the_terrain(
    kind: str, picture: Image.Image, view: BoardView, style: BoardStyle
) -> None:
    paint = style.hex_paint(kind)
    assert picture.getpixel(view.centre(terrain_hexes()[kind])) == (paint.dot or paint.fill)


def test_only_impassable_hexes_lack_a_dot(style: BoardStyle) -> None:
    assert [k for k in style.hexes if style.hexes[k].dot is None] == ["impassable"]


def test_city_and_fortified_differ_by_their_border(
    picture: Image.Image, view: BoardView, style: BoardStyle
) -> None:
    x, y = view.centre(terrain_hexes()["fortified"])
    assert picture.getpixel((x, y + 34)) == style.hex_paint("fortified").border
    x, y = view.centre(terrain_hexes()["city"])
    below = [picture.getpixel((x, y + rise)) for rise in range(24, 48)]
    assert style.hex_paint("city").edge in below, "a city's line is round the whole of it"
    assert style.hex_paint("city").dot == style.hex_paint("fortified").dot


@pytest.mark.parametrize("kind", [t for t in TERRAINS if t not in ("clear", "impassable")])
def test_terrain_shows_without_colour(kind: str, ground: Image.Image, view: BoardView) -> None:
    h = terrain_hexes()[kind]
    grey = numpy.asarray(around(ground, view.centre(h), 25).convert("L"))
    assert grey.std() > 3


@pytest.mark.parametrize(
    "kinds",
    [CROSSINGS[::2], CROSSINGS[1::2], ("crest", "impassable", "river", "canal", "stream")],
    ids=" ".join,
)
def test_every_hexside_feature_shows(
    kinds: Sequence[str],
    terrain: TerrainMap,
    view: BoardView,
    style: BoardStyle,
    picture: Image.Image,
) -> None:
    """Left out together are kinds that stand two hexes apart."""
    bare = replace(
        terrain,
        hexsides={
            s: kept
            for s, many in terrain.hexsides.items()
            if (kept := tuple(f for f in many if f.kind not in kinds))
        },
    )
    without = draw_board(bare, view, style)
    for side, many in terrain.hexsides.items():
        if any(f.kind in kinds for f in many):
            spot = middle(view, side.a, side.b)
            assert not same(around(picture, spot, 24), around(without, spot, 24))


def test_an_unstable_bridge_looks_unlike_a_sound_one(
    terrain: TerrainMap, view: BoardView, style: BoardStyle, picture: Image.Image
) -> None:
    side = hexside(at(105, 12), at(105, 13))
    sound = replace(
        terrain,
        hexsides={s: tuple(replace(f, note="") for f in m) for s, m in terrain.hexsides.items()},
    )
    spot = middle(view, side.a, side.b)
    assert not same(around(picture, spot, 16), around(draw_board(sound, view, style), spot, 16))


def test_a_bridge_changes_nothing_further_than_two_hexes(
    terrain: TerrainMap, view: BoardView, style: BoardStyle, picture: Image.Image
) -> None:
    side = crossing_sides()["bridge"]
    bare = replace(
        terrain, hexsides={s: v[:1] if s == side else v for s, v in terrain.hexsides.items()}
    )
    box = ImageChops.difference(picture, draw_board(bare, view, style)).getbbox()
    x, y = middle(view, side.a, side.b)
    assert box is not None
    assert x - 72 <= box[0] <= x <= box[2] <= x + 72
    assert y - 72 <= box[1] <= y <= box[3] <= y + 72


@pytest.mark.parametrize("begun", range(3))
def test_every_area_kind_is_marked_in_its_hex(
    begun: int, terrain: TerrainMap, view: BoardView, style: BoardStyle, picture: Image.Image
) -> None:
    """Left out together are kinds that are marked three hexes apart."""
    kinds = AREA_KINDS[begun::3]
    bare = replace(terrain, areas=tuple(a for a in terrain.areas if a.kind not in kinds))
    changed = ImageChops.difference(picture, draw_board(bare, view, style))
    for kind in kinds:
        x, y = (round(at) for at in view.centre(area_hexes()[kind]))
        own = (max(0, x - 80), y - 37, x + 81, y + 38)
        assert changed.crop(own).getbbox() is not None, kind
        changed.paste((0, 0, 0), own)
    assert changed.getbbox() is None


@pytest.mark.parametrize("column", [97, 98, 99, 100, 101, 102])
def test_numbers_are_right_on_both_sides_of_the_wrap(
    column: int, numbers: Image.Image, frame: Frame, view: BoardView, style: BoardStyle
) -> None:
    h = at(column, 15)
    off = frame.numbers[h]
    x, y = (round(a + b) for a, b in zip(view.centre(h), off, strict=True))
    expected = PillowCanvas(x - 30 + view.left, y - 10 + view.top, 60, 20, style.paper["off"])
    expected.text(
        (view.centre(h)[0] + off[0] + view.left, view.centre(h)[1] + off[1] + view.top),
        f"{column % 100:02d}.15",
        MEDIUM,
        style.size["number"],
        style.paper["number"],
        style.hexes["clear"].fill,
        NUMBER_RIM,
    )
    assert same(numbers.crop((x - 30, y - 10, x + 30, y + 10)), expected.image())


def test_numbers_of_different_hexes_differ(numbers: Image.Image, view: BoardView) -> None:
    seen = set()
    for column in range(96, 108):
        x, y = view.centre(at(column, 15))
        seen.add(numbers.crop((x - 30, y - 34, x + 30, y - 14)).tobytes())
    assert len(seen) == 12


def test_boards_join_without_a_seam(
    terrain: TerrainMap, picture: Image.Image, style: BoardStyle
) -> None:
    joined = Image.new("RGB", picture.size)
    for board in boards((10, 12), (13, 14), (15, 16), (17, 19), (20, 21), (22, 23)):
        joined.paste(draw_board(terrain, board, style), (board.map_x, board.map_y))
    assert ImageChops.difference(joined, picture).getbbox() is None


def test_boards_join_side_by_side_at_the_wrap(
    terrain: TerrainMap, picture: Image.Image, style: BoardStyle
) -> None:
    joined = Image.new("RGB", picture.size)
    for board in sides_by_side((96, 99), (100, 100), (101, 101), (102, 107)):
        joined.paste(draw_board(terrain, board, style), (board.map_x, board.map_y))
    assert ImageChops.difference(joined, picture).getbbox() is None


def test_the_same_map_gives_the_same_pixels(
    terrain: TerrainMap, view: BoardView, style: BoardStyle, picture: Image.Image
) -> None:
    shuffled = replace(
        every_kind(),
        hexes=dict(list(terrain.hexes.items())[::-1]),
        hexsides=dict(list(terrain.hexsides.items())[::-1]),
        links=dict(list(terrain.links.items())[::-1]),
    )
    assert same(draw_board(shuffled, view, read_board_style()), picture)


Tiles = tuple[BoardPlan, list[tuple[BoardView, Image.Image]]]


@pytest.fixture(scope="module")
def tiles(terrain: TerrainMap, view: BoardView, style: BoardStyle) -> Tiles:
    """The plan of the board, and its tiles with all layers."""
    plan = plan_of(terrain, style)
    return plan, [(t, draw_tile(terrain, t, style, plan=plan)) for t in tiles_of(view)]


@pytest.mark.parametrize("layer", LAYER_NAMES)
def test_each_layer_can_be_left_out(
    layer: str, terrain: TerrainMap, style: BoardStyle, tiles: Tiles
) -> None:
    """Some tile is another without it."""
    rest = frozenset(LAYER_NAMES) - {layer}
    plan, drawn = tiles
    without = (draw_tile(terrain, tile, style, rest, plan=plan) for tile, _ in drawn)
    assert not all(map(same, without, (whole for _, whole in drawn)))


def test_no_layers_leave_the_paper(terrain: TerrainMap, view: BoardView, style: BoardStyle) -> None:
    bare = draw_board(terrain, view, style, frozenset())
    assert bare.getcolors() == [(view.width * view.height, style.paper["off"])]


def test_an_unknown_layer_is_named(terrain: TerrainMap, view: BoardView, style: BoardStyle) -> None:
    with pytest.raises(InputError, match="did you mean roads"):
        draw_board(terrain, view, style, frozenset({"raods"}))


def test_an_unknown_terrain_is_named(view: BoardView, style: BoardStyle) -> None:
    h = at(98, 13)
    odd = TerrainMap(LATTICE, {h: HexTerrain(h, "wood", BASIS)}, {}, {}, {})
    with pytest.raises(InputError, match=r"hex\.wood.*did you mean woods"):
        draw_board(odd, view, style)


def test_beyond_the_map_lies_open_country_in_flat_tints(
    picture: Image.Image, view: BoardView, style: BoardStyle
) -> None:
    off, clear = style.paper["off"], style.hexes[next(iter(style.hexes))].fill
    spots = [(x, 5) for x in range(0, view.width, 7)]
    spots += [(3, 3), (view.width - 3, 3), (3, view.height - 3)]
    seen = {picture.getpixel(spot) for spot in spots}
    assert off in seen
    for colour in seen:
        assert isinstance(colour, tuple)
        for part, low, high in zip(colour, off, clear, strict=True):
            assert low <= part <= (low + high) / 2, "between the paper's and open ground's"


def test_every_road_kind_shows_on_its_hexsides(
    terrain: TerrainMap, view: BoardView, style: BoardStyle, picture: Image.Image
) -> None:
    bare = replace(
        terrain,
        links={
            s: kept
            for s, many in terrain.links.items()
            if (kept := tuple(link for link in many if link.road not in ROADS))
        },
    )
    without = draw_board(bare, view, style)
    for link in (link for kind in ROADS for link in terrain.links_of(kind)):
        spot = middle(view, link.side.a, link.side.b)
        assert not same(around(picture, spot, 10), around(without, spot, 10)), link


def test_the_route_is_a_band_beside_its_road(
    picture: Image.Image, view: BoardView, style: BoardStyle
) -> None:
    x, y = view.centre(at(99, 19))
    row = [picture.getpixel((x + dx, y - 12)) for dx in range(-12, 13)]
    assert style.areas["club_route"].ink in row
    assert style.roads["main_road"].fill in [picture.getpixel((x + d, y + 12)) for d in (-1, 0, 1)]


def two_roads(view: BoardView, style: BoardStyle, rows: tuple[Hex, ...]) -> Frame:
    """Hex 100.15 with a Road bending north to south-east and one through ``rows``."""
    middle_hex = at(100, 15)
    first = (at(100, 14), middle_hex, at(101, 16))
    roads = {"a": Road("a", "road"), "b": Road("b", "road")}
    links: dict[Hexside, list[Link]] = {}
    for name, path in (("a", first), ("b", rows)):
        for p, q in pairwise(path):
            links.setdefault(hexside(p, q), []).append(Link(hexside(p, q), name, BASIS))
    hexes = {h: HexTerrain(h, "clear", BASIS) for h in LATTICE.hexes("main")}
    made = TerrainMap(LATTICE, hexes, {}, roads, {s: tuple(v) for s, v in links.items()})
    return Frame(made, view, style)


def nearest(a: tuple[tuple[float, float], ...], b: tuple[tuple[float, float], ...]) -> float:
    return min(math.dist(p, q) for p in a for q in b)


def test_roads_that_do_not_meet_keep_apart(view: BoardView, style: BoardStyle) -> None:
    frame = two_roads(view, style, (at(99, 15), at(100, 15), at(100, 16)))
    here = at(100, 15)
    apart = replace(frame.terrain, apart={(here, "a", "b"): BASIS})
    pieces = Frame(apart, view, style).courses.in_hex[here]
    a, b = ([p.line for p in pieces if p.roads == (road,)] for road in "ab")
    assert min(nearest(one, other) for one in a for other in b) > 5


def test_a_road_that_ends_on_another_touches_it(view: BoardView, style: BoardStyle) -> None:
    frame = two_roads(view, style, (at(99, 15), at(100, 15)))
    pieces = frame.courses.in_hex[at(100, 15)]
    assert len(pieces) == 3
    assert len({piece.line[-1] for piece in pieces}) == 1, "all end in one hub"


def test_roads_on_one_hexside_share_a_carriageway_if_they_meet_and_trains_take_none(
    terrain: TerrainMap, view: BoardView, style: BoardStyle
) -> None:
    def lanes(**changes: Any) -> list[list[tuple[Spot, ...]]]:
        frame = Frame(replace(terrain, **changes), view, style)
        pieces = frame.courses.in_hex[at(97, 18)]
        return [[p.line for p in pieces if road in p.roads] for road in ("beside", "road")]

    def gap(lines: list[list[tuple[Spot, ...]]]) -> float:
        return min(nearest(one, other) for one in lines[0] for other in lines[1])

    assert gap(lanes()) > 10, "a railroad and a road lie side by side"
    paved = {**terrain.roads, "beside": Road("beside", "main_road")}
    shared = lanes(roads=paved)
    assert shared[0] == shared[1]
    apart = {(h, "beside", "road"): BASIS for h in terrain.hexes}
    assert gap(lanes(roads=paved, apart=apart)) > 10


def test_a_lone_bend_passes_close_by_the_dot(view: BoardView, style: BoardStyle) -> None:
    frame = two_roads(view, style, (at(103, 15), at(103, 16)))
    lines = [piece.line for piece in frame.courses.in_hex[at(100, 15)]]
    assert 0 < min(nearest(line, (frame.centre(at(100, 15)),)) for line in lines) <= THROUGH + 0.1


def test_a_part_is_cut_from_the_same_picture(
    terrain: TerrainMap, view: BoardView, style: BoardStyle, picture: Image.Image
) -> None:
    h = at(100, 15)
    part = draw_part(terrain, [h, at(101, 15)], style, margin=5)
    x, _ = view.centre(h)
    left, top = x - 42 - 5, min(c[1] for g in (h, at(101, 15)) for c in view.polygon(g)) - 5
    assert part.size == (63 + 84 + 10, 36 + 72 + 10)
    assert same(part, picture.crop((left, top, left + part.width, top + part.height)))


def test_a_part_of_no_hexes_is_refused(terrain: TerrainMap, style: BoardStyle) -> None:
    with pytest.raises(ValueError, match="no hexes"):
        draw_part(terrain, [], style)


def test_a_larger_scale_draws_all_larger(terrain: TerrainMap, style: BoardStyle) -> None:
    h = terrain_hexes()["woods"]
    small = draw_part(terrain, [h], style, margin=0)
    large = draw_part(terrain, [h], style, margin=0, scale=Scale(42, 72))
    assert large.size == (small.width * 2, small.height * 2)
    shrunk = numpy.asarray(large.reduce(2)).astype(int)
    assert abs(shrunk - numpy.asarray(small)).mean() < 6


def test_another_surface_can_be_drawn_on(
    terrain: TerrainMap, view: BoardView, style: BoardStyle
) -> None:
    surface = Listing()
    draw_layers(Frame(terrain, view, style), surface, frozenset({"numbers", "names"}))
    assert "99.15" in surface.texts
    assert "00.15" in surface.texts
    assert surface.texts[-1] == "Wrapstad"
    assert len(surface.texts) == len(terrain.hexes) + 1


class Listing:
    """A surface that only notes what is lettered on it."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def polygon(self, corners: object, fill: object) -> None:
        """Nothing to note."""

    def polyline(self, line: object, ink: object, width: object) -> None:
        """Nothing to note."""

    def circle(self, centre: object, radius: object, fill: object) -> None:
        """Nothing to note."""

    def text(
        self,
        centre: object,
        text: str,
        face: object,
        size: object,
        ink: object,
        halo: object,
        rim: object,
    ) -> None:
        """Note the text."""
        self.texts.append(text)

    def letters(
        self,
        letters: Sequence[Letter],
        face: object,
        size: object,
        ink: object,
        halo: object,
        rim: object,
    ) -> None:
        """Note the letters as a text."""
        self.texts.append("".join(letter for letter, _, _ in letters))


def test_one_name_is_lettered_once_for_a_town_of_many_hexes(
    terrain: TerrainMap, view: BoardView, style: BoardStyle
) -> None:
    town = (at(103, 19), at(103, 20), at(104, 19))
    hexes = dict(terrain.hexes)
    hexes.update({h: HexTerrain(h, "town", BASIS, "Manyhex") for h in town})
    surface = Listing()
    draw_layers(Frame(replace(terrain, hexes=hexes), view, style), surface, frozenset({"names"}))
    assert surface.texts.count("Manyhex") == 1


def test_an_area_of_a_kind_without_a_mark_draws_nothing(
    terrain: TerrainMap, view: BoardView, style: BoardStyle, picture: Image.Image
) -> None:
    place = Area("p", "place", (at(104, 20),), BASIS, name="Nowhere")
    assert same(draw_board(replace(terrain, areas=(*terrain.areas, place)), view, style), picture)
