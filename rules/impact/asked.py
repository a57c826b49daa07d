"""Asks a season, here or of another release: what is found, and what is answered."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from clubroute.builder.atomic import write_bytes
from clubroute.builder.errors import InputError, Where
from clubroute.builder.project import project_named
from clubroute.rules.asking.context import Context, LogFiles
from clubroute.rules.asking.usual import context_of
from clubroute.rules.impact.change import READINGS, AskedWith
from clubroute.rules.impact.release import OtherRelease
from clubroute.rules.impact.season import JudgedTogether, KeptChecks, KeptRecord
from clubroute.rules.logs.audit.chains import AuditJob
from clubroute.rules.logs.audit.command import compile_maps
from clubroute.rules.logs.audit.modules import modules_in
from clubroute.rules.logs.audit.season import audit_all
from clubroute.rules.logs.audit.workers import WorkEngine
from clubroute.rules.logs.check.series import settled
from clubroute.rules.logs.container import LOG_LIMITS, read_bytes
from clubroute.rules.logs.rulings import DIGEST, name_of_log
from clubroute.rules.plain.game import game_of
from clubroute.rules.plain.trial import tried
from clubroute.rules.rulings.asking import verify
from clubroute.rules.rulings.ruling import Ruling, brief, read_rulings

TELLING = ("verdict", "why", "rule", "needs")
"""What of a finding makes it another one."""
PLACE = ("steps", "check", "unit", "name")
"""What of a finding tells where it is."""
MOST_LOGS = 200
"""Logs that are named in one command."""
REFUSED = "not asked again: "
"""How a release begins to tell of a record that it cannot ask."""

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


class SeasonSide(Protocol):
    """One side: what a season comes to there."""

    def findings(self, together: JudgedTogether) -> Iterator[tuple[Key, Finding]]:
        """Tell each finding by its place; a file that cannot be read is one, too."""

    def answers(self, records: Sequence[KeptRecord]) -> list[RecordAnswer]:
        """Answer the questions of records, in their order."""

    def checks(self, checks: KeptChecks) -> Mapping[str, str]:
        """Answer the kept questions of a game, by question."""


@dataclass(frozen=True, slots=True)
class AskedHere:
    """Asks this program. ``jobs`` are the season's logs, which records may be about."""

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
        """Answer the questions of records by this program."""
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


@dataclass(frozen=True, slots=True)
class AskedElsewhere:
    """Asks another release, over a process of its own (:mod:`clubroute.rules.impact.release`)."""

    release: OtherRelease
    asking: AskedWith
    jobs: Sequence[AuditJob]
    cache: Path
    workers: int

    def findings(self, together: JudgedTogether) -> Iterator[tuple[Key, Finding]]:
        """Let it audit the logs, and tell each finding by its place."""
        asking = self.asking
        rules = asking.round_for(together.rules)
        asked = [*self._around(), "--cache", str(self.cache), "--jobs", str(self.workers)]
        for module in (*asking.settings.modules, *modules_in(asking.settings.build)):
            asked += ["--module", str(module)]
        told = asking.told_for(together.rules)
        if rules is not None:
            asked += ["--round", str(rules)]
        for one in told.get(READINGS, ()):
            asked += ["--reading", one]
        report = self.release.audit(*map(str, together.paths), *asked)
        return placed(report["files"], report["logs"])

    def answers(self, records: Sequence[KeptRecord]) -> list[RecordAnswer]:
        """Let it ask the questions of records, some logs at a time."""
        questions = [self.asking.question(one.ruling) for one in records]
        files = dict(logs_of(questions, self.jobs))
        found: list[RecordAnswer] = []
        for many in portions(questions, files):
            found += self._verified(many, files)
        return found

    def _verified(
        self, questions: Sequence[Ruling], files: Mapping[str, Path]
    ) -> list[RecordAnswer]:
        asked = self._around()
        logs = dict.fromkeys(files[name] for name in map(log_of, questions) if name in files)
        for log in logs:
            asked += ["--log", str(log)]
        if self.asking.settings.modules:
            asked += ["--module", str(self.asking.settings.modules[0])]
        with tempfile.TemporaryDirectory() as folder:
            record, out = Path(folder, "asked.txt"), Path(folder, "answered.txt")
            write_bytes(record, "".join(one.text() for one in questions).encode("utf-8"))
            _, said, _ = self.release.run("verify", str(record), "--out", str(out), *asked)
            answers = read_rulings(out.read_bytes().decode("utf-8"), "answered.txt")
        heads = [line for line in said.splitlines() if not line.startswith(" ")]
        if not len(answers) == len(questions) == len(heads):
            found = f"{len(answers)} answers to {len(questions)} records"
            raise InputError(Where.of(self.release.path), found, "an answer to each")
        whys = refusals(said)
        return [
            RecordAnswer(one.answer, not head.startswith(REFUSED), whys.get(number, ""))
            for number, (one, head) in enumerate(zip(answers, heads, strict=True))
        ]

    def checks(self, checks: KeptChecks) -> Mapping[str, str]:
        """Let it ask a game's kept questions."""
        asked = ["--project", str(checks.project), *self._maps()]
        _, said, _ = self.release.run("try", checks.game, *asked)
        found: dict[str, str] = {}
        question = ""
        for line in said.splitlines():
            if not line.startswith("  "):
                question = line
            elif question not in found:
                found[question] = line.strip()
        return found

    def _maps(self) -> list[str]:
        return [] if self.asking.maps is None else ["--maps", str(self.asking.maps)]

    def _around(self) -> list[str]:
        settings = self.asking.settings
        asked = self._maps()
        if settings.owner is not None:
            asked += ["--owner", str(settings.owner)]
        if settings.mapping is not None:
            asked += ["--counters", str(settings.mapping)]
        return asked


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


def portions(
    questions: Sequence[Ruling], files: Mapping[str, Path], most: int = MOST_LOGS
) -> Iterator[list[Ruling]]:
    """Split questions, in their order, so that each part is about at most so many logs."""
    part: list[Ruling] = []
    named: set[str] = set()
    for one in questions:
        names = {log_of(one)} & files.keys()
        if len(named | names) > most:
            yield part
            part, named = [], set()
        part.append(one)
        named |= names
    if part:
        yield part


def refusals(said: str) -> Mapping[int, str]:
    """Find in what a release told of records why it could not ask one, by its number."""
    found: dict[int, str] = {}
    number = -1
    for line in said.splitlines():
        if not line.startswith(" "):
            number += 1
        elif line.strip().startswith(CANNOT):
            found.setdefault(number, line.strip().removeprefix(CANNOT))
    return found
