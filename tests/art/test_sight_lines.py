"""What blocks sight as a drawn line is drawn where lines of sight meet it.

The lines are those the line-of-sight rules themselves use, of the real map.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from clubroute.builder.art.board import part_view
from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.courses import (
    LANE,
    ROUNDING,
    SIGHT_CROSSINGS,
    SIGHT_KINDS,
    RoadPiece,
    pieces,
)
from clubroute.builder.art.frame import Frame
from clubroute.builder.art.layers.houses import gap
from clubroute.builder.art.lines import rounded
from clubroute.builder.grid import Hexside
from clubroute.builder.pixels import Scale
from clubroute.builder.sources.style import read_board_style
from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.terrain import TerrainMap
from clubroute.builder.terrain_file import encode_terrain
from clubroute.rules.gts.los.readings import SightReadings
from clubroute.rules.gts.los.scene import Scene
from clubroute.rules.mapfile import open_map


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
    """The line of sight's own line in a piece's hex: hexside middles and the hex centre."""
    middles = [frame.middle(side) for side in piece.sides]
    return [middles[0], frame.centre(piece.hex), *middles[1:]]


def beside(frame: Frame, side: Hexside) -> float:
    """How far a Road's lane may lie from the middle of a hexside: several run side by side."""
    roads = {link.road for link in frame.terrain.links.get(side, ())}
    return (len(roads) - 1) * LANE / 2


def drawn_off(frame: Frame, piece: RoadPiece, line: Sequence[Spot]) -> float:
    """How far a piece leaves a line at most, px. What leads on from the centre is not of it."""
    ends_elsewhere = len(piece.sides) == 1 and len(piece.line) == 3
    spots = piece.line[:2] if ends_elsewhere else piece.line
    return max(gap(spot, line) for spot in spots)


def test_what_blocks_sight_is_drawn_where_it_blocks(frame: Frame, scenes: list[Scene]) -> None:
    by_side: dict[Hexside, list[RoadPiece]] = {}
    for piece in pieces(frame):
        for side in piece.sides:
            by_side.setdefault(side, []).append(piece)
    lines = {line for scene in scenes for line in scene.features().lines}
    found = [
        (side, piece)
        for side in sorted(lines)
        for piece in by_side.get(side, ())
        if piece.kind in SIGHT_KINDS or frame.terrain.has(side, *SIGHT_CROSSINGS)
    ]
    # Every line that sight meets has a drawn one, or is a bridge that no Road leads over.
    assert {s for s, _ in found} == {s for s in lines if s in by_side}
    assert len(found) > 500
    for side, piece in found:
        most = ROUNDING + max(beside(frame, s) for s in piece.sides) + 0.01
        assert drawn_off(frame, piece, way(frame, piece)) <= most, (side, piece)
        # And back: the drawn line passes by the middle and the centre that the line goes through.
        for spot in (frame.middle(side), frame.centre(piece.hex)):
            assert gap(spot, piece.line) <= most, (side, piece)


def test_a_road_that_blocks_nothing_may_wind(frame: Frame) -> None:
    plain = [p for p in pieces(frame) if p.kind == "road" and len(p.sides) == 2]
    assert max(drawn_off(frame, p, way(frame, p)) for p in plain) > ROUNDING


def test_crests_are_drawn_on_their_hexsides(frame: Frame, scenes: list[Scene]) -> None:
    for scene in scenes:
        for side in scene.features().crests:
            assert frame.terrain.has(side, "crest")
            (ax, ay), (bx, by) = frame.ends(side)
            assert math.dist((ax, ay), (bx, by)) == pytest.approx(42, abs=1)


@pytest.mark.parametrize("turn", [30, 60, 90, 120, 150, 179])
def test_a_corner_is_cut_by_no_more_than_it_may(turn: int) -> None:
    angle = math.radians(turn)
    b = (40 * math.cos(angle), 40 * math.sin(angle))
    line = rounded((40.0, 0.0), (0.0, 0.0), b, ROUNDING)
    legs = [(40.0, 0.0), (0.0, 0.0), b]
    assert max(gap(spot, legs) for spot in line) <= ROUNDING + 1e-9
    assert gap((0.0, 0.0), line) == pytest.approx(ROUNDING, abs=0.3) or turn > 150
