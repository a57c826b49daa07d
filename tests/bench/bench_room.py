"""What 200 random clicks in the map room bring, and how soon; how soon pages and files are shown.

    python -m tests.bench.bench_room [--clicks 200] [--seed 19] [--scenario WED-1]

Every answer is held to that of ``clubroute ask``, byte for byte. Exit code 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from clubroute.rules.cli_options import context_of
from tests.fetching.chromium import prepare
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
from tests.room.logs import STEPS, long_log
from tests.room.serving import (
    Served,
    bare_room,
    browsing,
    opened,
    serving,
)
from tests.saves.setups import set_up

SLOW, SLOW_BAR = 4, 400
"""How many times slower a slow computer is, and its bar, ms, for every tool."""

INS_SCENARIO, INS_BAR = "INS-5.4", 300
"""The set-up of It Never Snows that is clicked, and its bar, ms."""

WALK = """async many => {
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
READY = "performance.getEntriesByName('ready')[0].startTime"

Figure = tuple[str, float, float]
"""What was measured, how long it took and its bar, ms."""


def main(arguments: list[str] | None = None) -> int:
    """Click, compare, print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--clicks", type=int, default=200)
    parser.add_argument("--seed", type=int, default=19)
    parser.add_argument("--scenario", default="WED-1", help="of Where Eagles Dare")
    told = parser.parse_args(arguments)
    missed = False
    with browsing(prepare()) as browser:
        with serving(bare_room()) as served:
            page = opened(browser, served.address)
            page.evaluate("id => clubroute.source.scenario('wed', id)", told.scenario)
            many = random_clicks(page, told.clicks, told.seed, TOOLS)
            answers = compared(page, many, context_of(None, None))
            sys.stdout.write(f"{len(many)} clicks, {answers} answers: the same as ask tells\n")
            figures = [*of_clicks(page, many), of_a_page(browser, served)]
            figures += of_ins(browser, served, told.clicks // 4, told.seed)
        for what, took, bar in (*figures, *of_files(browser)):
            sys.stdout.write(f"{what}: {took:.0f} ms; bar {bar:g} ms\n")
            missed |= took >= bar
    return int(missed)


def of_clicks(page: Page, many: Sequence[Click]) -> Iterator[Figure]:
    """From a click to its answer, p95 by tool: on this computer and on a slow one."""

    def p95(some: Sequence[Click], bar: float) -> float:
        return quickest(lambda _: clicked(page, some), bar)

    by_tool = {tool: [one for one in many if one[1] == tool] for tool in BARS}
    for tool, bar in BARS.items():
        yield f"{tool}, p95", p95(by_tool[tool], bar), bar
    slow = page.context.new_cdp_session(page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
    for tool in ("move", "sight"):
        yield f"{tool}, p95, {SLOW} times slower", p95(by_tool[tool][:20], SLOW_BAR), SLOW_BAR
    slow.detach()


def of_ins(browser: Browser, served: Served, clicks: int, seed: int) -> Iterator[Figure]:
    """From a click to its answer in *It Never Snows*, p95: reach and way from units of a set-up."""
    page = opened(browser, served.address)
    page.evaluate("id => clubroute.source.scenario('ins', id)", INS_SCENARIO)
    many = random_clicks(page, clicks, seed, ("move",))
    took = quickest(lambda _: clicked(page, many), INS_BAR)
    yield f"move in {INS_SCENARIO}, p95", took, INS_BAR
    page.close()


def of_a_page(browser: Browser, served: Served) -> Figure:
    """From the address to a room that can be clicked, once the browser has been there."""
    found = []
    for _ in range(ROUNDS):
        page = opened(browser, served.address)
        found.append(float(page.evaluate(READY)))
        page.close()
    return "a page is ready", min(found), 1500


def of_files(browser: Browser) -> Iterator[Figure]:
    """A log of 500 steps opened and walked through, and a save that is written over."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        long_log(bare_room().context, folder / "long.vlog", STEPS)
        with serving(bare_room(folder)) as served:
            page = opened(browser, served.address)
            opening, shown = [], []
            for _ in range(ROUNDS):
                begun = time.perf_counter()
                page.evaluate("clubroute.source.file('long.vlog')")
                opening.append(time.perf_counter() - begun)
            yield f"a log of {STEPS} steps opens", 1000 * min(opening), 2000
            yield "a step of it, p95", quickest(lambda _: page.evaluate(WALK, STEPS), 33), 33
            path, data = folder / "kept.vsav", set_up("wed", "WED-2")
            path.write_bytes(data)
            expect(page).to_have_title("kept.vsav · Map room")
            for _ in range(ROUNDS):
                page.evaluate("document.title = 'what was there before'")
                begun = time.perf_counter()
                path.write_bytes(data)
                expect(page).to_have_title("kept.vsav · Map room")
                shown.append(time.perf_counter() - begun)
            yield "a save that is written over is shown", 1000 * min(shown), 1000


if __name__ == "__main__":
    sys.exit(main())
