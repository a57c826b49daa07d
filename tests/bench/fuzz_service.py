"""Random frames against a running service, over several connections at once.

    python -m tests.bench.fuzz_service [--frames 200000] [--seed 1944]

Every answer must have the standard's form, a witness on another connection must always be answered,
and the service must be alive at the end. Prints what was sent and heard; exits with 1 otherwise.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

from tests.bench.bench_service import connected, service
from tests.rules.service.frames import check_answer, random_line

END = b'{"jsonrpc":"2.0","id":"end","method":"rpc.ping"}\n'
CONNECTIONS = 4
BATCH = 200


def main() -> int:
    parser = argparse.ArgumentParser(description="random frames against the service")
    parser.add_argument("--frames", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1944)
    options = parser.parse_args()
    heard: Counter[str] = Counter()
    wrong: list[str] = []
    slowest = [0.0]
    done = threading.Event()
    with tempfile.TemporaryDirectory() as folder, service(Path(folder) / "s") as path:
        witness = threading.Thread(target=witnessed, args=(path, done, slowest, wrong))
        witness.start()
        share = -(-options.frames // CONNECTIONS)
        threads = [
            threading.Thread(target=fuzz, args=(path, options.seed + n, share, heard, wrong))
            for n in range(CONNECTIONS)
        ]
        start = time.monotonic()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        done.set()
        witness.join()
    seconds = time.monotonic() - start
    lines = ["| heard | times |", "|---|---|"]
    lines += [f"| {name} | {count:,} |" for name, count in sorted(heard.items())]
    lines.append(
        f"\n{share * CONNECTIONS:,} frames in {seconds:.0f} s; a witness waited at most "
        f"{slowest[0] * 1000:.0f} ms; {len(wrong)} wrong"
    )
    sys.stdout.write("\n".join([*lines, *wrong[:20]]) + "\n")
    return 1 if wrong else 0


def fuzz(path: Path, seed: int, frames: int, heard: Counter[str], wrong: list[str]) -> None:
    """Send frames on one connection, a few hundred at a time, in pieces of any size."""
    chance = random.Random(seed)
    try:
        with connected(path) as client, client.makefile("rb") as lines:
            while frames > 0:
                size = min(frames, BATCH)
                frames -= size
                data = b"".join(random_line(chance) + b"\n" for _ in range(size)) + END
                cut = chance.randrange(len(data))
                client.sendall(data[:cut])
                client.sendall(data[cut:])
                while (answer := json.loads(lines.readline())).__class__ is list or (
                    answer["id"] != "end"
                ):
                    check_answer(answer)
                    heard[kind(answer)] += 1
    except (AssertionError, OSError, ValueError) as error:
        wrong.append(f"seed {seed}: {type(error).__name__}: {error}")


def kind(answer: object) -> str:
    """What sort of answer it is."""
    if not isinstance(answer, dict):
        return "batch"
    return str(answer["error"]["code"]) if "error" in answer else "result"


def witnessed(path: Path, done: threading.Event, slowest: list[float], wrong: list[str]) -> None:
    """Ask now and then, and keep how long the answer took at most."""
    try:
        with connected(path) as client, client.makefile("rb") as lines:
            while not done.is_set():
                start = time.monotonic()
                client.sendall(END)
                if b"pong" not in lines.readline():
                    raise AssertionError("the witness was not answered")
                slowest[0] = max(slowest[0], time.monotonic() - start)
                time.sleep(0.01)
    except (AssertionError, OSError) as error:
        wrong.append(f"witness: {type(error).__name__}: {error}")


if __name__ == "__main__":
    sys.exit(main())
