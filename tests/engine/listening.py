"""A service that a player's VASSAL finds, with a record of all that goes to it and comes back."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

LISTEN_SECONDS = 300


@dataclass
class Listening:
    """Where a VASSAL finds a service: ``folder`` is its XDG_RUNTIME_DIR. ``sent`` are the lines
    that went to the service, ``answered`` those that came back. ``spoil`` changes an answer.

    ``token`` is the file in which ``right`` stands while all is well."""

    folder: Path
    token: Path
    right: str
    sent: list[bytes] = field(default_factory=list)
    answered: list[bytes] = field(default_factory=list)
    spoil: Callable[[bytes], bytes | None] = lambda line: line
    ends: list[socket.socket] = field(default_factory=list)

    @property
    def environment(self) -> dict[str, str]:
        return {"XDG_RUNTIME_DIR": str(self.folder)}

    @property
    def asked(self) -> list[dict[str, Any]]:
        """What was asked, as JSON."""
        return [json.loads(line) for line in list(self.sent)]

    def open(self) -> None:
        """Let the service be there and answer as it should: its token alone, and nothing spoilt."""
        self.spoil = lambda line: line
        for other in self.token.parent.glob("*.token"):
            other.unlink()
        self.token.write_text(self.right, encoding="ascii")

    def cut(self) -> None:
        """Break every connection off."""
        while self.ends:
            end = self.ends.pop()
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@contextmanager
def listening(folder: Path, *options: str) -> Iterator[Listening]:
    """Serve, and stand between."""
    home = folder / "service"
    home.mkdir()
    command = [sys.executable, "-m", "clubroute.rules", "serve", "--port", "0", *options]
    process = subprocess.Popen(
        command,
        env={**os.environ, "XDG_RUNTIME_DIR": str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    place = json.loads(process.stdout.readline())
    tokens = folder / "seen" / "clubroute"
    tokens.mkdir(parents=True)
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
        token = Path(place["token_file"]).read_text(encoding="ascii")
        told = Listening(tokens.parent, tokens / f"{port}.token", token)
        told.open()
        threading.Thread(target=accept, args=(door, place["port"], told), daemon=True).start()
        try:
            yield told
        finally:
            told.cut()
            process.terminate()
            process.communicate(timeout=LISTEN_SECONDS)


def accept(door: socket.socket, port: int, told: Listening) -> None:
    with suppress(OSError):
        while True:
            near, _ = door.accept()
            far = socket.create_connection(("127.0.0.1", port))
            told.ends += [near, far]
            ways: Sequence[tuple[socket.socket, socket.socket, list[bytes]]] = (
                (near, far, told.sent),
                (far, near, told.answered),
            )
            for start, end, kept in ways:
                threading.Thread(target=carry, args=(start, end, kept, told), daemon=True).start()


def carry(start: socket.socket, end: socket.socket, kept: list[bytes], told: Listening) -> None:
    with suppress(OSError, ValueError):
        for line in start.makefile("rb"):
            kept.append(line)
            out = told.spoil(line) if kept is told.answered else line
            if out is not None:
                end.sendall(out)
        end.shutdown(socket.SHUT_WR)
