"""Breaks clauses, one at a time, in the rules as they are read, and sees whether a test notices.

A clause is broken in a copy of the process, in as many ways as it has (``ways_to_break``). Its test
notices if one of them makes an assertion fail; that it crashes is no notice.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest
from _pytest.runner import runtestprotocol

from clubroute.rules.clauses.search import Clause
from tests.rules.clauses.coverage import FOLDER
from tests.rules.clauses.ways_to_break import (
    Break,
    apply,
    breaks_of,
    chosen,
)

NOTICED, PASSED_OVER, CRASHED = 1, 0, 2
"""What a copy of the process ends with."""


@dataclass(frozen=True, slots=True)
class Row:
    """A clause with its test, ``campaign/test_air.py::test_…``."""

    clause: Clause
    test: str

    @property
    def label(self) -> str:
        """The clause as a list shows it."""
        return f"{self.clause.cite} {self.clause.title}: {self.test}"


@dataclass(slots=True)
class Seen:
    """What came of breaking clauses: ``noticed`` by which break, ``passed_over``, ``failing``
    (tests that fail with nothing broken), ``untried`` for want of time."""

    noticed: dict[Row, Break] = field(default_factory=dict)
    passed_over: dict[Row, list[Break]] = field(default_factory=dict)
    failing: list[str] = field(default_factory=list)
    breaks: int = 0
    untried: int = 0


@dataclass(slots=True)
class Breaking:
    """A plugin of pytest: in place of running the tests it breaks the clauses of ``rows``.

    ``most`` breaks of a clause in tables are tried. ``say`` is told of each clause that is not
    noticed, of ``each`` if wanted. After so many ``seconds`` of processor time no test is begun.
    """

    rows: Sequence[Row]
    most: int
    say: Callable[[str], None]
    seconds: float | None = None
    each: bool = False
    seen: Seen = field(default_factory=Seen)

    @property
    def nodes(self) -> list[str]:
        """The tests to collect."""
        return sorted({str(FOLDER / row.test) for row in self.rows})

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Break the clauses of each test in turn."""
        items: dict[str, list[pytest.Item]] = {}
        for item in session.items:
            name = getattr(item, "originalname", None) or item.name
            file = item.path.relative_to(FOLDER).as_posix()
            # A test by its name, or one row of it: test_what_the_clause_answers[tdc 2.5 Road LOS].
            for named in {name, item.name}:
                items.setdefault(f"{file}::{named}", []).append(item)
        by_test: dict[str, list[Row]] = {}
        for row in self.rows:
            by_test.setdefault(row.test, []).append(row)
        for test in sorted(by_test):
            own = items.get(test, [])
            if self.seconds is not None and processor_time() > self.seconds:
                self.seen.untried += len(by_test[test])
            elif own:
                self.break_all(own, by_test[test])
        session._setupstate.teardown_exact(None)
        return True

    def break_all(self, items: list[pytest.Item], rows: list[Row]) -> None:
        """Break each clause of a test."""
        items[0].session._setupstate.teardown_exact(items[0].parent)  # type: ignore[arg-type]
        before = verdict_of(items, stop=False)
        if before != PASSED_OVER:
            self.seen.failing.append(rows[0].test)
            self.say(f"FAILS unbroken: {rows[0].test}")
            return
        for row in rows:
            tried: list[Break] = []
            crashed = 0
            for one in chosen(breaks_of(row.clause.cite, row.clause.title), self.most):
                self.seen.breaks += 1
                tried.append(one)
                came = in_a_copy(items, one)
                crashed += came == CRASHED
                if came == NOTICED:
                    self.seen.noticed[row] = one
                    if self.each:
                        self.say(f"noticed: {row.label} ({one.place}, {len(tried)} tried)")
                    break
            else:
                self.seen.passed_over[row] = tried
                ways = ", ".join(one.place for one in tried)
                more = f"; {crashed} crash" if crashed else ""
                self.say(f"not noticed: {row.label} ({ways}{more})")


def processor_time() -> float:
    """Seconds of processor time that this process and its copies have taken."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def verdict_of(items: Sequence[pytest.Item], stop: bool = True) -> int:
    """Run a test: whether an assertion fails, something crashes, or all is well."""
    worst = PASSED_OVER
    for item in items:
        for report in runtestprotocol(item, log=False, nextitem=item.parent):
            if not report.failed:
                continue
            text = str(getattr(report.longrepr, "reprcrash", report.longrepr))
            asserts = "AssertionError" in text or "assert" in text or "DID NOT RAISE" in text
            if asserts:
                return NOTICED
            worst = CRASHED
            if stop:
                break
    return worst


def in_a_copy(items: Sequence[pytest.Item], one: Break) -> int:
    """What a test says in a copy of this process in which a clause is broken."""
    child = os.fork()
    if child == 0:
        code = CRASHED
        try:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            apply(one)
            code = verdict_of(items)
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)
