"""Finds what a season holds to ask: logs with the rules of their round, rulings, kept questions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.counting import so_many
from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.atomic import not_staged
from clubroute.builder.files.regular import read_file
from clubroute.builder.project import is_project
from clubroute.builder.sources.text import as_utf8
from clubroute.rules.league.register import (
    HEAD,
    RULES,
    LeagueRuling,
    open_league,
    read_register,
)
from clubroute.rules.league.season import jobs_in
from clubroute.rules.logs.audit.season import (
    ENDINGS,
    AuditJob,
    jobs_of,
    name_below,
)
from clubroute.rules.logs.privacy import bare_name
from clubroute.rules.plain.trial import FILE as CHECKS
from clubroute.rules.rulings.ruling import MOST_BYTES, Ruling, read_rulings

RECORD, SAVE = ".txt", ".vsav"
MARK = b"=== clubroute ruling "
"""What stands in a file with ruling records."""


@dataclass(frozen=True, slots=True)
class JudgedTogether:
    """Logs and saves that are judged by the rules of one round, and rulings on their findings.

    ``paths`` are the files and folders asked for, ``jobs`` the files in them; ``rules`` is the
    round's file, None for the usual rules; ``round`` is the round's name in its league, "" outside.
    """

    paths: Sequence[Path]
    jobs: Sequence[AuditJob]
    rules: Path | None
    round: str = ""
    register: Sequence[LeagueRuling] = ()


@dataclass(frozen=True, slots=True)
class KeptRecord:
    """A ruling record in a file, and the name the file is called by."""

    name: str
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class KeptChecks:
    """The sample questions of a game of one's own (``checks.csv``), and the project it is of."""

    name: str
    project: Path
    game: str


@dataclass(frozen=True, slots=True)
class AskedSeason:
    """All that is asked again."""

    logs: Sequence[JudgedTogether]
    records: Sequence[KeptRecord]
    checks: Sequence[KeptChecks]

    @property
    def jobs(self) -> list[AuditJob]:
        """List all logs and saves."""
        return [job for together in self.logs for job in together.jobs]

    def counted(self) -> str:
        """Tell in words how much it is."""
        saves = sum(job.path.suffix.lower() == SAVE for job in self.jobs)
        rulings = {id(ruling) for one in self.logs for ruling in one.register}
        many = (
            (len(self.jobs) - saves, "log", ""),
            (saves, "save", ""),
            (len(rulings), "ruling", " on them"),
            (len(self.records), "ruling record", ""),
            (len(self.checks), "game", " with kept questions"),
        )
        return ", ".join(f"{so_many(number, one)}{more}" for number, one, more in many if number)


def season_of(paths: Sequence[Path], rules: Path | None) -> AskedSeason:
    """Find what files and folders hold. Logs outside a league are judged by ``rules``.

    :raises InputError: one is not there or damaged, a league lies deeper, or there is nothing.
    """
    together: list[JudgedTogether] = []
    loose: list[Path] = []
    for path in paths:
        if (path / HEAD).is_file():
            together += league_in(path)
        elif (
            path.is_dir() and (deeper := next(not_staged(path.rglob(HEAD), path), None)) is not None
        ):
            found = f"a league in {name_below(path, deeper.parent)}"
            raise InputError(Where.of(path), found, "the league's own folder")
        elif path.is_dir() or (path.suffix.lower() != RECORD and path.name != CHECKS):
            loose.append(path)
    with_logs = [path for path in loose if not path.is_dir() or has_logs(path)]
    if with_logs:
        together.insert(0, JudgedTogether(with_logs, jobs_of(with_logs), rules))
    records = [one for path in paths for one in records_in(path)]
    checks = [one for path in paths for one in checks_in(path)]
    if not (together or records or checks):
        expected = "a .vlog or .vsav, a ruling record or a checks.csv in it"
        raise InputError(Where.of(paths[0]), "nothing to ask", expected)
    return AskedSeason(together, records, checks)


def has_logs(folder: Path) -> bool:
    """Tell whether a folder has a log or save, at any depth."""
    return any(path.suffix.lower() in ENDINGS for path in not_staged(folder.rglob("*"), folder))


def league_in(folder: Path) -> Iterator[JudgedTogether]:
    """List the rounds of a league that have games. :raises InputError: something of it is wrong."""
    league = open_league(folder)
    register = read_register(league)
    for name in league.rounds:
        home = league.round(name)
        if has_logs(home):
            yield JudgedTogether([home], jobs_in(league, name), home / RULES, name, register)


def records_in(path: Path) -> Iterator[KeptRecord]:
    """Read the ruling records of a file, or of the text files in a folder that hold some.

    :raises InputError: a file cannot be read, or a record is damaged.
    """
    if path.is_dir():
        for file in sorted(not_staged(path.rglob(f"*{RECORD}"), path)):
            if file.is_file():
                yield from records_of(file, name_below(path, file), needed=False)
    elif path.suffix.lower() == RECORD:
        yield from records_of(path, bare_name(path.name), needed=True)


def records_of(path: Path, name: str, needed: bool) -> Iterator[KeptRecord]:
    """Read the records of one file; unless ``needed``, there may be none."""
    if not needed and path.stat().st_size > MOST_BYTES:
        return
    data = as_utf8(read_file(path, Where.of(path), "a ruling record", MOST_BYTES))
    if needed or MARK in data:
        rulings = read_rulings(data.decode("utf-8", "replace"), str(path))
        yield from (KeptRecord(name, ruling) for ruling in rulings)


def checks_in(path: Path) -> Iterator[KeptChecks]:
    """Find the kept questions of games of one's own, ``counters/GAME/checks.csv`` of a project.

    :raises InputError: the file named is none of a project.
    """
    inside: Iterable[Path] = (
        sorted(not_staged(path.rglob(CHECKS), path)) if path.is_dir() else [path]
    )
    for file in inside:
        if file.name != CHECKS:
            continue
        game = file.absolute().parent
        project = game.parent.parent
        if game.parent.name == "counters" and is_project(project):
            name = name_below(path, file) if path.is_dir() else bare_name(file.name)
            yield KeptChecks(name, project, game.name)
        elif not path.is_dir():
            expected = f"a project's counters/GAME/{CHECKS}"
            raise InputError(Where.of(path), "no such file of a project", expected)
