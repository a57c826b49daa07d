"""A client's socket in the event loop, apart from any protocol."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from clubroute.rules.service import wire as wire_module
from clubroute.rules.service.sockets import listen_tcp
from clubroute.rules.service.wire import Door, Wire, new_loop


class Ear:
    """Writes down what a wire tells."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.data = bytearray()

    def received(self, chunk: bytearray, size: int) -> None:
        self.data += chunk[:size]

    def ended(self) -> None:
        self.told.append("ended")

    def unread(self) -> None:
        self.told.append("unread")

    def read(self) -> None:
        self.told.append("read")

    def lost(self) -> None:
        self.told.append("lost")


def run(play: Callable[[Wire, Ear, socket.socket], Awaitable[None]]) -> Ear:
    """Play a scene with a wire, what it tells, and the socket at its other end."""
    ear = Ear()

    async def scene() -> None:
        near, far = socket.socketpair()
        far.setblocking(False)
        with near, far:
            wire = Wire(asyncio.get_running_loop(), near, ear, bytearray(8), 1000)
            await play(wire, ear, far)
            wire.abort()
            await asyncio.sleep(0.01)
        assert ear.told.count("lost") == 1

    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(scene())
    return ear


async def until(condition: Callable[[], Any]) -> None:
    """Wait until something holds."""
    for _ in range(2000):
        if condition():
            return
        await asyncio.sleep(0.002)
    raise AssertionError("waited in vain")


def drained(far: socket.socket) -> int:
    """Bytes that were there to be read."""
    size = 0
    try:
        while data := far.recv(65536):
            size += len(data)
    except BlockingIOError:
        pass
    return size


def test_bytes_come_in_whatever_the_size_of_the_chunk() -> None:
    async def play(wire: Wire, ear: Ear, far: socket.socket) -> None:
        far.send(bytes(range(100)))
        await until(lambda: len(ear.data) == 100)
        assert ear.data == bytes(range(100))

    assert run(play).told == ["lost"]


def test_who_does_not_read_is_told_of_and_has_everything_in_the_end() -> None:
    async def play(wire: Wire, ear: Ear, far: socket.socket) -> None:
        for _ in range(200):
            wire.write(b"x" * 10_000)
        assert ear.told == ["unread"]
        assert wire.unsent > 1000
        size = 0
        while size < 2_000_000:
            size += drained(far)
            await asyncio.sleep(0)
        assert ear.told == ["unread", "read"]
        assert wire.unsent == 0

    run(play)


def test_closing_sends_what_is_left_first() -> None:
    async def play(wire: Wire, ear: Ear, far: socket.socket) -> None:
        wire.write(b"x" * 2_000_000)
        wire.close()
        wire.close()
        assert wire.is_closing()
        size = 0
        assert ear.told == ["unread"]
        while size < 2_000_000:
            size += drained(far)
            await asyncio.sleep(0)
        await until(lambda: "lost" in ear.told)
        assert far.recv(1) == b""

    run(play)


def test_aborting_does_not() -> None:
    async def play(wire: Wire, ear: Ear, far: socket.socket) -> None:
        wire.write(b"x" * 2_000_000)
        wire.abort()
        await until(lambda: "lost" in ear.told)
        assert drained(far) < 2_000_000

    run(play)


def test_nothing_comes_in_while_reading_is_paused() -> None:
    async def play(wire: Wire, ear: Ear, far: socket.socket) -> None:
        wire.pause_reading()
        wire.pause_reading()
        far.send(b"x")
        await asyncio.sleep(0.02)
        assert ear.data == b""
        wire.resume_reading()
        wire.resume_reading()
        await until(lambda: ear.data == b"x")
        wire.close()
        wire.resume_reading()
        far.close()
        await asyncio.sleep(0.01)

    assert run(play).told == ["lost"]


def test_the_end_of_what_comes_in_is_not_the_end_of_what_goes_out() -> None:
    async def play(wire: Wire, ear: Ear, far: socket.socket) -> None:
        far.shutdown(socket.SHUT_WR)
        await until(lambda: ear.told == ["ended"])
        wire.write(b"still here")
        assert far.recv(100) == b"still here"
        await asyncio.sleep(0.02)
        assert ear.told == ["ended"]

    run(play)


def test_writing_to_one_who_is_gone() -> None:
    async def play(wire: Wire, ear: Ear, far: socket.socket) -> None:
        far.close()
        for _ in range(3):
            wire.write(b"x" * 100_000)
        await until(lambda: "lost" in ear.told)
        wire.write(b"x")

    run(play)


class FullHouse(socket.socket):
    """A listening socket in a process that has no file left, the first time."""

    tries = 0

    def accept(self) -> tuple[socket.socket, Any]:
        self.tries += 1
        if self.tries == 1:
            raise OSError(errno.EMFILE, "Too many open files")
        return super().accept()


def test_a_door_opens_again_after_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire_module, "ACCEPT_PAUSE", 0.05)
    troubles: list[OSError] = []
    guests: list[socket.socket] = []

    async def scene() -> None:
        listening = FullHouse(fileno=listen_tcp(0).detach())
        door = Door(asyncio.get_running_loop(), listening, guests.append, troubles.append)
        with socket.create_connection(listening.getsockname()):
            await until(lambda: guests)
        door.close()

    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(scene())
    assert [error.errno for error in troubles] == [errno.EMFILE]
    for guest in guests:
        guest.close()
