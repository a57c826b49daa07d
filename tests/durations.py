"""Outcomes and times of test runs, kept in one SQLite file; ``python -m tests.durations`` tells.

A test is told with its processor time, that of programs it started and waited for included, besides
its seconds on the wall: the former are the same on a busy machine. Of an engine or a browser that
several tests share, the time is that of the test after which it is closed.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import sqlite3
import sys
import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[1]
RUNS = REPOSITORY / "build" / "tests.sqlite"
"""Where the runs of this clone are kept."""

KEPT = 20
"""So many runs are kept, those begun last."""

BATCH = 500
"""After so many phases of tests what is known is written: a run that is killed is told of, too."""

GROUP = re.compile(r"@[^@\]]*$")
"""What comes between the name of a test and what it is run together with."""

LONGEST = 300
"""Characters that are kept of why a test failed."""

SHOWN = 25
"""So many tests are told where nobody says how many."""

TABLES = """
create table if not exists run (
  id integer primary key, began real not null, asked text not null, python text not null,
  seconds real, status integer);
create table if not exists phase (
  run integer not null references run on delete cascade, test text not null, phase text not null,
  outcome text not null, seconds real not null, cpu real not null, worker text not null,
  message text not null);
create index if not exists phases_of_a_run on phase (run);
create index if not exists failures on phase (outcome, run) where outcome != 'passed';
"""

NEWEST = "(select max(id) from run where exists (select 1 from phase where run = run.id))"

SLOWEST = f"""
select test, sum(cpu) as cpu, sum(seconds), group_concat(distinct outcome) from phase
where run = {NEWEST} group by test order by cpu desc limit ?"""

FOLDERS = f"""
select folder, count(distinct test), sum(cpu) as cpu, sum(seconds) from
(select *, rtrim(file, replace(file, '/', '')) as folder from
 (select *, substr(test, 1, instr(test || '::', '::') - 1) as file from phase where run = {NEWEST}))
group by folder order by cpu desc"""

FAILURES = """
select datetime(max(began), 'unixepoch', 'localtime'), test, phase, message from phase
join run on run.id = phase.run where outcome = 'failed'
group by test order by max(began) desc, phase.rowid limit ?"""

LAST = f"""
select datetime(began, 'unixepoch', 'localtime'), asked, python, seconds,
 (select sum(cpu) from phase where run = run.id),
 (select count(distinct test) from phase where run = run.id) from run where id = {NEWEST}"""


Row = tuple[int, str, str, str, float, float, str, str]


def spent() -> float:
    """Tell the processor seconds of this process and of the programs it has waited for."""
    return sum(os.times()[:4])


@dataclass(slots=True, eq=False)
class Meter:
    """Writes into each report how much processor time its phase took, where the test runs."""

    last: float = field(default_factory=spent)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        now = spent()
        report.cpu = now - self.last
        self.last = now
        return report


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Give the file of runs, made if need be; what is done to it is written at the end."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path, timeout=60)) as database, database:
        database.execute("pragma foreign_keys = on")
        database.executescript(TABLES)
        yield database


@dataclass(slots=True, eq=False)
class Recorder:
    """Keeps what the reports of a run say. In a run of several processes, one of them has it."""

    path: Path
    asked: str
    began: float = field(default_factory=time.time)
    run: int = 0
    rows: list[Row] = field(default_factory=list)

    def pytest_sessionstart(self) -> None:
        with opened(self.path) as database:
            told = (self.began, self.asked, platform.python_version())
            cursor = database.execute(
                "insert into run (began, asked, python) values (?, ?, ?)", told
            )
            assert cursor.lastrowid is not None
            self.run = cursor.lastrowid
            database.execute(
                "delete from run where id not in (select id from run order by id desc limit ?)",
                (KEPT,),
            )

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        cpu = float(getattr(report, "cpu", 0.0))
        worker = str(getattr(report, "worker_id", "main"))
        message = first_line(report) if report.outcome != "passed" else ""
        test = GROUP.sub("", report.nodeid)
        told = (self.run, test, report.when or "", report.outcome)
        self.rows.append((*told, report.duration, cpu, worker, message))
        if len(self.rows) >= BATCH:
            self.write()

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        self.write()
        with opened(self.path) as database:
            told = (time.time() - self.began, int(exitstatus), self.run)
            database.execute("update run set seconds = ?, status = ? where id = ?", told)

    def write(self) -> None:
        """Write what is known so far."""
        with opened(self.path) as database:
            database.executemany("insert into phase values (?, ?, ?, ?, ?, ?, ?, ?)", self.rows)
        self.rows.clear()


def first_line(report: pytest.TestReport) -> str:
    """Tell in a line why a test failed or was skipped."""
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash is not None:
        said = str(crash.message).partition("\n")[0]
    elif isinstance(report.longrepr, tuple):
        said = str(report.longrepr[2])
    else:
        said = str(report.longrepr or "").strip().rpartition("\n")[2]
    return said[:LONGEST]


def recording(config: pytest.Config) -> None:
    """Have a run measured, and kept by the process that hears of all its tests."""
    config.pluginmanager.register(Meter(), "meter")
    # A run that is told to leave nothing in the checkout, as one within a test is, leaves no times.
    leaves_traces = config.pluginmanager.hasplugin("cacheprovider")
    heard = not hasattr(config, "workerinput") and not config.option.collectonly
    if heard and leaves_traces:
        asked = " ".join(config.invocation_params.args)
        config.pluginmanager.register(Recorder(RUNS, asked), "recorder")


def account(path: Path, shown: int) -> Iterable[str]:
    """Tell of the newest run what it took by folder and which tests took most, and of all runs kept
    which tests failed last."""
    with opened(path) as database:
        last = database.execute(LAST).fetchone()
        if last is None:
            yield f"{path}: no run is kept yet; make test writes one"
            return
        began, asked, python, seconds, cpu, tests = last
        wall = "not ended" if seconds is None else f"{seconds:.0f} s"
        yield f"{began}: pytest {asked}, Python {python}: {tests} tests, {wall}, {cpu:.0f} s of CPU"
        yield "\n tests  CPU s  wall s  folder"
        for folder, number, used, waited in database.execute(FOLDERS):
            yield f"{number:6} {used:6.1f} {waited:7.1f}  {folder}"
        yield "\n CPU s  wall s  slowest tests"
        for test, used, waited, outcomes in database.execute(SLOWEST, (shown,)):
            said = "" if outcomes == "passed" else f"  ({outcomes})"
            yield f"{used:6.1f} {waited:7.1f}  {test}{said}"
        failures = database.execute(FAILURES, (shown,)).fetchall()
        yield "\nnewest failures" if failures else "\nno failure in the runs kept"
        for at, test, phase, message in failures:
            yield f"{at}  {test} ({phase}): {message}"


def main(arguments: list[str] | None = None) -> None:
    """Print the account of this clone's runs."""
    parser = argparse.ArgumentParser(prog="python -m tests.durations", description=__doc__)
    parser.add_argument("shown", nargs="?", type=int, default=SHOWN, help="how many tests")
    parser.add_argument("--file", type=Path, default=RUNS, help="the SQLite file")
    chosen = parser.parse_args(arguments)
    try:
        for line in account(chosen.file, chosen.shown):
            sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
