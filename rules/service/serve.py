"""Serving on a place: which socket, which token, how to tell where, how to leave."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

from clubroute.builder.errors import InputError, Where
from clubroute.rules.asking.context import Context
from clubroute.rules.service import places
from clubroute.rules.service.door import port_door
from clubroute.rules.service.limits import DEFAULT
from clubroute.rules.service.server import LOG, Service
from clubroute.rules.service.sockets import listen_unix

Announce: TypeAlias = Callable[[dict[str, Any]], None]

SWITCH_SECONDS = 0.001
"""How long a worker may keep the interpreter to itself: this delays every quick answer."""


def serve_here(
    context: Context,
    unix: Path | None,
    port: int | None,
    token_file: Path | None,
    announce: Announce,
    *,
    verbose: bool = False,
) -> None:
    """Serve until a signal to stop comes.

    With neither ``unix`` nor ``port`` the default Unix socket and, for programs that know no such
    sockets (Java before 16), a port: the default one, or any where that is taken. With both, both.
    ``announce`` is told where clients find the service, once
    they can.

    :raises InUseError: another service is there. :raises InputError: the place cannot be had.
    """
    logging.basicConfig(
        stream=sys.stderr,
        level=logging.DEBUG if verbose else logging.INFO,
        format="%(asctime)s %(levelname)s %(message)s",
    )
    logging.getLogger("asyncio").setLevel(logging.WARNING)
    sys.setswitchinterval(SWITCH_SECONDS)
    # One for each client, and some for maps, logs and what Python itself has open.
    allow_files(DEFAULT.clients + 64)
    context.registry.all()  # so that no client waits while a module is imported
    gc.freeze()  # nor while all of them are looked through
    if unix is not None and port is not None and not no_unix():
        serve_both(context, unix, port, token_file, announce)
    elif unix is None and (port is not None or token_file is not None or no_unix()):
        serve_port(context, places.DEFAULT_PORT if port is None else port, token_file, announce)
    elif no_unix():
        raise InputError(Where("--unix"), "a platform without Unix sockets", "--port")
    elif unix is None:
        serve_both(context, places.default_socket(), None, None, announce)
    else:
        serve_socket(context, unix, announce)


def no_unix() -> bool:
    """Whether a port is the only way here."""
    return not places.has_unix_sockets()


def serve_socket(context: Context, path: Path, announce: Announce) -> None:
    """Serve on a Unix socket, private by its mode."""
    listener = listen_unix(path)
    own = path.lstat().st_ino
    try:
        run(Service(context), listener, {"listening": "unix", "path": str(path)}, announce)
    finally:
        listener.close()
        if path.exists() and path.lstat().st_ino == own:
            path.unlink(missing_ok=True)


def serve_both(
    context: Context, path: Path, port: int | None, token_file: Path | None, announce: Announce
) -> None:
    """Serve on a Unix socket and on a port at once: one service, one set of open positions. Without
    a port it is the default one, or any where that is taken."""
    private = listen_unix(path)
    own = path.lstat().st_ino
    try:
        serve_port(context, port, token_file, announce, private, {"path": str(path)})
    finally:
        private.close()
        if path.exists() and path.lstat().st_ino == own:
            path.unlink(missing_ok=True)


def serve_port(
    context: Context,
    port: int | None,
    token_file: Path | None,
    announce: Announce,
    private: socket.socket | None = None,
    beside: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Serve on a port of 127.0.0.1, with a new token in a private file; and on a ``private``
    socket, of which ``beside`` tells where it is."""
    with port_door(port, token_file) as door:
        place = {"listening": "tcp", "host": places.HOST, "port": door.port}
        place |= {"token_file": str(door.token_file)}
        place |= {"listening": "both", **beside} if private is not None else {}
        run(Service(context, door.token), door.listener, place, announce, private)


def run(
    service: Service,
    listener: socket.socket,
    place: dict[str, Any],
    announce: Announce,
    private: socket.socket | None = None,
) -> None:
    """Serve, log the beginning and the end."""

    def ready() -> None:
        LOG.info("ready: %s", place.get("path") or f"{place['host']}:{place['port']}")
        announce(place)

    asyncio.run(service.run(listener, ready, signals=True, private=private))
    LOG.info("stopped")


def allow_files(wanted: int) -> None:
    """Raise the limit of open files where the platform has one and it is low (macOS: 256)."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return
    new = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (new, hard))
