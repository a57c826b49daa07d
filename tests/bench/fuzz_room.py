"""Random requests to every address of a running room, over several connections at once.

    python -m tests.bench.fuzz_room [--requests 10000] [--seed 1944]

Each must be answered in one line where it is refused, none may leave a trace in the room's log, and
the room must have as many threads at the end as before. Prints what came; exits with 1 otherwise.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

from tests.room.serving import bare_room, serving
from tests.room.strays import Sender, stray

CONNECTIONS = 4
HANG_UP = 0.02
"""The share that hang up amid their request."""
SETTLE = 2.0
"""Seconds for questions that nobody waits for to end."""


def main() -> int:
    """Serve, send, count."""
    parser = argparse.ArgumentParser(description="random requests to the room")
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1944)
    parser.add_argument("--serve", type=Path, help="be the room, with this folder for its files")
    told = parser.parse_args()
    if told.serve:
        with serving(bare_room(told.serve, told.serve)) as served:
            sys.stdout.write(f"{served.port}\n")
            sys.stdout.flush()
            sys.stdin.read()
        return 0
    heard: Counter[int] = Counter()
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log")
        program = [sys.executable, "-m", "tests.bench.fuzz_room", "--serve", folder]
        with (
            log.open("wb") as errors,
            subprocess.Popen(
                program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors
            ) as process,
        ):
            assert process.stdout is not None
            port = int(process.stdout.readline())
            Sender(port).send(stray(random.Random(0)))
            time.sleep(SETTLE)
            before, most = threads_of(process.pid), [0]
            share = -(-told.requests // CONNECTIONS)
            many = [
                threading.Thread(
                    target=fuzz, args=(port, told.seed + n, share, process.pid, heard, most, wrong)
                )
                for n in range(CONNECTIONS)
            ]
            begun = time.monotonic()
            for one in many:
                one.start()
            for one in many:
                one.join()
            seconds = time.monotonic() - begun
            time.sleep(SETTLE)
            after = threads_of(process.pid)
            process.terminate()
        text = log.read_text(encoding="utf-8", errors="replace")
    traces = text.count("Traceback") + text.count("please report")
    lines = ["| status | times |", "|---|---|"]
    lines += [f"| {status or 'no HTTP'} | {count:,} |" for status, count in sorted(heard.items())]
    lines.append(
        f"\n{share * CONNECTIONS:,} requests in {seconds:.0f} s; {traces} traces; threads before "
        f"{before}, at most {most[0]}, after {after}; {len(wrong)} wrong"
    )
    told_of = [line for line in text.splitlines() if "please report" in line or "Error" in line]
    sys.stdout.write("\n".join([*lines, *wrong[:20], *told_of[:20]]) + "\n")
    return 1 if wrong or traces or after > before else 0


def fuzz(
    port: int,
    seed: int,
    many: int,
    process: int,
    heard: Counter[int],
    most: list[int],
    wrong: list[str],
) -> None:
    """Send requests on one connection after the other."""
    chance, sender = random.Random(seed), Sender(port)
    for _ in range(many):
        if chance.random() < HANG_UP:
            sender.hang_up(chance)
        try:
            heard[sender.send(stray(chance))] += 1
        except AssertionError as error:
            wrong.append(str(error)[:400])
        most[0] = max(most[0], threads_of(process))


def threads_of(process: int) -> int:
    """The threads of a process."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("Threads")))


if __name__ == "__main__":
    sys.exit(main())
