"""How many logs are audited a second, and that memory stays flat over a thousand of them.

    python -m tests.bench.bench_audit [--logs 6] [--rounds 15] [--few] [--profile]

The logs (:mod:`tests.bench.long_logs`) have 500 steps each; they are audited in one process,
without pictures or page, each kind by itself: the figure is logs a second for one core. The bar is
on the typical ones. Exit code 1 if they miss it.
"""

from __future__ import annotations

import argparse
import json
import math
import resource
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from clubroute.rules.logs.audit.examine import Auditor, Settings
from tests.bench.long_logs import KINDS, TYPICAL, write_logs
from tests.bench.pace import pace

BAR = 15.0
"""Logs a second."""
FLAT = 5
"""MB."""


def main(arguments: list[str] | None = None) -> int:
    """Play the logs, audit them, print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--logs", type=int, default=6, help="of each kind")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--few", action="store_true", help="do not audit a thousand files, too")
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--keep", type=Path, help="folder for the logs, played once")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or Path(scratch)
        folder.mkdir(exist_ok=True)
        if not (folder / f"{TYPICAL}0.vlog").exists():
            write_logs(folder, options.logs)
        auditor = Auditor(Settings(folder / "build"))
        reached = True
        for kind in KINDS:
            files = sorted(folder.glob(f"{kind}*.vlog"))
            tell(auditor, kind, files)
            used, passed = timed(auditor, files, options.rounds)
            say(
                f"{kind}: {1 / used:.1f} logs a second a core, {used * 1000:.1f} ms a log "
                f"({passed * 1000:.1f} ms by the clock)"
            )
            if kind == TYPICAL:
                slower = pace()
                reached = slower / used >= BAR
                say(f"json.loads takes {slower:.2f} times what it took where the bar was set")
                say(f"bar {BAR:g}: {slower / used:.1f}: {'reached' if reached else 'MISSED'}")
            if options.profile:
                profiled(auditor, files)
        if not options.few:
            reached = flat(auditor, sorted(folder.glob("*.vlog"))) and reached
    return 0 if reached else 1


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def tell(auditor: Auditor, kind: str, files: list[Path]) -> None:
    """What is in the logs of a kind."""
    steps, found = 0, Counter[str]()
    for path in files:
        record = auditor.audit(path)
        steps += record["steps"]
        found.update(record["counts"])
    told = ", ".join(f"{count / len(files):.1f} {verdict}" for verdict, count in found.items())
    size = sum(path.stat().st_size for path in files) // len(files) // 1000
    say(f"{kind}: {len(files)} logs of {steps // len(files)} steps, {size} kB: {told}")


def timed(auditor: Auditor, files: list[Path], rounds: int) -> tuple[float, float]:
    """Processor and clock seconds a file, the record written as it would be kept.

    Of each file the best of the rounds counts, since others are at work on the machine; a round
    goes through all files, so that no file has all its rounds while the machine is slow.
    """
    used, passed = dict.fromkeys(files, math.inf), dict.fromkeys(files, math.inf)
    for _ in range(rounds):
        for path in files:
            begun, started = time.process_time(), time.perf_counter()
            json.dumps(auditor.audit(path))
            used[path] = min(used[path], time.process_time() - begun)
            passed[path] = min(passed[path], time.perf_counter() - started)
    return sum(used.values()) / len(files), sum(passed.values()) / len(files)


def flat(auditor: Auditor, files: list[Path], many: int = 1000) -> bool:
    """Audit a thousand files and tell how large the process was on the way: whether it had its
    size after a tenth of them."""
    sizes = []
    for number in range(many):
        auditor.audit(files[number % len(files)])
        if number + 1 in (10, 100, 250, 500, 750, 1000):
            sizes.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
            say(f"{number + 1} files: largest {sizes[-1]} MB")
    grown = sizes[-1] - sizes[1]
    say(f"bar {FLAT} MB more after the first hundred: {'reached' if grown <= FLAT else 'MISSED'}")
    return grown <= FLAT


def profiled(auditor: Auditor, files: list[Path]) -> None:
    """What takes the time."""
    import cProfile
    import pstats

    profile = cProfile.Profile()
    profile.enable()
    timed(auditor, files, 1)
    profile.disable()
    pstats.Stats(profile).sort_stats("tottime").print_stats(30)


if __name__ == "__main__":
    raise SystemExit(main())
