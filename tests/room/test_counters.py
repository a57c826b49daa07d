"""Every counter can be clicked: what it may do, or why nobody can tell, and the button that helps.

All counters of all set-ups: ``tests/bench/bench_counters.py``.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.room.counters import apart, clicked_on, counters_in, red_with_every_tool
from tests.room.serving import Served, opened


@pytest.fixture(scope="module")
def page(browser: Browser, served: Served) -> Iterator[Page]:
    found = opened(browser, served.address)
    yield found
    found.close()


@pytest.mark.parametrize("scenario", ["WED-2", "WED-3"])
def test_no_counter_brings_a_red_line(page: Page, scenario: str) -> None:
    told = list(clicked_on(page, apart(counters_in(page, "wed", scenario))))
    assert len(told) > 8
    assert [(one.counter["name"], one.red) for one in told if one.red or not one.gist] == []


@pytest.mark.parametrize(("map_", "scenario"), [("ins", "INS-5.4"), ("mg", "MG")])
def test_no_tool_brings_a_red_line(page: Page, map_: str, scenario: str) -> None:
    counters = apart(counters_in(page, map_, scenario))[::6]
    assert len(counters) > 3
    found = {one["name"]: red_with_every_tool(page, one) for one in counters}
    assert {name: told for name, told in found.items() if told} == {}


def test_what_cannot_be_judged_says_why_and_what_helps(page: Page) -> None:
    wanted = ["101 HQ", "B/81 AB AA/AT"]
    counters = [one for one in counters_in(page, "wed", "WED-2") if one["name"] in wanted]
    counters.sort(key=lambda one: wanted.index(one["name"]))
    told = {one.counter["name"]: one for one in clicked_on(page, counters)}
    hq, guns = (told[name] for name in wanted)
    assert hq.gist == "101 HQ: how it moves stands on your counter."
    assert hq.said == tuple(f"It moves as {one}" for one in ("leg", "wheeled", "tracked"))
    carried = "B/81 AB AA/AT does not move by itself; mounted on its transport it reaches "
    assert guns.gist.startswith(f"?{carried}")
    assert "with 7 MP" in guns.gist
    page.get_by_role("button", name="Mount it").click()
    expect(page.locator("#panel .gist")).to_contain_text("B/81 AB AA/AT reaches")


def test_a_counter_drawn_at_random_is_not_called_by_how_it_is_drawn(page: Page) -> None:
    counters = counters_in(page, "wed", "WED-3")
    drawn = next(one for one in counters if one["name"] == "drawn at random")
    (told,) = clicked_on(page, [drawn])
    assert told.gist.startswith("✕It is drawn at random, and none of the counters it may be moves")
    assert told.said == ()


def test_the_map_of_a_game_without_a_set_up_can_be_opened(page: Page) -> None:
    assert counters_in(page, "tdc", "empty") == []
    assert page.evaluate("clubroute.lattice.name") == "tdc"
