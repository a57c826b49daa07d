"""What a question with a state costs: first, again, and beside the same question without one.

    python -m tests.bench.bench_states [--repeats 15]

A position of 300 units and 40 markers on the real map, opened once. "first" is the first question
about it with the map already open, "again" the same question asked again, "whole" asked again with
the state sent whole. Prints a Markdown table of medians, and exits with 1 if asking again costs
more than twice what it costs without a state, and 0.05 ms more.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from clubroute.builder.survey.compile import compile_map
from clubroute.builder.terrain.terrain_file import encode_terrain
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context

UNITS, MARKERS = 300, 40
MOST_AGAIN = 2.0
"""Times the question without a state."""
LEG: Mapping[str, Any] = {"class": "leg", "side": "Allied", "ma": 6}
TRUCK: Mapping[str, Any] = {"class": "wheeled", "column": True, "side": "Allied", "ma": 13}
QUESTIONS: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("move.reach", {"map": "mg", "unit": TRUCK, "from": "75.129"}),
    ("move.best", {"map": "mg", "unit": TRUCK, "from": "75.129", "to": "70.140"}),
    ("move.check", {"map": "mg", "unit": TRUCK, "path": ["75.129", "74.129"]}),
    ("los.check", {"map": "mg", "from": "75.129", "to": "78.127", "receipt": False}),
    ("los.fan", {"map": "mg", "from": "75.129", "range": 8}),
)


def main() -> int:
    parser = argparse.ArgumentParser(description="time questions with a state")
    parser.add_argument("--repeats", type=int, default=15)
    repeats = parser.parse_args().repeats
    lines = [
        "| | without, ms | first, ms | again, ms | whole, ms | again / without | |",
        "|---|---|---|---|---|---|---|",
    ]
    met = True
    with tempfile.TemporaryDirectory() as folder:
        data = encode_terrain(compile_map(Path(__file__).parents[2], "gts").terrain)
        Path(folder, "gts.terrain").write_bytes(data)
        for name, params in QUESTIONS:
            context = Context(Path(folder))
            state = position(context)
            ask(context, name, params)
            plain = timed(partial(ask, context, name, params), repeats)
            first = statistics.median(
                timed(partial(ask, context, name, {**params, "state": handle}), 1)
                for handle in (context.states.open(moved(state, k)) for k in range(repeats))
            )
            handle = context.states.open(state)
            ask(context, name, {**params, "state": handle})
            again = timed(partial(ask, context, name, {**params, "state": handle}), repeats)
            whole = timed(partial(ask, context, name, {**params, "state": state}), repeats)
            good = again <= max(MOST_AGAIN * plain, plain + 0.05)
            met = met and good
            lines.append(
                f"| {name} | {plain:.3f} | {first:.3f} | {again:.3f} | {whole:.3f} "
                f"| {again / plain:.2f}x | {'met' if good else 'MISSED'} |"
            )
    sys.stdout.write("\n".join(lines) + "\n")
    return 0 if met else 1


def position(context: Context) -> dict[str, Any]:
    """Units and barrage, rubble and road block markers, drawn from a seed; a bridge is down."""
    from clubroute.rules.ground.maps import map_of

    map, random = map_of(context, "mg"), Random(7)
    numbers = [map.number(id) for id in random.sample(range(len(map)), UNITS + MARKERS)]
    bridged = {place // 6 for place, many in map.sides.items() for f in many if "bridge" in f.kind}
    units = [
        {"id": f"u{k}", "side": ("Allied", "German")[k % 2], "hex": number}
        for k, number in enumerate(numbers[:UNITS])
    ]
    kinds = ("heavy barrage", "rubble", "road_block")
    markers = [
        {"kind": kinds[k % 3], "hex": number}
        for k, number in enumerate(numbers[UNITS:])
        if map.id(number) not in bridged
    ]
    return {"units": units, "markers": markers, "bridges": {"42.228/42.229": "destroyed"}}


def moved(state: Mapping[str, Any], number: int) -> dict[str, Any]:
    """The position with some units taken off: another one for sight and movement."""
    markers = state["markers"][number + 1 :]
    return {**state, "units": state["units"][number + 1 :], "markers": markers}


def timed(run: Callable[[], object], repeats: int) -> float:
    """Median ms of one run."""
    found: list[float] = []
    for _ in range(repeats):
        begun = time.perf_counter()
        run()
        found.append((time.perf_counter() - begun) * 1e3)
    return statistics.median(found)


if __name__ == "__main__":
    sys.exit(main())
