"""Counter sheets to print, and posters: sizes, both sides in register, the same bytes twice."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from clubroute.builder.art.counters import apart_from
from clubroute.builder.art.sheets import (
    DPI,
    TwoSides,
    pdf_bytes,
    px,
    sheets,
)
from clubroute.rules.cli import main
from tests.counters.places import committed
from tests.counters.test_style import contrast

pytestmark = pytest.mark.slow

SIDE = px(50)


def square(red: int, blue: int) -> Image.Image:
    return Image.new("RGB", (SIDE, SIDE), (red, 0, blue))


def test_every_back_lies_behind_its_front() -> None:
    given = [TwoSides(square(40 + n, 0), square(40 + n, 200)) for n in range(20)]
    pages = list(sheets(given, SIDE))
    assert len(pages) == 4  # three by five a page
    seen = []
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        turned = back.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        for y, x in ((y, x) for y in range(5) for x in range(3)):
            left = (front.width - 3 * SIDE) // 2 + x * SIDE + SIDE // 2
            top = (front.height - 5 * SIDE) // 2 + y * SIDE + SIDE // 2
            ahead, behind = front.getpixel((left, top)), turned.getpixel((left, top))
            if ahead != (255, 255, 255):
                assert isinstance(ahead, tuple)
                assert behind == (ahead[0], 0, 200)
                seen.append(ahead[0] - 40)
    assert seen == list(range(20))


def test_a_page_is_a4_at_its_resolution() -> None:
    data = pdf_bytes(sheets([TwoSides(square(1, 1), square(2, 2))], SIDE), DPI, None)
    boxes = [list(map(float, m.split())) for m in re.findall(rb"/MediaBox \[ ([^]]+) \]", data)]
    assert len(boxes) == 2
    for _, _, width, height in boxes:
        assert (width / 72 * 25.4, height / 72 * 25.4) == pytest.approx((210, 297), abs=0.2)
    assert b"19800101000000" in data


def test_the_counters_of_a_game_are_printed_and_the_same_bytes_twice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two = tmp_path / "one.pdf", tmp_path / "two.pdf"
    for out in (one, two):
        assert main(["draw", "testland", "--counters", "--out", str(out)]) == 0
    counters = committed("testland")
    count = sum(item.copies for item in (*counters.units, *counters.markers))
    assert f"{count} counters of 15 mm on 2 pages" in capsys.readouterr().out
    assert one.read_bytes() == two.read_bytes()
    assert main(["draw", "testland", "--counters", "--out", str(tmp_path / "one.jpg")]) == 2
    assert "expected .pdf or .png" in capsys.readouterr().err
    assert main(["draw", "testland", "--counters", "--out", str(tmp_path / "sheet.png")]) == 0
    pages = sorted(tmp_path.glob("sheet*.png"))
    assert [page.name for page in pages] == ["sheet-1.png", "sheet-2.png"]
    with Image.open(pages[0]) as page:
        assert page.size == (2480, 3508)  # A4 at 300 dots an inch


def test_a_poster_is_the_map_made_smaller(tmp_path: Path) -> None:
    names = {"whole.png": "1", "half.png": "0.5", "half.svg": "0.5", "half.pdf": "0.5"}
    for name, scale in names.items():
        arguments = ["draw", "testland", "--scale", scale, "--out", str(tmp_path / name)]
        assert main(arguments) == 0
    with Image.open(tmp_path / "whole.png") as whole, Image.open(tmp_path / "half.png") as half:
        assert half.size == (round(whole.width / 2), round(whole.height / 2))
        small = whole.convert("RGB").resize(half.size, Image.Resampling.LANCZOS)
        apart = ImageChops.difference(small, half.convert("RGB"))
        assert max(ImageStat.Stat(apart).mean) < 6
        width, height = whole.size
    head = (tmp_path / "half.svg").read_text(encoding="utf-8")[:300]
    assert f'width="{round(width / 2)}"' in head
    assert f'viewBox="0 0 {width} {height}"' in head
    (box,) = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+)", (tmp_path / "half.pdf").read_bytes())
    # 16 mm for the 72 px of a hex, whatever the scale.
    assert float(box) / 72 * 25.4 == pytest.approx(width / 72 * 16, rel=0.01)


def test_a_picture_for_print_is_drawn_larger_not_blown_up(tmp_path: Path) -> None:
    for name, scale in {"plain.png": "1", "double.png": "2", "more.png": "1.5"}.items():
        asked = ["draw", "testland", "--hexes", "3.04,4.07", "--scale", scale]
        assert main([*asked, "--out", str(tmp_path / name)]) == 0
    with Image.open(tmp_path / "plain.png") as found, Image.open(tmp_path / "double.png") as two:
        plain, double = found.convert("RGB"), two.convert("RGB")
        assert double.size == (2 * plain.width, 2 * plain.height)
        apart = ImageChops.difference(plain, double.reduce(2))
        assert max(ImageStat.Stat(apart).mean) < 6
        blown_up = plain.resize(double.size, Image.Resampling.LANCZOS)
        fine, soft = (sharpness(image) for image in (double, blown_up))
        assert fine > 1.3 * soft
    with Image.open(tmp_path / "more.png") as more:
        assert more.size == (round(1.5 * plain.width), round(1.5 * plain.height))


def sharpness(image: Image.Image) -> float:
    """How much lightness changes from px to px, at its steepest places."""
    edges = ImageChops.difference(image.convert("L"), ImageChops.offset(image.convert("L"), 1, 0))
    return float(ImageStat.Stat(edges).sum2[0])


@pytest.mark.parametrize("game", ["wed", "tdc", "ins", "testland"])
def test_the_strip_of_a_weaker_side_contrasts_with_every_ground(game: str) -> None:
    style = committed(game).style
    paints = list(chain(style.divisions.values(), style.sides.values()))
    assert paints
    assert all(contrast(paint.fill, apart_from(paint.fill)) >= 4 for paint in paints)
