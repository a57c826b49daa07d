"""Threads that work on what takes longer, in lanes.

Every question begins in the short lane. One that takes longer than a moment is taken out of it and
begun anew in the long lane, so that no short question waits for a long one to end. The long lane
is narrow: Python's threads share one processor, and each long question at work slows the short.
Files have a lane of their own: opening a large log takes seconds, and no question waits for it.

A question that is given up on is interrupted, see :func:`interrupt`. Where that takes a while, as
inside one long call of the system, its thread is left to it and then ends, and a new thread takes
its place, as long as not too many are left behind. All are daemons, so that none can hold up the
end of the process.
"""

from __future__ import annotations

import asyncio
import ctypes
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass, field
from functools import partial
from queue import SimpleQueue
from typing import Literal, Protocol, TypeAlias

from clubroute.rules.service.faults import ServiceLimits

Answer = bytes | None
MOST_DOUBTS = 2
"""How often it is found out whether an asker listens before a job begins. Over TCP the first try
only brings the answer that nobody does, the second finds it."""
LaneName: TypeAlias = Literal["short", "long", "files"]
SWITCH = 0.0005
"""Seconds a thread may keep the others waiting; with Python's 0.005 the loop crawls, as it waits
that long after every call of the system."""
LATER = 0.02
"""Seconds after which a thread that imports a module is looked at again."""
AGAIN = 0.5
"""Seconds after which a question that was interrupted, and still runs, is interrupted again: Python
drops an error that it raises inside a finalizer. Far more than a question needs to end."""


class Asker(Protocol):
    """Who waits for a job's answer, and may hang up before it is begun."""

    def seems_gone(self, doubts: int) -> bool:
        """Whether nobody seems to listen, after so many doubts. Called in a worker, at once."""

    def doubt(self, job: Job) -> None:
        """In the loop: find out, and if somebody listens, :meth:`Workers.put` the job again."""


class InterruptError(BaseException):
    """Raised inside a question that is to end; no question catches it."""


@dataclass(slots=True, eq=False)
class Job:
    """A question in work: ``run`` answers it in a thread, ``done`` gets the answer in the loop."""

    run: Callable[[], Answer]
    done: Callable[[Answer], None]
    lane: Lane
    asker: Asker | None = None
    doubts: int = 0  # how often it was not begun, as nobody seemed to listen
    thread: int = 0  # that works on it now
    begun: int = 0  # how often it was
    patience: float = 0.0  # the loop's time until which it is left to end, once interrupted
    abandoned: bool = False
    replaced: bool = False

    def finish(self, answer: Answer) -> None:
        """In the loop: hand the answer over, unless nobody waits for it any more."""
        if not self.abandoned:
            self.done(answer)


@dataclass(slots=True, eq=False)
class Lane:
    """Questions that wait for the same threads."""

    threads: int
    left_behind: int = 0
    jobs: SimpleQueue[Job | None] = field(default_factory=SimpleQueue)


class Workers:
    """The threads of all lanes, and spare ones in place of those left behind."""

    def __init__(self, loop: asyncio.AbstractEventLoop, limits: ServiceLimits) -> None:
        self._loop, self._spare, self._moment = loop, limits.spare, limits.short_seconds
        self._lock = threading.Lock()
        sys.setswitchinterval(SWITCH)
        self._dropped = sys.unraisablehook
        sys.unraisablehook = self._drop
        self._lanes: dict[LaneName, Lane] = {
            "short": Lane(limits.workers),
            "long": Lane(limits.long_workers),
            "files": Lane(limits.file_workers),
        }
        for lane in self._lanes.values():
            for _ in range(lane.threads):
                self._begin(lane)

    @property
    def stuck(self) -> bool:
        """Whether so many questions were given up on, and still run, that a lane has no thread."""
        lanes = self._lanes.values()
        return any(lane.left_behind >= lane.threads + self._spare for lane in lanes)

    def submit(
        self,
        run: Callable[[], Answer],
        done: Callable[[Answer], None],
        lane: LaneName = "short",
        asker: Asker | None = None,
    ) -> Job:
        """Have ``run`` called in a thread and then ``done`` in the loop, unless the ``asker`` has
        gone before.

        In the short lane it may be interrupted and called again.
        """
        job = Job(run, done, self._lanes[lane], asker)
        self.put(job)
        return job

    def put(self, job: Job) -> None:
        """Have a thread begin a job when its turn comes."""
        job.lane.jobs.put(job)

    def abandon(self, job: Job) -> None:
        """Nobody waits for the job any more; ``done`` will not be called. Called in the loop."""
        with self._lock:
            if job.abandoned:
                return
            job.abandoned = True
            if not job.thread:
                return
            job.lane.left_behind += 1
            job.replaced = job.lane.left_behind <= self._spare
        if job.replaced:
            self._begin(job.lane)
        self._interrupt(job, job.begun)

    def stop(self) -> None:
        """Let the threads end once they have nothing to do."""
        sys.unraisablehook = self._dropped
        for lane in self._lanes.values():
            for _ in range(lane.threads):
                lane.jobs.put(None)

    def _drop(self, raised: sys.UnraisableHookArgs) -> None:
        """Say nothing of an interruption that a finalizer swallowed: it comes again."""
        if raised.exc_type is not InterruptError:
            self._dropped(raised)

    def _begin(self, lane: Lane) -> None:
        work = partial(self._work, lane)
        # A thread begins without our context, which has the project that the command names.
        within = partial(copy_context().run, work)
        threading.Thread(target=within, name="clubroute-worker", daemon=True).start()

    def _work(self, lane: Lane) -> None:
        while (job := lane.jobs.get()) is not None:
            answer, ended = None, False
            try:
                if not self._starts(job):
                    continue
                answer, ended = job.run(), True
                over = self._is_over(job)
            except InterruptError:  # maybe as the question ends
                over = self._is_over(job)
            if ended:
                self._call(job.finish, answer)
            elif not job.abandoned:
                job.lane = self._lanes["long"]
                self.put(job)
            if over:
                return

    def _call(self, what: Callable[..., object], *arguments: object) -> None:
        with suppress(RuntimeError):  # the loop has been closed
            self._loop.call_soon_threadsafe(what, *arguments)

    def _starts(self, job: Job) -> bool:
        """Whether anybody still waits for a job; then it is running from now on."""
        asker = job.asker if job.doubts < MOST_DOUBTS else None
        with self._lock:  # until an asker is forgotten its connection is not closed
            if job.abandoned:
                return False
            if asker is not None and asker.seems_gone(job.doubts):
                job.doubts += 1
                self._call(asker.doubt, job)
                return False
            job.thread, job.patience = threading.get_ident(), 0.0
            job.begun += 1
        if job.lane is self._lanes["short"]:
            self._call(self._loop.call_later, self._moment, self._interrupt, job, job.begun)
        return True

    def _interrupt(self, job: Job, begun: int) -> None:
        """In the loop: interrupt a job that nobody waits for, or that is too long for its lane."""
        with self._lock:
            now = self._loop.time()
            if not job.thread or job.begun != begun or now < job.patience:
                return
            wait = LATER
            if not imports(job.thread):
                interrupt(job.thread, InterruptError)
                wait, job.patience = AGAIN, now + AGAIN
        self._loop.call_later(wait, self._interrupt, job, begun)

    def _is_over(self, job: Job) -> bool:
        """A job has ended. Whether its thread has been replaced meanwhile."""
        with self._lock:
            if job.patience:
                receive()
                job.patience = 0.0
            if job.thread and job.abandoned:
                job.lane.left_behind -= 1
            job.thread = 0
            return job.replaced


def interrupt(thread: int, error: type[BaseException]) -> None:
    """Raise an error in a thread, soon.

    CPython raises it before the thread's next step. ``with`` and ``finally`` do their part.
    """
    raised = ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)


def receive() -> None:
    """Let an interruption that may still be on its way to this thread come now, and drop it.

    It is not taken back, as CPython can do, too: it would then look for it before every step of
    every thread for good, which slows them all, and holds up for ever one that is traced (3.11).
    """
    with suppress(InterruptError):
        interrupt(threading.get_ident(), InterruptError)
        while True:  # it comes at the next step
            pass


def imports(thread: int) -> bool:
    """Whether a thread imports a module, which must not be left half imported."""
    frame = sys._current_frames().get(thread)
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False
