"""Where a service is found: the default socket, the default port, the file with the token."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

from clubroute.builder.errors import InputError, Where

DEFAULT_PORT = 17944
"""17.9.44, the day of the landings."""

HOST = "127.0.0.1"

BELOW_HOME = {"win32": ("AppData", "Local"), "darwin": ("Library", "Caches")}
"""Where a system keeps what a program may lose, below the user's home."""


def has_unix_sockets() -> bool:
    """Whether Python can serve Unix sockets here."""
    return sys.platform != "win32" and hasattr(socket, "AF_UNIX")


def runtime_folder() -> Path:
    """The user's own folder for sockets and tokens. Who has no home has one among the temporary
    files.

    :raises InputError: there is no place for that, or another user has taken it.
    """
    if sys.platform == "darwin":
        told = None
    elif sys.platform == "win32":
        told = os.environ.get("LOCALAPPDATA")
    else:
        told = os.environ.get("XDG_RUNTIME_DIR") or os.environ.get("XDG_CACHE_HOME")
    if told:
        return Path(told) / "clubroute"
    try:
        return Path.home().joinpath(*BELOW_HOME.get(sys.platform, (".cache",))) / "clubroute"
    except RuntimeError:
        # Read for those few alone: it compiles maps.
        from clubroute.builder.terrain.compiled import somebody_elses, temporary_folder

        other = temporary_folder()
        if other is None or somebody_elses(other):
            expected = "your home folder, or XDG_RUNTIME_DIR with a folder of yours"
            raise InputError(Where("HOME"), "nothing", expected) from None
        return other


def default_socket() -> Path:
    """The Unix socket used when none is named."""
    return runtime_folder() / "service.sock"


def server_file(token: Path) -> Path:
    """The file beside a token's that tells who serves there: process, beginning, version."""
    return token.with_suffix(".json")


def token_file(port: int) -> Path:
    """The file that holds the token of the service on a TCP port, when no other is named."""
    return runtime_folder() / f"{port}.token"
