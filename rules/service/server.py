"""The service: listens, keeps its clients apart, and stops gracefully."""

from __future__ import annotations

import asyncio
import gc
import hmac
import logging
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

from clubroute.builder.errors import InputError, Where
from clubroute.rules.asking.context import Context
from clubroute.rules.service import places
from clubroute.rules.service.connection import Connection
from clubroute.rules.service.faults import (
    BUSY,
    DEFAULT,
    FaultError,
    ServiceLimits,
)
from clubroute.rules.service.protocol import Request, answer_request
from clubroute.rules.service.quick import QuickMethods, share_maps
from clubroute.rules.service.sockets import BACKLOG, listen_unix, port_door
from clubroute.rules.service.workers import Answer, Workers

LOG = logging.getLogger("clubroute.service")
CHUNK = 64 * 1024
"""Bytes taken in at once."""
TICK = 0.25
"""Seconds between two looks at who is over a limit."""
STOP_SIGNALS = ("SIGINT", "SIGTERM", "SIGBREAK")
"""Those of them that the platform has."""


class Service:
    """Answers the questions of a context's registry to every client of a listening socket.

    :param token: what a client must show first; None where the socket itself is private.
    """

    def __init__(
        self, context: Context, token: str | None = None, limits: ServiceLimits = DEFAULT
    ) -> None:
        self.context, self.token, self.limits = context, token, limits
        self.quick = QuickMethods(context)
        self.connections: set[Connection] = set()
        self.strangers: dict[Connection, None] = {}  # not greeted yet, the oldest first
        self.chunk = bytearray(CHUNK)
        self.loop: asyncio.AbstractEventLoop
        self.workers: Workers
        self._stop: asyncio.Event

    def admits(self, token: Any) -> bool:
        """Whether a client's token is the right one."""
        if self.token is None:
            return True
        shown = token.encode("utf-8", "replace") if isinstance(token, str) else b""
        return hmac.compare_digest(shown, self.token.encode())

    def trouble(self, loop: asyncio.AbstractEventLoop, told: dict[str, Any]) -> None:
        """Log what went wrong outside a question: mostly the system has no room for a client."""
        if isinstance(error := told.get("exception"), OSError):
            LOG.warning("no more clients for a moment: %s", error.strerror)
        else:
            loop.default_exception_handler(told)

    def join(self, connection: Connection) -> bool:
        """A client has come. False if there are too many. Those who have not shown the token keep
        out nobody who has: where connections are as many as there may be, the oldest makes room."""
        if connection.greeted:
            if len(self.connections) - len(self.strangers) >= self.limits.clients:
                return False
        else:
            self.strangers[connection] = None
        self.connections.add(connection)
        if len(self.connections) > self.limits.clients + self.limits.strangers:
            self.turn_away(next(iter(self.strangers)))
        return True

    def turn_away(self, stranger: Connection) -> None:
        """Hang up on one who has not shown the token, for another."""
        del self.strangers[stranger]
        most = f"at most {self.limits.strangers} without hello"
        stranger.refuse(None, FaultError(BUSY, "clients", "more connections", most))

    def leave(self, connection: Connection) -> None:
        """A client has gone."""
        self.connections.discard(connection)
        self.strangers.pop(connection, None)

    def befriend(self, connection: Connection) -> bool:
        """A stranger has shown the token. False if there are too many who have."""
        self.strangers.pop(connection, None)
        return len(self.connections) - len(self.strangers) <= self.limits.clients

    def warm_up(self, request: Request) -> Answer:
        """Answer a request in a worker."""
        line = answer_request(self.context, request, self.limits, self.report)
        self.quick.answered(request.method, request.params)
        return line

    def report(self, method: str, error: Exception) -> None:
        """Log a mistake of ours."""
        LOG.error("%s: %s", method, type(error).__name__, exc_info=error)

    def stop(self) -> None:
        """Stop the service. May be called from any thread, from a signal handler, and again."""
        with suppress(RuntimeError):  # it has stopped
            self.loop.call_soon_threadsafe(self._stop.set)

    async def run(
        self,
        listener: socket.socket,
        ready: Callable[[], None],
        *,
        signals: bool = False,
        private: socket.socket | None = None,
    ) -> None:
        """Serve until :meth:`stop` is called, or, with ``signals``, until a signal to stop comes.

        ``private`` is a second door, for this user only, where no token is asked for. ``ready`` is
        called once clients can connect. The listening socket is closed at the end.
        """
        self.loop = asyncio.get_running_loop()
        self.loop.set_exception_handler(self.trouble)
        self._stop = asyncio.Event()
        share_maps(self.context)
        self.workers = Workers(self.loop, self.limits)
        if signals and threading.current_thread() is threading.main_thread():
            for name in STOP_SIGNALS:
                if hasattr(signal, name):
                    signal.signal(getattr(signal, name), lambda *_: self.stop())
        door = await self.loop.create_server(
            lambda: Connection(self), sock=listener, backlog=BACKLOG
        )
        doors = [door]
        if private is not None:
            doors.append(
                await self.loop.create_server(
                    lambda: Connection(self, guarded=False), sock=private, backlog=BACKLOG
                )
            )
        ready()
        try:
            while not self._stop.is_set():
                self.check()
                await self.wait(TICK)
        finally:
            for door in doors:
                door.close()
            await self.finish()
            self.workers.stop()

    async def wait(self, seconds: float) -> None:
        """Until stopped, at most so long."""
        try:
            await asyncio.wait_for(self._stop.wait(), seconds)
        except TimeoutError:
            return

    def check(self) -> None:
        """Look at every connection once. Of strangers beyond their quota the oldest go, but none
        before its hello, sent as it came, was read: many may come at the same instant."""
        now = time.monotonic()
        for stranger in tuple(self.strangers)[: -self.limits.strangers or None]:
            if stranger.late("hello", now, TICK):
                self.turn_away(stranger)
        for connection in tuple(self.connections):
            connection.check(now)

    async def finish(self) -> None:
        """Let running questions end, within limits, and hang up."""
        until = time.monotonic() + self.limits.stop_seconds
        for connection in tuple(self.connections):
            connection.finish()
        while self.connections and time.monotonic() < until:
            await asyncio.sleep(0.01)
        for connection in tuple(self.connections):
            connection.break_off()
        await asyncio.sleep(0.01)
        for connection in tuple(self.connections):
            connection.wire.abort()
        await asyncio.sleep(0)


# Serving on a place: which socket, which token, how to tell where, how to leave.

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
