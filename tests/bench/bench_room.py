"""What 200 random clicks in the map room bring, and how soon; how soon pages and files are shown.

    python -m tests.bench.bench_room [--clicks 200] [--seed 19] [--scenario WED-4]
        [--only clicks ins page files]

Every answer is held to that of ``clubroute ask``, byte for byte. Bars hold at the pace of the
machine where they were set. Exit code 1 if one is missed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from playwright.sync_api import Browser, Page, expect

from clubroute.rules.cli_options import context_of
from tests.bench.pace import pace
from tests.fetching.chromium import prepare
from tests.logs.referee.scoreboard import gts_ratings
from tests.logs.scs.scenario import ratings
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
from tests.room.serving import Served, bare_room, browsing, opened, serving
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
Rooms: TypeAlias = Mapping[str, Served]
"""A room with ratings and one without."""


def main(arguments: list[str] | None = None) -> int:
    """Click, compare, print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--clicks", type=int, default=200)
    parser.add_argument("--seed", type=int, default=19)
    parser.add_argument("--scenario", default="WED-4", help="of Where Eagles Dare")
    parser.add_argument("--only", choices=PARTS, nargs="+", default=list(PARTS))
    told = parser.parse_args(arguments)
    missed, slow = False, max(1.0, pace())
    with browsing(prepare()) as browser, TemporaryDirectory() as owner:
        (Path(owner) / "ratings.csv").write_text(gts_ratings(), encoding="utf-8")
        (Path(owner) / "ins_ratings.csv").write_text(ratings(), encoding="utf-8")
        with serving(bare_room(None, Path(owner))) as rated, serving(bare_room()) as bare:
            rooms = {"rated": rated, "not rated": bare}
            for name in told.only:
                for what, took, bar in PARTS[name](browser, rooms, told):
                    sys.stdout.write(f"{what}: {took / slow:.0f} ms; bar {bar:g} ms\n")
                    sys.stdout.flush()
                    missed |= took / slow >= bar
    return int(missed)


def of_clicks(browser: Browser, rooms: Rooms, told: argparse.Namespace) -> Iterator[Figure]:
    """From a click to its answer, p95 by tool: on this computer and on a slow one."""
    for name, served in rooms.items():
        page = opened(browser, served.address)
        page.evaluate("id => clubroute.source.scenario('wed', id)", told.scenario)
        many = random_clicks(page, told.clicks, told.seed, TOOLS)
        if name == "not rated":
            answers = compared(page, many, context_of(None, None))
            sys.stdout.write(f"{len(many)} clicks, {answers} answers: the same as ask tells\n")
        by_tool = {tool: [one for one in many if one[1] == tool] for tool in BARS}
        for tool, bar in BARS.items():
            yield f"{tool}, {name}, p95", p95(page, by_tool[tool], bar), bar
        slow = page.context.new_cdp_session(page)
        slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
        for tool in ("move", "sight"):
            what = f"{tool}, {name}, p95, {SLOW} times slower"
            yield what, p95(page, by_tool[tool][:20], SLOW_BAR), SLOW_BAR
        slow.detach()
        page.close()


def p95(page: Page, some: Sequence[Click], bar: float) -> float:
    """The time under which 95 of 100 clicks stay, ms."""
    return quickest(lambda _: clicked(page, some), bar)


def of_ins(browser: Browser, rooms: Rooms, told: argparse.Namespace) -> Iterator[Figure]:
    """From a click to its answer in *It Never Snows*, p95: reach and way from units of a set-up."""
    for name, served in rooms.items():
        page = opened(browser, served.address)
        page.evaluate("id => clubroute.source.scenario('ins', id)", INS_SCENARIO)
        many = random_clicks(page, told.clicks // 4, told.seed, ("move",))
        yield f"move in {INS_SCENARIO}, {name}, p95", p95(page, many, INS_BAR), INS_BAR
        page.close()


def of_a_page(browser: Browser, rooms: Rooms, _: argparse.Namespace) -> Iterator[Figure]:
    """From the address to a room that can be clicked, once the browser has been there."""
    found = []
    for _round in range(ROUNDS):
        page = opened(browser, rooms["not rated"].address)
        found.append(float(page.evaluate(READY)))
        page.close()
    yield "a page is ready", min(found), 1500


def of_files(browser: Browser, _: Rooms, __: argparse.Namespace) -> Iterator[Figure]:
    """A log of 500 steps opened and walked through, and a save that is written over."""
    with TemporaryDirectory() as scratch:
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


PARTS: Mapping[str, Callable[[Browser, Rooms, argparse.Namespace], Iterator[Figure]]] = {
    "clicks": of_clicks,
    "ins": of_ins,
    "page": of_a_page,
    "files": of_files,
}


if __name__ == "__main__":
    sys.exit(main())
