"""What blocks sight as a drawn line is drawn where lines of sight meet it.

The lines are those the line-of-sight rules themselves use, of the real map.
"""

from __future__ import annotations

import math

import pytest

from clubroute.builder.art.board import part_view
from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.courses.roads import (
    LANE,
    SIGHT_CROSSINGS,
    SIGHT_KINDS,
    RoadPiece,
    half_drawn,
)
from clubroute.builder.art.numbers import Frame
from clubroute.builder.art.parcels import gap
from clubroute.builder.grid import Hexside
from clubroute.builder.pixels import Scale
from clubroute.builder.sources.style import read_board_style
from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.terrain.terrain_file import encode_terrain
from clubroute.builder.terrain.terrain_map import TerrainMap
from clubroute.rules.ground.mapfile import open_map
from clubroute.rules.gts.los.line_rules import SightReadings
from clubroute.rules.gts.los.scene import Scene


@pytest.fixture(scope="module")
def terrain(gts_map: CompiledMap) -> TerrainMap:
    return gts_map.terrain


@pytest.fixture(scope="module")
def frame(terrain: TerrainMap) -> Frame:
    view = part_view(terrain, sorted(terrain.hexes), 12, Scale())
    return Frame(terrain, view, read_board_style())


@pytest.fixture(scope="module")
def scenes(terrain: TerrainMap, tmp_path_factory: pytest.TempPathFactory) -> list[Scene]:
    path = tmp_path_factory.mktemp("map") / "gts.terrain"
    path.write_bytes(encode_terrain(terrain))
    return [Scene(open_map(path, window), SightReadings()) for window in ("wed", "tdc")]


def way(frame: Frame, piece: RoadPiece) -> list[Spot]:
    """The line of sight's own line in a piece's hex: hexside middle and hex centre."""
    return [frame.middle(piece.side), frame.centre(piece.hex)]


def beside(frame: Frame, piece: RoadPiece) -> float:
    """How far a lane may lie from the middle of a hexside: several run side by side."""
    return (len(frame.courses.on_side[piece.side]) // 2 - 1) * LANE / 2


def drawn_off(frame: Frame, piece: RoadPiece) -> float:
    """How far a piece leaves the line of sight's own line at most, px."""
    return max(gap(spot, way(frame, piece)) for spot in piece.line)


def test_what_blocks_sight_is_drawn_where_it_blocks(frame: Frame, scenes: list[Scene]) -> None:
    by_side: dict[Hexside, list[RoadPiece]] = {}
    for piece in frame.courses.roads:
        by_side.setdefault(piece.side, []).append(piece)
    lines = {line for scene in scenes for line in scene.features().lines}
    found = [
        (side, piece)
        for side in sorted(lines)
        for piece in by_side.get(side, ())
        if set(piece.kinds) & set(SIGHT_KINDS) or frame.terrain.has(side, *SIGHT_CROSSINGS)
    ]
    # Every line that sight meets has a drawn one, or is a bridge that no Road leads over.
    assert {s for s, _ in found} == {s for s in lines if s in by_side}
    assert len(found) > 500
    for side, piece in found:
        most = beside(frame, piece) + half_drawn(frame.style, piece.kinds)
        assert drawn_off(frame, piece) <= most, (side, piece)
        # And back: all of the line that sight meets lies under what is drawn.
        (ax, ay), (bx, by) = way(frame, piece)
        for k in range(11):
            spot = (ax + (bx - ax) * k / 10, ay + (by - ay) * k / 10)
            assert gap(spot, piece.line) <= most, (side, piece)


def test_a_road_that_blocks_nothing_may_wind(frame: Frame) -> None:
    plain = [piece for piece in frame.courses.roads if piece.kind == "road"]
    assert max(drawn_off(frame, piece) for piece in plain) > 10


def test_crests_are_drawn_on_their_hexsides(frame: Frame, scenes: list[Scene]) -> None:
    for scene in scenes:
        for side in scene.features().crests:
            assert frame.terrain.has(side, "crest")
            (ax, ay), (bx, by) = frame.ends(side)
            assert math.dist((ax, ay), (bx, by)) == pytest.approx(42, abs=1)
