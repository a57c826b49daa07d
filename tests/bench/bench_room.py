"""What 200 random clicks in the map room bring, and how soon.

    python -m tests.bench.bench_room [--clicks 200] [--seed 19] [--scenario WED-1]

Every answer is held to that of ``clubroute ask``, byte for byte. Exit code 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import sys

from clubroute.rules.cli_options import context_of
from tests.fetching.chromium import prepare
from tests.room.clicking import BARS, TOOLS, clicked, compared, quickest, random_clicks
from tests.room.serving import bare_room, browsing, opened, serving


def main(arguments: list[str] | None = None) -> int:
    """Click, compare, print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--clicks", type=int, default=200)
    parser.add_argument("--seed", type=int, default=19)
    parser.add_argument("--scenario", default="WED-1", help="of Where Eagles Dare")
    told = parser.parse_args(arguments)
    missed = False
    with browsing(prepare()) as browser, serving(bare_room()) as served:
        page = opened(browser, served.address)
        page.evaluate("id => clubroute.source.scenario('wed', id)", told.scenario)
        many = random_clicks(page, told.clicks, told.seed, TOOLS)
        answers = compared(page, many, context_of(None, None))
        sys.stdout.write(f"{len(many)} clicks, {answers} answers: the same as ask tells\n")
        for tool, bar in BARS.items():
            some = [one for one in many if one[1] == tool]
            took = quickest(lambda _, some=some: clicked(page, some))  # type: ignore[misc]
            sys.stdout.write(f"{tool}: p95 {took:.0f} ms; bar {bar} ms\n")
            missed |= took >= bar
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
