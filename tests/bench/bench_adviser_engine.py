"""How soon a player in VASSAL is told, and whether VASSAL waits: the real engine, WED's campaign.

    python -m tests.bench.bench_adviser_engine BUILD [--drags 40] [--runs 3]

BUILD is the folder of a built Where Eagles Dare. Bars, on the wall, of a machine that does nothing
else: from the pointer in a new hex to the painted label p95 <100 ms, from the drop to the line in
the chat p95 <150 ms, ready <3 s after a game is loaded; the event thread's longest wait in any run
with the adviser no longer than the longest in any without. The exit code is 1 if one is missed.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.bench_adviser import p95, say
from tests.engine.display import virtual_display
from tests.engine.driver import Engine
from tests.engine.listening import listening
from tests.engine.prepare import prepare

SETUP = "Where Eagles Dare"
"""The campaign: 590 counters."""
MAIN = "Market-Garden"
COLUMN, ROW = 126, 144
HOVER, DROP, READY = 100.0, 150.0, 3.0
PATIENCE = 60.0
TOLD = 1.0
"""Seconds that a drag is held over a hex, and that pass after a drop."""
SCROLLED = 1.0
"""Seconds after which the map is painted where the drag begins, the adviser on or off."""
SEED = 7


def main(arguments: list[str] | None = None) -> int:
    """Play, measure, print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("--setup", default=SETUP)
    parser.add_argument("--drags", type=int, default=40)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args(arguments)
    (module,) = options.build.resolve().glob("*.vmod")
    files = prepare()
    with (
        tempfile.TemporaryDirectory() as scratch,
        listening(Path(scratch)) as service,
        virtual_display(files.display) as display,
        Engine(files, display, module, environment=service.environment) as engine,
    ):
        pieces = engine.start_setup(options.setup)
        say(f"{engine.engine_version}, {options.setup}: {pieces} pieces and stacks")
        longest: dict[bool, list[float]] = {False: [], True: []}
        readies: list[float] = []
        for run in range(options.runs):
            for on in (False, True):
                engine.start_setup(options.setup)
                if engine.adviser()["on"] != on:
                    engine.adviser("toggle")
                if on:
                    readies.append(readied(engine))
                engine.adviser("beat")
                dragged(engine, options.drags, SEED + run, on)
                waits = engine.adviser("beats")
                longest[on].append(max(waits))
                state = "on" if on else "off"
                most, usual = max(waits), p95(waits)
                say(f"run {run + 1}, {state}: longest wait {most:.0f} ms, p95 {usual:.0f} ms")
        times = engine.adviser("times")
        hovers, drops = times["hovers"], times["drops"]
        first, ready = readies[0], readies[-1]
        say(f"ready after {first:.2f} s (service just started), {ready:.2f} s (maps in memory)")
        for what, found in (("label", hovers), ("line", drops)):
            middle = statistics.median(found) if found else 0.0
            say(f"{what}: {len(found)} told, median {middle:.0f} ms, p95 {p95(found):.0f} ms")
        say(f"problems: {engine.problems}")
    late = ready > READY or p95(hovers) > HOVER or p95(drops) > DROP or not hovers or not drops
    return int(late or max(longest[True]) > max(longest[False]) or bool(engine.problems))


def readied(engine: Engine) -> float:
    """Seconds until the adviser is ready."""
    begun = time.monotonic()
    while engine.adviser()["state"] != "ready":
        if time.monotonic() - begun > PATIENCE:
            raise TimeoutError(str(engine.adviser()))
        time.sleep(0.02)
    return time.monotonic() - begun


def dragged(engine: Engine, drags: int, seed: int, on: bool) -> None:
    """Drag units into hexes beside theirs, and drop them there."""
    chance = random.Random(seed)
    pieces = [one for one in engine.pieces(("UnitId",)) if one.map == MAIN]
    units = [one for one in pieces if one.properties.get("UnitId")]
    units.sort(key=lambda one: (one.x, one.y, one.properties["UnitId"] or ""))
    for unit in chance.sample(units, min(drags, len(units))):
        across, down = chance.choice(((0, -1), (1, 0), (0, 1), (-1, -1)))
        place = {"x": unit.x + across * COLUMN, "y": unit.y + down * ROW}
        engine.adviser("centre", map=MAIN, x=unit.x, y=unit.y)
        time.sleep(SCROLLED)
        if on:
            engine.adviser("hover", id=unit.id, map=MAIN, **place)
            time.sleep(TOLD)
            engine.adviser("leave")
        engine.adviser("drop", id=unit.id, map=MAIN, **place)
        time.sleep(TOLD)


if __name__ == "__main__":
    sys.exit(main())
