"""Asks a season and says what differs: findings, answers to kept records and own games.

Both sides are asked whole, the logs from the same cache, so that nothing is left out and nothing is
judged again that was judged before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from clubroute.builder.errors import InputError
from clubroute.builder.project import project_named
from clubroute.rules.asking.context import Context, LogFiles
from clubroute.rules.asking.usual import context_of
from clubroute.rules.impact.change import AskedWith
from clubroute.rules.impact.season import AskedSeason, JudgedTogether, KeptChecks, KeptRecord
from clubroute.rules.league.register import LeagueRuling
from clubroute.rules.logs.audit.command import compile_maps
from clubroute.rules.logs.audit.season import AuditJob, audit_all
from clubroute.rules.logs.audit.workers import WorkEngine
from clubroute.rules.logs.check.finding import steps_text
from clubroute.rules.logs.check.series import check_names, settled
from clubroute.rules.logs.container import LOG_LIMITS, read_bytes
from clubroute.rules.logs.rulings import DIGEST, name_of_log
from clubroute.rules.plain.game import game_of
from clubroute.rules.plain.trial import tried
from clubroute.rules.rulings.asking import verify
from clubroute.rules.rulings.ruling import MOST_TOLD, Ruling, brief, canonical, differences

# Asks a season: what is found in its logs, and what its records and kept questions come to.

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


NAMES = ("before", "now")


@dataclass(frozen=True, slots=True)
class ChangedFinding:
    """A finding that is another one, is gone (``now`` None) or new (``before`` None), and the
    league's ruling on it."""

    log: str
    before: Mapping[str, Any] | None
    now: Mapping[str, Any] | None
    ruling: LeagueRuling | None = None

    def record(self) -> dict[str, Any]:
        """Return JSON values."""
        told = self.now or self.before or {}
        found: dict[str, Any] = {"log": self.log, "steps": told["steps"], "check": told["check"]}
        if told.get("unit"):
            found["unit"] = told["unit"]
        for name, one in zip(NAMES, (self.before, self.now), strict=True):
            if one is not None:
                found[name] = {key: one[key] for key in TELLING if one.get(key)}
        if self.ruling is not None:
            found["ruling"] = {"number": self.ruling.number, "state": self.ruling.state}
        return found

    def text(self) -> list[str]:
        """Tell it to people: where, and both verdicts with their reasons."""
        told = self.now or self.before or {}
        who = told.get("name") or told.get("unit", "")
        words = check_names().get(told["check"], told["check"])
        about = " ".join(bit for bit in (words, who) if bit)
        lines = [f"{self.log}: step {steps_text(told['steps'])} {about}"]
        for name, one in zip(NAMES, (self.before, self.now), strict=True):
            said = "no finding" if one is None else f"{one['verdict']}: {one['why']}"
            lines.append(f"  {name + ':':8}{said}")
        if self.ruling is not None:
            last = self.ruling.entries[-1]
            lines.append(f"  ruling {self.ruling.number}, {last.state} by {last.by}: {last.why}")
        return lines


@dataclass(frozen=True, slots=True)
class ChangedAnswer:
    """A kept record whose question has another answer."""

    kept: KeptRecord
    before: RecordAnswer
    now: RecordAnswer

    def record(self) -> dict[str, Any]:
        """Return JSON values."""
        sides = zip(NAMES, (self.before, self.now), strict=True)
        return {
            "record": self.kept.name,
            "seal": self.kept.ruling.seal,
            "asked": self.kept.ruling.method,
            **{name: one.answer if one.asked else {"refused": one.why} for name, one in sides},
        }

    def text(self) -> list[str]:
        """Tell it to people: which record, both answers, and the parts that differ."""
        ruling = self.kept.ruling
        lines = [f"{self.kept.name}: ruling {ruling.seal} {ruling.method}"]
        for name, one in zip(NAMES, (self.before, self.now), strict=True):
            lines.append(f"  {name + ':':8}{one.gist()}")
        if self.before.asked and self.now.asked:
            told = differences(self.before.answer, self.now.answer, words=NAMES)
            lines += [f"  {line}" for line in told[:MOST_TOLD]]
            if len(told) > MOST_TOLD:
                lines.append(f"  and {len(told) - MOST_TOLD} more")
        return lines


@dataclass(frozen=True, slots=True)
class ChangedCheck:
    """A question of a game's ``checks.csv`` with another answer; None where it was not asked."""

    name: str
    question: str
    before: str | None
    now: str | None

    def record(self) -> dict[str, Any]:
        """Return JSON values."""
        sides = zip(NAMES, (self.before, self.now), strict=True)
        return {"checks": self.name, "asked": self.question, **dict(sides)}

    def text(self) -> list[str]:
        """Tell it to people: the question and both answers."""
        sides = zip(NAMES, (self.before, self.now), strict=True)
        said = [f"  {name + ':':8}{one or 'not asked'}" for name, one in sides]
        return [f"{self.name}: {self.question}", *said]


Changed = ChangedFinding | ChangedAnswer | ChangedCheck


@dataclass(slots=True)
class Impact:
    """Compares two sides of a season. ``unsaid`` gathers what neither of them could tell."""

    season: AskedSeason
    before: SeasonSide
    now: SeasonSide
    unsaid: list[str] = field(default_factory=list)

    def differences(self) -> Iterator[Changed]:
        """List what differs: findings log by log and step by step, then records, then games."""
        for together in self.season.logs:
            yield from self._findings(together)
        yield from self._records()
        for checks in self.season.checks:
            was, is_ = self.before.checks(checks), self.now.checks(checks)
            for question in {**was, **is_}:
                if was.get(question) != is_.get(question):
                    both = was.get(question), is_.get(question)
                    yield ChangedCheck(checks.name, question, *both)

    def _findings(self, together: JudgedTogether) -> Iterator[ChangedFinding]:
        first, second = dict(self.before.findings(together)), dict(self.now.findings(together))
        ruled: set[int] = set()
        for key in sorted(first.keys() | second.keys()):
            log, was, is_ = key[0], first.get(key), second.get(key)
            ruling = ruling_on(together, log, was, is_)
            if ruling is not None:
                ruled.add(ruling.number)
            if was is None or is_ is None or any(was.get(one) != is_.get(one) for one in TELLING):
                yield ChangedFinding(log, was, is_, ruling)
            elif not key[1] and was["verdict"] == "unchecked" and is_file(key):
                self.unsaid.append(f"{log}: {was['why']}")
        mine = [one for one in together.register if one.log.startswith(f"{together.round}/")]
        self.unsaid += [
            f"ruling {one.number}: {one.log} has no such finding, before or now"
            for one in mine
            if one.number not in ruled
        ]

    def _records(self) -> Iterator[ChangedAnswer]:
        kept = self.season.records
        pairs = zip(kept, self.before.answers(kept), self.now.answers(kept), strict=True)
        for one, was, is_ in pairs:
            if (was.asked, canonical(was.answer)) != (is_.asked, canonical(is_.answer)):
                yield ChangedAnswer(one, was, is_)
            elif not was.asked:
                self.unsaid.append(f"{one.name}: ruling {one.ruling.seal}: {was.why}")


def is_file(key: Key) -> bool:
    """Tell whether a place is that of a whole file that cannot be read."""
    return key[2] == ""


def ruling_on(
    together: JudgedTogether,
    log: str,
    was: Mapping[str, Any] | None,
    is_: Mapping[str, Any] | None,
) -> LeagueRuling | None:
    """Find the ruling of the league on a finding, as it was or as it is."""
    told = is_ or was or {}
    return next((one for one in together.register if one.about(log, told)), None)
