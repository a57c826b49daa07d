"""Where a service is found: the default socket, the default port, the file with the token."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

DEFAULT_PORT = 17944
"""17.9.44, the day of the landings."""

HOST = "127.0.0.1"


def has_unix_sockets() -> bool:
    """Whether Python can serve Unix sockets here."""
    return sys.platform != "win32" and hasattr(socket, "AF_UNIX")


def runtime_folder() -> Path:
    """The user's own folder for sockets and tokens."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "clubroute"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "clubroute"
    runtime = os.environ.get("XDG_RUNTIME_DIR") or os.environ.get("XDG_CACHE_HOME")
    return Path(runtime or home / ".cache") / "clubroute"


def default_socket() -> Path:
    """The Unix socket used when none is named."""
    return runtime_folder() / "service.sock"


def server_file(token: Path) -> Path:
    """The file beside a token's that tells who serves there: process, beginning, version."""
    return token.with_suffix(".json")


def token_file(port: int) -> Path:
    """The file that holds the token of the service on a TCP port, when no other is named."""
    return runtime_folder() / f"{port}.token"
