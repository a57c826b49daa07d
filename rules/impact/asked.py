"""Asks a season: what is found in its logs, and what its records and kept questions come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import (
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from clubroute.builder.errors import InputError
from clubroute.builder.project import project_named
from clubroute.rules.asking.context import Context, LogFiles
from clubroute.rules.asking.usual import context_of
from clubroute.rules.impact.change import AskedWith
from clubroute.rules.impact.season import JudgedTogether, KeptChecks, KeptRecord
from clubroute.rules.logs.audit.command import compile_maps
from clubroute.rules.logs.audit.season import AuditJob, audit_all
from clubroute.rules.logs.audit.workers import WorkEngine
from clubroute.rules.logs.check.series import settled
from clubroute.rules.logs.container import LOG_LIMITS, read_bytes
from clubroute.rules.logs.rulings import DIGEST, name_of_log
from clubroute.rules.plain.game import game_of
from clubroute.rules.plain.trial import tried
from clubroute.rules.rulings.asking import verify
from clubroute.rules.rulings.ruling import Ruling, brief

TELLING = ("verdict", "why", "rule", "needs")
"""What of a finding makes it another one."""
PLACE = ("steps", "check", "unit", "name")
"""What of a finding tells where it is."""
CANNOT = "the question cannot be asked here: "
"""How the reason begins."""

Key = tuple[str, tuple[int, ...], str, str, int]
"""A finding's log, steps, check and Unit, and which of several alike it is."""
Finding = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RecordAnswer:
    """The answer to a record's question, or why it cannot be asked."""

    answer: Any = None
    asked: bool = True
    why: str = ""

    def gist(self) -> str:
        """Tell it on one line."""
        if not self.asked:
            return f"not asked: {self.why}"
        answer = self.answer
        if isinstance(answer, dict) and isinstance(answer.get("verdict"), str):
            why = answer.get("why") or answer.get("summary")
            return f"{answer['verdict']}: {why}" if why else str(answer["verdict"])
        return brief(answer)


@dataclass(frozen=True, slots=True)
class SeasonSide:
    """Asks a season one way. ``jobs`` are the season's logs, which records may be about."""

    asking: AskedWith
    jobs: Sequence[AuditJob]
    cache: Path
    engine: WorkEngine

    def findings(self, together: JudgedTogether) -> Iterator[tuple[Key, Finding]]:
        """Audit the logs, and tell each finding by its place."""
        told = self.asking.told_for(together.rules)
        settings = replace(self.asking.settings, told=settled(told))
        compile_maps(settings, together.jobs)
        rows, records = audit_all(
            settings, together.jobs, self.cache, self.engine, None, lambda _: None
        )
        return placed(rows, records())

    def answers(self, records: Sequence[KeptRecord]) -> list[RecordAnswer]:
        """Answer the questions of records, in their order."""
        settings = self.asking.settings
        questions = [self.asking.question(one.ruling) for one in records]
        context = Context(settings.build, owner_folder=settings.owner, maps=settings.maps)
        files = dict(logs_of(questions, self.jobs))
        data = {name: read_bytes(path, LOG_LIMITS.total) for name, path in files.items()}
        module = settings.modules[0] if settings.modules else None
        context.logs = LogFiles(data, module, settings.mapping)
        found = []
        for question in questions:
            done = verify(context, question)
            why = "" if done.asked else done.differs[0]
            found.append(RecordAnswer(done.here.answer, done.asked, why.removeprefix(CANNOT)))
        return found

    def checks(self, checks: KeptChecks) -> Mapping[str, str]:
        """Ask a game's kept questions in its project."""
        settings = self.asking.settings
        with project_named(checks.project):
            context = self.asking.in_project(context_of(None, settings.owner))
            return {one.question: one.now for one in tried(context, game_of(checks.game))}


def placed(
    rows: Sequence[Mapping[str, Any]], records: Iterable[Mapping[str, Any]]
) -> Iterator[tuple[Key, Finding]]:
    """Tell each finding of an audit by its place; a file that cannot be read is one, too."""
    for row in rows:
        if row.get("error"):
            error = {"steps": [], "check": "move", "verdict": "unchecked", "why": row["error"]}
            yield (row["log"], (), "", "", 0), error
    names = [row["log"] for row in rows if not row.get("error")]
    for log, record in zip(names, records, strict=True):
        met: Counter[tuple[Any, ...]] = Counter()
        for one in record["findings"]:
            place = tuple(one["steps"]), one["check"], one.get("unit", "")
            kept = {name: one[name] for name in (*TELLING, *PLACE) if name in one}
            yield (log, *place, met[place]), kept
            met[place] += 1


def log_of(question: Ruling) -> str:
    """The log that a question names by its digest, "" if it names none."""
    log = question.params.get("log")
    return log if isinstance(log, str) and DIGEST.fullmatch(log) else ""


def logs_of(questions: Iterable[Ruling], jobs: Iterable[AuditJob]) -> Iterator[tuple[str, Path]]:
    """Find the files of the logs that questions name, each with its name."""
    wanted = {log_of(one) for one in questions} - {""}
    for job in jobs:
        if not wanted:
            return
        with suppress(InputError):  # told in its row
            name = name_of_log(read_bytes(job.path, LOG_LIMITS.total))
            if name in wanted:
                wanted.remove(name)
                yield name, job.path
