"""Questions over HTTP, and all else a page has made: the socket's registry, lanes and limits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Any,
    TypeAlias,
    TypeVar,
)

from clubroute.builder.files.atomic import not_staged
from clubroute.builder.files.regular import changed
from clubroute.rules.room.answers import Answers, Reply, fault_reply
from clubroute.rules.service.faults import (
    BUSY,
    INTERNAL_ERROR,
    TIME_UP,
    FaultError,
    fault_of,
)
from clubroute.rules.service.protocol import answer_request, read_request
from clubroute.rules.service.quick import QuickMethods, share_maps
from clubroute.rules.service.workers import Answer, LaneName, Workers

if TYPE_CHECKING:
    from starlette.requests import Request


# Watching a folder for saves: VASSAL writes one, and the pages hear of it.

KINDS = (".vsav", ".vlog", ".clubroute")
EVERY = 0.2
"""Seconds between two looks. A file is told of once two looks find it the same."""
ALIVE = 50
"""Looks without news after which a page is told that the room is still there."""
MOST = 200
"""Files of a folder that a page is told of, the newest first."""


LiveSteps: TypeAlias = tuple[str, int]
"""What tells a live game from others, and how many steps it has."""


class Watch:
    """A folder of saves, or one file.

    :param path: the folder, or the file, whose folder is watched for it alone.
    :param live: the live games there are, by name: what tells each from others, its steps.
    """

    def __init__(
        self, path: Path | None, live: Callable[[], Mapping[str, LiveSteps]] = dict
    ) -> None:
        self.path = path.resolve() if path is not None else None
        self.live = live
        self._over = asyncio.Event()

    @property
    def folder(self) -> Path | None:
        """The folder watched."""
        if self.path is None or self.path.is_dir():
            return self.path
        return self.path.parent

    def files(self) -> list[Path]:
        """The files a page may open by name, the newest first; none whose name is no text."""
        return list(self.stamped())

    def stamped(self) -> dict[Path, tuple[int, int]]:
        """The same files, each with when it was last written to and its length."""
        if self.path is None:
            return {}
        try:
            found = [self.path]
            if self.path.is_dir():
                found = list(not_staged(self.path.iterdir(), self.path))
        except OSError:  # it has gone, or may not be read any more
            return {}
        named = [p for p in found if p.suffix.lower() in KINDS and p.name.isprintable()]
        there = [(path, stamp) for path in named if (stamp := changed(path)) is not None]
        newest = sorted(there, key=lambda one: (-one[1][0], one[0].name))
        return dict(newest[:MOST])

    def find(self, name: str) -> Path | None:
        """The file of that name, None if there is none to be opened."""
        return next((path for path in self.files() if path.name == name), None)

    def module(self, name: str) -> Path | None:
        """No module: the owner's are read from where they are."""
        return None

    def opened(self) -> dict[str, Any]:
        """What the room was started with, as JSON."""
        return {
            "folder": self.folder.name if self.folder else None,
            "files": [path.name for path in self.files()],
            "file": self.path.name if self.path and self.path.is_file() else None,
        }

    def stop(self) -> None:
        """End every stream of events."""
        self._over.set()

    async def events(self) -> AsyncIterator[dict[str, Any]]:
        """``{"file": name}`` for every file that has changed since; of a live game, at first and
        whenever it has gone on, its ``digest`` and ``steps``, too; ``{}`` now and then; at the end
        ``{"closed": true}``: the room stops."""
        known = self.stamped()
        seen = dict(known)
        played: Mapping[str, LiveSteps] = {}
        quiet = 0
        yield {}
        while not self._over.is_set():
            before, played = played, self.live()
            for name, (digest, steps) in played.items():
                if before.get(name) != (digest, steps):
                    yield {"file": name, "digest": digest, "steps": steps}
            with suppress(TimeoutError):
                await asyncio.wait_for(self._over.wait(), EVERY)
            now = await asyncio.to_thread(self.stamped)
            written = [p for p, s in now.items() if s == seen.get(p) and s != known.get(p)]
            for path in written:
                known[path] = now[path]
                yield {"file": path.name}
            seen, quiet = now, 0 if written else quiet + 1
            if quiet >= ALIVE:
                quiet = 0
                yield {}
        yield {"closed": True}


T = TypeVar("T")


class PageQuestions:
    """Answers the questions of pages in threads; one that nobody waits for is given up on."""

    def __init__(self, answers: Answers) -> None:
        self.answers, self.limits = answers, answers.limits
        self.workers: Workers | None = None
        self.quick = QuickMethods(answers.context)
        self.waiting: set[asyncio.Future[None]] = set()

    def start(self) -> None:
        """Begin to work, inside the running loop."""
        share_maps(self.answers.context)
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

    async def rpc(self, request: Request) -> Reply:
        """Answer a request's body, one JSON-RPC message or a batch, as
        :func:`clubroute.rules.room.answers.rpc` does, where it is quickest."""
        body = await body_of(request, self.limits.message)
        asked = None
        try:
            value = self.answers.message(body)
            asked = read_request(value) if isinstance(value, dict) else None
            if asked is not None and len(body) <= self.limits.on_the_spot and self.workers:
                method = self.quick.find(asked.method, asked.params)
                if method is not None:
                    context, told = self.answers.context, self.answers.report
                    line = answer_request(context, asked, self.limits, told, method)
                    return Reply(line or b"")

            def run() -> bytes:
                line = self.answers.line(value)
                if asked is not None:
                    self.quick.answered(asked.method, asked.params)
                return line

            # A batch may hold any number.
            return Reply(await self.work(request, run, "long" if asked is None else "short"))
        except Exception as error:
            fault = fault_of(error)
            if fault.code == INTERNAL_ERROR:
                self.answers.report("/rpc" if asked is None else asked.method, error)
            if asked is not None and asked.notification:
                return Reply(b"")
            return fault_reply(fault, None if asked is None else asked.id)

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


async def left(request: Request) -> None:
    """Wait until whoever asked has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        continue


async def body_of(request: Request, most: int) -> bytes:
    """A request's body; of one longer than ``most`` bytes only so much that this shows.

    :raises ClientDisconnect: whoever sends it has hung up.
    """
    parts, size = [], 0
    async for part in request.stream():
        parts.append(part)
        size += len(part)
        if size > most:
            break
    return b"".join(parts)
