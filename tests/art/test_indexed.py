"""Palettes: colours that mean something survive, the rest come close."""

from __future__ import annotations

import io

import numpy
import pytest
from PIL import Image

from clubroute.builder.art.board import draw_board
from clubroute.builder.art.canvas import LARGE, indexed, png_bytes
from clubroute.builder.sources.style import read_board_style

from .every_kind import TERRAINS, boards, every_kind, terrain_hexes

pytestmark = pytest.mark.slow


def rainbow() -> Image.Image:
    """65,536 colours, and one pixel of a rare one."""
    y, x = numpy.mgrid[0:256, 0:256]
    pixels = numpy.stack([x, y, (x + y) // 2], axis=2).astype(numpy.uint8)
    pixels[7, 9] = (1, 254, 3)
    return Image.fromarray(pixels)


def test_a_kept_colour_survives_among_many() -> None:
    picture = indexed(rainbow(), [(1, 254, 3), (9, 9, 200)])
    assert picture.mode == "P"
    assert picture.convert("RGB").getpixel((9, 7)) == (1, 254, 3)


def test_no_more_colours_than_asked_and_all_near() -> None:
    picture = indexed(rainbow(), [(1, 254, 3)], 64).convert("RGB")
    assert len(picture.getcolors(65536) or ()) <= 64
    gap = numpy.abs(numpy.asarray(picture).astype(int) - numpy.asarray(rainbow()))
    assert gap.mean() < 16


def test_a_board_keeps_its_dots_through_its_file() -> None:
    style, view = read_board_style(), boards((10, 23))[0]
    data = png_bytes(indexed(draw_board(every_kind(), view, style), style.colours()))
    picture = Image.open(io.BytesIO(data)).convert("RGB")
    for kind in TERRAINS:
        paint = style.hex_paint(kind)
        assert picture.getpixel(view.centre(terrain_hexes()[kind])) == (paint.dot or paint.fill)


def test_a_large_picture_is_told_by_a_part_of_it() -> None:
    y, x = numpy.mgrid[0:1500, 0:1500]
    pixels = numpy.stack([x // 8, y // 8, (x + y) // 16], axis=2).astype(numpy.uint8)
    pixels[7, 10] = (1, 254, 3)
    assert pixels.size // 3 > LARGE
    picture = indexed(Image.fromarray(pixels), [(1, 254, 3)]).convert("RGB")
    assert picture.getpixel((10, 7)) == (1, 254, 3)
    gap = numpy.abs(numpy.asarray(picture).astype(int) - pixels)
    assert gap.mean() < 6


def test_the_same_picture_gives_the_same_bytes() -> None:
    assert png_bytes(indexed(rainbow(), [])) == png_bytes(indexed(rainbow(), []))


def test_the_style_names_each_colour_once() -> None:
    colours = read_board_style().colours()
    assert len(set(colours)) == len(colours) < 256
