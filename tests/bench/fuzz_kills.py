"""Kill commands that write at moments by chance, a hundred and fifty times in all.

    python -m tests.bench.fuzz_kills [--kills 150] [--seed 1] [--command build …]

Each time every file must be the old one or the new one, whole; the next run must leave all of them
new, and no stray. Exits with 1 otherwise.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.pipeline.killing import (
    all_writers,
    chance,
    kill_at,
    moments_of,
)


def main() -> int:
    parser = argparse.ArgumentParser(description="commands killed while they write")
    parser.add_argument("--kills", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--command", action="append", default=[])
    options = parser.parse_args()
    wrong = total = 0
    sys.stdout.write(
        "| command | moments it has | killed | till the next run in part | outcome |\n"
    )
    sys.stdout.write("|---|---|---|---|---|\n")
    with tempfile.TemporaryDirectory() as folder:
        writers = list(all_writers(Path(folder), options.command))
        each = -(-options.kills // len(writers))
        for name, writer in writers:
            out, begun = Path(folder) / "out", time.monotonic()
            many, new = moments_of(writer, out)
            told = "-"
            try:
                found = kill_at(writer, out, chance(many, each, options.seed), new)
                total += found.killed
                told = f"{found.killed} of {each} | {found.between}"
                outcome = f"whole each time, {time.monotonic() - begun:.0f} s"
            except AssertionError as error:
                told, outcome, wrong = "- | -", f"WRONG: {error}", 1
            sys.stdout.write(f"| {name} | {many} | {told} | {outcome} |\n")
            sys.stdout.flush()
    sys.stdout.write(f"{total} kills\n")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
