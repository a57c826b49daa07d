"""PNG bytes: the same for the same picture, read back by another reader, small."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from clubroute.builder.art.canvas import png_bytes
from clubroute.builder.art.counters import draw_counter
from clubroute.builder.sources.counter_set import CounterSet
from tests.properties import examples


@given(
    width=st.integers(1, 9),
    height=st.integers(1, 9),
    data=st.data(),
)
@examples(60)
def test_few_colours_are_kept_exactly(width: int, height: int, data: st.DataObject) -> None:
    raw = data.draw(st.binary(min_size=width * height * 3, max_size=width * height * 3))
    image = Image.frombytes("RGB", (width, height), raw)
    written = png_bytes(image, colours=128)
    with Image.open(io.BytesIO(written)) as read:
        assert read.format == "PNG"
        assert read.convert("RGB").tobytes() == raw
    assert png_bytes(image, colours=128) == written


@pytest.mark.parametrize("mode", ["RGB", "L", "P", "RGBA"])
def test_any_mode_is_accepted(mode: str) -> None:
    image = Image.new("RGB", (3, 2), (10, 20, 30)).convert(mode)
    with Image.open(io.BytesIO(png_bytes(image))) as read:
        assert read.size == (3, 2)
        assert read.convert("RGB").tobytes() == image.convert("RGB").tobytes()


def test_counters_are_small_and_true(wed: CounterSet) -> None:
    total = 0
    for unit in wed.units[::10]:
        image = draw_counter(unit, wed.style, face="front")
        written = png_bytes(image)
        total += len(written)
        with Image.open(io.BytesIO(written)) as read:
            assert not read.info
            change = ImageChops.difference(read.convert("RGB"), image)
        assert sum(change.convert("L").tobytes()) / (60 * 60) < 1.5
    assert total / len(wed.units[::10]) < 2000
