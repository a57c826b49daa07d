"""A minute of everything at once: honest clients, floods, silence, hang-ups, and a witness.

    python -m tests.bench.soak_service [--seconds 60]

The service must answer the witness throughout, keep its memory, its threads and its open files,
and stop when told to. Prints the figures; exits with 1 if one of them is out of bounds.
"""

from __future__ import annotations

import argparse
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench.bench_service import connected
from tests.rules.service.frames import random_line

PING = b'{"jsonrpc":"2.0","id":7,"method":"rpc.ping"}\n'
DISCOVER = b'{"jsonrpc":"2.0","id":7,"method":"rpc.discover"}\n'
STATE = (
    b'{"jsonrpc":"2.0","id":7,"method":"state.open",'
    b'"params":{"state":{"units":[{"hex":"%d.001"}]}}}\n'
)
WAIT_BAR = 0.25
"""Seconds the witness may wait for its answer, in 99 of 100 cases."""
GROWTH_BAR = 64.0
"""MB the service may grow after its first five seconds."""


@dataclass(slots=True)
class Soak:
    """What the clients share."""

    path: Path
    until: float
    counts: dict[str, int] = field(default_factory=dict)
    waits: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def over(self) -> bool:
        """Whether the time has come to stop."""
        return time.monotonic() > self.until


def main() -> int:
    parser = argparse.ArgumentParser(description="a minute of everything at once")
    parser.add_argument("--seconds", type=float, default=60)
    seconds: float = parser.parse_args().seconds
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "s"
        process = subprocess.Popen(
            [sys.executable, "-m", "clubroute.rules", "serve", "--unix", str(path)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert process.stdout is not None
        process.stdout.readline()
        soak = Soak(path, time.monotonic() + seconds)
        clients = (witness, honest, honest, flood, hang_up, silent, noise, states, deaf)
        threads = [threading.Thread(target=kept, args=(soak, client)) for client in clients]
        for thread in threads:
            thread.start()
        time.sleep(min(5.0, seconds / 2))
        before = resident(process.pid)
        for thread in threads:
            thread.join()
        time.sleep(1)
        after = resident(process.pid)
        process.terminate()
        _, log = process.communicate(timeout=30)
    return report(soak, seconds, before, after, process.returncode, log)


def report(soak: Soak, seconds: float, before: float, after: float, code: int, log: bytes) -> int:
    """Print the figures; 1 if one of them is out of bounds."""
    waits = sorted(soak.waits)
    p99 = waits[len(waits) * 99 // 100]
    bad = (
        bool(soak.wrong)
        or p99 > WAIT_BAR
        or after - before > GROWTH_BAR
        or code != 0
        or b"Traceback" in log
    )
    lines = ["| | | bar |", "|---|---|---|"]
    lines += [f"| {name} | {count:,} | |" for name, count in sorted(soak.counts.items())]
    lines += [
        f"| seconds | {seconds:g} | |",
        f"| witness p99 | {p99 * 1000:.1f} ms | {WAIT_BAR * 1000:g} ms |",
        f"| witness longest | {waits[-1] * 1000:.1f} ms | |",
        f"| memory | {before:.0f} → {after:.0f} MB | + {GROWTH_BAR:g} MB |",
        f"| exit code | {code} | 0 |",
        f"| wrong | {len(soak.wrong)} | 0 |",
    ]
    sys.stdout.write("\n".join([*lines, *soak.wrong[:10]]) + "\n")
    return 1 if bad else 0


def resident(pid: int) -> float:
    """MB of a process's memory; 0 where the platform does not tell."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
    return 0.0


def kept(soak: Soak, client: Callable[[Soak], None]) -> None:
    """Run a client until the end, and keep its complaints."""
    try:
        client(soak)
    except (AssertionError, OSError) as error:
        soak.wrong.append(f"{client.__name__}: {type(error).__name__}: {error}")


def counted(soak: Soak, name: str, times: int = 1) -> None:
    """Add to a figure; each belongs to one thread or may be a little off."""
    soak.counts[name] = soak.counts.get(name, 0) + times


def witness(soak: Soak) -> None:
    """Ask now and then and measure."""
    with connected(soak.path) as client, client.makefile("rb") as lines:
        while not soak.over():
            start = time.monotonic()
            client.sendall(PING)
            assert lines.readline().endswith(b'"pong"}\n'), "not answered"
            soak.waits.append(time.monotonic() - start)
            time.sleep(0.02)


def honest(soak: Soak) -> None:
    """Ask one thing after the other."""
    with connected(soak.path) as client, client.makefile("rb") as lines:
        while not soak.over():
            for question in (PING, DISCOVER, PING):
                client.sendall(question)
                assert b'"result"' in lines.readline(), "not answered"
                counted(soak, "answers to honest clients")
            time.sleep(0.002)


def flood(soak: Soak) -> None:
    """Ask far more than one can."""
    while not soak.over():
        with connected(soak.path) as client:
            reader = threading.Thread(target=drain, args=(client,))
            reader.start()
            for _ in range(20):
                client.sendall(PING * 500)
                counted(soak, "questions in floods", 500)
            client.shutdown(socket.SHUT_WR)
            reader.join()


def drain(client: socket.socket) -> None:
    """Read until the end."""
    with suppress(OSError):
        while client.recv(65536):
            pass


def hang_up(soak: Soak) -> None:
    """Come, ask, and go without listening."""
    chance = random.Random(1)
    while not soak.over():
        with connected(soak.path) as client, suppress(OSError):
            client.sendall(chance.choice((b"", PING[:20], PING * 50, DISCOVER)))
        counted(soak, "hang-ups")
        time.sleep(0.002)


def silent(soak: Soak) -> None:
    """Come by the dozen and say nothing, or half a word."""
    while not soak.over():
        clients = [socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) for _ in range(50)]
        for number, client in enumerate(clients):
            client.connect(str(soak.path))
            if number % 2:
                client.sendall(PING[:10])
        time.sleep(1)
        for client in clients:
            client.close()
        counted(soak, "silent clients", len(clients))


def noise(soak: Soak) -> None:
    """Send what is no question."""
    chance = random.Random(2)
    while not soak.over():
        with connected(soak.path) as client:
            reader = threading.Thread(target=drain, args=(client,))
            reader.start()
            client.sendall(b"".join(random_line(chance) + b"\n" for _ in range(200)))
            client.sendall(b"[" * 2_000_000 + b"\n")
            client.shutdown(socket.SHUT_WR)
            reader.join()
        counted(soak, "noisy lines", 201)


def states(soak: Soak) -> None:
    """Open states and never close them."""
    number = 0
    with connected(soak.path) as client, client.makefile("rb") as lines:
        while not soak.over():
            number += 1
            client.sendall(STATE % number)
            assert b'"s-' in lines.readline(), "not opened"
            time.sleep(0.002)
    counted(soak, "states opened", number)


def deaf(soak: Soak) -> None:
    """Ask and never read."""
    while not soak.over():
        with connected(soak.path) as client:
            client.settimeout(0.5)
            with suppress(OSError):
                for _ in range(1000):
                    client.sendall(DISCOVER * 100)
        counted(soak, "deaf clients")


if __name__ == "__main__":
    sys.exit(main())
