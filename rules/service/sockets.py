"""Listening sockets: one instance each, for this user only, nothing stale left in the way."""

from __future__ import annotations

import errno
import json
import os
import secrets
import socket
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clubroute.builder import __version__
from clubroute.builder.counting import is_whole
from clubroute.builder.errors import ClubrouteError, InputError, Where
from clubroute.rules.service import places
from clubroute.rules.service.places import HOST, server_file

BACKLOG = 1024
MOST_PORT = 65535


class InUseError(ClubrouteError):
    """Another service is there already."""


def listen_tcp(port: int) -> socket.socket:
    """Listen on a port of 127.0.0.1; 0 takes any free one.

    :raises InUseError: somebody listens there. :raises InputError: it cannot be had.
    """
    # With the protocol named, asyncio sends what is written at once; else 40 ms later (Nagle).
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform == "win32":
            # There SO_REUSEADDR would let others listen on our port beside us.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
        listener.listen(BACKLOG)
        listener.setblocking(False)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise InUseError(
                f"{HOST}:{port} is in use: another service is there (stop it, or take another port)"
            ) from None
        raise InputError(
            Where("port"), f"{port} ({error.strerror})", "a port to listen on"
        ) from None
    return listener


def listen_unix(path: Path) -> socket.socket:
    """Listen on a Unix socket that only this user may open; a stale one is replaced.

    :raises InUseError: a service answers there. :raises InputError: it cannot be had.
    """
    try:
        make_private_folder(path.parent)
        with startup(path.parent):
            remove_stale(path)
            return bind_unix(path)
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(Where.of(path), reason, "a place for a Unix socket") from None


def bind_unix(path: Path) -> socket.socket:
    """Bind and listen; the mode is set in between, when nobody can connect yet."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listener.bind(str(path))
        path.chmod(0o600)  # its owner alone may connect
        listener.listen(BACKLOG)
        listener.setblocking(False)
    except BaseException:
        listener.close()
        raise
    return listener


def make_private_folder(folder: Path) -> None:
    """Make a folder for this user only; one that is there stays as it is."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


@contextmanager
def startup(folder: Path) -> Iterator[None]:
    """One at a time: of two services started at once, the second finds the first listening."""
    import fcntl  # only where there are Unix sockets

    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def remove_stale(path: Path) -> None:
    """Remove a socket on which nobody listens.

    :raises InUseError: somebody does. :raises InputError: it is no socket.
    """
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(mode):
        raise InputError(Where.of(path), "a file that is no socket", "a place for a Unix socket")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.setblocking(False)
        code = probe.connect_ex(str(path))
    if code == errno.ECONNREFUSED:
        path.unlink(missing_ok=True)
    elif code != errno.ENOENT:
        raise InUseError(f"{path} is in use: another service is there (stop it, or name another)")


def remove_dead(folder: Path) -> None:
    """Remove the tokens of services that are no more: nobody listens on their port. A service puts
    its token down when it listens already."""
    for path in sorted(folder.glob("*.token")):
        if not is_whole(path.stem) or int(path.stem) > MOST_PORT:
            continue
        try:
            listen_tcp(int(path.stem)).close()
        except ClubrouteError:  # somebody is there, or it cannot be told
            continue
        for one in (path, server_file(path)):
            with suppress(OSError):
                one.unlink()


def write_token(path: Path, token: str) -> None:
    """Write the token into a file that only this user can read: the whole of it, or nothing.

    :raises InputError: it cannot be written.
    """
    part = path.parent / f".part-{os.getpid()}-{path.name}"
    try:
        make_private_folder(path.parent)
        part.unlink(missing_ok=True)  # of one that had this number and was killed
        # Its owner's alone from the first moment, and no file that somebody else put there.
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="ascii", newline="\n") as stream:
            stream.write(token + "\n")
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise InputError(
            Where.of(path), error.strerror or "an unwritable place", "a place for the token"
        ) from None


# A port of this machine with a token: where programs that know no Unix sockets find a service.


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
