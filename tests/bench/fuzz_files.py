"""Damaged files of every kind through everything that opens files.

    python -m tests.bench.fuzz_files [--files 20000] [--seed 1944] [--door check …]

Nothing but an answer or a refusal in one line may come of one, none may take longer than ten
seconds of CPU time, and the memory must not grow. Prints what came of them; exits with 1 otherwise.
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter, defaultdict
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import FrameType

from clubroute.builder.survey.compile import compile_map
from tests.conftest import ROOT
from tests.fuzzing import Door, doors, turns

LOGS = 24
SLOWEST = 10.0
"""CPU seconds that a file may take."""
HANGS = 120
"""Clock seconds after which it is taken to hang: other processes may have the machine."""
GROWTH = 40 << 10
"""KiB that the second half of the files may take: what is kept of types and pieces is bounded, and
full by then."""
TENTHS = 10


def main() -> int:
    parser = argparse.ArgumentParser(description="damaged files against everything that opens them")
    parser.add_argument("--files", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1944)
    parser.add_argument("--door", action="append", default=[])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder  # what is compiled for a damaged game goes away
        (Path(folder) / "sources").mkdir()
        found = doors(Path(folder), compile_map(ROOT, "gts").terrain, LOGS)
        chosen = {name: found[name] for name in options.door} if options.door else found
        return fuzz(chosen, Path(folder), options.files, options.seed)


def fuzz(found: dict[str, Door], folder: Path, files: int, first: int) -> int:
    """Damage and open so many files; the exit code."""
    heard: dict[str, Counter[str]] = defaultdict(Counter)
    slowest: dict[str, tuple[float, int]] = defaultdict(lambda: (0.0, 0))
    wrong: list[str] = []
    order, sizes, begun = turns(found), list[int](), time.monotonic()
    signal.signal(signal.SIGALRM, ring)
    with (folder / "said").open("w", encoding="utf-8") as said:
        for number in range(files):
            seed = first + number
            name = order[number % len(order)]
            before = time.process_time()
            signal.alarm(HANGS)
            try:
                with redirect_stdout(said), redirect_stderr(said):
                    heard[name][found[name].attempt(folder, seed)] += 1
            except Exception:
                heard[name]["WRONG"] += 1
                wrong.append(f"{name}, seed {seed}: {traceback.format_exc(limit=-5)}")
            signal.alarm(0)
            took = time.process_time() - before
            slowest[name] = max(slowest[name], (took, seed))
            if took > SLOWEST:
                wrong.append(f"{name}, seed {seed}: {took:.1f} s")
            said.truncate(0)
            said.seek(0)
            if (number + 1) % max(files // TENTHS, 1) == 0:
                sizes.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    grown = sizes[-1] - sizes[len(sizes) // 2 - 1]
    if grown > GROWTH:
        wrong.append(f"memory grew by {grown >> 10} MB in the second half")
    say(heard, slowest)
    clock, used = time.monotonic() - begun, time.process_time()
    sys.stdout.write(
        f"\n{files:,} files in {clock:.0f} s, {used:.0f} s of CPU time; "
        f"largest after each tenth: {', '.join(str(size >> 10) for size in sizes)} MB; "
        f"{len(wrong)} wrong\n" + "\n".join(wrong[:10]) + "\n"
    )
    return 1 if wrong else 0


def say(heard: dict[str, Counter[str]], slowest: dict[str, tuple[float, int]]) -> None:
    """A table: what came of the files of each door, and the slowest of them."""
    sys.stdout.write(
        "| door | read | refused | wrong | slowest | its seed |\n|---|---|---|---|---|---|\n"
    )
    for name, counts in heard.items():
        took, seed = slowest[name]
        told = [f"{counts[kind]:,}" for kind in ("read", "refused", "WRONG")]
        sys.stdout.write(f"| {name} | {' | '.join(told)} | {took:.2f} s | {seed} |\n")


def ring(_number: int, _frame: FrameType | None) -> None:
    """Interrupt what hangs."""
    raise AssertionError(f"it hangs: not done after {HANGS} s")


if __name__ == "__main__":
    sys.exit(main())
