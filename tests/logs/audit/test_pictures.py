"""The ground a picture of a move shows."""

from __future__ import annotations

import base64
import io
from functools import partial
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from clubroute.builder.grid import Hex
from clubroute.builder.pixels import BoardView, image_name
from clubroute.builder.project import Project
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.boards import boards_of
from clubroute.rules.ground.mapfile import NOWHERE, MapFile
from clubroute.rules.ground.maps import map_of
from clubroute.rules.logs.audit.modules import Modules, modules_in
from clubroute.rules.logs.audit.pictures import (
    ASIDE,
    COLOURS,
    MOST_HEXES,
    around,
    best_of,
    known,
    marks_of,
    picture,
    shortened,
)
from clubroute.rules.logs.audit.plates import (
    Plates,
    centre,
    ground_of,
    px,
)
from tests.conftest import ROOT


@pytest.fixture(scope="module")
def wed(wed_build: Path) -> MapFile:
    return map_of(Context(wed_build), "wed")


def test_the_ground_of_a_jump_holds_together(wed: MapFile) -> None:
    way = [known(wed, "46.210"), known(wed, "65.184")]
    ground = set(around(wed, way))
    assert set(way) <= ground
    assert len(ground) <= MOST_HEXES
    reached, fresh = set(), {way[0]}
    while fresh:
        reached |= fresh
        near = {column[hex_] for hex_ in fresh for column in wed.beside} - {NOWHERE}
        fresh = (near & ground) - reached
    assert reached == ground


def test_whoever_stands_in_the_last_hex_is_seen_beside_it(wed: MapFile) -> None:
    hexes = ["45.224", "45.223"]
    for others, aside in (({}, (0, 0)), ({"45.223": "German"}, ASIDE)):
        drawn = picture(wed, Plates(), hexes, others, "3/1 GrenGds", "illegal")
        assert drawn is not None
        words = [text.text for text in drawn.iter("text") if text.text in ("before", "after")]
        assert words == ["before", "after"]
        x, y = centre(wed, known(wed, "45.223"))
        after = drawn.findall("g")[1]
        squares = {(rect.get("x"), rect.get("y")) for rect in after.iter("rect")}
        moved = (px(x + aside[0] - 8), px(y + aside[1] - 8))
        assert moved in squares
        assert len(squares) == 1 + len(others)


def test_long_names_are_shortened() -> None:
    assert shortened("3/1 GrenGds") == "3/1 GrenGds"
    assert shortened("Guards Independent Formation") == "Guards Indepe…"


def test_what_stops_units_is_drawn_and_labelled(wed: MapFile) -> None:
    state = {
        "bridges": {"74.129/75.129": "destroyed"},
        "markers": [{"kind": "road_block", "hex": "75.130"}, {"kind": "ferry", "hex": "75.129"}],
    }
    marks = marks_of(wed, state)
    assert [mark.label for mark in marks] == ["bridge destroyed", "Road Block"]
    drawn = picture(
        wed, Plates(), ["75.129", "74.129"], {"74.128": "German"}, "A", "illegal", marks
    )
    assert drawn is not None
    words = [text.text for text in drawn.findall("g")[0].iter("text")]
    assert {"bridge destroyed", "Road Block", "G", "A"} <= set(words)


def test_the_cheapest_legal_way_is_drawn_beside_the_way_shown(wed: MapFile) -> None:
    shown, best = ["75.129", "74.129"], ["75.129", "75.130", "74.130", "74.129"]
    alone = picture(wed, Plates(), shown, {}, "A", "illegal")
    both = picture(wed, Plates(), shown, {}, "A", "illegal", (), best)
    assert alone is not None
    assert both is not None
    lines = [line.get("stroke") for line in both.findall("g")[1].iter("polyline")]
    assert lines == [COLOURS["legal"], COLOURS["illegal"]]
    named = {text.text: text.get("fill") for text in both.findall("g")[1].iter("text")}
    assert named["the cheapest legal way"] == COLOURS["legal"]
    assert named["the way shown"] == COLOURS["illegal"]
    assert len(list(alone.findall("g")[1].iter("polyline"))) == 1
    way = [{"hex": number} for number in best]
    assert best_of({"around": {"path": way}, "method": "move.check"}) == best
    assert best_of({"receipt": {"path": way}, "method": "move.best"}) == best
    assert best_of({"receipt": {"path": way}, "method": "move.check"}) == []


def test_a_label_leaves_room_for_the_unit_that_moves(wed: MapFile) -> None:
    state = {"bridges": {"74.129/75.129": "destroyed"}}
    drawn = picture(
        wed, Plates(), ["75.129", "74.129"], {}, "A/1/501", "illegal", marks_of(wed, state)
    )
    assert drawn is not None
    room = []
    for frame in drawn.findall("g"):
        at = {text.text: float(text.get("x", 0)) for text in frame.iter("text")}
        room.append(at["A/1/501"] - at["bridge destroyed"])
    half = 4 * len("bridge destroyed") / 2
    assert (room[0] > half, room[1] < -half) == (True, True)


def images_of(plates: Plates) -> dict[str, Image.Image]:
    """The pictures of the hexes a picture has used, by the symbols' names."""
    taken = plates.take()
    assert taken is not None
    found = {}
    for one in taken.iter("symbol"):
        for image in one.iter("image"):
            data = base64.b64decode(image.get("href", "").partition("base64,")[2])
            found[one.get("id", "")] = Image.open(io.BytesIO(data)).convert("RGB")
    return found


def test_the_ground_is_that_of_the_boards_over_their_seams_too(
    wed: MapFile, wed_build: Path
) -> None:
    """What the layers of the boards have drawn is what the audit shows."""
    modules = Modules(modules_in(wed_build))
    boards = boards_of(Project(ROOT), "wed")
    ground = ground_of(Context(wed_build), "wed", partial(modules.board, boards.game.name))
    assert ground is not None
    seam = next(
        number
        for number in map(wed.number, range(len(wed.lines)))
        if sum(part_of(view, wed.hex(known(wed, number))) for view in boards.views) == 2
    )
    for number in ("75.129", seam):
        plates = Plates()
        hexes = [number]
        assert picture(wed, plates, hexes, {}, "A", "illegal", boards=ground) is not None
        shown = images_of(plates)[f"wed-{number.replace('.', '-')}"]
        h = wed.hex(known(wed, number))
        for view in boards.views:
            if not part_of(view, h):
                continue
            data = modules.board(boards.game.name, image_name(view))
            with Image.open(io.BytesIO(data or b"")) as board:
                x, y = view.centre(h)
                left, top = x - shown.width // 2, y - shown.height // 2
                right, bottom = left + shown.width, top + shown.height
                box = max(left, 0), max(top, 0), min(right, view.width), min(bottom, view.height)
                there = board.crop(box).convert("RGB")
            here = shown.crop((box[0] - left, box[1] - top, box[2] - left, box[3] - top))
            # The palette of a hex's own picture may differ a little.
            apart = ImageStat.Stat(ImageChops.difference(here, there)).mean
            assert max(apart) < 4, (number, apart)


def part_of(view: BoardView, h: Hex) -> bool:
    """Whether any of a hex's box lies on a board."""
    xs, ys = zip(*view.polygon(h), strict=True)
    across = min(xs) < view.width and max(xs) > 0
    return across and min(ys) < view.height and max(ys) > 0


def test_without_boards_the_ground_is_drawn_in_lines(wed: MapFile) -> None:
    plates = Plates()
    assert picture(wed, plates, ["75.129"], {}, "A", "illegal") is not None
    taken = plates.take()
    assert taken is not None
    assert not list(taken.iter("image"))
    assert list(taken.iter("polygon"))
