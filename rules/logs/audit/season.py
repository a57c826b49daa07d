"""Many logs audited: over all cores, resumed where it stopped, whatever one file may be like."""

from __future__ import annotations

import hashlib
import io
import json
import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.atomic import TEMPORARY, not_staged, sweep_after, write_bytes
from clubroute.builder.sources.json_text import read_json_file
from clubroute.rules.logs.audit.examine import Auditor, Settings, without_folder
from clubroute.rules.logs.audit.summary import (
    LogPair,
    compare,
    link_findings,
    link_rows,
    settle,
    summary_of,
    unreadable,
    with_dice,
    with_redos,
    worst_first,
)
from clubroute.rules.logs.audit.workers import Lost, WorkEngine
from clubroute.rules.logs.container import LOG_LIMITS, Mode, read_bytes
from clubroute.rules.logs.privacy import bare_name, everywhere, without_paths
from clubroute.rules.logs.read import log_of, module_named
from clubroute.rules.rulings.ruling import LENGTH, file_digest

# Which logs of a season have to be audited again, with what the log before them left.

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class AuditJob:
    """A file to audit, and the name it is called by: where it lies below the folder asked for."""

    path: Path
    name: str


@dataclass(frozen=True, slots=True)
class Chained:
    """A log of a chain, by the number of its row, and that of the one it continues (0: none).

    ``kept`` is the file of its record, ``asks`` whether what came before matters to it.
    """

    number: int
    after: int
    job: AuditJob
    kept: str
    asks: bool


def chains_of(
    rows: Sequence[Row],
    asking: Collection[int],
    awaiting: Collection[int],
    jobs: Mapping[int, AuditJob],
    kept: Mapping[int, str],
) -> list[list[Chained]]:
    """Collect the logs that continue one another, where one asks what came before it, or the one
    before awaits it: each after the one it continues. Rows are known by ``id``, others to them by
    ``link``."""
    names = Counter(row["log"] for row in rows)
    named = {row["log"]: row for row in rows if names[row["log"]] == 1}
    before: dict[int, Row] = {}
    for row in rows:
        link = row.get("link", {})
        if link.get("kind") == "after" and link["log"] in named:
            before[id(row)] = named[link["log"]]
    chains: dict[int, list[Chained]] = {}
    for row in sorted(rows, key=lambda row: len(line_of(row, before))):
        line = line_of(row, before)
        after = id(line[1]) if len(line) > 1 else 0
        number = id(row)
        asks = after > 0 and (number in asking or after in awaiting)
        one = Chained(number, after, jobs[number], kept[number], asks)
        chains.setdefault(id(line[-1]), []).append(one)
    return [chain for chain in chains.values() if any(one.asks for one in chain)]


def line_of(row: Row, before: Mapping[int, Row]) -> list[Row]:
    """List a row, the one it continues, and so on to the first."""
    line = [row]
    while (earlier := before.get(id(line[-1]))) is not None:
        line.append(earlier)
    return line


ENDINGS = (".vlog", ".vsav")
SHARD = 2
"""Letters of a record's key that name the folder it is kept in: none holds all of a million."""
SECONDS = 120.0
"""How long a file may take. A long game of 500 steps takes less than a tenth of one."""


@dataclass(frozen=True, slots=True)
class Audited:
    """A file's row in the table, and the cached record's file ("" for an unreadable one).

    ``asks``: what came before it may change its findings, ``awaits``: one that goes on has to
    settle some.
    """

    row: dict[str, Any]
    kept: str = ""
    asks: bool = False
    awaits: bool = False


def jobs_of(paths: Iterable[Path]) -> list[AuditJob]:
    """The logs and saves that files and folders stand for, in order, each once.

    :raises InputError: one is not there, or there is none at all.
    """
    found: dict[str, AuditJob] = {}
    for path in paths:
        if path.is_dir():
            inside = sorted(not_staged(path.rglob("*"), path))
            # What is no file (a pipe, a dead link) is told in its row, and never opened.
            logs = [p for p in inside if p.suffix.lower() in ENDINGS and not p.is_dir()]
            many = [AuditJob(p, name_below(path, p)) for p in logs]
        elif path.exists():
            many = [AuditJob(path, bare_name(path.name))]
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


def audit_file(
    settings: Settings,
    cache: Path,
    job: AuditJob,
    before: Mapping[str, Any] | None = None,
) -> Audited:
    """Audit a file, or find it audited already. ``before`` is what the log that it continues left.
    Never raises: a file that cannot be audited is told of in its row."""
    try:
        data = read_bytes(job.path)
        mine = auditor(settings)
        name = bare_name(job.path.name)
        key = key_of(mine, settings, data, name, before)
        kept = f"{key[:SHARD]}/audit-{key}.json"
        record = read_kept(cache / kept)
        if record is None:
            record = mine.audit_bytes(data, name, before)
            text = json.dumps(record, ensure_ascii=True, separators=(",", ":"))
            write_bytes(cache / kept, text.encode("ascii"))
        row = {**summary_of(record), "log": job.name}
        return Audited(row, kept, bool(record.get("asks")), bool(record.get("awaits")))
    except InputError as error:
        return Audited(unreadable(job.name, without_paths(str(without_folder(error)))))
    except Exception as error:  # one bad file never stops the rest
        why = (
            f"{job.name}: clubroute failed on this file ({type(error).__name__}); please report it"
        )
        return Audited(unreadable(job.name, why))


def key_of(
    mine: Auditor,
    settings: Settings,
    data: bytes,
    name: str,
    before: Mapping[str, Any] | None = None,
) -> str:
    """What a kept record depends on: the file, all versions, the modules, what was asked, what the
    log before it left."""
    hasher = hashlib.sha256(hashlib.sha256(data).digest())
    module = module_named(io.BytesIO(data))
    versions = mine.versions(mine.window_of(module))
    parts = [*versions.record().values(), mine.modules_digest, settings.scenario, name]
    parts.append(mine.outline(module))
    parts.append(file_digest(settings.mapping) if settings.mapping else "")
    parts.append(repr(settings.told))
    if before is not None:
        parts.append(json.dumps(before, sort_keys=True))
    hasher.update(json.dumps(parts).encode("ascii"))
    return hasher.hexdigest()[: 2 * LENGTH]


def read_kept(path: Path) -> dict[str, Any] | None:
    """A kept record, None if there is none or it is damaged."""
    try:
        value = read_json_file(path, "a kept record", LOG_LIMITS.total)
    except InputError:
        return None
    return value if isinstance(value, dict) else None


def audit_all(
    settings: Settings,
    jobs: Sequence[AuditJob],
    cache: Path,
    engine: WorkEngine,
    seconds: float | None,
    tick: Callable[[int], None],
) -> tuple[list[dict[str, Any]], Callable[[], Iterator[dict[str, Any]]]]:
    """Audit files: the rows, worst first, and what reads the records of the readable ones in that
    order, one by one. ``seconds`` is the time a file may take, None for the usual; ``tick`` hears
    of each file that is done."""
    done: list[tuple[AuditJob, Audited]] = []
    for one in audited(partial(audit_file, settings, cache), jobs, engine, seconds):
        done.append(one)
        tick(1)
    kept = {id(one.row): one.kept for _, one in done}
    asking = {id(one.row) for _, one in done if one.asks}
    awaiting = {id(one.row) for _, one in done if one.awaits}
    paths = {id(one.row): job.path for job, one in done}
    rows = [one.row for _, one in done]
    pairs = link_rows(rows)
    again = chains_of(rows, asking, awaiting, {id(one.row): job for job, one in done}, kept)
    known = {id(row): row for row in rows}
    for number, anew in audited_again(settings, cache, again, engine, seconds):
        known[number].update(anew.row)
        kept[number] = anew.kept
    link_files(settings, pairs, paths, engine, seconds)
    with_dice(rows)
    ordered = worst_first(rows)
    readable = [(row, cache / kept[id(row)]) for row in ordered if not row.get("error")]
    return ordered, lambda: (with_redos(row, must_read(path)) for row, path in readable)


def link_files(
    settings: Settings,
    pairs: Sequence[LogPair],
    paths: Mapping[int, Path],
    engine: WorkEngine,
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
        for one, told in engine.share(work, works, seconds or SECONDS)
    )


def audited_again(
    settings: Settings,
    cache: Path,
    chains: Sequence[Sequence[Chained]],
    engine: WorkEngine,
    seconds: float | None,
) -> Iterator[tuple[int, Audited]]:
    """Audit logs again that ask what came before or after, chain by chain."""
    work = partial(audit_chain, settings, cache)
    if len(chains) == 1 and seconds is None:
        yield from work(chains[0])
        return
    longest = max((len(chain) for chain in chains), default=1)
    for _, found in engine.share(work, chains, longest * (seconds or SECONDS)):
        yield from [] if isinstance(found, Lost) else found


def audit_chain(
    settings: Settings, cache: Path, chain: Sequence[Chained]
) -> list[tuple[int, Audited]]:
    """Audit the logs of a chain that ask, each with what the one before it left: what became of
    them, by number."""
    left: dict[int, Mapping[str, Any] | None] = {}
    found = []
    for one in chain:
        before = left.get(one.after) if one.asks else None
        kept = one.kept
        if before is not None:
            again = audit_file(settings, cache, one.job, before)
            if again.kept:
                found.append((one.number, again))
                kept = again.kept
        record = read_kept(cache / kept)
        left[one.number] = None if record is None else record.get("leaves")
    return found


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
    work: Callable[[AuditJob], Audited],
    jobs: Sequence[AuditJob],
    engine: WorkEngine,
    seconds: float | None,
) -> Iterator[tuple[AuditJob, Audited]]:
    """The files as they get done. A single file without a limit is audited in this process."""
    if len(jobs) == 1 and seconds is None:
        yield jobs[0], work(jobs[0])
        return
    for job, one in engine.share(work, jobs, seconds or SECONDS):
        if isinstance(one, Lost):
            why = f"{bare_name(job.path.name)}: not examined: {one.why}"
            one = Audited(unreadable(job.name, why))
        yield job, one


def write_parts(path: Path, parts: Iterable[str]) -> int:
    """Write a text part by part, whole or not at all; returns its bytes.

    :raises InputError: it cannot be written.
    """
    sweep_after(path)
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
