"""Names find room for themselves: off each other, off numbers, the same at every drawing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.art.board import part_view
from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.courses import courses_of
from clubroute.builder.art.courses.roads import half_drawn
from clubroute.builder.art.naming.label import (
    Box,
    MapLabel,
    Taken,
    decode_labels,
    encode_labels,
    label_shows,
)
from clubroute.builder.art.naming.lettering_plan import (
    Step,
    overlaps,
    plan_lettering,
    road_text,
    runs,
)
from clubroute.builder.art.naming.places import NAME_RIM, named_crossings, named_places
from clubroute.builder.art.numbers import (
    NUMBER_HALF,
    Frame,
    covered,
    inks,
)
from clubroute.builder.art.parcels import gap
from clubroute.builder.art.plan import BoardPlan
from clubroute.builder.grid import Hex
from clubroute.builder.pixels import BoardView, Scale
from clubroute.builder.sources.style import BoardStyle, read_board_style
from clubroute.builder.terrain.terrain_map import HexTerrain, TerrainMap
from tests.properties import examples

from .conftest import Planned
from .every_kind import BASIS, LATTICE, at, boards

pytestmark = pytest.mark.slow


class Lettered(NamedTuple):
    """A map as its boards draw it, whole, and its names."""

    frame: Frame
    labels: tuple[MapLabel, ...]


def lettered(terrain: TerrainMap, style: BoardStyle) -> Lettered:
    """Letter a map."""
    plan = BoardPlan(courses=courses_of(terrain, style))
    frame = replace(frame_of(terrain, style), plan=plan)
    return Lettered(frame, plan_lettering(terrain, style, plan.courses))


def frame_of(terrain: TerrainMap, style: BoardStyle) -> Frame:
    return Frame(terrain, part_view(terrain, terrain.hexes, 0, Scale()), style)


@pytest.fixture
def lettered_board(planned: Callable[[str], Planned]) -> Callable[[str], Lettered]:
    """Gives the lettered map of a game."""

    def board(name: str) -> Lettered:
        one = planned(name)
        plan = BoardPlan(courses=one.courses)
        return Lettered(replace(frame_of(one.terrain, one.style), plan=plan), one.labels)

    return board


@pytest.fixture
def labels(lettered_board: Callable[[str], Lettered]) -> tuple[MapLabel, ...]:
    """The names of the Where Eagles Dare map."""
    return lettered_board("wed").labels


@pytest.fixture
def frame(lettered_board: Callable[[str], Lettered]) -> Frame:
    """All of it."""
    return lettered_board("wed").frame


def plain(names: dict[Hex, str]) -> TerrainMap:
    """Open ground with villages of some names."""
    hexes = {
        h: HexTerrain(h, "village" if h in names else "clear", BASIS, names.get(h, ""))
        for h in LATTICE.hexes("main")
    }
    return TerrainMap(LATTICE, hexes, {}, {}, {})


@pytest.mark.parametrize("board", ["wed", "tdc", "mg", "ins", "ombrey", "example"])
def test_no_name_stands_on_a_name_a_number_or_a_road(
    board: str, lettered_board: Callable[[str], Lettered]
) -> None:
    """On all boards: 0, 0, 0."""
    whole, found = lettered_board(board)
    assert len(found) > 3
    assert [(a.text, b.text) for a, b in overlaps(found)] == []
    assert hidden(numbers_of(whole, found), whole, found) == []
    assert on_roads(whole, found) == []


def on_roads(frame: Frame, labels: tuple[MapLabel, ...]) -> list[tuple[str, str]]:
    """The names whose letters meet a Road as it is drawn, its casing and bank with it."""
    roads = [
        (shapely.LineString(piece.line), half_drawn(frame.style, piece.kinds), piece)
        for piece in frame.courses.roads
    ]
    tree = shapely.STRtree([line.buffer(half) for line, half, _ in roads])
    found = []
    for label in labels:
        for box in label.boxes:
            ink = shapely.box(*box).buffer(-NAME_RIM, join_style="mitre")
            found += [
                (label.text, ",".join(roads[k][2].roads))
                for k in tree.query(ink, predicate="intersects").tolist()
            ]
    return sorted(set(found))


def test_every_place_and_every_bridge_has_its_name(
    frame: Frame, labels: tuple[MapLabel, ...]
) -> None:
    lettered = Counter[tuple[str, str]]((x.kind, x.text.upper()) for x in labels)
    wanted = Counter[tuple[str, str]](("place", name.upper()) for name, _ in named_places(frame))
    wanted += Counter[tuple[str, str]](
        ("bridge", name.upper()) for _, name in named_crossings(frame)
    )
    assert {key: lettered[key] for key in wanted} == wanted


def test_rivers_canals_streams_and_railways_are_lettered(labels: tuple[MapLabel, ...]) -> None:
    along = {(x.style, x.text) for x in labels if x.glyphs}
    assert {("river", "Maas"), ("stream", "Dommel"), ("canal", "Zuid-Willemsvaart")} <= along
    assert "Duits Lijntje" in {text for style, text in along if style == "railroad"}


def numbers_of(frame: Frame, labels: tuple[MapLabel, ...]) -> Mapping[Hex, Spot]:
    """Where the numbers of a map stand beside some names."""
    return replace(frame, plan=BoardPlan(labels, courses=frame.courses)).numbers


def hidden(
    numbers: Mapping[Hex, Spot], frame: Frame, labels: tuple[MapLabel, ...]
) -> list[tuple[str, str]]:
    """The names that meet the number of a hex, by their boxes, and the numbers."""
    wide, high = NUMBER_HALF
    boxes = Taken()
    for h, (right, down) in numbers.items():
        x, y = (c + off for c, off in zip(frame.centre(h), (right, down), strict=True))
        box = Box(x - wide, y - high, x + wide, y + high)
        boxes.take(MapLabel("place", frame.view.lattice.format(h), 1, (x, y), h, (box,)))
    return [(x.text, number.text) for x in labels for number in boxes.met(x)]


def test_no_name_stands_on_a_number(frame: Frame, labels: tuple[MapLabel, ...]) -> None:
    bare, named = frame.numbers, numbers_of(frame, labels)
    assert hidden(named, frame, labels) == []
    assert 50 < sum(bare[h] != named[h] for h in bare) < 300, "numbers make way for names"
    crossed = [h for h, at in named.items() if covered(at, list(inks(frame, h)))]
    assert len(crossed) < len(named) / 100, "nor do they make way into lines"


def test_a_name_by_itself_stands_clear_under_its_dot(style: BoardStyle) -> None:
    (label,) = plan_lettering(plain({at(101, 16): "Best"}), style)
    frame = frame_of(plain({}), style)
    x, y = frame.centre(at(101, 16))
    assert abs(label.at[0] - x) < 1
    assert y + 6 < label.boxes[0].top < label.boxes[0].bottom < y + 48.5 - 5.5


def test_letters_read_from_left_to_right(labels: tuple[MapLabel, ...]) -> None:
    for label in labels:
        if label.glyphs:
            # A name that runs straight down may lean back by a fraction of a px.
            assert label.glyphs[0].at[0] <= label.glyphs[-1].at[0] + 0.5
            assert "".join(g.text for g in label.glyphs) == label.text
            turns = [g.turn for g in label.glyphs]
            assert all(abs((a - b + 180) % 360 - 180) <= 26 for a, b in pairwise(turns))


def test_the_order_of_the_facts_does_not_matter(
    lettered_board: Callable[[str], Lettered],
) -> None:
    frame, labels = lettered_board("ombrey")
    shuffled = replace(
        frame.terrain,
        hexes=dict(list(frame.terrain.hexes.items())[::-1]),
        hexsides=dict(list(frame.terrain.hexsides.items())[::-1]),
        links=dict(list(frame.terrain.links.items())[::-1]),
    )
    assert plan_lettering(shuffled, frame.style) == labels


def test_labels_come_back_from_bytes(labels: tuple[MapLabel, ...]) -> None:
    assert decode_labels(encode_labels(labels)) == labels


def test_a_board_keeps_only_the_names_that_show_on_it(style: BoardStyle) -> None:
    upper, lower = boards((10, 15), (16, 23))
    labels = plan_lettering(plain({at(100, 11): "Above", at(100, 22): "Below"}), style)
    assert [x.text for x in labels if label_shows(x, upper)] == ["Above"]
    assert [x.text for x in labels if label_shows(x, lower)] == ["Below"]


@examples(25)
@given(
    st.dictionaries(
        st.sampled_from(LATTICE.hexes("main")),
        st.sampled_from(["Son", "Eerde", "Nederwetten", "Sint-Oedenrode"]),
        min_size=2,
        max_size=9,
    )
)
def test_a_few_names_always_find_room(names: dict[Hex, str]) -> None:
    distinct = {h: f"{name} {k}" for k, (h, name) in enumerate(sorted(names.items()))}
    frame, found = lettered(plain(distinct), read_board_style())
    assert sorted(x.text for x in found) == sorted(distinct.values())
    assert overlaps(found) == []
    assert hidden(numbers_of(frame, found), frame, found) == []


BOXES = st.tuples(*[st.integers(-300, 300)] * 2, *[st.integers(1, 200)] * 2).map(
    lambda t: Box(t[0], t[1], t[0] + t[2], t[1] + t[3])
)


@given(st.lists(BOXES, max_size=12))
def test_bins_find_what_comparing_all_finds(found: list[Box]) -> None:
    labels = [MapLabel("place", str(k), 1.0, (0, 0), Hex(0, 1), (b,)) for k, b in enumerate(found)]
    pairs = {
        (a.text, b.text)
        for k, b in enumerate(labels)
        for a in labels[:k]
        if a.boxes[0].meets(b.boxes[0])
    }
    assert {(a.text, b.text) for a, b in overlaps(labels)} == pairs


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Best - Boxtel", "Best–Boxtel"),
        ("Club Route, Son spur", "Club Route"),
        ("Boxtel - Veghel - Gennep (Duits Lijntje)", "Duits Lijntje"),
        ("'s-Hertogenbosch - Oss - Ravenstein - Nijmegen", "'s-Hertogenbosch–Nijmegen"),
        ("", ""),
    ],
)
def test_what_is_lettered_along_a_road(name: str, text: str) -> None:
    assert road_text(name) == text


def test_a_line_that_forks_is_lettered_run_by_run() -> None:
    def step(a: tuple[int, int], b: tuple[int, int]) -> Step:
        return a, b, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), Hex(0, 1)

    arms = [step((k, 0), (k + 1, 0)) for k in range(4)]
    arms += [step((2, k), (2, k + 1)) for k in range(3)]
    found = runs(arms)
    assert sorted(len(run) for run in found) == [2, 2, 3]
    ring = [step((0, 0), (1, 0)), step((1, 0), (1, 1)), step((0, 0), (1, 1))]
    assert [len(run) for run in runs(ring)] == [3]


def test_a_river_is_lettered_in_its_water(
    frame: Frame, style: BoardStyle, labels: tuple[MapLabel, ...]
) -> None:
    waters = frame.courses.waters
    courses = [water.line for water in waters if water.kind == "river"]
    half = style.hexsides["river"].width / 2
    rivers = [label for label in labels if label.style == "river"]
    assert rivers
    for glyph in (g for label in rivers for g in label.glyphs):
        assert min(gap(glyph.at, course) for course in courses) < half


def test_a_label_shows_where_its_box_does() -> None:
    view = BoardView("v", "main", LATTICE, Scale(), 0, 0, 100, 100)
    label = MapLabel("place", "x", 1.0, (0, 0), Hex(0, 1), (Box(90, 90, 120, 120),))
    assert label_shows(label, view)
    assert not label_shows(label, replace(view, left=130))
