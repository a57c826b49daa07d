"""How long a small question takes while eight clients ask the largest, over the socket and in the
map room.

    python -m tests.bench.bench_load [--seconds 20]

Each of the eight asks on and on: what a mounted Unit reaches with 60 MP, from another hex each
time. Prints a Markdown table of the small questions' times; exits with 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import http.client
import json
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import (
    ExitStack,
    closing,
    contextmanager,
    suppress,
)
from itertools import count
from pathlib import Path
from subprocess import DEVNULL, PIPE
from typing import Any, TypeAlias

from tests.bench.bench_service import connected, service
from tests.room.clicking import crowded
from tests.room.serving import TOKEN, bare_room, serving

CLIENTS = 8
BAR = 250
"""Ms, for 99 of 100 small questions."""
CARRIED = {"class": "leg", "organic": "wheeled", "name": "x"}
LARGE = {"map": "mg", "unit": CARRIED, "allowance": 60, "costs": {"mount": 1, "dismount": 1}}
SMALL: dict[str, dict[str, Any]] = {
    "step.cost": {"unit": {"class": "leg"}},
    "los.check": {"map": "wed", "from": "75.129", "to": "70.126"},
    "move.best": {
        "map": "wed",
        "unit": {"class": "wheeled", "column": True},
        "from": "75.129",
        "to": "74.129",
    },
}
Ask: TypeAlias = Callable[[str, dict[str, Any]], bytes]


def main() -> int:
    """Measure both doors, print the table."""
    parser = argparse.ArgumentParser(description="small questions beside the largest")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--serve", action="store_true", help="be the room that is asked")
    told = parser.parse_args()
    if told.serve:
        with serving(bare_room()) as served:
            sys.stdout.write(f"{served.port}\n")
            sys.stdout.flush()
            sys.stdin.read()
        return 0
    seconds = told.seconds
    lines = [
        "| door | small question | asked | median | p99 | bar | |",
        "|---|---|---|---|---|---|---|",
    ]
    met = True
    with tempfile.TemporaryDirectory() as folder, service(Path(folder, "s")) as place:
        met &= measured("socket", lambda: over_socket(place), seconds, lines)
    with room() as port:
        met &= measured("room", lambda: in_room(port), seconds, lines)
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.write(f"work took {crowded():.1f} times what it takes alone: other programs\n")
    return 0 if met else 1


def measured(door: str, opens: Any, seconds: float, lines: list[str]) -> bool:
    """Ask small questions beside the large ones at one door; whether all bars are met."""
    over, met = threading.Event(), True
    with ExitStack() as stack:
        ask: Ask = stack.enter_context(opens())
        for method, params in SMALL.items():  # maps are read once
            assert b'"result"' in ask(method, params), method
        many = [
            threading.Thread(target=large, args=(opens, over, n), daemon=True)
            for n in range(CLIENTS)
        ]
        for one in many:
            one.start()
        times: dict[str, list[float]] = {method: [] for method in SMALL}
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            for method, params in SMALL.items():
                begun = time.perf_counter()
                assert b'"result"' in ask(method, params), method
                times[method].append((time.perf_counter() - begun) * 1000)
                time.sleep(0.02)
        over.set()
    for method, some in times.items():
        some.sort()
        p99 = some[len(some) * 99 // 100]
        good = p99 < BAR
        met &= good
        told = f"| {door} | {method} | {len(some)} | {some[len(some) // 2]:.1f} ms "
        lines.append(f"{told}| {p99:.0f} ms | {BAR} ms | {'met' if good else 'MISSED'} |")
    return met


def large(opens: Any, over: threading.Event, number: int) -> None:
    """Ask the largest question on and on, until the server goes."""
    with suppress(OSError, http.client.HTTPException), opens() as ask:
        for turn in count():
            if over.is_set():
                return
            ask("move.reach", {**LARGE, "from": f"{60 + turn % 20}.{140 + number}"})


@contextmanager
def room() -> Iterator[int]:
    """The port of a room in a process of its own."""
    program = [sys.executable, "-m", "tests.bench.bench_load", "--serve"]
    with subprocess.Popen(program, stdin=PIPE, stdout=PIPE, stderr=DEVNULL) as process:
        assert process.stdout is not None
        yield int(process.stdout.readline())
        process.terminate()


@contextmanager
def in_room(port: int) -> Iterator[Ask]:
    """A client of a room."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=120)) as client:

        def ask(method: str, params: dict[str, Any]) -> bytes:
            client.request("POST", "/rpc", line(method, params), {"x-clubroute-token": TOKEN})
            return client.getresponse().read()

        yield ask


@contextmanager
def over_socket(path: Path) -> Iterator[Ask]:
    """A client of the socket."""
    with connected(path) as wire:
        wire.settimeout(120)
        yield lambda method, params: answer(wire, line(method, params) + b"\n")


def answer(wire: socket.socket, question: bytes) -> bytes:
    """The line that answers a question."""
    wire.sendall(question)
    found = bytearray()
    while not found.endswith(b"\n"):
        found += wire.recv(1 << 16)
    return bytes(found)


def line(method: str, params: dict[str, Any]) -> bytes:
    """A question."""
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()


if __name__ == "__main__":
    sys.exit(main())
