"""Mutated logs of our own module through the whole check.

    python -m tests.bench.fuzz_check [--files 3000] [--seed 1944]

Nothing but a report or a refusal (InputError) may come of a file. Exits with 1 otherwise.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

from clubroute.builder.errors import InputError, Where
from clubroute.builder.survey.compile import compile_map
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.check import check_log
from clubroute.rules.logs.check.module import Module
from clubroute.rules.logs.check.series import open_referee
from clubroute.rules.logs.container import Mode
from clubroute.rules.logs.read import log_of
from tests.logs.check.generated import (
    OPTIONS,
    context_in,
    module_in,
    playing,
)
from tests.logs.check.scenario import ROOT, scenario
from tests.logs.check.tables import Recorded
from tests.logs.mutations import mutated

SAMPLES = 40


def main() -> int:
    parser = argparse.ArgumentParser(description="mutated logs against the check")
    parser.add_argument("--files", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1944)
    options = parser.parse_args()
    terrain = compile_map(ROOT, "gts").terrain
    told = scenario(terrain)
    module = module_in(told)
    heard: Counter[str] = Counter()
    wrong: list[str] = []
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        context = context_in(Path(folder), terrain, told)
        samples = [
            playing(n, lambda seed: Recorded(told, module.maps, seed), told, context)[1].data()
            for n in range(SAMPLES)
        ]
        for seed in range(options.seed, options.seed + options.files):
            chance = random.Random(seed)
            data = mutated(chance.choice(samples), chance)
            try:
                heard[exercised(context, module, data)] += 1
            except Exception:
                wrong.append(f"seed {seed}: {traceback.format_exc(limit=-4)}")
    lines = [f"{name}: {count:,}" for name, count in sorted(heard.items())]
    seconds = time.monotonic() - start
    lines.append(f"{options.files:,} files in {seconds:.0f} s; {len(wrong)} wrong")
    sys.stdout.write("\n".join([*lines, *wrong[:5]]) + "\n")
    return 1 if wrong else 0


def exercised(context: Context, module: Module, data: bytes) -> str:
    """Read a log, check it, and tell it all; what became of it."""
    try:
        log = log_of(data, Where("game.vlog"), Mode.TOLERANT)
        report = check_log(log, module, open_referee(context, module.name, None), OPTIONS)
    except InputError:
        return "refused"
    report.record()
    report.text()
    return "checked, damaged" if log.damages else "checked"


if __name__ == "__main__":
    sys.exit(main())
