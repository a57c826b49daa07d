"""The service against two echoes, in one run, on Unix sockets.

    python -m tests.bench.bench_service [--rounds 11] [--seconds 0.4]

All servers run all the time; a load of 1, 16 and 256 clients, each with one question under way,
goes to one after the other, with the same bytes. Prints a Markdown table of medians over the
rounds, and exits with 1 if a bar is missed: at least the requests a second of an echo on asyncio
streams and json; and a 99th percentile of the answer times of at most :data:`TAIL` times that of an
echo on an asyncio Protocol and orjson, the barest that asyncio offers, whose rate has no bar. A
machine that others use makes long tails, the longer the busier a server is: so they take turns, and
``chrt -f 1 python -m tests.bench.bench_service`` keeps the others out, where that is allowed.
"""

from __future__ import annotations

import argparse
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

CLIENTS = (1, 16, 256)
AT_LEAST = 1.0
TAIL = 5.0
"""So many times the 99th percentile of a bare echo may ours be with many clients, in the same
round, as the median of the rounds has it."""
QUESTION = b'{"jsonrpc":"2.0","id":7,"method":"rpc.ping","params":{}}\n'


@dataclass(frozen=True, slots=True)
class Load:
    """What a load measured: requests a second, and the 99th percentile in seconds."""

    rate: float
    p99: float


def main() -> int:
    parser = argparse.ArgumentParser(description="the service against an asyncio-streams echo")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--seconds", type=float, default=0.4)
    options = parser.parse_args()
    lines = [
        "| clients | clubroute | streams echo | faster | bar | Protocol + orjson echo | of it "
        "| p99 clubroute | p99 streams echo | p99 Protocol + orjson | of it | bar | |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    met = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        ours = stack.enter_context(service(folder / "service"))
        echo = stack.enter_context(peer(folder / "echo", "echo_server"))
        fast = stack.enter_context(peer(folder / "fast", "fast_echo_server"))
        for clients in CLIENTS:
            line, good = compare((ours, echo, fast), clients, options.rounds, options.seconds)
            lines.append(line)
            met.append(good)
    sys.stdout.write("\n".join(lines) + "\n")
    return 0 if all(met) else 1


def compare(
    servers: tuple[Path, Path, Path], clients: int, rounds: int, seconds: float
) -> tuple[str, bool]:
    """A row of the table for ours, the streams echo and the fast echo; whether its bars are met."""
    for server in servers:
        load(server, clients, 0.1)
    turns = [[load(server, clients, seconds) for server in servers] for _ in range(rounds)]
    rates = [statistics.median(turn[side].rate for turn in turns) for side in range(3)]
    p99s = [statistics.median(turn[side].p99 for turn in turns) for side in range(3)]
    ratio, of_fast = (
        statistics.median(turn[0].rate / turn[side].rate for turn in turns) for side in (1, 2)
    )
    tail = statistics.median(turn[0].p99 / turn[2].p99 for turn in turns)
    good = ratio >= AT_LEAST and (clients == 1 or tail <= TAIL)
    return (
        f"| {clients} | {rates[0]:,.0f}/s | {rates[1]:,.0f}/s | {ratio:.2f}x | {AT_LEAST:g}x "
        f"| {rates[2]:,.0f}/s | {of_fast:.2f}x "
        f"| {p99s[0] * 1e6:,.0f} µs | {p99s[1] * 1e6:,.0f} µs | {p99s[2] * 1e6:,.0f} µs "
        f"| {tail:.1f}x | {TAIL:g}x | {'met' if good else 'MISSED'} |"
    ), good


def load(path: Path, clients: int, seconds: float) -> Load:
    """Ask with so many clients for so long; every client waits for its answer."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(connected(path)) for _ in range(clients)]
        times = alone(sockets[0], seconds) if clients == 1 else together(sockets, seconds)
    times.sort()
    return Load(len(times) / seconds, times[len(times) * 99 // 100])


@contextmanager
def connected(path: Path) -> Iterator[socket.socket]:
    """A socket connected to a server."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.settimeout(30)
        client.connect(str(path))
        yield client


def alone(client: socket.socket, seconds: float) -> list[float]:
    """Answer times of one client."""
    times = []
    now = time.perf_counter()
    end = now + seconds
    while now < end:
        start = now
        client.send(QUESTION)
        whole(client.recv(4096))
        now = time.perf_counter()
        times.append(now - start)
    return times


def together(clients: list[socket.socket], seconds: float) -> list[float]:
    """Answer times of many clients. As lean as can be: who measures must not be the slow part."""
    times = []
    with selectors.DefaultSelector() as selector:
        for client in clients:
            selector.register(client, selectors.EVENT_READ, [client.recv, client.send, 0.0])
        now = time.perf_counter()
        end = now + seconds
        for client in clients:
            selector.get_key(client).data[2] = time.perf_counter()
            client.send(QUESTION)
        while now < end:
            events = selector.select(30)
            now = time.perf_counter()
            for key, _ in events:
                data = key.data
                whole(data[0](4096))
                times.append(now - data[2])
                data[2] = now
                data[1](QUESTION)
    return times


def whole(answer: bytes) -> None:
    """An answer must be one whole line."""
    if not answer.endswith(b"\n"):
        raise SystemExit(f"not an answer: {answer!r}")


def service(path: Path) -> AbstractContextManager[Path]:
    """Our service on a socket."""
    return server_run(path, "clubroute.rules", "serve", "--unix", str(path))


def peer(path: Path, module: str) -> AbstractContextManager[Path]:
    """An echo on a socket."""
    return server_run(path, f"tests.bench.{module}", str(path))


@contextmanager
def server_run(path: Path, *arguments: str) -> Iterator[Path]:
    """A server process; ready when it has said its first line."""
    process = subprocess.Popen(
        [sys.executable, "-m", *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    try:
        assert process.stdout is not None
        if not process.stdout.readline():
            raise SystemExit(f"{arguments[0]} did not start")
        yield path
    finally:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    sys.exit(main())
