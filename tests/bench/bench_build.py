"""How long a build takes: cold, with nothing changed, after edits; a lint after it; a bare command.

    python -m tests.bench.bench_build [--repeats 3]

Prints a Markdown table of medians of whole processes, and exits with 1 if a bar is missed. Bars of
processor time are those of the machine of docs/performance.md, times how much slower this one is.
"""

from __future__ import annotations

import argparse
import math
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.bench.pace import pace
from tests.pipeline.projects import copy_project, edit

Row = tuple[str, float, float]


def main() -> int:
    parser = argparse.ArgumentParser(description="time the build of Where Eagles Dare")
    parser.add_argument("--repeats", type=int, default=3)
    repeats: int = parser.parse_args().repeats
    rows = list(measure(repeats))
    lines = ["| | seconds | bar | |", "|---|---|---|---|"]
    for name, seconds, bar in rows:
        shown = "–" if bar == math.inf else f"{bar:g}"
        lines.append(f"| {name} | {seconds:.2f} | {shown} | {verdict(seconds, bar)} |")
    sys.stdout.write("\n".join(lines) + "\n")
    return 0 if all(seconds <= bar for _, seconds, bar in rows) else 1


def verdict(seconds: float, bar: float) -> str:
    """Whether a bar is met; nothing where there is none."""
    return "" if bar == math.inf else "met" if seconds <= bar else "MISSED"


def timed(run: Callable[[], object]) -> float:
    """Seconds of one run."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def processor(run: Callable[[], object]) -> float:
    """Seconds of processor time of one run, its worker processes' among them."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def command(*arguments: str) -> Callable[[], object]:
    """A run of the command line in a process of its own, with compiled code as installed."""
    line = [sys.executable, "-m", "clubroute.rules", *arguments]
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    # A map that this user has compiled before would make a cold build warmer.
    environment["XDG_CACHE_HOME"] = os.devnull
    return lambda: subprocess.run(line, check=True, capture_output=True, env=environment)


def measure(repeats: int) -> Iterator[Row]:
    """Each case with its median and its bar, in seconds."""
    with tempfile.TemporaryDirectory() as folder:
        root = copy_project(Path(folder) / "project", "gts", "wed", geography=True)
        out = root / "build"
        build = command("build", "wed", "--project", str(root), "--out", str(out))
        yield "cold build", timed(build), 45

        lint = command("lint", "wed", "--project", str(root))
        yield "first lint of the map as built", timed(lint), 2
        yield "lint again", statistics.median(timed(lint) for _ in range(repeats)), 1

        same = [timed(build) for _ in range(repeats)]
        yield "nothing changed", statistics.median(same), 1

        units = root / "counters" / "wed" / "units.csv"
        edits = []
        name = "A/1/501"
        for number in range(repeats):
            edit(units, f"501 PIR,{name},", f"501 PIR,Able {number}/501,")
            name = f"Able {number}/501"
            edits.append(timed(build))
        yield "one counter edited", statistics.median(edits), 3

        hexes = root / "map_sources" / "gts" / "hexes.csv"
        with hexes.open("a", encoding="utf-8", newline="\n") as stream:
            stream.write(one_more_hex(hexes))
        written = command("build", "wed", "--project", str(root), "--out", str(out), "--quiet")
        yield "one hex edited, until the module is written", timed(written), 8
        edit(hexes, "80.160,town", "80.160,woods")
        yield "the same edited again, processor time", processor(written), 5 * pace()
        yield "one hex of 400, processor time", own_game(Path(folder) / "own"), 2 * pace()
        yield "the lint that such a build ends with", timed(build), math.inf

        bare = statistics.median(
            timed(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True))
            for _ in range(9)
        )
        helped = command("--help")
        helped()
        start = statistics.median(timed(helped) for _ in range(9))
        yield "`clubroute --help` over bare Python", start - bare, 0.08


def own_game(root: Path) -> float:
    """Seconds of processor time of a build after an edit of one hex, in a game as ``clubroute new``
    makes it, its map 20 hexes by 20."""
    root.mkdir()
    made = ("--project", str(root), "--out", str(root / "build"), "--quiet")
    command("new", "island", "--project", str(root))()
    folder = root / "map_sources" / "island"
    edit(folder / "lattice.toml", "hexrows = [1, 6]", "hexrows = [1, 20]")
    edit(folder / "lattice.toml", "hexes = [1, 10]", "hexes = [1, 20]")
    build = command("build", "island", *made)
    build()
    with (folder / "hexes.csv").open("a", encoding="utf-8") as stream:
        stream.write("12.12,woods,,assumed,bench\n")
    return processor(build)


def one_more_hex(hexes: Path) -> str:
    """A row that makes a hex of the Son board a town, whatever the survey says of it."""
    header = hexes.read_text(encoding="utf-8").splitlines()
    columns = next(line for line in header if not line.startswith("#")).split(",")
    values = {
        "hex": "80.160",
        "terrain": "town",
        "provenance": "rulebook",
        "cite": "bench",
    }
    return ",".join(values.get(column, "") for column in columns) + "\n"


if __name__ == "__main__":
    sys.exit(main())
