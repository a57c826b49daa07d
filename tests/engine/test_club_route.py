"""The Club Route window in the real engine: its boxes name what lies in them (WED 4.3)."""

from __future__ import annotations

import pytest

from clubroute.builder.sources.counter_set import read_counter_set
from clubroute.rules.gts.clubroute.ruleset import RouteDisplay, read_club_route, rule_set
from tests.engine.driver import Engine
from tests.engine.expectation import BuiltModule
from tests.fetching.cache import REPOSITORY

pytestmark = pytest.mark.engine

COUNTERS = REPOSITORY / "counters" / "wed"


@pytest.fixture(scope="module")
def route_display() -> RouteDisplay:
    """The display as its source has it."""
    return read_club_route(COUNTERS / "club_route.toml")


@pytest.fixture(scope="module")
def engine(wed_engine: Engine, built_module: BuiltModule) -> Engine:
    wed_engine.start_setup(built_module.expected.setups[0].name)
    return wed_engine


def test_the_window_is_there(engine: Engine, route_display: RouteDisplay) -> None:
    (window,) = [one for one in engine.maps() if one.name == route_display.title]
    assert [board.name for board in window.boards] == [route_display.title]
    right, bottom = (max(b.at[k] + b.size[k] for b in route_display.boxes) for k in (0, 1))
    assert right < window.width
    assert bottom < window.height


def test_every_box_has_its_name(engine: Engine, route_display: RouteDisplay) -> None:
    boxes = route_display.boxes
    found = engine.names(route_display.title, [box.centre for box in boxes])
    assert [one.name for one in found] == [box.title for box in boxes]


def test_a_piece_lies_in_its_box(engine: Engine, route_display: RouteDisplay) -> None:
    piece = engine.pieces()[0]
    for box in route_display.boxes:
        engine.move(piece.id, route_display.title, box.centre)
        (now,) = [one for one in engine.pieces() if one.id == piece.id]
        assert (now.map, now.location) == (route_display.title, box.title)


def test_its_markers_are_in_the_palette(engine: Engine, route_display: RouteDisplay) -> None:
    markers = {marker.id: marker.name for marker in read_counter_set(COUNTERS).markers}
    slots = {slot.name for slot in engine.slots()}
    wanted = {id for box in route_display.boxes for id in box.markers}
    assert {markers[id] for id in wanted} <= slots


def test_the_rules_use_the_same_display(route_display: RouteDisplay) -> None:
    assert rule_set("wed").display == route_display
