"""Marks over a picture, and the same picture as SVG."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from clubroute.builder.art.board import (
    HexLabel,
    HexRing,
    Mark,
    Thread,
    board_svg,
    draw_board,
    part_view,
)
from clubroute.builder.cli import main
from clubroute.builder.grid import Hex
from clubroute.builder.pixels import Scale
from clubroute.builder.sources.style import read_board_style
from clubroute.builder.survey.compile import compile_map

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
TERRAIN = compile_map(ROOT, "example").terrain
STYLE = read_board_style()
HEXES = sorted(TERRAIN.hexes)
VIEW = part_view(TERRAIN, HEXES, 12, Scale())
INK = (200, 0, 120)
SVG = "{http://www.w3.org/2000/svg}"


def pixels(marks: list[Mark]) -> int:
    """How many pixels of the picture have the marks' ink."""
    image = draw_board(TERRAIN, VIEW, STYLE, None, marks)
    return sum(n for n, colour in image.getcolors(1 << 24) or [] if colour == INK)


@pytest.mark.parametrize(
    "mark",
    [HexRing(HEXES[20], INK), HexLabel(HEXES[20], "6½", INK), Thread(HEXES[3], HEXES[40], INK)],
    ids=["ring", "label", "thread"],
)
def test_every_mark_shows(mark: Mark) -> None:
    assert pixels([]) == 0
    assert pixels([mark]) > 50


def test_a_ring_stays_inside_its_hex() -> None:
    from shapely.geometry import Point, Polygon

    h: Hex = HEXES[33]
    image = draw_board(TERRAIN, VIEW, STYLE, None, [HexRing(h, INK)])
    inside = Polygon(VIEW.polygon(h)).buffer(1)
    found = [
        (x, y)
        for x in range(image.width)
        for y in range(image.height)
        if image.getpixel((x, y)) == INK
    ]
    assert found
    assert all(inside.contains(Point(x, y)) for x, y in found)


def test_svg_holds_the_same_numbers_and_names() -> None:
    marks = [HexLabel(HEXES[20], "9½", INK)]
    root = ElementTree.fromstring(board_svg(TERRAIN, VIEW, STYLE, None, marks))
    assert (root.get("width"), root.get("height")) == (str(VIEW.width), str(VIEW.height))
    texts = {element.text for element in root.iter(f"{SVG}text")}
    assert {TERRAIN.lattice.format(h) for h in HEXES} <= texts
    assert {"Bridgend", "9½"} <= texts
    style = root.find(f"{SVG}style")
    assert style is not None
    assert "@font-face" in (style.text or "")
    assert "http" not in (style.text or "")


def test_same_svg_bytes() -> None:
    assert board_svg(TERRAIN, VIEW, STYLE) == board_svg(TERRAIN, VIEW, STYLE)


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_draw_command(suffix: str, tmp_path: Path) -> None:
    out = tmp_path / f"t.{suffix}"
    project = ["--project", str(ROOT)]
    assert main(["draw", "testland", "--hexes", "3.04,5.06", "--out", str(out), *project]) == 0
    assert out.stat().st_size > 1000


def test_another_suffix_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "t.bmp"
    assert main(["draw", "testland", "--out", str(out), "--project", str(ROOT)]) == 2
    assert "expected .png, .svg or .pdf" in capsys.readouterr().err
    assert not out.exists()
