"""Mutated logs through the reader, the replay and the grids.

    python -m tests.bench.fuzz_logs [--files 100000] [--seed 1944]

Each file is read in both modes, played, taken back and its places named. Nothing but a refusal
(InputError) may come of it, none may take longer than two seconds, and the memory must not grow.
Prints what came of them; exits with 1 otherwise.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import time
import traceback
from collections import Counter

from tests.logs.exercise import exercise
from tests.logs.mutations import mutated
from tests.logs.samples import (
    play,
    recorder,
    sample,
    small_maps,
)

SLOWEST = 2.0
GROWTH = 40 << 10  # KiB over the first tenth


def main() -> int:
    parser = argparse.ArgumentParser(description="mutated logs against the reader")
    parser.add_argument("--files", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1944)
    options = parser.parse_args()
    maps = small_maps()
    samples = (sample(), play(recorder("3.7.26")).log_bytes(), play(recorder("")).log_bytes())
    heard: Counter[str] = Counter()
    wrong: list[str] = []
    slowest = 0.0
    early = 0
    start = time.monotonic()
    for number in range(options.files):
        seed = options.seed + number
        chance = random.Random(seed)
        data = mutated(chance.choice(samples), chance)
        began = time.monotonic()
        try:
            heard[exercise(data, maps)] += 1
        except Exception:
            wrong.append(f"seed {seed}: {traceback.format_exc(limit=-4)}")
        took = time.monotonic() - began
        slowest = max(slowest, took)
        if took > SLOWEST:
            wrong.append(f"seed {seed}: {took:.1f} s")
        if number == options.files // 10:
            early = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - early
    if grown > GROWTH:
        wrong.append(f"memory grew by {grown} KiB")
    lines = ["| files read | number |", "|---|---|"]
    lines += [f"| {name} | {count:,} |" for name, count in sorted(heard.items())]
    seconds = time.monotonic() - start
    lines.append(
        f"\n{options.files:,} files in {seconds:.0f} s, the slowest {slowest * 1000:.0f} ms; "
        f"memory grew by {grown / 1024:.1f} MB after the first tenth; {len(wrong)} wrong"
    )
    sys.stdout.write("\n".join([*lines, *wrong[:10]]) + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
