"""Threads that work on the questions which take longer.

A question that is given up on cannot be stopped: its thread is left to finish it and then ends,
and a new thread takes its place, as long as not too many are left behind. All are daemons, so
that none can hold up the end of the process.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue

Answer = bytes | None


class Job:
    """A question in work: ``run`` answers it in a thread, ``done`` gets the answer in the loop."""

    __slots__ = ("abandoned", "done", "replaced", "run", "running")

    def __init__(self, run: Callable[[], Answer], done: Callable[[Answer], None]) -> None:
        self.run, self.done = run, done
        self.running = self.abandoned = self.replaced = False

    def finish(self, answer: Answer) -> None:
        """In the loop: hand the answer over, unless nobody waits for it any more."""
        if not self.abandoned:
            self.done(answer)


class Workers:
    """A fixed number of threads, and spare ones in place of those left behind."""

    def __init__(self, loop: asyncio.AbstractEventLoop, threads: int, spare: int) -> None:
        self._loop, self._spare = loop, spare
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._threads = threads
        self._left_behind = 0
        for _ in range(threads):
            self._begin()

    @property
    def stuck(self) -> bool:
        """Whether so many questions were given up on, and still run, that none is left to work."""
        return self._left_behind >= self._threads + self._spare

    def submit(self, run: Callable[[], Answer], done: Callable[[Answer], None]) -> Job:
        """Have ``run`` called in a thread and then ``done`` in the loop."""
        job = Job(run, done)
        self._jobs.put(job)
        return job

    def abandon(self, job: Job) -> None:
        """Nobody waits for the job any more; ``done`` will not be called."""
        with self._lock:
            if job.abandoned:
                return
            job.abandoned = True
            if not job.running:
                return
            self._left_behind += 1
            job.replaced = self._left_behind <= self._spare
        if job.replaced:
            self._begin()

    def stop(self) -> None:
        """Let the threads end once they have nothing to do."""
        for _ in range(self._threads):
            self._jobs.put(None)

    def _begin(self) -> None:
        threading.Thread(target=self._work, name="clubroute-worker", daemon=True).start()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            if not self._starts(job):
                continue
            answer = job.run()
            if self._is_over(job):
                return
            with suppress(RuntimeError):  # the loop has been closed
                self._loop.call_soon_threadsafe(job.finish, answer)

    def _starts(self, job: Job) -> bool:
        """Whether anybody still waits for a job; then it is running from now on."""
        with self._lock:
            job.running = not job.abandoned
            return job.running

    def _is_over(self, job: Job) -> bool:
        """A job has ended. Whether its thread has been replaced meanwhile."""
        with self._lock:
            job.running = False
            if job.abandoned:
                self._left_behind -= 1
            return job.replaced
