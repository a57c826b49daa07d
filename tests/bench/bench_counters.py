"""Every counter of every set-up of every game, clicked in a browser: no red line.

    python -m tests.bench.bench_counters [--game wed] [--tool move]

Each button that says what is missing (its class, that it is mounted) is pressed, too. Exit code 1
if a click brings a red line or nothing.
"""

from __future__ import annotations

import argparse
import sys

from tests.fetching.chromium import prepare
from tests.room.counters import clicked_on, counters_in
from tests.room.serving import bare_room, browsing, opened, serving


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


if __name__ == "__main__":
    sys.exit(main())
