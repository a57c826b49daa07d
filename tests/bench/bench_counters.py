"""Every counter of every set-up of every game, clicked in a browser: no red line.

    python -m tests.bench.bench_counters [--game wed] [--tool move|every]

Each button that says what is missing (its class, that it is mounted) is pressed, too. With
``--tool every`` each tool of the map clicks the counter's hex and one near it, and every state of a
bridge there is tried. Exit code 1 if a click brings a red line or nothing.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

from playwright.sync_api import Page

from tests.fetching.chromium import prepare
from tests.room.counters import clicked_on, counters_in, red_with_every_tool
from tests.room.serving import (
    bare_room,
    browsing,
    opened,
    serving,
)


def main(arguments: list[str] | None = None) -> int:
    """Click, count, print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", help="one of wed, tdc, mg, ins [all]")
    parser.add_argument("--tool", default="move")
    told = parser.parse_args(arguments)
    red = 0
    with browsing(prepare()) as browser, serving(bare_room()) as served:
        page = opened(browser, served.address)
        for one in page.evaluate("clubroute.source.scenarios"):
            if told.game not in (None, one["map"]):
                continue
            counters = counters_in(page, one["map"], one["id"])
            if told.tool == "every":
                red += every_tool(page, one, counters)
                continue
            found = list(clicked_on(page, counters, told.tool))
            bad = [it for it in found if it.red or not it.gist]
            said = sum(bool(it.said) for it in found)
            sys.stdout.write(
                f"{one['map']} {one['id']}: {len(found)} counters, {len(bad)} red, {said} that "
                "say what to tell of them\n"
            )
            for it in bad:
                sys.stdout.write(f"  {it.counter['name']}: {it.red or 'nothing'}\n")
            sys.stdout.flush()
            red += len(bad)
    return int(red > 0)


def every_tool(page: Page, scenario: dict[str, str], counters: list[dict[str, Any]]) -> int:
    """Click counters of a set-up with every tool, and print what brings a red line: how many."""
    bad = {
        one["piece"]: (one["name"], told)
        for one in counters
        if (told := red_with_every_tool(page, one))
    }
    sys.stdout.write(
        f"{scenario['map']} {scenario['id']}: {len(counters)} counters, {len(bad)} red\n"
    )
    for name, told in bad.values():
        sys.stdout.writelines(f"  {name}: {one}\n" for one in told)
    sys.stdout.flush()
    return len(bad)


if __name__ == "__main__":
    sys.exit(main())
