"""Rulings on what a log shows: any finding as a record that whoever has the log can ask again.

A finding that rests on one question to the rules is recorded as that question, which needs no log.
Any other is recorded as the question what the log shows there: the log is named by its digest, and
whoever asks again must have the file (``clubroute verify RECORD --log GAME.vlog``).
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clubroute.builder.atomic import write_bytes
from clubroute.builder.errors import InputError, Where
from clubroute.rules.context import LogFiles
from clubroute.rules.logs.check.finding import Finding, Verdict
from clubroute.rules.logs.check.judge import Told
from clubroute.rules.logs.container import LOG_LIMITS, read_bytes
from clubroute.rules.logs.game import start
from clubroute.rules.logs.position import position_of
from clubroute.rules.logs.privacy import everywhere
from clubroute.rules.logs.read import Log
from clubroute.rules.logs.stacking import Stacking
from clubroute.rules.ruling import Ruling
from clubroute.rules.versions import Versions

METHOD = "log.finding"
DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
"""How a log is named that is not sent along."""
TELLING = ("check", "steps", "unit", "name")
"""What tells a finding of a log from the others."""


def name_of_log(data: bytes) -> str:
    """The name of a log by its digest, ``sha256:`` and 64 hex digits."""
    return "sha256:" + hashlib.sha256(data).hexdigest()


def logs_at_hand(paths: Sequence[Path], module: Path | None, counters: Path | None) -> LogFiles:
    """Log files for questions that name them. :raises InputError: one cannot be read."""
    files = (read_bytes(path, LOG_LIMITS.total) for path in paths)
    return LogFiles({name_of_log(data): data for data in files}, module, counters)


def numbered(findings: Sequence[Finding]) -> Iterator[tuple[Finding, dict[str, Any]]]:
    """Each finding of a log with what tells it from the others."""
    met: Counter[str] = Counter()
    for finding in findings:
        words = finding.words()
        telling = {name: words[name] for name in TELLING if name in words}
        key = repr(telling)
        yield finding, {**telling, "nth": met[key]} if met[key] else telling
        met[key] += 1


def finding_in(findings: Sequence[Finding], asked: Mapping[str, Any]) -> Finding:
    """The finding that is asked for. :raises InputError: the log has none such."""
    for finding, telling in numbered(findings):
        if telling == asked:
            return finding
    found = f"a log with {len(findings)} findings, none of them this one"
    raise InputError(Where("params", part="finding"), found, "a finding of the log")


def answer_of(finding: Finding, position: str, module: str) -> dict[str, Any]:
    """A finding as an answer: with the ``position`` before its first step, "" if that is not known,
    and the digest of the module it was seen through. Paths of a machine are left out of it."""
    found: dict[str, Any] = everywhere(finding.record())
    if position:
        found["position"] = position
    return {**found, "module": module}


def positions_before(log: Log, stacking: Stacking, steps: Collection[int]) -> dict[int, str]:
    """The digest of the position before each of some steps; none of a damaged log's is known."""
    if log.damages or not steps:
        return {}
    game, found, last = start(log, stacking), {}, max(steps)
    for step in log.steps[: last + 1]:
        if step.index in steps:
            found[step.index] = position_of(game).digest
        game.apply(step.commands)
    return found


@dataclass(frozen=True, slots=True)
class Checked:
    """A log that was checked (``data`` are the file's bytes), and what with.

    ``stacking`` says how its maps stack, ``module`` is the digest of its module, ``told`` what the
    judge was told that is not usual, by option.
    """

    log: Log
    data: bytes
    stacking: Stacking
    module: str
    told: Told


def rulings_on(
    checked: Checked,
    findings: Sequence[Finding],
    wanted: Collection[Verdict],
    versions: Versions,
) -> list[tuple[Finding, Ruling]]:
    """The rulings on those findings of a log whose verdicts are ``wanted``, of all its findings."""
    log = checked.log
    chosen = [pair for pair in numbered(findings) if pair[0].verdict in wanted]
    firsts = {one.steps[0] for one, _ in chosen if one.steps and not has_question(one)}
    positions = positions_before(log, checked.stacking, firsts)
    params = {
        "log": name_of_log(checked.data),
        "name": log.where.path,
        **checked.told,
    }
    found = []
    for finding, telling in chosen:
        if has_question(finding):
            found.append((finding, ruling_of(finding, versions)))
            continue
        position = positions.get(finding.steps[0], "") if finding.steps else ""
        answer = answer_of(finding, position, checked.module)
        found.append((finding, Ruling(METHOD, {**params, "finding": telling}, answer, versions)))
    return found


def has_question(finding: Finding) -> bool:
    """Whether a finding rests on one question to the rules."""
    return bool(finding.receipt is not None and finding.method and finding.asked)


def needs_log(record: str) -> bool:
    """Whether whoever asks a record again must have the log."""
    return f"\nasked: {METHOD}\n" in record


def ruling_of(finding: Finding, versions: Versions) -> Ruling:
    """The ruling on a finding that rests on one question."""
    return Ruling(finding.method, finding.asked, finding.receipt, versions)


def write_rulings(folder: Path, rulings: Iterable[tuple[Finding, Ruling]]) -> int:
    """A file for each ruling, named by step, verdict and seal; how many there are.

    :raises InputError: the folder cannot be written.
    """
    many = 0
    for finding, ruling in rulings:
        step = finding.steps[0] if finding.steps else 0
        path = folder / f"step-{step:04}-{finding.verdict}-{ruling.seal}.txt"
        write_bytes(path, ruling.text().encode("utf-8"))
        many += 1
    return many
