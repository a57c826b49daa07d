"""Damaged files of every kind through everything that opens files.

    python -m tests.bench.fuzz_files [--files 20000] [--seed 1944] [--door check …]

Nothing but an answer or a refusal in one line may come of one, none may take longer than ten
seconds of CPU time, and nothing may leak. Prints what came of them; exits with 1 otherwise.

Memory does grow while files are opened: readings of types and pieces are kept in bounded caches,
and a map's steps are kept as they are first asked for. So the files come in two halves. Between
them all that is kept is let go of; what is allocated then, and the most that a half takes, must
not differ from one to the other.
"""

from __future__ import annotations

import argparse
import gc
import os
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import _lru_cache_wrapper, partial
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
GROWTH = 16 << 10
"""KiB by which the second half of the files may take more than the first: heaps get holes."""
LEAK = 0.01
"""By how much of itself what is allocated with nothing kept may grow."""
TENTHS = 10
Doors = Callable[[], dict[str, Door]]


def main() -> int:
    parser = argparse.ArgumentParser(description="damaged files against everything that opens them")
    parser.add_argument("--files", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1944)
    parser.add_argument("--door", action="append", default=[])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["XDG_CACHE_HOME"] = name  # what is compiled for a damaged game goes away
        terrain = compile_map(ROOT, "gts").terrain

        def made() -> dict[str, Door]:
            here = Path(tempfile.mkdtemp(dir=folder))
            (here / "sources").mkdir()
            found = doors(here, terrain, LOGS)
            return {one: found[one] for one in options.door} if options.door else found

        run = Run(folder)
        half = options.files // 2
        run.go(made, options.seed, range(half))
        run.go(made, options.seed, range(half, options.files))
    return run.tell()


class Run:
    """What came of the files so far, and what was taken for them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.heard: dict[str, Counter[str]] = defaultdict(Counter)
        self.slowest: dict[str, tuple[float, int]] = defaultdict(lambda: (0.0, 0))
        self.wrong: list[str] = []
        self.sizes: list[int] = []
        self.kept: list[str] = []
        self.allocated: list[int] = []
        self.begun = time.monotonic()
        signal.signal(signal.SIGALRM, ring)

    def go(self, made: Doors, first: int, files: range) -> None:
        """Damage and open files, and let go of what was kept of them."""
        found = made()
        order, tenth = turns(found), max(2 * len(files) // TENTHS, 1)
        with (self.folder / "said").open("w", encoding="utf-8") as said:
            for number in files:
                name = order[number % len(order)]
                with redirect_stdout(said), redirect_stderr(said):
                    self.attempt(name, partial(found[name].attempt, self.folder), first + number)
                said.truncate(0)
                said.seek(0)
                if (number + 1) % tenth == 0:
                    self.sizes.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
        self.kept.append(f"{sum(cache.cache_info().currsize for cache in caches()):,}")
        found.clear()
        del found
        self.allocated.append(allocated_bare())

    def attempt(self, name: str, opens: Callable[[int], str], seed: int) -> None:
        """Open the file of a seed, and note what came of it and how long that took."""
        before = time.process_time()
        signal.alarm(HANGS)
        try:
            self.heard[name][opens(seed)] += 1
        except Exception:
            self.heard[name]["WRONG"] += 1
            self.wrong.append(f"{name}, seed {seed}: {traceback.format_exc(limit=-5)}")
        signal.alarm(0)
        took = time.process_time() - before
        self.slowest[name] = max(self.slowest[name], (took, seed))
        if took > SLOWEST:
            self.wrong.append(f"{name}, seed {seed}: {took:.1f} s")

    def tell(self) -> int:
        """Print it all; the exit code."""
        grown = self.sizes[-1] - self.sizes[len(self.sizes) // 2 - 1]
        if grown > GROWTH:
            self.wrong.append(f"the second half took {grown >> 10} MB more than the first")
        before, after = self.allocated
        if after > before * (1 + LEAK):
            self.wrong.append(f"with nothing kept, {after - before:,} more blocks are allocated")
        say(self.heard, self.slowest)
        clock, used = time.monotonic() - self.begun, time.process_time()
        sys.stdout.write(
            f"\n{sum(map(Counter.total, self.heard.values())):,} files in {clock:.0f} s, "
            f"{used:.0f} s of CPU time; largest after each tenth: "
            f"{', '.join(str(size >> 10) for size in self.sizes)} MB; "
            f"kept by the end of each half: {' and '.join(self.kept)} readings; blocks allocated "
            f"with nothing kept: {before:,}, then {after:,}; {len(self.wrong)} wrong\n"
            + "\n".join(self.wrong[:10])
            + "\n"
        )
        return 1 if self.wrong else 0


def caches() -> Iterator[_lru_cache_wrapper[object]]:
    """Every function of ours whose answers are kept."""
    ours = [module for name, module in sys.modules.items() if name.startswith("clubroute.")]
    found = (value for module in ours for value in vars(module).values())
    yield from {id(one): one for one in found if isinstance(one, _lru_cache_wrapper)}.values()


def allocated_bare() -> int:
    """How many blocks of memory Python has when nothing is kept any more."""
    for cache in caches():
        cache.cache_clear()
    gc.unfreeze()  # what an audit no longer looks through
    gc.collect()
    return sys.getallocatedblocks()


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
