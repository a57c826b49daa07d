"""A room and a browser for all tests of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from clubroute.builder.survey.compile import CompiledMap
from tests.fetching.absence import BROWSER, without
from tests.fetching.cache import NotHereError
from tests.fetching.chromium import Chromium, prepare
from tests.room.serving import Served, bare_room, browsing, serving


@pytest.fixture(scope="session")
def served(gts_map: CompiledMap) -> Iterator[Served]:
    """A room without pictures, for all to ask."""
    with serving(bare_room()) as found:
        yield found


@pytest.fixture(scope="session")
def chromium() -> Chromium:
    try:
        return prepare()
    except NotHereError as error:
        without(BROWSER, error)


@pytest.fixture(scope="session")
def browser(chromium: Chromium) -> Iterator[Browser]:
    with browsing(chromium) as found:
        yield found
