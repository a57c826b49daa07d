"""Many logs audited: over all cores, resumed where it stopped, whatever one file may be like."""

from __future__ import annotations

import hashlib
import io
import json
from collections import Counter
from collections.abc import (
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, TypeAlias

from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.atomic import not_staged, write_bytes
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
from clubroute.rules.rulings.ruling import LENGTH, code_digest, file_digest

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


WORTH_A_PROCESS = 8_000_000
"""Bytes of logs that take longer to audit than it takes to start a process for them."""


def processes_for(paths: Iterable[Path], at_hand: int) -> int:
    """Say how many processes are worth while for files and folders, of those at hand."""
    sizes = (job.path.stat().st_size for job in jobs_of(paths) if job.path.is_file())
    return min(at_hand, 1 + sum(sizes) // WORTH_A_PROCESS)


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
        data, kept = read_job(settings, job, before)
        record = read_kept(cache / kept)
        if record is None:
            record = auditor(settings).audit_bytes(data, bare_name(job.path.name), before)
            text = json.dumps(record, ensure_ascii=True, separators=(",", ":"))
            write_bytes(cache / kept, text.encode("ascii"))
        return audited_as(job, record, kept)
    except InputError as error:
        return Audited(unreadable(job.name, without_paths(str(without_folder(error)))))
    except Exception as error:  # one bad file never stops the rest
        why = (
            f"{job.name}: clubroute failed on this file ({type(error).__name__}); please report it"
        )
        return Audited(unreadable(job.name, why))


def audited_before(
    settings: Settings,
    cache: Path,
    job: AuditJob,
    before: Mapping[str, Any] | None = None,
) -> Audited | None:
    """Find a file audited already, None if it is not. Never raises: what goes wrong with it is
    told by :func:`audit_file`."""
    try:
        _, kept = read_job(settings, job, before)
        record = read_kept(cache / kept)
        return None if record is None else audited_as(job, record, kept)
    except Exception:  # audit_file says what is wrong with it
        return None


def read_job(
    settings: Settings, job: AuditJob, before: Mapping[str, Any] | None
) -> tuple[bytes, str]:
    """Read a file, and work out where the record of its audit is kept.

    :raises InputError: it cannot be read.
    """
    data = read_bytes(job.path)
    key = key_of(auditor(settings), settings, data, bare_name(job.path.name), before)
    return data, f"{key[:SHARD]}/audit-{key}.json"


def audited_as(job: AuditJob, record: Mapping[str, Any], kept: str) -> Audited:
    """Make a file's row of its record."""
    row = {**summary_of(record), "log": job.name}
    return Audited(row, kept, bool(record.get("asks")), bool(record.get("awaits")))


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
    anew: list[AuditJob] = []
    for job in jobs:
        found = audited_before(settings, cache, job)
        if found is None:
            anew.append(job)
        else:
            done.append((job, found))
            tick(1)
    for one in audited(partial(audit_file, settings, cache), anew, engine, seconds) if anew else ():
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
    for number, other in audited_again(settings, cache, again, engine, seconds):
        known[number].update(other.row)
        kept[number] = other.kept
    link_files(settings, cache, pairs, paths, engine, seconds)
    with_dice(rows)
    ordered = worst_first(rows)
    readable = [(row, cache / kept[id(row)]) for row in ordered if not row.get("error")]
    return ordered, lambda: (with_redos(row, must_read(path)) for row, path in readable)


def link_files(
    settings: Settings,
    cache: Path,
    pairs: Sequence[LogPair],
    paths: Mapping[int, Path],
    engine: WorkEngine,
    seconds: float | None,
) -> None:
    """Compare the files of pairs of rows, in processes as they are audited in; what was compared
    before is not compared again."""
    works = [
        Comparison(number, paths[id(pair.earlier)], paths[id(pair.later)], pair.anew, link_at(pair))
        for number, pair in enumerate(pairs)
    ]
    found: list[tuple[LogPair, Mapping[str, Any]]] = []
    anew: list[Comparison] = []
    for one in works:
        known = read_kept(cache / one.kept)
        if known is None:
            anew.append(one)
        else:
            found.append((pairs[one.number], known))
    if len(anew) == 1 and seconds is None:
        found.append((pairs[anew[0].number], compare_files(settings, cache, anew[0])))
    elif anew:
        work = partial(compare_files, settings, cache)
        for one, told in engine.share(work, anew, seconds or SECONDS):
            link = {"kind": "unknown", "why": told.why} if isinstance(told, Lost) else told
            found.append((pairs[one.number], link))
    settle(found)


def link_at(pair: LogPair) -> str:
    """Say where the comparison of two logs is kept: by their bytes, modules, and the program."""
    rows = [[row["sha256"], row["module"], row["log"]] for row in (pair.earlier, pair.later)]
    text = json.dumps([code_digest(), pair.anew, rows])
    key = hashlib.sha256(text.encode("ascii")).hexdigest()[: 2 * LENGTH]
    return f"{key[:SHARD]}/link-{key}.json"


def audited_again(
    settings: Settings,
    cache: Path,
    chains: Sequence[Sequence[Chained]],
    engine: WorkEngine,
    seconds: float | None,
) -> Iterator[tuple[int, Audited]]:
    """Audit logs again that ask what came before or after, chain by chain."""
    work = partial(audit_chain, settings, cache)
    anew: list[Sequence[Chained]] = []
    for chain in chains:
        known = audit_chain(settings, cache, chain, audited_before)
        if known is None:
            anew.append(chain)
        else:
            yield from known
    if len(anew) == 1 and seconds is None:
        yield from work(anew[0]) or ()
    elif anew:
        longest = max(len(chain) for chain in anew)
        for _, found in engine.share(work, anew, longest * (seconds or SECONDS)):
            yield from [] if isinstance(found, Lost) or found is None else found


Auditing: TypeAlias = Callable[
    [Settings, Path, AuditJob, "Mapping[str, Any] | None"], "Audited | None"
]


def audit_chain(
    settings: Settings, cache: Path, chain: Sequence[Chained], audit: Auditing = audit_file
) -> list[tuple[int, Audited]] | None:
    """Audit the logs of a chain that ask, each with what the one before it left: what became of
    them, by number; None if ``audit`` does not find one."""
    left: dict[int, Mapping[str, Any] | None] = {}
    found = []
    for one in chain:
        before = left.get(one.after) if one.asks else None
        kept = one.kept
        if before is not None:
            again = audit(settings, cache, one.job, before)
            if again is None:
                return None
            if again.kept:
                found.append((one.number, again))
                kept = again.kept
        record = read_kept(cache / kept)
        left[one.number] = None if record is None else record.get("leaves")
    return found


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two files to compare, the number by which the answer is known, and the file it is kept in."""

    number: int
    earlier: Path
    later: Path
    anew: bool
    kept: str


def compare_files(settings: Settings, cache: Path, one: Comparison) -> dict[str, Any]:
    """How a log follows another. Never raises: what went wrong is told."""
    try:
        mine = auditor(settings)
        first, second = (
            log_of(read_bytes(path), Where(bare_name(path.name)), Mode.TOLERANT)
            for path in (one.earlier, one.later)
        )
        told: dict[str, Any] = everywhere(compare(mine, first, second, one.anew))
        text = json.dumps(told, ensure_ascii=True, separators=(",", ":"))
        write_bytes(cache / one.kept, text.encode("ascii"))
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
