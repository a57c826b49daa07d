"""How soon the page of a season is there in a real browser.

    python -m tests.bench.bench_page [--logs 500] [--runs 3] [--keep FOLDER]

Games of habits, every third with a fault, are played, audited with pictures and opened; a run is
from the address to two frames after all is loaded. Exit code 1 if the quickest takes a second
(others are at work on the machine), or if the page is larger than 4 MB.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from clubroute.builder.survey.compile import compile_map
from clubroute.rules.cli import main as clubroute
from tests.fetching.chromium import prepare
from tests.logs.audit.browser import Browser, one_page
from tests.logs.check.generated import OPTIONS, context_in, module_in
from tests.logs.check.habitual import DECEITS, Table
from tests.logs.check.scenario import ROOT, scenario

BAR = 1.0
"""Seconds."""
MOST = 4.0
"""MB of 10^6 bytes that a page of 1,000 logs may have."""
FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def main(arguments: list[str] | None = None) -> int:
    """Play a season, audit it, open its page, print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--logs", type=int, default=500)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--keep", type=Path, help="folder for the logs and the page, played once")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or Path(scratch)
        page = folder / "season.html"
        if not (folder / "season").exists():
            play(folder, options.logs)
        stacking = str(OPTIONS["stacking"])
        told = ["--map", str(folder / "build"), "--owner", str(folder / "owner")]
        told += ["--stacking", stacking, "--quiet"]
        clubroute(["audit", str(folder / "season"), "--out", str(page), *told])
        blank = folder / "blank.html"
        blank.write_text("<!DOCTYPE html><p>nothing yet", encoding="utf-8")
        with one_page(prepare()) as browser:
            runs = [opened(browser, blank, page) for _ in range(options.runs)]
            large = page.stat().st_size / 1e6
            elements = browser.value("document.querySelectorAll('*').length")
    told_runs = ", ".join(f"{seconds:.2f}" for seconds in runs)
    sys.stdout.write(f"{options.logs} logs, {elements} elements: {told_runs} s; bar {BAR:g} s\n")
    sys.stdout.write(f"{large:.2f} MB; bar {MOST:g} MB\n")
    return int(min(runs) >= BAR or large > MOST)


def play(folder: Path, logs: int) -> None:
    """Play a season of rounds and tables, with the module and tables it is audited with."""
    terrain = compile_map(ROOT, "gts").terrain
    told = scenario(terrain)
    folder.mkdir(exist_ok=True)
    table = Table(told, module_in(told), context_in(folder, terrain, told))
    (folder / "build" / "scenario.vmod").write_bytes(told.module)
    kinds = list(DECEITS)
    for seed in range(logs):
        faulty = seed % 3 == 2
        kind = kinds[seed // 3 % len(kinds)]
        person = table.faulty(seed, kind)[0] if faulty else table.legal(seed)
        place = folder / "season" / f"round {seed // 100 + 1}" / f"table {seed // 10 % 10 + 1}"
        place.mkdir(parents=True, exist_ok=True)
        (place / f"game {seed}.vlog").write_bytes(person.recorded.data())


def opened(browser: Browser, blank: Path, page: Path) -> float:
    """Open a page after another and return the seconds until it is painted."""
    browser.open(blank)
    browser.value(FRAMES)
    started = time.perf_counter()
    browser.open(page)
    browser.value(FRAMES)
    return time.perf_counter() - started


if __name__ == "__main__":
    sys.exit(main())
