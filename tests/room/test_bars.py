"""How quick the room is, and that a click is answered as the command line answers."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from clubroute.rules.cli_options import context_of
from tests.room.clicking import (
    BARS,
    ROUNDS,
    TOOLS,
    Click,
    clicked,
    compared,
    quickest,
    random_clicks,
)
from tests.room.serving import Served, bare_room, opened, serving

CLICKS = 24
"""Of the suite; the bench clicks two hundred times."""

STEPS = """async many => {
    const times = [], {position, view} = clubroute;
    for (let step = 1; step <= many; step++) {
        const begun = performance.now();
        position.go(step);
        view.paint();
        times.push(performance.now() - begun);
    }
    position.go(0);
    return times;
}"""


@pytest.fixture(scope="module")
def page(browser: Browser, served: Served) -> Iterator[Page]:
    found = opened(browser, served.address)
    yield found
    found.close()


def test_random_clicks_are_answered_as_ask_answers(page: Page) -> None:
    many = random_clicks(page, CLICKS, 19, TOOLS)
    assert {tool for _, tool, _ in many} == set(TOOLS)
    assert compared(page, many, context_of(None, None)) >= CLICKS


@pytest.mark.parametrize(("tool", "bar"), BARS.items())
def test_95_of_100_clicks_are_answered_in_time(page: Page, tool: str, bar: int) -> None:
    assert quickest(lambda seed: clicked(page, some_clicks(page, tool, seed)), bar) < bar


@pytest.mark.parametrize("tool", ["move", "sight"])
def test_95_of_100_clicks_are_answered_within_400_ms_on_a_slow_computer(
    page: Page, tool: str
) -> None:
    slow = page.context.new_cdp_session(page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    times = quickest(lambda seed: clicked(page, some_clicks(page, tool, seed)), 400)
    slow.detach()
    assert times < 400


def some_clicks(page: Page, tool: str, seed: int) -> list[Click]:
    """Other clicks in every three rounds; with the fan, on the hexes it begins in."""
    many = random_clicks(page, 20, seed // 3, (tool,))
    return many[::2] if tool == "sight" else many


def test_a_log_of_500_steps_opens_in_two_seconds_and_a_step_takes_a_frame(
    browser: Browser, long_vlog: Path
) -> None:
    with serving(bare_room(long_vlog.parent)) as served:
        page = opened(browser, served.address)
        times = []
        for _ in range(ROUNDS):
            begun = time.perf_counter()
            page.evaluate("clubroute.source.file('long.vlog')")
            times.append(time.perf_counter() - begun)
        assert min(times) < 2
        assert quickest(lambda _: page.evaluate(STEPS, 500), 33) < 33
        page.close()
