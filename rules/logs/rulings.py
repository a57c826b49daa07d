"""Makes rulings on what a log shows: a record of any finding, to be asked again with the log.

A finding is recorded as the question what the log shows there: the log is named by its digest, the
answer has step, Unit and player, and what the rules were asked and said. Whoever asks again must
have the file (``clubroute verify RECORD --log GAME.vlog``).
"""

from __future__ import annotations

import hashlib
import re
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
from pathlib import Path
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.atomic import write_bytes
from clubroute.rules.asking.context import LogFiles
from clubroute.rules.logs.check.finding import LogFinding, Verdict
from clubroute.rules.logs.check.judge import Told
from clubroute.rules.logs.container import LOG_LIMITS, read_bytes
from clubroute.rules.logs.privacy import everywhere
from clubroute.rules.logs.read import GameLog
from clubroute.rules.logs.replay import Rewind
from clubroute.rules.rulings.ruling import Ruling, Versions

SHA256 = "sha256:"
METHOD = "log.finding"
DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
"""How a log is named that is not sent along."""


def name_of_log(data: bytes) -> str:
    """Name a log by its digest, ``sha256:`` and 64 hex digits."""
    return SHA256 + hashlib.sha256(data).hexdigest()


def logs_at_hand(paths: Sequence[Path], module: Path | None, counters: Path | None) -> LogFiles:
    """Read log files for questions that name them. :raises InputError: one cannot be read."""
    files = (read_bytes(path, LOG_LIMITS.total) for path in paths)
    return LogFiles({name_of_log(data): data for data in files}, module, counters)


def numbered(findings: Sequence[LogFinding]) -> Iterator[tuple[LogFinding, dict[str, Any]]]:
    """Pair each finding of a log with what tells it from the others: check, steps, Unit."""
    met: Counter[tuple[str, tuple[int, ...], str, str]] = Counter()
    for finding in findings:
        telling: dict[str, Any] = {"check": finding.check, "steps": list(finding.steps)}
        if finding.unit:
            telling["unit"] = finding.unit
        if finding.name:
            telling["name"] = finding.name
        key = finding.check, finding.steps, finding.unit, finding.name
        yield finding, {**telling, "nth": met[key]} if met[key] else telling
        met[key] += 1


def finding_in(findings: Sequence[LogFinding], asked: Mapping[str, Any]) -> LogFinding:
    """Find the finding that is asked for. :raises InputError: the log has none such."""
    for finding, telling in numbered(findings):
        if telling == asked:
            return finding
    found = f"a log with {so_many(len(findings), 'finding')}, none of them this one"
    raise InputError(Where("params", part="finding"), found, "a finding of the log")


def answer_of(finding: LogFinding, position: str, module: str) -> dict[str, Any]:
    """Make an answer of a finding, without the paths of a machine.

    ``position`` is the digest of the position before its first step, "" if that is not known;
    ``module`` that of the module it was seen through.
    """
    found: dict[str, Any] = everywhere(finding.record())
    if position:
        found["position"] = position
    return {**found, "module": module}


@dataclass(frozen=True, slots=True)
class Checked:
    """A log that was checked (``name`` by its digest, :func:`name_of_log`), and what with.

    ``rewind`` tells its positions, ``module`` is the digest of its module, ``told`` what the judge
    was told that is not usual, by option; ``before`` what the log left that it continues.
    """

    log: GameLog
    name: str
    rewind: Rewind
    module: str
    told: Told
    before: Mapping[str, Any] | None = None

    def positions(self, steps: Collection[int]) -> Mapping[int, str]:
        """Digest the position before each of some steps; of a damaged log none is known."""
        return {} if self.log.damages else self.rewind.positions(steps)


def rulings_on(
    checked: Checked,
    findings: Sequence[LogFinding],
    wanted: Collection[Verdict],
    versions: Callable[[], Versions],
) -> list[tuple[LogFinding, Ruling]]:
    """Make rulings on those of a log's findings whose verdicts are ``wanted``.

    :param versions: works out what they rest on; that may take a map to be compiled.
    """
    log = checked.log
    chosen = [pair for pair in numbered(findings) if pair[0].verdict in wanted]
    if not chosen:
        return []
    here = versions()
    firsts = {one.steps[0] for one, _ in chosen if one.steps}
    positions = checked.positions(firsts)
    params = {
        "log": checked.name,
        "name": log.where.path,
        **checked.told,
    }
    if checked.before is not None:
        params["before"] = dict(checked.before)
    found = []
    for finding, telling in chosen:
        position = positions.get(finding.steps[0], "") if finding.steps else ""
        answer = answer_of(finding, position, checked.module)
        found.append((finding, Ruling(METHOD, {**params, "finding": telling}, answer, here)))
    return found


def has_question(finding: LogFinding) -> bool:
    """Tell whether a finding rests on one question to the rules."""
    return bool(finding.receipt is not None and finding.method and finding.asked)


def needs_log(record: str) -> bool:
    """Tell whether asking a record again takes the log."""
    return f"\nasked: {METHOD}\n" in record


def ruling_of(finding: LogFinding, versions: Versions) -> Ruling:
    """Make the ruling on a finding that rests on one question."""
    return Ruling(finding.method, finding.asked, finding.receipt, versions)


def file_name(finding: LogFinding, ruling: Ruling) -> str:
    """Name the file for a ruling on a finding by its first step, its verdict and the seal."""
    step = finding.steps[0] if finding.steps else 0
    return f"step-{step:04}-{finding.verdict}-{ruling.seal}.txt"


def write_rulings(folder: Path, texts: Iterable[tuple[str, str]]) -> None:
    """Write the texts of rulings, each into a file of the name before it.

    :raises InputError: the folder cannot be written.
    """
    for name, text in texts:
        write_bytes(folder / name, text.encode("utf-8"))
