"""Questions over HTTP, and all else a page has made: the socket's registry, lanes and limits."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from clubroute.rules.context import Context
from clubroute.rules.service.faults import BUSY, INVALID_REQUEST, TIME_UP, FaultError
from clubroute.rules.service.limits import Limits
from clubroute.rules.service.protocol import Request as Asked
from clubroute.rules.service.protocol import (
    RequestFaultError,
    answer_request,
    answer_value,
    decode,
    encode_fault,
    read_request,
)
from clubroute.rules.service.quick import QuickMethods
from clubroute.rules.service.workers import Answer, LaneName, Workers

if TYPE_CHECKING:
    from starlette.requests import Request

T = TypeVar("T")
LOG = logging.getLogger("clubroute.room")


class Asking:
    """Answers the questions of pages in threads; one that nobody waits for is given up on."""

    def __init__(self, context: Context, limits: Limits) -> None:
        self.context, self.limits = context, limits
        self.workers: Workers | None = None
        self.quick = QuickMethods(context)
        self.waiting: set[asyncio.Future[None]] = set()

    def start(self) -> None:
        """Begin to work, inside the running loop."""
        self.workers = Workers(asyncio.get_running_loop(), self.limits)

    def stop(self) -> None:
        """Tell those who wait that the room stops, and let the threads end."""
        fault = FaultError(BUSY, "room", "a room that stops", "one that goes on")
        for done in self.waiting:
            if not done.done():
                done.set_exception(fault)
        if self.workers is not None:
            self.workers.stop()
            self.workers = None

    async def answer(self, request: Request) -> bytes:
        """The line that answers a request's body: one JSON-RPC message, or a batch."""
        body = await body_of(request, self.limits.message)
        if body is None:
            size = f"at most {self.limits.message} bytes"
            return encode_fault(None, FaultError(INVALID_REQUEST, "message", "more", size))
        try:
            value = decode(body, self.limits.depth)
            asked = read_request(value) if isinstance(value, dict) else None
        except FaultError as fault:
            return encode_fault(fault.id if isinstance(fault, RequestFaultError) else None, fault)
        if asked is not None and len(body) <= self.limits.on_the_spot and self.workers is not None:
            method = self.quick.find(asked.method, asked.params)
            if method is not None:
                line = answer_request(self.context, asked, self.limits, self.report, method)
                return line or b""
        return await self.ask(value, asked, request)

    async def ask(self, value: object, asked: Asked | None, request: Request) -> bytes:
        """Have a message answered in a thread; ``asked`` is what it asks, None for a batch."""

        def run() -> Answer:
            if asked is None:
                return answer_value(self.context, value, self.limits, self.report)
            line = answer_request(self.context, asked, self.limits, self.report)
            self.quick.answered(asked.method, asked.params)
            return line

        try:  # a batch may hold any number
            return await self.work(request, run, "long" if asked is None else "short") or b""
        except FaultError as fault:
            return encode_fault(None, fault)

    async def work(self, request: Request, run: Callable[[], T], lane: LaneName = "short") -> T:
        """What ``run`` brings, called in a thread and within the time of a question; in the short
        lane it may be interrupted and called again.

        :raises FaultError: there is too much to do, the time is up, or the room stops; and what
            ``run`` raises.
        """
        workers = self.workers
        if workers is None or workers.stuck:
            raise FaultError(BUSY, "service", "too many running questions", "fewer")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        brought: list[T | Exception] = []

        def held() -> None:
            try:
                found: T | Exception = run()
            except Exception as error:
                found = error
            brought[:] = [found]

        def hand_over(_: Answer) -> None:
            if not done.done():
                done.set_result(None)

        job = workers.submit(held, hand_over, lane)
        gone = asyncio.create_task(left(request))
        self.waiting.add(done)
        try:
            await asyncio.wait(
                (done, gone),
                timeout=self.limits.answer_seconds,
                return_when=asyncio.FIRST_COMPLETED,
            )
        finally:
            workers.abandon(job)  # also where the room stops
            self.waiting.discard(done)
            gone.cancel()
            with suppress(asyncio.CancelledError):
                await gone
        if not done.done():
            raise FaultError(TIME_UP, "answer", "no answer yet", "an answer in time")
        done.result()  # or that the room stops
        if isinstance(brought[0], Exception):
            raise brought[0]
        return brought[0]

    def report(self, method: str, error: Exception) -> None:
        """Log a mistake of ours."""
        LOG.error("%s: %s", method, type(error).__name__, exc_info=error)


async def left(request: Request) -> None:
    """Wait until whoever asked has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        continue


async def body_of(request: Request, most: int) -> bytes | None:
    """A request's body, None if it is longer than ``most`` bytes."""
    parts, size = [], 0
    async for part in request.stream():
        parts.append(part)
        size += len(part)
        if size > most:
            return None
    return b"".join(parts)
