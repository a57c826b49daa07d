"""One client: its bytes in, its answers out, in the order of its messages.

A connection works on one message at a time. Quick questions are answered on the spot, a few in
a turn; anything else goes to a worker, and the next message waits. While a client does not read
its answers, or a worker is busy for it, its further bytes stay with the operating system, so a
client can delay nobody but itself. The service looks at every connection regularly
(:meth:`Connection.check`) and ends waits that are over their limit.
"""

from __future__ import annotations

import asyncio
import select
import socket
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from clubroute.builder.errors import one_line
from clubroute.rules.service.faults import (
    BUSY,
    INVALID_REQUEST,
    REFUSED,
    TIME_UP,
    FaultError,
    fault_of,
)
from clubroute.rules.service.protocol import (
    Id,
    Request,
    RequestFaultError,
    answer_request,
    answer_value,
    decode,
    encode_fault,
    read_request,
)
from clubroute.rules.service.workers import Answer, Job

if TYPE_CHECKING:
    from clubroute.rules.service.server import Service


# Whether a client has hung up, as the system knows it: the loop may not have come so far yet.

GONE: int = getattr(select, "POLLHUP", 0) | getattr(select, "POLLERR", 0)
ENDS: int = getattr(select, "POLLRDHUP", 0)


def seems_gone(connected: socket.socket, ended: bool) -> bool:
    """Whether a client seems to have hung up.

    :param ended: whether it is known that the client sends nothing more. Over TCP that is all the
        system knows at first of one that is gone; one that only listens on looks the same. Over a
        Unix socket it knows at once. Where there is no ``poll``, nobody seems gone.
    """
    if not hasattr(select, "poll"):
        return False
    signs = GONE if ended or connected.family != socket.AF_INET else GONE | ENDS
    poll = select.poll()
    poll.register(connected.fileno(), signs)
    return any(seen & signs for _, seen in poll.poll(0))


HELLO = "hello"


class Connection(asyncio.BufferedProtocol):
    """A client of a :class:`~clubroute.rules.service.server.Service`; a ``guarded`` one must show
    the token first (by default where there is one)."""

    wire: asyncio.Transport
    connected: socket.socket

    def __init__(self, service: Service, guarded: bool | None = None) -> None:
        self.service = service
        self.limits = service.limits
        self.greeted = service.token is None if guarded is None else not guarded
        self.buffer = bytearray()  # what waits for its turn, or for the rest of its message
        self.scanned = 0
        self.skipping = False  # inside a message that was too long
        self.reading = True
        self.paused = False  # the client has not read its answers
        self.finishing = False  # the service stops
        self.over = False  # the client will send nothing more
        self.waiting = False  # for its next turn
        self.job: Job | None = None
        self.request: Request | None = None  # what the worker answers, if a single request
        self.since: dict[str, float] = {}

    # What asyncio tells

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin with a client, unless there are too many."""
        assert isinstance(transport, asyncio.Transport)
        self.wire = transport
        transport.set_write_buffer_limits(self.limits.unsent, self.limits.unsent // 4)
        self.connected = connected = transport.get_extra_info("socket")
        if connected.family == socket.AF_INET:
            # So that a client whose machine slept or died is noticed some day.
            connected.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        if not self.service.join(self):
            self.refuse(None, self.too_many())
        elif not self.greeted:
            self.since["hello"] = time.monotonic()

    def connection_lost(self, error: Exception | None) -> None:
        """Give up what was asked: the client is gone, or was hung up on."""
        if self.job is not None:
            self.service.workers.abandon(self.job)
            self.job = None
        self.buffer.clear()
        self.since.clear()
        self.service.leave(self)

    def get_buffer(self, sizehint: int) -> bytearray:
        """Say where bytes are put that come in: all connections share the place."""
        return self.service.chunk

    def buffer_updated(self, size: int) -> None:
        """Take what has come in."""
        chunk = self.service.chunk
        free = self.job is None and not (self.paused or self.waiting)
        if free and not (self.buffer or self.skipping) and chunk.find(b"\n", 0, size) == size - 1:
            # Mostly it is just one message.
            self.take(chunk[: size - 1])
            return
        self.buffer += memoryview(chunk)[:size]
        if free:
            self.work()
        if self.reading and len(self.buffer) > self.limits.message:
            self.reading = False
            self.wire.pause_reading()

    def eof_received(self) -> bool:
        """Answer what is left; the client will send nothing more, but may still listen."""
        self.over = True
        if self.buffer and not self.skipping:
            # The last message may lack its newline.
            self.buffer += b"\n"
        if self.job is None and not (self.paused or self.waiting):
            self.work()
        self.probe()
        return True

    def probe(self) -> None:
        """Find out whether a client that sends nothing more still listens."""
        if self.over and self.job is not None:
            self.blank()

    def blank(self) -> None:
        """Send a blank before an answer: the system refuses it where nobody listens."""
        answered = self.request is None or not self.request.notification
        if answered and not self.paused:
            self.send(b" ")

    def seems_gone(self, doubts: int) -> bool:
        """Whether the client seems to have hung up. Called in a worker, before it begins."""
        return seems_gone(self.connected, self.over or doubts > 0)

    def doubt(self, job: Job) -> None:
        """The client seems to have hung up before its question was begun. If it listens after all,
        it has an answer; else the blank tells the connection that it is lost."""
        if self.job is job:
            self.blank()
            if not self.wire.is_closing():
                self.service.workers.put(job)

    def pause_writing(self) -> None:
        """Ask no more of a client that does not read its answers."""
        self.paused = True
        self.since["unread"] = time.monotonic()

    def resume_writing(self) -> None:
        """Go on: the client has read its answers."""
        self.paused = False
        self.since.pop("unread", None)
        self.go_on()

    # Messages

    def go_on(self) -> None:
        """Work on the next message, once the others have had their turn."""
        if not self.waiting:
            self.waiting = True
            self.service.loop.call_soon(self.next_turn)

    def next_turn(self) -> None:
        """What :meth:`go_on` asked for."""
        self.waiting = False
        if self.job is None and not self.paused:
            self.work()

    def work(self) -> None:
        """Take messages from the buffer, as many as there are and a turn allows."""
        buffer, most = self.buffer, self.limits.turn
        while not self.wire.is_closing():
            if most == 0:
                self.go_on()
                break
            end = buffer.find(b"\n", self.scanned)
            if end < 0:
                self.keep_partial()
                break
            line = buffer[:end]
            del buffer[: end + 1]
            self.scanned = 0
            if self.since:
                self.since.pop("message", None)
            most -= 1
            if self.skipping:
                self.skipping = False
            else:
                self.take(line)
            if self.job is not None or self.paused:
                break
        if not self.reading and len(buffer) <= self.limits.message // 2:
            self.read_on()

    def read_on(self) -> None:
        """Take in more again."""
        if not (self.reading or self.over):
            self.reading = True
            self.wire.resume_reading()

    def keep_partial(self) -> None:
        """The buffer holds no whole message: wait for the rest, unless it is too long already."""
        size = len(self.buffer)
        limit = self.limits.message if self.greeted else self.limits.greeting
        if size > limit and not self.skipping:
            self.skipping = True
            self.refuse_message(limit)
        if self.skipping:
            self.buffer.clear()
            size = 0
        self.scanned = size
        self.read_on()
        if size and "message" not in self.since:
            self.since["message"] = time.monotonic()
        if self.over and self.job is None:
            self.close()

    def take(self, line: bytearray) -> None:
        """Answer one message, or give it to a worker."""
        if not self.greeted:
            self.greet(line)
        elif len(line) > self.limits.on_the_spot:
            if len(line) > self.limits.message:
                self.refuse_message(self.limits.message)
            else:
                self.give(self.answer_line, line)
        else:
            try:
                value = decode(line, self.limits.depth)
                if type(value) is dict:
                    self.take_request(read_request(value))
                else:
                    self.give(self.answer_value, value)
            except RequestFaultError as fault:
                self.send(encode_fault(fault.id, fault))
            except FaultError as fault:
                if line.strip():  # an empty line asks nothing
                    self.send(encode_fault(None, fault))

    def take_request(self, request: Request) -> None:
        """Answer a request on the spot if that is quick, else by a worker."""
        service = self.service
        try:
            method = service.quick.find(request.method, request.params)
        except Exception as error:
            if (refusal := self.failed(request, error)) is not None:
                self.send(refusal)
            return
        if method is None:
            self.give(service.warm_up, request)
            return
        answer = answer_request(service.context, request, self.limits, service.report, method)
        if answer is not None:
            self.wire.write(answer)

    def failed(self, request: Request | None, error: Exception) -> Answer:
        """Report a mistake of ours outside a method, and give what the client hears of it."""
        self.service.report("message" if request is None else request.method, error)
        if request is None:
            return encode_fault(None, fault_of(error))
        return None if request.notification else encode_fault(request.id, fault_of(error))

    def surely(self, answer: Callable[[Any], Answer], message: Any) -> Answer:
        """Answer a message whatever happens. Runs in a worker, which must not end with it."""
        try:
            return answer(message)
        except Exception as error:
            return self.failed(message if isinstance(message, Request) else None, error)

    def answer_value(self, value: Any) -> Answer:
        """Answer a batch, or what is neither request nor batch. Runs in a worker."""
        service = self.service
        return answer_value(service.context, value, self.limits, service.report)

    def answer_line(self, line: bytearray) -> Answer:
        """Answer a long message, from its bytes on. Runs in a worker."""
        try:
            value = decode(line, self.limits.depth)
        except FaultError as fault:
            return encode_fault(None, fault)
        return self.answer_value(value)

    def give(self, answer: Callable[[Any], Answer], message: Any) -> None:
        """Have a worker answer a message; the next waits until it has."""
        self.request = message if isinstance(message, Request) else None
        if self.service.workers.stuck:
            found = "too many questions that are still running"
            self.say_instead(FaultError(BUSY, "service", found, "a free worker"))
        else:
            self.since["answer"] = time.monotonic()
            self.job = self.service.workers.submit(
                partial(self.surely, answer, message),
                self.answered,
                lane="long" if self.request is None else "short",  # a batch may hold any number
                asker=self,
            )

    def answered(self, answer: Answer) -> None:
        """A worker has answered."""
        self.job = None
        self.since.pop("answer", None)
        if answer is not None:
            self.send(answer)
        if self.finishing:
            self.close()
        else:
            self.go_on()

    def greet(self, line: bytearray) -> None:
        """The first message, where a token must be shown: only ``hello`` with it opens the door."""
        if len(line) > self.limits.greeting:
            return self.refuse_message(self.limits.greeting)
        try:
            request = read_request(decode(line, self.limits.depth))
        except RequestFaultError as fault:
            return self.refuse(fault.id, fault)
        except FaultError as fault:
            return self.refuse(None, fault)
        if request.method != HELLO:
            found = repr(one_line(request.method, 60))
            return self.refuse(request.id, FaultError(REFUSED, "method", found, "hello, first"))
        token = request.params.get("token") if isinstance(request.params, dict) else None
        if not self.service.admits(token):
            refusal = FaultError(REFUSED, "params:token", "another one", "the token of this start")
            return self.refuse(request.id, refusal)
        self.greeted = True
        self.since.pop("hello", None)
        if not self.service.befriend(self):
            return self.refuse(request.id, self.too_many())
        return self.take_request(request)

    # Answers and ends

    def send(self, line: bytes) -> None:
        """Write, unless the client is gone."""
        if not self.wire.is_closing():
            self.wire.write(line)

    def say_instead(self, fault: FaultError) -> None:
        """Answer the message that a worker has, or would have had, with an error."""
        if self.request is None:
            self.send(encode_fault(None, fault))
        elif not self.request.notification:
            self.send(encode_fault(self.request.id, fault))

    def refuse_message(self, limit: int) -> None:
        """The message is too long; before the token was shown that is the end."""
        fault = FaultError(INVALID_REQUEST, "message", "a longer message", f"at most {limit} bytes")
        if self.greeted:
            self.send(encode_fault(None, fault))
        else:
            self.refuse(None, fault)

    def refuse(self, id_: Id, fault: FaultError) -> None:
        """Say why, and hang up."""
        self.send(encode_fault(id_, fault))
        self.close()

    def close(self) -> None:
        """Hang up once everything said has been sent."""
        self.since.setdefault("closing", time.monotonic())
        self.wire.close()

    def too_many(self) -> FaultError:
        """Why there is no room for a client."""
        found, most = f"{self.limits.clients} connections", f"at most {self.limits.clients}"
        return FaultError(BUSY, "clients", found, most)

    def break_off(self) -> None:
        """The service stops, and the running question has not ended: say so."""
        if self.job is not None:
            self.service.workers.abandon(self.job)
            self.job = None
            found = "a service that stops"
            self.say_instead(FaultError(BUSY, "service", found, "one that goes on"))
        self.close()

    def finish(self) -> None:
        """The service stops: hang up now, or once the running question is answered."""
        self.finishing = True
        if self.job is None:
            self.close()

    def check(self, now: float) -> None:
        """End waits that are over their limit. Called regularly."""
        self.probe()
        if not self.since:
            return
        limits = self.limits
        if self.late("unread", now, limits.read_seconds) or self.late(
            "closing", now, limits.read_seconds
        ):
            self.wire.abort()
        elif self.late("hello", now, limits.hello_seconds):
            expected = f"hello within {limits.hello_seconds:g} s"
            self.refuse(None, FaultError(TIME_UP, "message", "no hello", expected))
        elif self.late("message", now, limits.message_seconds):
            expected = f"a whole message within {limits.message_seconds:g} s"
            self.refuse(None, FaultError(TIME_UP, "message", "a part of a message", expected))
        elif self.job is not None and self.late("answer", now, limits.answer_seconds):
            self.service.workers.abandon(self.job)
            self.job = None
            del self.since["answer"]
            expected = f"an answer within {limits.answer_seconds:g} s"
            self.say_instead(FaultError(TIME_UP, "answer", "none yet", expected))
            self.go_on()

    def late(self, what: str, now: float, seconds: float) -> bool:
        """Whether a wait is over its limit."""
        since = self.since.get(what)
        return since is not None and now - since > seconds
