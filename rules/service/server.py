"""The service: listens, keeps its clients apart, and stops gracefully."""

from __future__ import annotations

import asyncio
import hmac
import logging
import signal
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from clubroute.rules.asking.context import Context
from clubroute.rules.service.connection import Connection
from clubroute.rules.service.faults import BUSY, FaultError
from clubroute.rules.service.limits import DEFAULT, ServiceLimits
from clubroute.rules.service.protocol import Request, answer_request
from clubroute.rules.service.quick import QuickMethods
from clubroute.rules.service.shared_maps import share_maps
from clubroute.rules.service.sockets import BACKLOG
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
        """A client has come. False if there are too many. Those who have not shown the token have
        a quota of their own, so that they keep out nobody who has; the oldest makes room."""
        if connection.greeted:
            if len(self.connections) - len(self.strangers) >= self.limits.clients:
                return False
        else:
            if len(self.strangers) >= self.limits.strangers:
                oldest = next(iter(self.strangers))
                del self.strangers[oldest]
                most = f"at most {self.limits.strangers} without hello"
                oldest.refuse(None, FaultError(BUSY, "clients", "more connections", most))
            self.strangers[connection] = None
        self.connections.add(connection)
        return True

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
        """Look at every connection once."""
        now = time.monotonic()
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
