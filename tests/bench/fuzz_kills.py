"""Kill commands that write at forty moments each.

    python -m tests.bench.fuzz_kills [--moments 40] [--command build …]

Each time every file must be the old one or the new one, whole; the next run must come to its end.
Exits with 1 otherwise.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.pipeline.killing import (
    all_writers,
    kill_at,
    moments_of,
    spread,
    strays_in,
)


def main() -> int:
    parser = argparse.ArgumentParser(description="commands killed while they write")
    parser.add_argument("--moments", type=int, default=40)
    parser.add_argument("--command", action="append", default=[])
    options = parser.parse_args()
    wrong = 0
    sys.stdout.write("| command | moments it has | killed at | hidden strays | outcome |\n")
    sys.stdout.write("|---|---|---|---|---|\n")
    with tempfile.TemporaryDirectory() as folder:
        for name, writer in all_writers(Path(folder)):
            if options.command and name not in options.command:
                continue
            out, begun = Path(folder) / "out", time.monotonic()
            many, new = moments_of(writer, out)
            chosen, killed = spread(many, options.moments), 0
            try:
                killed = kill_at(writer, out, chosen, new)
                outcome = f"whole each time, {time.monotonic() - begun:.0f} s"
            except AssertionError as error:
                outcome, wrong = f"WRONG: {error}", 1
            strays = len(strays_in(out))
            sys.stdout.write(
                f"| {name} | {many} | {killed} of {len(chosen)} | {strays} | {outcome} |\n"
            )
            sys.stdout.flush()
    return wrong


if __name__ == "__main__":
    sys.exit(main())
