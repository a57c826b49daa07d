"""Jobs shared out over the machines of a Dask cluster that is there already.

Loaded by whoever asks for one: it needs ``clubroute[dask]``.
"""

from __future__ import annotations

import time
from collections.abc import (
    Callable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from distributed import Client, wait

from clubroute.builder.counting import is_whole
from clubroute.builder.errors import InputError, Where
from clubroute.rules.logs.audit.examine import Settings
from clubroute.rules.logs.audit.workers import START_SECONDS, Lost
from clubroute.rules.rulings.ruling import code_digest

SCHEME = "dask://"
CONNECT = 10.0
"""Seconds a scheduler may take to answer."""
TOGETHER = 16
"""Jobs handed over at once, neighbours in a folder: they are of one game, and share maps and
modules; a scheduler has some hundred microseconds of work with each hand-over."""
AHEAD = 2
"""Hand-overs a thread has waiting: no worker rests, and few jobs are out at any time."""
WHERE = Where("--engine")

J = TypeVar("J")
R = TypeVar("R")
ALONE = Lock()
"""Held while a process works: an auditor is one file's at a time, whatever threads there are."""


@dataclass(frozen=True, slots=True)
class Handed:
    """Jobs that were handed over, and until when they have to be done; ``alone`` where no other
    job is with any worker."""

    jobs: Sequence[Any]
    until: float
    alone: bool = False


class Cluster:
    """The workers of a scheduler (:class:`clubroute.rules.logs.audit.workers.WorkEngine`).

    They have the same clubroute, and see ``paths`` where they are here.

    :raises InputError: no scheduler answers there, it has no workers, or one is another.
    """

    def __init__(self, address: str, paths: Sequence[Path]) -> None:
        place = address.removeprefix(SCHEME)
        if place == address or not is_whole(place.rpartition(":")[2]):
            raise InputError(WHERE, repr(address), "dask://HOST:PORT")
        try:
            self._client = Client(f"tcp://{place}", timeout=CONNECT)
        except (OSError, TimeoutError):
            raise InputError(WHERE, f"nobody answers at {place}", "a Dask scheduler") from None
        self._threads = sum(self._client.nthreads().values())
        if not self._threads:
            self.close()
            raise InputError(WHERE, f"{place} has no workers", "a scheduler with workers")
        mine = code_digest()
        for worker, (code, missing) in self._client.run(looked, list(paths)).items():
            if code != mine:
                self.close()
                raise InputError(WHERE, f"{worker} has another clubroute", "the same on each")
            if missing:
                self.close()
                raise InputError(WHERE, f"{worker} does not see {missing}", "folders all share")

    def close(self) -> None:
        """Let the scheduler go."""
        self._client.close()

    def share(
        self, work: Callable[[J], R], jobs: Sequence[J], seconds: float
    ) -> Iterator[tuple[J, R | Lost]]:
        """Each job with what ``work`` makes of it, as they get done.

        What a worker dies of goes to another, then job by job, at last while nothing else is out:
        a scheduler counts a death against all that lay with the worker. A job that kills one after
        the other, or is not done in time, is :class:`Lost`.
        """
        waiting: list[Sequence[J]] = [jobs[n : n + TOGETHER] for n in range(0, len(jobs), TOGETHER)]
        waiting.reverse()
        suspects: list[J] = []
        out: dict[Any, Handed] = {}
        patience = AHEAD * TOGETHER * seconds + START_SECONDS
        while waiting or out or suspects:
            alone = not waiting and not out
            if alone:
                waiting.append([suspects.pop()])
            while waiting and len(out) < AHEAD * self._threads:
                some = waiting.pop()
                future = self._client.submit(worked, work, some, pure=False)
                out[future] = Handed(some, time.monotonic() + patience, alone)
            for future in over(out):
                handed = out.pop(future)
                if future.status == "finished":
                    yield from zip(handed.jobs, future.result(), strict=True)
                    continue
                why = f"not done within {seconds:g} seconds"
                died = future.status == "error"
                if died:
                    why = f"the workers died of it ({type(future.exception()).__name__})"
                future.cancel()
                if len(handed.jobs) > 1:
                    waiting += [[job] for job in reversed(handed.jobs)]
                elif died and not handed.alone:
                    suspects.append(handed.jobs[0])
                else:
                    yield handed.jobs[0], Lost(why)


def over(out: Mapping[Any, Handed]) -> list[Any]:
    """Wait for what is over, or past its time."""
    left = min(one.until for one in out.values()) - time.monotonic()
    with suppress(TimeoutError):
        wait(list(out), timeout=max(0.0, left), return_when="FIRST_COMPLETED")
    now = time.monotonic()
    return [one for one, handed in out.items() if one.done() or handed.until <= now]


def worked(work: Callable[[J], R], jobs: Sequence[J]) -> list[R]:
    """Work on jobs, one after the other: what a worker does."""
    with ALONE:
        return [work(job) for job in jobs]


def looked(paths: Sequence[Path]) -> tuple[str, str]:
    """The digest of a worker's clubroute, and which of the paths it does not see."""
    return code_digest(), next((str(one) for one in paths if not one.exists()), "")


def resolved(settings: Settings) -> Settings:
    """Name all that an audit reads by whole paths: a worker begins in another folder."""
    return replace(
        settings,
        build=settings.build.resolve(),
        owner=settings.owner and settings.owner.resolve(),
        modules=tuple(path.resolve() for path in settings.modules),
        mapping=settings.mapping and settings.mapping.resolve(),
    )
