"""A port of this machine with a token: where programs that know no Unix sockets find a service."""

from __future__ import annotations

import json
import os
import secrets
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clubroute.builder import __version__
from clubroute.rules.service import places
from clubroute.rules.service.sockets import InUseError, listen_tcp, remove_dead, write_token


@dataclass(frozen=True, slots=True)
class PortDoor:
    """A port that is listened on, and the token that opens it, in a file of this user's alone."""

    listener: socket.socket
    port: int
    token: str
    token_file: Path


@contextmanager
def port_door(port: int | None, token_file: Path | None = None) -> Iterator[PortDoor]:
    """Listen on a port of 127.0.0.1, with a new token in a private file, until the block ends.

    Without ``port`` it is the default one, or any where that is taken.

    :raises InUseError: another service is there. :raises InputError: the place cannot be had.
    """
    remove_dead(places.runtime_folder())
    listener = listen_somewhere() if port is None else listen_tcp(port)
    port = listener.getsockname()[1]
    path = token_file or places.token_file(port)
    token = secrets.token_urlsafe(32)  # 256 bits: nobody guesses it
    try:
        write_token(path, token)
        write_token(places.server_file(path), json.dumps(who_serves(), sort_keys=True))
        yield PortDoor(listener, port, token, path)
    finally:
        listener.close()
        if read_token(path) == token:
            path.unlink(missing_ok=True)
            places.server_file(path).unlink(missing_ok=True)


def listen_somewhere() -> socket.socket:
    """Listen on the default port, or on any where another program has that."""
    try:
        return listen_tcp(places.DEFAULT_PORT)
    except InUseError:
        return listen_tcp(0)


def who_serves() -> dict[str, Any]:
    """What stands beside a token: the process, when it began (seconds since 1970), the version."""
    return {"pid": os.getpid(), "started": int(time.time()), "version": __version__}


def read_token(path: Path) -> str | None:
    """The token in a file, None if there is no such file."""
    try:
        return path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return None
