"""Many logs audited: over all cores, resumed where it stopped, whatever one file may be like."""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from builder.atomic import TEMPORARY, write_bytes
from builder.errors import InputError, Where
from rules.logs.audit.examine import Auditor, Settings, without_folder
from rules.logs.audit.summary import summary_of, unreadable, with_dice, with_gaps, worst_first
from rules.logs.container import read_bytes
from rules.versions import LENGTH, file_digest

ENDINGS = (".vlog", ".vsav")
AHEAD = 4
"""Files handed out for each worker, so that it need not wait, and memory stays flat."""


@dataclass(frozen=True, slots=True)
class Job:
    """A file to audit, and the name it is called by: where it lies below the folder asked for."""

    path: Path
    name: str


@dataclass(frozen=True, slots=True)
class Audited:
    """A file's row in the table, and the cached record's file ("" for an unreadable one)."""

    row: dict[str, Any]
    kept: str = ""


def jobs_of(paths: Iterable[Path]) -> list[Job]:
    """The logs and saves that files and folders stand for, in order, each once.

    :raises InputError: one is not there, or there is none at all.
    """
    found: dict[str, Job] = {}
    for path in paths:
        if path.is_dir():
            inside = sorted(p for p in path.rglob("*") if p.suffix.lower() in ENDINGS)
            many = [Job(p, p.relative_to(path).as_posix()) for p in inside if p.is_file()]
        elif path.exists():
            many = [Job(path, path.name)]
        else:
            raise InputError(Where.of(path), "no such file or folder", "a .vlog, .vsav or folder")
        for job in many:
            found.setdefault(str(job.path.absolute()), job)
    if not found:
        raise InputError(Where.of(next(iter(paths), Path())), "no log", "a .vlog or .vsav in it")
    return list(found.values())


@lru_cache(maxsize=1)
def auditor(settings: Settings) -> Auditor:
    """The auditor of a process, kept from one file to the next."""
    return Auditor(settings)


def audit_file(settings: Settings, job: Job, cache: Path) -> Audited:
    """Audit a file, or find it audited already. Never raises: a file that cannot be audited is
    told of in its row."""
    try:
        data = read_bytes(job.path)
        mine = auditor(settings)
        kept = f"audit-{key_of(mine, settings, data, job.path.name)}.json"
        record = read_kept(cache / kept)
        if record is None:
            record = mine.audit_bytes(data, job.path.name)
            text = json.dumps(record, ensure_ascii=True, separators=(",", ":"))
            write_bytes(cache / kept, text.encode("ascii"))
        return Audited({**summary_of(record), "log": job.name}, kept)
    except InputError as error:
        return Audited(unreadable(job.name, str(without_folder(error))))
    except Exception as error:  # one bad file never stops the rest
        why = (
            f"{job.name}: clubroute failed on this file ({type(error).__name__}); please report it"
        )
        return Audited(unreadable(job.name, why))


def key_of(mine: Auditor, settings: Settings, data: bytes, name: str) -> str:
    """What a kept record depends on: the file, all versions, the modules, what was asked."""
    hasher = hashlib.sha256(hashlib.sha256(data).digest())
    parts = [*mine.versions.record().values(), mine.modules_digest, settings.scenario, name]
    parts.append(file_digest(settings.mapping) if settings.mapping else "")
    hasher.update(json.dumps(parts).encode("ascii"))
    return hasher.hexdigest()[: 2 * LENGTH]


def read_kept(path: Path) -> dict[str, Any] | None:
    """A kept record, None if there is none or it is damaged."""
    try:
        value = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def audit_all(
    settings: Settings,
    jobs: Sequence[Job],
    cache: Path,
    workers: int,
    tick: Callable[[int], None],
) -> tuple[list[dict[str, Any]], Callable[[], Iterator[dict[str, Any]]]]:
    """Audit files: the rows, worst first, and what reads the records of the readable ones in that
    order, one by one. ``tick`` hears of each
    file that is done."""
    done: list[Audited] = []
    for one in audited(settings, jobs, cache, workers):
        done.append(one)
        tick(1)
    kept = {id(one.row): one.kept for one in done}
    rows = [one.row for one in done]
    with_gaps(rows)
    with_dice(rows)
    ordered = worst_first(rows)
    readable = [cache / kept[id(row)] for row in ordered if not row.get("error")]
    return ordered, lambda: map(must_read, readable)


def must_read(path: Path) -> dict[str, Any]:
    """A record that was just made. :raises InputError: somebody took it away."""
    record = read_kept(path)
    if record is None:
        raise InputError(Where.of(path), "nothing readable", "the record made a moment ago")
    return record


def audited(
    settings: Settings, jobs: Sequence[Job], cache: Path, workers: int
) -> Iterator[Audited]:
    """The files as they get done."""
    if workers < 2 or len(jobs) < 2:
        for job in jobs:
            yield audit_file(settings, job, cache)
        return
    left = list(jobs)
    try:
        for job, one in in_pool(settings, jobs, cache, workers):
            left.remove(job)
            yield one
    except BrokenProcessPool:
        # A worker died, and the pool with it: the rest one by one, to see of which file.
        for job in left:
            yield alone(settings, job, cache)


def in_pool(
    settings: Settings, jobs: Sequence[Job], cache: Path, workers: int
) -> Iterator[tuple[Job, Audited]]:
    """The files of a pool of processes as they get done."""
    context = multiprocessing.get_context("spawn")
    waiting = iter(jobs)
    with ProcessPoolExecutor(min(workers, len(jobs)), mp_context=context) as pool:
        going: dict[Future[Audited], Job] = {}
        while True:
            for job in islice(waiting, workers * AHEAD - len(going)):
                going[pool.submit(audit_file, settings, job, cache)] = job
            if not going:
                return
            done, _ = wait(going, return_when=FIRST_COMPLETED)
            for future in done:
                yield going[future], future.result()
                del going[future]


def alone(settings: Settings, job: Job, cache: Path) -> Audited:
    """A file in a process of its own."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        try:
            return pool.submit(audit_file, settings, job, cache).result()
        except BrokenProcessPool:
            return Audited(unreadable(job.name, f"{job.name}: the process died on this file"))


def write_parts(path: Path, parts: Iterable[str]) -> int:
    """Write a text part by part, whole or not at all; returns its bytes.

    :raises InputError: it cannot be written.
    """
    part = path.parent / f"{TEMPORARY}{os.getpid()}-{path.name}"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with part.open("w", encoding="utf-8", newline="\n") as stream:
                for text in parts:
                    stream.write(text)
                stream.flush()
                os.fsync(stream.fileno())
            size = part.stat().st_size
            part.replace(path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    except OSError as error:
        why = error.strerror or "an unwritable place"
        raise InputError(Where.of(path), why, "a place to write") from None
    return size


def json_parts(rows: Sequence[dict[str, Any]], records: Iterable[dict[str, Any]]) -> Iterator[str]:
    """The machine form (docs/audit-schema.json), part by part."""
    yield '{"format":"clubroute audits 1","files":'
    yield json.dumps(rows, ensure_ascii=True, separators=(",", ":"))
    yield ',"logs":['
    for number, record in enumerate(records):
        yield ",\n" if number else "\n"
        yield json.dumps(record, ensure_ascii=True, separators=(",", ":"))
    yield "\n]}\n"
