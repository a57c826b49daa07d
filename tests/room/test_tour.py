"""The tour of the room that docs/room.md shows in pictures can be walked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page

from tests.art.pictures import PICTURES
from tests.room.serving import ROOT, Served, opened
from tests.room.tour import SIZE, STOPS


@pytest.fixture(scope="module")
def page(browser: Browser, served: Served) -> Iterator[Page]:
    found = opened(browser, served.address, *SIZE)
    yield found
    found.close()


@pytest.mark.parametrize("name", STOPS)
def test_a_stop_of_the_tour_shows_what_its_picture_does(page: Page, name: str) -> None:
    STOPS[name](page)
    assert f"(pictures/{name}.png)" in (ROOT / "docs" / "room.md").read_text(encoding="utf-8")
    with Image.open(PICTURES / f"{name}.png") as picture:
        assert picture.size == SIZE
    page.evaluate("clubroute.kept.length = 0")
