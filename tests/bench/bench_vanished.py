"""How long a small question takes while 300 clients ask a large one and hang up at once.

    python -m tests.bench.bench_vanished [--rounds 5]

The small question is a reach with 6 MP, asked on and on; the large ones are what a Unit with
Organic Transport reaches with 30 to 59 MP. Over a Unix socket and over TCP. Prints a Markdown table
of the longest time of each round; exits with 1 if one is over the bar.
"""

from __future__ import annotations

import argparse
import json
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.bench.bench_load import LARGE, answer, line
from tests.room.clicking import crowded

VANISHED = 300
BAR = 300
"""Ms, for the longest of the small questions."""
AFTER = 2.0
"""Seconds of small questions after the last has hung up."""
LEG = {"map": "mg", "unit": {"class": "leg"}, "from": "75.129", "allowance": 6}
SMALL = line("move.reach", LEG) + b"\n"


@dataclass(frozen=True, slots=True)
class Door:
    """A way to connect, and what must be said first."""

    connect: Callable[[], socket.socket]
    greeting: bytes = b""


def main() -> int:
    """Measure both doors, print the table."""
    parser = argparse.ArgumentParser(description="a small question beside vanished large ones")
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    lines = ["| door | small questions | median | longest, round by round | bar | |"]
    lines.append("|---|---|---|---|---|---|")
    met = True
    for door in ("unix", "tcp"):
        with tempfile.TemporaryDirectory() as folder, served(door, Path(folder)) as place:
            times = measured(place, rounds)
        longest = [max(some) for some in times]
        good = max(longest) < BAR
        met &= good
        told = ", ".join(f"{one:.0f}" for one in longest)
        every = [one for some in times for one in some]
        row = f"| {door} | {len(every)} | {statistics.median(every):.1f} ms | {told} ms | {BAR} ms "
        lines.append(f"{row}| {'met' if good else 'MISSED'} |")
    lines.append(f"work took {crowded():.1f} times what it takes alone: other programs")
    sys.stdout.write("\n".join(lines) + "\n")
    return 0 if met else 1


def measured(door: Door, rounds: int) -> list[list[float]]:
    """The times of the small questions, ms, of each round."""
    with closing(door.connect()) as wire:
        if door.greeting:
            assert b'"result"' in answer(wire, door.greeting)
        for question in (SMALL, large(0), SMALL):  # the map is read once
            assert b'"jsonrpc"' in answer(wire, question)
        found = []
        for _ in range(rounds):
            times: list[float] = []
            over = threading.Event()
            asking = threading.Thread(target=ask, args=(wire, over, times))
            asking.start()
            for number in range(VANISHED):
                with closing(door.connect()) as asker:
                    asker.sendall(door.greeting + large(number))
            time.sleep(AFTER)
            over.set()
            asking.join()
            found.append(times)
    return found


def ask(wire: socket.socket, over: threading.Event, times: list[float]) -> None:
    """Ask the small question on and on."""
    while not over.is_set():
        begun = time.perf_counter()
        assert b'"result"' in answer(wire, SMALL)
        times.append((time.perf_counter() - begun) * 1000)


def large(number: int) -> bytes:
    """A large question, another one for each number."""
    at = f"{60 + number % 20}.{140 + number // 20}"
    return line("move.reach", {**LARGE, "from": at, "allowance": 30 + number % 30}) + b"\n"


@contextmanager
def served(name: str, folder: Path) -> Iterator[Door]:
    """A service in a process of its own."""
    token = folder / "token"
    unix, port = ["--unix", str(folder / "s")], ["--port", "0", "--token-file", str(token)]
    program = [
        sys.executable,
        "-m",
        "clubroute.rules",
        "serve",
        *(unix if name == "unix" else port),
    ]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        said = json.loads(process.stdout.readline())
        if name == "unix":
            yield Door(partial(connected, said["path"]))
        else:
            place = (said["host"], said["port"])
            hello = line("hello", {"token": token.read_text().strip()}) + b"\n"
            yield Door(partial(socket.create_connection, place), hello)
        process.terminate()


def connected(path: str) -> socket.socket:
    """A connection to a Unix socket."""
    wire = socket.socket(socket.AF_UNIX)
    wire.connect(path)
    return wire


if __name__ == "__main__":
    sys.exit(main())
