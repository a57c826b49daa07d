"""Many logs audited: over all cores, resumed where it stopped, whatever one file may be like."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from clubroute.builder.atomic import TEMPORARY, write_bytes
from clubroute.builder.errors import InputError, Where
from clubroute.rules.logs.audit.examine import Auditor, Settings, without_folder
from clubroute.rules.logs.audit.links import Pair, compare, link_findings, link_rows, settle
from clubroute.rules.logs.audit.summary import summary_of, unreadable, with_dice, worst_first
from clubroute.rules.logs.audit.workers import Lost, shared_out
from clubroute.rules.logs.container import read_bytes
from clubroute.rules.logs.damage import Mode
from clubroute.rules.logs.privacy import bare_name, everywhere, without_paths
from clubroute.rules.logs.read import log_of
from clubroute.rules.versions import LENGTH, file_digest

ENDINGS = (".vlog", ".vsav")
SECONDS = 120.0
"""How long a file may take. A long game of 500 steps takes less than a tenth of one."""


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
            many = [Job(p, name_below(path, p)) for p in inside if p.is_file()]
        elif path.exists():
            many = [Job(path, bare_name(path.name))]
        else:
            raise InputError(Where.of(path), "no such file or folder", "a .vlog, .vsav or folder")
        for job in many:
            found.setdefault(str(job.path.absolute()), job)
    if not found:
        raise InputError(Where.of(next(iter(paths), Path())), "no log", "a .vlog or .vsav in it")
    return list(found.values())


def name_below(folder: Path, path: Path) -> str:
    """What a file below the folder asked for is called."""
    parts = path.relative_to(folder).parts
    return bare_name("/".join(bare_name(part) for part in parts))


@lru_cache(maxsize=1)
def auditor(settings: Settings) -> Auditor:
    """The auditor of a process, kept from one file to the next."""
    return Auditor(settings)


def audit_file(settings: Settings, cache: Path, job: Job) -> Audited:
    """Audit a file, or find it audited already. Never raises: a file that cannot be audited is
    told of in its row."""
    try:
        data = read_bytes(job.path)
        mine = auditor(settings)
        name = bare_name(job.path.name)
        kept = f"audit-{key_of(mine, settings, data, name)}.json"
        record = read_kept(cache / kept)
        if record is None:
            record = mine.audit_bytes(data, name)
            text = json.dumps(record, ensure_ascii=True, separators=(",", ":"))
            write_bytes(cache / kept, text.encode("ascii"))
        return Audited({**summary_of(record), "log": job.name}, kept)
    except InputError as error:
        return Audited(unreadable(job.name, without_paths(str(without_folder(error)))))
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
    parts.append(repr(settings.told))
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
    seconds: float | None,
    tick: Callable[[int], None],
) -> tuple[list[dict[str, Any]], Callable[[], Iterator[dict[str, Any]]]]:
    """Audit files: the rows, worst first, and what reads the records of the readable ones in that
    order, one by one. ``seconds`` is the time a file may take, None for the usual; ``tick`` hears
    of each file that is done."""
    done: list[tuple[Job, Audited]] = []
    for one in audited(partial(audit_file, settings, cache), jobs, workers, seconds):
        done.append(one)
        tick(1)
    kept = {id(one.row): one.kept for _, one in done}
    paths = {id(one.row): job.path for job, one in done}
    rows = [one.row for _, one in done]
    link_files(settings, link_rows(rows), paths, workers, seconds)
    with_dice(rows)
    ordered = worst_first(rows)
    readable = [cache / kept[id(row)] for row in ordered if not row.get("error")]
    return ordered, lambda: map(must_read, readable)


def link_files(
    settings: Settings,
    pairs: Sequence[Pair],
    paths: Mapping[int, Path],
    workers: int,
    seconds: float | None,
) -> None:
    """Compare the files of pairs of rows, in processes as they are audited in."""
    works = [
        Comparison(number, paths[id(pair.earlier)], paths[id(pair.later)], pair.anew)
        for number, pair in enumerate(pairs)
    ]
    if len(works) == 1 and seconds is None:
        settle([(pairs[0], compare_files(settings, works[0]))])
        return
    work = partial(compare_files, settings)
    settle(
        (
            pairs[one.number],
            {"kind": "unknown", "why": told.why} if isinstance(told, Lost) else told,
        )
        for one, told in shared_out(work, works, workers, seconds or SECONDS)
    )


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two files to compare, and the number by which the answer is known."""

    number: int
    earlier: Path
    later: Path
    anew: bool


def compare_files(settings: Settings, one: Comparison) -> dict[str, Any]:
    """How a log follows another. Never raises: what went wrong is told."""
    try:
        mine = auditor(settings)
        first, second = (
            log_of(read_bytes(path), Where(bare_name(path.name)), Mode.TOLERANT)
            for path in (one.earlier, one.later)
        )
        told: dict[str, Any] = everywhere(compare(mine, first, second, one.anew))
        return told
    except InputError as error:
        return {"kind": "unknown", "why": without_paths(str(without_folder(error)))}
    except Exception as error:  # one bad file never stops the rest
        return {"kind": "unknown", "why": f"clubroute failed on it ({type(error).__name__})"}


def must_read(path: Path) -> dict[str, Any]:
    """A record that was just made. :raises InputError: somebody took it away."""
    record = read_kept(path)
    if record is None:
        raise InputError(Where.of(path), "nothing readable", "the record made a moment ago")
    return record


def audited(
    work: Callable[[Job], Audited], jobs: Sequence[Job], workers: int, seconds: float | None
) -> Iterator[tuple[Job, Audited]]:
    """The files as they get done. A single file without a limit is audited in this process."""
    if len(jobs) == 1 and seconds is None:
        yield jobs[0], work(jobs[0])
        return
    for job, one in shared_out(work, jobs, workers, seconds or SECONDS):
        if isinstance(one, Lost):
            why = f"{bare_name(job.path.name)}: not examined: {one.why}"
            one = Audited(unreadable(job.name, why))
        yield job, one


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
    yield ',"findings":'
    yield json.dumps(link_findings(rows), ensure_ascii=True, separators=(",", ":"))
    yield ',"logs":['
    for number, record in enumerate(records):
        yield ",\n" if number else "\n"
        yield json.dumps(record, ensure_ascii=True, separators=(",", ":"))
    yield "\n]}\n"
