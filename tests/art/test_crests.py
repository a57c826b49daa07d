"""A crest's teeth point down the slope where the map tells the high side."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import cast

from clubroute.builder.art.board import part_view
from clubroute.builder.art.canvas import Canvas, Spot
from clubroute.builder.art.layers.water import draw_crests, nearer
from clubroute.builder.art.numbers import Frame
from clubroute.builder.grid import hexside
from clubroute.builder.pixels import Scale
from clubroute.builder.sources.style import read_board_style
from clubroute.builder.survey.compile import CompiledMap, compile_map
from clubroute.builder.terrain.terrain_map import HIGH_GROUND, Basis, HexsideFeature

TERRAIN = compile_map(Path(__file__).parents[2], "example").terrain
HIGH, LOW = TERRAIN.lattice.parse("2.05"), TERRAIN.lattice.parse("2.06")
SIDE = hexside(HIGH, LOW)


class Recorder:
    """A canvas that only remembers the polygons of one colour."""

    def __init__(self, fill: object) -> None:
        self.fill = fill
        self.polygons: list[tuple[Spot, ...]] = []

    def polyline(self, *_: object) -> None:
        """Lines are not looked at."""

    def circle(self, *_: object) -> None:
        """Nor are discs."""

    def polygon(self, points: tuple[Spot, ...], fill: object) -> None:
        if fill == self.fill:
            self.polygons.append(points)


def teeth(note: str) -> tuple[Frame, list[tuple[Spot, ...]]]:
    crest = HexsideFeature(SIDE, "crest", Basis("assumed", "a test"), note=note)
    terrain = replace(TERRAIN, hexsides={SIDE: (crest,)})
    view = part_view(terrain, sorted(terrain.hexes), 12, Scale())
    frame = Frame(terrain, view, read_board_style())
    canvas = Recorder(frame.style.hexsides["crest"].fill)
    draw_crests(frame, cast(Canvas, canvas))
    return frame, canvas.polygons


def test_teeth_point_to_the_low_hex() -> None:
    frame, found = teeth(HIGH_GROUND + "2.05")
    assert found
    assert {nearer(frame, SIDE, tip) for *_, tip in found} == {LOW}


def test_teeth_on_both_sides_where_nothing_tells() -> None:
    frame, found = teeth("")
    assert {nearer(frame, SIDE, tip) for *_, tip in found} == {HIGH, LOW}
    assert len(found) == 2 * len(teeth(HIGH_GROUND + "2.05")[1])


def test_the_real_crests_all_tell_their_high_side(gts_map: CompiledMap) -> None:
    terrain = gts_map.terrain
    crests = [f for many in terrain.hexsides.values() for f in many if f.kind == "crest"]
    assert len(crests) > 100
    assert all(f.high_hex(terrain.lattice) for f in crests)
