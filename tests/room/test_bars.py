"""A click is answered as the command line answers.

How soon, on this machine and on a slow one, ``tests/bench/bench_room.py`` measures.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from clubroute.rules.cli_options import context_of
from tests.room.clicking import TOOLS, compared, random_clicks
from tests.room.serving import Served, opened

CLICKS = 24
"""Of the suite; the bench clicks two hundred times."""


@pytest.fixture(scope="module")
def page(browser: Browser, served: Served) -> Iterator[Page]:
    found = opened(browser, served.address)
    yield found
    found.close()


def test_random_clicks_are_answered_as_ask_answers(page: Page) -> None:
    many = random_clicks(page, CLICKS, 19, TOOLS)
    assert {tool for _, tool, _ in many} == set(TOOLS)
    assert compared(page, many, context_of(None, None)) >= CLICKS
