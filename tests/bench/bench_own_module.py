"""How long a module of somebody else's takes to be read, and to be asked on its own ground.

    python -m tests.bench.bench_own_module [--rounds 5] [--megabytes 300]

Nine boards of our own map are written as such a module, with 3,000 lines and more of terrain; then
the same with pictures of that size, which no import should read. A question is asked on our ground
and on the module's by turns, and the least time of each counts. Times are of the processor: others
may keep the machine busy. Prints a Markdown table and exits with 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from clubroute.builder.survey.compile import compile_map
from clubroute.builder.terrain.terrain_file import encode_terrain
from clubroute.builder.terrain.terrain_map import TerrainMap
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.owner.modules.commands import import_here
from tests.rules.owner.modules.writer import (
    Numbers,
    Sheet,
    module,
    written,
)

ROOT = Path(__file__).parents[2]
SIDE = (19, 16)
"""Columns and rows of a board; three by three of them."""
FIRST = (41, 120)
IMPORT, LARGE, LARGE_MEMORY, SLOWER = 2.0, 5.0, 400, 10
"""Seconds of an import, of one with pictures, its memory in MB, and percent of a question."""
QUESTION = {"map": "wed", "unit": {"class": "wheeled"}, "from": "60.135", "allowance": 8}
ASKED = 200
LARGE_RUN = """
import sys, time
from pathlib import Path
from clubroute.rules.asking.context import Context
from clubroute.rules.owner.modules.commands import import_here
folder = Path(sys.argv[1])
import_here(Context(folder, owner_folder=folder / "large"), folder / "large.vmod")
status = Path("/proc/self/status").read_text()
peak = next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))
print(time.process_time(), int(peak) / 1024)
"""
"""Imports in a process of its own; what ``getrusage`` tells of it begins with its parent's most."""


def main() -> int:
    parser = argparse.ArgumentParser(description="time the import of a module, and questions on it")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--megabytes", type=int, default=300)
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        terrain = compile_map(ROOT, "gts").terrain
        (folder / "gts.terrain").write_bytes(encode_terrain(terrain))
        rows = list(measured(folder, terrain, told.rounds, told.megabytes))
    lines = ["| | measured | bar | |", "|---|---|---|---|"]
    for what, found, bar, unit in rows:
        met = "met" if found <= bar else "MISSED"
        lines.append(f"| {what} | {found:.1f} {unit} | {bar:g} {unit} | {met} |")
    sys.stdout.write("\n".join([*lines, ""]))
    return int(any(found > bar for _, found, bar, _ in rows))


def measured(
    folder: Path, terrain: TerrainMap, rounds: int, megabytes: int
) -> Iterator[tuple[str, float, float, str]]:
    """What is measured: in words, the figure, its bar and their unit."""
    wide, high = SIDE
    sheets = [
        Sheet(
            f"Sheet {across}{down}",
            range(FIRST[0] + across * wide, FIRST[0] + (across + 1) * wide),
            range(FIRST[1] + down * high, FIRST[1] + (down + 1) * high),
            Numbers() if (FIRST[0] + across * wide) % 2 else Numbers(stagger=True),
            (across, down),
        )
        for across in range(3)
        for down in range(3)
    ]
    boards = written(terrain, sheets)
    many = sum(len(board.lines) for board in boards)
    small = folder / "small.vmod"
    small.write_bytes(module(boards, name="GTS bench", ruleset="WED"))
    context = Context(folder, owner_folder=folder / "owner")
    took = least(lambda: import_here(context, small), rounds)
    yield f"import of {len(boards)} boards, {many} lines", took, IMPORT, "s"
    pictures = {f"images/{n}.png": os.urandom(1 << 20) for n in range(megabytes)}
    large = module(boards, name="GTS large", ruleset="WED", extra=pictures)
    (folder / "large.vmod").write_bytes(large)
    command = [sys.executable, "-c", LARGE_RUN, str(folder)]
    told = subprocess.run(command, check=True, cwd=ROOT, capture_output=True, text=True).stdout
    seconds, memory = map(float, told.split())
    yield f"import of {len(large) >> 20} MB, the start among it", seconds, LARGE, "s"
    yield "its memory", memory, LARGE_MEMORY, "MB"
    own = {**QUESTION, "ground": "gts-bench"}
    ask(context, "move.reach", QUESTION)
    first = least(lambda: ask(context, "move.reach", own), 1)
    ours, theirs = float("inf"), float("inf")
    for _ in range(rounds):
        ours = min(ours, least(lambda: asked(context, QUESTION), 1))
        theirs = min(theirs, least(lambda: asked(context, own), 1))
    yield "a question on its ground, slower", 100 * (theirs / ours - 1), SLOWER, "%"
    yield "the first one", 1000 * first, 1000 * ours / ASKED + 100, "ms"


def asked(context: Context, question: dict[str, object]) -> None:
    """Ask many times, each of another hex's allowance, so that no answer is a kept one."""
    for number in range(ASKED):
        ask(context, "move.reach", {**question, "allowance": 4 + number % 5 / 2})


def least(work: Callable[[], object], rounds: int) -> float:
    """The least seconds of processor time of some rounds."""
    found = float("inf")
    for _ in range(rounds):
        begun = time.process_time()
        work()
        found = min(found, time.process_time() - begun)
    return found


if __name__ == "__main__":
    sys.exit(main())
