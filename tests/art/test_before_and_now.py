"""Ten pictures show what a game looked like, and looks now."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from tests.conftest import ROOT
from tests.engine.before_and_now import MOST, NAMES, file_of, halves


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_is_small_on_the_page_and_of_two_halves_that_differ(name: str) -> None:
    text = (ROOT / "docs" / "before-and-now.md").read_text(encoding="utf-8")
    assert f"(pictures/{file_of(name).name})" in text
    assert file_of(name).stat().st_size < MOST
    with Image.open(file_of(name)) as picture:
        before, now = halves(picture.convert("RGB"))
    assert before.size == now.size
    assert ImageChops.difference(before, now).getbbox() is not None


def test_there_are_ten() -> None:
    assert len(NAMES) == len(set(NAMES)) == 10
