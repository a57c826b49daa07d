"""Jobs shared out over processes: one that hangs or dies takes nothing with it but its own job."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext
from typing import (
    Any,
    Generic,
    Protocol,
    Self,
    TypeVar,
)

START_SECONDS = 60.0
"""How long a process may take to start, besides the time its first job may take."""
END_SECONDS = 5.0
"""How long a process that has closed its end of the pipe may take to be gone."""

J = TypeVar("J")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Lost:
    """What became of a job that was not done."""

    why: str


class WorkEngine(Protocol):
    """Where jobs are worked on."""

    def share(
        self, work: Callable[[J], R], jobs: Sequence[J], seconds: float
    ) -> Iterator[tuple[J, R | Lost]]:
        """Each job with what ``work`` makes of it in ``seconds``, as they get done."""


@dataclass(slots=True)
class Processes:
    """So many processes of this machine. In a ``with`` block they are kept from one share to the
    next, as what they have read is needed again."""

    many: int
    _idle: list[_Worker[Any, Any]] | None = None

    def __enter__(self) -> Self:
        self._idle = []
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._idle or ():
            worker.end()
        self._idle = None

    def share(
        self, work: Callable[[J], R], jobs: Sequence[J], seconds: float
    ) -> Iterator[tuple[J, R | Lost]]:
        """Each job with what ``work`` makes of it (:func:`shared_out`)."""
        return shared_out(work, jobs, self.many, seconds, self._idle)


def shared_out(
    work: Callable[[J], R],
    jobs: Sequence[J],
    workers: int,
    seconds: float,
    idle: list[_Worker[Any, Any]] | None = None,
) -> Iterator[tuple[J, R | Lost]]:
    """Each job with what ``work`` makes of it, as they get done. ``idle`` are processes that may be
    taken for it, and that take those which are left at the end.

    Every job has ``seconds``; after them its process is killed, a new one goes on with the rest,
    and the job is :class:`Lost`, as it is when the process dies of it. ``work`` and the jobs are
    pickled: processes are spawned, as every platform can.
    """
    context = multiprocessing.get_context("spawn")
    waiting = iter(jobs)
    going: list[_Worker[J, R]] = []
    try:
        for job in (next(waiting) for _ in range(min(workers, len(jobs)))):
            if idle:
                going.append(idle.pop())
                going[-1].take(work, job, seconds)
            else:
                going.append(_Worker(context, work, job, seconds))
        while going:
            left = min(worker.until for worker in going) - time.monotonic()
            ready = wait([worker.pipe for worker in going], max(0.0, left))
            for place, worker in enumerate(list(going)):
                outcome = worker.look(worker.pipe in ready)
                if outcome is None:
                    continue
                yield worker.job, outcome
                job_left = next(waiting, None)
                if job_left is None and idle is not None and worker.alive:
                    idle.append(worker)
                elif job_left is None:
                    worker.end()
                elif worker.alive:
                    worker.give(job_left)
                else:
                    going[place] = _Worker(context, work, job_left, seconds)
            resting = idle or ()
            going = [one for one in going if one.alive and one not in resting]
    finally:
        for worker in going:
            if worker not in (idle or ()):
                worker.kill()


class _Worker(Generic[J, R]):
    """A process and the job it is at; ``until`` is when it must be done with it."""

    def __init__(
        self, context: SpawnContext, work: Callable[[J], R], job: J, seconds: float
    ) -> None:
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs,), daemon=True)
        self._process.start()
        # Ours alone would keep the pipe open when the process dies.
        theirs.close()
        self.alive = True
        self.take(work, job, seconds)
        self.until += START_SECONDS

    def take(self, work: Callable[[J], R], job: J, seconds: float) -> None:
        """Take up work, with its first job."""
        self._work, self._seconds = work, seconds
        self.give(job)

    def give(self, job: J) -> None:
        """Hand it a job."""
        self.job = job
        self.until = time.monotonic() + self._seconds
        # A process that is gone already shows when its answer is looked for.
        with contextlib.suppress(OSError):
            self.pipe.send((self._work, job))

    def look(self, ready: bool) -> R | Lost | None:
        """What became of the job, None while it is at it. ``ready``: it said something."""
        if ready:
            try:
                said: tuple[R] | None = self.pipe.recv()
            except (EOFError, OSError):
                self._process.join(END_SECONDS)
                code = self._process.exitcode
                self.kill()
                return Lost(f"the process died of it (exit code {code})")
            if said is not None:
                return said[0]
            self.until = time.monotonic() + self._seconds
        if time.monotonic() < self.until:
            return None
        self.kill()
        return Lost(f"not done within {self._seconds:g} seconds")

    def end(self) -> None:
        """Let it go: there are no more jobs."""
        self.alive = False
        self.pipe.close()
        self._process.join(END_SECONDS)
        self.kill()

    def kill(self) -> None:
        """Stop it, whatever it does."""
        self.alive = False
        self.pipe.close()
        self._process.kill()
        self._process.join()


def serve(pipe: Connection[Any, Any]) -> None:
    """What a process does until the pipe ends: say that it begins a job, say what it made of it."""
    # Control-C reaches every process of a terminal; the one that started us ends us.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(EOFError, OSError):
        while True:
            work, job = pipe.recv()
            pipe.send(None)
            pipe.send((work(job),))
