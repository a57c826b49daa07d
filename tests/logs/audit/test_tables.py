"""The tables of a season: as they are documented, and asked as the page does."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.logs.audit.command import TABLES, VERSION, table_bytes
from tests.logs.check.scenario import ROOT

PAGE = (ROOT / "docs" / "season-tables.md").read_text(encoding="utf-8")
QUERIES = re.findall(r"```sql\n(.*?)\n```", PAGE, re.DOTALL)
FINDING = {
    "check": "move",
    "verdict": "illegal",
    "why": "the bridge is destroyed",
    "rule": "WED 2.15.6",
    "steps": [2, 3],
    "unit": "101-a-1-501",
    "name": "A/1/501",
    "player": "Anna",
    "hexes": ["75.129", "74.129"],
    "ruling": "=== a record ===",
    "remedy": {
        "breach": {"step": 3},
        "sealed": {"by": "die", "step": 5, "what": "d10 = 8"},
        "does": "redo movement",
        "redone_by": "r1/A/anna-2.vlog",
    },
}
OPEN = {"check": "move", "verdict": "unchecked", "why": "?", "steps": [9], "needs": ["a", "b"]}
RECORD = {
    "map": "wed",
    "versions": {"module": "Where Eagles Dare 1", "vassal": "3.7.0"},
    "players": [{"id": "player1", "name": "Anna", "side": "Allied"}],
    "findings": [FINDING, OPEN],
}
ROW = {
    "log": "r1/A/anna-1.vlog",
    "sha256": "00",
    "checked": True,
    "steps": 9,
    "moves": 4,
    "undos": 0,
    "rerolls": 0,
    "saved_ms": 5,
    "players": ["Anna"],
    "module": "m",
    "link": {"kind": "broken", "log": "r1/A/anna-0.vlog"},
}
LATER = {**ROW, "log": "r1/A/anna-2.vlog", "saved_ms": 9, "link": {}}
BAD = {"log": "r1/A/cut.vlog", "error": "no zip"}


def season(path: Path) -> Path:
    path.write_bytes(table_bytes(path, [ROW, BAD, LATER], [RECORD, {**RECORD, "findings": []}]))
    return path


def asked(path: Path, query: str) -> Sequence[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as base:
        return base.execute(query).fetchall()


def test_ten_questions_of_the_page_are_answered(tmp_path: Path) -> None:
    path = season(tmp_path / "season.sqlite")
    answers = [asked(path, query) for query in QUERIES]
    assert len(answers) == 10
    assert all(answers), answers
    assert answers[1] == [("WED 2.15.6", 1)]
    assert answers[5] == [("r1/A/anna-1.vlog", 2, "A/1/501", "r1/A/anna-2.vlog")]
    assert answers[9] == [("r1/A/cut.vlog", "no zip")]


def test_the_tables_have_the_columns_that_are_declared(tmp_path: Path) -> None:
    path = season(tmp_path / "season.sqlite")
    assert asked(path, "PRAGMA user_version") == [(VERSION,)]
    assert f"a version, {VERSION} today" in PAGE
    for one in TABLES:
        columns = [row[1:3] for row in asked(path, f"PRAGMA table_info({one.name})")]
        assert columns == [(name, kind) for name, (kind, _) in one.columns.items()]


def test_another_ending_is_refused_with_what_there_is(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"ends in \.sqlite"):
        season(tmp_path / "season.csv")
    assert not [*tmp_path.iterdir()]
