"""A client's socket in the event loop: bytes in and out, and no more.

asyncio's own transports take a fifth of the time of a quick answer for generality that the service
does not need, so a connection sits on its socket directly. Everything here runs in the loop's
thread. The loop must be one that watches sockets (:func:`new_loop`); on Windows that is not the
default one.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Protocol

CHUNK = 64 * 1024
"""Bytes taken in at once."""
ACCEPT_PAUSE = 1.0
"""Seconds without new clients after the system had no room for one more."""


class Listener(Protocol):
    """What a wire tells."""

    def received(self, chunk: bytearray, size: int) -> None:
        """The first ``size`` bytes of ``chunk`` have come in; it is used again afterwards."""

    def ended(self) -> None:
        """The other side will send nothing more."""

    def unread(self) -> None:
        """The other side has left more unread than it may."""

    def read(self) -> None:
        """The other side has read what it had left."""

    def lost(self) -> None:
        """The wire is closed, whoever closed it."""


def new_loop() -> asyncio.AbstractEventLoop:
    """An event loop that watches sockets."""
    return asyncio.SelectorEventLoop()


class Wire:
    """A connected socket.

    :param chunk: where bytes are put that come in; several wires may share it.
    :param most_unsent: bytes the other side may leave unread before the listener is told.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        connected: socket.socket,
        listener: Listener,
        chunk: bytearray,
        most_unsent: int,
    ) -> None:
        connected.setblocking(False)
        if connected.family == socket.AF_INET:
            connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            # So that a client whose machine slept or died is noticed some day.
            connected.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        self.loop, self.socket, self.listener, self.chunk = loop, connected, listener, chunk
        self.fd = connected.fileno()
        self.most_unsent = most_unsent
        self._unsent = bytearray()
        self._closing = self._lost = self._full = False
        self._reading = True
        loop.add_reader(self.fd, self._readable)

    @property
    def unsent(self) -> int:
        """Bytes waiting to be sent."""
        return len(self._unsent)

    def is_closing(self) -> bool:
        """Whether it is closed, or will be once everything is sent."""
        return self._closing

    def write(self, data: bytes) -> None:
        """Send, now or as soon as the other side has room."""
        if self._unsent:
            self._unsent += data
        elif not self._lost:
            try:
                sent = self.socket.send(data)
            except (BlockingIOError, InterruptedError):
                sent = 0
            except OSError:
                self.abort()
                return
            if sent == len(data):
                return
            self._unsent += memoryview(data)[sent:]
            self.loop.add_writer(self.fd, self._writable)
        if len(self._unsent) > self.most_unsent and not self._full:
            self._full = True
            self.listener.unread()

    def pause_reading(self) -> None:
        """Take nothing in until :meth:`resume_reading`."""
        if self._reading and not self._closing:
            self._reading = False
            self.loop.remove_reader(self.fd)

    def resume_reading(self) -> None:
        """Take in more again."""
        if not self._reading and not self._closing:
            self._reading = True
            self.loop.add_reader(self.fd, self._readable)

    def close(self) -> None:
        """Take nothing in any more, and close once everything is sent."""
        if not self._closing:
            self._closing = True
            self.loop.remove_reader(self.fd)
            if not self._unsent:
                self.loop.call_soon(self._end)

    def abort(self) -> None:
        """Close now."""
        self._unsent.clear()
        if not self._closing:
            self._closing = True
            self.loop.remove_reader(self.fd)
        self.loop.remove_writer(self.fd)
        self.loop.call_soon(self._end)

    def _readable(self) -> None:
        try:
            size = self.socket.recv_into(self.chunk)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            self.abort()
            return
        if size:
            self.listener.received(self.chunk, size)
        else:
            self.pause_reading()
            self.listener.ended()

    def _writable(self) -> None:
        try:
            del self._unsent[: self.socket.send(self._unsent)]
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            self.abort()
            return
        if not self._unsent:
            self.loop.remove_writer(self.fd)
            if self._closing:
                self._end()
                return
        if self._full and len(self._unsent) <= self.most_unsent // 4:
            self._full = False
            self.listener.read()

    def _end(self) -> None:
        if not self._lost:
            self._lost = True
            self.socket.close()
            self.listener.lost()


class Door:
    """A listening socket: calls ``enter`` with every client's socket."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        listening: socket.socket,
        enter: Callable[[socket.socket], None],
        trouble: Callable[[OSError], None],
    ) -> None:
        self._loop, self._listening = loop, listening
        self._enter, self._trouble = enter, trouble
        self._closed = False
        listening.setblocking(False)
        self._open()

    def close(self) -> None:
        """Let nobody in any more."""
        self._closed = True
        self._loop.remove_reader(self._listening.fileno())
        self._listening.close()

    def _open(self) -> None:
        if not self._closed:
            self._loop.add_reader(self._listening.fileno(), self._accept)

    def _accept(self) -> None:
        """Let in all who wait."""
        try:
            while True:
                self._enter(self._listening.accept()[0])
        except (BlockingIOError, InterruptedError, ConnectionAbortedError):
            return
        except OSError as error:
            # Mostly the system has no file left; those inside must not suffer from it.
            self._trouble(error)
            self._loop.remove_reader(self._listening.fileno())
            self._loop.call_later(ACCEPT_PAUSE, self._open)
