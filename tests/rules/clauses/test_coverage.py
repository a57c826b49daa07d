"""Every clause of the rulebooks is answered and tested, or says why not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clubroute.rules.clauses.search import clauses
from tests.cases import each
from tests.rules.clauses import coverage
from tests.rules.clauses.coverage import (
    FOLDER,
    TITLES,
    counted,
    coverage_text,
    game_pages,
    proofs,
    silent,
)

TESTS = proofs()
CLAUSES = {(one.game, one.rule, one.title): one for one in clauses() if one.game in TITLES}


def test_every_answered_clause_has_a_test_and_no_other_has_one() -> None:
    answered = {key for key, clause in CLAUSES.items() if clause.kind == "answered"}
    assert answered == TESTS.keys()


@each("file", sorted({test.partition("::")[0] for test in TESTS.values()}))
def test_the_test_of_a_clause_is_there_and_its_file_names_the_rule(file: str) -> None:
    source = (FOLDER / file).read_text(encoding="utf-8")
    unnamed, lost = set(), set()
    for (_, rule, _), test in TESTS.items():
        its_file, _, name = test.partition("::")
        if its_file != file:
            continue
        name, _, row = name.partition("[")
        if f"def {name}(" not in source:
            lost.add(name)
        # A row of a table names its clause (test_asked.py).
        if not row and not re.search(whole(rule.removesuffix(" example")), source):
            unnamed.add(rule)
    assert (lost, unnamed) == (set(), set())


def whole(rule: str) -> str:
    """A pattern of a rule's number that is no part of a longer one."""
    return rf"(?<![\d.]){re.escape(rule)}(?!\d)"


def test_a_clause_whose_test_says_nothing_of_it_is_not_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert silent() <= TESTS.keys()
    known = list(CLAUSES.values())
    monkeypatch.setattr(coverage, "SILENT", tmp_path / "silent.csv")
    coverage.write_silent(())
    answered, could = counted(known)
    assert answered == len(TESTS)
    coverage.write_silent(sorted(TESTS)[:3])
    assert counted(known) == (answered - 3, could)


def test_the_page_counts_every_game() -> None:
    text = coverage_text()
    assert all(f"| {title} | " in text for title in TITLES.values())


def test_the_pages_of_the_games_hold_every_clause() -> None:
    pages = game_pages()
    rows = [line for text in pages.values() for line in text.splitlines() if line[:2] == "| "]
    assert len(rows) - len(pages) == len(CLAUSES)
    assert max(len(text.encode()) for text in pages.values()) < 60_000
