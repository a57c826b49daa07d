"""The ground a picture of a move shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.rules.context import Context
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
from clubroute.rules.logs.audit.plates import Plates, centre, px
from clubroute.rules.mapfile import NOWHERE, MapFile
from clubroute.rules.maps import map_of


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
